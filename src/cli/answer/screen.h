/* SPDX-License-Identifier: Apache-2.0 */
/* The first screen: which results decide, and the sentence that a person could say aloud. */
#ifndef AICALC_CLI_ANSWER_SCREEN_H
#define AICALC_CLI_ANSWER_SCREEN_H

#include "cli/answer/view.h"

struct cli_screen {
    const char *says; /* with {names}; NULL: the calculator has no sentence */
    size_t rows[AIC_SCREEN_ROWS];
    size_t count;
};

/* The rows that decide for what was asked: at most eight, zeros left out. */
void cli_find_screen(const struct aic_answer *answer, struct cli_screen *screen);

/*
 * The answer in a sentence with the values in it, and what of it lies within the error of the
 * model; what the calculator is for where it has no sentence.
 */
void cli_add_sentence(const struct cli_view *view, const struct cli_screen *screen,
                      struct aic_text *text);

/* Words of a table, "{name}" as the value of that name. */
void cli_add_words(const struct cli_view *view, const char *words, struct aic_text *text);

#endif
