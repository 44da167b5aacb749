/* SPDX-License-Identifier: Apache-2.0 */
/* The answer as JSON, schema "aicalc/1". */
#include <string.h>

#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/views/answer/answer.h"
#include "cli/views/answer/contents.h"

/* The warning that says of an input's default that it was assumed; NULL: none does. */
static const char *assumed_as(const struct cli_view *view, const char *input)
{
    const struct aic_composition_table *table =
        aic_composition_table_of(view->answer->question->calculator);
    const struct aic_assumed_input *row = table ? table->assumed : NULL;
    while (row && row->input && strcmp(row->input, input) != 0) {
        row++;
    }
    return row && row->input && cli_has_warning(view, row->id) ? row->id : NULL;
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
    cli_json_open(writer, field->name, '{', false);
    aic_json_key(writer, "value");
    cli_json_value(writer, field, value);
    const struct aic_range *range = aic_question_range(question, index);
    if (range) {
        cli_json_member(writer, "low", field, (struct aic_value){ true, range->low, NULL });
        cli_json_member(writer, "high", field, (struct aic_value){ true, range->high, NULL });
    }
    cli_json_text(writer, "unit", aic_field_unit(field));
    const char *assumed = origin <= AIC_FROM_ANSWER ? assumed_as(view, field->name) : NULL;
    bool is_assumed = assumed || (origin <= AIC_FROM_CATALOG && question->sources[index].name &&
                                  question->sources[index].basis == AIC_ASSUMED);
    cli_json_text(writer, "origin", aic_origin_name(is_assumed ? AIC_FROM_DEFAULT : origin));
    if (is_assumed || aic_origin_has_source(origin)) {
        cli_json_text(writer, "source", assumed ? assumed : question->sources[index].name);
    }
    if (origin == AIC_FROM_ANSWER && !is_assumed) {
        cli_json_text(writer, "basis", aic_basis_name(question->sources[index].basis));
    }
    aic_json_close(writer);
}

