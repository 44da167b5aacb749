/* SPDX-License-Identifier: Apache-2.0 */
/*
 * network: the answer from top to bottom. Bytes are those that one GPU
 * sends in one optimizer step; stages of a pipeline count at their average.
 */
#include "calculators/network/network.h"

#include <math.h>

#include "calculators/shared/rounding.h"

static void settle(void *input)
{
    struct aic_network_in *in = input;
    double group = in->gpus / (in->tp * in->pp);
    aic_model_settle(in, &in->model);
    if (aic_model_has_experts(&in->model)) {
        aic_settle_number(in, &in->etp, in->tp);
    }
    if (in->zero > 0) {
        aic_settle_number(in, &in->shard_group, group);
    }
    aic_settle_number(in, &in->global_batch, group / in->cp * in->micro_batch);
}

/* Bytes of a gradient in the reduction. */
static const double grad_widths[] = {
    [AIC_NETWORK_GRAD_BF16] = 2,
    [AIC_NETWORK_GRAD_FP16] = 2,
    [AIC_NETWORK_GRAD_FP32] = 4,
    [AIC_NETWORK_GRAD_BF16_FP32] = 4,
};

static void lay_out(const struct aic_network_in *in, const struct aic_params *params,
                    struct aic_network_out *out)
{
    out->params_total = params->total;
    out->params_active = params->active;
    out->params_matmul = params->matmul;
    out->dp = in->gpus / (in->tp * in->pp * in->cp);
    out->nodes = aic_ceil_div(in->gpus, in->gpus_per_node);
    out->ranks_per_node = aic_network_per_node(in, out->dp * in->cp, in->tp);
    out->micro_batches = in->global_batch / (out->dp * in->micro_batch);
    out->global_batch_used = in->global_batch;
    out->tokens_per_step = in->global_batch * in->seq;
    out->tokens_per_gpu = out->tokens_per_step / in->gpus;
    out->weight_width = aic_network_width(in->weight_dtype);
    out->grad_width = grad_widths[in->grad_dtype];
    if (aic_model_has_experts(&in->model)) {
        out->expert_layers = params->moe_layers;
        out->expert_params = aic_network_expert_params(in, params);
        out->expert_ranks = in->tp * in->cp * out->dp / (in->ep * in->etp);
    }
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_network_in *in = input;
    struct aic_network_out *out = output;
    struct aic_params params;
    if (!aic_model_check(&in->model, notes)) {
        return false;
    }
    aic_model_count(&in->model, &params, notes);
    if (!aic_network_check(in, &params, &notes->error)) {
        return false;
    }
    struct aic_step step = { .in = in, .params = &params, .out = out };
    aic_network_open(&step);
    lay_out(in, &params, out);
    aic_network_compute(&step);
    aic_network_data(&step);
    aic_network_tensor(&step);
    aic_network_pipeline(&step);
    aic_network_context(&step);
    aic_network_experts(&step);
    aic_network_hide_data(&step);
    aic_network_expose(&step);
    aic_network_ports(&step);
    aic_network_warn(&step, notes);
    return true;
}

static const struct aic_assumption assumptions[] = {
    { "volumes",
      "what the schemes send: exact for them; embedding and loss exchanges (below 1 %) are left "
      "out. With sequence parallelism a layer has 6 all-gathers and 4 reduce-scatters, 25 % more "
      "than plain tensor parallelism",
      "ZeRO (arXiv 1910.02054), Megatron (2104.04473, 2205.05198), Ulysses (2309.14509), generated "
      "lists of aliyun/aicb, DeepEP, DeepSeek-V3 (2412.19437, 2505.09343)",
      NULL },
    { "collectives",
      "each collective takes what calculator collective says, with NCCL's choice (auto): an "
      "all-reduce over many nodes is a tree, reduce-scatter and all-gather are rings whose "
      "start-up "
      "grows with the ranks (PAT of NCCL 2.23, for one rank per node, is not modelled)",
      "calculator collective", "dp_time" },
    { "overlap",
      "data parallelism hides under its pass but for one layer; tensor, pipeline and expert "
      "traffic "
      "shows unless told",
      "how frameworks schedule it", "exposed_time" },
    { "latency", "steps cost NCCL's tuning constants; data parallelism makes one call per layer",
      "NVIDIA/nccl, src/graph/tuning.cc at 5067397", "dp_latency_time" },
    { "expert-time", "against DeepEP on H100 and H200: +15 % on 8 GPUs, -27 % on 16, +5 % on 32",
      "DeepEP", "ep_pass_time" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc network --model llama-3.1-70b --node dgx-h100 --gpus 256 --tp 8 --zero 1 "
    "--grad-dtype fp32 --seq 8192 --global-batch 512",
    "aicalc network --model llama-3.1-8b --node p4d.24xlarge --gpus 64 --zero 3 "
    "--sweep micro_batch=1,2,4,8",
    "aicalc network --model deepseek-v3 --gpu h800-sxm --fabric ib-ndr --gpus 2048 --pp 16 --ep 64 "
    "--routed-nodes 4 --dispatch-dtype fp8 --global-batch 15360",
    "aicalc network --model llama-3.1-405b --node dgx-h100 --gpus 16384 --tp 8 --pp 16 --zero 1 "
    "--seq 8192 --global-batch 2048 --solve nic_bw=min --budget 'exposed_fraction <= 20%'",
    NULL,
};

const struct aic_calculator aic_network = {
    .name = "network",
    .help = "traffic of parallel training on both links, what of it shows, and the port it needs",
    .in_size = sizeof(struct aic_network_in),
    .out_size = sizeof(struct aic_network_out),
    .inputs = { aic_network_input_groups, AIC_NETWORK_INPUT_GROUPS },
    .results = { aic_network_result_groups, AIC_NETWORK_RESULT_GROUPS },
    .rules = aic_network_rules,
    .rule_count = AIC_NETWORK_RULES,
    .assumptions = assumptions,
    .examples = examples,
    .settle = settle,
    .compute = compute,
};
