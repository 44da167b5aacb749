/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of kvcache, and the words in them, for the files that evaluate some of the rows. */
#ifndef AICALC_CALCULATORS_KVCACHE_ROWS_H
#define AICALC_CALCULATORS_KVCACHE_ROWS_H

#include "calculators/kvcache/kvcache.h"
#include "calculators/shared/params_rows.h"
#include "calculators/shared/shared_inputs.h"

#define IN          struct aic_kvcache_in
#define OUT         struct aic_kvcache_out
#define INPUT_ROWS  "calculators/kvcache/inputs.inc"
#define RESULT_ROWS "calculators/kvcache/results.inc"
/* Parts of the latter. */
#define MODEL_ROWS         "calculators/kvcache/results_model.inc"
#define OVERHEAD_ROWS      "calculators/kvcache/results_overhead.inc"
#define STAGE_ROWS         "calculators/kvcache/results_stage.inc"
#define CONTENT_ROWS       "calculators/kvcache/results_content.inc"
#define CACHE_ROWS         "calculators/kvcache/results_cache.inc"
#define MEMORY_ROWS        "calculators/kvcache/results_memory.inc"
#define COMMUNICATION_ROWS "calculators/kvcache/results_communication.inc"
#define PREFILL_ROWS       "calculators/kvcache/results_prefill.inc"
#define TIME_ROWS          "calculators/kvcache/results_times.inc"

enum {
    ideal = AIC_ENGINE_IDEAL,
    vllm = AIC_ENGINE_VLLM,
    llamacpp = AIC_ENGINE_LLAMACPP,
    fp8_ds_mla = AIC_KV_FP8_DS_MLA,
    bf16 = AIC_WEIGHT_BF16
};
static const double GiB = 1073741824.0;

/* The input is not given. */
#define by_default(input) (!AIC_IN_PLAY(in, input))

#endif
