/* SPDX-License-Identifier: Apache-2.0 */
/* Parts, inputs and results of a composition by their names, and what is wrong with one. */
#include <string.h>

#include <aicalc/text.h>

#include "core/span.h"
#include "engine/composition/composition.h"

bool aic_composition_fail(const struct aic_composition *composition, struct aic_error *error,
                          const char *part, const char *what)
{
    return aic_fail(error, AIC_ERR_TABLE, NULL, "%s: %s: %s", composition->table->name, part, what);
}

bool aic_name_part(const char *part, struct aic_error *error)
{
    char message[sizeof error->message];
    struct aic_text text;
    memcpy(message, error->message, sizeof message);
    aic_text_init(&text, error->message, sizeof error->message);
    aic_text_format(&text, "%s: %s", part, message);
    return false;
}

size_t aic_composition_part(const struct aic_composition *composition, struct aic_span name)
{
    for (size_t p = 0; p < composition->part_count; p++) {
        if (aic_span_is(name, composition->parts[p].calculator->name)) {
            return p;
        }
    }
    return composition->part_count;
}

size_t aic_composition_plain(const struct aic_composition *composition, struct aic_span name)
{
    for (size_t i = 0; i < composition->plain_count; i++) {
        if (composition->inputs[i].name[0] == name.at[0] &&
            aic_span_is(name, composition->inputs[i].name)) {
            return i;
        }
    }
    return composition->plain_count;
}

const struct aic_field *aic_composition_input(const struct aic_composition *composition,
                                              const struct part *part, struct aic_span name)
{
    size_t at = aic_table_find(&part->calculator->inputs, name.at, name.length);
    return at < part->inputs ? &composition->inputs[part->first_input + at] : NULL;
}

bool aic_composition_result(const struct aic_composition *composition, struct aic_span name,
                            struct source *source)
{
    const char *dot = memchr(name.at, '.', name.length);
    size_t prefix = dot ? (size_t)(dot - name.at) : 0;
    size_t p = aic_composition_part(composition, (struct aic_span){ name.at, prefix });
    if (!dot || p == composition->part_count) {
        return false;
    }
    const struct part *part = &composition->parts[p];
    size_t at = aic_table_find(&part->calculator->results, dot + 1, name.length - prefix - 1);
    if (at >= part->results) {
        return false;
    }
    size_t result = part->first_result + at;
    *source = (struct source){ &composition->results[result], p, result };
    return true;
}

const struct part *aic_composition_part_of_input(const struct aic_composition *composition,
                                                 size_t input)
{
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        if (input >= part->first_input && input < part->first_input + part->inputs) {
            return part;
        }
    }
    return NULL;
}

const struct part *aic_composition_part_of_result(const struct aic_composition *composition,
                                                  size_t result)
{
    size_t p = composition->own_count;
    while (result >= composition->parts[p].first_result + composition->parts[p].results) {
        p++;
    }
    return &composition->parts[p];
}
