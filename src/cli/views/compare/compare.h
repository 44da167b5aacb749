/* SPDX-License-Identifier: Apache-2.0 */
/* Cases side by side: those of a sweep, or saved answers of one calculator. */
#ifndef AICALC_CLI_VIEWS_COMPARE_COMPARE_H
#define AICALC_CLI_VIEWS_COMPARE_COMPARE_H

#include "cli/formats/document.h"
#include "cli/options/options.h"
#include "cli/views/answer/view.h"

struct cli_sweep;

/* Most cases that a person compares at a glance, and that stand side by side. */
#define CLI_COMPARE_MAX 16

#define CLI_CASE_SIZE 1024

struct cli_case {
    char name[CLI_CASE_SIZE]; /* the values of what is swept, or the name of the file */
    bool is_possible;
    char why[CLI_CASE_SIZE]; /* it is impossible; or it cannot be compared; or "" */
    struct aic_question question;
    struct aic_answer answer; /* of a possible case */
    struct aic_verdict verdicts[CLI_REPEAT_MAX];
};

struct cli_comparison {
    const struct aic_calculator *calculator;
    struct cli_case *cases;
    size_t count;
    size_t first; /* the first that can be compared, with which the others are */
    size_t *rows; /* results to show */
    size_t row_count;
    size_t *inputs; /* those to show: they are not the same in all cases */
    size_t input_count;
    const struct aic_budget *budgets;
    size_t budget_count;
    struct cli_asked asked; /* the command */
    enum aic_unit_style units;
    bool color;
    size_t columns;
};

/*
 * Finds what is to be shown, once the cases are there: the results in `chosen`, or those that
 * decide in any case, or all. False without memory.
 */
bool cli_comparison_choose(struct cli_comparison *comparison, const size_t *chosen,
                           size_t chosen_count, bool all, struct aic_error *error);
void cli_comparison_clear(struct cli_comparison *comparison);

/* Makes room for that many cases. */
bool cli_comparison_init(struct cli_comparison *comparison, size_t count, struct aic_error *error);

/* The cases of a sweep that are shown. */
bool cli_comparison_of_sweep(struct cli_comparison *comparison, struct cli_sweep *sweep,
                             struct aic_error *error);

/* The value of a result in a case, and how it stands to the first. */
struct aic_value cli_case_value(const struct cli_comparison *comparison, size_t at, size_t result);
struct aic_ratio cli_case_ratio(const struct cli_comparison *comparison, size_t at, size_t result);

/* An input of a case in words; empty where it is unset. */
void cli_case_input(const struct cli_comparison *comparison, size_t at, size_t input, char *out,
                    size_t capacity);

/*
 * What a person would say of a case: "b against a: better in x (2 times larger); worse in y (12 %
 * more)". There is nothing to say of the first where it can be compared.
 */
static inline bool cli_case_has_sentence(const struct cli_comparison *comparison, size_t at)
{
    return at != comparison->first || comparison->cases[at].why[0];
}
#define CLI_SENTENCE_SIZE 4096
void cli_case_sentence(const struct cli_comparison *comparison, size_t at, char *out);

void cli_compare_json(const struct cli_comparison *comparison, struct aic_sink *sink);

/* In a format that shows comparisons. */
void cli_comparison_write(const struct cli_format *format, const struct cli_comparison *comparison,
                          struct aic_sink *sink);

#endif
