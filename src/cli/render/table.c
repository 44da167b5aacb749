/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The answer for a terminal: what decides first, then the breakdown, then the
 * budgets, the inputs, what was assumed, and the warnings.
 */
#include "cli/docs/lines.h"
#include "cli/render/render.h"

#include <string.h>

#define INDENT 2

/* Less room than this for the meaning of a row, and it is left out. */
#define SHORTEST_HELP 16

static void write_styled(const struct cli_view *view, struct aic_sink *sink, const char *code,
                         const char *text)
{
    if (view->color) {
        aic_sink_text(sink, code);
    }
    aic_sink_text(sink, text);
    if (view->color) {
        aic_sink_text(sink, "\033[0m");
    }
}

static void write_heading(const struct cli_view *view, struct aic_sink *sink, const char *title)
{
    aic_sink_text(sink, "\n");
    write_styled(view, sink, "\033[1m", title);
    aic_sink_text(sink, "\n");
}

/* What fits of a phrase: up to a comma or the like where that is most of it,
 * else up to a word, with dots. */
static void write_cut(struct aic_sink *sink, const char *text, size_t width)
{
    size_t length = strlen(text);
    if (length > width) {
        size_t clause = 0;
        for (size_t i = 0; i <= width; i++) {
            bool ends = strchr(",;:", text[i]) || (text[i] == ' ' && text[i + 1] == '(');
            clause = ends ? i : clause;
        }
        length = 2 * clause >= width ? clause : cli_fitting(text, width - 2);
        aic_sink_bytes(sink, text, length);
        aic_sink_text(sink, length == clause ? "" : "..");
        return;
    }
    aic_sink_text(sink, text);
}

/* The mark of a basis beside a value; exact values have none. */
static const char *mark(enum aic_basis basis)
{
    static const char *const marks[] = {
        [AIC_EXACT] = " ", [AIC_PUBLISHED] = "*", [AIC_ESTIMATE] = "~", [AIC_ASSUMED] = "?"
    };
    return marks[basis];
}

/* Terminals of so many columns have room for bars beside the parts of a result. */
#define BARS_FROM 100

/* Widths of the columns of names and values, over all rows, and of the bars of a section. */
struct widths {
    size_t name, value, bar;
    size_t spread; /* of the intervals, with the blanks before them; 0: there are none */
};

/* The interval of a row, without the unit where it is that of the value beside it. */
static void write_beside(const struct cli_view *view, size_t index, const char *value, char *out,
                         size_t capacity)
{
    cli_write_spread(view, index, out, capacity);
    char *unit = strrchr(out, ' ');
    const char *same = strrchr(value, ' ');
    if (unit && same && strcmp(unit, same) == 0) {
        *unit = '\0';
    }
}

static struct widths measure(const struct cli_view *view)
{
    struct widths widths = { 0, 0, 0, 0 };
    for (size_t i = 0; i < view->result_count; i++) {
        const struct aic_field *field = cli_result(view, view->results[i]);
        char value[CLI_VALUE_SIZE];
        char beside[CLI_VALUE_SIZE];
        cli_write_value(field, aic_answer_result(view->answer, view->results[i]), view->units,
                        value, sizeof value);
        size_t name = strlen(field->name);
        size_t length = strlen(value);
        widths.name = name > widths.name ? name : widths.name;
        widths.value = length > widths.value ? length : widths.value;
        write_beside(view, view->results[i], value, beside, sizeof beside);
        length = beside[0] ? strlen(beside) + 2 : 0;
        widths.spread = length > widths.spread ? length : widths.spread;
    }
    return widths;
}

static void write_explanation(const struct cli_view *view, struct aic_sink *sink,
                              const struct aic_field *field)
{
    char buffer[2048];
    struct aic_text text;
    if (!aic_field_words(field)) {
        return;
    }
    aic_text_init(&text, buffer, sizeof buffer);
    aic_explain_formula(view->answer, field, &text);
    cli_repeat(sink, ' ', 4);
    aic_sink_text(sink, "= ");
    cli_wrapped(sink, (size_t)view->columns, buffer, 6, 8);
    if (aic_field_is_sentence(field)) {
        return;
    }
    aic_text_init(&text, buffer, sizeof buffer);
    aic_explain_numbers(view->answer, field, &text);
    cli_repeat(sink, ' ', 4);
    aic_sink_text(sink, "= ");
    cli_wrapped(sink, (size_t)view->columns, buffer, 6, 8);
}

