/* SPDX-License-Identifier: Apache-2.0 */
/* The constants that a calculator's formulas name. */
#include <aicalc/calculator.h>

#include <string.h>

const struct aic_constant *aic_constant_find(const struct aic_calculator *calculator,
                                             struct aic_span name)
{
    for (const struct aic_constant *c = calculator->constants; c && c->name; c++) {
        if (strncmp(c->name, name.at, name.length) == 0 && c->name[name.length] == '\0') {
            return c;
        }
    }
    return NULL;
}
