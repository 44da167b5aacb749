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

#define CALCULATOR store
#define IN         struct aic_store_in
#define OUT        struct aic_store_out

enum { none = AIC_REDUNDANCY_NONE, replication = AIC_REDUNDANCY_REPLICATION };
enum { erasure = AIC_REDUNDANCY_ERASURE, raidz = AIC_REDUNDANCY_RAIDZ };

static const char *const domains[] = { "drive", "server", NULL };
enum { server = AIC_STORE_DOMAIN_SERVER };

static const char *const filesystems[] = { "none", "lustre", NULL };
enum { lustre = AIC_STORE_FILESYSTEM_LUSTRE };

static const char *const drive_bounds[] = { "capacity", "read", "write", "group", NULL };
enum { by__capacity = AIC_DRIVES_BY_CAPACITY, by__read = AIC_DRIVES_BY_READS };
enum { by__write = AIC_DRIVES_BY_WRITES, by__group = AIC_DRIVES_BY_GROUP };

static const char *const server_bounds[] = { "drives", "bandwidth", "domain", NULL };
enum { by__drives = AIC_STORE_SERVERS_BY_DRIVES, by__bandwidth = AIC_STORE_SERVERS_BY_BANDWIDTH };
enum { by__domain = AIC_STORE_SERVERS_BY_DOMAIN };

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
    "aicalc store --data 2PB --required-read-bw 300GB/s",
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

#include "engine/rows/calculator.inc"

/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(read_bw), "drive_read_bw, server_bw" },
    { SLOT_OF(write_bw), "write_penalty, drive_write_bw, server_bw" },
    { SLOT_OF(rebuild_time), "rebuild_bw, rebuild_start" },
    { SLOT_OF(failures_per_year), "drive_failure_rate" },
    { SLOT_OF(power), "server_power, drive_power" },
    { SLOT_OF(drive_writes_per_day_used), "write_amplification, write_rate" },
    { SLOT_OF(drive_life), "write_amplification, write_rate" },
    { SLOT_OF(mdt_bytes), "inode_size" },
    { SLOT_OF(metadata_time), "rate_per_mds" },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = {
    "data-loss-likely", "network-not-counted", "worn-out", "purchase-not-priced", NULL,
};

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_drive,
    INDEX_data,
    INDEX_drives_per_server,
    INDEX_required_read_bw,
    INDEX_required_write_bw,
    INDEX_redundancy,
    INDEX_data_shards,
    INDEX_parity_shards,
    INDEX_server_price,
    INDEX_alternative_price,
};

/* What a store pays for, and what is not in it. */
static const struct aic_content contents[] = {
    { "capex", AIC_WITHIN, "drives and spares", NULL, "drive_price" },
    { "capex", AIC_WITHIN, "servers", NULL, "server_price" },
    { "capex", AIC_CONTAINS, "other", "other_price", NULL },
    { "capex", AIC_LACKS, "network, racks and building", "--other-price 100000USD",
      "!other_price" },
    { "owned_cost", AIC_WITHIN, "drives, servers and what is left of their price", NULL, NULL },
    { "owned_cost", AIC_CONTAINS, "maintenance", "maintenance_cost", NULL },
    { "owned_cost", AIC_CONTAINS, "electricity", "energy_cost", NULL },
    { "owned_cost", AIC_LACKS, "electricity", "--electricity-price 0.08USD/kWh", "!energy_cost" },
    { "owned_cost", AIC_LACKS, "staff and building", "--other-price 100000USD", "!other_price" },
    { "owned_cost", AIC_PERIOD, NULL, "lifetime", NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

const struct aic_calculator aic_store = {
    .name = "store",
    .help = "drives and servers of a store of your own: capacity, rates, durability, wear, price",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .contents = contents,
    .named = "drive",
};
