/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-time: FLOP, time, cost, energy and failures of a training run. One
 * speed is given or assumed, and all else follows from it. What a token costs,
 * what failures take and what a deadline needs are in the parts
 * (train_time_parts.h); here they are put in order.
 */
#include "calculators/train_time/train_time.h"

#include "calculators/shared/node_power.h"
#include "calculators/shared/rounding.h"

static const struct aic_assumption assumptions[] = {
    { "flop-count",
      "against NVIDIA's published pairs of TFLOP/s and tokens/s (DeepSeek-V3 with its module for "
      "further tokens, Llama 405B and 70B, Qwen3 235B and 30B, GPT-OSS 120B) within 0.45 %, the "
      "pairs among themselves differ by 0.1 to 0.4 %; norms, biases and the router count as "
      "matrices, below 0.3 %; the state update of linear mixers, norms, softmax, router gates, "
      "dropout and the optimizer are left out, below 1 %",
      "Megatron-LM num_floating_point_operations; NVIDIA-NeMo Megatron-Bridge performance tables",
      "flops_per_token_model" },
    { "full-count",
      "with attention_flops full the count is Megatron's formula: 12 run times of its table 2 "
      "within 1.2 % (whole days are printed), the MFU of arXiv 2205.05198 within 0.5 %, PaLM's "
      "45.7 % (6nd) and 46.2 % (with attention)",
      "arXiv 2104.04473; arXiv 2205.05198; arXiv 2204.02311", "flops_per_token_model" },
    { "bubble-rule",
      "m micro batches through p stages take m + p - 1 turns; measured on 8 B200 with pp 2, from "
      "32 micro batches down to 8 and 4: dense -2 to +0.4 %, with experts -4 to -9 %, because "
      "what a step does besides (optimizer, reduction of gradients) weighs more in a short one",
      "arXiv 2104.04473; MooreThreads/SimuMax docs/b200 at 4dcaae5", "bubble_fraction" },
    { "step-mfu-is-not-run-mfu",
      "the MFU of a step is more than that of a run: Llama 3 405B reports 41 % per step, its GPU "
      "hours mean 34.6 % (6nd); hours may hold restarts, ablations and annealing",
      "arXiv 2407.21783 and the Llama 3.1 model card", "mfu_used" },
    { "failures", "failures are memoryless; reported hours and a goodput are never combined",
      "Daly 2006, doi 10.1016/j.future.2004.11.016", "goodput" },
    { "energy",
      "rated power times hours, as papers publish it (BLOOM's 433,196 kWh to the digit, LLaMA with "
      "a PUE of 1.1, GPT-3's 1,287 MWh within 0.4 %); a node draws 1.8 times its GPUs' rating at "
      "full load (DGX H100: 10.2 of 5.6 kW)",
      "arXiv 2211.02001; arXiv 2302.13971; NVIDIA DGX SuperPOD documents", "average_power energy" },
    { "hfu-default",
      "40 % of a bf16 peak: Llama 3 405B reports 38 to 43 % without recomputation; 20 % of an fp8 "
      "peak: DeepSeek-V3's 2.664 M H800 hours for 14.8 T tokens are 17 % (6nd), 20 % with "
      "attention and its module for further tokens; int8 and fp4 take the 20 % without a "
      "measurement",
      "arXiv 2407.21783; arXiv 2412.19437", "assumed_hfu" },
    { "chinchilla", "20 tokens per parameter, fitted on dense models", "arXiv 2203.15556",
      "chinchilla_tokens chinchilla_params_for_compute" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc train-time --model llama-3.1-70b --tokens 15T --gpus 4096 --tp 8 --seq 8192 "
    "--global-batch 2048 --mfu 0.40 --gpu h100-sxm --gpu-price 2.5USD/h",
    "aicalc train-time --model llama-3.1-405b --tokens 15.6T --gpus 16384 --mfu 0.38..0.43 "
    "--gpu h100-sxm --gpu-mtbf 50000h --checkpoint-stall 30s --budget 'train_time <= 80d'",
    "aicalc train-time --params 7B --tokens 2T --reported-gpu-hours 184320 --gpu a100-80gb-sxm",
    "aicalc train-time --model llama-3.1-8b --tokens 15T --gpu h100-sxm --mfu 0.4 --deadline 30d "
    "--fields gpus_for_deadline,flops_total",
    NULL,
};

/* Shares of the peak where no speed is given; sources: the assumption hfu-default. */
static const double hfu_assumed = 0.4;
static const double hfu_assumed_8_bit = 0.2;

static bool is_below_16_bit(int dtype)
{
    return dtype == AIC_TRAIN_TIME_FP8 || dtype == AIC_TRAIN_TIME_INT8 ||
           dtype == AIC_TRAIN_TIME_FP4;
}

static bool has_speed(const struct aic_train_time_in *in)
{
    return aic_is_set(in->mfu) || aic_is_set(in->hfu) || aic_is_set(in->achieved_flops) ||
           aic_is_set(in->reported_step_time) || aic_is_set(in->reported_tokens_per_second) ||
           aic_is_set(in->reported_gpu_hours);
}

static void settle(void *input)
{
    struct aic_train_time_in *in = input;
    struct aic_params params;
    aic_model_settle(in, &in->model);
    aic_model_count(&in->model, &params, NULL);
    aic_settle_choice(in, &in->flops_method,
                      aic_train_time_has_architecture(&params, &in->model) ? AIC_FLOPS_MODEL
                                                                           : AIC_FLOPS_6ND);
    if (aic_is_set(in->gpu_flops) && !has_speed(in)) {
        aic_settle_number(in, &in->hfu,
                          is_below_16_bit(in->compute_dtype) ? hfu_assumed_8_bit : hfu_assumed);
    }
}

static void count_layout(const struct aic_train_time_in *in, struct aic_train_time_out *out)
{
    double replica = in->tp * in->pp * in->cp;
    out->tokens_per_step = in->global_batch * in->seq;
    out->tokens_total = aic_or(in->tokens, in->steps * out->tokens_per_step);
    out->steps_total = aic_up(out->tokens_total / out->tokens_per_step);
    out->flops_total = out->tokens_total * out->flops_per_token;
    out->hardware_flops_total = out->tokens_total * out->hardware_flops_per_token;
    out->flops_per_step = out->tokens_per_step * out->flops_per_token;

    out->dp = in->gpus / replica;
    out->micro_batches = in->global_batch / (out->dp * in->micro_batch);
    out->max_gpus = replica * in->global_batch / in->micro_batch;
    if (in->pp > 1) {
        out->bubble_overhead = (in->pp - 1) / (in->vpp * out->micro_batches);
        out->bubble_fraction = out->bubble_overhead / (1 + out->bubble_overhead);
    }
}

/* FLOP of the model that a busy GPU does per second, as planned; NaN without a plan. */
static double plan_speed(const struct aic_train_time_in *in, const struct aic_train_time_out *out)
{
    double model_share = out->flops_per_token / out->hardware_flops_per_token;
    if (aic_is_set(in->mfu)) {
        return in->mfu * in->gpu_flops;
    }
    if (aic_is_set(in->hfu)) {
        return in->hfu * in->gpu_flops * model_share;
    }
    return in->achieved_flops * (in->achieved_includes_recompute == 1 ? model_share : 1);
}

/* The same as measured; NaN without a measurement. */
static double reported_speed(const struct aic_train_time_in *in,
                             const struct aic_train_time_out *out)
{
    if (aic_is_set(in->reported_step_time)) {
        return out->tokens_per_step * out->flops_per_token / (in->gpus * in->reported_step_time);
    }
    if (aic_is_set(in->reported_tokens_per_second)) {
        return in->reported_tokens_per_second * out->flops_per_token / in->gpus;
    }
    return out->flops_total / (in->reported_gpu_hours * aic_seconds_per_hour);
}

static void count_speed(const struct aic_train_time_in *in, struct aic_train_time_out *out)
{
    if (AIC_ORIGIN(in, hfu) == AIC_FROM_DEFAULT) {
        out->assumed_hfu = in->hfu;
    }
    out->planned_flops = plan_speed(in, out);
    out->reported_flops = reported_speed(in, out);
    out->busy_flops = aic_or(out->planned_flops, out->reported_flops);
    double speed = out->busy_flops / (in->bubble == 1 ? 1 + out->bubble_overhead : 1);
    out->achieved_model_flops = speed;
    out->achieved_hardware_flops = speed * out->hardware_flops_per_token / out->flops_per_token;
    out->mfu_used = speed / in->gpu_flops;
    out->hfu_used = out->achieved_hardware_flops / in->gpu_flops;
    out->tokens_per_second_per_gpu = speed / out->flops_per_token;
    out->tokens_per_second = in->gpus * out->tokens_per_second_per_gpu;
    out->step_time = out->flops_per_step / (in->gpus * speed);
    if (in->bubble == 1) {
        out->bubble_time = out->step_time * out->bubble_fraction;
    }
}

static void count_run(const struct aic_train_time_in *in, struct aic_train_time_out *out)
{
    double speed = out->achieved_model_flops;
    double goodput = aic_or(out->goodput, 1);
    out->tokens_per_day = out->tokens_per_second * goodput * 86400;
    out->compute_time = out->flops_total / (in->gpus * speed);
    out->train_time = out->compute_time / goodput;
    out->lost_time = out->train_time - out->compute_time;
    out->gpu_hours =
        (aic_is_set(in->gpus) ? in->gpus * out->train_time : out->flops_total / speed) /
        aic_seconds_per_hour;
    out->failures = out->train_time / out->mtbf;
    out->run_mfu = out->mfu_used * out->goodput;
    if (aic_is_set(out->goodput)) {
        out->productive_gpu_hours = in->gpus * out->compute_time / aic_seconds_per_hour;
    }
}

static void count_money(const struct aic_train_time_in *in, struct aic_train_time_out *out)
{
    out->cost = out->gpu_hours * in->gpu_price;
    out->productive_cost = out->productive_gpu_hours * in->gpu_price;
    out->cost_per_million_tokens = out->cost / out->tokens_total * 1e6;

    double node = aic_node_draw(in->node_power, in->gpus_per_node, in->gpu_power, in->host_factor);
    out->gpu_draw = node / in->gpus_per_node * in->load * in->pue;
    out->average_power = in->gpus * out->gpu_draw;
    out->energy = out->gpu_hours * aic_seconds_per_hour * out->gpu_draw;
    out->productive_energy = out->productive_gpu_hours * aic_seconds_per_hour * out->gpu_draw;
    double kwh = out->energy / aic_joules_per_kwh;
    out->electricity_cost = kwh * in->electricity_price;
    out->carbon = kwh * in->carbon_intensity;
}

/* arXiv 2203.15556: what the compute or the parameters would be best spent on. */
static void count_chinchilla(const struct aic_train_time_in *in, struct aic_train_time_out *out)
{
    double ratio = in->chinchilla_ratio;
    out->tokens_per_param = out->tokens_total / out->params_total;
    if (out->params_active != out->params_total) {
        out->tokens_per_active_param = out->tokens_total / out->params_active;
    }
    out->chinchilla_tokens = ratio * out->params_total;
    out->chinchilla_params_for_compute = sqrt(out->flops_total / (6 * ratio));
    out->chinchilla_tokens_for_compute = ratio * out->chinchilla_params_for_compute;
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_train_time_in *in = input;
    struct aic_train_time_out *out = output;
    struct aic_params params;
    if (!aic_model_check(&in->model, notes)) {
        return false;
    }
    aic_model_count(&in->model, &params, notes);
    if (!aic_train_time_check(in, &params, &notes->error)) {
        return false;
    }
    aic_train_time_flops(in, &params, out);
    count_layout(in, out);
    count_speed(in, out);
    if (!aic_train_time_goodput(in, out, &notes->error)) {
        return false;
    }
    count_run(in, out);
    count_money(in, out);
    count_chinchilla(in, out);
    aic_train_time_deadline(in, out, notes);
    aic_train_time_warn(in, out, notes);
    return true;
}

const struct aic_calculator aic_train_time = {
    .name = "train-time",
    .help = "FLOP, time, cost, energy and failures of a training run; GPUs for a deadline",
    .in_size = sizeof(struct aic_train_time_in),
    .out_size = sizeof(struct aic_train_time_out),
    .inputs = { aic_train_time_input_groups, AIC_TRAIN_TIME_INPUT_GROUPS },
    .results = { aic_train_time_result_groups, AIC_TRAIN_TIME_RESULT_GROUPS },
    .rules = aic_train_time_rules,
    .rule_count = AIC_TRAIN_TIME_RULES,
    .assumptions = assumptions,
    .examples = examples,
    .settle = settle,
    .compute = compute,
};
