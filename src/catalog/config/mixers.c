/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mixers with a recurrent state in place of a KV cache. States are 32-bit; a convolution keeps the last
 * kernel - 1 columns of its channels. In formulas x is the inner width, n the size of the state, k the kernel.
 */
#include "catalog/config/config.h"

#include <string.h>

/* Bytes of one element of a state. */
#define STATE_BYTES 4

static void set_linear(struct aic_config *config, double state, double params)
{
    config->model->linear_state = STATE_BYTES * state;
    config->model->linear_params = params;
}

static void set_convolution(struct aic_config *config, double channels, double kernel)
{
    config->model->linear_conv = channels * fmax(kernel - 1, 0);
}

static void set_matrices(struct aic_config *config, double in, double gates, double out)
{
    config->release.mixer_in = in;
    config->release.mixer_gates = gates;
    config->release.mixer_out = out;
}

/* The rank of the time step: a number, or "auto" for a sixteenth of the stream. */
static double time_step_rank(struct aic_config *config, const char *key)
{
    if (aic_json_is_text(aic_config_find(config, key), "auto")) {
        return ceil(config->model->hidden / 16);
    }
    return aic_config_need(config, key);
}

static void set_mamba1(struct aic_config *config, double x, double n, double k, double rank,
                       double more)
{
    double h = config->model->hidden;
    double conv_bias = aic_config_flag(config, "mamba_conv_bias use_conv_bias", true) ? x : 0;
    double params = 2 * h * x            /* in */
                    + x * k + conv_bias  /* convolution */
                    + x * (rank + 2 * n) /* time step, B, C */
                    + rank * x + x       /* time step to channels, bias */
                    + x * n + x          /* A, D */
                    + x * h;             /* out */
    set_linear(config, x * n, params + more);
    set_convolution(config, x, k);
    set_matrices(config, 2 * h * x, 0, x * h);
}

/* Jamba has norms on the time step, B and C. */
void aic_config_mamba1_jamba(struct aic_config *config)
{
    double n = aic_config_need(config, "mamba_d_state");
    double rank = time_step_rank(config, "mamba_dt_rank");
    set_mamba1(config, aic_config_need(config, "mamba_expand") * config->model->hidden, n,
               aic_config_need(config, "mamba_d_conv"), rank, rank + 2 * n);
}

void aic_config_mamba1(struct aic_config *config)
{
    double h = config->model->hidden;
    double x = aic_config_count(config, "intermediate_size", aic_config_need(config, "expand") * h);
    double biases = aic_config_flag(config, "use_bias", false) ? 2 * x + h : 0;
    set_mamba1(config, x, aic_config_need(config, "state_size"),
               aic_config_need(config, "conv_kernel"), time_step_rank(config, "time_step_rank"),
               biases);
}

/* Mamba-2: `heads` of width x / heads, with B and C for each of `groups`. */
static void set_mamba2(struct aic_config *config, double heads, double x, double n, double groups,
                       double k, bool norm)
{
    double h = config->model->hidden;
    double channels = x + 2 * groups * n;
    double conv_bias =
        aic_config_flag(config, "mamba_conv_bias use_conv_bias", true) ? channels : 0;
    double params = h * (x + channels + heads) /* in */
                    + channels * k + conv_bias /* convolution */
                    + 3 * heads                /* A, D, bias of the time step */
                    + (norm ? x : 0) + x * h;  /* norm, out */
    set_linear(config, x * n, params);
    set_convolution(config, channels, k);
    set_matrices(config, h * (x + channels + heads), 0, x * h);
}

void aic_config_mamba2(struct aic_config *config)
{
    double heads = aic_config_need(config, "num_heads");
    double x = heads * aic_config_need(config, "head_dim");
    double n = aic_config_need(config, "state_size");
    double groups = aic_config_need(config, "n_groups");
    set_mamba2(config, heads, x, n, groups, aic_config_need(config, "conv_kernel"), true);
    if (aic_config_flag(config, "use_bias", false)) {
        config->model->linear_params += 2 * x + 2 * groups * n + heads + config->model->hidden;
    }
}

void aic_config_mamba2_nemotron(struct aic_config *config)
{
    double heads = aic_config_need(config, "mamba_num_heads");
    set_mamba2(config, heads, heads * aic_config_need(config, "mamba_head_dim"),
               aic_config_need(config, "ssm_state_size"), aic_config_need(config, "n_groups"),
               aic_config_need(config, "conv_kernel"), true);
}

void aic_config_mamba2_bamba(struct aic_config *config)
{
    double heads = aic_config_need(config, "mamba_n_heads");
    set_mamba2(config, heads, heads * aic_config_need(config, "mamba_d_head"),
               aic_config_need(config, "mamba_d_state"), aic_config_need(config, "mamba_n_groups"),
               aic_config_need(config, "mamba_d_conv"), true);
}

