/* SPDX-License-Identifier: Apache-2.0 */
/* What of an answer has a row on the page, and words that its parts share. */
#include "cli/views/answer/sources.h"

const char *html_basis_words(enum aic_basis basis)
{
    static const char *const words[] = {
        [AIC_EXACT] = "exact: arithmetic on the inputs",
        [AIC_PUBLISHED] = "published: rests on a published figure",
        [AIC_ESTIMATE] = "estimate: rests on a model of behaviour",
        [AIC_ASSUMED] = "assumed: rests on a default that nobody chose",
    };
    return words[basis];
}

/* A composition without --all. */
static bool is_short(const struct cli_view *view)
{
    return view->answer->question->calculator->composition && !view->all && !view->chosen;
}

/* Of a composition a page has what decides in each part, and the parts of totals that are more than a figure
 * joins with others; --all the rest. */
static bool is_left_out(const struct cli_view *view, size_t result)
{
    const struct aic_field *field = cli_result(view, result);
    bool is_nothing =
        field->kind == AIC_REAL && aic_answer_result(view->answer, result).number == 0;
    double share;
    bool decides = field->flags & AIC_KEY || (cli_share(view, result, &share) && share >= 0.03);
    return is_short(view) && (field->flags & AIC_TERM || is_nothing || !decides);
}

bool html_has_row(const struct cli_view *view, size_t result)
{
    if (!aic_answer_result(view->answer, result).set || is_left_out(view, result)) {
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
    if (is_short(view) && origin <= AIC_FROM_DEFAULT) {
        return cli_is_assumed(view->answer, input);
    }
    return cli_is_given(view->answer, input) ||
           (origin > AIC_FROM_NOWHERE && view->answer->used[input]);
}
