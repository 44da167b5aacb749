/* SPDX-License-Identifier: Apache-2.0 */
/* network: the time of compute, what of the traffic shows beside it, and which port would do. */
#include "calculators/network/network.h"

#include <math.h>

#include "calculators/shared/flops.h"

/* A strategy that takes less of a step does not make it. */
static const double bottleneck_share = 0.01;
/* "A tenth of the compute": FLOP per byte of the rule as it is used. */
static const double rule_of_thumb = 10000;

void aic_network_compute(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    struct aic_core core;
    aic_core_count(&in->model, step->params, in->seq, true, &core);
    const struct aic_flops flops = aic_flops_of(&in->model, step->params, core.total);
    out->core_flops = flops.core;
    out->layer_params = flops.layers;
    if (aic_is_set(step->params->matmul)) {
        out->head_params = flops.head;
    }
    out->forward_flops = aic_flops_forward(&flops);
    out->forward_repeats = in->recompute == AIC_NETWORK_RECOMPUTE_FULL ? 1 : 0;
    out->recomputed_core = in->recompute == AIC_NETWORK_RECOMPUTE_NONE ? 0 : flops.core;
    out->recomputed_flops = 2 * out->forward_repeats * flops.layers + out->recomputed_core;
    double per_flop = out->tokens_per_gpu / (in->gpu_flops * in->mfu);
    out->forward_time = out->forward_flops * per_flop;
    out->compute_time = (3 * out->forward_flops + out->recomputed_flops) * per_flop;
}

/* A ring of keys and values hides under the attention core of its own pass. */
static double exposed_context(const struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    if (in->cp_method != AIC_NETWORK_CP_P2P || !aic_is_set(out->cp_sent)) {
        return out->cp_time * (1 - in->cp_overlap);
    }
    double window = out->core_flops * out->tokens_per_gpu / (in->gpu_flops * in->mfu);
    double pass = out->cp_layers * out->micro_batches * out->cp_pass_time;
    out->cp_window = window;
    out->cp_backward_window = (out->recomputed_flops > 0 ? 3 : 2) * window;
    if (!aic_is_set(pass)) {
        return NAN;
    }
    return fmax(0, pass - out->cp_window) +
           fmax(0, (out->cp_passes - 1) * pass - out->cp_backward_window);
}

/* Strategies in the order of the choices of bottleneck. */
struct strategy {
    double exposed, nic_bytes;
};
#define STRATEGIES 5

static void list_strategies(const struct aic_network_out *out, struct strategy list[STRATEGIES])
{
    const struct strategy all[STRATEGIES] = {
        { out->dp_exposed_time, out->dp_nic_bytes }, { out->tp_exposed_time, out->tp_nic_bytes },
        { out->pp_exposed_time, out->pp_nic_bytes }, { out->cp_exposed_time, out->cp_nic_bytes },
        { out->ep_exposed_time, out->ep_nic_bytes },
    };
    for (size_t i = 0; i < STRATEGIES; i++) {
        list[i] = all[i];
    }
}

static int find_bottleneck(const struct strategy list[STRATEGIES], double step_time)
{
    int longest = AIC_WAITS_FOR_COMPUTE;
    double most = bottleneck_share * step_time;
    for (int i = 0; i < STRATEGIES; i++) {
        if (list[i].exposed > most) {
            most = list[i].exposed;
            longest = AIC_WAITS_FOR_DP + i;
        }
    }
    return longest;
}

/* Several strategies may hide under the same compute, but a link carries no more than its rate. */
static double exposed_in_all(const struct aic_step *step, const struct strategy list[STRATEGIES])
{
    const struct aic_network_in *in = step->in;
    const struct aic_network_out *out = step->out;
    double share = fmax(1, in->oversubscription);
    double exposed = 0;
    for (size_t i = 0; i < STRATEGIES; i++) {
        exposed += list[i].exposed;
    }
    if (!aic_is_set(exposed)) {
        return NAN;
    }
    /* fmax() passes over a link whose rate is not known: it carries nothing */
    exposed = fmax(exposed, out->nvlink_bytes / in->links.nvlink_bw - out->compute_time);
    return fmax(exposed, out->nic_bytes * share / in->links.nic_bw - out->compute_time);
}

