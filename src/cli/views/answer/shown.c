/* SPDX-License-Identifier: Apache-2.0 */
/* What of an answer has a row on the page, and words that its parts share. */
#include "cli/views/answer/sources.h"

const char *html_basis_words(enum aic_basis basis)
{
    static const char *const words[] = {
        [AIC_EXACT] = "exact: arithmetic on the inputs",
        [AIC_PUBLISHED] = "published: rests on a published figure",
        [AIC_ESTIMATE] = "estimate: rests on a model of behaviour",
        [AIC_ASSUMED] = "assumed: moves with a default that nobody chose",
    };
    return words[basis];
}

bool html_has_row(const struct cli_view *view, size_t result)
{
    if (!aic_answer_result(view->answer, result).set) {
        return false;
    }
    for (size_t i = 0; view->chosen && i < view->result_count; i++) {
        if (view->results[i] == result) {
            return true;
        }
    }
    return !view->chosen;
}

bool html_has_input(const struct cli_view *view, size_t input)
{
    enum aic_origin origin = aic_question_origin(view->answer->question, input);
    return cli_is_given(view->answer, input) ||
           (origin > AIC_FROM_NOWHERE && view->answer->used[input]);
}
