/* SPDX-License-Identifier: Apache-2.0 */
/*
 * network: what the layers of a micro-batch exchange. Tensor and context
 * parallelism, experts, and the messages between pipeline stages.
 *
 * Megatron: arXiv 2104.04473, 2205.05198; Ulysses: 2309.14509; DeepSeek-V3: 2412.19437.
 */
#include "calculators/network/network.h"

#include <math.h>

#include "calculators/shared/divisors.h"
#include "calculators/shared/rounding.h"

/* Tensor groups start at the first GPU of a job: the node with the fewest of one sets the pace. */
static double tensor_per_node(const struct aic_network_in *in, double ranks)
{
    return in->gpus <= in->gpus_per_node ? ranks : aic_common_divisor(in->gpus_per_node, ranks);
}

/* Blocks of layers that tensor parallelism cuts. Experts exchange for themselves. */
static double count_blocks(const struct aic_step *step)
{
    const struct aic_params *params = step->params;
    double blocks = params->attention_layers + params->linear_layers + params->dense_layers;
    if (step->in->model.shared_experts > 0) {
        blocks += params->moe_layers;
    }
    return blocks / step->in->pp;
}

/* 5 exchanges: all-gather and reduce-scatter forward, both and another all-gather backward. */
static struct aic_traffic exchange_block(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    bool sequence = in->sequence_parallel == 1;
    double calls = sequence ? 5 + 2 * out->forward_repeats : 2 + out->forward_repeats;
    out->block_calls = count_blocks(step) * out->micro_batches * calls;
    struct aic_traffic call = aic_network_collective(
        step, (struct aic_exchange){ sequence ? AIC_ALL_GATHER : AIC_ALL_REDUCE,
                                     out->exchange_bytes, 1, in->tp, tensor_per_node(in, in->tp) });
    out->block_nvlink_bytes = call.nvlink;
    out->block_nic_bytes = call.nic;
    out->block_time = call.seconds;
    return aic_network_times(call, out->block_calls);
}

/* Experts cut etp ways gather the copies of all tokens that were routed to them. */
static struct aic_traffic exchange_cut_experts(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    double bytes =
        out->exchange_bytes * in->etp / in->tp * in->model.experts_per_token * in->expert_imbalance;
    out->expert_calls =
        out->expert_layers / in->pp * out->micro_batches * (4 + 2 * out->forward_repeats);
    struct aic_traffic call =
        aic_network_collective(step, (struct aic_exchange){ AIC_ALL_GATHER, bytes, 1, in->etp,
                                                            tensor_per_node(in, in->etp) });
    out->cut_nvlink_bytes = call.nvlink;
    out->cut_nic_bytes = call.nic;
    out->cut_time = call.seconds;
    return aic_network_times(call, out->expert_calls);
}

void aic_network_tensor(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    struct aic_traffic all = { 0, 0, 0, 0 };
    out->activation_width = aic_network_width(in->activation_dtype);
    out->rank_tokens = in->micro_batch * in->seq / in->cp;
    out->exchange_bytes = out->activation_width * out->rank_tokens * in->model.hidden;
    out->tp_collectives = 0;
    if (in->tp > 1) {
        all = exchange_block(step);
        out->tp_collectives = out->block_calls;
    }
    if (aic_model_has_experts(&in->model) && in->etp > 1) {
        all = aic_network_sum(all, exchange_cut_experts(step));
        out->tp_collectives += out->expert_calls;
    }
    out->tp_nvlink_bytes = all.nvlink;
    out->tp_nic_bytes = all.nic;
    out->tp_bytes = all.nvlink + all.nic;
    out->tp_time = all.seconds;
}

/* The busiest stage sends in both directions; with two stages one direction is missing once. */
void aic_network_pipeline(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    struct aic_traffic all = { 0, 0, 0, 0 };
    if (in->pp > 1) {
        out->pp_sends = out->micro_batches * (in->pp > 2 ? 2 * in->vpp : 2 * in->vpp - 1);
        out->pp_message = out->exchange_bytes / (in->sequence_parallel == 1 ? in->tp : 1);
        out->pp_crosses = in->gpus > in->gpus_per_node;
        out->pp_start = aic_network_start(step, out->pp_crosses == 1);
        double sent = out->pp_sends * out->pp_message;
        all = aic_network_transfer(step, out->pp_crosses == 1 ? 0 : sent,
                                   out->pp_crosses == 1 ? sent : 0, out->pp_sends * out->pp_start);
    }
    out->pp_nvlink_bytes = all.nvlink;
    out->pp_nic_bytes = all.nic;
    out->pp_bytes = all.nvlink + all.nic;
    out->pp_time = all.seconds;
}

/* Keys and values of all cp ranks, B, of `heads` key and value heads. */
static double context_bytes(const struct aic_step *step, double heads)
{
    const struct aic_network_in *in = step->in;
    return in->micro_batch * in->seq * heads * step->out->kv_width * step->out->activation_width;
}

/* A ring hands blocks of keys and values on; its members at the node's edge set the pace. */
static struct aic_traffic pass_ring(struct aic_step *step)
{
    double cp = step->in->cp;
    double r = step->out->cp_per_node;
    double sent = (cp - 1) / cp * context_bytes(step, step->out->kv_heads_per_gpu);
    step->out->cp_sent = sent;
    return aic_network_transfer(step, r > 1 ? sent : 0, r < cp ? sent : 0,
                                (cp - 1) * step->out->cp_start);
}

