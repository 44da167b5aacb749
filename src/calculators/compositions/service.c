/* SPDX-License-Identifier: Apache-2.0 */
/* service: a load of requests from one question. A table of parts and nothing else. */
#include <aicalc/coldstart.h>
#include <aicalc/cost.h>
#include <aicalc/fabric.h>
#include <aicalc/power.h>
#include <aicalc/serve.h>

#include "calculators/compositions/compositions.h"

/* In the order in which they are asked. Where no replica keeps the limits there are no GPUs to
 * join, power and pay for. */
static const struct aic_part_row parts[] = {
    { .calculator = &aic_load, .is_own = true },
    { .calculator = &aic_serve },
    { .calculator = &aic_coldstart,
      .when = "source_bw | path | node local_read_bw | node node_read_bw | node connections",
      .feeds = { { .input = "tp", .results = "serve.tp_used" },
                 { .input = "weights_size", .results = "serve.replica_weights" },
                 { .input = "request_rate", .results = "serve.request_rate" } } },
    { .calculator = &aic_fabric,
      .when = "gpus fabric | gpus leaf_radix",
      .feeds = { { .input = "gpus",
                   .results = "serve.gpus_total",
                   .multiple_of = "gpus_per_node" } } },
    { .calculator = &aic_power,
      .when = "gpus node | gpus node_power | gpus gpu_power",
      .feeds = { { .input = "gpus", .results = "serve.gpus_total" } } },
    { .calculator = &aic_cost,
      .when = "gpus gpu_price | gpus committed_price | gpus node_capex | gpus gpu_capex",
      .feeds = { { .input = "gpus", .results = "serve.gpus_total" } } },
    { .calculator = NULL },
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

const struct aic_composition_table aic_service = {
    .name = "service",
    .help = "a service of requests: replicas, how soon one more is warm, fabric, power, bill",
    .parts = parts,
    .examples = examples,
    .asks = "model node prompt answer rate users ttft_limit tpot_limit source_bw gpu_price",
    .decides = "serve.meets_slo serve.gpus_total cost.total_cost serve.tpot serve.ttft "
               "serve.cost_per_million_output coldstart.lead_time power.facility_power "
               "power.energy",
    .verdict = "serve.meets_slo",
};
