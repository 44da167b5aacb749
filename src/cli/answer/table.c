/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The answer for a terminal: what decides first, then the breakdown, then the
 * budgets, the inputs, what was assumed, and the warnings.
 */
#include <string.h>

#include "cli/answer/answer.h"

/* The columns of a result. */
enum { NAME, VALUE, SPREAD, BASIS, BAR, MEANING, COLUMNS };

/* Less room than this for the meaning of a row, and it is left out. */
#define SHORTEST_MEANING 17

/* Terminals of so many columns have room for bars beside the parts of a result. */
#define BARS_FROM 100

/* The results under way. */
struct results {
    const struct cli_view *view;
    struct cli_grid grid;
    struct cli_column columns[COLUMNS];
};

/* The mark of a basis beside a value; exact values have none. */
static const char *mark(enum aic_basis basis)
{
    static const char *const marks[] = {
        [AIC_EXACT] = "", [AIC_PUBLISHED] = "*", [AIC_ESTIMATE] = "~", [AIC_ASSUMED] = "?"
    };
    return marks[basis];
}

/* "= " and words of a formula, below a result. */
static void write_equation(const struct cli_view *view, struct aic_sink *sink, const char *words)
{
    cli_repeat(sink, ' ', 2 * CLI_INDENT);
    aic_sink_text(sink, "= ");
    cli_wrapped(sink, view->columns, words, 6, 8);
}

static void write_explanation(const struct cli_view *view, struct aic_sink *sink,
                              const struct aic_field *field)
{
    char words[2048];
    struct aic_text text;
    if (!aic_field_words(field)) {
        return;
    }
    aic_text_init(&text, words, sizeof words);
    aic_explain_formula(view->answer, field, &text);
    write_equation(view, sink, words);
    if (!aic_field_is_sentence(field)) {
        aic_text_init(&text, words, sizeof words);
        aic_explain_numbers(view->answer, field, &text);
        write_equation(view, sink, words);
    }
}

static void add_result(struct results *results, size_t index, enum cli_style style)
{
    const struct cli_view *view = results->view;
    const struct aic_field *field = cli_result(view, index);
    struct cli_grid *grid = &results->grid;
    char value[CLI_VALUE_SIZE], spread[CLI_VALUE_SIZE];
    char bar[CLI_VALUE_SIZE] = "";
    double share;
    cli_write_value(field, aic_answer_result(view->answer, index), view->units, value,
                    sizeof value);
    cli_write_spread(view, index, spread, sizeof spread);
    cli_drop_same_unit(spread, value);
    if (results->columns[BAR].width > 0 && cli_share(view, index, &share)) {
        cli_write_bar(share, view->unicode, bar, sizeof bar);
    }
    cli_grid_cell(grid, field->name);
    cli_grid_add(grid, (struct cli_cell){ .text = value, .style = style });
    cli_grid_cell(grid, spread);
    cli_grid_cell(grid, mark(view->answer->basis[index]));
    cli_grid_cell(grid, bar);
    cli_grid_cell(grid, grid->measuring ? "" : field->help);
    cli_grid_end(grid);
    if (view->explain && !grid->measuring) {
        write_explanation(view, grid->sink, field);
    }
}

/* The group that a result belongs to. */
static size_t group_of(const struct cli_view *view, size_t index)
{
    const struct aic_table *results = &view->answer->question->calculator->results;
    size_t group = 0;
    while (index >= results->groups[group].count) {
        index -= results->groups[group++].count;
    }
    return group;
}

static bool has_parts(const struct cli_view *view, size_t group)
{
    double share;
    for (size_t i = 0; i < view->result_count; i++) {
        if (group_of(view, view->results[i]) == group &&
            cli_share(view, view->results[i], &share)) {
            return true;
        }
    }
    return false;
}

/* Bars where a section has parts; where they would leave no room for the meanings, neither. */
static void begin_section(struct results *rows, size_t group)
{
    const struct cli_view *view = rows->view;
    bool bars = view->columns >= BARS_FROM && has_parts(view, group);
    size_t used = CLI_INDENT;
    rows->columns[BAR].width = bars ? CLI_BAR_WIDTH + 1 : 0;
    for (size_t i = 0; i < MEANING; i++) {
        const struct cli_column *column = &rows->columns[i];
        used += column->optional && column->width == 0 ? 0 : column->gap + column->width;
    }
    used += rows->columns[MEANING].gap;
    bool has_room = used + SHORTEST_MEANING <= view->columns;
    rows->columns[BAR].dropped = rows->columns[MEANING].dropped = !has_room;
    cli_heading(rows->grid.sink, view->answer->question->calculator->results.groups[group].title,
                view->color);
}

