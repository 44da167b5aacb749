/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint: the bytes of one, as a whole. */
#include "calculators/checkpoint/checkpoint.h"

#include "calculators/shared/lora.h"
#include "calculators/shared/optimizer.h"

/* fp32: a master copy of a parameter, an adapter's parameter. */
static const double fp32_width = 4;

static const double weight_widths[] = {
    [AIC_CHECKPOINT_BF16] = 2,
    [AIC_CHECKPOINT_FP16] = 2,
    [AIC_CHECKPOINT_FP32] = 4,
    [AIC_CHECKPOINT_FP8] = 1,
};

static bool has_master_copy(const struct aic_checkpoint_in *in)
{
    return in->master_weights == 1 && in->weight_dtype != AIC_CHECKPOINT_FP32 &&
           in->optimizer != AIC_NO_OPTIMIZER;
}

/* Adapters train in fp32, so that they need no master copy; the model is frozen. */
static void count_adapters(const struct aic_checkpoint_in *in, const struct aic_params *params,
                           struct aic_checkpoint_out *out)
{
    double adapters = aic_lora_params(&in->model, params, in->lora_rank, in->lora_targets);
    double frozen = in->save_frozen == 1 ? params->total * out->weight_width : 0;
    out->params_trainable = adapters;
    out->weight_bytes = frozen + fp32_width * adapters;
    out->optimizer_bytes = adapters * out->states * out->state_width;
}

/* What a training framework saves per parameter; gradients are not saved. */
static void count_recipe(const struct aic_checkpoint_in *in, const struct aic_params *params,
                         struct aic_checkpoint_out *out)
{
    double total = params->total;
    double trained = in->trainable_share;
    out->states = aic_optimizer_states(in->optimizer);
    out->state_width = aic_optimizer_state_width(in->optimizer, in->optimizer_dtype);
    if (in->lora_rank > 0) {
        count_adapters(in, params, out);
        return;
    }
    out->master_width = has_master_copy(in) ? fp32_width : 0;
    out->weight_bytes = total * out->weight_width * (in->save_frozen == 1 ? 1 : trained);
    out->optimizer_bytes = total * trained * (out->master_width + out->states * out->state_width);
    if (in->optimizer == AIC_MUON && params->counted) {
        out->two_state_params = params->embedding + params->positions + params->head +
                                params->norms + params->last_norm;
        out->optimizer_bytes += trained * out->state_width * out->two_state_params;
    }
}

static void count_states(const struct aic_checkpoint_in *in, const struct aic_params *params,
                         struct aic_checkpoint_out *out)
{
    double total = params->total;
    if (aic_is_set(total)) {
        out->params_total = total;
        out->weight_width = weight_widths[in->weight_dtype];
    }
    if (aic_is_set(total) && aic_is_set(in->checkpoint_size)) {
        out->weight_bytes = fmin(in->checkpoint_size, total * out->weight_width);
        out->optimizer_bytes = in->checkpoint_size - out->weight_bytes;
    } else if (aic_is_set(in->bytes_per_param)) {
        out->weight_bytes = total * fmin(out->weight_width, in->bytes_per_param);
        out->optimizer_bytes = total * in->bytes_per_param - out->weight_bytes;
    } else if (aic_is_set(total)) {
        count_recipe(in, params, out);
    }
    /* A measured size of unknown parameters: all of it is laid out as optimizer. */
    out->optimizer_state = aic_or(out->optimizer_bytes, in->checkpoint_size);
    out->weight_state = aic_is_set(out->optimizer_state) ? aic_or(out->weight_bytes, 0) : NAN;
}

void aic_checkpoint_bytes(const struct aic_checkpoint_in *in, const struct aic_params *params,
                          struct aic_checkpoint_out *out)
{
    count_states(in, params, out);
    double size = out->weight_state + out->optimizer_state + in->extra_bytes;
    double later = (in->full_every - 1) * in->incremental_share;
    out->checkpoint_bytes = size;
    out->bytes_per_param_saved = size / out->params_total;
    out->mean_share = aic_is_set(size) ? (1 + later) / in->full_every : NAN;
    out->written_bytes = size * out->mean_share / in->compression_ratio;
    /* Worst case: the full one and all incremental ones that follow it. */
    out->restore_chain_bytes = size * (1 + later) / in->compression_ratio;
}
