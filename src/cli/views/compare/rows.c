/* SPDX-License-Identifier: Apache-2.0 */
/* Cases side by side as a table: a column for each case and one for its ratio to the first. */
#include <math.h>
#include <string.h>

#include "cli/views/compare/compare.h"

/* The cases of a table: the first, and as many others as the terminal has room for. */
struct block {
    const struct cli_comparison *comparison;
    size_t cases[CLI_COMPARE_MAX];
    size_t count;
};

/* Two columns for a case, but one for the first; and the names before them. */
#define COLUMNS (2 * CLI_COMPARE_MAX)

static size_t set_columns(const struct block *block, struct cli_column *columns)
{
    size_t count = 0;
    columns[count++] = (struct cli_column){ .title = "" };
    for (size_t i = 0; i < block->count; i++) {
        columns[count++] = (struct cli_column){
            .title = block->comparison->cases[block->cases[i]].name, .right = true, .gap = 2
        };
        if (i > 0) {
            columns[count++] = (struct cli_column){ .title = "ratio", .right = true, .gap = 1 };
        }
    }
    return count;
}

/* True where the names of the cases say it: "h100-sxm", "tp 8". */
static bool is_in_names(const struct cli_comparison *comparison, size_t input)
{
    const char *name = aic_table_at(&comparison->calculator->inputs, input, NULL)->name;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct cli_case *one = &comparison->cases[i];
        char words[CLI_VALUE_SIZE], named[2 * CLI_VALUE_SIZE];
        cli_case_input(comparison, i, input, words, sizeof words);
        cli_print(named, sizeof named, "%s %s", name, words);
        if (one->is_possible && strcmp(one->name, words) != 0 && strcmp(one->name, named) != 0) {
            return false;
        }
    }
    return true;
}

static void add_input(struct cli_grid *grid, const struct block *block, size_t input)
{
    char words[CLI_VALUE_SIZE];
    cli_grid_cell(grid, aic_table_at(&block->comparison->calculator->inputs, input, NULL)->name);
    for (size_t i = 0; i < block->count; i++) {
        cli_case_input(block->comparison, block->cases[i], input, words, sizeof words);
        cli_grid_cell(grid, words);
        if (i > 0) {
            cli_grid_cell(grid, "");
        }
    }
    cli_grid_end(grid);
}

static void add_ratio(struct cli_grid *grid, struct aic_ratio ratio)
{
    char words[AIC_NUMBER_SIZE + 2] = "";
    static const enum cli_style styles[] = { [AIC_COMPARES_BETTER] = CLI_GOOD,
                                             [AIC_COMPARES_WORSE] = CLI_BAD,
                                             [AIC_COMPARES_OTHER] = CLI_PLAIN };
    if (ratio.kind == AIC_COMPARES_SAME) {
        cli_print(words, sizeof words, "=");
    } else if (ratio.kind != AIC_COMPARES_NOT && !isnan(ratio.ratio)) {
        char number[AIC_NUMBER_SIZE];
        number[aic_number_write_short(number, ratio.ratio, 3)] = '\0';
        cli_print(words, sizeof words, "%sx", number);
    }
    cli_grid_add(grid, (struct cli_cell){ .text = words, .style = styles[ratio.kind] });
}

static void add_result(struct cli_grid *grid, const struct block *block, size_t result)
{
    const struct cli_comparison *comparison = block->comparison;
    const struct aic_field *field = aic_table_at(&comparison->calculator->results, result, NULL);
    cli_grid_cell(grid, field->name);
    for (size_t i = 0; i < block->count; i++) {
        struct aic_value value = cli_case_value(comparison, block->cases[i], result);
        char words[CLI_VALUE_SIZE] = "-";
        if (value.set) {
            cli_write_value(field, value, comparison->units, words, sizeof words);
        }
        cli_grid_cell(grid, words);
        if (i > 0) {
            add_ratio(grid, cli_case_ratio(comparison, block->cases[i], result));
        }
    }
    cli_grid_end(grid);
}

static void add_budget(struct cli_grid *grid, const struct block *block, size_t budget)
{
    const struct aic_budget *of = &block->comparison->budgets[budget];
    char words[CLI_VALUE_SIZE];
    cli_write_span(of->text, words, sizeof words);
    cli_grid_cell(grid, words);
    for (size_t i = 0; i < block->count; i++) {
        const struct cli_case *one = &block->comparison->cases[block->cases[i]];
        const struct aic_verdict *verdict = &one->verdicts[budget];
        cli_grid_add(grid,
                     (struct cli_cell){ .text = one->is_possible ? cli_verdict(of, verdict) : "-",
                                        .style = one->is_possible ? cli_verdict_style(of, verdict)
                                                                  : CLI_PLAIN });
        if (i > 0) {
            cli_grid_cell(grid, "");
        }
    }
    cli_grid_end(grid);
}

