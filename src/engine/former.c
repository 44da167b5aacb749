/* SPDX-License-Identifier: Apache-2.0 */
/* Names of earlier versions: what became of them. */
#include <aicalc/calculator.h>

#include <string.h>

static bool is_called(const struct aic_former *former, struct aic_span name)
{
    return strncmp(former->name, name.at, name.length) == 0 && former->name[name.length] == '\0';
}

const struct aic_former *aic_former_find(const struct aic_calculator *calculator,
                                         struct aic_span name)
{
    const struct aic_former *former = calculator->former;
    while (former && former->name && !is_called(former, name)) {
        former++;
    }
    return former && former->name ? former : NULL;
}

bool aic_suggest_former(struct aic_error *error, const struct aic_calculator *calculator,
                        struct aic_span name)
{
    const struct aic_former *former = aic_former_find(calculator, name);
    if (!former) {
        return false;
    }
    if (former->now) {
        aic_suggest(error, "%s is called %s now", former->name, former->now);
    } else {
        aic_suggest(error, "%s is gone: %s", former->name, former->instead);
    }
    return true;
}
