/* SPDX-License-Identifier: Apache-2.0 */
/* Which columns a sweep's table has, and how wide they are. */
#ifndef AICALC_CLI_SWEEP_LAYOUT_H
#define AICALC_CLI_SWEEP_LAYOUT_H

#include "cli/sweep/survey.h"

#define CLI_SWEEP_INDENT 2
#define CLI_SWEEP_GAP    2

/* A column as it is laid out. */
struct cli_slot {
    const char *head;
    bool right; /* numbers stand at the right end */
    bool marks; /* the least value is marked */
    size_t value_width, width;
};

struct cli_layout {
    struct cli_slot *slots; /* the axes, the results, the budgets */
    size_t axes, results, budgets;
    size_t shown;      /* results that have room */
    size_t head_lines; /* of the head of the table */
    const struct cli_survey *survey;
    char (*budget_heads)[CLI_VALUE_SIZE];
};

/* Lays the columns out; false without memory. Free `slots` and `budget_heads` either way. */
bool cli_lay_out(const struct cli_sweep *sweep, const struct cli_survey *survey, size_t columns,
                 struct cli_layout *layout);

size_t cli_slot_count(const struct cli_layout *layout);

/* True for the slot of a result that has no room. */
bool cli_is_left_out(const struct cli_layout *layout, size_t slot);

/* The length of the part of a head that fits: up to a '_' or a blank; a whole word at least. */
size_t cli_part_of_head(const char *head, size_t width);
size_t cli_count_head_lines(const char *head, size_t width);

#endif
