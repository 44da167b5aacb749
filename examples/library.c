/* SPDX-License-Identifier: Apache-2.0 */
/* How much KV cache do 8 requests of 32 Ki tokens take, and do they fit on this GPU? */
#include <aicalc/aicalc.h>
#include <stdio.h>
#include <string.h>

static bool set(struct aic_question *question, const char *name, const char *text,
                struct aic_error *error)
{
    size_t index;
    return aic_question_find(question, name, &index, error) &&
           aic_question_set_text(question, index, text, AIC_FROM_FLAG, NULL, error);
}

static struct aic_value result(const struct aic_answer *answer, const char *name)
{
    const struct aic_table *results = &answer->question->calculator->results;
    return aic_answer_result(answer, aic_table_find(results, name, strlen(name)));
}

int main(void)
{
    struct aic_catalog catalog;
    struct aic_question question;
    struct aic_answer answer;
    struct aic_error error;

    aic_catalog_init(&catalog);
    if (!aic_question_init(&question, aic_calculator_find("kvcache"), &error)) {
        return 1; /* no memory */
    }
    bool asked =
        set(&question, "model", "llama-3.1-8b", &error) &&
        set(&question, "gpu", "h100-sxm", &error) && set(&question, "context", "32Ki", &error) &&
        set(&question, "sequences", "8", &error) && aic_catalog_apply(&catalog, &question, &error);
    bool answered = asked && aic_answer_init(&answer, &question, &error);
    if (answered) {
        printf("kv_total %.0f B, %s\n", result(&answer, "kv_total").number,
               result(&answer, "fits").number > 0 ? "fits" : "does not fit");
        aic_answer_clear(&answer);
    } else {
        fprintf(stderr, "%s; %s\n", error.message, error.suggestion);
    }
    aic_question_clear(&question);
    aic_catalog_clear(&catalog);
    return answered ? 0 : 2;
}
