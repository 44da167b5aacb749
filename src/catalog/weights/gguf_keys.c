/* SPDX-License-Identifier: Apache-2.0 */
/* The keys of a GGUF that say what the model is (llama.cpp c392e509, llama-arch.cpp). */
#include <string.h>

#include "catalog/weights/weights.h"

static const char *const whole[] = {
    "general.architecture", "general.alignment",   "tokenizer.ggml.tokens", "split.no",
    "split.count",          "split.tensors.count",
};

/* Behind the name of the architecture. */
static const char *const ends[] = {
    ".block_count",
    ".nextn_predict_layers",
    ".embedding_length",
    ".context_length",
    ".vocab_size",
    ".feed_forward_length",
    ".attention.head_count",
    ".attention.head_count_kv",
    ".attention.key_length",
    ".attention.value_length",
    ".attention.key_length_mla",
    ".attention.value_length_mla",
    ".attention.key_length_swa",
    ".attention.kv_lora_rank",
    ".attention.q_lora_rank",
    ".attention.indexer.head_count",
    ".attention.indexer.key_length",
    ".attention.indexer.top_k",
    ".attention.sliding_window",
    ".attention.sliding_window_pattern",
    ".attention.shared_kv_layers",
    ".attention.compress_ratios",
    ".rope.dimension_count",
    ".expert_count",
    ".expert_used_count",
    ".expert_feed_forward_length",
    ".expert_shared_count",
    ".ssm.inner_size",
    ".ssm.state_size",
    ".ssm.group_count",
    ".ssm.conv_kernel",
    ".shortconv.l_cache",
    ".wkv.head_size",
    ".token_shift_count",
    ".kda.head_dim",
};

bool aic_gguf_key_is_kept(const char *key, size_t length)
{
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        if (strcmp(key, whole[i]) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t end = strlen(ends[i]);
        if (length > end && strcmp(key + length - end, ends[i]) == 0) {
            return true;
        }
    }
    return false;
}
