/* SPDX-License-Identifier: Apache-2.0 */
/* train-time: what can be asked. */
#include "calculators/train_time/train_time.h"

#define GIVEN(member) AIC_IF_GIVEN(struct aic_train_time_in, member)
#define HAS(member)   AIC_IF_SET(struct aic_train_time_in, member)

#define EXCLUDES(member, why, ...)                                                                 \
    {                                                                                              \
        AIC_RULE(struct aic_train_time_in, member), AIC_EXCLUDES, { __VA_ARGS__ }, why             \
    }
#define NEEDS(member, why, ...)                                                                    \
    {                                                                                              \
        AIC_RULE(struct aic_train_time_in, member), AIC_NEEDS, { __VA_ARGS__ }, why                \
    }

#define ANY_MTBF    GIVEN(gpu_mtbf), GIVEN(node_mtbf), GIVEN(job_mtbf)
#define ONE_SPEED   "one speed is enough, all else follows from it"
#define OF_PEAK     "it is a share of a GPU's peak (give gpu)"
#define NO_SIZE     "the job has no size"
#define STALLED     "what a failure costs depends on what a checkpoint costs"
#define NO_FAILURES "without failures there is nothing to recover from"

/*
 * A mean time between failures tells something only of a job of a size, with checkpoints. The
 * order matters where an answer of checkpoint comes along: what is ignored first (a job_mtbf that
 * nothing can be done with) takes what depends on it along.
 */
const struct aic_rule aic_train_time_rules[] = {
    EXCLUDES(tokens, "each says how long the run is", GIVEN(steps)),
    NEEDS(steps, "tokens are steps x global_batch x seq", HAS(global_batch)),
    EXCLUDES(mfu, ONE_SPEED, GIVEN(hfu), GIVEN(achieved_flops), GIVEN(reported_step_time),
             GIVEN(reported_tokens_per_second), GIVEN(reported_gpu_hours)),
    EXCLUDES(hfu, ONE_SPEED, GIVEN(achieved_flops), GIVEN(reported_step_time),
             GIVEN(reported_tokens_per_second), GIVEN(reported_gpu_hours)),
    EXCLUDES(achieved_flops, ONE_SPEED, GIVEN(reported_step_time),
             GIVEN(reported_tokens_per_second), GIVEN(reported_gpu_hours)),
    EXCLUDES(reported_step_time, ONE_SPEED, GIVEN(reported_tokens_per_second),
             GIVEN(reported_gpu_hours)),
    EXCLUDES(reported_tokens_per_second, ONE_SPEED, GIVEN(reported_gpu_hours)),
    NEEDS(mfu, OF_PEAK, HAS(gpu_flops)),
    NEEDS(hfu, OF_PEAK, HAS(gpu_flops)),
    NEEDS(reported_step_time, "it is the time of all of them", HAS(gpus)),
    NEEDS(reported_step_time, "it is the time of a batch", HAS(global_batch)),
    NEEDS(reported_tokens_per_second, "it is that of all of them", HAS(gpus)),
    NEEDS(reported_gpu_hours, "hours give a speed only with the work that was done in them",
          HAS(tokens), HAS(steps)),
    NEEDS(deadline, "there is no work to be done", HAS(tokens), HAS(steps)),
    EXCLUDES(reported_gpu_hours, "reported hours already contain the failures", ANY_MTBF),
    EXCLUDES(job_mtbf, NULL, GIVEN(gpu_mtbf), GIVEN(node_mtbf)),
    EXCLUDES(node_mtbf, NULL, GIVEN(gpu_mtbf)),
    NEEDS(gpu_mtbf, NO_SIZE, HAS(gpus), HAS(deadline)),
    NEEDS(node_mtbf, NO_SIZE, HAS(gpus), HAS(deadline)),
    NEEDS(job_mtbf, NO_SIZE, HAS(gpus), HAS(deadline)),
    NEEDS(gpu_mtbf, STALLED, HAS(checkpoint_stall)),
    NEEDS(node_mtbf, STALLED, HAS(checkpoint_stall)),
    NEEDS(job_mtbf, STALLED, HAS(checkpoint_stall)),
    NEEDS(checkpoint_stall, NO_FAILURES, ANY_MTBF),
    NEEDS(drain_time, NO_FAILURES, ANY_MTBF),
    NEEDS(interval, NO_FAILURES, ANY_MTBF),
    NEEDS(restart_time, NO_FAILURES, ANY_MTBF),
    NEEDS(restore_time, NO_FAILURES, ANY_MTBF),
};
_Static_assert(sizeof aic_train_time_rules / sizeof aic_train_time_rules[0] == AIC_TRAIN_TIME_RULES,
               "AIC_TRAIN_TIME_RULES is the length of the table");

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
    double group = in->tp * in->pp * in->cp;
    if (aic_is_set(in->gpus) && fmod(in->gpus, group) != 0) {
        double below = floor(in->gpus / group) * group;
        aic_fail(error, AIC_ERR_CONFLICT, "gpus",
                 "gpus ('%g') is not a multiple of tp x pp x cp ('%g' x '%g' x '%g')", in->gpus,
                 in->tp, in->pp, in->cp);
        return below > 0 ? aic_suggest(error, "%g or %g would do", below, below + group)
                         : aic_suggest(error, "%g would do", group);
    }
    if (in->vpp > 1 && in->pp == 1) {
        aic_fail(error, AIC_ERR_CONFLICT, "vpp", "vpp ('%g') without pp: there are no stages",
                 in->vpp);
        return aic_suggest(error, "give pp above 1, or leave vpp out");
    }
    return true;
}

static bool check_batch(const struct aic_train_time_in *in, struct aic_error *error)
{
    double dp = aic_or(in->gpus / (in->tp * in->pp * in->cp), 1);
    double each = dp * in->micro_batch;
    if (!aic_is_set(in->global_batch) || fmod(in->global_batch, each) == 0) {
        return true;
    }
    double below = floor(in->global_batch / each) * each;
    aic_fail(error, AIC_ERR_CONFLICT, "global_batch",
             "global_batch ('%g') is not a multiple of dp x micro_batch ('%g' x '%g'): every "
             "replica needs whole micro batches",
             in->global_batch, dp, in->micro_batch);
    return below > 0 ? aic_suggest(error, "%g or %g would do", below, below + each)
                     : aic_suggest(error, "%g would do, or fewer gpus", each);
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
           check_layout(in, error) && check_batch(in, error) && check_speed(in, error) &&
           check_failures(in, error);
}
