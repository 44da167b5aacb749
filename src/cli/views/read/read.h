/* SPDX-License-Identifier: Apache-2.0 */
/* What `aicalc read` says: the answers to the cases of texts, together. */
#ifndef AICALC_CLI_VIEWS_READ_READ_H
#define AICALC_CLI_VIEWS_READ_READ_H

#include <aicalc/aicalc.h>

#include "cli/formats/document.h"
#include "cli/formats/report.h"

#define CLI_READ_CALCULATORS_MAX 8
#define CLI_READ_IN_FULL         3 /* more cases have the first sentences of their answers alone */

/* The answer of one calculator to a case. */
struct cli_read_answer {
    const struct aic_calculator *calculator;
    char **words; /* what it was asked with beside the text */
    size_t word_count;
    enum cli_exit code;
    char *text; /* the answer as it was written; of CLI_WRONG and above `error` */
    size_t length, capacity;
    struct aic_error error;
};

struct cli_read_case {
    const struct aic_launch_case *launch;
    struct cli_read_answer answers[CLI_READ_CALCULATORS_MAX];
    size_t count;
    enum cli_exit worst;
};

struct cli_reading {
    const struct aic_launch *launch;
    struct cli_read_case *cases;
    size_t count;
    bool in_full; /* whole answers, not their first sentences */
    bool all;     /* notes that change nothing too */
    bool implied; /* measured figures stand for what is computed */
    bool judged;  /* budgets were asked for: cases pass or fail */
};

/* The input of a calculator by its name, or NULL. */
const struct aic_field *cli_read_input(const struct aic_calculator *calculator, const char *name);

/* "pass", "fail" or "error". */
const char *cli_read_verdict(enum cli_exit code);

/* For people: text or Markdown, as the answers were written; and for programs. */
void cli_write_reading(const struct cli_reading *reading, enum doc_form form,
                       struct aic_sink *sink);
void cli_write_reading_json(const struct cli_reading *reading, struct aic_sink *sink);

#endif
