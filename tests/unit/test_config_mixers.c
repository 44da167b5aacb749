/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mixers with a recurrent state: what one layer of each holds, by the tensors that its class in Transformers
 * makes. Sizes are primes, or products of other ones, so that none stands in for another.
 */
#include "config_reading.h"

#include <math.h>

#define MODEL(type, more)                                                                          \
    "{'model_type': '" type "', 'hidden_size': 61, 'num_attention_heads': 3, 'vocab_size': 100,"   \
    " 'num_hidden_layers': 2, 'torch_dtype': 'bfloat16', " more "}"
#define ATTENTION "'head_dim': 7, 'num_key_value_heads': 1, 'intermediate_size': 128, "

static const struct {
    const char *document, *tensors;
    double state, channels, columns; /* elements; of the convolution, and those kept of each */
    const char *matrices[3];         /* that a number format is of: in, gates, out */
} mixers[] = {
    /* in, convolution, time step with B and C, time step to channels, A, D, out, norms */
    { MODEL("jamba", ATTENTION "'num_experts': 1, 'mamba_expand': 2, 'mamba_d_state': 11,"
                               " 'mamba_d_conv': 5, 'mamba_dt_rank': 13"),
      "244x61 122x5 122 35x122 122x13 122 122x11 122 61x122 13 11 11",
      122 * 11,
      122,
      4,
      { "244x61", "0", "61x122" } },
    { MODEL("jamba", ATTENTION "'num_experts': 1, 'mamba_expand': 2, 'mamba_d_state': 11,"
                               " 'mamba_d_conv': 5, 'mamba_dt_rank': 'auto', 'mamba_conv_bias':"
                               " false"),
      "244x61 122x5 26x122 122x4 122 122x11 122 61x122 4 11 11",
      122 * 11,
      122,
      4,
      { "244x61", "0", "61x122" } },
    /* "auto" is a sixteenth of the stream, rounded up: of 49 columns 4 */
    { "{'model_type': 'jamba', 'hidden_size': 49, 'num_attention_heads': 7, 'vocab_size': 100,"
      " 'num_hidden_layers': 2, 'torch_dtype': 'bfloat16', " ATTENTION "'num_experts': 1,"
      " 'mamba_expand': 2, 'mamba_d_state': 11, 'mamba_d_conv': 5, 'mamba_dt_rank': 'auto'}",
      "196x49 98x5 98 26x98 98x4 98 98x11 98 49x98 4 11 11",
      98 * 11,
      98,
      4,
      { "196x49", "0", "49x98" } },
    { MODEL("mamba", "'intermediate_size': 43, 'state_size': 11, 'conv_kernel': 5,"
                     " 'time_step_rank': 13"),
      "86x61 43x5 43 35x43 43x13 43 43x11 43 61x43",
      43 * 11,
      43,
      4,
      { "86x61", "0", "61x43" } },
    { MODEL("falcon_mamba", "'expand': 3, 'state_size': 11, 'conv_kernel': 5, 'time_step_rank': 13,"
                            " 'use_conv_bias': false, 'use_bias': true"),
      "366x61 366 183x5 35x183 183x13 183 183x11 183 61x183 61",
      183 * 11,
      183,
      4,
      { "366x61", "0", "61x183" } },
    /* in, convolution, A, D, bias of the time step, norm, out */
    { MODEL("mamba2", "'num_heads': 17, 'head_dim': 3, 'state_size': 11, 'n_groups': 7,"
                      " 'conv_kernel': 5"),
      "273x61 205x5 205 17 17 17 51 61x51",
      51 * 11,
      205,
      4,
      { "273x61", "0", "61x51" } },
    { MODEL("mamba2", "'num_heads': 17, 'head_dim': 3, 'state_size': 11, 'n_groups': 7,"
                      " 'conv_kernel': 5, 'use_conv_bias': false, 'use_bias': true"),
      "273x61 273 205x5 17 17 17 51 61x51 61",
      51 * 11,
      205,
      4,
      { "273x61", "0", "61x51" } },
    { MODEL("nemotron_h", ATTENTION "'hybrid_override_pattern': 'M*', 'mamba_num_heads': 17,"
                                    " 'mamba_head_dim': 3, 'ssm_state_size': 11, 'n_groups': 7,"
                                    " 'conv_kernel': 5"),
      "273x61 205x5 205 17 17 17 51 61x51",
      51 * 11,
      205,
      4,
      { "273x61", "0", "61x51" } },
    { MODEL("bamba", ATTENTION "'attn_layer_indices': [1], 'mamba_n_heads': 17, 'mamba_d_head': 3,"
                               " 'mamba_d_state': 11, 'mamba_n_groups': 7, 'mamba_d_conv': 5,"
                               " 'mamba_conv_bias': false"),
      "273x61 205x5 17 17 17 51 61x51",
      51 * 11,
      205,
      4,
      { "273x61", "0", "61x51" } },
    { MODEL("falcon_h1", ATTENTION "'mamba_n_heads': 17, 'mamba_d_ssm': 51, 'mamba_d_state': 11,"
                                   " 'mamba_n_groups': 7, 'mamba_d_conv': 5"),
      "273x61 205x5 205 17 17 17 61x51",
      51 * 11,
      205,
      4,
      { "273x61", "0", "61x51" } },
    { MODEL("falcon_h1", ATTENTION "'mamba_n_heads': 17, 'mamba_d_ssm': 51, 'mamba_d_state': 11,"
                                   " 'mamba_n_groups': 7, 'mamba_d_conv': 5, 'mamba_rms_norm':"
                                   " true"),
      "273x61 205x5 205 17 17 17 51 61x51",
      51 * 11,
      205,
      4,
      { "273x61", "0", "61x51" } },
    { MODEL("zamba2", ATTENTION "'layers_block_type': ['mamba', 'hybrid'], 'n_mamba_heads': 17,"
                                " 'mamba_expand': 3, 'mamba_d_state': 11, 'mamba_ngroups': 7,"
                                " 'mamba_d_conv': 5"),
      "537x61 337x5 337 17 17 17 183 61x183",
      183 * 11,
      337,
      4,
      { "537x61", "0", "61x183" } },
    /* query, key, value and gate, beta and decay, convolution, A, bias of the decay, norm, out */
    { MODEL("qwen3_next", ATTENTION "'full_attention_interval': 2, 'linear_num_key_heads': 5,"
                                    " 'linear_key_head_dim': 11, 'linear_num_value_heads': 10,"
                                    " 'linear_value_head_dim': 13, 'linear_conv_kernel_dim': 3"),
      "370x61 20x61 240x3 10 10 13 61x130",
      10 * 11 * 13,
      240,
      2,
      { "370x61", "20x61", "61x130" } },
    /* query, key, value, their convolutions, decay with its bias, A, beta, output gate, norm, out */
    { MODEL("kimi_linear",
            "'intermediate_size': 128, 'kv_lora_rank': 16, 'qk_nope_head_dim': 8,"
            " 'qk_rope_head_dim': 4, 'v_head_dim': 8, 'num_experts': 4, 'num_experts_per_token': 2,"
            " 'moe_intermediate_size': 32, 'num_shared_experts': 1, 'linear_attn_config':"
            " {'kda_layers': [1], 'full_attn_layers': [2], 'num_heads': 5, 'head_dim': 11,"
            " 'short_conv_kernel_size': 3}"),
      "3x55x61 3x55x3 11x61 55x11 55 5 5x61 11x61 55x11 11 61x55",
      5 * 11 * 11,
      165,
      2,
      { "3x55x61", "0", "61x55" } },
    { MODEL("kimi_linear",
            "'intermediate_size': 128, 'kv_lora_rank': 16, 'qk_nope_head_dim': 8,"
            " 'qk_rope_head_dim': 4, 'v_head_dim': 8, 'num_experts': 4, 'num_experts_per_token': 2,"
            " 'moe_intermediate_size': 32, 'num_shared_experts': 1, 'linear_attn_config':"
            " {'kda_layers': [1], 'full_attn_layers': [2], 'num_heads': 5, 'head_dim': 11,"
            " 'short_conv_kernel_size': 3, 'use_full_rank_gate': true}"),
      "3x55x61 3x55x3 11x61 55x11 55 5 5x61 55x61 11 61x55",
      5 * 11 * 11,
      165,
      2,
      { "3x55x61", "0", "61x55" } },
    /* query, key, value, output gate, norm, out */
    { MODEL("minimax", ATTENTION "'num_local_experts': 4, 'num_experts_per_tok': 2"),
      "3x21x61 21x61 21 61x21",
      3 * 7 * 7,
      0,
      0,
      { "4x21x61", "0", "61x21" } },
    { MODEL("bailing_hybrid",
            ATTENTION "'layer_group_size': 2, 'num_experts': 4, 'num_experts_per_tok': 2,"
                      " 'moe_intermediate_size': 32, 'num_shared_experts': 1"),
      "3x21x61 21x61 21 61x21",
      3 * 7 * 7,
      0,
      0,
      { "4x21x61", "0", "61x21" } },
    { MODEL("bailing_hybrid",
            ATTENTION "'layer_group_size': 2, 'num_experts': 4, 'num_experts_per_tok': 2,"
                      " 'moe_intermediate_size': 32, 'num_shared_experts': 1, 'use_qk_norm': true"),
      "3x21x61 21x61 21 61x21 7 7",
      3 * 7 * 7,
      0,
      0,
      { "4x21x61", "0", "61x21" } },
    { MODEL("bailing_hybrid",
            ATTENTION "'layer_group_size': 2, 'num_experts': 4, 'num_experts_per_tok': 2,"
                      " 'moe_intermediate_size': 32, 'num_shared_experts': 1,"
                      " 'architectures': ['BailingMoeV3ForCausalLM'], 'short_conv_kernel_size': 3"),
      "3x21x61 3x21x3 7x61 21x7 21 3 3x61 7x61 21x7 7 61x21",
      3 * 7 * 7,
      63,
      2,
      { "3x21x61", "0", "61x21" } },
    { MODEL("bailing_hybrid",
            ATTENTION "'layer_group_size': 2, 'num_experts': 4, 'num_experts_per_tok': 2,"
                      " 'moe_intermediate_size': 32, 'num_shared_experts': 1, 'no_kda_lora': true,"
                      " 'short_conv_kernel_size': 3"),
      "3x21x61 3x21x3 21x61 21 3 3x61 21x61 7 61x21",
      3 * 7 * 7,
      63,
      2,
      { "3x21x61", "0", "61x21" } },
    /* in, convolution, out: no state */
    { MODEL("lfm2", ATTENTION "'full_attn_idxs': [1], 'conv_L_cache': 5,"
                              " 'block_auto_adjust_ff_dim': false"),
      "183x61 61x5 61x61",
      0,
      61,
      4,
      { "183x61", "0", "61x61" } },
    { MODEL("lfm2", ATTENTION "'full_attn_idxs': [1], 'conv_L_cache': 5, 'conv_bias': true,"
                              " 'block_auto_adjust_ff_dim': false"),
      "183x61 183 61x5 61 61x61 61",
      0,
      61,
      4,
      { "183x61", "0", "61x61" } },
    { MODEL("lfm2", ATTENTION "'full_attn_idxs': [1], 'conv_L_cache': 0,"
                              " 'block_auto_adjust_ff_dim': false"),
      "183x61 61x61",
      0,
      61,
      0,
      { "183x61", "0", "61x61" } },
};

