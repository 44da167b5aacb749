/* SPDX-License-Identifier: Apache-2.0 */
/* A first walk through a sweep: what is the same in all possible cases, and what occurs in any. */
#ifndef AICALC_CLI_SWEEP_SURVEY_H
#define AICALC_CLI_SWEEP_SURVEY_H

#include "cli/sweep/sweep.h"

/* A column of results. */
struct cli_column {
    size_t result;
    const struct aic_field *field;
    bool appears;         /* in a possible case */
    enum aic_basis basis; /* the weakest of all cases */
    double least;         /* of a number */
    size_t width;         /* of the widest value in words */
};

/* A warning, as the first case that has it words it. */
struct cli_occurrence {
    struct aic_note note;
    uint64_t cases;
};

struct cli_survey {
    uint64_t possible; /* cases */
    /* The first possible case, and which of its inputs are the same in all of them; none
     * that is swept. */
    struct aic_question question;
    struct aic_answer answer;
    bool *fixed;
    /* Of a whole survey. */
    struct cli_column *columns; /* to show: those of --fields, or the keys that appear */
    size_t column_count;
    size_t axis_widths[AIC_VARIED_MAX];
    struct cli_occurrence warnings[AIC_NOTES_MAX];
    size_t warning_count;
};

/*
 * Walks the cases. A whole survey asks each case as a query of its own, which costs more. False
 * where the tool failed: then query->error says so. Release with cli_survey_free() if not NULL.
 */
bool cli_survey_make(struct cli_sweep *sweep, bool whole, struct cli_survey **survey);
void cli_survey_free(struct cli_survey *survey);

/* True where the value under way is the least of several in a column where that decides. */
bool cli_survey_is_least(const struct cli_survey *survey, const struct cli_column *column,
                         struct aic_value value);

#endif
