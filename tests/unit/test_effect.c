/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs that were given and change nothing are told, with the reason; those that count are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include <aicalc/aicalc.h>
#include <aicalc/effect.h>

#define SETTINGS_MAX 8

struct pair {
    const char *name, *text;
};

/* A question and what is told of it: the input of each warning, and its reason. */
struct row {
    const char *calculator;
    struct pair given[SETTINGS_MAX];
    const char *told; /* the warning's text; NULL: none */
};

static const struct row rows[] = {
    { "kvcache",
      { { "model", "llama-3.1-8b" }, { "context", "8Ki" }, { "experts_per_token", "4" } },
      "experts_per_token is given and changes no result here: weights_read counts it when "
      "experts_held > 0" },
    { "kvcache",
      { { "model", "qwen3-30b-a3b" }, { "context", "8Ki" }, { "experts_per_token", "4" } },
      NULL },
    /* A limit that only warns is there for that. */
    { "kvcache",
      { { "model", "llama-3.1-8b" }, { "context", "8Ki" }, { "max_context", "16Ki" } },
      NULL },
    /* The catalog has a figure for each choice, which the arithmetic does not see. */
    { "train-time",
      { { "params", "8B" },
        { "tokens", "1T" },
        { "gpus", "64" },
        { "gpu", "h100-sxm" },
        { "compute_dtype", "fp8" } },
      NULL },
    /* A preset counts through what it stands for. */
    { "train-memory", { { "model", "llama-3.1-8b" }, { "qlora", "true" } }, NULL },
    { "collective",
      { { "ranks", "2" },
        { "ranks_per_node", "1" },
        { "gpus_per_node", "1" },
        { "size", "1GB" },
        { "nic_bw", "50GB/s" } },
      "gpus_per_node is given and changes no result here: ranks_per_node would follow from it, "
      "and is given" },
    /* A limit that nothing near meets, and a row that is 0: without the input there is none. */
    { "serve",
      { { "model", "llama-3.1-8b" },
        { "gpu", "h100-sxm" },
        { "prompt", "2Ki" },
        { "answer", "256" },
        { "ttft_limit", "10ms" } },
      NULL },
    { "train-time", /* they are there for a band alone */
      { { "model", "llama-3.1-8b" },
        { "gpu", "h100-sxm" },
        { "tokens", "1T" },
        { "mfu", "0.4" },
        { "step_low", "0.85" },
        { "step_high", "1.12" } },
      NULL },
    { "network",
      { { "model", "llama-3.1-8b" },
        { "nvlink_bw", "450GB/s" },
        { "nic_bw", "50GB/s" },
        { "gpus", "8" } },
      NULL },
};

static size_t count_told(const struct aic_answer *answer)
{
    size_t told = 0;
    for (size_t k = 0; k < answer->notes.count; k++) {
        told += strcmp(answer->notes.notes[k].id, AIC_NO_EFFECT) == 0;
    }
    return told;
}

/* After another question with the last setting left out, and after this one itself, as much is told. */
static void same_beside_another(const struct aic_recipe *recipe, const struct aic_answer *answer,
                                size_t row)
{
    struct aic_effect_memory memory;
    struct aic_error error = { 0 };
    assert_true(aic_effect_memory_init(&memory, recipe->calculator, &error));
    for (size_t left_out = 2; left_out-- > 0;) {
        struct aic_recipe other = *recipe;
        struct aic_question question;
        struct aic_answer beside = { .question = NULL };
        other.setting_count -= left_out;
        if (aic_recipe_ask(&other, &question, &error) &&
            aic_answer_init(&beside, &question, &error)) {
            assert_true(aic_effect_warn_again(&beside, &other, &memory, &error));
            if (left_out == 0 && count_told(&beside) != count_told(answer)) {
                fail_msg("row %zu: %zu warnings beside another question, %zu alone", row,
                         count_told(&beside), count_told(answer));
            }
        }
        aic_answer_clear(&beside);
        aic_question_clear(&question);
    }
    aic_effect_memory_clear(&memory);
}

static void given_inputs_count(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        struct aic_setting settings[SETTINGS_MAX];
        struct aic_catalog catalog;
        struct aic_question question;
        struct aic_answer answer = { .question = NULL };
        struct aic_error error = { 0 };
        size_t count = 0, told;
        for (; count < SETTINGS_MAX && row->given[count].name; count++) {
            settings[count] =
                (struct aic_setting){ row->given[count].name, row->given[count].text, 0 };
        }
        aic_catalog_init(&catalog);
        const struct aic_recipe recipe = { .calculator = aic_calculator_find(row->calculator),
                                           .catalog = &catalog,
                                           .settings = settings,
                                           .setting_count = count,
                                           .settings_origin = AIC_FROM_FLAG };
        if (!aic_recipe_ask(&recipe, &question, &error) ||
            !aic_answer_init(&answer, &question, &error) ||
            !aic_effect_warn(&answer, &recipe, &error)) {
            fail_msg("row %zu: %s", i, error.message);
        }
        same_beside_another(&recipe, &answer, i);
        for (size_t k = 0; k < answer.notes.count; k++) {
            const struct aic_note *note = &answer.notes.notes[k];
            if (strcmp(note->id, AIC_NO_EFFECT) == 0) {
                if (!row->told || strncmp(note->text, row->told, strlen(row->told)) != 0) {
                    fail_msg("row %zu: %s", i, note->text);
                }
            }
        }
        told = count_told(&answer);
        if (told != (row->told != NULL)) {
            fail_msg("row %zu: %zu warnings", i, told);
        }
        aic_answer_clear(&answer);
        aic_question_clear(&question);
        aic_catalog_clear(&catalog);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(given_inputs_count) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
