/* SPDX-License-Identifier: Apache-2.0 */
/* --solve: the answer at the smallest or the largest value that meets the budgets. */
#include "cli/io/progress.h"
#include "cli/io/report.h"
#include "cli/query/query.h"

/* What a solve would have to ignore. */
static bool check_options(struct cli_query *query)
{
    if (query->options.gate != AIC_GATE_WORST) {
        aic_fail(&query->error, AIC_ERR_USAGE, NULL, "--solve together with --gate");
        return aic_suggest(&query->error, "a solve has no ranges: leave --gate out");
    }
    return true;
}

int cli_run_solve(struct cli_query *query)
{
    cli_progress_begin("values tried");
    query->recipe.tick = cli_progress_tick;
    bool ok =
        check_options(query) &&
        aic_solve_read(&query->solution, query->calculator, query->options.solve, &query->error) &&
        aic_solve(&query->solution, &query->recipe, query->budgets, query->options.budgets.count,
                  &query->error) &&
        aic_solve_answer(&query->solution, &query->recipe, &query->question, &query->answer,
                         &query->error) &&
        cli_query_judge(query) && cli_query_find_sensitivity(query);
    cli_progress_end();
    if (!ok) {
        int code = cli_query_fail(query);
        return query->error.code == AIC_ERR_UNSOLVED ? CLI_EXCEEDED : code;
    }
    query->solved = true;
    return cli_query_show(query);
}
