/* SPDX-License-Identifier: Apache-2.0 */
/* Outcomes: what a value makes of a line, and an error of a check. */
#include "analysis/check/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *aic_outcome_name(enum aic_outcome outcome)
{
    static const char *const names[AIC_OUTCOMES] = {
        [AIC_OUTCOME_PASS] = "pass",
        [AIC_OUTCOME_WARN] = "warn",
        [AIC_OUTCOME_FAIL] = "fail",
        [AIC_OUTCOME_ERROR] = "error",
    };
    return outcome < AIC_OUTCOMES ? names[outcome] : "error";
}

struct aic_error *aic_check_keep(const struct aic_error *error)
{
    struct aic_error *kept = malloc(sizeof *kept);
    if (kept) {
        *kept = *error;
    }
    return kept;
}

static double change_of(const struct aic_field *field, struct aic_value before, double now)
{
    bool is_number = aic_field_is_number(field);
    if (!is_number || !before.set) {
        return NAN;
    }
    double change = now == before.number ? 0 : (now - before.number) / fabs(before.number);
    return isfinite(change) ? change : NAN;
}

bool aic_check_break(struct aic_check *check, const struct aic_error *why, struct aic_error *error)
{
    check->why = aic_check_keep(why);
    check->outcome = AIC_OUTCOME_ERROR;
    for (size_t i = 0; i < check->line_count; i++) {
        check->lines[i].outcome = AIC_OUTCOME_ERROR;
    }
    if (aic_code_is_internal(why->code)) {
        *error = *why;
        return false;
    }
    if (!check->why) {
        return aic_fail_memory(error);
    }
    return true;
}

void aic_check_take(struct aic_check_line *line, const struct aic_calculator *calculator,
                    const struct aic_verdict *verdict)
{
    const struct aic_field *field = aic_budget_field(&line->budget, calculator);
    line->actual = (struct aic_value){ !verdict->no, verdict->actual, NULL };
    line->no = verdict->no;
    line->margin = aic_budget_margin(&line->budget, verdict->actual);
    line->change = change_of(field, line->before, verdict->actual);
    line->outcome = verdict->pass        ? AIC_OUTCOME_PASS
                    : line->budget.warns ? AIC_OUTCOME_WARN
                                         : AIC_OUTCOME_FAIL;
}

void aic_check_forgive(struct aic_check_line *line)
{
    if (line->outcome != AIC_OUTCOME_FAIL || !line->before.set ||
        aic_budget_holds(&line->budget, line->before.number)) {
        return;
    }
    double before = aic_budget_margin(&line->budget, line->before.number);
    if (line->actual.number == line->before.number || line->margin >= before) {
        line->outcome = AIC_OUTCOME_WARN;
    }
}

bool aic_check_take_warnings(struct aic_check *check, const struct aic_notes *notes,
                             struct aic_error *error)
{
    if (notes->count == 0) {
        return true;
    }
    check->warnings = malloc(notes->count * sizeof check->warnings[0]);
    if (!check->warnings) {
        return aic_fail_memory(error);
    }
    memcpy(check->warnings, notes->notes, notes->count * sizeof check->warnings[0]);
    check->warning_count = notes->count;
    return true;
}
