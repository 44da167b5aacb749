/* SPDX-License-Identifier: Apache-2.0 */
/*
 * storage: what a tier costs and how much of it must be bought. The equations
 * are in the parts (storage_parts.h); here they are put in order.
 */
#include "calculators/storage/storage.h"

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

static void settle(void *input)
{
    struct aic_storage_in *in = input;
    if (aic_is_set(in->checkpoint_size)) {
        aic_settle_number(in, &in->checkpoint_retention, in->duration);
    }
}

static bool check_redundancy(const struct aic_storage_in *in, struct aic_error *error)
{
    const char *name = aic_storage_redundancies[in->redundancy];
    bool has_shards =
        in->redundancy == AIC_REDUNDANCY_ERASURE || in->redundancy == AIC_REDUNDANCY_RAIDZ;
    if (in->redundancy != AIC_REDUNDANCY_NONE && !aic_storage_is_provisioned(in)) {
        aic_fail(error, AIC_ERR_CONFLICT, "redundancy",
                 "redundancy '%s' with billing 'stored': such a service keeps its own copies",
                 name);
        return aic_suggest(error, "leave redundancy out, or give billing 'provisioned'");
    }
    if (has_shards && (!aic_is_set(in->data_shards) || !aic_is_set(in->parity_shards))) {
        const char *missing = aic_is_set(in->data_shards) ? "parity_shards" : "data_shards";
        aic_fail(error, AIC_ERR_MISSING, missing, "redundancy '%s' without %s", name, missing);
        return aic_suggest(error, "give both, such as data_shards 8 and parity_shards 2");
    }
    return true;
}

static bool check_sizes(const struct aic_storage_in *in, struct aic_error *error)
{
    if (in->storage_band_2 <= in->storage_band_1) {
        aic_fail(error, AIC_ERR_CONFLICT, "storage_band_2",
                 "storage_band_2 ('%g' B) is not above storage_band_1 ('%g' B)", in->storage_band_2,
                 in->storage_band_1);
        return aic_suggest(error, "both are totals, not widths: give a larger storage_band_2");
    }
    if (in->max_capacity < in->min_capacity) {
        aic_fail(error, AIC_ERR_CONFLICT, "max_capacity",
                 "max_capacity ('%g' B) is below min_capacity ('%g' B)", in->max_capacity,
                 in->min_capacity);
        return aic_suggest(error, "give max_capacity of at least %g B", in->min_capacity);
    }
    return true;
}

static bool check(const struct aic_storage_in *in, struct aic_error *error)
{
    if (!(in->data > 0) && !aic_is_set(in->checkpoint_size)) {
        aic_fail(error, AIC_ERR_MISSING, "data",
                 "nothing to store: neither data nor checkpoint_size is given");
        return aic_suggest(error,
                           "give data, such as 10TB, or checkpoint_size and checkpoint_interval");
    }
    return check_redundancy(in, error) && check_sizes(in, error);
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_storage_in *in = input;
    struct aic_storage_out *out = output;
    if (!check(in, &notes->error)) {
        return false;
    }
    aic_storage_contents(in, out);
    aic_storage_requests(in, out);
    aic_storage_provision(in, out);
    aic_storage_throughput(in, out);
    if (aic_is_set(in->storage_price)) {
        aic_storage_capacity_cost(in, out);
        aic_storage_charges(in, out);
        aic_storage_useful_cost(in, out);
    }
    aic_storage_warn(in, out, notes);
    return true;
}

const struct aic_calculator aic_storage = {
    .name = "storage",
    .help = "what a storage tier costs, and how much of it must be provisioned",
    .in_size = sizeof(struct aic_storage_in),
    .out_size = sizeof(struct aic_storage_out),
    .inputs = { aic_storage_input_groups, AIC_STORAGE_INPUT_GROUPS },
    .results = { aic_storage_result_groups, AIC_STORAGE_RESULT_GROUPS },
    .rules = aic_storage_rules,
    .rule_count = AIC_STORAGE_RULES,
    .assumptions = assumptions,
    .examples = examples,
    .settle = settle,
    .compute = compute,
};
