/* SPDX-License-Identifier: Apache-2.0 */
/* The answer as values: a row a result, in base units. */
#include "cli/views/answer/answer.h"

static void add_value(struct cli_grid *grid, const struct aic_field *field, struct aic_value value)
{
    char words[CLI_VALUE_SIZE];
    cli_write_plain(field, value, words, sizeof words);
    cli_grid_cell(grid, words);
}

void cli_answer_bare(const struct cli_view *view, struct aic_sink *sink)
{
    for (size_t i = 0; i < view->result_count; i++) {
        char words[CLI_VALUE_SIZE];
        cli_write_plain(cli_result(view, view->results[i]),
                        aic_answer_result(view->answer, view->results[i]), words, sizeof words);
        aic_sink_text(sink, words);
        aic_sink_text(sink, "\n");
    }
}

void cli_answer_values(const struct cli_view *view, const struct cli_layout *layout,
                       struct aic_sink *sink)
{
    struct cli_column plain[] = {
        { .title = "result" }, { .title = "value" }, { .title = "unit" }, { .title = "basis" }
    };
    struct cli_column spread[] = {
        { .title = "result" }, { .title = "value" }, { .title = "low" },
        { .title = "high" },   { .title = "unit" },  { .title = "basis" }
    };
    struct cli_grid grid;
    cli_grid_init(&grid, sink, layout, view->spread ? spread : plain, view->spread ? 6 : 4);
    cli_grid_head(&grid);
    for (size_t i = 0; i < view->result_count; i++) {
        size_t index = view->results[i];
        const struct aic_field *field = cli_result(view, index);
        const char *unit = aic_field_unit(field);
        cli_grid_cell(&grid, field->name);
        add_value(&grid, field, aic_answer_result(view->answer, index));
        if (view->spread) {
            struct aic_value low, high;
            aic_spread_ends(view->spread, index, &low, &high);
            add_value(&grid, field, low);
            add_value(&grid, field, high);
        }
        cli_grid_cell(&grid, unit ? unit : "");
        cli_grid_cell(&grid, aic_basis_name(view->answer->basis[index]));
        cli_grid_end(&grid);
    }
}
