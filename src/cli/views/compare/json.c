/* SPDX-License-Identifier: Apache-2.0 */
/* Cases side by side as JSON, schema "aicalc-compare/1". */
#include "cli/formats/json.h"
#include "cli/views/answer/answer.h"
#include "cli/views/compare/compare.h"

/* What the rows are: their units, and which of two values is better. */
static void write_rows(const struct cli_comparison *comparison, struct aic_json_writer *writer)
{
    static const char *const better[] = {
        [AIC_NEITHER_IS_BETTER] = NULL, [AIC_LESS_IS_BETTER] = "less", [AIC_MORE_IS_BETTER] = "more"
    };
    cli_json_open(writer, "results", '{', true);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const struct aic_field *field =
            aic_table_at(&comparison->calculator->results, comparison->rows[i], NULL);
        cli_json_open(writer, field->name, '{', false);
        cli_json_text(writer, "unit", aic_field_unit(field));
        cli_json_text(writer, "better", better[field->better]);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

static void write_inputs(const struct cli_comparison *comparison, const struct cli_case *one,
                         struct aic_json_writer *writer)
{
    const struct cli_view view = { .answer = &one->answer, .units = comparison->units };
    cli_json_open(writer, "inputs", '{', true);
    for (size_t i = 0; i < comparison->input_count; i++) {
        cli_json_input(&view, writer, comparison->inputs[i]);
    }
    aic_json_close(writer);
}

static void write_results(const struct cli_comparison *comparison, size_t at,
                          struct aic_json_writer *writer)
{
    static const char *const words[] = { [AIC_COMPARES_NOT] = NULL,
                                         [AIC_COMPARES_SAME] = "same",
                                         [AIC_COMPARES_BETTER] = "better",
                                         [AIC_COMPARES_WORSE] = "worse",
                                         [AIC_COMPARES_OTHER] = "other" };
    cli_json_open(writer, "results", '{', true);
    for (size_t i = 0; i < comparison->row_count; i++) {
        size_t result = comparison->rows[i];
        const struct aic_field *field =
            aic_table_at(&comparison->calculator->results, result, NULL);
        struct aic_value value = cli_case_value(comparison, at, result);
        struct aic_ratio ratio = cli_case_ratio(comparison, at, result);
        if (!value.set) {
            continue;
        }
        cli_json_open(writer, field->name, '{', false);
        cli_json_member(writer, "value", field, value);
        cli_json_text(writer, "basis", aic_basis_name(comparison->cases[at].answer.basis[result]));
        if (at != comparison->first) {
            cli_json_number(writer, "ratio", ratio.ratio);
            cli_json_text(writer, "compares", words[ratio.kind]);
        }
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

static void write_budgets(const struct cli_comparison *comparison, const struct cli_case *one,
                          struct aic_json_writer *writer)
{
    cli_json_open(writer, "budgets", '[', true);
    for (size_t i = 0; i < comparison->budget_count; i++) {
        const struct aic_budget *budget = &comparison->budgets[i];
        struct aic_value actual = { true, one->verdicts[i].actual, NULL };
        aic_json_open(writer, '{', false);
        cli_json_budget(writer, aic_budget_field(budget, comparison->calculator), budget, actual,
                        one->verdicts[i].pass);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

static void write_case(const struct cli_comparison *comparison, size_t at,
                       struct aic_json_writer *writer)
{
    const struct cli_case *one = &comparison->cases[at];
    char words[CLI_SENTENCE_SIZE];
    aic_json_open(writer, '{', true);
    cli_json_text(writer, "name", one->name);
    if (one->is_possible) {
        write_inputs(comparison, one, writer);
        write_results(comparison, at, writer);
        cli_json_text(writer, "not_compared", one->why[0] ? one->why : NULL);
    } else {
        cli_json_text(writer, "impossible", one->why);
    }
    if (one->is_possible && comparison->budget_count > 0) {
        write_budgets(comparison, one, writer);
    }
    if (cli_case_has_sentence(comparison, at)) {
        cli_case_sentence(comparison, at, words);
        cli_json_text(writer, "sentence", words);
    }
    aic_json_close(writer);
}

void cli_compare_json(const struct cli_comparison *comparison, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    cli_json_begin(&writer, sink, "aicalc-compare/1");
    cli_json_text(&writer, "calculator", comparison->calculator->name);
    cli_json_text(&writer, "compared_with", comparison->cases[comparison->first].name);
    write_rows(comparison, &writer);
    cli_json_open(&writer, "cases", '[', true);
    for (size_t i = 0; i < comparison->count; i++) {
        write_case(comparison, i, &writer);
    }
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