void aic_config_mamba2_falcon(struct aic_config *config)
{
    set_mamba2(config, aic_config_need(config, "mamba_n_heads"),
               aic_config_need(config, "mamba_d_ssm"), aic_config_need(config, "mamba_d_state"),
               aic_config_need(config, "mamba_n_groups"), aic_config_need(config, "mamba_d_conv"),
               aic_config_flag(config, "mamba_rms_norm", false));
}

void aic_config_mamba2_zamba(struct aic_config *config)
{
    set_mamba2(config, aic_config_need(config, "n_mamba_heads"),
               aic_config_need(config, "mamba_expand") * config->model->hidden,
               aic_config_need(config, "mamba_d_state"), aic_config_need(config, "mamba_ngroups"),
               aic_config_need(config, "mamba_d_conv"), true);
}

/* The gated delta net of Qwen3-Next. */
void aic_config_delta_net(struct aic_config *config)
{
    double h = config->model->hidden;
    double value_heads = aic_config_need(config, "linear_num_value_heads");
    double key_dim = aic_config_need(config, "linear_key_head_dim");
    double value_dim = aic_config_need(config, "linear_value_head_dim");
    double k = aic_config_need(config, "linear_conv_kernel_dim");
    double keys = aic_config_need(config, "linear_num_key_heads") * key_dim;
    double values = value_heads * value_dim;
    double channels = 2 * keys + values;
    double params = h * (2 * keys + 2 * values) /* query, key, value, output gate */
                    + 2 * h * value_heads       /* beta and decay */
                    + channels * k              /* convolution */
                    + 2 * value_heads           /* A, bias of the decay */
                    + value_dim                 /* norm */
                    + values * h;               /* out */
    set_linear(config, value_heads * key_dim * value_dim, params);
    set_convolution(config, channels, k);
    set_matrices(config, h * (2 * keys + 2 * values), 2 * h * value_heads, values * h);
}

/* Kimi delta attention: a decay and an output gate, each through a narrow or a full matrix. */
static void set_kimi_delta(struct aic_config *config, double heads, double width, double k,
                           bool full_gate, bool full_decay)
{
    double h = config->model->hidden;
    double p = heads * width;
    double narrow = h * width + width * p;
    double gate = full_gate ? h * p : narrow;
    double decay = full_decay ? gate : narrow;
    double params = 3 * h * p + 3 * p * k /* query, key, value and their convolutions */
                    + decay + h * heads   /* decay, beta */
                    + gate + heads        /* output gate, A */
                    + p + width           /* bias of the decay, norm */
                    + p * h;              /* out */
    set_linear(config, heads * width * width, params);
    set_convolution(config, 3 * p, k);
    set_matrices(config, 3 * h * p, 0, p * h);
    config->release.mixer_is_attention = true;
}

void aic_config_kimi_delta(struct aic_config *config)
{
    const struct aic_json_value *mixer = aic_config_object(config, "linear_attn_config");
    double k = aic_config_need_in(config, mixer, "short_conv_kernel_size");
    set_kimi_delta(config, aic_config_need_in(config, mixer, "num_heads"),
                   aic_config_need_in(config, mixer, "head_dim"), k,
                   aic_config_flag_in(config, mixer, "use_full_rank_gate", false), false);
}

/* Lightning attention: query, key, value, an output gate with a norm, and out. */
void aic_config_lightning(struct aic_config *config)
{
    const struct aic_model *model = config->model;
    double p = model->heads * model->head_dim;
    set_linear(config, p * model->head_dim, 4 * model->hidden * p + p + p * model->hidden);
    set_matrices(config, 4 * model->hidden * p, 0, p * model->hidden);
    config->release.mixer_is_attention = true;
}

/* bailing_hybrid: which of the two it is follows from the class or from keys that one of them has. */
void aic_config_bailing_mixer(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const char *class =
        aic_config_text(aic_json_first(aic_config_find_either(config, "architectures")));
    bool kimi = strstr(class, "BailingMoeV3") != NULL;
    static const char *const keys[] = { "no_kda_lora", "kda_lower_bound", "kda_safe_gate" };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        kimi = aic_config_find(config, keys[i]) || kimi;
    }
    double width = aic_config_count(config, "head_dim", model->hidden / model->heads);
    if (kimi) {
        bool full = aic_config_flag(config, "no_kda_lora", false);
        set_kimi_delta(config, model->heads, width,
                       aic_config_need(config, "short_conv_kernel_size"), full, full);
        return;
    }
    double p = model->heads * width;
    double norms = aic_config_flag(config, "use_qk_norm", false) ? 2 * width : 0;
    set_linear(config, p * width, 5 * model->hidden * p + p + norms);
    set_matrices(config, 4 * model->hidden * p, 0, p * model->hidden);
    config->release.mixer_is_attention = true;
}

/* The short convolution of LFM2 has no state. */
void aic_config_short_conv(struct aic_config *config)
{
    double h = config->model->hidden;
    double k = aic_config_need(config, "conv_L_cache");
    double biases = aic_config_flag(config, "conv_bias", false) ? 5 * h : 0;
    set_linear(config, 0, 4 * h * h + h * k + biases);
    set_convolution(config, h, k);
    set_matrices(config, 3 * h * h, 0, h * h);
}
