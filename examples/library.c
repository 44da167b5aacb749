/* SPDX-License-Identifier: Apache-2.0 */
/* How much KV cache do 8 requests of 32 Ki tokens take, and do they fit on this GPU? */
#include <aicalc/aicalc.h>
#include <stdio.h>

static bool set(struct aic_question *question, const char *name, const char *text,
                struct aic_error *error)
{
    size_t index;
    return aic_question_find(question, name, &index, error) &&
           aic_question_set_text(question, index, text, AIC_FROM_FLAG, NULL, error);
}

static bool get(const struct aic_answer *answer, const char *name, double *number,
                struct aic_error *error)
{
    size_t index;
    if (!aic_answer_find(answer, name, &index, error)) {
        return false;
    }
    *number = aic_answer_result(answer, index).number;
    return true;
}

int main(void)
{
    struct aic_catalog catalog;
    struct aic_question question;
    struct aic_answer answer = { .question = NULL };
    struct aic_error error;

    aic_catalog_init(&catalog);
    if (!aic_question_init(&question, aic_calculator_find("kvcache"), &error)) {
        return 1; /* no memory, or no calculator of that name */
    }
    bool asked =
        set(&question, "model", "llama-3.1-8b", &error) &&
        set(&question, "gpu", "h100-sxm", &error) && set(&question, "context", "32Ki", &error) &&
        set(&question, "sequences", "8", &error) && aic_catalog_apply(&catalog, &question, &error);
    double kv_total = 0, fits = 0;
    bool answered = asked && aic_answer_init(&answer, &question, &error) &&
                    get(&answer, "kv_total", &kv_total, &error) &&
                    get(&answer, "fits", &fits, &error);
    if (answered) {
        printf("kv_total %.0f B, %s\n", kv_total, fits > 0 ? "fits" : "does not fit");
    } else {
        fprintf(stderr, "%s; %s\n", error.message, error.suggestion);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    aic_catalog_clear(&catalog);
    return answered ? 0 : 2;
}
