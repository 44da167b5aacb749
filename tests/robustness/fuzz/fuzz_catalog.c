/* SPDX-License-Identifier: Apache-2.0 */
/* Catalogs: a document that is taken can be walked, and its entries can be applied or refused. */
#include "fuzz.h"

static const char *const inputs[AIC_CATALOG_KINDS] = { "model", "gpu",  "node",  "fabric",
                                                       "tier",  "grid", "drive", "route" };

struct applying {
    const struct aic_catalog *catalog;
    const char *input;
    bool goes_on;
};

static bool apply(void *context, const struct aic_entry *entry)
{
    const struct applying *applying = context;
    const struct aic_calculator *calculator;
    const struct aic_json_value *name = aic_json_member(entry->node, "name");
    must(aic_json_is(name, AIC_JSON_STRING));
    for (size_t c = 0; applying->goes_on && entry->overlay && (calculator = aic_calculator_at(c));
         c++) {
        static struct aic_question question;
        struct aic_answer answer = { 0 };
        struct aic_error error = { 0 };
        size_t index;
        must(aic_question_init(&question, calculator, &error));
        if (aic_question_find(&question, applying->input, &index, &error) &&
            aic_question_set_text(&question, index, aic_json_text_of(name), AIC_FROM_FLAG, NULL,
                                  &error) &&
            aic_catalog_apply(applying->catalog, &question, &error)) {
            error.code = AIC_OK;
            must(aic_answer_init(&answer, &question, &error) || error.message[0] != '\0');
        }
        aic_answer_clear(&answer);
        aic_question_clear(&question);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct aic_catalog catalog;
    struct aic_error error = { 0 };
    aic_catalog_init(&catalog);
    if (aic_catalog_add(&catalog, "own.json", text, size, &error)) {
        enum aic_catalog_kind kind = catalog.overlays[0].kind;
        struct applying applying = { &catalog, inputs[kind], fuzz_goes_on(size) };
        must(aic_catalog_each(&catalog, kind, apply, &applying, &error));
    } else {
        must_explain(&error);
    }
    aic_catalog_clear(&catalog);
    free(text);
    return 0;
}
