/* SPDX-License-Identifier: Apache-2.0 */
/* Which results decide for what was asked, and the answer in one sentence. */
#include "cli/answer/screen.h"

#include <string.h>

#include "cli/answer/answer.h"

/* A zero says nothing, unless it counts something or a choice has that place. */
static bool is_empty(const struct aic_answer *answer, size_t index)
{
    const struct aic_field *field =
        aic_table_at(&answer->question->calculator->results, index, NULL);
    struct aic_value value = aic_answer_result(answer, index);
    return !value.set || (field->kind == AIC_REAL && value.number == 0);
}

/* The rows that decide for any question, for a calculator that names none. */
static void take_keys(const struct aic_answer *answer, struct cli_screen *screen)
{
    const struct aic_table *results = &answer->question->calculator->results;
    for (size_t i = 0; i < aic_table_size(results) && screen->count < AIC_SCREEN_ROWS; i++) {
        if (aic_table_at(results, i, NULL)->flags & AIC_KEY && !is_empty(answer, i)) {
            screen->rows[screen->count++] = i;
        }
    }
}

void cli_find_screen(const struct aic_answer *answer, struct cli_screen *screen)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    struct aic_screen found = { .says = NULL };
    if (calculator->find_screen) {
        calculator->find_screen(answer->question->in, answer->out, &found);
    }
    *screen = (struct cli_screen){ .says = found.says };
    for (size_t i = 0; i < found.count; i++) {
        if (!is_empty(answer, found.rows[i])) {
            screen->rows[screen->count++] = found.rows[i];
        }
    }
    if (screen->count == 0) {
        take_keys(answer, screen);
    }
}

/* The value that a name stands for; the name itself where it stands for none. */
static void add_named(const struct cli_view *view, struct aic_span name, struct aic_text *text)
{
    char words[CLI_VALUE_SIZE];
    size_t index;
    enum aic_name_kind kind = aic_answer_lookup(view->answer, name, &index);
    cli_write_span(name, words, sizeof words);
    if (kind == AIC_NAME_RESULT && aic_answer_result(view->answer, index).set) {
        cli_write_value(cli_result(view, index), aic_answer_result(view->answer, index),
                        view->units, words, sizeof words);
    } else if (kind == AIC_NAME_INPUT && aic_question_value(view->answer->question, index).set) {
        cli_write_value(cli_input(view, index), aic_question_value(view->answer->question, index),
                        view->units, words, sizeof words);
    }
    aic_text_add(text, words);
}

/* "; tight: total_memory is good to -7..+3%" of a verdict within the error of what it compares. */
static void add_tight(const struct cli_view *view, size_t row, struct aic_text *text)
{
    char band[CLI_VALUE_SIZE];
    struct aic_comparison comparison;
    if (aic_answer_comparison(view->answer, row, &comparison) && comparison.tight) {
        cli_write_band(view, comparison.result, band, sizeof band);
        aic_text_format(text, "; tight: %s is good to %s",
                        cli_result(view, comparison.result)->name, band);
    }
}

void cli_add_sentence(const struct cli_view *view, const struct cli_screen *screen,
                      struct aic_text *text)
{
    cli_add_words(view, screen->says ? screen->says : view->answer->question->calculator->help,
                  text);
    for (size_t i = 0; i < screen->count; i++) {
        add_tight(view, screen->rows[i], text);
    }
}

void cli_add_words(const struct cli_view *view, const char *words, struct aic_text *text)
{
    for (const char *at = words; *at;) {
        size_t plain = strcspn(at, "{");
        aic_text_add_bytes(text, at, plain);
        at += plain;
        if (*at == '{') {
            size_t length = strcspn(at + 1, "}");
            add_named(view, (struct aic_span){ at + 1, length }, text);
            at += length + 2;
        }
    }
}