static void fill_step(struct aic_step *step, const struct strategy list[STRATEGIES])
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    out->exposed_time = exposed_in_all(step, list);
    if (!aic_is_set(out->exposed_time)) {
        return;
    }
    out->step_time = out->compute_time + out->exposed_time;
    out->exposed_fraction = out->exposed_time / out->step_time;
    out->network_efficiency = out->compute_time / out->step_time;
    out->mfu_with_network =
        3 * out->forward_flops * out->tokens_per_gpu / (in->gpu_flops * out->step_time);
    out->bottleneck = find_bottleneck(list, out->step_time);
    out->average_nic_bw = out->nic_bytes / out->step_time;
    out->average_nvlink_bw = out->nvlink_bytes / out->step_time;
    out->scale_out_exposed_time = 0;
    for (size_t i = 0; i < STRATEGIES; i++) {
        out->scale_out_exposed_time += list[i].nic_bytes > 0 ? list[i].exposed : 0;
    }
    if (out->nic_bytes > 0) {
        out->nic_sufficient = out->scale_out_exposed_time <= in->exposed_tolerance * out->step_time;
    }
}

void aic_network_expose(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    out->nvlink_bytes = out->dp_nvlink_bytes + out->tp_nvlink_bytes + out->pp_nvlink_bytes +
                        out->cp_nvlink_bytes + out->ep_nvlink_bytes;
    out->nic_bytes = out->dp_nic_bytes + out->tp_nic_bytes + out->pp_nic_bytes + out->cp_nic_bytes +
                     out->ep_nic_bytes;
    out->total_bytes = out->nvlink_bytes + out->nic_bytes;
    out->communication_time =
        out->dp_time + out->tp_time + out->pp_time + out->cp_time + out->ep_time;
    if (!aic_is_set(out->compute_time)) {
        return;
    }
    out->tp_exposed_time = out->tp_time * (1 - in->tp_overlap);
    out->pp_exposed_time = out->pp_time * (1 - in->pp_overlap);
    out->cp_exposed_time = exposed_context(step);
    out->ep_exposed_time = out->ep_time * (1 - in->ep_overlap);
    struct strategy list[STRATEGIES];
    list_strategies(out, list);
    fill_step(step, list);
}

/*
 * Bytes over FLOP of the phase that needs most: gradients under the backward pass, weights under
 * the forward pass. Both grow with the parameters, which therefore cancel.
 */
static double critical_bytes_per_flop(const struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    const struct aic_network_out *out = step->out;
    double backward = in->recompute == AIC_NETWORK_RECOMPUTE_FULL ? 6 : 4;
    if (in->zero == 0) {
        return 2 * out->grad_width / backward;
    }
    return fmax(out->weight_width / 2,
                (out->regathers * out->weight_width + out->grad_width) / backward);
}

void aic_network_ports(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    if (out->nvlink_bytes > 0) {
        out->link_rate = step->nvlink;
    }
    if (out->nic_bytes > 0) {
        out->port_rate = step->nic;
    }
    out->nvlink_time = out->nvlink_bytes / step->nvlink;
    out->nic_time = out->nic_bytes / step->nic;
    out->rule_of_thumb_bw = in->gpu_flops / rule_of_thumb;
    if (!aic_model_has_experts(&in->model) && aic_is_set(out->compute_time)) {
        out->critical_bytes_per_flop = critical_bytes_per_flop(step);
        out->critical_bw =
            out->critical_bytes_per_flop * in->gpu_flops * in->mfu / out->rank_tokens;
    }
}
