dnl stampede: php.ini stays as it is; `phpize && ./configure && make` needs no flags.

PHP_ARG_ENABLE([stampede],
  [whether to enable stampede],
  [AS_HELP_STRING([--enable-stampede], [Enable stampede])])

PHP_ARG_WITH([stampede-libdeflate],
  [whether to compress by libdeflate],
  [AS_HELP_STRING([--with-stampede-libdeflate],
    [Compress by libdeflate instead of zlib. Default: when pkg-config finds it])],
  [auto], [no])

PHP_ARG_WITH([stampede-libmemcached],
  [whether to support Memcached for values],
  [AS_HELP_STRING([--with-stampede-libmemcached],
    [Support values in Memcached (stampede.memcached) by libmemcached. Default: when pkg-config finds it])],
  [auto], [no])

PHP_ARG_WITH([stampede-tls],
  [whether to support TLS (rediss://)],
  [AS_HELP_STRING([--with-stampede-tls],
    [Support rediss:// by hiredis_ssl and OpenSSL. Default: when pkg-config finds both])],
  [auto], [no])

PHP_ARG_ENABLE([stampede-dev],
  [whether to make compiler warnings errors],
  [AS_HELP_STRING([--enable-stampede-dev], [Turn on warnings and make them errors])],
  [no], [no])

if test "$PHP_STAMPEDE" != "no"; then
  AC_PATH_PROG([PKG_CONFIG], [pkg-config], [no])
  if test "$PKG_CONFIG" = "no"; then
    AC_MSG_ERROR([pkg-config is needed: install the package pkg-config (Debian, Ubuntu), pkgconf (Alpine, Fedora, Homebrew)])
  fi

  dnl STAMPEDE_LIBRARY(module with version, where to get it)
  AC_DEFUN([STAMPEDE_LIBRARY], [
    PHP_EVAL_INCLINE([$($PKG_CONFIG --cflags $1)])
    PHP_EVAL_LIBLINE([$($PKG_CONFIG --libs $1)], [STAMPEDE_SHARED_LIBADD])
  ])

  AC_MSG_CHECKING([for hiredis >= 0.14])
  if $PKG_CONFIG --exists "hiredis >= 0.14"; then
    AC_MSG_RESULT([$($PKG_CONFIG --modversion hiredis)])
    STAMPEDE_LIBRARY([hiredis])
  else
    AC_MSG_ERROR([not found. Install the package libhiredis-dev (Debian, Ubuntu), hiredis-devel (Fedora, RHEL with EPEL), hiredis-dev (Alpine) or hiredis (Homebrew), or point PKG_CONFIG_PATH to hiredis.pc])
  fi

  AC_MSG_CHECKING([for libdeflate])
  if test "$PHP_STAMPEDE_LIBDEFLATE" != "no" && $PKG_CONFIG --exists libdeflate; then
    AC_MSG_RESULT([$($PKG_CONFIG --modversion libdeflate)])
    STAMPEDE_LIBRARY([libdeflate])
    AC_DEFINE([HAVE_STAMPEDE_LIBDEFLATE], [1], [Compress by libdeflate])
  elif test "$PHP_STAMPEDE_LIBDEFLATE" = "yes"; then
    AC_MSG_ERROR([not found. Install the package libdeflate-dev (Debian, Ubuntu, Alpine), libdeflate-devel (Fedora) or libdeflate (Homebrew), or leave out --with-stampede-libdeflate to use zlib])
  else
    AC_MSG_RESULT([no])
    AC_MSG_CHECKING([for zlib])
    if $PKG_CONFIG --exists zlib; then
      AC_MSG_RESULT([$($PKG_CONFIG --modversion zlib)])
      STAMPEDE_LIBRARY([zlib])
    else
      AC_MSG_ERROR([not found. Install libdeflate (faster) or zlib: libdeflate-dev or zlib1g-dev (Debian, Ubuntu), libdeflate-devel or zlib-devel (Fedora), libdeflate-dev or zlib-dev (Alpine)])
    fi
  fi

  AC_MSG_CHECKING([for libmemcached >= 1.0.8])
  if test "$PHP_STAMPEDE_LIBMEMCACHED" != "no" && $PKG_CONFIG --exists "libmemcached >= 1.0.8"; then
    AC_MSG_RESULT([$($PKG_CONFIG --modversion libmemcached)])
    STAMPEDE_LIBRARY([libmemcached])
    AC_DEFINE([HAVE_STAMPEDE_LIBMEMCACHED], [1], [Support stampede.memcached])
    STAMPEDE_MEMCACHED_SOURCES="backend_memcached.c memcached_link.c"
  elif test "$PHP_STAMPEDE_LIBMEMCACHED" = "yes"; then
    AC_MSG_ERROR([not found. Install the package libmemcached-dev (Debian, Ubuntu, Alpine), libmemcached-awesome-devel (Fedora) or libmemcached (Homebrew), or leave out --with-stampede-libmemcached])
  else
    AC_MSG_RESULT([no, stampede.memcached will be refused])
  fi

  AC_MSG_CHECKING([for hiredis_ssl and openssl])
  if test "$PHP_STAMPEDE_TLS" != "no" && $PKG_CONFIG --exists "hiredis_ssl >= 1.0 openssl >= 1.1.0"; then
    AC_MSG_RESULT([$($PKG_CONFIG --modversion hiredis_ssl), $($PKG_CONFIG --modversion openssl)])
    STAMPEDE_LIBRARY([hiredis_ssl openssl])
    AC_DEFINE([HAVE_STAMPEDE_TLS], [1], [Support rediss://])
    STAMPEDE_TLS_SOURCES="redis_tls.c"
  elif test "$PHP_STAMPEDE_TLS" = "yes"; then
    AC_MSG_ERROR([not found. hiredis_ssl comes with hiredis 1.0 and later: install libhiredis-dev of Debian 13, Ubuntu 22.04 or later and libssl-dev, or leave out --with-stampede-tls])
  else
    AC_MSG_RESULT([no, rediss:// will be refused])
  fi

  STAMPEDE_CFLAGS="-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"
  AX_CHECK_COMPILE_FLAG([-fvisibility=hidden], [STAMPEDE_CFLAGS="$STAMPEDE_CFLAGS -fvisibility=hidden"])
  if test "$PHP_STAMPEDE_DEV" = "yes"; then
    for flag in -Wall -Wextra -Wvla -Wformat=2 -Wstrict-prototypes -Wno-unused-parameter -Werror; do
      AX_CHECK_COMPILE_FLAG([$flag], [STAMPEDE_CFLAGS="$STAMPEDE_CFLAGS $flag"])
    done
  fi

  PHP_SUBST([STAMPEDE_SHARED_LIBADD])
  PHP_NEW_EXTENSION([stampede],
    [stampede.c settings.c cache.c result.c build.c remember.c send.c http.c defer.c lock.c stale.c value.c blob.c keys.c host.c breaker.c stats.c metrics.c backend_redis.c redis_link.c redis_errors.c redis_url.c memcached_list.c peer.c wire.c $STAMPEDE_MEMCACHED_SOURCES $STAMPEDE_TLS_SOURCES],
    [$ext_shared],,
    [$STAMPEDE_CFLAGS])
fi
