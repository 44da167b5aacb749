/* SPDX-License-Identifier: Apache-2.0 */
/* What a total of money or time contains, what it lacks, and of what time it is. */
#ifndef AICALC_CLI_VIEWS_ANSWER_CONTENTS_H
#define AICALC_CLI_VIEWS_ANSWER_CONTENTS_H

#include "cli/views/answer/view.h"

#define CLI_CONTENTS_MAX 12

struct cli_content {
    char what[CLI_VALUE_SIZE]; /* in words */
    bool has_value;            /* that part of the total */
    bool has_share;            /* within other parts: of the total it takes that share */
    double number;
    size_t result;   /* whose value it is; SIZE_MAX: that of none */
    const char *add; /* of what is lacking: what would bring it in; NULL: nothing does */
};

struct cli_contents {
    struct cli_content contains[CLI_CONTENTS_MAX], lacks[CLI_CONTENTS_MAX];
    size_t contain_count, lack_count;
    const char *period; /* "run"; NULL: `seconds`, where that is set */
    struct aic_value seconds;
};

/* False for a result that is no total, and for one of which nothing is known. */
bool cli_find_contents(const struct cli_view *view, size_t total, struct cli_contents *contents);

struct cli_screen;

/* "GPUs, storage; for the run", and "storage (29.7 TB): --tier NAME; ..": of the first total of a screen, money
 * before time; empty where there is none. */
void cli_write_contents(const struct cli_view *view, const struct cli_screen *screen,
                        struct aic_text *contained, struct aic_text *lacking);

/* What the totals of a screen contain, and what they lack, each in a line. */
void cli_add_contents(const struct cli_view *view, const struct cli_screen *screen,
                      struct doc *doc);

/* The members "contains", "lacks" and "period"; nothing of other results. */
void cli_contents_json(const struct cli_view *view, struct aic_json_writer *writer, size_t total);

#endif
