/* SPDX-License-Identifier: Apache-2.0 */
/* prep: core hours, time and price of preparing a data set once, against the same work in every epoch. */
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_inputs.h"

#define CALCULATOR prep

#include "engine/rows/structs.inc"

static const char *const bounds[] = { "cores", "read", "write", NULL };
enum { by__cores, by__read, by__write };

static const char *const ways[] = { "online", "offline", NULL };
enum { online, offline };

/* Something is known of what binds the training, whether the data is prepared or not. */
#define BOTH_WAYS_KNOWN (known(train_read_bw) || (known(cpu_cores) && remaining_cpu_time > 0))

static const struct aic_assumption assumptions[] = {
    { "linear",
      "cores add up to efficiency, and the job needs no shuffle over the network; deduplication "
      "does: "
      "count its exchange as passes, or with transfer",
      "usual practice of data-parallel jobs", "prep_time cores_for_deadline" },
    { "input-kept", "what goes in stays where it is; only the bytes that come out are charged",
      "definition", "output_storage_cost" },
    { "stall-is-cost",
      "work in every epoch uses cores that are paid with the GPUs: it costs the time in which GPUs "
      "wait",
      "definition", "online_cost offline_cost" },
    { "core-rates",
      "rates of a core are to be measured: tokenizers 100,000 to 450,000 tokens/s, decoding and "
      "cropping 100 to 200 JPEG pictures/s of 110 kB, zstd 0.4 GB/s compressing and 1 GB/s back "
      "(recalled; they vary by a factor of three)",
      "buildai.substack.com: 10^13 tokens in 12.1 days on 96 cores", "core_hours" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc prep --items 10T --item-size 4B --core-rate 100000/s --cores 96 --efficiency 1 "
    "--output-size 2B",
    "aicalc prep --items 1.2M --item-size 150kB --cpu-time 8ms --cores 96 --core-price 0.04USD/h "
    "--output-size 602112B --tier s3-standard --gpus 8 --sample-rate 3000/s --cpu-cores 96 "
    "--gpu-price 3USD/h --epochs 90 --train-read-bw 10GB/s",
    "aicalc prep --data 100TB --core-bw 20MB/s --output-ratio 0.25 --shard-size 256MB --instances "
    "50 "
    "--cores-per-instance 64 --instance-price 2.9USD/h --deadline 24h",
    "aicalc prep --data 2PB --item-size 1MB --cpu-time 20ms --passes 3 --core-price 0.02USD/h "
    "--deadline 7d --retry-share 10%",
    NULL,
};

#include "engine/rows/calculator.inc"

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "late", "output-starves", NULL };

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_items,    INDEX_data, INDEX_item_size,   INDEX_cpu_time,    INDEX_cores,
    INDEX_deadline, INDEX_gpus, INDEX_output_size, INDEX_sample_rate, INDEX_core_price,
};

/* What a person has to give. */
static const struct aic_demand demands[] = {
    { "items data", "--items 10M" },
    { "cpu_time core_rate core_bw", "--cpu-time 8ms" },
    { NULL, NULL },
};

/* What the price of the job contains, and what it lacks. */
static const struct aic_content contents[] = {
    { "prep_cost", AIC_WITHIN, "cores", NULL, NULL },
    { "prep_cost", AIC_LACKS, "keeping the output", "--output-size 100kB --storage-price 0.023USD/GiB/mo",
      "!output_storage_cost" },
    { "prep_cost", AIC_LACKS, "keeping the output (offline_cost has it)", NULL, "output_storage_cost" },
    { "prep_cost", AIC_LACKS, "reading the input", NULL, NULL },
    { "prep_cost", AIC_PERIOD, NULL, "prep_time", NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

const struct aic_calculator aic_prep = {
    .name = "prep",
    .help = "core hours, time and price of preparing data once, or in every epoch",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .first_warnings = first_warnings,
    .contents = contents,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .demands = demands,
};
