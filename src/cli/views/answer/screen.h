/* SPDX-License-Identifier: Apache-2.0 */
/* The first screen: which results decide, and the sentence that a person could say aloud. */
#ifndef AICALC_CLI_VIEWS_ANSWER_SCREEN_H
#define AICALC_CLI_VIEWS_ANSWER_SCREEN_H

#include "cli/views/answer/view.h"

/* Of a composition each part has a row. */
#define CLI_SCREEN_ROWS 24
#define CLI_PART_ROWS   4

struct cli_screen {
    const char *says;           /* with {names}; NULL: the calculator has no sentence */
    const struct aic_field *of; /* in whose part these names are; NULL: in none */
    size_t rows[CLI_SCREEN_ROWS];
    size_t count;
};

/* The rows that decide for what was asked: at most eight, zeros left out. */
void cli_find_screen(const struct aic_answer *answer, struct cli_screen *screen);

/* The rows that decide in a part of a composition: at most four. */
void cli_find_part_screen(const struct aic_answer *answer, size_t part, struct cli_screen *screen);

/* True where a condition of struct aic_content holds; `of`: in whose part its names are, NULL: in none. */
bool cli_holds(const struct aic_answer *answer, const struct aic_field *of, const char *condition);

/* What a composition tells below its sentence, value by value; nothing of other calculators. */
void cli_add_line(const struct cli_view *view, struct aic_text *text);

/* What a page of a composition is called; false where it has no title of its own. */
bool cli_add_title(const struct cli_view *view, struct aic_text *text);

/*
 * The answer in a sentence with the values in it, and what of it lies within the error of the
 * model; what the calculator is for where it has no sentence.
 */
void cli_add_sentence(const struct cli_view *view, const struct cli_screen *screen,
                      struct aic_text *text);

/* Words of a table, "{name}" as the value of that name. */
void cli_add_words(const struct cli_view *view, const struct aic_field *of, const char *words,
                   struct aic_text *text);

#endif
