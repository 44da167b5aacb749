/* SPDX-License-Identifier: Apache-2.0 */
/* Model files: what is read as a config.json gives questions that are answered or refused. */
#include "fuzz.h"

static struct aic_loader loader;

struct file {
    const char *text;
    size_t length;
};

static bool load(void *context, const char *path, const char **text, size_t *length,
                 struct aic_error *error)
{
    const struct file *file = context;
    (void)path;
    (void)error;
    *text = file->text;
    *length = file->length;
    return true;
}

static void ask(const char *calculator, const struct aic_catalog *catalog)
{
    static const struct aic_setting settings[] = { { "model", "config.json", 0 } };
    const struct aic_recipe recipe = {
        .calculator = aic_calculator_find(calculator),
        .catalog = catalog,
        .settings = settings,
        .setting_count = 1,
        .settings_origin = AIC_FROM_FLAG,
        .loader = &loader,
    };
    static struct aic_question question;
    struct aic_answer answer = { 0 };
    struct aic_error error = { 0 };
    if (!aic_recipe_ask(&recipe, &question, &error) ||
        !aic_answer_init(&answer, &question, &error)) {
        must_explain(&error);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
}

/* What has been read, as two calculators take it. */
static void ask_both(const char *text, size_t size)
{
    struct file file = { text, size };
    struct aic_catalog catalog;
    aic_catalog_init(&catalog);
    loader = (struct aic_loader){ load, &file, NULL, NULL };
    ask("kvcache", &catalog);
    ask("train-memory", &catalog);
    aic_catalog_clear(&catalog);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct aic_model_file file;
    struct aic_error error = { 0 };
    char *text = fuzz_text(data, size);
    if (!aic_model_text_read("config.json", text, size, &file, &error)) {
        must_explain(&error);
    } else if (fuzz_goes_on(size)) {
        ask_both(text, size);
    }
    free(text);
    return 0;
}
