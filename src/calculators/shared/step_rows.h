/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of the time of a step and of a prompt. kvcache has them for the batch that it is asked
 * about, serve for any. They stand on rows of kvcache, which serve takes from there: bytes of
 * weights and cache, matrix_time and output_time (a token's matrices, and the output matrix of
 * them), scores_rate, memory_rate and layers_time.
 */
#ifndef AICALC_CALCULATORS_SHARED_STEP_ROWS_H
#define AICALC_CALCULATORS_SHARED_STEP_ROWS_H

#include "calculators/shared/serving_rows.h"

/* clang-format off */

/* The rates that every step of an answer rests on. mbu_used: a share, in estimates never unset. */
#define MEMORY_RATE_ROW(share)                                                                     \
    RESULT(REAL, memory_rate, "bytes that a GPU reads in a second", (RATE, TERM, ESTIMATE),        \
           gpu_memory_bw * share)
#define LAYERS_TIME_ROW                                                                            \
    RESULT(REAL, layers_time, "what the layers cost beside bytes and FLOP", (TIME, TERM, ESTIMATE),\
           layers * layer_overhead + moe_layers * expert_overhead)

/* One step of `batch` sequences, of which `tokens` pass. Of each pair the slower one counts. */
#define STEP_PARTS_ROWS(bytes, batch, tokens, ways)                                                     \
    RESULT(REAL, weights_time, "reading the weights of a step", (TIME, TERM, ESTIMATE),            \
           (bytes) / memory_rate)                                                                  \
    RESULT(REAL, matrices_time, "arithmetic of the matrices of a step", (TIME, TERM, ESTIMATE),    \
           tokens * matrix_time)                                                                   \
    RESULT(REAL, cache_time, "reading the cache in a step", (TIME, TERM, ESTIMATE),                \
           batch * kv_read / memory_rate)                                                          \
    RESULT(REAL, attention_time, "arithmetic of attention in a step", (TIME, TERM, ESTIMATE),      \
           tokens * attention_flops / (ways * scores_rate))

/*
 * Reading a prompt on a replica, in chunks of max_num_batched_tokens; an engine without that reads
 * it in one.
 */
#define PROMPT_CHUNKS_ROWS(new_tokens)                                                             \
    CASES(REAL, chunks, "steps over which a prompt is spread", (TERM),                             \
          WHEN(!(new_tokens > 0), unset)                                                           \
          WHEN(known(max_num_batched_tokens), ceil(new_tokens / max_num_batched_tokens))           \
          OTHERWISE(1))                                                                            \
    RESULT(REAL, chunk_tokens, "tokens of a prompt in one of them", (TOKENS, TERM),                \
           new_tokens / chunks)

/* Only its last token needs the output matrix. */
#define PROMPT_COMPUTE_ROW(new_tokens, ways)                                                       \
    RESULT(REAL, prompt_compute_time, "arithmetic of a prompt", (TIME, TERM, ESTIMATE),            \
           new_tokens * (matrix_time - output_time) + output_time +                                \
               prefill_attention_flops / (ways * scores_rate))

/* Steps of a prompt are not replayed from a graph: their layers cost more. Chosen on the odd rows
 * of 62 measured first tokens of a request alone; docs/methods/serve.md. */
#define CONSTANT_PROMPT_OVERHEAD                                                                   \
    CONSTANT(prompt_overhead, 2.5, "1", "overhead of layers in a prompt's own step, over layers_time")
#define PROMPT_ALONE_ROW(communication)                                                            \
    RESULT(REAL, prompt_alone_time, "steps of a prompt that has the GPUs to itself", (TIME, TERM, ESTIMATE), \
           max(prompt_compute_time, chunks * prompt_weights_read / memory_rate) +                  \
               value_or(communication, 0) + chunks * prompt_overhead * layers_time)

/* clang-format on */

#endif
