/* SPDX-License-Identifier: Apache-2.0 */
/* A first walk through a sweep: what is the same in all possible cases, and what occurs in any. */
#ifndef AICALC_CLI_SWEEP_SUMMARY_H
#define AICALC_CLI_SWEEP_SUMMARY_H

#include <aicalc/influence.h>

#include "cli/sweep/sweep.h"

/* A column of results. */
struct cli_sweep_column {
    size_t result;
    const struct aic_field *field;
    bool appears;         /* in a possible case */
    enum aic_basis basis; /* the weakest of the cases whose defaults were moved */
    double least;         /* of a number, in cases that lack nothing; infinite: none */
    size_t width;         /* of the widest value in words */
};

/* A warning, as the first case that has it words it. */
struct cli_occurrence {
    struct aic_note note;
    uint64_t cases;
};

struct cli_summary {
    uint64_t cases;                /* that are shown */
    uint64_t possible;             /* of them */
    const struct aic_field *lacks; /* the flag that must hold, of a case that lacks it */
    /* The first possible case, and which of its inputs are the same in all of them; none
     * that is swept. */
    struct aic_question question;
    struct aic_answer answer;
    bool *fixed;
    void *before;                     /* the inputs of the case that was looked at last */
    size_t asking;                    /* of it */
    struct cli_sweep_column *columns; /* to show: those of --fields, or the keys that appear */
    size_t column_count;
    struct cli_occurrence warnings[AIC_NOTES_MAX];
    size_t warning_count;
    /* Of a whole summary. */
    uint64_t judged,
        asked; /* cases of which it can be said whether they serve, and all, left out or not */
    size_t axis_widths[AIC_VARIED_MAX];
    size_t bill_width;              /* of what hours would cost at the usual price; 0: none would */
    size_t lack_width;              /* of the words why a case cannot be compared; 0: all can be */
    struct aic_influence influence; /* of the defaults, the largest in the cases that were moved */
    uint64_t moved;                 /* cases whose defaults were moved: the first few */
};

/*
 * Walks the cases. A whole summary asks each case as a query of its own, which costs more. False
 * where the tool failed: then query->error says so. Release with cli_summary_free() if not NULL.
 */
bool cli_summary_make(struct cli_sweep *sweep, bool whole, struct cli_summary **summary);
void cli_summary_free(struct cli_summary *summary);

/*
 * True where the case under way cannot be compared with the others, and why: what must hold does
 * not, it has no value that decides, it leaves out what others count.
 */
bool cli_sweep_is_lacking(const struct cli_sweep *sweep, const struct cli_summary *summary);
void cli_sweep_add_lack(const struct cli_sweep *sweep, const struct cli_summary *summary,
                        struct aic_text *text);

/* True where the least of a column is marked: it decides between several cases. */
bool cli_summary_marks(const struct cli_summary *summary, const struct cli_sweep_column *column);
/* True where it would be, and no case is: why_none says why, with what all cases lack. */
bool cli_summary_marks_none(const struct cli_summary *summary,
                            const struct cli_sweep_column *column);

void cli_summary_add_why_none(const struct cli_summary *summary, struct aic_text *text);

/* The summary as a view: what single answers and sweeps show alike. */
struct cli_view cli_summary_view(const struct cli_sweep *sweep, const struct cli_summary *summary);

/*
 * The cases as rows for people: the swept values, the results that decide, whether the budgets
 * hold. Text is fitted to the terminal first, and *dropped says from which result on there was no
 * room. False without memory.
 */
bool cli_sweep_rows(struct cli_sweep *sweep, const struct cli_summary *summary,
                    const struct cli_layout *layout, struct aic_sink *sink, size_t *dropped);

#endif
