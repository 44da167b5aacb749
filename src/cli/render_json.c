/* SPDX-License-Identifier: Apache-2.0 */
/* The answer as JSON, schema "aicalc/1". */
#include "render.h"

static void write_json_value(struct aic_json_writer *writer, const struct aic_field *field,
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

static void write_text_member(struct aic_json_writer *writer, const char *key, const char *text)
{
    if (text) {
        aic_json_key(writer, key);
        aic_json_string(writer, text);
    }
}

static void write_input(const struct cli_view *view, struct aic_json_writer *writer, size_t index)
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
    write_json_value(writer, field, value);
    write_text_member(writer, "unit", aic_field_unit(field));
    write_text_member(writer, "origin", aic_origin_name(origin));
    if (origin == AIC_FROM_CATALOG || origin == AIC_FROM_ANSWER) {
        write_text_member(writer, "source", question->sources[index].name);
    }
    if (origin == AIC_FROM_ANSWER) {
        write_text_member(writer, "basis", aic_basis_name(question->sources[index].basis));
    }
    aic_json_close(writer);
}

static void write_inputs(const struct cli_view *view, struct aic_json_writer *writer)
{
    size_t count = aic_table_size(&view->answer->question->calculator->inputs);
    aic_json_key(writer, "inputs");
    aic_json_open(writer, '{', true);
    for (size_t i = 0; i < count; i++) {
        write_input(view, writer, i);
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
    write_text_member(writer, "formula", buffer);
    if (!(field->flags & AIC_PROSE)) {
        aic_text_init(&text, buffer, sizeof buffer);
        aic_explain_numbers(view->answer, field, &text);
        write_text_member(writer, "numbers", buffer);
    }
}

static void write_results(const struct cli_view *view, struct aic_json_writer *writer)
{
    aic_json_key(writer, "results");
    aic_json_open(writer, '{', true);
    for (size_t i = 0; i < view->result_count; i++) {
        const struct aic_field *field = cli_result(view, view->results[i]);
        aic_json_key(writer, field->name);
        aic_json_open(writer, '{', false);
        aic_json_key(writer, "value");
        write_json_value(writer, field, aic_answer_result(view->answer, view->results[i]));
        write_text_member(writer, "unit", aic_field_unit(field));
        write_text_member(writer, "basis", aic_basis_name(view->answer->basis[view->results[i]]));
        if (view->explain && field->formula) {
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
        write_text_member(writer, "id", assumption->id);
        write_text_member(writer, "text", assumption->text);
        write_text_member(writer, "source", assumption->source);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

static void write_warnings(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_notes *notes = &view->answer->notes;
    aic_json_key(writer, "warnings");
    aic_json_open(writer, '[', true);
    for (size_t i = 0; i < notes->count; i++) {
        aic_json_open(writer, '{', false);
        write_text_member(writer, "id", notes->notes[i].id);
        write_text_member(writer, "text", notes->notes[i].text);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

static void write_budget(const struct cli_view *view, struct aic_json_writer *writer, size_t i)
{
    const struct aic_budget *budget = &view->budgets[i];
    const struct aic_field *field = cli_result(view, budget->result);
    char buffer[256];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    aic_text_add_bytes(&text, budget->text.at, budget->text.length);
    aic_json_open(writer, '{', false);
    write_text_member(writer, "budget", buffer);
    write_text_member(writer, "result", field->name);
    aic_json_key(writer, "actual");
    write_json_value(writer, field, (struct aic_value){ true, view->verdicts[i].actual, NULL });
    aic_json_key(writer, "limit");
    write_json_value(writer, field, (struct aic_value){ true, budget->limit, NULL });
    write_text_member(writer, "unit", aic_field_unit(field));
    if (budget->warns) {
        aic_json_key(writer, "warn");
        aic_json_bool(writer, true);
    }
    aic_json_key(writer, "pass");
    aic_json_bool(writer, view->verdicts[i].pass);
    aic_json_close(writer);
}

static void write_budgets(const struct cli_view *view, struct aic_json_writer *writer)
{
    aic_json_key(writer, "budgets");
    aic_json_open(writer, '[', true);
    for (size_t i = 0; i < view->budget_count; i++) {
        write_budget(view, writer, i);
    }
    aic_json_close(writer);
}

void cli_render_json(const struct cli_view *view, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, sink);
    aic_json_open(&writer, '{', true);
    write_text_member(&writer, "schema", "aicalc/1");
    write_text_member(&writer, "version", AICALC_VERSION);
    write_text_member(&writer, "calculator", view->answer->question->calculator->name);
    write_inputs(view, &writer);
    write_results(view, &writer);
    write_assumptions(view, &writer);
    write_warnings(view, &writer);
    write_budgets(view, &writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
