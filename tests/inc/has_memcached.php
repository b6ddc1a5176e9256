<?php

/*
 * For --SKIPIF--: skips where this build of the extension cannot keep values in Memcached.
 */

declare(strict_types=1);

if (@ini_set('stampede.memcached', '/socket') === false) {
    die('skip this build of stampede has no Memcached');
}