static void add_rows(struct cli_grid *grid, void *context)
{
    const struct block *block = context;
    const struct cli_comparison *comparison = block->comparison;
    for (size_t i = 0; i < comparison->input_count; i++) {
        if (!is_in_names(comparison, comparison->inputs[i])) {
            add_input(grid, block, comparison->inputs[i]);
        }
    }
    for (size_t i = 0; i < comparison->row_count; i++) {
        add_result(grid, block, comparison->rows[i]);
    }
    for (size_t i = 0; i < comparison->budget_count; i++) {
        add_budget(grid, block, i);
    }
}

static void open_grid(struct cli_grid *grid, const struct block *block, struct cli_column *columns,
                      const struct cli_layout *layout, struct aic_sink *sink)
{
    size_t count = set_columns(block, columns);
    cli_grid_init(grid, sink, layout, columns, count);
    grid->indent = CLI_INDENT;
    grid->color = block->comparison->color;
    grid->terminal = block->comparison->columns;
    grid->ruled = true;
    for (size_t i = 0; i < count; i++) {
        columns[i].width = cli_width(columns[i].title);
    }
    cli_grid_measure(grid, add_rows, (void *)block);
}

/* Columns of the terminal that a block takes. */
static size_t width_of(const struct block *block)
{
    struct cli_column columns[COLUMNS];
    struct cli_grid grid;
    size_t width = CLI_INDENT;
    open_grid(&grid, block, columns, &cli_layout_text, NULL);
    for (size_t i = 0; i < grid.count; i++) {
        width += columns[i].gap + columns[i].width;
    }
    return width;
}

/* Takes cases from `at` on, as many as fit; at least one beside the first. */
static struct block next_block(const struct cli_comparison *comparison, size_t *at, bool fits_all)
{
    struct block block = { comparison, { comparison->first }, 1 };
    for (; *at < comparison->count; ++*at) {
        if (*at == comparison->first) {
            continue;
        }
        block.cases[block.count++] = *at;
        if (!fits_all && block.count > 2 && width_of(&block) > comparison->columns) {
            block.count--;
            break;
        }
    }
    return block;
}

static void write_block(const struct block *block, const struct cli_layout *layout,
                        struct aic_sink *sink)
{
    struct cli_column columns[COLUMNS];
    struct cli_grid grid;
    open_grid(&grid, block, columns, layout, sink);
    cli_grid_head(&grid);
    add_rows(&grid, (void *)block);
}

void cli_compare_table(const struct cli_comparison *comparison, struct aic_sink *sink)
{
    char words[CLI_SENTENCE_SIZE];
    size_t at = 0;
    cli_styled_text(sink, comparison->color ? CLI_STRONG : CLI_PLAIN, comparison->calculator->name);
    cli_write(sink, ": %g cases side by side, ratios to %s\n", (double)comparison->count,
              comparison->cases[comparison->first].name);
    do {
        struct block block = next_block(comparison, &at, false);
        aic_sink_text(sink, "\n");
        write_block(&block, &cli_layout_text, sink);
    } while (at < comparison->count);
    aic_sink_text(sink, "\n");
    for (size_t i = 0; i < comparison->count; i++) {
        if (cli_case_has_sentence(comparison, i)) {
            cli_case_sentence(comparison, i, words);
            cli_paragraph(sink, comparison->columns, words);
        }
    }
}

void cli_compare_grid(const struct cli_comparison *comparison, const struct cli_layout *layout,
                      struct aic_sink *sink)
{
    size_t at = 0;
    const struct block block = next_block(comparison, &at, true);
    write_block(&block, layout, sink);
}

void cli_compare_markdown(const struct cli_comparison *comparison, struct aic_sink *sink)
{
    char words[CLI_SENTENCE_SIZE];
    cli_compare_grid(comparison, &cli_layout_markdown, sink);
    aic_sink_text(sink, "\n");
    for (size_t i = 0; i < comparison->count; i++) {
        if (cli_case_has_sentence(comparison, i)) {
            cli_case_sentence(comparison, i, words);
            aic_sink_text(sink, "- ");
            cli_sink_markdown(sink, words);
            aic_sink_text(sink, "\n");
        }
    }
}
