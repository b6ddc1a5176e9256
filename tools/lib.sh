# What demo/run, tests/run and bench/run have in common: installing what is missing, choosing a PHP, building the extension.
# To be sourced. All messages go to standard error.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Servers lie in sbin, which an ordinary user of Debian does not search.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin

# What build_extension needs.
build_packages=(gcc make pkg-config hiredis.pc:libhiredis-dev libdeflate.pc:libdeflate-dev libmemcached.pc:libmemcached-dev zlib.pc:zlib1g-dev php-cli php-dev)
# What the phpt suite needs besides.
suite_packages=(redis-server memcached php-fpm)
# The servers of tests/inc/servers.php, and the PHP extensions of an application that uses them.
site_packages=(redis-server memcached mariadbd:mariadb-server-core my_print_defaults:mariadb-client-core nginx:nginx-light
	php-fpm php-mysql php-redis)

if [ -t 2 ]; then
	bold=$'\e[1m' red=$'\e[31m' plain=$'\e[0m'
else
	bold='' red='' plain=''
fi

say() {
	echo "$bold$*$plain" >&2
}

die() {
	echo "$red$*$plain" >&2
	exit 1
}

# need_packages [THING:]PACKAGE...
# Sees to it that each THING is there: a command, or NAME.pc for a library that pkg-config knows; by default the command
# named like the package. Installs the Debian packages of those that are missing. php-cli, php-dev, php-fpm, php-mysql,
# php-redis and php-xml stand for one PHP that has all of them: its programs are then in PHP, PHP_CONFIG and PHPIZE.
need_packages() {
	local argument packages=() php_packages=()
	for argument in "$@"; do
		case $argument in
		php-*) php_packages+=("$argument") ;;
		*) has "${argument%%:*}" || packages+=("${argument#*:}") ;;
		esac
	done
	if [ ${#php_packages[@]} -gt 0 ] && ! find_php "${php_packages[@]}" && [ -z "${PHP_CONFIG:-}" ]; then
		packages+=($(debian_names "${php_packages[@]}"))
	fi
	if [ ${#packages[@]} -gt 0 ]; then
		install_packages "${packages[@]}"
	fi
	if [ ${#php_packages[@]} -gt 0 ] && ! find_php "${php_packages[@]}"; then
		die "No PHP 8.2 or later with all of: ${php_packages[*]}." \
			"PHP_CONFIG may name the php-config of another PHP to use; it is now '${PHP_CONFIG:-}'."
	fi
}

has() {
	case $1 in
	*.pc) pkg-config --exists "${1%.pc}" 2>/dev/null ;;
	*) command -v "$1" >/dev/null ;;
	esac
}

# Takes the first PHP that has everything: the one named by PHP_CONFIG, the first of the search path, the system's own.
# Everything else follows from its php-config, so that all programs are of one version.
find_php() {
	local config
	for config in ${PHP_CONFIG:-"$(command -v php-config)" "$(debian_php_config)"}; do
		PHP=$("$config" --php-binary 2>/dev/null) || continue
		PHPIZE=$(dirname "$config")/phpize${config##*php-config}
		if php_has "$@"; then
			export PHP_CONFIG=$config
			return 0
		fi
	done
	return 1
}

php_has() {
	local package test='PHP_VERSION_ID >= 80200 && extension_loaded("pcntl") && extension_loaded("posix")'
	for package in "$@"; do
		case $package in
		php-dev) [ -x "$PHPIZE" ] || return 1 ;;
		php-fpm) test+=' && PhpFpm::binary()' ;;
		php-mysql) test+=' && extension_loaded("pdo_mysql")' ;;
		php-redis) test+=' && extension_loaded("redis")' ;;
		php-xml) test+=' && extension_loaded("dom")' ;;
		esac
	done
	"$PHP" -r "require '$root/tests/inc/servers.php'; exit($test ? 0 : 1);" >/dev/null 2>&1
}

debian_php_version() {
	/usr/bin/php -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;' 2>/dev/null || true
}

debian_php_config() {
	echo "/usr/bin/php-config$(debian_php_version)"
}

# The packages that are missing of the PHP version that is already there, or, where there is none, of the system's default.
debian_names() {
	printf '%s\n' "${@/#php-/php$(debian_php_version)-}" | grep -vxF "$(installed_packages)" || true
}

install_packages() {
	local sudo='' log=$root/.build/apt.log before
	command -v apt-get >/dev/null || die "Missing, and no apt-get here to install it: $*"
	if [ "$(id -u)" != 0 ]; then
		sudo=$(command -v sudo) || die "Missing, and neither root nor sudo to install it: $*"
	fi
	say "Installing with apt-get, which may take a minute: $*"
	mkdir -p "$root/.build"
	before=$(installed_packages)
	(
		# Only the programs are wanted: no server may start, neither now nor with the machine.
		policy=/usr/sbin/policy-rc.d
		if [ ! -e $policy ]; then
			trap '$sudo rm -f $policy' EXIT
			trap exit HUP INT TERM
			printf '#!/bin/sh\nexit 101\n' | $sudo tee $policy
			$sudo chmod +x $policy
		fi
		$sudo apt-get update
		# --no-remove: rather fail than take away, say, another database server.
		$sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install \
			--yes --no-install-recommends --no-remove "$@" &&
			disable_services $(LC_ALL=C comm -13 <(echo "$before") <(installed_packages))
	) >"$log" 2>&1 </dev/null || {
		tail -n 20 "$log" >&2
		die "Could not install: $*"
	}
	hash -r
}

installed_packages() {
	dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | LC_ALL=C sort -u
}

disable_services() {
	local units
	[ $# -gt 0 ] || return 0
	units=$(dpkg-query --listfiles "$@" | sed -n 's,.*/systemd/system/\([^/@]*\.service\)$,\1,p')
	if [ -n "$units" ] && command -v systemctl >/dev/null; then
		$sudo systemctl disable $units
	fi
}

# build_extension NAME [CFLAGS]
# Builds the extension in .build/NAME, as far as that is not up to date, and prints the path of stampede.so.
build_extension() {
	local dir=$root/.build/$1 flags=${2:-} setup file
	setup=$("$PHP_CONFIG" --version; echo "$PHP_CONFIG $flags"; cat "$root/config.m4")
	if [ "$setup" != "$(cat "$dir/setup" 2>/dev/null)" ]; then
		rm -rf "$dir"
		mkdir -p "$dir"
	fi
	for file in "$root"/*.[ch] "$root/config.m4"; do
		# A config.h here is the product of a build in this place.
		[ "$file" = "$root/config.h" ] || cmp -s "$file" "$dir/${file##*/}" || cp "$file" "$dir"
	done
	say "Building the extension for PHP $("$PHP_CONFIG" --version)"
	(
		cd "$dir" &&
			{ [ -f setup ] || { "$PHPIZE" && ./configure --with-php-config="$PHP_CONFIG"; }; } &&
			echo "$setup" >setup &&
			make -j"$(nproc)" EXTRA_CFLAGS="$flags"
	) >"$dir/log" 2>&1 </dev/null || {
		tail -n 20 "$dir/log" >&2
		die "The build failed; all of its output is in $dir/log"
	}
	echo "$dir/modules/stampede.so"
}
