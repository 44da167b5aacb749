/* SPDX-License-Identifier: Apache-2.0 */
/* plan: a whole training cluster from one question. A table of parts and nothing else. */
#include <aicalc/checkpoint.h>
#include <aicalc/cost.h>
#include <aicalc/dataload.h>
#include <aicalc/fabric.h>
#include <aicalc/layout.h>
#include <aicalc/lifecycle.h>
#include <aicalc/network.h>
#include <aicalc/power.h>
#include <aicalc/storage.h>
#include <aicalc/train_memory.h>
#include <aicalc/train_time.h>

#include "calculators/compositions/compositions.h"

/* In the order in which they are asked; what their own rows say feeds them is not said again. */
static const struct aic_part_row parts[] = {
    { .calculator = &aic_job, .is_own = true },
    { .calculator = &aic_fabric, .when = "fabric | leaf_radix" },
    { .calculator = &aic_layout,
      .when = "layout=search gpus node | layout=search gpus gpu nic_bw nvlink_bw" },
    { .calculator = &aic_train_memory },
    { .calculator = &aic_network, .when = "node | nic_bw nvlink_bw" },
    { .calculator = &aic_checkpoint },
    { .calculator = &aic_train_time, .when = "tokens" },
    { .calculator = &aic_checkpoint, .after = "train-time" },
    { .calculator = &aic_dataload,
      .when = "sample_size | bytes_per_token | samples | dataset_size",
      .feeds = { { .input = "token_rate",
                   .results = "train-time.tokens_per_second_per_gpu "
                              "layout.tokens_per_second_per_gpu" } } },
    /* Where nothing says how often is saved, one checkpoint is what is stored. */
    { .calculator = &aic_storage,
      .when = "tier",
      .feeds = { { .input = "data",
                   .results = "checkpoint.written_bytes",
                   .unless = "checkpoint.period" },
                 { .input = "required_write_bw",
                   .results =
                       "checkpoint.required_write_bw checkpoint.required_write_bw_optimal" } } },
    { .calculator = &aic_lifecycle, .when = "hot | warm | cold | archive" },
    { .calculator = &aic_power, .when = "node | node_power | gpu_power" },
    { .calculator = &aic_cost,
      .when = "gpu_price gpu_hours | gpu_price duration | committed_price gpu_hours | "
              "committed_price duration | node_capex | gpu_capex" },
    { .calculator = NULL },
};

/* Names that mean something else in the other parts that have them. */
static const struct aic_plain_name only[] = {
    { "checkpoint_size", "checkpoint" },
    { "read_bw", "checkpoint" },
    { "cold_every", "checkpoint" },
    { "epochs", "dataload" },
    { "trainable_share", "train-time" },
    { "other_cost", "cost" },
    { NULL, NULL },
};

/* Samples have the length of sequences, unless their size is given. */
static const struct aic_plain_name yields[] = { { "seq", "dataload" }, { NULL, NULL } };

static const char *const examples[] = {
    "aicalc plan --model llama-3.1-70b --node dgx-h100 --gpus 1024 --tokens 15T",
    "aicalc plan --model llama-3.1-8b --node p5.48xlarge --gpus 64 --tokens 1T --tier "
    "fsx-lustre-scratch-2 --part cost",
    "aicalc plan --model llama-3.1-70b --node dgx-h100 --gpus 1024 --tokens 15T --fabric ib-ndr "
    "--grid usa --budget train-memory.fits --budget 'train-time.train_time <= 200d'",
    "aicalc plan --model llama-3.1-70b --gpus 1152 --tokens 15T "
    "--sweep node=dgx-h100,dgx-b200,gb200-nvl72 --compare",
    NULL,
};

const struct aic_composition_table aic_plan = {
    .name = "plan",
    .help =
        "a whole training cluster: layout, memory, time, network, checkpoints, data, power, bill",
    .parts = parts,
    .only = only,
    .yields = yields,
    .examples = examples,
    .asks = "model node gpus tokens seq global_batch layout fabric tier gpu_price",
    .decides = "train-memory.fits train-time.train_time cost.total_cost train-time.gpu_hours "
               "layout.step_time network.exposed_fraction train-memory.total_memory "
               "power.facility_power power.energy checkpoint.required_write_bw "
               "checkpoint.goodput storage.storage_cost",
    .verdict = "train-memory.fits",
};
