/* SPDX-License-Identifier: Apache-2.0 */
/* --sweep: walking the cases, and what holds for all of them. */
#include "cli/sweep/sweep.h"

#include <string.h>

void cli_sweep_rewind(struct cli_sweep *sweep)
{
    sweep->walked = 0;
}

/* Judges the budgets; one whose result does not apply makes the case impossible. */
static bool judge(struct cli_sweep *sweep)
{
    struct cli_query *query = sweep->query;
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        const struct aic_budget *budget = &query->budgets[i];
        struct aic_value value = aic_variation_result(&sweep->variation, budget->result);
        if (!aic_budget_judge_value(budget, query->calculator, value, &query->verdicts[i],
                                    &sweep->variation.notes.error)) {
            return false;
        }
    }
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        sweep->exceeded |= !query->verdicts[i].pass && !query->budgets[i].warns;
    }
    return true;
}

bool cli_sweep_next(struct cli_sweep *sweep)
{
    if (sweep->walked == sweep->cases.case_count) {
        return false;
    }
    sweep->index = sweep->walked++;
    aic_sweep_case(&sweep->cases, sweep->index, sweep->values);
    sweep->is_possible = aic_variation_try(&sweep->variation, sweep->values) && judge(sweep);
    sweep->error = &sweep->variation.notes.error;
    if (!sweep->is_possible && aic_code_is_internal(sweep->error->code)) {
        sweep->query->error = *sweep->error;
        return false;
    }
    return true;
}

bool cli_sweep_answer(struct cli_sweep *sweep)
{
    struct cli_query *query = sweep->query;
    aic_answer_clear(&query->answer);
    aic_question_clear(&query->question);
    return aic_variation_answer(&sweep->variation, sweep->values, &query->question, &query->answer,
                                &query->error);
}

void cli_sweep_reason(const struct cli_sweep *sweep, char *out)
{
    const struct aic_error *error = sweep->error;
    struct aic_text text;
    aic_text_init(&text, out, CLI_REASON_SIZE);
    aic_text_format(&text, "%s%s%s", error->message, error->suggestion[0] ? "; " : "",
                    error->suggestion);
}

const char *cli_sweep_verdict(const struct cli_sweep *sweep, size_t budget)
{
    const struct cli_query *query = sweep->query;
    return query->verdicts[budget].pass   ? "holds"
           : query->budgets[budget].warns ? "warning"
                                          : "exceeded";
}

/* Finds the first possible case. Where there is none, the first case says why. */
static bool find_first(struct cli_sweep *sweep)
{
    struct cli_query *query = sweep->query;
    struct aic_error first = { 0 };
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        if (sweep->is_possible) {
            sweep->first = sweep->index;
            return true;
        }
        if (sweep->index == 0) {
            first = *sweep->error;
        }
    }
    if (!aic_code_is_internal(query->error.code)) {
        query->error = first;
    }
    return false;
}

static bool fail_together(struct aic_error *error, const char *what, const char *advice)
{
    aic_fail(error, AIC_ERR_USAGE, NULL, "--sweep together with %s", what);
    return aic_suggest(error, "%s", advice);
}

/* Refuses what a sweep would have to ignore. */
static bool check_options(const struct cli_options *options, struct aic_error *error)
{
    bool only_json = !cli_options_want(options, CLI_TABLE) && !cli_options_want(options, CLI_CSV) &&
                     !cli_options_want(options, CLI_MARKDOWN) &&
                     !cli_options_want(options, CLI_SVG);
    if (options->solve) {
        return fail_together(error, "--solve", "solve one case at a time");
    }
    if (options->sensitivity) {
        return fail_together(error, "--sensitivity", "ask it of one case at a time");
    }
    if (options->gate != AIC_GATE_WORST) {
        return fail_together(error, "--gate", "a case has no ranges: leave --gate out");
    }
    if (options->explain && !only_json) {
        return fail_together(error, "--explain", "use -o json, or ask one case at a time");
    }
    return true;
}

static bool check_ranges(const struct cli_sweep *sweep, struct aic_error *error)
{
    const struct aic_question *question = aic_variation_question(&sweep->variation);
    if (question->range_count == 0) {
        return true;
    }
    const char *name =
        aic_table_at(&question->calculator->inputs, question->ranges[0].input, NULL)->name;
    aic_fail(error, AIC_ERR_USAGE, name, "--sweep together with a range of %s", name);
    return aic_suggest(error, "sweep %s as well: --sweep %s=LOW..HIGH+STEP", name, name);
}

/* Refuses a model file that --input reads as well, or that -O would overwrite. */
static bool check_file(const struct cli_options *options, const char *path, struct aic_error *error)
{
    if (strcmp(path, "-") == 0 && options->input && strcmp(options->input, "-") == 0) {
        aic_fail(error, AIC_ERR_USAGE, "model", "--input and --sweep both ask for standard input");
        return aic_suggest(error, "give a file to one of them");
    }
    for (size_t i = 0; i < options->files.count; i++) {
        if (cli_is_same_file(options->files.at[i], path)) {
            aic_fail(error, AIC_ERR_CONFLICT, NULL, "-O would overwrite '%s', which --sweep reads",
                     path);
            return aic_suggest(error, "write to another file");
        }
    }
    return true;
}

static bool check_files(const struct cli_sweep *sweep, struct aic_error *error)
{
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        const struct aic_axis *axis = &sweep->cases.axes[i];
        bool is_model = axis->field->kind == AIC_REFERENCE && axis->field->catalog == AIC_MODELS;
        for (uint64_t v = 0; is_model && v < axis->count; v++) {
            const char *name = axis->values[v].name;
            if (aic_model_is_path(name) && !check_file(&sweep->query->options, name, error)) {
                return false;
            }
        }
    }
    return true;
}

static bool begin(struct cli_sweep *sweep)
{
    struct cli_query *query = sweep->query;
    const struct cli_options *options = &query->options;
    return check_options(options, &query->error) &&
           aic_sweep_init(&sweep->cases, &query->recipe, options->sweeps.at, options->sweeps.count,
                          &query->error) &&
           check_files(sweep, &query->error) &&
           aic_variation_init(&sweep->variation, &query->recipe, sweep->cases.inputs,
                              sweep->cases.axis_count, AIC_FROM_FLAG, &query->error) &&
           (!cli_options_want(options, CLI_SVG) || cli_sweep_check_svg(sweep, &query->error)) &&
           find_first(sweep) && check_ranges(sweep, &query->error);
}

static int write(struct cli_query *query, struct aic_sink *sink)
{
    static void (*const renderers[])(struct cli_sweep *, struct aic_sink *) = {
        [CLI_TABLE] = cli_sweep_table,       [CLI_JSON] = cli_sweep_json, [CLI_CSV] = cli_sweep_csv,
        [CLI_MARKDOWN] = cli_sweep_markdown, [CLI_SVG] = cli_sweep_svg,
    };
    struct cli_sweep *sweep = query->sweep;
    renderers[query->options.format](sweep, sink);
    if (query->error.code != AIC_OK) {
        return cli_report(&query->error, query->options.format);
    }
    return sweep->exceeded ? CLI_EXCEEDED : CLI_OK;
}

int cli_run_sweep(struct cli_query *query)
{
    struct cli_sweep sweep = { .query = query };
    query->sweep = &sweep;
    int code = begin(&sweep) ? cli_write_each(query, write)
                             : cli_report(&query->error, query->options.format);
    aic_variation_clear(&sweep.variation);
    aic_sweep_clear(&sweep.cases);
    query->sweep = NULL;
    return code;
}
