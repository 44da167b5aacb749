/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mixers with a recurrent state in place of a KV cache: Mamba-1, Mamba-2 and
 * the gated delta net. States are 32-bit; the convolution keeps the last
 * kernel - 1 columns of its channels.
 */
#include "catalog/config/config.h"

#include <string.h>

/* Bytes of one element of a state. */
#define STATE_BYTES 4

static void set_linear(struct aic_config *config, double layers, double state, double channels,
                       double kernel, double params)
{
    config->model->linear_layers = layers;
    config->model->linear_state = STATE_BYTES * state;
    config->model->linear_conv = channels * fmax(kernel - 1, 0);
    config->model->linear_params = params;
}

/* mamba_dt_rank: a number, or "auto" for a sixteenth of the stream. */
static double time_step_rank(struct aic_config *config)
{
    const struct aic_json_value *rank = aic_config_find(config, "mamba_dt_rank");
    if (aic_json_is_text(rank, "auto")) {
        return ceil(config->model->hidden / 16);
    }
    return aic_config_need(config, "mamba_dt_rank");
}

/* Mamba-1 as in Jamba, with norms on the time step, B and C. */
void aic_config_mamba1(struct aic_config *config, double layers)
{
    double h = config->model->hidden;
    double x = aic_config_need(config, "mamba_expand") * h;
    double n = aic_config_need(config, "mamba_d_state");
    double k = aic_config_need(config, "mamba_d_conv");
    double r = time_step_rank(config);
    double conv_bias = aic_config_flag(config, "mamba_conv_bias", true) ? x : 0;
    double params = 2 * h * x           /* in */
                    + x * k + conv_bias /* convolution */
                    + x * (r + 2 * n)   /* time step, B, C */
                    + r * x + x         /* time step to channels, bias */
                    + x * n + x         /* A, D */
                    + x * h             /* out */
                    + r + 2 * n;        /* norms */
    set_linear(config, layers, x * n, x, k, params);
}

/* Mamba-2 as in Nemotron-H. */
void aic_config_mamba2(struct aic_config *config, double layers)
{
    double h = config->model->hidden;
    double heads = aic_config_need(config, "mamba_num_heads");
    double x = heads * aic_config_need(config, "mamba_head_dim");
    double n = aic_config_need(config, "ssm_state_size");
    double channels = x + 2 * aic_config_need(config, "n_groups") * n;
    double k = aic_config_need(config, "conv_kernel");
    double conv_bias = aic_config_flag(config, "use_conv_bias", true) ? channels : 0;
    double params = h * (x + channels + heads) /* in */
                    + channels * k + conv_bias /* convolution */
                    + 3 * heads                /* A, D, bias of the time step */
                    + x                        /* norm */
                    + x * h;                   /* out */
    set_linear(config, layers, x * n, channels, k, params);
}

/* The gated delta net of Qwen3-Next. */
void aic_config_delta_net(struct aic_config *config, double layers)
{
    double h = config->model->hidden;
    double key_heads = aic_config_need(config, "linear_num_key_heads");
    double value_heads = aic_config_need(config, "linear_num_value_heads");
    double key_dim = aic_config_need(config, "linear_key_head_dim");
    double value_dim = aic_config_need(config, "linear_value_head_dim");
    double k = aic_config_need(config, "linear_conv_kernel_dim");
    double keys = key_heads * key_dim;
    double values = value_heads * value_dim;
    double channels = 2 * keys + values;
    double params = h * (2 * keys + 2 * values) /* query, key, value, output gate */
                    + 2 * h * value_heads       /* beta and decay */
                    + channels * k              /* convolution */
                    + 2 * value_heads           /* A, bias of the decay */
                    + value_dim                 /* norm */
                    + values * h;               /* out */
    set_linear(config, layers, value_heads * key_dim * value_dim, channels, k, params);
}
