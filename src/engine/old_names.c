/* SPDX-License-Identifier: Apache-2.0 */
/* Names of results: of now, of earlier versions and what became of them, and those that are inputs. */
#include <aicalc/calculator.h>

#include <string.h>

#include "core/span.h"

const struct aic_old_name *aic_old_name_find(const struct aic_calculator *calculator,
                                             struct aic_span name)
{
    const struct aic_old_name *old = calculator->old_names;
    while (old && old->name && !aic_span_is(name, old->name)) {
        old++;
    }
    return old && old->name ? old : NULL;
}

bool aic_suggest_new_name(struct aic_error *error, const struct aic_calculator *calculator,
                          struct aic_span name)
{
    const struct aic_old_name *old = aic_old_name_find(calculator, name);
    if (!old) {
        return false;
    }
    if (old->now) {
        aic_suggest(error, "%s is called %s now", old->name, old->now);
    } else {
        aic_suggest(error, "%s is gone: %s", old->name, old->instead);
    }
    return true;
}

/* Parts whose result it is: "did you mean 'storage.total_cost' or 'cost.total_cost'?" */
static bool suggest_of_parts(struct aic_error *error, const struct aic_calculator *calculator,
                             struct aic_span name)
{
    char words[sizeof error->suggestion];
    struct aic_text text;
    size_t count = 0;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < aic_table_size(&calculator->results); i++) {
        const char *result = aic_table_at(&calculator->results, i, NULL)->name;
        const char *own = strchr(result, '.');
        if (own && strlen(own + 1) == name.length && memcmp(own + 1, name.at, name.length) == 0) {
            aic_text_format(&text, "%s'%s'", count++ > 0 ? " or " : "", result);
        }
    }
    return count > 0 && (aic_suggest(error, "did you mean %s?", words), true);
}

bool aic_result_find(const struct aic_calculator *calculator, struct aic_span name, const char *of,
                     size_t *index, struct aic_error *error)
{
    char typed[AIC_TYPED_SIZE];
    const char *near;
    size_t input;
    if (aic_table_lookup(&calculator->results, name, index, &near, typed)) {
        return true;
    }
    bool is_input = aic_input_find(calculator, name, &input, NULL);
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "%s%s has no result '%s'%s", of, calculator->name, typed,
             is_input ? ": it is a parameter" : "");
    if (!aic_suggest_new_name(error, calculator, name) &&
        !suggest_of_parts(error, calculator, name)) {
        aic_suggest_name(error, near, "'aicalc help %s' lists the results", calculator->name);
    }
    return false;
}
