/* SPDX-License-Identifier: Apache-2.0 */
/* Values in words, for people and for machines. */
#include "cli/formats/value.h"

#include <math.h>
#include <string.h>

#include "cli/formats/lines.h"

bool cli_is_number(const struct aic_field *field)
{
    return field->kind == AIC_REAL || field->kind == AIC_INTEGER;
}

static enum aic_unit_style style_of(const struct aic_field *field, enum aic_unit_style style)
{
    if (style != AIC_UNITS_AUTO) {
        return style;
    }
    bool memory_like = field->dimension == AIC_BYTES && !(field->flags & AIC_DISK);
    return memory_like ? AIC_UNITS_IEC : AIC_UNITS_SI;
}

/* The name of a row says what a count counts ("layer", "token"), but not what
 * a measure is measured in ("CFM", "L/min", "ton"): words from five letters on are things. */
static bool counts_things(const struct aic_field *field)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    return field->unit && strlen(field->unit) >= 5 &&
           strspn(field->unit, letters) == strlen(field->unit);
}

/* Inputs are written as they could be typed, results to be read. */
static bool is_result(const struct aic_field *field)
{
    return aic_field_words(field) && !aic_field_is_derived(field);
}

static void add_number(const struct aic_field *field, double number, enum aic_unit_style style,
                       char *out, size_t capacity)
{
    const char *unit = counts_things(field) ? NULL : field->unit;
    bool is_share = field->dimension == AIC_RATIO && !(field->flags & AIC_FACTOR);
    if (isinf(number)) {
        struct aic_text text;
        aic_text_init(&text, out, capacity);
        aic_text_add(&text, "no upper limit");
    } else if (is_result(field)) {
        aic_quantity_show(out, capacity, number, field->dimension, unit, style_of(field, style),
                          is_share);
    } else {
        aic_quantity_write(out, capacity, number, field->dimension, unit, style_of(field, style));
    }
}

void cli_write_value(const struct aic_field *field, struct aic_value value,
                     enum aic_unit_style style, char *out, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        add_number(field, value.number, style, out, capacity);
        break;
    case AIC_CHOICE:
        aic_text_add(&text, aic_choice_name(field, (int)value.number));
        break;
    case AIC_FLAG:
        aic_text_add(&text, value.number != 0 ? "yes" : "no");
        break;
    case AIC_REFERENCE:
        aic_text_add(&text, value.name);
        break;
    }
}

void cli_write_number(const struct aic_field *field, double number, enum aic_unit_style style,
                      char *out, size_t capacity)
{
    cli_write_value(field, (struct aic_value){ true, number, NULL }, style, out, capacity);
}

void cli_drop_same_unit(char *words, const char *beside)
{
    char *unit = strrchr(words, ' ');
    const char *same = strrchr(beside, ' ');
    if (unit && same && strcmp(unit, same) == 0) {
        *unit = '\0';
    }
}

void cli_write_interval(const struct aic_field *field, struct aic_value low, struct aic_value high,
                        enum aic_unit_style style, char *out, size_t capacity)
{
    char words[CLI_VALUE_SIZE];
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    if (!low.set || !high.set || low.number == high.number) {
        return;
    }
    char first[CLI_VALUE_SIZE];
    cli_write_value(field, low, style, first, sizeof first);
    cli_write_value(field, high, style, words, sizeof words);
    cli_drop_same_unit(first, words);
    aic_text_format(&text, "%s .. %s", first, words);
}

void cli_write_plain(const struct aic_field *field, struct aic_value value, char *out,
                     size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    if (!value.set) {
        return;
    }
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        aic_text_add_number(&text, value.number);
        break;
    case AIC_CHOICE:
        aic_text_add(&text, aic_choice_name(field, (int)value.number));
        break;
    case AIC_FLAG:
        aic_text_add(&text, value.number != 0 ? "true" : "false");
        break;
    case AIC_REFERENCE:
        aic_text_add(&text, value.name);
        break;
    }
}