static void write_sections(struct results *rows)
{
    const struct cli_view *view = rows->view;
    const struct aic_table *results = &view->answer->question->calculator->results;
    size_t last = results->count;
    bool has_keys = false;
    for (size_t i = 0; i < view->result_count; i++) {
        if (cli_result(view, view->results[i])->flags & AIC_KEY) {
            aic_sink_text(rows->grid.sink, has_keys ? "" : "\n");
            add_result(rows, view->results[i], CLI_STRONG);
            has_keys = true;
        }
    }
    for (size_t i = 0; i < view->result_count; i++) {
        if (cli_result(view, view->results[i])->flags & AIC_KEY) {
            continue;
        }
        size_t group = group_of(view, view->results[i]);
        if (group != last) {
            begin_section(rows, group);
            last = group;
        }
        add_result(rows, view->results[i], CLI_PLAIN);
    }
}

static void add_all(struct cli_grid *grid, void *context)
{
    struct results *results = context;
    (void)grid;
    for (size_t i = 0; i < results->view->result_count; i++) {
        add_result(results, results->view->results[i], CLI_PLAIN);
    }
}

static void write_results(const struct cli_view *view, struct aic_sink *sink)
{
    struct results results = {
        .view = view,
        .columns = {
            [VALUE] = { .gap = 2, .right = true },
            [SPREAD] = { .gap = 2, .right = true, .optional = true },
            [BASIS] = { .gap = 1, .width = 1 },
            [BAR] = { .gap = 1, .optional = true },
            [MEANING] = { .gap = 1, .overflow = CLI_OVERFLOW_CUT, .least = SHORTEST_MEANING },
        },
    };
    cli_grid_init(&results.grid, sink, &cli_layout_text, results.columns, COLUMNS);
    results.grid.indent = CLI_INDENT;
    results.grid.terminal = view->columns;
    results.grid.color = view->color;
    cli_grid_measure(&results.grid, add_all, &results);
    if (view->chosen) {
        aic_sink_text(sink, "\n");
        add_all(&results.grid, &results);
    } else {
        write_sections(&results);
    }
}

/* What the marks mean, those that were used. */
static void write_legend(const struct cli_view *view, struct aic_sink *sink)
{
    static const char *const words[] = {
        [AIC_EXACT] = NULL,
        [AIC_PUBLISHED] = "* rests on a published figure",
        [AIC_ESTIMATE] = "~ estimate",
        [AIC_ASSUMED] = "? rests on an assumed default",
    };
    bool used[] = { false, false, false, false };
    bool any = false;
    for (size_t i = 0; i < view->result_count; i++) {
        used[view->answer->basis[view->results[i]]] = true;
    }
    for (size_t basis = AIC_PUBLISHED; basis <= AIC_ASSUMED; basis++) {
        if (used[basis]) {
            aic_sink_text(sink, any ? "   " : "\n  ");
            aic_sink_text(sink, words[basis]);
            any = true;
        }
    }
    if (any) {
        aic_sink_text(sink, "\n");
    }
}

static void write_budgets(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_column columns[] = { { .width = 8 }, { .gap = 2 } };
    struct cli_grid grid;
    if (view->budget_count == 0) {
        return;
    }
    cli_heading(sink, "Budgets", view->color);
    cli_grid_init(&grid, sink, &cli_layout_text, columns, 2);
    grid.indent = CLI_INDENT;
    grid.color = view->color;
    for (size_t i = 0; i < view->budget_count; i++) {
        const struct aic_budget *budget = &view->budgets[i];
        const struct aic_verdict *verdict = &view->verdicts[i];
        char value[CLI_VALUE_SIZE], words[2 * CLI_VALUE_SIZE];
        struct aic_text text;
        cli_write_number(cli_result(view, budget->result), verdict->actual, view->units, value,
                         sizeof value);
        aic_text_init(&text, words, sizeof words);
        aic_text_add_bytes(&text, budget->text.at, budget->text.length);
        aic_text_format(&text, "   (is %s)", value);
        cli_grid_add(&grid, (struct cli_cell){ .text = cli_verdict(budget, verdict),
                                               .style = cli_verdict_style(budget, verdict) });
        cli_grid_cell(&grid, words);
        cli_grid_end(&grid);
    }
}

