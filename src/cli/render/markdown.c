/* SPDX-License-Identifier: Apache-2.0 */
/* The answer as Markdown, to be pasted into a review. */
#include "cli/render/render.h"

static void write_cells(struct aic_sink *sink, const char *const *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        aic_sink_text(sink, "| ");
        cli_sink_markdown(sink, cells[i]);
        aic_sink_text(sink, " ");
    }
    aic_sink_text(sink, "|\n");
}

static void write_row(struct aic_sink *sink, const char *a, const char *b, const char *c,
                      const char *d)
{
    write_cells(sink, (const char *[]){ a, b, c, d }, 4);
}

/* The same with the intervals that ranges give. */
static void write_spread(const struct cli_view *view, struct aic_sink *sink)
{
    aic_sink_text(sink, "| Result | Value | Low | High | Basis | Meaning |\n"
                        "|---|---:|---:|---:|---|---|\n");
    for (size_t i = 0; i < view->result_count; i++) {
        size_t index = view->results[i];
        const struct aic_field *field = cli_result(view, index);
        char words[3][CLI_VALUE_SIZE];
        struct aic_value values[3] = { aic_answer_result(view->answer, index) };
        aic_spread_ends(view->spread, index, &values[1], &values[2]);
        for (size_t k = 0; k < 3; k++) {
            cli_write_value(field, values[k], view->units, words[k], sizeof words[k]);
        }
        write_cells(sink,
                    (const char *[]){ field->name, words[0], words[1], words[2],
                                      aic_basis_name(view->answer->basis[index]), field->help },
                    6);
    }
}

static void write_results(const struct cli_view *view, struct aic_sink *sink)
{
    if (view->spread) {
        write_spread(view, sink);
        return;
    }
    aic_sink_text(sink, "| Result | Value | Basis | Meaning |\n|---|---:|---|---|\n");
    for (size_t i = 0; i < view->result_count; i++) {
        const struct aic_field *field = cli_result(view, view->results[i]);
        char value[CLI_VALUE_SIZE];
        cli_write_value(field, aic_answer_result(view->answer, view->results[i]), view->units,
                        value, sizeof value);
        write_row(sink, field->name, value, aic_basis_name(view->answer->basis[view->results[i]]),
                  field->help);
    }
}

static void write_inputs(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_question *question = view->answer->question;
    aic_sink_text(sink, "\n| Input | Value | Origin | Meaning |\n|---|---:|---|---|\n");
    for (size_t i = 0; i < aic_table_size(&question->calculator->inputs); i++) {
        enum aic_origin origin = aic_question_origin(question, i);
        const struct aic_field *field = cli_input(view, i);
        bool is_shown =
            origin > AIC_FROM_DEFAULT || (origin == AIC_FROM_DEFAULT && view->answer->used[i]);
        if (!is_shown) {
            continue;
        }
        char value[CLI_VALUE_SIZE];
        cli_write_range(view, i, value, sizeof value);
        if (!value[0]) {
            cli_write_value(field, aic_question_value(question, i), view->units, value,
                            sizeof value);
        }
        const char *source = origin == AIC_FROM_CATALOG || origin == AIC_FROM_ANSWER
                                 ? question->sources[i].name
                                 : aic_origin_name(origin);
        write_row(sink, field->name, value, source, field->help);
    }
}

static void write_budgets(const struct cli_view *view, struct aic_sink *sink)
{
    if (view->budget_count == 0) {
        return;
    }
    aic_sink_text(sink, "\n| Budget | Actual | Verdict | |\n|---|---:|---|---|\n");
    for (size_t i = 0; i < view->budget_count; i++) {
        const struct aic_budget *budget = &view->budgets[i];
        char value[CLI_VALUE_SIZE];
        char words[256];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        aic_text_add_bytes(&text, budget->text.at, budget->text.length);
        cli_write_value(cli_result(view, budget->result),
                        (struct aic_value){ true, view->verdicts[i].actual, NULL }, view->units,
                        value, sizeof value);
        write_row(sink, words, value,
                  view->verdicts[i].pass ? "holds" : (budget->warns ? "warning" : "exceeded"), "");
    }
}

static void write_notes(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_notes *notes = &view->answer->notes;
    for (size_t i = 0; i < notes->count; i++) {
        aic_sink_text(sink, i == 0 ? "\n- **" : "- **");
        cli_sink_markdown(sink, notes->notes[i].id);
        aic_sink_text(sink, "**: ");
        cli_sink_markdown(sink, notes->notes[i].text);
        aic_sink_text(sink, "\n");
    }
}

static void write_formulas(const struct cli_view *view, struct aic_sink *sink)
{
    aic_sink_text(sink, "\n");
    for (size_t i = 0; i < view->result_count; i++) {
        const struct aic_field *field = cli_result(view, view->results[i]);
        char buffer[2048];
        struct aic_text text;
        if (!aic_field_words(field)) {
            continue;
        }
        aic_text_init(&text, buffer, sizeof buffer);
        aic_explain_formula(view->answer, field, &text);
        if (!aic_field_is_sentence(field)) {
            aic_text_add(&text, " = ");
            aic_explain_numbers(view->answer, field, &text);
        }
        aic_sink_text(sink, "- ");
        cli_sink_markdown(sink, field->name);
        aic_sink_text(sink, " = ");
        cli_sink_markdown(sink, buffer);
        aic_sink_text(sink, "\n");
    }
}

void cli_render_markdown(const struct cli_view *view, struct aic_sink *sink)
{
    write_results(view, sink);
    write_budgets(view, sink);
    cli_solution_markdown(view, sink);
    cli_sensitivity_markdown(view, sink);
    write_inputs(view, sink);
    if (view->explain) {
        write_formulas(view, sink);
    }
    write_notes(view, sink);
}
