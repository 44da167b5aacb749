/* SPDX-License-Identifier: Apache-2.0 */
/* Walking the cases of a sweep. */
#include "cli/sweep/sweep.h"

#include <stdlib.h>

#include <aicalc/effect.h>

void cli_sweep_rewind(struct cli_sweep *sweep)
{
    sweep->walked = 0;
    if (!sweep->ordered) { /* else they were counted when the cases were put in order */
        sweep->selection.leaving_count = 0;
    }
}

/* Judges the budgets; one whose result does not apply makes the case impossible. */
static bool judge(struct cli_sweep *sweep)
{
    struct cli_query *query = sweep->query;
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        const struct aic_budget *budget = &query->budgets[i];
        if (!aic_budget_judge_value(budget, query->calculator, sweep->evaluation.out,
                                    &query->verdicts[i], &sweep->evaluation.notes.error)) {
            return false;
        }
    }
    return true;
}

static void note_exceeded(struct cli_sweep *sweep)
{
    const struct cli_query *query = sweep->query;
    for (size_t i = 0; sweep->is_possible && i < query->options.budgets.count; i++) {
        sweep->exceeded |= !query->verdicts[i].pass && !query->budgets[i].warns;
    }
}

bool cli_sweep_next_of_all(struct cli_sweep *sweep)
{
    const struct cli_selection *selection = &sweep->selection;
    const struct cli_world *world = sweep->query->world;
    const uint64_t total = sweep->ordered ? selection->count : sweep->shard.count;
    if (sweep->walked == total) {
        return false;
    }
    sweep->index =
        sweep->ordered ? selection->order[sweep->walked].index : sweep->shard.first + sweep->walked;
    world->step(world->context, ++sweep->walked, total);
    aic_sweep_case(&sweep->cases, sweep->index, sweep->values);
    sweep->is_possible = aic_evaluation_run(&sweep->evaluation, sweep->values) && judge(sweep);
    sweep->error = &sweep->evaluation.notes.error;
    if (!sweep->is_possible && aic_code_is_internal(sweep->error->code)) {
        sweep->query->error = *sweep->error;
        return false;
    }
    return true;
}

bool cli_sweep_next(struct cli_sweep *sweep)
{
    while (cli_sweep_next_of_all(sweep)) {
        const struct aic_budget *unmet =
            sweep->ordered ? NULL : cli_selection_unmet(&sweep->selection, sweep);
        if (!unmet) {
            note_exceeded(sweep);
            return true;
        }
        cli_sweep_leave_out(sweep, unmet);
    }
    return false;
}

bool cli_sweep_warn_of_effect(struct cli_sweep *sweep, struct aic_answer *answer)
{
    struct aic_error *error = &sweep->query->error;
    struct aic_recipe recipe;
    bool ok = aic_evaluation_recipe(&sweep->evaluation, sweep->values, &recipe, error) &&
              aic_effect_warn_again(answer, &recipe, &sweep->effects, error);
    free((void *)recipe.settings);
    return ok;
}

bool cli_sweep_answer(struct cli_sweep *sweep)
{
    struct aic_answer *answer = aic_evaluation_look(&sweep->evaluation, &sweep->query->error);
    sweep->answer = answer;
    return answer && (sweep->evaluation.notes.quiet || cli_sweep_warn_of_effect(sweep, answer));
}

void cli_sweep_reason(const struct cli_sweep *sweep, char *out)
{
    const struct aic_error *error = sweep->error;
    struct aic_text text;
    aic_text_init(&text, out, CLI_REASON_SIZE);
    aic_text_format(&text, "%s%s%s", error->message, error->suggestion[0] ? "; " : "",
                    error->suggestion);
}

bool cli_sweep_usual_bill(struct cli_sweep *sweep, struct cli_usual_bill *bill)
{
    struct cli_query *query = sweep->query;
    return cli_usual_bill_find(query->calculator, sweep->evaluation.in, sweep->evaluation.out,
                               &query->catalog, bill, &query->error);
}
