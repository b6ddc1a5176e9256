# Folders with another Debian in them, and PHP made of Debian's own source package. To be sourced after tools/lib.sh; what
# it makes is kept outside of the checkout.

cache=${STAMPEDE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/stampede}

# The mirror that apt uses on this machine.
debian_mirror() {
	apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -E '/debian/?$' | head -n 1
}

# enter FOLDER [--offline] COMMAND...
# Runs a command in the folder. Processes that it starts end with it, because they have a namespace of their own; mounts as
# well. With OVERLAY (an empty folder) nothing that it writes stays; the files of SOURCE are then in /tmp/source.
enter() {
	local flags=(--mount --pid --fork --kill-child) folder=$1
	shift
	if [ "$1" = --offline ]; then
		flags+=(--net)
		shift
	fi
	unshare "${flags[@]}" bash -euc '
		folder=$1
		shift
		mount --make-rprivate /
		# A network of its own has no way out, and 127.0.0.1 is down.
		ip link set lo up 2>/dev/null || true
		if [ -n "${OVERLAY:-}" ]; then
			mount -t tmpfs tmpfs "$OVERLAY"
			mkdir "$OVERLAY/upper" "$OVERLAY/work" "$OVERLAY/root"
			mount -t overlay -o "lowerdir=$folder,upperdir=$OVERLAY/upper,workdir=$OVERLAY/work" overlay "$OVERLAY/root"
			folder=$OVERLAY/root
			mkdir -p "$folder/tmp/source"
			cp -r "$SOURCE"/. "$folder/tmp/source/"
		fi
		mount -t proc proc "$folder/proc"
		mount --rbind /dev "$folder/dev"
		exec chroot "$folder" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"
	' bash "$folder" "$@"
}

# install_in FOLDER PACKAGE...
install_in() {
	local folder=$1
	shift
	enter "$folder" dpkg --status "$@" >/dev/null 2>&1 && return
	cp /etc/resolv.conf "$folder/etc/resolv.conf"
	enter "$folder" sh -c '
		printf "#!/bin/sh\nexit 101\n" >/usr/sbin/policy-rc.d
		chmod +x /usr/sbin/policy-rc.d
		export DEBIAN_FRONTEND=noninteractive
		apt-get update && apt-get install --yes --no-install-recommends "$@"
	' sh "$@"
}

# debian_folder SUITE PACKAGE...
# Sees to it that $cache/SUITE holds that Debian with the packages.
debian_folder() {
	local suite=$1 folder=$cache/$1
	shift
	if [ ! -f "$folder/etc/debian_version" ]; then
		# Beside its place until it is whole.
		rm -rf "$folder.new" && mkdir -p "$cache" &&
			debootstrap --variant=minbase --include=ca-certificates "$suite" "$folder.new" "$(debian_mirror)" &&
			mv "$folder.new" "$folder" || return
	fi
	install_in "$folder" "$@"
}

# debian_php NAME CONFIGURE-OPTION...
# Sees to it that $cache/NAME holds a PHP with php-config, made of the source package of this Debian's PHP.
debian_php() {
	local prefix=$cache/$1 work status=0
	shift
	[ -f "$prefix/is-whole" ] && return
	rm -rf "$prefix"
	work=$(mktemp -d "${TMPDIR:-/tmp}/stampede-php.XXXXXX")
	(build_php "$prefix" "$work" "$@") || status=1
	rm -rf "$work"
	return $status
}

# In a chain: where its status is asked for, bash does not end a function at the first failure.
build_php() {
	local prefix=$1 work=$2
	shift 2
	cd "$work" && php_source && cd php8*/ &&
		{ [ -x configure ] || ./buildconf --force; } &&
		./configure --prefix="$prefix" --disable-all --enable-cli --enable-fpm --enable-pcntl --enable-posix --enable-session \
			--enable-filter --enable-tokenizer --enable-ctype --enable-sockets --with-zlib "$@" &&
		make -s -j"$(nproc)" && make -s install &&
		# Debian's patches leave a mark where its own rules put the API of PHP.
		sed -i 's#/@DEBIAN_PHP_API@##g' "$prefix/bin/phpize" "$prefix/bin/php-config" &&
		mkdir -p "$prefix/share" &&
		ln -sfn /usr/share/aclocal "$prefix/share/aclocal" && ln -sfn /usr/share/libtool "$prefix/share/libtool" &&
		touch "$prefix/is-whole"
}

# Unpacks the source of PHP here. The newest one may be gone from the mirror already: then an older one.
php_source() {
	local list=$PWD/sources.list state=$PWD/lists options version
	mkdir -p "$state/partial"
	echo "deb-src $(debian_mirror) $(. /etc/os-release; echo "$VERSION_CODENAME") main" >"$list"
	echo "deb-src $(debian_mirror | sed 's,/*$,-security,') $(. /etc/os-release; echo "$VERSION_CODENAME")-security main" >>"$list"
	options=(-o "Dir::Etc::sourcelist=$list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$state")
	apt-get "${options[@]}" update
	for version in $(apt-cache "${options[@]}" showsrc "php$(debian_php_version)" | sed -n 's/^Version: //p' | sort -rV -u); do
		apt-get "${options[@]}" source "php$(debian_php_version)=$version" && return
	done
	return 1
}
