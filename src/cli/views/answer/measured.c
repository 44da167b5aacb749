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

/* The cells of a row; both tables have the same. */
enum { RESULT, COMPUTED, MEASURED, RATIO, BAND, CAUSE, CELLS };

static void add_row(struct cli_grid *grid, const struct cli_view *view,
                    const struct aic_measured *measured)
{
    const struct aic_field *field = cli_result(view, measured->result);
    char computed[CLI_VALUE_SIZE], value[CLI_VALUE_SIZE], band[CLI_VALUE_SIZE];
    char cause[CLI_VALUE_SIZE], ratio[AIC_NUMBER_SIZE] = "", inside[2 * CLI_VALUE_SIZE];
    cli_write_number(field, measured->computed, view->units, computed, sizeof computed);
    cli_write_number(field, measured->value, view->units, value, sizeof value);
    cli_write_band(view, measured->result, band, sizeof band);
    write_cause(view->answer->question->calculator, measured, cause, sizeof cause);
    if (aic_is_set(measured->ratio)) {
        ratio[aic_number_write_short(ratio, measured->ratio, RATIO_DIGITS)] = '\0';
    }
    cli_print(inside, sizeof inside, "%s%s%s", place(measured), band[0] ? " " : "", band);
    cli_grid_cell(grid, field->name);
    cli_grid_cell(grid, computed);
    cli_grid_cell(grid, value);
    cli_grid_cell(grid, ratio);
    cli_grid_add(grid, (struct cli_cell){ .text = inside,
                                          .style = !measured->has_band ? CLI_PLAIN
                                                   : measured->inside  ? CLI_GOOD
                                                                       : CLI_WARNING });
    cli_grid_cell(grid, cause);
    cli_grid_end(grid);
}

static void add_rows(struct cli_grid *grid, void *context)
{
    const struct cli_view *view = context;
    for (size_t i = 0; i < view->measured_count; i++) {
        add_row(grid, view, &view->measured[i]);
    }
}

#define COLUMNS                                                                                    \
    {                                                                                              \
        { .title = "Result" }, { .title = "Computed", .gap = 2, .right = true },                   \
            { .title = "Measured", .gap = 2, .right = true },                                      \
            { .title = "Ratio", .gap = 2, .right = true }, { .title = "Band", .gap = 2 },          \
            { .title = "Explained by", .gap = 2 },                                                 \
    }

void cli_measured_table(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_column columns[CELLS] = COLUMNS;
    struct cli_view copy = *view;
    struct cli_grid grid;
    if (view->measured_count == 0) {
        return;
    }
    cli_heading(sink, "Measured", view->color);
    cli_grid_init(&grid, sink, &cli_layout_text, columns, CELLS);
    grid.indent = CLI_INDENT;
    grid.color = view->color;
    cli_grid_measure(&grid, add_rows, &copy);
    cli_grid_head(&grid);
    add_rows(&grid, &copy);
}

void cli_measured_rows(const struct cli_view *view, const struct cli_layout *layout,
                       struct aic_sink *sink)
{
    struct cli_column columns[CELLS] = COLUMNS;
    struct cli_view copy = *view;
    struct cli_grid grid;
    cli_grid_init(&grid, sink, layout, columns, CELLS);
    cli_grid_head(&grid);
    add_rows(&grid, &copy);
}

void cli_measured_markdown(const struct cli_view *view, struct aic_sink *sink)
{
    if (view->measured_count > 0) {
        aic_sink_text(sink, "\n");
        cli_measured_rows(view, &cli_layout_markdown, sink);
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
