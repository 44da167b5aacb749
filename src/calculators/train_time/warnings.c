/* SPDX-License-Identifier: Apache-2.0 */
/* train-time: what deserves attention in an answer. */
#include "calculators/train_time/train_time.h"

#include "calculators/shared/format_quantity.h"

/* Warnings start at these shares. */
static const double attention_share = 0.1; /* of the FLOP, where 6nd leaves it out */
static const double waiting_share = 0.1;   /* of a step, where mfu leaves the bubble out */
static const double low_goodput = 0.8;

#define PERCENT(share) aic_format(100 * (share), AIC_COUNT).text

static void warn_speed(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                       struct aic_notes *notes)
{
    if (aic_is_set(out->assumed_hfu)) {
        aic_warn(notes, "mfu-assumed",
                 "no speed is given: %s %% of the peak in executed FLOP (hfu) is assumed",
                 PERCENT(out->assumed_hfu));
    }
    if (aic_is_set(in->mfu) && in->recompute != AIC_TRAIN_TIME_RECOMPUTE_NONE) {
        aic_warn(notes, "mfu-with-recompute",
                 "mfu counts FLOP of the model only, so recomputation costs no time here; give hfu "
                 "where it should");
    }
    if (out->mfu_used > 1) {
        aic_warn(
            notes, "above-peak",
            "mfu_used is %s %%: the peak may be of another number format, or a count may include "
            "sparsity or all keys of attention",
            PERCENT(out->mfu_used));
    }
    if (out->bubble_fraction > waiting_share && in->bubble != 1 &&
        (aic_is_set(in->mfu) || aic_is_set(in->hfu))) {
        aic_warn(
            notes, "bubble-in-mfu",
            "pipeline stages wait %s %% of a step, and %s counts as that of the whole step; give "
            "bubble where it is that of a busy stage",
            PERCENT(out->bubble_fraction), aic_is_set(in->mfu) ? "mfu" : "hfu");
    }
}

static void warn_count(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                       struct aic_notes *notes)
{
    const struct aic_model *model = &in->model;
    if (out->by_model == 0 && out->attention_flops_share > attention_share) {
        aic_warn(notes, "attention-not-counted",
                 "6nd leaves attention out, which is %s %% of the work at seq %g",
                 PERCENT(out->attention_flops_share), in->seq);
    }
    if (model->linear_layers > 0 && aic_is_set(out->flops_per_token_model)) {
        aic_warn(notes, "linear-core-not-counted",
                 "the state update of the %g linear layers is not counted, only their matrices",
                 model->linear_layers);
    }
    if (in->seq > model->max_context) {
        aic_warn(notes, "seq-above-context", "seq ('%g') is above the model's max_context ('%g')",
                 in->seq, model->max_context);
    }
    bool sparse = aic_model_has_experts(model) || out->params_active < out->params_total;
    if (sparse) {
        aic_warn(notes, "chinchilla-dense",
                 "the chinchilla rows and tokens_per_param of a model with experts: the rule was "
                 "fitted on dense models");
    }
}

/* Reported hours hold their failures already. */
static void warn_run(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                     struct aic_notes *notes)
{
    bool counted = aic_is_set(out->goodput) && aic_is_set(in->gpus);
    if (aic_is_set(out->gpu_hours) && !counted && !aic_is_set(in->reported_gpu_hours)) {
        aic_warn(notes, "failures-not-counted",
                 "%s is compute time, without checkpoints and failures; give %s",
                 aic_is_set(in->gpus) ? "train_time" : "gpu_hours",
                 aic_is_set(in->checkpoint_stall) ? "gpus" : "gpu_mtbf and checkpoint_stall");
    }
    if (out->goodput < low_goodput) {
        aic_warn(notes, "low-goodput",
                 "failures leave %s %% of the wall time for progress; mtbf is %s",
                 PERCENT(out->goodput), aic_format(out->mtbf, AIC_TIME).text);
    }
    if ((aic_is_set(out->average_power) || aic_is_set(out->energy)) &&
        !aic_is_set(in->node_power) && AIC_ORIGIN(in, host_factor) == AIC_FROM_DEFAULT) {
        aic_warn(notes, "host-factor-assumed",
                 "a node is taken to draw %g times its GPUs; give node_power or host_factor",
                 in->host_factor);
    }
}

void aic_train_time_warn(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                         struct aic_notes *notes)
{
    warn_speed(in, out, notes);
    warn_count(in, out, notes);
    warn_run(in, out, notes);
}
