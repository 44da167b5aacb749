/* SPDX-License-Identifier: Apache-2.0 */
/*
 * network: data parallelism. Weights are gathered (A) and gradients reduced
 * (R), in rounds that hide under the pass of a micro-batch. Routed experts have groups of
 * their own.
 *
 * ZeRO: arXiv 1910.02054.
 */
#include "calculators/network/network.h"

#include <math.h>

#include "calculators/shared/rounding.h"

/* Copies of one kind of parameters, dense or routed experts. */
struct copies {
    double share;  /* parameters on one GPU */
    double calls;  /* one per layer */
    double ranks;  /* GPUs that hold the same share */
    double shards; /* of them, those that divide one copy */
    double stride; /* GPUs between neighbours */
};

/* A collective of `bytes` over `ranks` GPUs that are `stride` apart. */
static struct aic_traffic collect(struct aic_step *step, const struct copies *copies, int operation,
                                  double bytes, double ranks, double stride)
{
    double per_node = aic_network_per_node(step->in, ranks, stride);
    return aic_network_collective(
        step, (struct aic_exchange){ operation, bytes, copies->calls, ranks, per_node });
}

static struct aic_traffic gather_weights(struct aic_step *step, const struct copies *copies)
{
    return collect(step, copies, AIC_ALL_GATHER, step->out->weight_width * copies->share,
                   copies->shards, copies->stride);
}

/* Reduced to where it is needed, then between the copies. */
static struct aic_traffic reduce_gradients(struct aic_step *step, const struct copies *copies)
{
    double bytes = step->out->grad_width * copies->share;
    if (step->in->zero == 0) {
        return collect(step, copies, AIC_ALL_REDUCE, bytes, copies->ranks, copies->stride);
    }
    double shards = copies->shards;
    struct aic_traffic scattered =
        collect(step, copies, AIC_REDUCE_SCATTER, bytes, shards, copies->stride);
    struct aic_traffic between = collect(step, copies, AIC_ALL_REDUCE, bytes / shards,
                                         copies->ranks / shards, copies->stride * shards);
    return aic_network_sum(scattered, between);
}

static struct copies dense_copies(const struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    double ranks = step->out->dp * in->cp;
    double layers = in->model.layers;
    return (struct copies){
        .share = (step->params->total - aic_or(step->out->expert_params, 0)) / (in->tp * in->pp),
        .calls = aic_is_set(layers) ? aic_ceil_div(layers, in->pp) : 1,
        .ranks = ranks,
        .shards = aic_or(in->shard_group, ranks),
        .stride = in->tp,
    };
}

static struct copies expert_copies(const struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    return (struct copies){
        .share = step->out->expert_params / (in->etp * in->ep * in->pp),
        .calls = aic_ceil_div(step->params->moe_layers, in->pp),
        .ranks = step->out->expert_ranks,
        .shards = step->out->expert_ranks,
        .stride = in->ep * in->etp,
    };
}

/* Whether something with a cadence happens for every micro-batch. */
static bool is_each(int cadence, bool by_default)
{
    return cadence == AIC_CADENCE_AUTO ? by_default : cadence == AIC_CADENCE_MICRO_BATCH;
}

static void count_rounds(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    double each = out->micro_batches;
    bool once = in->weight_gather == AIC_CADENCE_STEP;
    bool synced = is_each(in->gradient_sync, in->zero >= 2);
    out->regathers = in->zero == 3 && !once ? in->weight_gathers - 1 : 0;
    out->gather_rounds = in->zero == 0 ? 0 : in->zero == 3 && !once ? each : 1;
    out->sync_rounds = synced ? each : 1;
    /* without synchronization the backward passes before the last one only gather again */
    out->regather_rounds = synced || out->regathers == 0 ? 0 : each - 1;
}

void aic_network_data(struct aic_step *step)
{
    struct aic_network_out *out = step->out;
    struct aic_traffic gather = { 0, 0, 0, 0 };
    const struct copies dense = dense_copies(step);
    struct aic_traffic sync = reduce_gradients(step, &dense);
    if (step->in->zero > 0) {
        gather = gather_weights(step, &dense);
    }
    out->params_per_gpu = dense.share;
    if (out->expert_params > 0) {
        const struct copies experts = expert_copies(step);
        sync = aic_network_sum(sync, reduce_gradients(step, &experts));
        if (step->in->zero > 0) {
            gather = aic_network_sum(gather, gather_weights(step, &experts));
        }
        out->params_per_gpu += experts.share;
    }
    count_rounds(step);
    out->gather_nvlink_bytes = gather.nvlink;
    out->gather_nic_bytes = gather.nic;
    out->gather_time = gather.seconds;
    out->gather_latency = gather.latency;
    out->sync_nvlink_bytes = sync.nvlink;
    out->sync_nic_bytes = sync.nic;
    out->sync_time = sync.seconds;
    out->sync_latency = sync.latency;

    double gathers = out->gather_rounds + out->regathers * out->micro_batches;
    struct aic_traffic all = aic_network_sum(aic_network_times(gather, gathers),
                                             aic_network_times(sync, out->sync_rounds));
    out->dp_nvlink_bytes = all.nvlink;
    out->dp_nic_bytes = all.nic;
    out->dp_bytes = all.nvlink + all.nic;
    out->dp_time = all.seconds;
    out->dp_latency_time = all.latency;
}

/* What one round shows: the first or the last layer's part of it never hides. */
static double shown(const struct aic_step *step, double seconds, double window, double *hidden)
{
    *hidden = 0;
    if (step->in->dp_overlap == 1) {
        *hidden = fmin(window, seconds * step->out->hidden_share);
    }
    return seconds - *hidden;
}

/* Ports and micro-batches that would hide each phase under its window. */
static void find_hiding(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    double last_bytes = out->regathers * out->gather_nic_bytes + out->sync_nic_bytes;
    double last_time = out->regathers * out->gather_time + out->sync_time;
    if (out->dp_nic_bytes > 0) {
        double needed =
            fmax(out->gather_nic_bytes / out->forward_window, last_bytes / out->backward_window);
        out->dp_critical_nic_bw = needed * fmax(1, in->oversubscription) / in->links.nic_efficiency;
        out->nic_margin = in->links.nic_bw / out->dp_critical_nic_bw;
    }
    if (out->dp * in->cp > 1 && aic_is_set(out->dp_time)) {
        double over =
            fmax(out->gather_time / out->forward_window, last_time / out->backward_window);
        out->dp_hidden_micro_batch = fmax(1, aic_up(in->micro_batch * over));
    }
}

void aic_network_hide_data(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    if (!aic_is_set(out->compute_time)) {
        return;
    }
    double layers = in->model.layers;
    out->hidden_share = aic_is_set(layers) ? 1 - 1 / aic_ceil_div(layers, in->pp) : 1;
    out->forward_window = out->forward_time / out->micro_batches;
    out->backward_window = (out->compute_time - out->forward_time) / out->micro_batches;
    find_hiding(step);
    if (!aic_is_set(out->dp_time)) {
        return;
    }
    double again = out->regathers * out->gather_time;
    double forward = shown(step, out->gather_time, out->forward_window, &out->gather_hidden);
    double middle = shown(step, again, out->backward_window, &out->regather_hidden);
    double last = shown(step, again + out->sync_time, out->backward_window, &out->sync_hidden);
    out->dp_exposed_time =
        out->gather_rounds * forward + out->regather_rounds * middle + out->sync_rounds * last;
}