static double or_0(double number)
{
    return aic_is_set(number) ? number : 0;
}

static void mixers_have_the_tensors_of_their_class(void **state)
{
    (void)state;
    assert_true(params_of("2x3 5 7x1x2") == 25);
    for (size_t i = 0; i < COUNT(mixers); i++) {
        struct reading reading;
        read_document(&reading, mixers[i].document);
        if (!reading.ok) {
            fail_msg("%s: %s", mixers[i].document, reading.notes.error.message);
        }
        const struct aic_model *model = &reading.model;
        double wanted[] = { params_of(mixers[i].tensors), 4 * mixers[i].state,
                            mixers[i].channels * mixers[i].columns };
        double got[] = { model->linear_params, or_0(model->linear_state),
                         or_0(model->linear_conv) };
        for (size_t k = 0; k < COUNT(wanted); k++) {
            if (got[k] != wanted[k]) {
                fail_msg("%s: number %zu is %g, not %g", mixers[i].document, k, got[k], wanted[k]);
            }
        }
    }
}

/* Widths in bits: 4 with a scale of 16 and a zero of 4 for 128, and 16 where a matrix is not converted. */
#define NARROW (4 + 20.0 / 128)
#define WIDE   16.0

/* Each of the three in turn is left as it was: the mean goes by their sizes. */
static void formats_weigh_the_matrices(void **state)
{
    static const char *const names[3] = { "'in_proj', 'in_proj_qkvz'", "'in_proj_ba'",
                                          "'out_proj', 'o_proj', 'dense'" };
    (void)state;
    for (size_t i = 0; i < 3 * COUNT(mixers); i++) {
        const char *document = mixers[i / 3].document;
        const char *const *matrices = mixers[i / 3].matrices;
        char text[1500];
        snprintf(
            text, sizeof text,
            "%.*s, 'quantization_config': {'quant_method': 'awq', 'bits': 4, 'group_size': 128,"
            " 'modules_to_not_convert': [%s]}}",
            (int)strlen(document) - 1, document, names[i % 3]);
        struct reading reading;
        read_document(&reading, text);
        double all = params_of(matrices[0]) + params_of(matrices[1]) + params_of(matrices[2]);
        double wide = params_of(matrices[i % 3]) / all;
        double bits = reading.model.mixer_bits;
        if (!reading.ok ||
            (wide > 0 ? fabs(bits - NARROW - wide * (WIDE - NARROW)) > 1e-9 : aic_is_set(bits))) {
            fail_msg("%s: %s%g bits", text, reading.notes.error.message, bits);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixers_have_the_tensors_of_their_class),
        cmocka_unit_test(formats_weigh_the_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
