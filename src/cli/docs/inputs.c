/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs in words, as help and the manual show them. */
#include "cli/docs/inputs.h"

#include <string.h>

/* What a flag is unless it is given. */
static bool is_yes_by_default(const struct aic_field *field)
{
    struct aic_value value = { false, 0, NULL };
    return field->default_text &&
           aic_value_read(field, field->default_text, strlen(field->default_text), &value, NULL) &&
           value.number != 0;
}

void cli_add_input_option(const struct aic_field *field, struct aic_text *text)
{
    aic_text_add(text, field->kind == AIC_FLAG && is_yes_by_default(field) ? "--no-" : "--");
    aic_text_add_spelt(text, (struct aic_span){ field->name, strlen(field->name) }, '_', '-');
    static const char *const values[] = {
        [AIC_REAL] = NULL, [AIC_INTEGER] = " N",      [AIC_CHOICE] = " NAME",
        [AIC_FLAG] = "",   [AIC_REFERENCE] = " NAME",
    };
    if (values[field->kind]) {
        aic_text_add(text, values[field->kind]);
    } else {
        aic_text_format(text, " %s",
                        aic_dimension_is_plain(field->dimension)
                            ? "X"
                            : aic_dimension_example(field->dimension));
    }
}

void cli_add_input_meaning(const struct aic_field *field, struct aic_text *text)
{
    aic_text_add(text, field->help);
    if (field->kind == AIC_CHOICE) {
        aic_text_add(text, ": ");
        aic_text_add_names(text, aic_word_at, field->choices);
    }
    if (field->kind == AIC_FLAG) {
        aic_text_format(text, " (default %s)", is_yes_by_default(field) ? "yes" : "no");
    } else if (field->default_text) {
        aic_text_format(text, " (default %s)", field->default_text);
    } else if (aic_field_is_derived(field) && aic_field_words(field)) {
        struct aic_span words = aic_formula_text(aic_field_words(field));
        aic_text_add(text, " (default ");
        aic_text_add_bytes(text, words.at, words.length);
        aic_text_add(text, ")");
    }
    if (field->kind == AIC_REFERENCE) {
        aic_text_format(text, " ('aicalc catalog %s')", aic_catalog_kind_name(field->catalog));
    }
    if (field->fed_by) {
        aic_text_format(text, "; fed by %s", field->fed_by);
    }
}
