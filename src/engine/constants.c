/* SPDX-License-Identifier: Apache-2.0 */
/* The constants that a calculator's formulas name. */
#include <aicalc/calculator.h>

#include <string.h>

#include "core/span.h"

const struct aic_constant *aic_constant_find(const struct aic_calculator *calculator,
                                             struct aic_span name)
{
    for (const struct aic_constant *c = calculator->constants; c && c->name; c++) {
        if (aic_span_is(name, c->name)) {
            return c;
        }
    }
    return NULL;
}
