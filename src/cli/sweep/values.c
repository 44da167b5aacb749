/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep as values: a row a case, base units, empty where a result is left out.
 *
 * A million rows of a hundred cells are mostly the writing of numbers. Hence a cell keeps its
 * text: along one axis of a sweep most results do not change.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/sweep/sweep.h"

/* A column of results, and the text of its last value. */
struct cell {
    const struct aic_field *field;
    size_t offset;    /* in the output struct */
    uint64_t bits;    /* of the last value; all set: left out */
    const char *text; /* which it became */
    size_t length;
    char number[AIC_NUMBER_SIZE];
};

uint64_t cli_value_bits(const struct aic_field *field, const void *at)
{
    uint64_t bits = 0;
    if (field->kind == AIC_REAL || field->kind == AIC_INTEGER) {
        memcpy(&bits, at, sizeof bits);
        return bits;
    }
    struct aic_value value = aic_value_load(field, at);
    return value.set ? (uint64_t)value.number : UINT64_MAX;
}

static void write_cell(struct cell *cell, const void *at)
{
    struct aic_value value = aic_value_load(cell->field, at);
    if (!value.set) {
        cell->length = 0;
        return;
    }
    switch (cell->field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        cell->text = cell->number;
        cell->length = aic_number_write(cell->number, value.number);
        return;
    case AIC_CHOICE:
        cell->text = aic_choice_name(cell->field, (int)value.number);
        break;
    case AIC_FLAG:
        cell->text = value.number != 0 ? "true" : "false";
        break;
    case AIC_REFERENCE: /* no result is one */
        cell->text = value.name;
        break;
    }
    cell->length = strlen(cell->text);
}

static void add_results(struct cli_grid *grid, struct cell *cells, size_t count, const char *out)
{
    for (size_t i = 0; i < count; i++) {
        struct cell *cell = &cells[i];
        const char *at = out + cell->offset;
        uint64_t bits = cli_value_bits(cell->field, at);
        if (bits != cell->bits) {
            cell->bits = bits;
            write_cell(cell, at);
        }
        cli_grid_value(grid, cell->text, cell->length);
    }
}

static void add_case(struct cli_grid *grid, const struct cli_sweep *sweep, struct cell *cells,
                     size_t count)
{
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        const struct aic_field *field = sweep->cases.axes[i].field;
        char text[CLI_VALUE_SIZE];
        if (field->kind == AIC_REFERENCE) {
            cli_grid_cell(grid, sweep->values[i].name);
        } else {
            cli_write_plain(field, sweep->values[i], text, sizeof text);
            cli_grid_value(grid, text, strlen(text));
        }
    }
    if (!sweep->is_possible) {
        char reason[CLI_REASON_SIZE];
        cli_sweep_reason(sweep, reason);
        cli_grid_note(grid, reason);
        return;
    }
    add_results(grid, cells, count, sweep->evaluation.out);
    for (size_t i = 0; i < sweep->query->options.budgets.count; i++) {
        const char *pass = sweep->query->verdicts[i].pass ? "true" : "false";
        cli_grid_value(grid, pass, strlen(pass));
    }
    cli_grid_value(grid, "", 0);
    cli_grid_end(grid);
}

static void write_head(struct cli_grid *grid, const struct cli_sweep *sweep,
                       const struct cell *cells, size_t count)
{
    const struct cli_query *query = sweep->query;
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        cli_grid_cell(grid, sweep->cases.axes[i].field->name);
    }
    for (size_t i = 0; i < count; i++) {
        cli_grid_cell(grid, cells[i].field->name);
    }
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        char words[CLI_VALUE_SIZE];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        aic_text_add(&text, query->budgets[i].warns ? "warn: " : "");
        aic_text_add_bytes(&text, query->budgets[i].text.at, query->budgets[i].text.length);
        cli_grid_cell(grid, words);
    }
    cli_grid_cell(grid, "error");
    cli_grid_end(grid);
}

/* The columns: the results of --fields, or all but the terms. */
static size_t choose_cells(const struct cli_query *query, struct cell *cells)
{
    const struct aic_table *results = &query->calculator->results;
    bool chosen = query->options.fields != NULL;
    size_t count = chosen ? query->result_count : aic_table_size(results);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct cell *cell = &cells[kept];
        cell->field = aic_table_at(results, chosen ? query->results[i] : i, &cell->offset);
        cell->bits = UINT64_MAX;
        cell->text = cell->number;
        cell->length = 0;
        kept += chosen || !(cell->field->flags & AIC_TERM);
    }
    return kept;
}

void cli_sweep_values(struct cli_sweep *sweep, const struct cli_layout *layout,
                      struct aic_sink *sink)
{
    size_t results = aic_table_size(&sweep->query->calculator->results);
    struct cell *cells = malloc((results + 1) * sizeof cells[0]);
    struct cli_grid grid;
    if (!cells) {
        aic_fail_memory(&sweep->query->error);
        return;
    }
    size_t count = choose_cells(sweep->query, cells);
    cli_grid_init(&grid, sink, layout, NULL,
                  sweep->cases.axis_count + count + sweep->query->options.budgets.count + 1);
    if (sweep->shard.part == 1 || sweep->query->options.header) {
        write_head(&grid, sweep, cells, count);
    }
    cli_sweep_rewind(sweep);
    while (!sink->failed && cli_sweep_next(sweep)) {
        add_case(&grid, sweep, cells, count);
    }
    free(cells);
}