static void write_inputs(const struct cli_view *view, struct aic_json_writer *writer)
{
    size_t count = aic_table_size(&view->answer->question->calculator->inputs);
    cli_json_open(writer, "inputs", '{', true);
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

static void write_ends(struct aic_json_writer *writer, const char *key, const char *of,
                       const struct aic_error_band *band)
{
    cli_json_open(writer, key, '{', false);
    cli_json_text(writer, "result", of);
    cli_json_number(writer, "low", band->ends.low);
    cli_json_number(writer, "high", band->ends.high);
    cli_json_text(writer, "source", band->row->source);
    aic_json_close(writer);
}

/* How far reality was found from a result; of a flag, what it leaves, and how sure that is. */
static void write_band(const struct cli_view *view, struct aic_json_writer *writer, size_t index)
{
    struct aic_error_band band;
    struct aic_comparison comparison;
    if (aic_answer_band(view->answer, index, &band)) {
        write_ends(writer, "band", NULL, &band);
    }
    if (aic_answer_comparison(view->answer, index, &comparison)) {
        char key[AIC_TYPED_SIZE + 8];
        const char *name = cli_result(view, index)->name;
        cli_print(key, sizeof key, "%s_margin", name);
        cli_json_number(writer, key, comparison.margin);
        if (comparison.has_band) {
            cli_print(key, sizeof key, "%s_error", name);
            write_ends(writer, key, cli_result(view, comparison.result)->name, &comparison.band);
        }
    }
}

static void write_interval_method(const struct aic_interval *interval, size_t samples,
                                  struct aic_json_writer *writer)
{
    if (interval->set) {
        cli_json_text(writer, "interval", interval->exact ? "exact" : "searched");
    }
    if (interval->set && !interval->exact) {
        aic_json_key(writer, "samples");
        aic_json_number(writer, (double)samples);
    }
}

void cli_json_result(const struct cli_view *view, struct aic_json_writer *writer, size_t result)
{
    const struct aic_field *field = cli_result(view, result);
    cli_json_open(writer, field->name, '{', false);
    aic_json_key(writer, "value");
    cli_json_value(writer, field, aic_answer_result(view->answer, result));
    if (view->spread) {
        struct aic_value low, high;
        aic_spread_ends(view->spread, result, &low, &high);
        cli_json_member(writer, "low", field, low);
        cli_json_member(writer, "high", field, high);
        write_interval_method(&view->spread->results[result], view->spread->samples, writer);
    }
    cli_json_text(writer, "unit", aic_field_unit(field));
    if (view->brief) {
        char words[CLI_VALUE_SIZE];
        cli_write_result(view, result, words, sizeof words);
        cli_json_text(writer, "text", words);
    }
    cli_json_text(writer, "basis", aic_basis_name(view->answer->basis[result]));
    write_band(view, writer, result);
    cli_contents_json(view, writer, result);
    if (view->explain && aic_field_words(field)) {
        write_explanation(view, writer, field);
    }
    aic_json_close(writer);
}

static void write_results(const struct cli_view *view, struct aic_json_writer *writer)
{
    cli_json_open(writer, "results", '{', true);
    for (size_t i = 0; i < view->result_count; i++) {
        cli_json_result(view, writer, view->results[i]);
    }
    aic_json_close(writer);
}

/* What a composition is made of, and what a part would need that was not asked. */
static void write_parts(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    size_t count = aic_part_count(calculator);
    if (count == 0) {
        return;
    }
    cli_json_open(writer, "parts", '[', true);
    for (size_t i = 0; i < count; i++) {
        const struct aic_part_view part = aic_part_at(calculator, i);
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "name", part.name);
        cli_json_flag(writer, "asked", aic_part_is_asked(calculator, view->answer->out, i));
        const struct aic_unasked *why = aic_part_unasked(calculator, view->answer->out, i);
        cli_json_text(writer, "reason", why ? why->reason : NULL);
        cli_json_text(writer, "add", why ? why->add : NULL);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

static void write_assumptions(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_assumption *assumption = view->answer->question->calculator->assumptions;
    cli_json_open(writer, "assumptions", '[', true);
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

void cli_json_warning(struct aic_json_writer *writer, const struct aic_note *note)
{
    aic_json_open(writer, '{', false);
    cli_json_text(writer, "id", note->id);
    cli_json_text(writer, "text", note->text);
    aic_json_close(writer);
}

void cli_json_warnings(struct aic_json_writer *writer, const struct aic_note *notes, size_t count)
{
    cli_json_open(writer, "warnings", '[', true);
    for (size_t i = 0; i < count; i++) {
        cli_json_warning(writer, &notes[i]);
    }
    aic_json_close(writer);
}

void cli_json_budget(struct aic_json_writer *writer, const struct aic_field *field,
                     const struct aic_budget *budget, struct aic_value actual, bool pass)
{
    cli_json_span(writer, "budget", budget->text);
    cli_json_text(writer, "result", field->name);
    cli_json_member(writer, "actual", field, actual);
    cli_json_member(writer, "limit", field,
                    (struct aic_value){ aic_is_set(budget->limit), budget->limit, NULL });
    cli_json_text(writer, "unit", aic_field_unit(field));
    if (budget->warns) {
        cli_json_flag(writer, "warn", true);
    }
    cli_json_flag(writer, "pass", pass);
}

void cli_json_budgets(const struct cli_view *view, struct aic_json_writer *writer)
{
    cli_json_open(writer, "budgets", '[', true);
    for (size_t i = 0; i < view->budget_count; i++) {
        const struct aic_budget *budget = &view->budgets[i];
        const struct aic_verdict *verdict = &view->verdicts[i];
        aic_json_open(writer, '{', false);
        cli_json_budget(writer, cli_result(view, budget->result), budget,
                        (struct aic_value){ !verdict->no, verdict->actual, NULL }, verdict->pass);
        cli_json_text(writer, "reason", verdict->no);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

void cli_launch_json(const struct cli_view *view, struct aic_json_writer *writer)
{
    if (view->launch) {
        cli_json_open(writer, "launch", '{', true);
        cli_json_text(writer, "dialect", view->launch->dialect);
        cli_launch_notes_json(writer, view->launch->notes, view->launch->note_count, "notes");
        cli_launch_measured_json(writer, view->launch, view->answer);
        aic_json_close(writer);
    }
}

/* What else was asked about the answer. */
static void write_asked(const struct cli_view *view, struct aic_json_writer *writer)
{
    cli_measured_json(writer, view->answer->question->calculator, view->measured,
                      view->measured_count);
    cli_steps_json(view, writer);
    cli_solution_json(view, writer);
    cli_sensitivity_json(view, writer);
    cli_launch_json(view, writer);
}

void cli_answer_json(const struct cli_view *view, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    cli_json_begin(&writer, sink, "aicalc/1");
    cli_json_text(&writer, "calculator", view->answer->question->calculator->name);
    write_inputs(view, &writer);
    write_results(view, &writer);
    write_parts(view, &writer);
    write_assumptions(view, &writer);
    cli_json_warnings(&writer, view->answer->notes.notes, view->answer->notes.count);
    cli_json_budgets(view, &writer);
    write_asked(view, &writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}

void cli_answer_json_line(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_notes *notes = &view->answer->notes;
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, sink);
    writer.flat = true;
    aic_json_open(&writer, '{', true);
    write_inputs(view, &writer);
    write_results(view, &writer);
    if (notes->count > 0) {
        cli_json_warnings(&writer, notes->notes, notes->count);
    }
    if (view->budget_count > 0) {
        cli_json_budgets(view, &writer);
    }
    write_asked(view, &writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
