/* SPDX-License-Identifier: Apache-2.0 */
/* service: a load of requests from one question. Tables and nothing else. */
#include <aicalc/calculator_rows.h>
#include <aicalc/coldstart.h>
#include <aicalc/cost.h>
#include <aicalc/fabric.h>
#include <aicalc/power.h>
#include <aicalc/serve.h>

#include "calculators/compositions/compositions.h"

/* No replica holds the model, or keeps the limits: there are no GPUs to join, power and pay for. */
#define NO_REPLICA                                                                                 \
    {                                                                                              \
        "!serve.gpus_total", AIC_ANSWER_IS_NO, "no replica serves this load", NULL                 \
    }
#define RENTED "!node_capex !gpu_capex"

/* In the order in which they are asked. */
static const struct aic_part_row parts[] = {
    { .calculator = &aic_load, .is_own = true },
    { .calculator = &aic_serve },
    { .calculator = &aic_coldstart,
      .unasked = { NO_REPLICA },
      /* a replica of several attention groups starts on the GPUs of all of them */
      .feeds = { { .input = "tp", .results = "serve.gpus_per_replica", .over = "pp" },
                 { .input = "weights_size", .results = "serve.replica_weights" },
                 { .input = "request_rate",
                   .results = "serve.request_rate",
                   .unless = "!peak_rate" },
                 { .input = "rate_per_replica",
                   .results = "serve.replica_rate_max",
                   .unless = "!peak_rate" } } },
    { .calculator = &aic_fabric,
      .unasked = { NO_REPLICA,
                   { "coldstart.nodes_per_replica=1 !fabric", AIC_LACKS_DATUM,
                     "a replica is within one node", "--fabric ib-ndr" } },
      .feeds = { { .input = "gpus",
                   .results = "serve.gpus_total",
                   .multiple_of = "gpus_per_node" } } },
    { .calculator = &aic_power,
      .unasked = { NO_REPLICA,
                   { "!node_power !gpu_power", AIC_LACKS_DATUM,
                     "neither the node nor the GPU states its power", "--node-power 10kW" } },
      .feeds = { { .input = "gpus", .results = "serve.gpus_total" },
                 { .input = "duration", .results = "serve.batch_time load.month" } } },
    { .calculator = &aic_cost,
      .unasked = { NO_REPLICA,
                   { "!gpu_price !node_price !committed_price !usual_price !node_capex !gpu_capex",
                     AIC_LACKS_DATUM, "no price is known", "--gpu-price 2.5USD/h" } },
      .feeds = { { .input = "gpus", .results = "serve.gpus_total" },
                 { .input = "duration", .results = "serve.batch_time load.month" },
                 { .input = "tokens",
                   .results = "serve.token_rate_per_gpu serve.gpus_total serve.batch_time",
                   .form = AIC_FEED_PRODUCT,
                   .unless = "!serve.batch_time" },
                 { .input = "tokens",
                   .results = "serve.token_rate_per_gpu serve.gpus_total load.month",
                   .form = AIC_FEED_PRODUCT,
                   .unless = "serve.batch_time" },
                 { .input = "electricity_cost",
                   .results = "power.electricity_cost",
                   .unless = RENTED },
                 { .input = "fabric_cost", .results = "fabric.fabric_cost", .unless = RENTED },
                 { .input = "network_power_per_gpu",
                   .results = "fabric.power_per_gpu",
                   .unless = RENTED } } },
    { .calculator = NULL },
};

static const struct aic_left_aside aside[] = {
    { "tp", "coldstart", NULL, true },
    { "weight_dtype", "coldstart", NULL, false },
    { "load pue electricity_price", "cost", "electricity_cost | " RENTED, false },
    { "host_factor node_power gpu_power", "cost", RENTED, false },
    { NULL, NULL, NULL, false },
};

