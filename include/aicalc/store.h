/* SPDX-License-Identifier: Apache-2.0 */
/*
 * store: drives and servers that hold data of one's own, how safe it is there, how long the drives
 * last, and what it costs over its life.
 *
 * Names, units, ranges and meanings of all members: src/calculators/store, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_STORE_H
#define AICALC_STORE_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What no two shards of a group share; in the order of the choices, as all enums here. */
enum aic_store_domain { AIC_STORE_DOMAIN_DRIVE, AIC_STORE_DOMAIN_SERVER };

enum aic_store_filesystem { AIC_STORE_FILESYSTEM_NONE, AIC_STORE_FILESYSTEM_LUSTRE };

/* What decides the number of drives, and that of servers. */
enum aic_drives_bound {
    AIC_DRIVES_BY_CAPACITY,
    AIC_DRIVES_BY_READS,
    AIC_DRIVES_BY_WRITES,
    AIC_DRIVES_BY_GROUP
};
enum aic_store_servers_bound {
    AIC_STORE_SERVERS_BY_DRIVES,
    AIC_STORE_SERVERS_BY_BANDWIDTH,
    AIC_STORE_SERVERS_BY_DOMAIN
};

struct aic_store_in {
    struct aic_origins origins;
    AIC_SLOT struct aic_name drive;
    AIC_SLOT double data, files, required_read_bw, required_write_bw, fill_limit;
    /* redundancy: enum aic_redundancy of storage.h */
    AIC_SLOT int redundancy;
    AIC_SLOT double replicas, data_shards, parity_shards, record_size, sector_size;
    AIC_SLOT int domain;
    AIC_SLOT double write_penalty;
    /* drives and servers */
    double drive_capacity, drives_per_server, drive_read_bw, drive_write_bw;
    double drive_power, drive_price, drive_failure_rate, drive_writes_per_day, drive_warranty;
    double server_bw, server_power, server_price;
    /* failures and wear */
    double spare_drives, rebuild_bw, rebuild_start, rebuild_drives, restock_time;
    double write_rate, write_amplification;
    /* money */
    double lifetime, residual_value, maintenance_share, electricity_price, pue;
    double other_price, alternative_price;
    /* Lustre */
    AIC_SLOT int filesystem;
    AIC_SLOT double client_bw, inode_size, dom_size, mdt_capacity, metadata_rate, rate_per_mds;
};

/* In the order in which the results are shown. */
struct aic_store_out {
    /* drives and servers */
    double servers;
    AIC_SLOT int servers_bound_by;
    AIC_SLOT double drives, drives_each, drives_needed;
    AIC_SLOT int drives_bound_by;
    AIC_SLOT double spares, raw_capacity, usable_capacity, fill;
    double usable_ratio, group, write_penalty_used, read_bw, write_bw;
    /* terms */
    double raidz_sectors, raidz_allocated, group_size, group_parity, usable_share, penalty;
    double network_penalty, drives_for_capacity, drives_for_read, drives_for_write;
    double room, servers_for_drives, servers_for_bw, servers_for_domain;
    /* durability and wear */
    double durability_nines, loss_probability, group_loss_probability, mttdl, rebuild_time;
    double failures_per_year, spares_needed;
    double drive_life, drive_writes_per_day_used;
    double rebuilding_drives, loss, groups; /* terms */
    /* money */
    double price_per_usable, price_of_data, owned_cost, capex, power, energy_cost;
    double rented_cost, saving, break_even_time, cost_per_gb_s;
    double lifetime_months, maintenance_cost, monthly_saving; /* terms */
    /* Lustre */
    double oss, osts, ost_bw, stripe_count_needed, mds, mdts, mdt_bytes, metadata_time;
};

extern const struct aic_calculator aic_store;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
