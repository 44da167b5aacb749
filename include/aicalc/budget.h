/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Budgets: "RESULT OP QUANTITY", bound to a result before anything is computed.
 *
 *     total_memory <= 75GiB      a number: <= < >= > ==, with a unit of its dimension
 *     fits                       a flag: the same as fits == true
 *     cooling == air             a choice: == only
 *     warn: kv_total <= 40GiB    reported, never failing
 *
 * and, where there is an earlier report to compare with (see check.h):
 *
 *     cost <= +10%               at most a tenth above what it was
 *     kv_total <= +5GiB          at most 5 GiB above what it was
 *     train_time <= -5%          at least a twentieth below what it was
 */
#ifndef AICALC_BUDGET_H
#define AICALC_BUDGET_H

#include <aicalc/answer.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum aic_relation { AIC_AT_MOST, AIC_LESS, AIC_AT_LEAST, AIC_MORE, AIC_EQUAL };

/* The operator at the head of a text, which then begins behind it; false: none stands there. */
bool aic_relation_read(struct aic_span *text, enum aic_relation *relation);

/* What the quantity of a budget is. */
enum aic_limit {
    AIC_LIMIT_PLAIN, /* a value of the result */
    AIC_LIMIT_SHARE, /* "+10%", "-5%": a change, as a share of an earlier value */
    AIC_LIMIT_MORE   /* "+5GiB": a change in the result's own unit */
};

struct aic_budget {
    struct aic_span text; /* as typed, without "warn:" and outer blanks */
    bool warns;           /* "warn:" stood before it */
    size_t result;        /* index in the calculator's results */
    enum aic_relation relation;
    enum aic_limit kind;
    double change; /* unless plain: what is added to the earlier value */
    double limit;  /* base units; the index of a choice; 0 or 1 of a flag; NaN: not known yet */
};

/* How a budget came out. */
struct aic_verdict {
    double actual; /* NaN: there is none, because the answer is no */
    bool pass;
    const char *no; /* why there is none: "no layout fits"; else NULL */
};

/* Reads and binds a budget; the text must outlive it. Fails with a name, unit or form error. */
bool aic_budget_read(struct aic_budget *budget, const struct aic_calculator *calculator,
                     const char *text, struct aic_error *error);

/*
 * The same, but the limit may be relative to an earlier value: it is set by
 * aic_budget_resolve(), without which such a budget never holds.
 */
bool aic_budget_read_relative(struct aic_budget *budget, const struct aic_calculator *calculator,
                              const char *text, struct aic_error *error);

/* Sets the limit of a relative budget from the earlier value; a plain one stays as it is. */
bool aic_budget_resolve(struct aic_budget *budget, const struct aic_calculator *calculator,
                        double before, struct aic_error *error);

/* Judges a value. */
bool aic_budget_holds(const struct aic_budget *budget, double actual);

/* Room to the limit as a share of it, negative beyond it; NaN where there is none to tell. */
double aic_budget_margin(const struct aic_budget *budget, double actual);

/* Judges the value of its result among `out`. Where that is not set because the answer is no, the budget is
 * exceeded; fails where it is not set otherwise. */
bool aic_budget_judge_value(const struct aic_budget *budget,
                            const struct aic_calculator *calculator, const void *out,
                            struct aic_verdict *verdict, struct aic_error *error);

/* Judges an answer; fails where the result does not apply to this question. */
bool aic_budget_judge(const struct aic_budget *budget, const struct aic_answer *answer,
                      struct aic_verdict *verdict, struct aic_error *error);

/* The field of the budget's result. */
const struct aic_field *aic_budget_field(const struct aic_budget *budget,
                                         const struct aic_calculator *calculator);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
