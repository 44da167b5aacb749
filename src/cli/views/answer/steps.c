/* SPDX-License-Identifier: Apache-2.0 */
/* What would mend a no: changes as flags to add, each with the number that it gives. */
#include "cli/views/answer/answer.h"

#include <aicalc/calculator_rows.h>

static void add_flags(const struct aic_calculator *calculator, const struct aic_step *step,
                      struct aic_text *text)
{
    for (size_t i = 0; i < step->change_count; i++) {
        aic_text_add(text, i > 0 ? " " : "");
        aic_change_flag(calculator, &step->changes[i], text);
    }
}

/* "fits": what holds then; behind a number that is judged itself its name is not repeated. */
static void add_success(const struct cli_view *view, struct aic_text *text)
{
    const struct aic_lever *verdict = view->steps->verdict;
    if (!verdict) {
        aic_text_add(text, "budgets hold");
    } else if (verdict->goal) {
        aic_text_format(text, "meets %s", verdict->goal);
    } else {
        aic_text_add(text, verdict->verdict);
    }
}

void cli_write_step(const struct cli_view *view, const struct aic_step *step, char *flags,
                    char *gives, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, flags, capacity);
    add_flags(view->answer->question->calculator, step, &text);
    aic_text_init(&text, gives, capacity);
    if (aic_is_set(step->number)) {
        const struct aic_field *field = cli_result(view, view->steps->deciding);
        char number[CLI_VALUE_SIZE];
        cli_write_number(field, step->number, view->units, number, sizeof number);
        aic_text_format(&text, "%s %s, ", field->name, number);
    }
    add_success(view, &text);
}

void cli_write_no_step(const struct cli_view *view, char *out, size_t capacity)
{
    cli_print(out, capacity, "none of %g combinations of other settings mends it",
              (double)view->steps->tried);
}

static void write_step(struct cli_grid *grid, const struct cli_view *view,
                       const struct aic_step *step)
{
    char flags[CLI_VALUE_SIZE], gives[CLI_VALUE_SIZE], words[CLI_VALUE_SIZE + 3];
    cli_write_step(view, step, flags, gives, sizeof flags);
    cli_print(words, sizeof words, "-> %s", gives);
    cli_grid_cell(grid, flags);
    cli_grid_cell(grid, words);
    cli_grid_end(grid);
}

void cli_steps_markdown(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_steps *steps = view->steps;
    if (!steps || steps->count == 0) {
        return;
    }
    aic_sink_text(sink, "\nNext step: add\n\n");
    for (size_t i = 0; i < steps->count; i++) {
        char flags[CLI_VALUE_SIZE], gives[CLI_VALUE_SIZE];
        cli_write_step(view, &steps->steps[i], flags, gives, sizeof flags);
        aic_sink_text(sink, "- `");
        aic_sink_text(sink, flags);
        aic_sink_text(sink, "`: ");
        cli_sink_markdown(sink, gives);
        aic_sink_text(sink, "\n");
    }
}

struct rows {
    const struct cli_view *view;
};

static void add_steps(struct cli_grid *grid, void *context)
{
    const struct cli_view *view = ((struct rows *)context)->view;
    for (size_t i = 0; i < view->steps->count; i++) {
        write_step(grid, view, &view->steps->steps[i]);
    }
}

void cli_steps_text(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_steps *steps = view->steps;
    struct cli_column columns[] = {
        { .overflow = CLI_OVERFLOW_BREAKS },
        { .gap = 2, .overflow = CLI_OVERFLOW_WRAPPED },
    };
    struct rows rows = { view };
    struct cli_grid grid;
    if (!steps || steps->tried == 0) {
        return;
    }
    cli_heading(sink, "Next step: add", view->color);
    if (steps->count == 0) {
        char words[CLI_VALUE_SIZE];
        cli_write_no_step(view, words, sizeof words);
        cli_paragraph(sink, view->columns, words);
        return;
    }
    cli_grid_init(&grid, sink, &cli_layout_text, columns, 2);
    grid.indent = CLI_INDENT;
    grid.terminal = view->columns;
    grid.color = view->color;
    cli_grid_measure(&grid, add_steps, &rows);
    add_steps(&grid, &rows);
}
