/* SPDX-License-Identifier: Apache-2.0 */
/* storage: what a tier costs and how much of it must be bought. */
#include <aicalc/storage.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_constants.h"
#include "calculators/shared/shared_inputs.h"
#include "calculators/shared/tier.h"
#include "calculators/shared/tier_inputs.h"
#include "calculators/shared/tier_rows.h"

#define CALCULATOR storage
#define IN         struct aic_storage_in
#define OUT        struct aic_storage_out

enum { none = AIC_REDUNDANCY_NONE, replication = AIC_REDUNDANCY_REPLICATION };
enum { erasure = AIC_REDUNDANCY_ERASURE, raidz = AIC_REDUNDANCY_RAIDZ };

enum { stored = AIC_BILLING_STORED, provisioned = AIC_BILLING_PROVISIONED };

static const char *const capacity_bounds[] = { "data", "read-throughput", "write-throughput",
                                               "iops", "min-capacity",    NULL };
enum { by__data = AIC_CAPACITY_BY_DATA, by__min_capacity = AIC_CAPACITY_BY_MINIMUM };
enum { by__iops = AIC_CAPACITY_BY_IOPS };
enum { by__read_throughput = AIC_CAPACITY_BY_READS, by__write_throughput = AIC_CAPACITY_BY_WRITES };

static const char *const server_bounds[] = { "capacity", "bandwidth", "iops", "minimum", NULL };
enum { by__capacity = AIC_SERVERS_BY_CAPACITY, by__bandwidth = AIC_SERVERS_BY_BANDWIDTH };
enum { servers__iops = AIC_SERVERS_BY_IOPS, by__minimum = AIC_SERVERS_BY_MINIMUM };

static const char *const shortfalls[] = { "none",
                                          "retrieval-time",
                                          "nodes",
                                          "unknown-capacity",
                                          "clients",
                                          "read-throughput",
                                          "write-throughput",
                                          "iops",
                                          "unknown-read-throughput",
                                          "unknown-write-throughput",
                                          "unknown-iops",
                                          NULL };
enum {
    short__none = AIC_SHORTFALL_NONE,
    short__retrieval_time = AIC_SHORTFALL_RETRIEVAL_TIME,
    short__nodes = AIC_SHORTFALL_NODES,
    short__unknown_capacity = AIC_SHORTFALL_UNKNOWN_CAPACITY,
    short__clients = AIC_SHORTFALL_CLIENTS,
    short__read_throughput = AIC_SHORTFALL_READ_THROUGHPUT,
    short__write_throughput = AIC_SHORTFALL_WRITE_THROUGHPUT,
    short__iops = AIC_SHORTFALL_IOPS,
    short__unknown_read_throughput = AIC_SHORTFALL_UNKNOWN_READ_THROUGHPUT,
    short__unknown_write_throughput = AIC_SHORTFALL_UNKNOWN_WRITE_THROUGHPUT,
    short__unknown_iops = AIC_SHORTFALL_UNKNOWN_IOPS
};

/* What growing data costs, and what is bought for it and costs in the last of its months. */
struct grown {
    double cost, capacity, month_cost; /* unset where nothing grows */
};

struct month_bill {
    double cost;     /* USD */
    double capacity; /* B; unset where stored bytes are billed */
};

/* A month of a volume that must hold so much, or in which so much is billed. */
static struct month_bill bill_month(const struct aic_storage_in *in,
                                    const struct aic_storage_out *out, double resident,
                                    double billed)
{
#include "engine/rows/as_values.h"
#include INPUT_ROWS
    CONSTANT_GIB
    CONSTANT_TIB
    const double needed_write_bw = out->needed_write_bw, resident_data = resident;
#include "engine/rows/as_locals.h"

#include "calculators/shared/tier_capacity.inc"
    CASES(REAL, amount, "", (),
          WHEN(billing == provisioned, provisioned_capacity / value_or(out->usable_ratio, 1) / gib)
              OTHERWISE(billed / gib))
    CASES(REAL, month_price, "", (), MONTH_COST(amount))
#include "engine/rows/none.h"
    return (struct month_bill){ .cost = month_price, .capacity = provisioned_capacity };
}

/* Month by month: a volume is bought for what its month ends with, stored bytes are a mean. */
static struct grown bill_growth(const struct aic_storage_in *in, const struct aic_storage_out *out)
{
    struct grown grown = { NAN, NAN, NAN };
    const double months = out->duration_months, rate = log1p(in->growth);
    if (!(in->growth > 0)) {
        return grown;
    }
    const double kept = value_or(out->checkpoints_kept * in->checkpoint_size, 0);
    const double billed = out->data_billed_bytes / in->data;
    const double checkpoints = value_or(out->checkpoints_written * out->checkpoint_billed_bytes *
                                            out->checkpoint_billed_time / in->month / months,
                                        0);
    grown.cost = 0;
    for (double k = 0; k < months; k++) {
        double length = min(1, months - k), at_end = in->data * exp(rate * (k + length));
        double mean = in->data * exp(rate * k) * expm1(rate * length) / (rate * length);
        double share = in->billing == stored && months < 1 ? months : 1;
        struct month_bill month =
            bill_month(in, out, at_end + kept, (mean * billed + checkpoints) * share);
        grown.cost += month.cost * length / share;
        grown.capacity = month.capacity;
    }
    double peak = value_or(out->checkpoints_kept * out->checkpoint_billed_bytes, 0);
    grown.month_cost =
        bill_month(in, out, out->data_end + kept, out->data_end * billed + peak).cost;
    return grown;
}

