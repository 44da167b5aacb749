/* SPDX-License-Identifier: Apache-2.0 */
/* train-time: what can be asked. */
#include "calculators/train_time/train_time.h"

#include "calculators/shared/parallel.h"

static bool check_params(const struct aic_train_time_in *in, const struct aic_params *params,
                         struct aic_error *error)
{
    if (params->active > 0) {
        return true;
    }
    if (aic_is_set(params->total) && aic_model_has_experts(&in->model)) {
        aic_fail(error, AIC_ERR_MISSING, "active_params",
                 "active_params is unknown: params ('%g') with experts ('%g') does not say how "
                 "many parameters a token uses",
                 params->total, in->model.experts);
        return aic_suggest(error, "give active_params, or the layers, widths and vocab of the "
                                  "model");
    }
    aic_fail(error, AIC_ERR_MISSING, "params",
             "params_active is unknown: no model, and no params above 0");
    return aic_suggest(error, "give a model, or params (and active_params with experts)");
}

/* What is counted matrix by matrix needs the matrices. */
static bool check_architecture(const struct aic_train_time_in *in, const struct aic_params *params,
                               struct aic_error *error)
{
    const char *name = NULL;
    const char *asked = "";
    if (aic_train_time_has_architecture(params, &in->model)) {
        return true;
    }
    if (in->flops_method == AIC_FLOPS_MODEL) {
        name = "flops_method";
        asked = "flops_method 'model'";
    } else if (in->mtp_layers > 0) {
        name = asked = "mtp_layers";
    } else if (in->recompute == AIC_TRAIN_TIME_RECOMPUTE_SELECTIVE) {
        name = "recompute";
        asked = "recompute 'selective'";
    } else {
        return true;
    }
    aic_fail(error, AIC_ERR_MISSING, name,
             "%s without an architecture: params alone allow 6 FLOP per parameter only", asked);
    return aic_suggest(error, "give a model, or its layers, hidden, heads, ffn and vocab");
}

static bool check_layout(const struct aic_train_time_in *in, struct aic_error *error)
{
    double dp = aic_or(in->gpus / (in->tp * in->pp * in->cp), 1);
    return aic_check_gpus_divide(in->gpus, in->tp, in->pp, in->cp, error) &&
           aic_check_interleaving(in->vpp, in->pp, error) &&
           aic_check_batch_divides(in->global_batch, dp, in->micro_batch, error);
}

static bool check_bubble(const struct aic_train_time_in *in, struct aic_error *error)
{
    if (in->bubble != 1) {
        return true;
    }
    const char *measured = aic_is_set(in->achieved_flops)       ? "achieved_flops"
                           : aic_is_set(in->reported_step_time) ? "reported_step_time"
                           : aic_is_set(in->reported_tokens_per_second)
                               ? "reported_tokens_per_second"
                           : aic_is_set(in->reported_gpu_hours) ? "reported_gpu_hours"
                                                                : NULL;
    if (measured) {
        aic_fail(error, AIC_ERR_CONFLICT, "bubble",
                 "bubble together with %s, which already contains it", measured);
        return aic_suggest(error, "leave bubble out, or give the mfu of a busy stage");
    }
    const char *missing = !(in->pp > 1)                   ? "pp above 1"
                          : !aic_is_set(in->global_batch) ? "global_batch"
                          : !aic_is_set(in->gpus)         ? "gpus"
                                                          : NULL;
    if (missing) {
        aic_fail(error, AIC_ERR_MISSING, "bubble",
                 "bubble without %s: it follows from the stages and their micro batches", missing);
        return aic_suggest(error, "give pp above 1, global_batch and gpus");
    }
    return true;
}

static bool check_speed(const struct aic_train_time_in *in, struct aic_error *error)
{
    if (in->achieved_includes_recompute == 1 && !aic_is_set(in->achieved_flops)) {
        aic_fail(error, AIC_ERR_CONFLICT, "achieved_includes_recompute",
                 "achieved_includes_recompute without achieved_flops: it says what those count");
        return aic_suggest(error, "give achieved_flops, or hfu for a share of executed FLOP");
    }
    return check_bubble(in, error);
}

static bool check_failures(const struct aic_train_time_in *in, struct aic_error *error)
{
    if (in->checkpoint_stall == 0 && !aic_is_set(in->interval)) {
        aic_fail(error, AIC_ERR_MISSING, "checkpoint_stall",
                 "checkpoint_stall ('0') without interval: a checkpoint that costs nothing would "
                 "be taken all the time");
        return aic_suggest(error, "give interval, such as 30min");
    }
    return true;
}

bool aic_train_time_check(const struct aic_train_time_in *in, const struct aic_params *params,
                          struct aic_error *error)
{
    return check_params(in, params, error) && check_architecture(in, params, error) &&
           check_layout(in, error) && check_speed(in, error) && check_failures(in, error);
}
