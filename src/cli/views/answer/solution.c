/* SPDX-License-Identifier: Apache-2.0 */
/* What --solve found: the value, the neighbour that does not meet the budgets, and how. */
#include <string.h>

#include "cli/formats/json.h"
#include "cli/views/answer/answer.h"

static const struct aic_field *parameter(const struct cli_view *view)
{
    return cli_input(view, view->solution->input);
}

/* The text of the budget that the neighbour misses. */
static void write_binding(const struct cli_view *view, struct aic_text *text)
{
    const struct aic_span budget = view->budgets[view->solution->binding].text;
    aic_text_add_bytes(text, budget.at, budget.length);
}

/* A value to the last digit, because two neighbours look alike with fewer. */
static void write_exact(const struct cli_view *view, struct aic_value value, char *out,
                        size_t capacity)
{
    cli_write_value(parameter(view), value, AIC_UNITS_RAW, out, capacity);
}

static void describe_value(const struct cli_view *view, struct aic_text *text)
{
    const struct aic_solution *solution = view->solution;
    const struct aic_field *field = parameter(view);
    bool in_order = field->kind == AIC_CHOICE || field->kind == AIC_REFERENCE;
    const char *rank = solution->goal == AIC_SMALLEST ? (in_order ? "first" : "smallest")
                                                      : (in_order ? "last" : "largest");
    char shown[CLI_VALUE_SIZE], exact[CLI_VALUE_SIZE];
    cli_write_value(field, solution->value, view->units, shown, sizeof shown);
    write_exact(view, solution->value, exact, sizeof exact);
    bool is_told = view->all && strcmp(shown, exact) != 0;
    aic_text_format(text, "%s %s%s%s%s is the %s that meets all budgets", field->name, shown,
                    is_told ? " (" : "", is_told ? exact : "", is_told ? ")" : "", rank);
}

/* The neighbour: the next bit of a number is "any less", as it would look the same. */
static void name_neighbor(const struct cli_view *view, char *out, size_t capacity)
{
    const struct aic_solution *solution = view->solution;
    char value[CLI_VALUE_SIZE];
    cli_write_value(parameter(view), solution->value, view->units, value, sizeof value);
    cli_write_value(parameter(view), solution->neighbor, view->units, out, capacity);
    if (view->all) {
        write_exact(view, solution->neighbor, out, capacity);
    } else if (strcmp(value, out) == 0) {
        cli_print(out, capacity, "any %s", solution->goal == AIC_SMALLEST ? "less" : "more");
    }
}

static void describe_neighbor(const struct cli_view *view, struct aic_text *text)
{
    const struct aic_solution *solution = view->solution;
    const struct aic_field *input =
        aic_table_at(&view->answer->question->calculator->inputs, solution->input, NULL);
    char value[CLI_VALUE_SIZE], actual[CLI_VALUE_SIZE], found[CLI_VALUE_SIZE];
    if (solution->kind == AIC_NEIGHBOR_NONE) {
        aic_text_add(text, "nothing beyond it can be asked");
        if (aic_field_is_number(input)) {
            const bool is_least = solution->goal == AIC_SMALLEST;
            aic_text_format(text, "; the %s: --solve %s=%s", is_least ? "largest" : "smallest",
                            input->name, aic_goal_name(is_least ? AIC_LARGEST : AIC_SMALLEST));
        }
        return;
    }
    name_neighbor(view, value, sizeof value);
    if (solution->kind == AIC_NEIGHBOR_IMPOSSIBLE) {
        aic_text_format(text, "%s is not possible: %s", value, solution->why.message);
        return;
    }
    const struct aic_budget *budget = &view->budgets[solution->binding];
    struct aic_value met = aic_answer_result(view->answer, budget->result);
    cli_write_number(cli_result(view, budget->result), solution->actual, view->units, actual,
                     sizeof actual);
    cli_write_value(cli_result(view, budget->result), met, view->units, found, sizeof found);
    aic_text_format(text, "%s does not: '", value);
    write_binding(view, text);
    aic_text_add(text, "'");
    if (strcmp(actual, found) != 0) {
        aic_text_format(text, " (is %s)", actual);
    }
}

static void describe_method(const struct cli_view *view, struct aic_text *text)
{
    aic_text_format(text, "searched: %s", view->solution->method);
    if (!view->solution->monotone) {
        aic_text_add(text, "; not monotone: the budgets are met and missed in turn");
        aic_text_add(text, view->solution->names /* all were tried */
                               ? ""
                               : ", so one that meets may lie between those tried");
    }
}

typedef void describer(const struct cli_view *view, struct aic_text *text);
static describer *const describers[] = { describe_value, describe_neighbor, describe_method };

#define LINES (sizeof describers / sizeof describers[0])

void cli_add_solution(const struct cli_view *view, struct doc *doc)
{
    const bool is_text = doc->form == DOC_TEXT;
    if (!view->solution) {
        return;
    }
    if (!is_text || view->all) {
        doc_section(doc, "solve", is_text ? "Solve" : "Solved", NULL);
    }
    /* How it was searched is told on a terminal where it may change a decision. */
    size_t lines = is_text && !view->all && view->solution->monotone ? LINES - 1 : LINES;
    for (size_t i = 0; i < lines; i++) {
        struct aic_text *text = doc_words(doc);
        describers[i](view, text);
        doc_point(doc, "%s", text->at);
    }
}

static void write_neighbor(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_solution *solution = view->solution;
    aic_json_key(writer, "neighbor");
    cli_json_value(writer, parameter(view), solution->neighbor);
    if (solution->kind == AIC_NEIGHBOR_IMPOSSIBLE) {
        cli_json_text(writer, "neighbor_error", solution->why.message);
        return;
    }
    cli_json_span(writer, "binding", view->budgets[solution->binding].text);
    aic_json_key(writer, "neighbor_actual");
    cli_json_value(writer, cli_result(view, view->budgets[solution->binding].result),
                   (struct aic_value){ true, solution->actual, NULL });
}

void cli_solution_json(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_solution *solution = view->solution;
    if (!solution) {
        return;
    }
    cli_json_open(writer, "solve", '{', true);
    cli_json_text(writer, "parameter", parameter(view)->name);
    cli_json_text(writer, "goal", aic_goal_name(solution->goal));
    aic_json_key(writer, "value");
    cli_json_value(writer, parameter(view), solution->value);
    cli_json_text(writer, "unit", aic_field_unit(parameter(view)));
    if (solution->kind != AIC_NEIGHBOR_NONE) {
        write_neighbor(view, writer);
    }
    cli_json_flag(writer, "monotone", solution->monotone);
    cli_json_text(writer, "method", solution->method);
    aic_json_close(writer);
}