static const struct aic_assumption assumptions[] = {
    { "growth",
      "compound per month, deletes nothing; what is provisioned is bought at the start of each "
      "month for what it ends with",
      "a store that must be bought for its last month from the start costs monthly_cost_end for "
      "all",
      "grown_cost data_end" },
    { "one-pass",
      "a required read rate without epochs is billed one pass: an archive whose reads cost more "
      "than its bytes is then never the cheapest",
      "20 TB, one pass: S3 Standard 428 USD a month, Glacier Instant 75 and 559 of retrieval",
      "epochs" },
    { "durability",
      "nines are the design targets of providers, of an object and a year; nobody publishes a "
      "count "
      "of losses, and what people delete by mistake is lost far more often",
      "storage class tables of the providers", "losses_per_year" },
    { "egress-bands",
      "egress is spread evenly over the months; what an account gets free (100 GB at AWS, 200 at "
      "GCP) is not taken off, because other services share it; requests have one price",
      "price pages of AWS, GCP and Azure", "egress_cost" },
    { "untouched",
      "prices by age assume that nothing is read: a read sends an object back to the start",
      "S3 Intelligent-Tiering documentation", "price_at_the_end" },
    { "request-bytes",
      "all requests of an object store are equally large, and its prefixes are split already, "
      "which takes minutes of load",
      "S3 performance guidelines", "request_read_limit request_write_limit" },
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
    "aicalc storage --tier s3-standard --data 20TB --file-size 500MB --growth 8% --duration 730d "
    "--lists 30",
    "aicalc storage --tier filestore-zonal-large --data 20TB --required-iops 150000 --clients 400",
    "aicalc storage --tier weka --data 500TB --required-read-bw 200GB/s --required-write-bw 60GB/s",
    "aicalc storage --tier s3-standard --data 150GiB --files 1.2M --loads 0 --epochs 100 "
    "--duration 24h --month 720h --gpus 8 --gpu-price 4.09625USD/h --gpu-utilization 0.15",
    "aicalc storage --tier fsx-lustre-persistent-2-1000 --checkpoint-size 980GB "
    "--checkpoint-interval 30min --checkpoint-retention 24h --checkpoint-window 60s",
    "aicalc storage --data 20TB --file-size 500MB --required-read-bw 40GB/s "
    "--sweep tier=fsx-lustre-scratch-2,gcp-lustre-1000,azure-lustre-500",
    "aicalc storage --data 50TB --file-size 8MB --required-read-bw 40GB/s --connections 1000 "
    "--sweep 'tier=*' --where serves --sort storage_cost --top 6",
    "aicalc storage --tier s3-standard --data 1PB --egress 1PB --duration 30d",
    "aicalc storage --tier s3-glacier-flexible --lifecycle --data 1PB --file-size 4GB "
    "--duration 30d --budget 'early_deletion_cost <= 100USD'",
    NULL,
};

#include "engine/rows/calculator.inc"

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "serves", AIC_GOAL_FLAG, NULL, "connections", "=connections_needed" },
    { "serves", AIC_GOAL_FLAG, NULL, "prefixes", "=prefixes_needed" },
    { "serves", AIC_GOAL_FLAG, NULL, "data", "*2 *4" },
    { .verdict = NULL },
};

/* What would settle a requirement that cannot be judged. */
static const struct aic_settling settlings[] = {
    { "unknown-capacity", "node" },
    { "unknown-read-throughput", "connections read_size" },
    { "unknown-write-throughput", "connections part_size" },
    { "unknown-iops", "max_iops" },
    { .reason = NULL },
};

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_tier,
    INDEX_data,
    INDEX_duration,
    INDEX_file_size,
    INDEX_checkpoint_size,
    INDEX_checkpoint_interval,
    INDEX_checkpoint_retention,
    INDEX_required_read_bw,
    INDEX_required_write_bw,
    INDEX_epochs,
};

/* Of what time the bill is. */
static const struct aic_content contents[] = {
    { "storage_cost", AIC_PERIOD, NULL, "duration", NULL },
    { "total_cost", AIC_LACKS, "GPUs", "--gpus 512 --gpu-price 2.5USD/h", "!compute_cost" },
    { "total_cost", AIC_PERIOD, NULL, "duration", NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

const struct aic_calculator aic_storage = {
    .name = "storage",
    .help = "what a storage tier costs, and how much of it must be provisioned",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .levers = levers,
    .settlings = settlings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .contents = contents,
    .named = "tier",
};
