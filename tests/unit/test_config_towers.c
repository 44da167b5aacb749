/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parts for images and sound, by the tensors that their classes make: those outside of layers, and those of a layer.
 * Sizes are primes, or products of other ones, so that none stands in for another.
 */
#include "config_reading.h"

#define TEXT                                                                                       \
    "'text_config': {'model_type': 'llama', 'num_hidden_layers': 2, 'hidden_size': 52,"            \
    " 'num_attention_heads': 4, 'intermediate_size': 128, 'vocab_size': 100}"
#define FILE_OF(type, more) "{'model_type': '" type "', " TEXT ", " more "}"
#define VISION(type, more)  FILE_OF(type, "'vision_config': {" more "}")
/* 11 wide, 3 layers, 17 in the feed-forward block, patches of 5 in an image of 38: 7 along a side */
#define SIZES "'hidden_size': 11, 'num_hidden_layers': 3, 'intermediate_size': 17, 'patch_size': 5,"
#define IMAGE "'image_size': 38, "

/* Matrices of a layer and their biases. */
#define ATTENTION "4x11x11 "
#define QKV       "3x11 "
#define OUT       "11 "
#define MLP       "17x11 17 11x17 11 "
#define NORMS     "4x11 "
#define LAYER     ATTENTION QKV OUT MLP NORMS

