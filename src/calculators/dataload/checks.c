/* SPDX-License-Identifier: Apache-2.0 */
/* dataload: what can be asked. */
#include "calculators/dataload/dataload.h"

static bool check_demand(const struct aic_dataload_in *in, struct aic_error *error)
{
    if (!aic_is_set(in->sample_size)) {
        aic_fail(error, AIC_ERR_MISSING, "sample_size", "neither sample_size nor seq is given");
        return aic_suggest(error, "give sample_size, such as 150kB, or the tokens of a sample");
    }
    if (!aic_is_set(in->sample_rate) && !aic_is_set(in->step_time) &&
        !aic_is_set(in->flop_per_sample) && !aic_is_set(in->token_rate)) {
        aic_fail(error, AIC_ERR_MISSING, "sample_rate",
                 "how fast a GPU consumes samples is not given: none of sample_rate, step_time, "
                 "flop_per_sample and token_rate");
        return aic_suggest(error, "give sample_rate, such as 2000/s, or batch and step_time");
    }
    return true;
}

static bool check_cache(const struct aic_dataload_in *in, struct aic_error *error)
{
    bool has_cache = aic_is_set(in->cache_hit_ratio) || aic_is_set(in->cache_capacity);
    if (AIC_GIVEN(in, cache_scope) && !aic_is_set(in->cache_capacity)) {
        aic_fail(error, AIC_ERR_CONFLICT, "cache_scope", "cache_scope without cache_capacity");
        return aic_suggest(error, "give cache_capacity, or leave cache_scope out");
    }
    if (AIC_GIVEN(in, cache_bw) && !has_cache) {
        aic_fail(error, AIC_ERR_CONFLICT, "cache_bw",
                 "cache_bw without a cache: neither cache_hit_ratio nor cache_capacity is given");
        return aic_suggest(error, "give one of them, or leave cache_bw out");
    }
    return true;
}

static bool check_shuffle(const struct aic_dataload_in *in, struct aic_error *error)
{
    if (in->shuffle == AIC_SHUFFLE_BUFFER && !aic_is_set(in->shuffle_buffer)) {
        aic_fail(error, AIC_ERR_MISSING, "shuffle_buffer",
                 "shuffle 'buffer' without shuffle_buffer");
        return aic_suggest(error, "give the samples of the buffer, such as 10000");
    }
    if (in->shuffle == AIC_SHUFFLE_INDEX && !aic_is_set(in->shuffle_window)) {
        aic_fail(error, AIC_ERR_MISSING, "shuffle_window",
                 "shuffle 'index' without shuffle_window, samples or dataset_size");
        return aic_suggest(error, "give one of them: it draws from so many samples");
    }
    return true;
}

bool aic_dataload_check(const struct aic_dataload_in *in, struct aic_error *error)
{
    return check_demand(in, error) && check_cache(in, error) && check_shuffle(in, error);
}
