/* SPDX-License-Identifier: Apache-2.0 */
/* store: storage of one's own, from drives to durability. */
#include <aicalc/storage.h>
#include <aicalc/store.h>

#include "calculators/shared/failures.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_constants.h"
#include "calculators/shared/shared_inputs.h"
#include "calculators/shared/tier.h"
#include "calculators/store/durability.h"

#define IN          struct aic_store_in
#define OUT         struct aic_store_out
#define INPUT_ROWS  "calculators/store/inputs.inc"
#define RESULT_ROWS "calculators/store/results.inc"
#define SCREEN_ROWS "calculators/store/screen.inc"
#define BAND_ROWS   "calculators/store/bands.inc"

enum { none = AIC_REDUNDANCY_NONE, replication = AIC_REDUNDANCY_REPLICATION };
enum { erasure = AIC_REDUNDANCY_ERASURE, raidz = AIC_REDUNDANCY_RAIDZ };

static const char *const domains[] = { "drive", "server", NULL };
enum { server = AIC_STORE_DOMAIN_SERVER };

static const char *const filesystems[] = { "none", "lustre", NULL };
enum { lustre = AIC_STORE_FILESYSTEM_LUSTRE };

static const char *const drive_bounds[] = { "capacity", "read", "write", "group", NULL };
enum { by_capacity = AIC_DRIVES_BY_CAPACITY, by_read = AIC_DRIVES_BY_READS };
enum { by_write = AIC_DRIVES_BY_WRITES, by_group = AIC_DRIVES_BY_GROUP };

static const char *const server_bounds[] = { "drives", "bandwidth", "domain", NULL };
enum { by_drives = AIC_STORE_SERVERS_BY_DRIVES, by_bandwidth = AIC_STORE_SERVERS_BY_BANDWIDTH };
enum { by_domain = AIC_STORE_SERVERS_BY_DOMAIN };

#define WARNING_ROWS "calculators/store/warnings.inc"
#include "engine/rows/tables.inc"

static const struct aic_group inputs[] = {
    INPUT_GROUP("Data", drive, fill_limit),
    INPUT_GROUP("Redundancy", redundancy, write_penalty),
    INPUT_GROUP("Drives and servers", drive_capacity, server_price),
    INPUT_GROUP("Failures and wear", spare_drives, write_amplification),
    INPUT_GROUP("Money", lifetime, alternative_price),
    INPUT_GROUP("Lustre", filesystem, rate_per_mds),
};

static const struct aic_group results[] = {
    RESULT_GROUP("Drives and servers", servers, servers_for_domain),
    RESULT_GROUP("Durability and wear", durability_nines, groups),
    RESULT_GROUP("Money", price_per_usable, monthly_saving),
    RESULT_GROUP("Lustre", oss, metadata_time),
};

static const struct aic_assumption assumptions[] = {
    { "independent-failures",
      "drives fail alone and at a constant rate; real losses are shared: racks, firmware, "
      "operators. Eleven nines are the drives' part only, and sectors that cannot be read are not "
      "counted. 17+3 with 0.41 % a year and 6.5 days give 7.7e-12 a year",
      "https://www.backblaze.com/blog/cloud-storage-durability/ (eleven nines)",
      "loss_probability group_loss_probability mttdl" },
    { "whole-drive", "a rebuild copies the whole drive, full or not",
      "RAID rebuilds; resilvering of a ZFS pool that is not full is shorter", "rebuild_time" },
    { "sequential", "drives read and write as their data sheets say for large requests",
      "data sheets as each entry says", "read_bw write_bw" },
    { "raidz-allocation", "each record pays whole sectors, parity and padding",
      "OpenZFS, vdev_raidz", "usable_ratio" },
    { "metadata-sizes",
      "2 KiB of metadata per file, and twice that to be safe; a metadata server of FSx does 12,000 "
      "operations a second; no pairs of servers are counted",
      "wiki.lustre.org Hardware Sizing Guide; FSx for Lustre guide", "mdt_bytes mds" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc store --drive nvme-gen4-tlc-15tb --data 5PB --drives-per-server 24 --server-bw 40GB/s "
    "--redundancy erasure --data-shards 8 --parity-shards 2 --required-read-bw 500GB/s",
    "aicalc store --drive hdd-24tb --data 20PB --drives-per-server 60 --redundancy erasure "
    "--data-shards 10 --parity-shards 4 --rebuild-bw 50MB/s --budget 'loss_probability <= 1e-6'",
    "aicalc store --drive nvme-gen5-tlc-15tb --data 4PB --drives-per-server 24 --redundancy raidz "
    "--data-shards 8 --parity-shards 2 --filesystem lustre --files 3B --client-bw 100GB/s",
    "aicalc store --drive-capacity 20TB --drives-per-server 12 --drive-price 400USD "
    "--server-price 8000USD --alternative-price 0.02USD/GiB/mo --sweep data=100TB,1PB,10PB",
    NULL,
};

/* Unset for more failures than can be summed: nobody keeps a billion spares. */
static double find_spares(double mean, double confidence)
{
    return mean <= AIC_POISSON_MEAN_MAX ? aic_poisson_quantile(mean, confidence) : unset;
}

/* Apart from compute(), which its buffers of texts would slow down. */
static void warn(const struct aic_store_in *in, const struct aic_store_out *computed,
                 struct aic_notes *notes)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_loaded.h"

#include "calculators/store/results.inc"

#include "engine/rows/as_checks.h"

#include WARNING_ROWS
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_store_in *in = input;
    struct aic_store_out *out = output;
    struct aic_error *error = &notes->error;
#include "engine/rows/code.inc"

#include "calculators/store/results_drives.inc"

#include "engine/rows/as_checks.h"

#include "calculators/store/checks.inc"

#include "engine/rows/as_results.h"

#include "calculators/store/results_durability.inc"
#include "calculators/store/results_lustre.inc"
#include "calculators/store/results_money.inc"

    if (!notes->quiet) {
        warn(in, out, notes);
    }
    return true;
}
#include "engine/rows/none.h"

const struct aic_calculator aic_store = {
    .name = "store",
    .help = "drives and servers of a store of your own: capacity, rates, durability, wear, price",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .compute = compute,
};