static const struct {
    const char *document, *once, *layer;
} towers[] = {
    /* patches, positions, merger with its norm, three more mergers with wider norms */
    { VISION("qwen3_vl", SIZES "'temporal_patch_size': 2, 'spatial_merge_size': 3,"
                               " 'out_hidden_size': 13, 'num_position_embeddings': 19"),
      "11x3x2x5x5 11 19x11 2x11 99x99 99 13x99 13 3x2x99 3x99x99 3x99 3x13x99 3x13", LAYER },
    { VISION("qwen3_5", "'depth': 3, " SIZES "'temporal_patch_size': 2, 'out_hidden_size': 13"),
      "11x3x2x5x5 11 2304x11 2x11 44x44 44 13x44 13", LAYER },
    { VISION("qwen3_5_moe", SIZES "'temporal_patch_size': 2, 'out_hidden_size': 13,"
                                  " 'deepstack_visual_indexes': [1]"),
      "11x3x2x5x5 11 2304x11 2x11 44x44 44 13x44 13 2x44 44x44 44 13x44 13", LAYER },
    { VISION("qwen2_vl", "'depth': 3, 'embed_dim': 11, 'mlp_ratio': 2, 'hidden_size': 13,"
                         " 'patch_size': 5, 'temporal_patch_size': 2, 'spatial_merge_size': 3"),
      "11x3x2x5x5 2x11 99x99 99 13x99 13", ATTENTION QKV OUT "22x11 22 11x22 11 " NORMS },
    { VISION("qwen2_5_vl", "'depth': 3, 'hidden_size': 11, 'intermediate_size': 17,"
                           " 'patch_size': 5, 'temporal_patch_size': 2, 'out_hidden_size': 13"),
      "11x3x2x5x5 11 44x44 44 13x44 13", ATTENTION QKV OUT "3x17x11 2x17 11 2x11" },
    { VISION("gemma3", SIZES "'image_size': 38"), "11x3x5x5 11 49x11 2x11 11x52 11", LAYER },
    { VISION("gemma4", SIZES "'head_dim': 7, 'num_attention_heads': 3, 'num_key_value_heads': 2,"
                             " 'position_embedding_size': 19"),
      "11x75 2x19x11 52x11", "21x11 2x14x11 11x21 7 7 3x17x11 4x11" },
    { VISION("gemma4", SIZES "'head_dim': 7, 'num_attention_heads': 3, 'num_key_value_heads': 2,"
                             " 'standardize': true"),
      "11x75 2x10240x11 2x11 52x11", "21x11 2x14x11 11x21 7 7 3x17x11 4x11" },
    /* convolutions with norms, and from a quarter of the channels into the stream */
    { FILE_OF("gemma4", "'audio_config': {'hidden_size': 14, 'num_hidden_layers': 3,"
                        " 'num_attention_heads': 2, 'subsampling_conv_channels': [22, 13],"
                        " 'conv_kernel_size': 3, 'output_proj_dims': 19}"),
      "22x9 22 13x22x9 13 14x5x13 19x14 19 52x19",
      "4x56x14 4x14 5x14x14 7 28x14 14x14 14x3 2x14 3x14" },
    { FILE_OF("gemma4", "'audio_config': {'hidden_size': 14, 'num_hidden_layers': 3,"
                        " 'num_attention_heads': 2}"),
      "128x9 128 32x128x9 32 14x32x32 1536x14 1536 52x1536",
      "4x56x14 4x14 5x14x14 7 28x14 14x14 14x5 2x14 3x14" },
    /* norm, matrix and norm of patches, positions with a norm */
    { VISION("gemma4_unified", "'mm_embed_dim': 11, 'model_patch_size': 5, 'mm_posemb_size': 19,"
                               " 'output_proj_dims': 13"),
      "2x75 11x75 11 2x11 19x2x11 2x11 52x13", "0" },
    { VISION("gemma4_unified", "'output_proj_dims': 13"),
      "2x6912 3840x6912 3840 2x3840 1120x2x3840 2x3840 52x13", "0" },
    { FILE_OF("gemma4_unified", "'audio_config': {'audio_embed_dim': 13}"), "52x13", "0" },
    { VISION("pixtral", SIZES "'model_type': 'pixtral'"), "11x3x5x5 11 52x11 52 52x52 52",
      ATTENTION "3x17x11 2x11" },
    { VISION("mistral3", SIZES "'model_type': 'pixtral'"), "11x3x5x5 11 11 11x44 52x11 52x52",
      ATTENTION "3x17x11 2x11" },
    { FILE_OF("mistral3", "'spatial_merge_size': 3, 'multimodal_projector_bias': true,"
                          " 'vision_config': {" SIZES "'model_type': 'pixtral'}"),
      "11x3x5x5 11 11 11x99 52x11 52 52x52 52", ATTENTION "3x17x11 2x11" },
    { VISION("llava", SIZES IMAGE "'model_type': 'clip_vision_model'"),
      "11x3x5x5 11 50x11 4x11 52x11 52 52x52 52", LAYER },
    { VISION("llava", SIZES IMAGE "'model_type': 'siglip_vision_model'"),
      "11x3x5x5 11 49x11 2x11 52x11 52 52x52 52", LAYER },
    { VISION("llava", SIZES IMAGE "'model_type': 'pixtral'"), "11x3x5x5 11 52x11 52 52x52 52",
      ATTENTION "3x17x11 2x11" },
    { VISION("llama4", SIZES IMAGE "'projector_input_dim': 13, 'projector_output_dim': 19"),
      "11x75 11 50x11 4x11 13x17 19x13 52x19", LAYER },
    { VISION("llama4", "'hidden_size': 11, 'num_hidden_layers': 3, 'intermediate_size': 17,"
                       " 'vision_output_dim': 23"),
      "11x3x14x14 11 1025x11 4x11 4096x17 4096x4096 52x23", LAYER },
    /* positions with a gate for 9 ratios of 4 tiles, the same of tiles before and behind, 8 gated layers more */
    { VISION("mllama", SIZES "'image_size': 38"),
      "11x3x5x5 11 50x11 1 36x50x11 2x36x11 2 4x11 8x4x11x11 8x17x11 8x17 8x11x17 8x11 8x4x11 8x2"
      " 52x7680 52",
      ATTENTION MLP NORMS },
    { VISION("mllama", SIZES IMAGE "'max_num_tiles': 3, 'max_aspect_ratio_id': 6,"
                                   " 'num_global_layers': 2, 'vision_output_dim': 13"),
      "11x3x5x5 11 50x11 1 21x50x11 2x21x11 2 4x11 2x4x11x11 2x17x11 2x17 2x11x17 2x11 2x4x11 2x2"
      " 52x13 52",
      ATTENTION MLP NORMS },
    { VISION("kimi_vl", SIZES "'merge_kernel_size': [2, 3], 'init_pos_emb_height': 19,"
                              " 'init_pos_emb_width': 23"),
      "11x3x5x5 11 19x23x11 2x11 2x11 66x66 66 52x66 52", LAYER },
    { VISION("kimi_k3", "'vt_hidden_size': 11, 'vt_num_hidden_layers': 3,"
                        " 'vt_intermediate_size': 17, 'patch_size': 5, 'merge_kernel_size': [2, 2],"
                        " 'qkv_hidden_size': 21, 'norm_type': 'rmsnorm', 'mm_projector_type':"
                        " 'patchmergerv2', 'attn_bias': false, 'linear_bias': false,"
                        " 'patch_embed_proj_bias': false"),
      "11x3x5x5 64x64x11 11 44x44 52x44 52", "63x11 11x21 17x11 11x17 2x11" },
    { VISION("kimi_k25", SIZES "'merge_kernel_size': [2, 2], 'qkv_hidden_size': 21"),
      "11x3x5x5 11 64x64x11 2x11 2x11 44x44 44 52x44 52", "63x11 63 11x21 11 " MLP NORMS },
    { VISION("glm4v", "'depth': 3, 'hidden_size': 11, 'intermediate_size': 17, 'patch_size': 5,"
                      " 'image_size': 38, 'temporal_patch_size': 2, 'out_hidden_size': 13,"
                      " 'spatial_merge_size': 3"),
      "11x3x2x5x5 11 49x11 11 11 13x11x3x3 13 13x13 2x13 3x17x13", ATTENTION "3x13x11 2x11" },
    { VISION("internvl_chat", SIZES "'image_size': 38"),
      "11x3x5x5 11 11 50x11 2x44 52x44 52 52x52 52", ATTENTION OUT MLP NORMS "2x11" },
    { VISION("internvl", SIZES IMAGE "'attention_bias': true"),
      "11x3x5x5 11 11 50x11 2x44 52x44 52 52x52 52", LAYER "2x11" },
    { VISION("internvl_chat", SIZES IMAGE "'qkv_bias': true"),
      "11x3x5x5 11 11 50x11 2x44 52x44 52 52x52 52", LAYER "2x11" },
    { VISION("lfm2_vl", SIZES "'model_type': 'siglip2_vision_model'"),
      "11x75 11 256x11 2x11 2x44 2560x44 2560 52x2560 52", LAYER },
    { FILE_OF("lfm2_vl", "'downsample_factor': 3, 'projector_hidden_size': 13,"
                         " 'projector_use_layernorm': false, 'projector_bias': false,"
                         " 'vision_config': {" SIZES "'num_patches': 19}"),
      "11x75 11 19x11 2x11 13x99 52x13", LAYER },
    { FILE_OF("minimax_m3_vl",
              "'projector_hidden_size': 13, 'vision_config': {" SIZES
              "'img_token_compression_config': {'temporal_patch_size': 2, 'spatial_merge_size':"
              " 3}}"),
      "11x3x2x5x5 2x11 13x11 13 52x13 52 13x468 13 52x13 52", LAYER },
    { FILE_OF("minimax_m3_vl", "'multimodal_projector_bias': false, 'patch_merge_bias': false,"
                               " 'vision_config': {" SIZES "'temporal_patch_size': 2}"),
      "11x3x2x5x5 2x11 52x11 52x52 52x208 52x52", LAYER },
    /* with a first token, norms before and behind, scales in layers, and two convolutions that narrow */
    { FILE_OF("step3p7",
              "'projector_bias': true, 'vision_config': {'width': 11, 'layers': 3,"
              " 'patch_size': 5, 'image_size': 38, 'mlp_ratio': 1.6, 'use_cls_token': true,"
              " 'use_ln_post': true}"),
      "11x3x5x5 11 50x11 2x11 2x11 22x11x9 22 44x22x9 44 52x44 52", LAYER "2x11" },
    { FILE_OF("step3p7", "'vision_config': {'width': 11, 'layers': 3, 'patch_size': 5,"
                         " 'image_size': 38, 'mlp_ratio': 1.6}"),
      "11x3x5x5 49x11 2x11 22x11x9 22 44x22x9 44 52x44", LAYER "2x11" },
    { FILE_OF("step3p7", "'vision_config': {'width': 11, 'layers': 3, 'patch_size': 5,"
                         " 'mlp_ratio': 1.6, 'use_abs_posemb': false, 'use_ln_pre': false}"),
      "11x3x5x5 22x11x9 22 44x22x9 44 52x44", LAYER "2x11" },
    { VISION("muse_glimmer", SIZES "'patch_temporal': 2, 'merge_size': 3, 'pos_emb_height': 19,"
                                   " 'pos_emb_width': 23"),
      "11x150 19x23x11 2x11 2x11 4096x99 4096x4096 52x4096", LAYER },
    { FILE_OF("muse_glimmer",
              "'projector_hidden_size': 13, 'vision_config': {" SIZES
              "'patch_temporal': 2, 'merge_size': 3, 'pos_emb_height': 19, 'pos_emb_width': 23}"),
      "11x150 19x23x11 2x11 2x11 13x99 13x13 52x13", LAYER },
    /* Whisper's encoder, whose keys have no bias, and two matrices */
    { FILE_OF("voxtral",
              "'audio_config': {'hidden_size': 11, 'num_hidden_layers': 3,"
              " 'intermediate_size': 17, 'num_mel_bins': 13, 'max_source_positions': 19}"),
      "11x13x3 11 11x11x3 11 19x11 2x11 52x17 52x52", ATTENTION "2x11 " OUT MLP NORMS },
    { FILE_OF("voxtral", "'audio_config': {'hidden_size': 11, 'num_hidden_layers': 3,"
                         " 'intermediate_size': 17, 'num_mel_bins': 13}"),
      "11x13x3 11 11x11x3 11 1500x11 2x11 52x17 52x52", ATTENTION "2x11 " OUT MLP NORMS },
    /* a part that is none is not there */
    { FILE_OF("voxtral", "'vision_config': {}, 'audio_config': {'hidden_size': 11,"
                         " 'num_hidden_layers': 3, 'intermediate_size': 17, 'num_mel_bins': 13}"),
      "11x13x3 11 11x11x3 11 1500x11 2x11 52x17 52x52", ATTENTION "2x11 " OUT MLP NORMS },
    { FILE_OF("voxtral", "'vision_config': 'a/path', 'audio_config': {'hidden_size': 11,"
                         " 'num_hidden_layers': 3, 'intermediate_size': 17, 'num_mel_bins': 13}"),
      "11x13x3 11 11x11x3 11 1500x11 2x11 52x17 52x52", ATTENTION "2x11 " OUT MLP NORMS },
    { "{'model_type': 'whisper', 'd_model': 52, 'decoder_layers': 2, 'decoder_attention_heads': 4,"
      " 'decoder_ffn_dim': 128, 'vocab_size': 100, 'max_target_positions': 64, 'encoder_layers': 3,"
      " 'encoder_ffn_dim': 17, 'num_mel_bins': 13, 'max_source_positions': 19}",
      "52x13x3 52 52x52x3 52 19x52 2x52", "4x52x52 3x52 17x52 17 52x17 52 4x52" },
};

