<?php

/*
 * What stampede counts, as Prometheus reads it. Copy this file anywhere, or point nginx at it.
 *
 * It tells host names, database numbers and how much traffic there is, so let nobody but Prometheus ask:
 *
 *     location = /stampede/metrics {
 *         allow 10.0.0.5;    # Prometheus
 *         deny all;
 *         include fastcgi_params;
 *         fastcgi_param SCRIPT_FILENAME /usr/share/stampede/contrib/metrics.php;
 *         fastcgi_pass unix:/run/php/stampede-metrics.sock;
 *     }
 *
 * Everything counted is shared by all pools of one php-fpm master. So a pool of its own, with a worker that is free when
 * those of the site are all busy, shows the same numbers, as long as it belongs to the same master:
 *
 *     [stampede-metrics]
 *     user = www-data
 *     listen = /run/php/stampede-metrics.sock
 *     listen.owner = www-data
 *     pm = static
 *     pm.max_children = 1
 *
 * prometheus.yml; one target for each php-fpm master:
 *
 *     scrape_configs:
 *       - job_name: stampede
 *         metrics_path: /stampede/metrics
 *         static_configs:
 *           - targets: ['web1:80', 'web2:80']
 *
 * The file README.md beside this one says what to look at, and suggests alerts.
 */

declare(strict_types=1);

header('Cache-Control: no-store');
header('X-Content-Type-Options: nosniff');

if (!function_exists('stampede_metrics')) {
    // Not an empty answer, which would pass for all being well.
    http_response_code(503);
    header('Content-Type: text/plain; charset=utf-8');
    echo "The extension stampede is not loaded here.\n";
    return;
}

header('Content-Type: text/plain; version=0.0.4; charset=utf-8');
echo stampede_metrics();
