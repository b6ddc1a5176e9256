<?php

/*
 * For --SKIPIF--: skips where this build of the extension has no TLS.
 */

declare(strict_types=1);

if (@ini_set('stampede.redis', 'rediss://localhost') === false) {
    die('skip this build of stampede has no TLS');
}
