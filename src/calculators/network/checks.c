/* SPDX-License-Identifier: Apache-2.0 */
/* network: what can be asked. */
#include "calculators/network/network.h"

#include <math.h>
#include <string.h>

#include "calculators/shared/divisors.h"
#include "calculators/shared/parallel.h"
#include "calculators/shared/rounding.h"
#include "engine/rows/rows.h"

double aic_network_expert_params(const struct aic_network_in *in, const struct aic_params *params)
{
    return aic_or(params->moe_layers * in->model.experts * params->expert, 0);
}

static bool check_params(const struct aic_network_in *in, const struct aic_params *params,
                         struct aic_error *error)
{
    double experts = aic_network_expert_params(in, params);
    if (!aic_is_set(in->gpus)) {
        aic_fail(error, AIC_ERR_MISSING, "gpus", "gpus is missing: how many share the work");
        return aic_suggest(error, "give gpus, such as 64");
    }
    if (!(params->total > 0)) {
        aic_fail(error, AIC_ERR_MISSING, "params",
                 "params is unknown: no model, and no params above 0");
        return aic_suggest(error, "give a model, or params such as 7B");
    }
    if (params->total < experts) {
        aic_fail(error, AIC_ERR_CONFLICT, "params",
                 "params ('%g') is below the %g parameters of the routed experts alone",
                 params->total, experts);
        return aic_suggest(error, "leave params out: the fields count them");
    }
    return true;
}

/* What exchanges activations needs their shape. */
static bool check_architecture(const struct aic_network_in *in, const struct aic_params *params,
                               struct aic_error *error)
{
    const struct aic_model *model = &in->model;
    const char *degree = in->tp > 1   ? "tp"
                         : in->pp > 1 ? "pp"
                         : in->cp > 1 ? "cp"
                         : in->ep > 1 ? "ep"
                                      : NULL;
    if (!degree) {
        return true;
    }
    bool latent = aic_model_is_latent(model);
    bool heads = model->attention_layers == 0 ||
                 (aic_is_set(model->v_head_dim) &&
                  (latent ? aic_is_set(model->heads) && aic_is_set(model->qk_nope_head_dim)
                          : aic_is_set(model->kv_heads) && aic_is_set(model->head_dim) &&
                                (in->cp_method != AIC_NETWORK_CP_A2A || aic_is_set(model->heads))));
    const char *missing = !aic_is_set(model->layers)                          ? "layers"
                          : !aic_is_set(model->hidden)                        ? "hidden"
                          : in->cp > 1 && !heads                              ? "heads"
                          : model->experts > 0 && !aic_is_set(params->expert) ? "expert_ffn"
                                                                              : NULL;
    if (!missing) {
        return true;
    }
    degree = strcmp(missing, "heads") == 0 ? "cp" : degree;
    aic_fail(error, AIC_ERR_MISSING, missing,
             "%s above 1 without %s: params alone are enough for data parallelism only", degree,
             missing);
    return aic_suggest(error, "give a model, or its layers, hidden, heads and the like");
}

static bool check_gpus(const struct aic_network_in *in, struct aic_error *error)
{
    if (!aic_check_gpus_divide(in->gpus, in->tp, in->pp, in->cp, error)) {
        return false;
    }
    double group = in->tp * in->pp * in->cp;
    if (in->gpus > in->gpus_per_node && !aic_divides(in->gpus_per_node, in->gpus)) {
        double unit = group / aic_common_divisor(group, in->gpus_per_node) * in->gpus_per_node;
        aic_fail(error, AIC_ERR_CONFLICT, "gpus",
                 "gpus ('%g') is neither within one node nor a multiple of gpus_per_node ('%g')",
                 in->gpus, in->gpus_per_node);
        return aic_suggest_multiples(error, in->gpus, unit, "");
    }
    return true;
}

static bool check_stages(const struct aic_network_in *in, struct aic_error *error)
{
    if (!aic_check_interleaving(in->vpp, in->pp, error)) {
        return false;
    }
    if (in->pp * in->vpp > in->model.layers) {
        const char *name = in->vpp > 1 ? "vpp" : "pp";
        aic_fail(error, AIC_ERR_CONFLICT, name, "pp x vpp ('%g' x '%g') is above layers ('%g')",
                 in->pp, in->vpp, in->model.layers);
        return aic_suggest(error, "give %s of at most %g", name,
                           in->vpp > 1 ? fmax(1, floor(in->model.layers / in->pp))
                                       : in->model.layers);
    }
    return true;
}

/* `number` of `what` is a multiple of `value` of `name`; else suggests the divisor below it. */
static bool check_multiple(struct aic_error *error, const char *parameter, const char *what,
                           double number, const char *name, double value)
{
    if (aic_divides(value, number)) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, parameter, "%s ('%g') is not a multiple of %s ('%g')", what,
             number, name, value);
    return aic_suggest(error, "%s of %g would do", name, aic_divisor_up_to(number, value));
}

