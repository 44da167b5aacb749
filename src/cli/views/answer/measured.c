/* SPDX-License-Identifier: Apache-2.0 */
/* What --measured shows: computed, measured, their ratio, the stated band, and what explains it. */
#include <math.h>
#include <string.h>

#include "cli/formats/json.h"
#include "cli/views/answer/answer.h"

/* Digits of a ratio. */
#define RATIO_DIGITS 4

/* "inside", "outside" or nothing, where no band is stated. */
static const char *place(const struct aic_measured *measured)
{
    return !measured->has_band ? "no band stated" : measured->inside ? "inside" : "outside";
}

/* "--mfu 0.372", to be pasted. */
static void write_flag(const struct aic_field *field, double value, char *out, size_t capacity)
{
    char words[AIC_QUANTITY_SIZE];
    struct aic_text text;
    bool is_memory = field->dimension == AIC_BYTES && !(field->flags & AIC_DISK);
    aic_text_init(&text, out, capacity);
    aic_text_add(&text, "--");
    aic_text_add_spelt(&text, (struct aic_span){ field->name, strlen(field->name) }, '_', '-');
    aic_text_add(&text, " ");
    aic_quantity_write(words, sizeof words, value, field->dimension, NULL,
                       is_memory ? AIC_UNITS_IEC : AIC_UNITS_AUTO);
    for (const char *c = words; *c; c++) {
        aic_text_add_bytes(&text, c, *c != ' ');
    }
}

/* What explains the measurement, or that nothing does. */
static void write_cause(const struct aic_calculator *calculator,
                        const struct aic_measured *measured, char *out, size_t capacity)
{
    const struct aic_field *field = aic_table_at(&calculator->inputs, measured->input, NULL);
    switch (measured->explained) {
    case AIC_EXPLAINED:
        write_flag(field, measured->input_value, out, capacity);
        break;
    case AIC_UNEXPLAINED:
        cli_print(out, capacity, "no value of %s explains it", field->name);
        break;
    case AIC_NOT_EXPLAINED:
        cli_print(out, capacity, "it rests on nothing that is assumed");
        break;
    }
}

static void add_row(const struct cli_view *view, const struct aic_measured *measured,
                    struct doc *doc)
{
    const struct aic_field *field = cli_result(view, measured->result);
    char words[CLI_VALUE_SIZE], number[AIC_NUMBER_SIZE] = "";
    doc_cell(doc, field->name);
    cli_write_number(field, measured->computed, view->units, words, sizeof words);
    doc_cell(doc, words);
    cli_write_number(field, measured->value, view->units, words, sizeof words);
    doc_cell(doc, words);
    if (aic_is_set(measured->ratio)) {
        number[aic_number_write_short(number, measured->ratio, RATIO_DIGITS)] = '\0';
    }
    doc_cell(doc, number);
    cli_write_band(view, measured->result, words, sizeof words);
    doc_cell_as(doc, (struct cli_cell){ .text = doc_print(doc, "%s%s%s", place(measured),
                                                          words[0] ? " " : "", words),
                                        .style = !measured->has_band ? CLI_PLAIN
                                                 : measured->inside  ? CLI_GOOD
                                                                     : CLI_WARNING });
    write_cause(view->answer->question->calculator, measured, words, sizeof words);
    doc_cell(doc, words);
    doc_row(doc);
}

void cli_add_measured(const struct cli_view *view, struct doc *doc)
{
    static const struct cli_column columns[] = {
        { .title = "Result" },
        { .title = "Computed", .gap = 2, .right = true },
        { .title = "Measured", .gap = 2, .right = true },
        { .title = "Ratio", .gap = 2, .right = true },
        { .title = "Band", .gap = 2 },
        { .title = "Explained by", .gap = 2 },
    };
    if (view->measured_count == 0) {
        return;
    }
    doc_section(doc, "measured", "Measured", NULL);
    doc_table(doc, 0, columns, sizeof columns / sizeof columns[0], (struct doc_shape){ 0 });
    for (size_t i = 0; i < view->measured_count; i++) {
        add_row(view, &view->measured[i], doc);
    }
}

void cli_measured_json(struct aic_json_writer *writer, const struct aic_calculator *calculator,
                       const struct aic_measured *measured, size_t count)
{
    if (count == 0) {
        return;
    }
    cli_json_open(writer, "measured", '[', true);
    for (size_t i = 0; i < count; i++, measured++) {
        const struct aic_field *field = aic_table_at(&calculator->results, measured->result, NULL);
        char words[CLI_VALUE_SIZE];
        write_cause(calculator, measured, words, sizeof words);
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "result", field->name);
        cli_json_number(writer, "computed", measured->computed);
        cli_json_number(writer, "measured", measured->value);
        cli_json_text(writer, "unit", aic_field_unit(field));
        cli_json_number(writer, "ratio", measured->ratio);
        if (measured->has_band) {
            cli_json_flag(writer, "inside", measured->inside);
        }
        if (measured->explained == AIC_EXPLAINED) {
            cli_json_text(writer, "parameter",
                          aic_table_at(&calculator->inputs, measured->input, NULL)->name);
            cli_json_number(writer, "value", measured->input_value);
            cli_json_text(writer, "flag", words);
        } else {
            cli_json_text(writer, "unexplained", words);
        }
        aic_json_close(writer);
    }
    aic_json_close(writer);
}
