/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint: what can be asked, beyond the rules of inputs.inc. */
#include "calculators/checkpoint/checkpoint.h"

#include <math.h>

#include "calculators/shared/lora.h"
#include "calculators/shared/parallel.h"

#define MEMBER(member) AIC_MEMBER(struct aic_checkpoint_in, member)

/* clang-format off */

/* Inputs that mean nothing while only the time of a checkpoint is known. */
static const struct aic_member needing_bytes[] = {
    MEMBER(extra_bytes), MEMBER(incremental_share), MEMBER(full_every), MEMBER(compression_bw),
    MEMBER(compression_ratio), MEMBER(ep), MEMBER(zero), MEMBER(rank_order), MEMBER(parallel_save),
    MEMBER(format), MEMBER(snapshot_bw), MEMBER(read_bw), MEMBER(node_read_bw), MEMBER(restore),
    MEMBER(target_stall), MEMBER(max_stall), MEMBER(target_overhead), MEMBER(keep_hot),
    MEMBER(warm_retention), MEMBER(cold_every), MEMBER(host_memory), MEMBER(drive_capacity),
    MEMBER(drive_writes_per_day), MEMBER(drive_warranty), MEMBER(drive_endurance),
    MEMBER(write_amplification), MEMBER(drive_copies),
};

/* Inputs that say what is saved per parameter. */
static const struct aic_member recipe[] = {
    MEMBER(bytes_per_param), MEMBER(weight_dtype), MEMBER(master_weights), MEMBER(optimizer),
    MEMBER(optimizer_dtype), MEMBER(trainable_share), MEMBER(lora_rank), MEMBER(save_frozen),
};

/* clang-format on */

/* The first of `members` that the user gave, or NULL. */
static const char *first_given(const struct aic_checkpoint_in *in, const struct aic_member *members,
                               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (aic_origin_get(in, members[i].offset) >= AIC_FROM_FILE) {
            return members[i].name;
        }
    }
    return NULL;
}
#define FIRST_GIVEN(in, members) first_given(in, members, sizeof(members) / sizeof((members)[0]))

static bool check_time_alone(const struct aic_checkpoint_in *in, struct aic_error *error)
{
    const char *name = FIRST_GIVEN(in, needing_bytes);
    if (!name && AIC_GIVEN(in, buffers) && !aic_is_set(in->snapshot_time)) {
        name = "buffers";
    }
    if (name) {
        aic_fail(error, AIC_ERR_MISSING, name,
                 "%s needs the bytes of a checkpoint, and only checkpoint_time is known", name);
        return aic_suggest(error, "give model, params or checkpoint_size");
    }
    return true;
}

static bool check_adapters(const struct aic_checkpoint_in *in, const struct aic_params *params,
                           struct aic_error *error)
{
    if (!(in->lora_rank > 0)) {
        return true;
    }
    if (!params->counted) {
        aic_fail(error, AIC_ERR_MISSING, "lora_rank",
                 "lora_rank ('%g') without the architecture: adapters follow from the matrices",
                 in->lora_rank);
        return aic_suggest(error, "give a model, or the layers, heads and widths of one");
    }
    if (in->lora_targets == AIC_LORA_QV && aic_model_is_latent(&in->model)) {
        aic_fail(error, AIC_ERR_CONFLICT, "lora_targets",
                 "lora_targets 'qv' on latent attention, which has no value matrix of its own");
        return aic_suggest(error, "give lora_targets 'attention' or 'all'");
    }
    if (in->save_frozen == 0 && in->extra_bytes == 0 &&
        aic_lora_params(&in->model, params, in->lora_rank, in->lora_targets) == 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "lora_targets",
                 "lora_targets adapts no matrix of this model, and without save_frozen nothing "
                 "else is written");
        return aic_suggest(error, "give lora_targets 'all', or leave save_frozen at yes");
    }
    return true;
}

/* There is something to size, and it is known well enough. */
static bool check_size(const struct aic_checkpoint_in *in, const struct aic_params *params,
                       struct aic_error *error)
{
    if (params->total == 0) {
        aic_fail(error, AIC_ERR_RANGE, "params", "params ('0') leaves nothing to save");
        return aic_suggest(error, "give the parameters of the model, such as 70B");
    }
    if (!check_adapters(in, params, error)) {
        return false;
    }
    if (aic_is_set(params->total) || aic_is_set(in->checkpoint_size)) {
        return true;
    }
    const char *name = FIRST_GIVEN(in, recipe);
    if (name) {
        aic_fail(error, AIC_ERR_MISSING, "params",
                 "%s without params: it counts bytes of a number of parameters", name);
        return aic_suggest(error, "give params, such as 70B, or a model");
    }
    if (aic_is_set(in->checkpoint_time)) {
        return check_time_alone(in, error);
    }
    aic_fail(error, AIC_ERR_MISSING, "params",
             "nothing to size: no model, params, checkpoint_size or checkpoint_time");
    return aic_suggest(error, "give a model, or params such as 70B");
}

