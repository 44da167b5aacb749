/* SPDX-License-Identifier: Apache-2.0 */
/* One query under way: everything it holds, released in one place. */
#ifndef AICALC_CLI_QUERY_H
#define AICALC_CLI_QUERY_H

#include <aicalc/variation.h>

#include "options.h"
#include "render.h"

struct cli_query {
    const struct aic_calculator *calculator;
    struct cli_options options;
    struct cli_files files;
    struct aic_catalog catalog;
    struct aic_json input;
    struct aic_loader loader;
    struct aic_recipe recipe; /* ready when the options are bound */
    struct aic_question question;
    struct aic_answer answer;
    struct aic_budget budgets[CLI_REPEAT_MAX];
    struct aic_verdict verdicts[CLI_REPEAT_MAX];
    size_t *results; /* those chosen with --fields, then those to show */
    size_t result_count;
    struct aic_error error;
};

/* Judges every budget against the query's answer. */
bool cli_query_judge(struct cli_query *query);

/* Shows the query's answer in the format asked for; returns the exit code. */
int cli_query_render(struct cli_query *query);

/* Queries of other kinds than a single answer; they return the exit code. */
int cli_run_sweep(struct cli_query *query);
int cli_run_solve(struct cli_query *query);

#endif
