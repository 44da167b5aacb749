/* SPDX-License-Identifier: Apache-2.0 */
/* Finding an input by its name, or by another that people type for it. */
#include <aicalc/calculator.h>

#include <string.h>

#include "core/span.h"

void aic_input_add_name(struct aic_text *text, const char *typed)
{
    const char *dot = strrchr(typed, '.');
    size_t part = dot ? (size_t)(dot - typed) + 1 : 0;
    aic_text_add_bytes(text, typed, part);
    aic_text_add_spelt(text, (struct aic_span){ typed + part, strlen(typed + part) }, '-', '_');
}

bool aic_input_find(const struct aic_calculator *calculator, struct aic_span name, size_t *index,
                    const struct aic_alias **alias)
{
    const struct aic_table *inputs = &calculator->inputs;
    const struct aic_alias *at = calculator->aliases;
    *index = aic_table_find(inputs, name.at, name.length);
    if (alias) {
        *alias = NULL;
    }
    if (*index < aic_table_size(inputs)) {
        return true;
    }
    while (at && at->name && !aic_span_is(name, at->name)) {
        at++;
    }
    if (!at || !at->name) {
        return false;
    }
    if (alias) {
        *alias = at;
    }
    *index = aic_table_find(inputs, at->input, strlen(at->input));
    return true;
}
