/* SPDX-License-Identifier: Apache-2.0 */
/* storage: what a tier costs and how much of it must be bought. */
#include <aicalc/storage.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_constants.h"
#include "calculators/shared/shared_inputs.h"

#define IN          struct aic_storage_in
#define OUT         struct aic_storage_out
#define INPUT_ROWS  "calculators/storage/inputs.inc"
#define RESULT_ROWS "calculators/storage/results.inc"

static const char *const redundancies[] = { "none", "replication", "erasure", "raidz", NULL };
enum { none = AIC_REDUNDANCY_NONE, replication = AIC_REDUNDANCY_REPLICATION };
enum { erasure = AIC_REDUNDANCY_ERASURE, raidz = AIC_REDUNDANCY_RAIDZ };

static const char *const billings[] = { "stored", "provisioned", NULL };
enum { stored = AIC_BILLING_STORED, provisioned = AIC_BILLING_PROVISIONED };

static const char *const capacity_bounds[] = { "data", "read-throughput", "write-throughput",
                                               "min-capacity", NULL };
enum { by_data = AIC_CAPACITY_BY_DATA, by_min_capacity = AIC_CAPACITY_BY_MINIMUM };
enum { by_read_throughput = AIC_CAPACITY_BY_READS, by_write_throughput = AIC_CAPACITY_BY_WRITES };

static const char *const server_bounds[] = { "capacity", "bandwidth", NULL };
enum { by_capacity = AIC_SERVERS_BY_CAPACITY, by_bandwidth = AIC_SERVERS_BY_BANDWIDTH };

#include "engine/rows/tables.inc"

static const struct aic_group inputs[] = {
    INPUT_GROUP("Data", node, lifecycle),
    INPUT_GROUP("Checkpoints", checkpoint_size, restores),
    INPUT_GROUP("Needs", required_read_bw, egress),
    INPUT_GROUP("Self-managed store", redundancy, server_capacity),
    INPUT_GROUP("GPUs and the alternative", gpus, alternative_utilization),
    INPUT_GROUP("Tier: capacity", billing, gpus_per_node),
    INPUT_GROUP("Tier: throughput", read_throughput, prefix_write_rate),
    INPUT_GROUP("Tier: charges", write_request_price, min_storage_duration),
};

static const struct aic_group results[] = {
    RESULT_GROUP("Bill", storage_cost, write_cost_per_checkpoint),
    RESULT_GROUP("GPUs", cost_per_useful_gpu_day, saving_per_useful_gpu_day),
    RESULT_GROUP("Capacity", provisioned_capacity, servers_for_bw),
    RESULT_GROUP("Throughput", read_bw, write_to_buy),
    RESULT_GROUP("Checkpoints and requests", checkpoints_written, objects_read),
};

static const struct aic_assumption assumptions[] = {
    { "flat-egress",
      "egress and requests are charged at their first band; egress bands would lower the price "
      "(GCP 0.12, 0.11 and 0.08 USD/GiB, changing at 1 and 10 TB)",
      "GCP Cloud Storage price page", "egress_cost write_request_cost read_request_cost" },
    { "gib-billing", "a billed \"GB\" is 2^30 bytes",
      "AWS price lists and the examples of https://aws.amazon.com/s3/faqs/; GCP prices per "
      "GiB-hour; infracost golden files and c3x fixtures",
      "storage_cost" },
    { "own-lifetime",
      "every checkpoint is billed for its own retention, also the part after the job's end",
      "AWS S3 price list and FAQ", "checkpoints_written" },
    { "baseline",
      "throughput per TiB is the disk baseline and not the network burst, and a vendor's ceiling "
      "is not what one client gets",
      "FSx for Lustre guide (SCRATCH_2: 200 MB/s/TiB read, 100 write); GCP Managed Lustre and "
      "Azure documentation; each catalog row names its own",
      "read_bw write_bw" },
    { "wall-time", "utilization scales the work done in duration, not the price list",
      "follows from what is billed: GPUs and storage are paid for while they wait",
      "cost_per_useful_gpu_day" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc storage --tier s3-standard --data 150GiB --files 1.2M --loads 0 --epochs 100 "
    "--duration 24h --month 720h --gpus 8 --gpu-price 4.09625USD/h --gpu-utilization 0.15",
    "aicalc storage --tier fsx-lustre-persistent-2-1000 --checkpoint-size 980GB "
    "--checkpoint-interval 30min --checkpoint-retention 24h --checkpoint-window 60s",
    "aicalc storage --data 20TB --file-size 500MB --required-read-bw 40GB/s "
    "--sweep tier=fsx-lustre-scratch-2,gcp-lustre-1000,azure-lustre-500",
    "aicalc storage --tier s3-glacier-flexible --lifecycle --data 1PB --file-size 4GB "
    "--duration 30d --budget 'early_deletion_cost <= 100USD'",
    NULL,
};

/* Apart from compute(), which its buffers of texts would slow down. */
static void warn(const struct aic_storage_in *in, const struct aic_storage_out *computed,
                 struct aic_notes *notes)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_loaded.h"

#include "calculators/storage/results.inc"

#include "engine/rows/as_checks.h"

#include "calculators/storage/warnings.inc"
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_storage_in *in = input;
    struct aic_storage_out *out = output;
    struct aic_error *error = &notes->error;
#include "engine/rows/code.inc"

#include "engine/rows/as_checks.h"

#include "calculators/storage/checks.inc"
#include "calculators/storage/results.inc"

    if (!notes->quiet) {
        warn(in, out, notes);
    }
    return true;
}
#include "engine/rows/none.h"

const struct aic_calculator aic_storage = {
    .name = "storage",
    .help = "what a storage tier costs, and how much of it must be provisioned",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .compute = compute,
};