static bool check_increments(const struct aic_checkpoint_in *in, struct aic_error *error)
{
    if (in->incremental_share < 1 && in->full_every == 1) {
        aic_fail(error, AIC_ERR_CONFLICT, "incremental_share",
                 "incremental_share ('%g') with full_every 1: every checkpoint is a full one",
                 in->incremental_share);
        return aic_suggest(error, "give full_every of 2 or more, such as 10");
    }
    if (in->full_every > 1 && !AIC_IN_PLAY(in, incremental_share)) {
        aic_fail(error, AIC_ERR_MISSING, "full_every",
                 "full_every ('%g') without incremental_share: the others would be full too",
                 in->full_every);
        return aic_suggest(error, "give incremental_share, such as 20%%");
    }
    return true;
}

static bool check_format(const struct aic_checkpoint_in *in, struct aic_error *error)
{
    if (in->format == AIC_FORMAT_DEEPSPEED && !aic_is_set(in->gpus)) {
        aic_fail(error, AIC_ERR_MISSING, "format",
                 "format 'deepspeed' without gpus: its files follow from the ranks");
        return aic_suggest(error, "give gpus, or another format");
    }
    if (in->format == AIC_FORMAT_SINGLE && in->parallel_save == 1) {
        aic_fail(error, AIC_ERR_CONFLICT, "parallel_save",
                 "parallel_save together with format 'single', which one rank writes");
        return aic_suggest(error, "leave one of the two out");
    }
    return true;
}

static bool check_experts(const struct aic_checkpoint_in *in, const struct aic_params *params,
                          struct aic_error *error)
{
    double replicas = in->gpus / (in->tp * in->pp);
    if (in->ep == 1) {
        return true;
    }
    if (!params->counted) {
        aic_fail(error, AIC_ERR_MISSING, "ep",
                 "ep ('%g') without the architecture: the share of routed experts is unknown",
                 in->ep);
        return aic_suggest(error, "give a model with experts, or leave ep out");
    }
    if (!(params->routed > 0)) {
        aic_fail(error, AIC_ERR_CONFLICT, "ep", "ep ('%g') on a model without routed experts",
                 in->ep);
        return aic_suggest(error, "leave ep out, or give experts");
    }
    if (fmod(replicas, in->ep) != 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "ep",
                 "ep ('%g') does not divide the %g replicas: gpus ('%g') / (tp x pp)", in->ep,
                 replicas, in->gpus);
        return aic_suggest(error, "a divisor of %g would do", replicas);
    }
    return true;
}

static bool check_layout(const struct aic_checkpoint_in *in, const struct aic_params *params,
                         struct aic_error *error)
{
    if (!aic_is_set(in->gpus)) {
        return true; /* then the degrees are their defaults */
    }
    if (!aic_check_gpus_divide(in->gpus, in->tp, in->pp, in->cp, error)) {
        return false;
    }
    if (in->pp > in->model.layers) {
        aic_fail(error, AIC_ERR_CONFLICT, "pp", "pp ('%g') is above layers ('%g')", in->pp,
                 in->model.layers);
        return aic_suggest(error, "give at most %g", in->model.layers);
    }
    return check_experts(in, params, error);
}

bool aic_checkpoint_check(const struct aic_checkpoint_in *in, const struct aic_params *params,
                          struct aic_error *error)
{
    return check_size(in, params, error) && check_increments(in, error) &&
           check_format(in, error) && check_layout(in, params, error);
}

/* min_interval bounds an optimum: there must be one. */
bool aic_checkpoint_check_interval(const struct aic_checkpoint_in *in,
                                   const struct aic_checkpoint_out *out, struct aic_error *error)
{
    if (!aic_is_set(in->min_interval) || aic_is_set(out->optimal_interval)) {
        return true;
    }
    aic_fail(error, AIC_ERR_MISSING, "min_interval",
             "min_interval where no optimal_interval can be computed: %s is not known",
             aic_is_set(out->mtbf) ? "the time that a checkpoint costs"
                                   : "the mean time between failures");
    return aic_is_set(out->mtbf)
               ? aic_suggest(error, "give write_bw or checkpoint_time, or an interval instead")
               : aic_suggest(error, "give gpus or job_mtbf, or an interval instead");
}
