/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Command lines: the words of argv, one a line, the first a calculator. They are read as the
 * program reads them; some are asked, answered, judged by their budgets and explained. Files are not
 * touched.
 */
#include "fuzz.h"

#include "cli/options/options.h"

#define WORDS_MAX 64

static bool refuse(void *context, const char *path, const char **text, size_t *length,
                   struct aic_error *error)
{
    (void)context;
    *text = NULL;
    *length = 0;
    return aic_fail(error, AIC_ERR_FILE, NULL, "cannot read '%s'", path);
}

/* Every so many results are explained, others by inputs of another length: that is most of the time. */
#define STRIDE 16

static void explain(const struct aic_answer *answer, size_t first)
{
    const struct aic_table *results = &answer->question->calculator->results;
    for (size_t i = 0; i < aic_table_size(results); i++) {
        char words[256];
        struct aic_text text;
        struct aic_value value = aic_answer_result(answer, i);
        must(!value.set || isfinite(value.number) ||
             aic_table_at(results, i, NULL)->flags & AIC_UNBOUNDED);
        if (i % STRIDE != first % STRIDE) {
            continue;
        }
        aic_text_init(&text, words, sizeof words);
        aic_explain_numbers(answer, aic_table_at(results, i, NULL), &text);
        must(strlen(words) == text.length);
    }
}

static void judge(const struct cli_options *options, const struct aic_answer *answer)
{
    for (size_t i = 0; i < options->budgets.count; i++) {
        struct aic_budget budget;
        struct aic_verdict verdict;
        struct aic_error error = { 0 };
        if (!aic_budget_read(&budget, answer->question->calculator, options->budgets.at[i],
                             &error) ||
            !aic_budget_judge(&budget, answer, &verdict, &error)) {
            must_explain(&error);
        }
    }
}

static void ask(const struct aic_calculator *calculator, const struct cli_options *options,
                size_t first)
{
    static struct aic_question question;
    struct aic_answer answer = { 0 };
    struct aic_error error = { 0 };
    struct aic_catalog catalog;
    struct aic_loader loader = { refuse, NULL, NULL, NULL };
    aic_catalog_init(&catalog);
    const struct aic_recipe recipe = {
        .calculator = calculator,
        .catalog = &catalog,
        .settings = options->settings,
        .setting_count = options->setting_count,
        .settings_origin = AIC_FROM_FLAG,
        .loader = &loader,
    };
    if (aic_recipe_ask(&recipe, &question, &error) && aic_answer_init(&answer, &question, &error)) {
        explain(&answer, first);
        judge(options, &answer);
    } else {
        must_explain(&error);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    aic_catalog_clear(&catalog);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    char *words[WORDS_MAX + 1];
    int count = 0;
    for (char *line = strtok(text, "\n"); line && count < WORDS_MAX; line = strtok(NULL, "\n")) {
        words[count++] = line;
    }
    words[count] = NULL;
    const struct aic_calculator *calculator = count > 0 ? fuzz_calculator(words[0]) : NULL;
    if (calculator) {
        struct cli_options options = { 0 };
        struct aic_error error = { 0 };
        if (cli_options_read(&options, CLI_ANSWER, calculator, count, words, &error)) {
            if (fuzz_goes_on(size)) {
                ask(calculator, &options, size / STRIDE);
            }
        } else {
            must_explain(&error);
        }
        cli_options_clear(&options);
    }
    free(text);
    return 0;
}
