/* SPDX-License-Identifier: Apache-2.0 */
/* Values in words, shared by the renderers. */
#include "cli/render/render.h"

#include <string.h>

const struct aic_field *cli_result(const struct cli_view *view, size_t index)
{
    return aic_table_at(&view->answer->question->calculator->results, index, NULL);
}

const struct aic_field *cli_input(const struct cli_view *view, size_t index)
{
    return aic_table_at(&view->answer->question->calculator->inputs, index, NULL);
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

void cli_write_value(const struct aic_field *field, struct aic_value value,
                     enum aic_unit_style style, char *out, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        aic_quantity_write(out, capacity, value.number, field->dimension,
                           counts_things(field) ? NULL : field->unit, style_of(field, style));
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
    char *unit = strrchr(first, ' ');
    const char *same = strrchr(words, ' ');
    if (unit && same && strcmp(unit, same) == 0) {
        *unit = '\0'; /* one unit for both */
    }
    aic_text_format(&text, "%s .. %s", first, words);
}

void cli_write_spread(const struct cli_view *view, size_t result, char *out, size_t capacity)
{
    struct aic_value low = { false, 0, NULL };
    struct aic_value high = low;
    if (view->spread) {
        aic_spread_ends(view->spread, result, &low, &high);
    }
    cli_write_interval(cli_result(view, result), low, high, view->units, out, capacity);
}

void cli_write_range(const struct cli_view *view, size_t input, char *out, size_t capacity)
{
    const struct aic_range *range = aic_question_range(view->answer->question, input);
    struct aic_value low = { range != NULL, range ? range->low : 0, NULL };
    struct aic_value high = { range != NULL, range ? range->high : 0, NULL };
    cli_write_interval(cli_input(view, input), low, high, view->units, out, capacity);
}

void cli_write_plain(const struct aic_field *field, struct aic_value value, char *out,
                     size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
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

bool cli_share(const struct cli_view *view, size_t index, double *share)
{
    const struct aic_table *results = &view->answer->question->calculator->results;
    const char *name = cli_result(view, index)->part_of;
    if (!name) {
        return false;
    }
    struct aic_value part = aic_answer_result(view->answer, index);
    struct aic_value whole =
        aic_answer_result(view->answer, aic_table_find(results, name, strlen(name)));
    *share = part.number / whole.number;
    return part.set && whole.set && part.number >= 0 && part.number <= whole.number &&
           whole.number > 0;
}

bool cli_assumption_holds(const struct aic_answer *answer, const struct aic_assumption *assumption)
{
    if (!assumption->when) {
        return true;
    }
    struct aic_span rest = { assumption->when, strlen(assumption->when) };
    struct aic_span name;
    while (aic_formula_next_name(&rest, &name)) {
        size_t index;
        if (aic_answer_lookup(answer, name, &index) == AIC_NAME_RESULT &&
            aic_answer_result(answer, index).set) {
            return true;
        }
    }
    return false;
}

void cli_sink_markdown(struct aic_sink *sink, const char *text)
{
    for (const char *c = text; *c; c++) {
        if (strchr("|\\`*_<>[]", *c)) {
            aic_sink_bytes(sink, "\\", 1);
        }
        bool is_control = (unsigned char)*c < 0x20 || *c == 0x7F;
        aic_sink_bytes(sink, is_control ? " " : c, 1);
    }
}

void cli_sink_csv(struct aic_sink *sink, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        aic_sink_text(sink, text);
        return;
    }
    aic_sink_bytes(sink, "\"", 1);
    for (const char *c = text; *c; c++) {
        if (*c == '"') {
            aic_sink_bytes(sink, "\"", 1);
        }
        aic_sink_bytes(sink, c, 1);
    }
    aic_sink_bytes(sink, "\"", 1);
}
