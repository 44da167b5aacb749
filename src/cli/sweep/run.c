/* SPDX-License-Identifier: Apache-2.0 */
/* --sweep: what it refuses, and its exit code. */
#include "cli/sweep/sweep.h"

#include <string.h>

#include "cli/io/report.h"

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
    if (options->solve) {
        return fail_together(error, "--solve", "solve one case at a time");
    }
    if (options->sensitivity) {
        return fail_together(error, "--sensitivity", "ask it of one case at a time");
    }
    if (options->gate != AIC_GATE_WORST) {
        return fail_together(error, "--gate", "a case has no ranges: leave --gate out");
    }
    return true;
}

/* Refuses what a format that is asked for cannot show. */
static bool check_formats(const struct cli_sweep *sweep, struct aic_error *error)
{
    const struct cli_options *options = &sweep->query->options;
    const struct cli_format *format;
    for (size_t i = 0; (format = cli_format_written(options, i)); i++) {
        if (!format->sweep) {
            return aic_fail(error, AIC_ERR_USAGE, NULL, "-o %s shows no sweeps", format->name);
        }
        if (options->explain && !format->explains_sweeps) {
            return fail_together(error, "--explain", "use -o json, or ask one case at a time");
        }
    }
    return true;
}

static bool check_cases(const struct cli_sweep *sweep, struct aic_error *error)
{
    const struct cli_format *format;
    for (size_t i = 0; (format = cli_format_written(&sweep->query->options, i)); i++) {
        if (format->accepts_sweep && !format->accepts_sweep(sweep, error)) {
            return false;
        }
    }
    return true;
}

static bool check_ranges(const struct cli_sweep *sweep, struct aic_error *error)
{
    const struct aic_question *question = aic_evaluation_question(&sweep->evaluation);
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
            return cli_fail_overwrite(error, path, "--sweep reads");
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
    return check_options(options, &query->error) && check_formats(sweep, &query->error) &&
           aic_sweep_init(&sweep->cases, &query->recipe, options->sweeps.at, options->sweeps.count,
                          &query->error) &&
           check_files(sweep, &query->error) &&
           aic_evaluation_init(&sweep->evaluation, &query->recipe, sweep->cases.inputs,
                              sweep->cases.axis_count, AIC_FROM_FLAG, &query->error) &&
           check_cases(sweep, &query->error) && find_first(sweep) &&
           check_ranges(sweep, &query->error);
}

static int write(struct cli_query *query, const struct cli_format *format, struct aic_sink *sink)
{
    struct cli_sweep *sweep = query->sweep;
    format->sweep(sweep, sink);
    if (query->error.code != AIC_OK) {
        return cli_query_fail(query);
    }
    return sweep->exceeded ? CLI_EXCEEDED : CLI_OK;
}

int cli_run_sweep(struct cli_query *query)
{
    struct cli_sweep sweep = { .query = query };
    query->sweep = &sweep;
    int code = begin(&sweep) ? cli_write_each(query, write) : cli_query_fail(query);
    aic_evaluation_clear(&sweep.evaluation);
    aic_sweep_clear(&sweep.cases);
    query->sweep = NULL;
    return code;
}
