/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of a sweep as rows for people, in text and in Markdown. */
#include <stdlib.h>
#include <string.h>

#include "cli/sweep/summary.h"

/* Columns that words why a case cannot be compared have at least: longer ones are wrapped. */
#define LACK_WIDTH 20

/* The columns: axes, results, budgets, and in Markdown why a case is impossible. */
struct rows {
    struct cli_sweep *sweep;
    const struct cli_summary *summary;
    struct cli_grid grid;
    struct cli_column *columns;
    char (*budgets)[CLI_VALUE_SIZE]; /* their titles */
};

static size_t add_column(struct rows *rows, struct cli_column column)
{
    column.gap = rows->grid.count > 0 ? 2 : 0;
    rows->columns[rows->grid.count] = column;
    return rows->grid.count++;
}

static void add_columns(struct rows *rows)
{
    const struct cli_sweep *sweep = rows->sweep;
    const struct cli_summary *summary = rows->summary;
    const struct cli_query *query = sweep->query;
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        const struct aic_field *field = sweep->cases.axes[i].field;
        add_column(rows, (struct cli_column){ .title = field->name,
                                              .right = cli_is_number(field),
                                              .width = summary->axis_widths[i] });
    }
    for (size_t i = 0; i < summary->column_count; i++) {
        const struct cli_sweep_column *result = &summary->columns[i];
        bool marks = cli_summary_marks(summary, result);
        add_column(rows, (struct cli_column){ .title = result->field->name,
                                              .right = cli_is_number(result->field),
                                              .marks = marks,
                                              .droppable = true,
                                              .width = result->width + (marks ? 2 : 0) });
    }
    if (summary->bill_width > 0) {
        add_column(rows, (struct cli_column){ .title = "at usual price",
                                              .right = true,
                                              .width = summary->bill_width });
    }
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        cli_write_span(query->budgets[i].text, rows->budgets[i], CLI_VALUE_SIZE);
        add_column(rows,
                   (struct cli_column){ .title = rows->budgets[i], .width = strlen("exceeded") });
    }
    bool is_text = rows->grid.layout->measures;
    if (summary->lack_width > 0) {
        size_t width = summary->lack_width < LACK_WIDTH ? summary->lack_width : LACK_WIDTH;
        add_column(rows, (struct cli_column){ .title = is_text ? "not compared" : "Not compared",
                                              .overflow = CLI_OVERFLOW_WRAPPED,
                                              .width = width });
    }
    bool has_notes = rows->grid.layout->note != NULL;
    if (!has_notes && summary->possible < summary->cases) {
        add_column(rows, (struct cli_column){ .title = "Impossible because" });
    }
}

/* Why the case cannot be compared with the others, where one of them cannot. */
static void add_lack(struct rows *rows)
{
    char words[CLI_REASON_SIZE];
    struct aic_text text;
    if (rows->summary->lack_width > 0) {
        aic_text_init(&text, words, sizeof words);
        cli_sweep_add_lack(rows->sweep, rows->summary, &text);
        cli_grid_cell(&rows->grid, words);
    }
}

/* What the case would cost at the usual price of its GPU, where any case has one. */
static void add_bill(struct rows *rows)
{
    struct cli_usual_bill bill;
    if (rows->summary->bill_width > 0) {
        bool ok = cli_sweep_usual_bill(rows->sweep, &bill);
        cli_grid_cell(&rows->grid, ok && bill.known ? bill.bill : "");
    }
}

static void add_possible(struct rows *rows)
{
    struct cli_sweep *sweep = rows->sweep;
    const struct cli_query *query = sweep->query;
    const bool lacks = cli_sweep_is_lacking(sweep, rows->summary);
    for (size_t i = 0; i < rows->summary->column_count; i++) {
        const struct cli_sweep_column *column = &rows->summary->columns[i];
        struct aic_value value = aic_evaluation_result(&sweep->evaluation, column->result);
        char text[CLI_VALUE_SIZE] = "";
        if (value.set) {
            cli_write_value(column->field, value, cli_unit_style(&query->options), text,
                            sizeof text);
        }
        bool is_least = !lacks && value.set && value.number == column->least &&
                        cli_summary_marks(rows->summary, column);
        cli_grid_add(&rows->grid, (struct cli_cell){ .text = text, .marked = is_least });
    }
    add_bill(rows);
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        const struct aic_budget *budget = &query->budgets[i];
        const struct aic_verdict *verdict = &query->verdicts[i];
        cli_grid_add(&rows->grid, (struct cli_cell){ .text = cli_verdict(budget, verdict),
                                                     .style = cli_verdict_style(budget, verdict) });
    }
    add_lack(rows);
    cli_grid_end(&rows->grid);
}

static void add_case(struct rows *rows)
{
    const struct cli_sweep *sweep = rows->sweep;
    char text[CLI_REASON_SIZE];
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        cli_write_value(sweep->cases.axes[i].field, sweep->values[i],
                        cli_unit_style(&sweep->query->options), text, sizeof text);
        cli_grid_cell(&rows->grid, text);
    }
    if (sweep->is_possible) {
        add_possible(rows);
    } else {
        cli_sweep_reason(sweep, text);
        cli_grid_note(&rows->grid, text);
    }
}

static void write_rows(struct rows *rows, size_t *dropped)
{
    const struct cli_view view = cli_summary_view(rows->sweep, rows->summary);
    struct cli_grid *grid = &rows->grid;
    size_t first = rows->sweep->cases.axis_count;
    add_columns(rows);
    grid->indent = CLI_INDENT;
    grid->terminal = view.columns;
    grid->color = view.color;
    grid->ruled = true;
    if (grid->layout->measures) {
        cli_grid_fit(grid);
    }
    *dropped = 0;
    while (*dropped < rows->summary->column_count && !rows->columns[first + *dropped].dropped) {
        ++*dropped;
    }
    cli_grid_head(grid);
    cli_sweep_rewind(rows->sweep);
    while (!grid->sink->failed && cli_sweep_next(rows->sweep)) {
        add_case(rows);
    }
}

bool cli_sweep_rows(struct cli_sweep *sweep, const struct cli_summary *summary,
                    const struct cli_layout *layout, struct aic_sink *sink, size_t *dropped)
{
    size_t budgets = sweep->query->options.budgets.count;
    size_t count = sweep->cases.axis_count + summary->column_count + budgets + 3;
    struct rows rows = { .sweep = sweep, .summary = summary };
    rows.columns = malloc(count * sizeof rows.columns[0]);
    rows.budgets = malloc((budgets + 1) * sizeof rows.budgets[0]);
    bool ok = rows.columns && rows.budgets;
    if (ok) {
        cli_grid_init(&rows.grid, sink, layout, rows.columns, 0);
        write_rows(&rows, dropped);
    } else {
        aic_fail_memory(&sweep->query->error);
    }
    free(rows.columns);
    free(rows.budgets);
    return ok;
}
