/* SPDX-License-Identifier: Apache-2.0 */
/* The answer as JSON, schema "aicalc/1". */
#include "cli/render/json.h"

void cli_json_value(struct aic_json_writer *writer, const struct aic_field *field,
                    struct aic_value value)
{
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        aic_json_number(writer, value.number);
        break;
    case AIC_CHOICE:
        aic_json_string(writer, aic_choice_name(field, (int)value.number));
        break;
    case AIC_FLAG:
        aic_json_bool(writer, value.number != 0);
        break;
    case AIC_REFERENCE:
        aic_json_string(writer, value.name);
        break;
    }
}

void cli_json_text(struct aic_json_writer *writer, const char *key, const char *text)
{
    if (text) {
        aic_json_key(writer, key);
        aic_json_string(writer, text);
    }
}

static void write_value(struct aic_json_writer *writer, const char *key,
                        const struct aic_field *field, struct aic_value value)
{
    if (value.set) {
        aic_json_key(writer, key);
        cli_json_value(writer, field, value);
    }
}

void cli_json_input(const struct cli_view *view, struct aic_json_writer *writer, size_t index)
{
    const struct aic_question *question = view->answer->question;
    const struct aic_field *field = cli_input(view, index);
    struct aic_value value = aic_question_value(question, index);
    if (!value.set) {
        return;
    }
    enum aic_origin origin = aic_question_origin(question, index);
    aic_json_key(writer, field->name);
    aic_json_open(writer, '{', false);
    aic_json_key(writer, "value");
    cli_json_value(writer, field, value);
    const struct aic_range *range = aic_question_range(question, index);
    if (range) {
        write_value(writer, "low", field, (struct aic_value){ true, range->low, NULL });
        write_value(writer, "high", field, (struct aic_value){ true, range->high, NULL });
    }
    cli_json_text(writer, "unit", aic_field_unit(field));
    cli_json_text(writer, "origin", aic_origin_name(origin));
    if (origin == AIC_FROM_CATALOG || origin == AIC_FROM_ANSWER) {
        cli_json_text(writer, "source", question->sources[index].name);
    }
    if (origin == AIC_FROM_ANSWER) {
        cli_json_text(writer, "basis", aic_basis_name(question->sources[index].basis));
    }
    aic_json_close(writer);
}

void cli_json_error(struct aic_json_writer *writer, const struct aic_error *error)
{
    aic_json_key(writer, "error");
    aic_json_open(writer, '{', false);
    cli_json_text(writer, "code", aic_code_name(error->code));
    cli_json_text(writer, "message", error->message);
    cli_json_text(writer, "parameter", error->parameter[0] ? error->parameter : NULL);
    cli_json_text(writer, "suggestion", error->suggestion[0] ? error->suggestion : NULL);
    if (error->line > 0) {
        aic_json_key(writer, "line");
        aic_json_number(writer, (double)error->line);
        aic_json_key(writer, "column");
        aic_json_number(writer, (double)error->column);
    }
    aic_json_close(writer);
}

static void write_inputs(const struct cli_view *view, struct aic_json_writer *writer)
{
    size_t count = aic_table_size(&view->answer->question->calculator->inputs);
    aic_json_key(writer, "inputs");
    aic_json_open(writer, '{', true);
    for (size_t i = 0; i < count; i++) {
        cli_json_input(view, writer, i);
    }
    aic_json_close(writer);
}

static void write_explanation(const struct cli_view *view, struct aic_json_writer *writer,
                              const struct aic_field *field)
{
    char buffer[2048];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    aic_explain_formula(view->answer, field, &text);
    cli_json_text(writer, "formula", buffer);
    if (!aic_field_is_sentence(field)) {
        aic_text_init(&text, buffer, sizeof buffer);
        aic_explain_numbers(view->answer, field, &text);
        cli_json_text(writer, "numbers", buffer);
    }
}

void cli_json_results(const struct cli_view *view, struct aic_json_writer *writer)
{
    aic_json_key(writer, "results");
    aic_json_open(writer, '{', true);
    for (size_t i = 0; i < view->result_count; i++) {
        const struct aic_field *field = cli_result(view, view->results[i]);
        aic_json_key(writer, field->name);
        aic_json_open(writer, '{', false);
        aic_json_key(writer, "value");
        cli_json_value(writer, field, aic_answer_result(view->answer, view->results[i]));
        if (view->spread) {
            struct aic_value low, high;
            aic_spread_ends(view->spread, view->results[i], &low, &high);
            write_value(writer, "low", field, low);
            write_value(writer, "high", field, high);
        }
        cli_json_text(writer, "unit", aic_field_unit(field));
        cli_json_text(writer, "basis", aic_basis_name(view->answer->basis[view->results[i]]));
        if (view->explain && aic_field_words(field)) {
            write_explanation(view, writer, field);
        }
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

static void write_assumptions(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_assumption *assumption = view->answer->question->calculator->assumptions;
    aic_json_key(writer, "assumptions");
    aic_json_open(writer, '[', true);
    for (; assumption && assumption->id; assumption++) {
        if (!cli_assumption_holds(view->answer, assumption)) {
            continue;
        }
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "id", assumption->id);
        cli_json_text(writer, "text", assumption->text);
        cli_json_text(writer, "source", assumption->source);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

void cli_json_warnings(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_notes *notes = &view->answer->notes;
    aic_json_key(writer, "warnings");
    aic_json_open(writer, '[', true);
    for (size_t i = 0; i < notes->count; i++) {
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "id", notes->notes[i].id);
        cli_json_text(writer, "text", notes->notes[i].text);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

void cli_json_budget(struct aic_json_writer *writer, const struct aic_field *field,
                     const struct aic_budget *budget, struct aic_value actual, bool pass)
{
    char buffer[256];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    aic_text_add_bytes(&text, budget->text.at, budget->text.length);
    cli_json_text(writer, "budget", buffer);
    cli_json_text(writer, "result", field->name);
    write_value(writer, "actual", field, actual);
    write_value(writer, "limit", field,
                (struct aic_value){ aic_is_set(budget->limit), budget->limit, NULL });
    cli_json_text(writer, "unit", aic_field_unit(field));
    if (budget->warns) {
        aic_json_key(writer, "warn");
        aic_json_bool(writer, true);
    }
    aic_json_key(writer, "pass");
    aic_json_bool(writer, pass);
}

void cli_json_budgets(const struct cli_view *view, struct aic_json_writer *writer)
{
    aic_json_key(writer, "budgets");
    aic_json_open(writer, '[', true);
    for (size_t i = 0; i < view->budget_count; i++) {
        const struct aic_budget *budget = &view->budgets[i];
        const struct aic_verdict *verdict = &view->verdicts[i];
        aic_json_open(writer, '{', false);
        cli_json_budget(writer, cli_result(view, budget->result), budget,
                        (struct aic_value){ true, verdict->actual, NULL }, verdict->pass);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

void cli_render_json(const struct cli_view *view, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, sink);
    aic_json_open(&writer, '{', true);
    cli_json_text(&writer, "schema", "aicalc/1");
    cli_json_text(&writer, "version", AICALC_VERSION);
    cli_json_text(&writer, "calculator", view->answer->question->calculator->name);
    write_inputs(view, &writer);
    cli_json_results(view, &writer);
    write_assumptions(view, &writer);
    cli_json_warnings(view, &writer);
    cli_json_budgets(view, &writer);
    cli_json_solution(view, &writer);
    cli_json_sensitivity(view, &writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