static void towers_have_the_tensors_of_their_class(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(towers); i++) {
        struct reading reading;
        read_document(&reading, towers[i].document);
        if (!reading.ok) {
            fail_msg("%s: %s", towers[i].document, reading.notes.error.message);
        }
        double wanted = params_of(towers[i].once) + 3 * params_of(towers[i].layer);
        if (reading.model.tower_params != wanted) {
            fail_msg("%s: %.17g, not %g", towers[i].document, reading.model.tower_params, wanted);
        }
    }
}

#define HUGE_AUDIO(hidden, width)                                                                  \
    "{'model_type': 'gemma4_unified', 'hidden_size': " hidden ", 'num_attention_heads': 4,"        \
    " 'head_dim': 16, 'global_head_dim': 16, 'vocab_size': 100, 'intermediate_size': 128,"         \
    " 'num_hidden_layers': 1, 'layer_types': ['full_attention'], 'audio_config':"                  \
    " {'audio_embed_dim': " width "}}"

/* What a formula does not know, or what no field can hold, is not said. */
static const struct {
    const char *document;
    double params;
} borders[] = {
    /* 6361 x 1416003655831 is 2^53 - 1, and 64 x 2^47 one more */
    { HUGE_AUDIO("6361", "1416003655831"), AIC_MAX_INTEGER },
    { HUGE_AUDIO("64", "140737488355328"), NAN },
    { VISION("gemma3", "'hidden_size': 11"), NAN },
    { VISION("gemma3", "'hidden_size': [11, 12]"), NAN },
    { VISION("gemma3", "'hidden_size': -11"), NAN },
    { VISION("gemma9", SIZES "'image_size': 38"), NAN },
    { VISION("llava", SIZES IMAGE "'model_type': 'other'"), NAN },
    { FILE_OF("gemma3", "'audio_config': {'hidden_size': 11}"), NAN },
    { FILE_OF("gemma3", "'vision_config': {" SIZES IMAGE "'a': 1}, 'audio_config': {'a': 1}"),
      NAN },
    { FILE_OF("gemma3", "'vision_config': {}"), NAN },
    { VISION("kimi_vl", SIZES "'init_pos_emb_height': 19"), NAN },
    { VISION("qwen2_vl", "'depth': 3, 'embed_dim': 11, 'mlp_ratio': 2.5, 'hidden_size': 13,"
                         " 'patch_size': 5, 'temporal_patch_size': 2"),
      NAN },
};

static void what_is_not_known_is_not_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(borders); i++) {
        struct reading reading;
        read_document(&reading, borders[i].document);
        double params = reading.model.tower_params;
        if (!reading.ok || aic_is_set(params) != aic_is_set(borders[i].params) ||
            (aic_is_set(params) && params != borders[i].params)) {
            fail_msg("%s: %s%.17g", borders[i].document, reading.notes.error.message, params);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(towers_have_the_tensors_of_their_class),
        cmocka_unit_test(what_is_not_known_is_not_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
