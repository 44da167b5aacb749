/* SPDX-License-Identifier: Apache-2.0 */
/* Which cases of a sweep are shown, and in which order: --where, --sort, --top. */
#ifndef AICALC_CLI_SWEEP_SELECT_H
#define AICALC_CLI_SWEEP_SELECT_H

#include <stdint.h>

#include "cli/query/query.h"

struct cli_sweep;

/* A case in its place. */
struct cli_place {
    int rank; /* cases that can be compared come before those that cannot */
    double key;
    uint64_t index;
};

/* Cases that --where dropped for one reason. */
struct cli_leaving {
    const char *reason; /* a choice, or the result that was asked for */
    const char *inputs; /* that would settle it, separated by spaces; NULL: it is judged */
    uint64_t count;
};
#define CLI_LEAVINGS_MAX 128

struct cli_selection {
    struct aic_budget wheres[CLI_REPEAT_MAX]; /* all must hold */
    size_t where_count;
    bool sorts;
    bool descends;
    size_t result;           /* that cases are sorted by */
    uint64_t top;            /* most cases that are shown; 0: all */
    struct cli_place *order; /* NULL: as they come */
    uint64_t count, capacity;
    struct cli_leaving
        leavings[CLI_LEAVINGS_MAX]; /* of the walk under way, the judged ones first */
    size_t leaving_count;
};

/* Reads the options. False: `error` says what is wrong. Release with cli_selection_clear(). */
bool cli_selection_read(struct cli_selection *selection, const struct aic_calculator *calculator,
                        const struct cli_options *options, struct aic_error *error);
void cli_selection_clear(struct cli_selection *selection);

/* Refuses options that choose among cases where there is one case. */
bool cli_selection_check_unused(const struct cli_options *options, struct aic_error *error);

/* The condition that the case under way does not meet; NULL where it is shown. */
const struct aic_budget *cli_selection_unmet(const struct cli_selection *selection,
                                             const struct cli_sweep *sweep);

/* Counts the case under way as left out, for what it does not meet. */
void cli_sweep_leave_out(struct cli_sweep *sweep, const struct aic_budget *unmet);

/* How many cases were left out and why: as words for people, as members of JSON. */
/* True where nobody can say whether the case under way meets what must hold. */
bool cli_sweep_is_unjudged(const struct cli_sweep *sweep);

/* Such cases among those that were left out. */
uint64_t cli_sweep_count_unjudged(const struct cli_sweep *sweep);

void cli_sweep_add_left_out(struct cli_sweep *sweep, struct aic_text *text);
void cli_sweep_json_left_out(struct cli_sweep *sweep, struct aic_json_writer *writer);

/*
 * Walks all cases and puts those that are shown in order; only --top of them are kept. False where
 * the tool failed, or no case has the result: query->error says so.
 */
bool cli_selection_sort(struct cli_selection *selection, struct cli_sweep *sweep);

#endif