static bool check_tokens(const struct aic_network_in *in, struct aic_error *error)
{
    double heads = in->model.heads;
    bool swaps_heads = heads > 0 && in->cp_method == AIC_NETWORK_CP_A2A;
    return check_multiple(error, "seq", "seq", in->seq, "cp", in->cp) &&
           (!(heads > 0) || check_multiple(error, "tp", "heads", heads, "tp", in->tp)) &&
           (!swaps_heads ||
            check_multiple(error, "cp_method", "cp_method 'a2a' swaps heads: heads / tp",
                           heads / in->tp, "cp", in->cp));
}

static bool check_dense(const struct aic_network_in *in, struct aic_error *error)
{
    const char *name = in->ep > 1 ? "ep" : in->routed_nodes > 0 ? "routed_nodes" : NULL;
    if (name) {
        aic_fail(error, AIC_ERR_CONFLICT, name, "%s without experts: the model is dense", name);
        return aic_suggest(error, "leave %s out, or give experts", name);
    }
    return true;
}

static bool check_experts(const struct aic_network_in *in, struct aic_error *error)
{
    double experts = in->model.experts;
    double group = in->gpus / in->pp;
    if (!check_multiple(error, "ep", "experts", experts, "ep", in->ep) ||
        !check_multiple(error, "etp", "tp", in->tp, "etp", in->etp)) {
        return false;
    }
    if (!aic_divides(in->ep * in->etp, group)) {
        double most = group / in->etp;
        aic_fail(error, AIC_ERR_CONFLICT, "ep",
                 "ep x etp ('%g' x '%g') does not divide tp x cp x dp ('%g')", in->ep, in->etp,
                 group);
        return aic_suggest(error, "ep of %g would do",
                           aic_divisor_up_to(aic_common_divisor(most, experts), in->ep));
    }
    if (in->tp > 1 && in->sequence_parallel == 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "sequence_parallel",
                 "experts with tp ('%g') need sequence_parallel: each token is routed once",
                 in->tp);
        return aic_suggest(error, "leave sequence_parallel at yes, or give tp 1");
    }
    if (in->routed_nodes > 0 && in->ep == 1) {
        aic_fail(error, AIC_ERR_CONFLICT, "routed_nodes",
                 "routed_nodes ('%g') with ep 1: no token leaves its GPU", in->routed_nodes);
        return aic_suggest(error, "give ep above 1, or leave routed_nodes out");
    }
    return true;
}

static bool check_sharding(const struct aic_network_in *in, struct aic_error *error)
{
    double group = in->gpus / (in->tp * in->pp);
    if (aic_is_set(in->shard_group) &&
        !check_multiple(error, "shard_group", "dp x cp", group, "shard_group", in->shard_group)) {
        return false;
    }
    if (AIC_GIVEN(in, weight_gathers) && in->weight_gathers != 1 &&
        in->weight_gather == AIC_CADENCE_STEP) {
        aic_fail(error, AIC_ERR_CONFLICT, "weight_gathers",
                 "weight_gathers ('%g') with weight_gather 'step': weights stay after the first",
                 in->weight_gathers);
        return aic_suggest(error, "leave weight_gathers out, or give 1");
    }
    return true;
}

static bool check_batch(const struct aic_network_in *in, struct aic_error *error)
{
    double dp = in->gpus / (in->tp * in->pp * in->cp);
    if (!aic_check_batch_divides(in->global_batch, dp, in->micro_batch, error)) {
        return false;
    }
    double each = dp * in->micro_batch;
    double count = in->global_batch / each;
    if (in->vpp > 1 && !aic_divides(in->pp, count)) {
        aic_fail(error, AIC_ERR_CONFLICT, "global_batch",
                 "vpp ('%g') needs micro-batches in multiples of pp ('%g'): global_batch ('%g') "
                 "makes %g",
                 in->vpp, in->pp, in->global_batch, count);
        return aic_suggest(error, "global_batch of %g would do",
                           aic_ceil_div(count, in->pp) * in->pp * each);
    }
    return true;
}

static bool check_switch(int algorithm, double nvls_bw, struct aic_error *error)
{
#include "engine/rows/as_checks.h"
    CHECK_SWITCH
    return true;
}

bool aic_network_check(const struct aic_network_in *in, const struct aic_params *params,
                       struct aic_error *error)
{
    return check_params(in, params, error) && check_architecture(in, params, error) &&
           check_gpus(in, error) && check_stages(in, error) && check_tokens(in, error) &&
           (aic_model_has_experts(&in->model) ? check_experts(in, error)
                                              : check_dense(in, error)) &&
           check_sharding(in, error) && check_batch(in, error) &&
           check_switch(in->algorithm, in->links.nvls_bw, error);
}