/* "name value" of every input that `wanted` picks, wrapped, behind a label. */
static void write_inputs(const struct cli_view *view, struct aic_sink *sink, const char *label,
                         bool (*wanted)(const struct cli_view *, size_t, const char *),
                         const char *source)
{
    size_t count = aic_table_size(&view->answer->question->calculator->inputs);
    size_t column = 0;
    for (size_t i = 0; i < count; i++) {
        if (!wanted(view, i, source)) {
            continue;
        }
        char item[CLI_VALUE_SIZE + 80];
        char value[CLI_VALUE_SIZE];
        struct aic_text text;
        cli_write_input(view, i, value, sizeof value);
        aic_text_init(&text, item, sizeof item);
        aic_text_format(&text, "%s %s", cli_input(view, i)->name, value);
        if (column == 0) {
            cli_repeat(sink, ' ', CLI_INDENT);
            aic_sink_text(sink, label);
            column = CLI_INDENT + strlen(label);
        } else {
            aic_sink_text(sink, ",");
            column++;
        }
        if (column + 1 + text.length + 1 > view->columns) {
            aic_sink_text(sink, "\n    ");
            column = 4;
        } else {
            aic_sink_text(sink, " ");
            column++;
        }
        aic_sink_text(sink, item);
        column += text.length;
    }
    if (column > 0) {
        aic_sink_text(sink, "\n");
    }
}

static bool is_given(const struct cli_view *view, size_t i, const char *source)
{
    (void)source;
    return cli_is_given(view->answer, i);
}

static bool is_assumed(const struct cli_view *view, size_t i, const char *source)
{
    (void)source;
    return cli_is_assumed(view->answer, i);
}

static bool is_from(const struct cli_view *view, size_t i, const char *source)
{
    const struct aic_question *question = view->answer->question;
    enum aic_origin origin = aic_question_origin(question, i);
    return (origin == AIC_FROM_CATALOG || origin == AIC_FROM_ANSWER) && view->answer->used[i] &&
           strcmp(question->sources[i].name, source) == 0;
}

/* True for the first input with its source, so that each source is told once. */
static bool is_first_of_source(const struct cli_view *view, size_t i)
{
    const char *source = view->answer->question->sources[i].name;
    if (!source || !is_from(view, i, source)) {
        return false;
    }
    for (size_t before = 0; before < i; before++) {
        const char *other = view->answer->question->sources[before].name;
        if (other && is_from(view, before, source)) {
            return false;
        }
    }
    return true;
}

static void write_all_inputs(const struct cli_view *view, struct aic_sink *sink)
{
    size_t count = aic_table_size(&view->answer->question->calculator->inputs);
    cli_heading(sink, "Inputs", view->color);
    write_inputs(view, sink, "given:", is_given, NULL);
    for (size_t i = 0; i < count; i++) {
        if (is_first_of_source(view, i)) {
            char label[192];
            const char *source = view->answer->question->sources[i].name;
            cli_print(label, sizeof label, "%s:", source);
            write_inputs(view, sink, label, is_from, source);
        }
    }
    write_inputs(view, sink, "assumed:", is_assumed, NULL);
}

void cli_title(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    cli_styled_text(sink, view->color ? CLI_STRONG : CLI_PLAIN, calculator->name);
    aic_sink_text(sink, ": ");
    cli_wrapped(sink, view->columns, calculator->help, strlen(calculator->name) + 2, CLI_INDENT);
}

static void write_warnings(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_notes *notes = &view->answer->notes;
    if (notes->count > 0) {
        cli_heading(sink, "Warnings", view->color);
    }
    for (size_t i = 0; i < notes->count; i++) {
        const char *id = notes->notes[i].id;
        cli_repeat(sink, ' ', CLI_INDENT);
        cli_styled_text(sink, view->color ? CLI_WARNING : CLI_PLAIN, id);
        aic_sink_text(sink, ": ");
        cli_wrapped(sink, view->columns, notes->notes[i].text, CLI_INDENT + strlen(id) + 2,
                    2 * CLI_INDENT);
    }
}

static void write_assumptions(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_assumption *assumption = view->answer->question->calculator->assumptions;
    cli_heading(sink, "Assumptions and sources", view->color);
    for (; assumption && assumption->id; assumption++) {
        if (!cli_assumption_holds(view->answer, assumption)) {
            continue;
        }
        char words[1024];
        cli_print(words, sizeof words, "%s: %s [%s]", assumption->id, assumption->text,
                  assumption->source);
        cli_paragraph(sink, view->columns, words);
    }
}

void cli_answer_table(const struct cli_view *view, struct aic_sink *sink)
{
    cli_title(view, sink);
    write_results(view, sink);
    write_legend(view, sink);
    write_budgets(view, sink);
    cli_solution_table(view, sink);
    cli_sensitivity_table(view, sink);
    write_all_inputs(view, sink);
    write_warnings(view, sink);
    if (view->explain) {
        write_assumptions(view, sink);
    }
}
