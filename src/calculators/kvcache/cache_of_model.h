/* SPDX-License-Identifier: Apache-2.0 */
/* What a model alone decides: the cache of a token, for calculators that ask for nothing else of kvcache. */
#ifndef AICALC_CALCULATORS_KVCACHE_CACHE_OF_MODEL_H
#define AICALC_CALCULATORS_KVCACHE_CACHE_OF_MODEL_H

#include <aicalc/kvcache.h>

struct aic_cache_of_model {
    double per_token, per_token_initial, fixed, at_max_context;
};

/* The model has its derived defaults. */
struct aic_cache_of_model aic_cache_of_model(const struct aic_model *model, int kv_dtype,
                                             const struct aic_params *counts);

/* What the engine holds on a GPU beside weights and cache, where nobody says it (model.c). */
double aic_kvcache_overhead(const struct aic_kvcache_in *in);

/* A format of the cache holds vectors so wide, and the words of the refusal (model.c). */
bool aic_kvcache_width_holds(int kv_dtype, double heads, double width);
const char *aic_kvcache_width_rule(int kv_dtype);

#endif
