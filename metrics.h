/*
 * The statistics as PHP gets to see them: an array, the text that Prometheus reads, rows of phpinfo().
 */
#ifndef STAMPEDE_METRICS_H
#define STAMPEDE_METRICS_H

#include "php_stampede.h"

void stampede_metrics_array(zval *stats);
zend_string *stampede_metrics_text(void);
void stampede_metrics_info(void);

#endif /* STAMPEDE_METRICS_H */
