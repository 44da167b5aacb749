/* SPDX-License-Identifier: Apache-2.0 */
/* train-time: what a token costs, in model FLOP and in executed FLOP. */
#include "calculators/train_time/train_time.h"

bool aic_train_time_has_architecture(const struct aic_params *params, const struct aic_model *model)
{
    /* `params` below the vocabulary's own parameters leaves no layers to count. */
    return params->counted && params->matmul > model->vocab * model->hidden;
}

static void show_core(const struct aic_core *core, struct aic_train_time_out *out)
{
    out->all_keys = core->all_keys;
    out->sparse_window = core->sparse_window;
    out->full_keys = core->full_keys;
    out->chunked_keys = core->chunked_keys;
    out->sliding_keys = core->sliding_keys;
    out->index_keys = core->index_keys;
    out->latent_width = core->latent_width;
    out->key_width = core->key_width;
    out->sliding_v_width = aic_is_set(core->sliding_keys) ? core->sliding_v_width : (double)NAN;
    out->full_core = core->full;
    out->chunked_core = core->chunked;
    out->sliding_core = core->sliding;
    out->index_core = core->index;
}

static void count_model(const struct aic_train_time_in *in, const struct aic_params *params,
                        struct aic_train_time_out *out)
{
    const struct aic_model *model = &in->model;
    double modules = in->mtp_layers;
    struct aic_core core;
    out->causal = in->attention_flops == AIC_ATTENTION_CAUSAL;
    aic_core_count(model, params, in->seq, out->causal == 1, &core);
    show_core(&core, out);
    out->full_layers = params->full_layers;
    out->mtp_core = modules * aic_mtp_core(model, params, &core);

    struct aic_flops flops = aic_flops_of(model, params, core.total + out->mtp_core);
    if (modules > 0) {
        out->mtp_layer_params = aic_mtp_layer_params(model, params);
        flops.layers += modules * out->mtp_layer_params;
        flops.head += modules * model->vocab * model->hidden;
    }
    double trained = in->trainable_share;
    out->params_matmul = params->matmul;
    out->core_flops = flops.core;
    out->layer_params = flops.layers;
    out->head_params = flops.head;
    out->flops_per_token_model = aic_flops_training(&flops, trained);
    out->attention_flops_share = 3 * flops.core / out->flops_per_token_model;
    out->head_flops_share = (4 + 2 * trained) * flops.head / out->flops_per_token_model;
}

/* The forward pass of what was not kept. */
static void count_recomputation(const struct aic_train_time_in *in, struct aic_train_time_out *out)
{
    out->recomputed_params = 0;
    out->recomputed_core = 0;
    switch ((enum aic_train_time_recompute)in->recompute) {
    case AIC_TRAIN_TIME_RECOMPUTE_NONE:
        break;
    case AIC_TRAIN_TIME_RECOMPUTE_SELECTIVE:
        out->recomputed_core = out->core_flops;
        break;
    case AIC_TRAIN_TIME_RECOMPUTE_FULL:
        out->recomputed_params = out->by_model == 1 ? out->layer_params : out->params_active;
        out->recomputed_core = out->by_model == 1 ? out->core_flops : 0;
        break;
    }
    out->hardware_flops_per_token =
        out->flops_per_token + 2 * out->recomputed_params + out->recomputed_core;
}

void aic_train_time_flops(const struct aic_train_time_in *in, const struct aic_params *params,
                          struct aic_train_time_out *out)
{
    out->params_total = params->total;
    out->params_active = params->active;
    const struct aic_flops plain = { params->active, 0, 0 };
    out->flops_per_token_6nd = aic_flops_training(&plain, in->trainable_share);
    if (aic_train_time_has_architecture(params, &in->model)) {
        count_model(in, params, out);
    }
    out->flops_method_used = in->flops_method;
    out->by_model = in->flops_method == AIC_FLOPS_MODEL;
    out->flops_per_token =
        out->by_model == 1 ? out->flops_per_token_model : out->flops_per_token_6nd;
    count_recomputation(in, out);
}
