/* SPDX-License-Identifier: Apache-2.0 */
/* Names of tensors, cut into words at their dots, and the part of the model that they belong to. */
#include <string.h>

#include "catalog/weights/weights.h"
#include "core/ascii.h"
#include "core/span.h"

double aic_word_number(const struct words *words, size_t i)
{
    double value = 0;
    if (i >= words->count || words->length[i] == 0 || words->length[i] > 9) {
        return -1;
    }
    for (size_t digit = 0; digit < words->length[i]; digit++) {
        char c = words->at[i][digit];
        if (!aic_is_digit(c)) {
            return -1;
        }
        value = value * 10 + (c - '0');
    }
    return value;
}

bool aic_word_is(const struct words *words, size_t i, const char *list)
{
    return i < words->count && aic_list_has(list, words->at[i], words->length[i]);
}

bool aic_words_have(const struct words *words, const char *list)
{
    for (size_t i = 0; i < words->count; i++) {
        if (aic_word_is(words, i, list)) {
            return true;
        }
    }
    return false;
}

void aic_words_cut(const char *name, size_t length, struct words *words)
{
    words->count = 0;
    words->layer = -1;
    for (size_t at = 0; at <= length && words->count < WORDS_MAX;) {
        const char *dot = memchr(name + at, '.', length - at);
        size_t end = dot ? (size_t)(dot - name) : length;
        words->at[words->count] = name + at;
        words->length[words->count++] = end - at;
        at = end + 1;
    }
    for (size_t i = 0; i < words->count && words->layer < 0; i++) {
        if (aic_word_is(words, i, "layers h blocks block layer")) {
            words->layer = aic_word_number(words, i + 1);
        }
    }
}