/* What nobody named, as in a plan. */
static const struct aic_assumed_entry assumes[] = {
    { "node", AIC_ENTRY_OF_GPU, "gpu", "nic_bw gpus_per_node", "node-assumed" },
    { "grid", AIC_ENTRY_NAMED, "world", "carbon_intensity", "grid-mean" },
    { NULL, AIC_ENTRY_NAMED, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc service --model llama-3.1-70b --node dgx-h100 --prompt 2000 --answer 300 --rate 20/s "
    "--ttft-limit 1s "
    "--tpot-limit 40ms --gpu-price 2.5USD/h",
    "aicalc service --model llama-3.1-8b --node dgx-h100 --prompt 1000 --answer 200 --rate 50/s "
    "--source-bw 20GB/s "
    "--part coldstart",
    NULL,
};

/* Where nodes are what is rented, all GPUs of them are paid. */
#define ON_NODES "{cost.gpus_billed} {gpu} = {cost.nodes} x {node}: "
#define ON_PART  "{cost.gpus_billed} {gpu} = {cost.nodes} x {node} ({serve.gpus_total} used): "
#define IN_NODES "{serve.gpus_total} {gpu} ({cost.nodes} {node}): "
#define ANSWER                                                                                     \
    "first token {serve.ttft}, {serve.tpot} a token{serve.tpot~}, {cost.rented_per_month}, "       \
    "{cost.cost_per_million_tokens} per 1M tokens"
#define KNOWN        "serve.gpus_total cost.rented_per_month cost.cost_per_million_tokens serve.tpot "
#define RENTED_NODES KNOWN "node cost.nodes !serve.rented_together=1 "
/* Requests that are done at some time have a bill, all others one of a month. */
#define BATCH                                                                                      \
    "done in {serve.batch_time}{serve.batch_time~}, {serve.tpot} a token, "                        \
    "{cost.total_cost}{cost.total_cost~}, {cost.cost_per_million_tokens} per 1M tokens"
#define SAYS(more, of, answer)                                                                     \
    { RENTED_NODES "cost.gpus_billed>serve.gpus_total " more, "{model}" of " on " ON_PART answer }, \
        { RENTED_NODES more, "{model}" of " on " ON_NODES answer },                                \
        { KNOWN "node cost.nodes " more, "{model}" of " on " IN_NODES answer },                    \
    {                                                                                              \
        KNOWN more, "{model}" of " on {serve.gpus_total} {gpu}: " answer                           \
    }
static const struct aic_composed_sentence sentences[] = {
    SAYS("serve.batch_time", ", {requests} requests", BATCH),
    SAYS("rate", ", {rate} of requests", ANSWER),
    SAYS("users", ", {users} users", ANSWER),
    SAYS("", "", ANSWER),
    { NULL, NULL },
};
#undef SAYS

/* How sure that is: the speed of engines has a band. */
static const struct aic_composed_sentence endings[] = {
    { "serve.slo_verdict=tight", "; tight" },
    { "serve.replicas_high>serve.replicas_used",
      "; {serve.replicas_used} replicas, {serve.replicas_high} at the slow end of the band" },
    { "serve.no_upper_limit !serve.replicas_high>serve.replicas_used",
      "; no upper limit at the slow end of the band" },
    { "power.fits=no", "; the site does not feed it: {power.facility_power} of {site_power}" },
    { "power.fits", "; the site feeds it" },
    { NULL, NULL },
};

static const struct aic_demand demands[] = {
    { "model params layers", "--model llama-3.1-70b" },
    { "gpu gpu_memory_bw gpu_flops gpu_memory", "--gpu h100-sxm" },
    { "prompt", "--prompt 2000" },
    { "answer", "--answer 300" },
    { NULL, NULL },
};

static const struct aic_composed_sentence titles[] = {
    { KNOWN "serve.batch_time",
      "{model}, {requests} requests on {serve.gpus_total} {gpu}: {serve.batch_time}, "
      "{cost.total_cost}" },
    { KNOWN, "{model} on {serve.gpus_total} {gpu}: {cost.rented_per_month}" },
    { NULL, NULL },
};

/* What the bill contains, what it lacks, and the flag that puts it in. */
static const struct aic_content contents[] = {
    { "cost.total_cost", AIC_CONTAINS, "GPUs", "cost.rented_compute_cost",
      "cost.tenure_used=rent" },
    { "cost.total_cost", AIC_CONTAINS, "owned GPUs, idle hours included", "cost.owned_compute_cost",
      "cost.tenure_used=own" },
    { "cost.total_cost", AIC_WITHIN, "electricity", "cost.electricity_share",
      "cost.tenure_used=own" },
    { "cost.total_cost", AIC_CONTAINS, "storage", "storage_cost", NULL },
    { "cost.total_cost", AIC_CONTAINS, "egress", "transfer_cost", NULL },
    { "cost.total_cost", AIC_CONTAINS, "other", "other_cost", NULL },
    { "cost.total_cost", AIC_LACKS, "storage of the weights", "--storage-cost 100USD",
      "!storage_cost" },
    { "cost.total_cost", AIC_LACKS, "egress", "--transfer-cost 100USD", "!transfer_cost" },
    { "cost.total_cost", AIC_LACKS, "gateway and staff", "--other-cost 10000USD", "!other_cost" },
    { "cost.total_cost", AIC_PERIOD, "month", NULL, "!serve.batch_time duration=730h" },
    { "cost.total_cost", AIC_PERIOD, NULL, "cost.duration", "serve.batch_time | !duration=730h" },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

/* Where no replica keeps the limits, nearest first. */
static const struct aic_way_out ways_out[] = {
    { "tp pp dp replicas sequences", AIC_WAY_WITHOUT, NULL, NULL },
    { "weight_dtype", AIC_WAY_VALUE, "fp8", "serve.replica_weights" },
    { "weight_dtype", AIC_WAY_VALUE, "int4", "serve.replica_weights" },
    { "kv_dtype", AIC_WAY_VALUE, "fp8", NULL },
    { "node", AIC_WAY_ENTRY, "gpu", NULL },
    { NULL, AIC_WAY_VALUE, NULL, NULL },
};

const struct aic_composition_table aic_service = {
    .name = "service",
    .help = "a service of requests: replicas, how soon one more is warm, fabric, power, bill",
    .parts = parts,
    .aside = aside,
    .assumes = assumes,
    .demands = demands,
    .examples = examples,
    .asks = "model node prompt answer rate users ttft_limit tpot_limit source_bw gpu_price",
    .decides = "serve.slo_verdict serve.gpus_total cost.total_cost serve.tpot serve.ttft "
               "serve.cost_per_million_output coldstart.cold_start_time coldstart.lead_time "
               "power.facility_power power.energy serve.meets_slo",
    .sentences = sentences,
    .endings = endings,
    .titles = titles,
    .contents = contents,
    .ways_out = ways_out,
    .yes = "meets the limits",
    .deciding = "serve.gpus_total",
    .moves = "usual_price mbu",
    .moved = "cost.total_cost",
    .verdict = "serve.meets_slo",
};