/* Ulysses: heads instead of tokens, and back; too few key and value heads are repeated. */
static struct aic_traffic pass_swap(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    double cp = in->cp;
    double r = step->out->cp_per_node;
    double heads = aic_ceil_div(in->model.heads, in->tp) + fmax(step->out->kv_heads_per_gpu, cp);
    double swapped = context_bytes(step, heads) / cp;
    step->out->cp_swapped = swapped;
    return aic_network_transfer(step, swapped / cp * (r - 1), swapped / cp * (cp - r),
                                4 * step->out->cp_start);
}

static struct aic_traffic pass_gather(struct aic_step *step)
{
    struct aic_network_out *out = step->out;
    struct aic_traffic pass = aic_network_collective(
        step, (struct aic_exchange){ AIC_ALL_GATHER, context_bytes(step, out->kv_heads_per_gpu), 1,
                                     step->in->cp, out->cp_per_node });
    out->cp_gather_nvlink_bytes = pass.nvlink;
    out->cp_gather_nic_bytes = pass.nic;
    out->cp_gather_time = pass.seconds;
    return pass;
}

static struct aic_traffic pass_context(struct aic_step *step)
{
    if (step->in->cp_method == AIC_NETWORK_CP_ALL_GATHER) {
        return pass_gather(step);
    }
    bool crosses = step->out->cp_per_node < step->in->cp;
    step->out->cp_start = aic_network_start(step, crosses);
    return step->in->cp_method == AIC_NETWORK_CP_A2A ? pass_swap(step) : pass_ring(step);
}

void aic_network_context(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    const struct aic_model *model = &in->model;
    struct aic_network_out *out = step->out;
    struct aic_traffic all = { 0, 0, 0, 0 };
    if (in->cp > 1 && model->attention_layers > 0) {
        bool latent = aic_model_is_latent(model);
        double key = latent ? model->qk_nope_head_dim + model->qk_rope_head_dim : model->head_dim;
        out->kv_width = key + model->v_head_dim;
        out->kv_heads_per_gpu = aic_ceil_div(latent ? model->heads : model->kv_heads, in->tp);
        out->cp_per_node = aic_network_per_node(in, in->cp, in->tp);
        out->cp_layers = model->attention_layers / in->pp;
        /* forward once, backward twice; heads are swapped back only once */
        out->cp_passes = (in->cp_method == AIC_NETWORK_CP_A2A ? 2 : 3) + out->forward_repeats;
        struct aic_traffic pass = pass_context(step);
        out->cp_pass_nvlink_bytes = pass.nvlink;
        out->cp_pass_nic_bytes = pass.nic;
        if (in->cp_method != AIC_NETWORK_CP_ALL_GATHER) {
            out->cp_pass_latency = pass.latency;
        }
        out->cp_pass_time = pass.seconds;
        all = aic_network_times(pass, out->cp_passes * out->cp_layers * out->micro_batches);
    }
    out->cp_nvlink_bytes = all.nvlink;
    out->cp_nic_bytes = all.nic;
    out->cp_bytes = all.nvlink + all.nic;
    out->cp_time = all.seconds;
}

/* Dispatch to the experts and combination of what they return, of one layer. */
static struct aic_traffic pass_experts(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    double ep = in->ep;
    double r = aic_network_per_node(in, ep, in->etp);
    double k = in->model.experts_per_token;
    double nodes = aic_ceil_div(ep, r);
    out->ep_per_node = r;
    out->ep_nodes = nodes;
    out->ep_copies = out->rank_tokens / in->tp * in->expert_imbalance;
    out->ep_pair = aic_network_width(in->dispatch_dtype) + aic_network_width(in->combine_dtype);
    double copy = out->ep_copies * in->model.hidden * out->ep_pair;
    double nvlink = copy * k * (r - 1) / ep;
    double nic = copy * k * (ep - r) / ep;
    if (in->routed_nodes > 0) {
        /* one copy to each node, which hands it on inside */
        nvlink = copy * k * (r - 1) / r;
        nic = copy * fmin(fmin(in->routed_nodes, k), nodes) * (nodes - 1) / nodes;
    }
    out->ep_start = aic_network_start(step, r < ep);
    return aic_network_transfer(step, nvlink, nic, 2 * out->ep_start);
}

void aic_network_experts(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    struct aic_network_out *out = step->out;
    struct aic_traffic all = { 0, 0, 0, 0 };
    if (in->ep > 1) {
        struct aic_traffic pass = pass_experts(step);
        out->ep_layers = out->expert_layers / in->pp;
        out->ep_pass_nvlink_bytes = pass.nvlink;
        out->ep_pass_nic_bytes = pass.nic;
        out->ep_pass_time = pass.seconds;
        out->ep_bytes_per_layer = pass.nvlink + pass.nic;
        all = aic_network_times(pass,
                                (2 + out->forward_repeats) * out->ep_layers * out->micro_batches);
    }
    out->ep_nvlink_bytes = all.nvlink;
    out->ep_nic_bytes = all.nic;
    out->ep_bytes = all.nvlink + all.nic;
    out->ep_time = all.seconds;
}