static bool contains(const struct words *words, size_t i, const char *what)
{
    size_t length = strlen(what);
    for (size_t at = 0; at + length <= words->length[i]; at++) {
        if (memcmp(words->at[i] + at, what, length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_mixer(const struct words *words)
{
    return aic_words_have(words, "linear_attn mamba mamba2 ssm short_conv conv delta_net time_mix "
                                 "time_mixer temporal_block recurrent kda") ||
           (aic_words_have(words, "mixer") &&
            !aic_words_have(words, "q_proj k_proj v_proj o_proj up_proj down_proj experts "
                                   "shared_experts gate"));
}

static bool is_norm(const struct words *words)
{
    for (size_t i = words->count > 2 ? words->count - 2 : 0; i < words->count; i++) {
        if ((contains(words, i, "norm") && !aic_word_is(words, i, "norm_attn_norm")) ||
            aic_word_is(words, i, "ln_1 ln_2 ln_f ln_attn ln_mlp ln1 ln2 ln")) {
            return !is_mixer(words);
        }
    }
    return false;
}

static bool is_router(const struct words *words)
{
    for (size_t i = 1; i < words->count; i++) {
        if (aic_word_is(words, i, "gate") &&
            aic_word_is(words, i - 1, "mlp feed_forward ffn block_sparse_moe moe mixer")) {
            return true;
        }
    }
    return aic_words_have(words, "router e_score_correction_bias expert_bias shared_expert_gate "
                                 "tid2eid");
}

static enum aic_part part_outside_layers(const struct words *words)
{
    if (aic_words_have(words, "embed_tokens wte wpe word_embeddings embed_in tok_embeddings "
                              "embeddings embed embed_positions position_embeddings "
                              "position_embedding token_embedding token_type_embeddings")) {
        return AIC_PART_embedding;
    }
    bool ends_so = words->count >= 2 && words->count <= 3 &&
                   aic_word_is(words, words->count - 2, "output head");
    return ends_so || aic_words_have(words, "lm_head embed_out output_layer") ? AIC_PART_head
                                                                              : AIC_PART_other;
}

static enum aic_part part_inside_layers(const struct words *words)
{
    if (is_router(words)) {
        return AIC_PART_router;
    }
    if (aic_words_have(words, "experts") || (aic_words_have(words, "block_sparse_moe") &&
                                             aic_words_have(words, "input_linear output_linear"))) {
        return AIC_PART_experts;
    }
    if (is_mixer(words)) {
        return AIC_PART_mixer;
    }
    if (aic_words_have(words, "self_attn attn attention self_attention norm_attn_norm attn_layer "
                              "indexer") ||
        (aic_words_have(words, "mixer") && aic_words_have(words, "q_proj k_proj v_proj o_proj"))) {
        return AIC_PART_attention;
    }
    return aic_words_have(words, "mlp feed_forward ffn block_sparse_moe moe shared_expert "
                                 "shared_experts shared_mlp dense_h_to_4h dense_4h_to_h fc1 fc2 "
                                 "channel_mix mixer")
               ? AIC_PART_mlp
               : AIC_PART_other;
}

enum aic_part aic_safetensors_part(const struct words *words)
{
    if (aic_words_have(words,
                       "vision_tower visual vision_model vision_encoder vision_embed_tokens "
                       "vision_backbone vision vpm resampler multi_modal_projector mm_projector "
                       "mlp1 connector aligner vision_language_adapter patch_merger image_newline "
                       "view_seperator embed_vision audio_tower audio_encoder audio_model "
                       "audio_projector embed_audio speech_encoder speech_projector apm tts talker "
                       "token2wav img_processor vision_projection image_encoder")) {
        return AIC_PART_towers;
    }
    if (aic_words_have(words, "mtp mtp_block mtp_layers mtp_module mtp_decoder nextn")) {
        return AIC_PART_mtp;
    }
    if (is_norm(words)) {
        return AIC_PART_norms;
    }
    return words->layer < 0 ? part_outside_layers(words) : part_inside_layers(words);
}

bool aic_gguf_part_is_block(const struct words *words, double *block)
{
    *block = words->count > 2 && aic_word_is(words, 0, "blk") ? aic_word_number(words, 1) : -1;
    return *block >= 0;
}

static bool begins(const struct words *words, size_t i, const char *with)
{
    size_t length = strlen(with);
    return words->length[i] >= length && memcmp(words->at[i], with, length) == 0;
}

static bool ends(const struct words *words, size_t i, const char *with)
{
    size_t length = strlen(with);
    return words->length[i] >= length &&
           memcmp(words->at[i] + words->length[i] - length, with, length) == 0;
}

static enum aic_part gguf_feed_forward(const struct words *words, size_t i)
{
    if (begins(words, i, "ffn_gate_inp") || aic_word_is(words, i, "exp_probs_b ffn_gate_tid2eid")) {
        return AIC_PART_router;
    }
    bool numbered =
        aic_word_number(words, i + 1) >= 0 && aic_word_is(words, i, "ffn_gate ffn_up ffn_down");
    if (ends(words, i, "_exps") || ends(words, i, "_chexps") || numbered) {
        return AIC_PART_experts;
    }
    if (begins(words, i, "ffn_") || begins(words, i, "channel_mix_")) {
        return AIC_PART_mlp;
    }
    return begins(words, i, "attn_") || aic_word_is(words, i, "indexer") ? AIC_PART_attention
                                                                         : AIC_PART_other;
}

enum aic_part aic_gguf_part(const struct words *words, double layers)
{
    double block;
    bool in_block = aic_gguf_part_is_block(words, &block);
    size_t i = in_block ? 2 : 0; /* the word that decides */
    if (words->count > 1 && aic_word_is(words, 0, "v a mm resampler")) {
        return AIC_PART_towers;
    }
    if (aic_word_is(words, i, "nextn") || (in_block && block >= layers) ||
        (!in_block && (begins(words, 0, "nextn") || begins(words, 0, "mtp")))) {
        return AIC_PART_mtp;
    }
    if (aic_word_is(words, i, "token_embd position_embd token_types per_layer_token_embd")) {
        return AIC_PART_embedding;
    }
    if (!in_block && aic_word_is(words, i, "output")) {
        return AIC_PART_head;
    }
    if (begins(words, i, "ssm_") || begins(words, i, "time_mix_") ||
        aic_word_is(words, i, "shortconv")) {
        return AIC_PART_mixer;
    }
    /* outside of blocks an encoder has one of its own: enc.output_norm */
    bool norm = contains(words, i, "norm") ||
                (!in_block && words->count > 1 && contains(words, 1, "output_norm"));
    return norm ? AIC_PART_norms : gguf_feed_forward(words, i);
}