/* The share that a part has in its whole, where the section has bars; returns the columns. */
static size_t write_share(const struct cli_view *view, struct aic_sink *sink,
                          const struct widths *widths, size_t index)
{
    double share;
    if (widths->bar > 0 && cli_share(view, index, &share)) {
        cli_write_bar(view, share, sink);
        cli_repeat(sink, ' ', widths->bar - cli_bar_width());
    } else {
        cli_repeat(sink, ' ', widths->bar);
    }
    return widths->bar;
}

static void write_result(const struct cli_view *view, struct aic_sink *sink,
                         const struct widths *widths, size_t index, bool strong)
{
    const struct aic_field *field = cli_result(view, index);
    char value[CLI_VALUE_SIZE];
    char beside[CLI_VALUE_SIZE];
    cli_write_value(field, aic_answer_result(view->answer, index), view->units, value,
                    sizeof value);
    write_beside(view, index, value, beside, sizeof beside);
    cli_repeat(sink, ' ', INDENT);
    cli_padded(sink, field->name, widths->name + 2, false);
    if (strong && view->color) {
        aic_sink_text(sink, "\033[1m");
    }
    cli_padded(sink, value, widths->value, true);
    if (strong && view->color) {
        aic_sink_text(sink, "\033[0m");
    }
    const char *basis = mark(view->answer->basis[index]);
    size_t used = INDENT + widths->name + 2 + widths->value + widths->spread + 3;
    bool has_help = used + widths->bar + SHORTEST_HELP < (size_t)view->columns;
    if (has_help || beside[0] || *basis != ' ') {
        cli_padded(sink, beside, widths->spread, true);
    }
    if (has_help) {
        aic_sink_text(sink, " ");
        aic_sink_text(sink, basis);
        aic_sink_text(sink, " ");
        used += write_share(view, sink, widths, index);
        write_cut(sink, field->help, (size_t)view->columns - used);
    } else if (*basis != ' ') {
        aic_sink_text(sink, " ");
        aic_sink_text(sink, basis);
    }
    aic_sink_text(sink, "\n");
    if (view->explain) {
        write_explanation(view, sink, field);
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

/* Columns for bars in a section: none where it has no parts, or there is no room. */
static size_t bar_columns(const struct cli_view *view, size_t group)
{
    double share;
    for (size_t i = 0; i < view->result_count && view->columns >= BARS_FROM; i++) {
        if (group_of(view, view->results[i]) == group &&
            cli_share(view, view->results[i], &share)) {
            return cli_bar_width() + 2;
        }
    }
    return 0;
}

static void write_sections(const struct cli_view *view, struct aic_sink *sink,
                           struct widths *widths)
{
    const struct aic_table *results = &view->answer->question->calculator->results;
    size_t last = results->count;
    bool has_keys = false;
    for (size_t i = 0; i < view->result_count; i++) {
        if (cli_result(view, view->results[i])->flags & AIC_KEY) {
            aic_sink_text(sink, has_keys ? "" : "\n");
            write_result(view, sink, widths, view->results[i], true);
            has_keys = true;
        }
    }
    for (size_t i = 0; i < view->result_count; i++) {
        if (cli_result(view, view->results[i])->flags & AIC_KEY) {
            continue;
        }
        size_t group = group_of(view, view->results[i]);
        if (group != last) {
            write_heading(view, sink, results->groups[group].title);
            widths->bar = bar_columns(view, group);
            last = group;
        }
        write_result(view, sink, widths, view->results[i], false);
    }
}

static void write_chosen(const struct cli_view *view, struct aic_sink *sink,
                         const struct widths *widths)
{
    for (size_t i = 0; i < view->result_count; i++) {
        write_result(view, sink, widths, view->results[i], false);
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
    if (view->budget_count > 0) {
        write_heading(view, sink, "Budgets");
    }
    for (size_t i = 0; i < view->budget_count; i++) {
        const struct aic_budget *budget = &view->budgets[i];
        const struct aic_verdict *verdict = &view->verdicts[i];
        char value[CLI_VALUE_SIZE];
        cli_write_value(cli_result(view, budget->result),
                        (struct aic_value){ true, verdict->actual, NULL }, view->units, value,
                        sizeof value);
        cli_repeat(sink, ' ', INDENT);
        write_styled(view, sink,
                     verdict->pass ? "\033[32m" : (budget->warns ? "\033[33m" : "\033[31m"),
                     verdict->pass ? "holds     " : (budget->warns ? "warning   " : "exceeded  "));
        aic_sink_bytes(sink, budget->text.at, budget->text.length);
        aic_sink_text(sink, "   (is ");
        aic_sink_text(sink, value);
        aic_sink_text(sink, ")\n");
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
        const struct aic_field *field = cli_input(view, i);
        char item[CLI_VALUE_SIZE + 80];
        char value[CLI_VALUE_SIZE];
        struct aic_text text;
        cli_write_range(view, i, value, sizeof value);
        if (!value[0]) {
            cli_write_value(field, aic_question_value(view->answer->question, i), view->units,
                            value, sizeof value);
        }
        aic_text_init(&text, item, sizeof item);
        aic_text_format(&text, "%s %s", field->name, value);
        if (column == 0) {
            cli_repeat(sink, ' ', INDENT);
            aic_sink_text(sink, label);
            column = INDENT + strlen(label);
        } else {
            aic_sink_text(sink, ",");
            column++;
        }
        if (column + 1 + text.length + 1 > (size_t)view->columns) {
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
    return aic_question_origin(view->answer->question, i) >= AIC_FROM_FILE;
}

static bool is_assumed(const struct cli_view *view, size_t i, const char *source)
{
    (void)source;
    return aic_question_origin(view->answer->question, i) == AIC_FROM_DEFAULT &&
           view->answer->used[i] && view->answer->input_basis[i] == AIC_ASSUMED;
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
    write_heading(view, sink, "Inputs");
    write_inputs(view, sink, "given:", is_given, NULL);
    for (size_t i = 0; i < count; i++) {
        if (is_first_of_source(view, i)) {
            char label[192];
            struct aic_text text;
            const char *source = view->answer->question->sources[i].name;
            aic_text_init(&text, label, sizeof label);
            aic_text_format(&text, "%s:", source);
            write_inputs(view, sink, label, is_from, source);
        }
    }
    write_inputs(view, sink, "assumed:", is_assumed, NULL);
}

static void write_warnings(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_notes *notes = &view->answer->notes;
    if (notes->count > 0) {
        write_heading(view, sink, "Warnings");
    }
    for (size_t i = 0; i < notes->count; i++) {
        const char *id = notes->notes[i].id;
        cli_repeat(sink, ' ', INDENT);
        write_styled(view, sink, "\033[33m", id);
        aic_sink_text(sink, ": ");
        cli_wrapped(sink, (size_t)view->columns, notes->notes[i].text, INDENT + strlen(id) + 2, 4);
    }
}

static void write_assumptions(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_assumption *assumption = view->answer->question->calculator->assumptions;
    write_heading(view, sink, "Assumptions and sources");
    for (; assumption && assumption->id; assumption++) {
        if (!cli_assumption_holds(view->answer, assumption)) {
            continue;
        }
        char words[1024];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        aic_text_format(&text, "%s: %s [%s]", assumption->id, assumption->text, assumption->source);
        cli_repeat(sink, ' ', INDENT);
        cli_wrapped(sink, (size_t)view->columns, words, INDENT, 4);
    }
}

void cli_render_table(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    struct widths widths = measure(view);
    write_styled(view, sink, "\033[1m", calculator->name);
    aic_sink_text(sink, ": ");
    cli_wrapped(sink, (size_t)view->columns, calculator->help, strlen(calculator->name) + 2,
                INDENT);
    if (view->chosen) {
        aic_sink_text(sink, "\n");
        write_chosen(view, sink, &widths);
    } else {
        write_sections(view, sink, &widths);
    }
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
