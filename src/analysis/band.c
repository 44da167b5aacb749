/* SPDX-License-Identifier: Apache-2.0 */
/* Bands of an answer: how far reality was found from its results, and from the limits of flags. */
#include <aicalc/answer.h>

#include <math.h>
#include <string.h>

bool aic_answer_band(const struct aic_answer *answer, size_t index, struct aic_error_band *band)
{
    const struct aic_bands *all = &answer->question->calculator->bands;
    for (size_t i = 0; i < all->band_count; i++) {
        struct aic_ends ends = answer->bands[i];
        if (all->bands[i].result == index && isfinite(ends.low) && isfinite(ends.high)) {
            *band = (struct aic_error_band){ ends, &all->bands[i] };
            return aic_answer_result(answer, index).set;
        }
    }
    return false;
}

static void compare(const struct aic_answer *answer, const struct aic_judgement *judgement,
                    double limit, struct aic_comparison *comparison)
{
    double value = aic_answer_result(answer, judgement->result).number;
    bool is_most = strcmp(judgement->relation, "<=") == 0;
    *comparison = (struct aic_comparison){ .result = judgement->result,
                                           .value = value,
                                           .limit = limit,
                                           .margin = (is_most ? limit - value : value - limit) /
                                                     fabs(limit) };
    if (!isfinite(comparison->margin)) {
        comparison->margin = NAN;
    }
    comparison->has_band = aic_answer_band(answer, judgement->result, &comparison->band);
    const struct aic_ends *ends = &comparison->band.ends;
    comparison->tight = comparison->has_band && ends->low < limit && limit < ends->high;
}

bool aic_answer_comparison(const struct aic_answer *answer, size_t flag,
                           struct aic_comparison *comparison)
{
    const struct aic_bands *all = &answer->question->calculator->bands;
    for (size_t i = 0; i < all->judgement_count; i++) {
        const struct aic_judgement *judgement = &all->judgements[i];
        if (judgement->flag == flag && isfinite(answer->limits[i]) &&
            aic_answer_result(answer, flag).set &&
            aic_answer_result(answer, judgement->result).set) {
            compare(answer, judgement, answer->limits[i], comparison);
            return true;
        }
    }
    return false;
}
