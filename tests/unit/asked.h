/* SPDX-License-Identifier: Apache-2.0 */
/* A question of a test and its answer; after cmocka.h. */
#ifndef AICALC_TEST_ASKED_H
#define AICALC_TEST_ASKED_H

#include <string.h>

#include <aicalc/aicalc.h>

struct asked {
    struct aic_question question;
    struct aic_answer answer;
};

/* Asks a calculator with names and values in turn, ended by NULL. */
static void ask_calculator(struct asked *asked, const struct aic_calculator *calculator,
                           const char *const *settings)
{
    struct aic_error error = { .code = AIC_OK };
    memset(asked, 0, sizeof *asked);
    assert_true(aic_question_init(&asked->question, calculator, &error));
    for (; *settings; settings += 2) {
        size_t index;
        assert_true(aic_question_find(&asked->question, settings[0], &index, &error));
        assert_true(aic_question_set_text(&asked->question, index, settings[1], AIC_FROM_FLAG, NULL,
                                          &error));
    }
    assert_true(aic_answer_init(&asked->answer, &asked->question, &error));
}

static void clear(struct asked *asked)
{
    aic_answer_clear(&asked->answer);
    aic_question_clear(&asked->question);
}

#endif
