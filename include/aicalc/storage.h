/* SPDX-License-Identifier: Apache-2.0 */
/*
 * storage: what keeping data and checkpoints on one tier costs, how much
 * capacity has to be bought for it, and what a useful GPU day costs then.
 *
 * Names, units, ranges and meanings of all members: src/calculators/storage, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_STORAGE_H
#define AICALC_STORAGE_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What a capacity price is charged on; in the order of the choices, as all enums here. */
enum aic_billing { AIC_BILLING_STORED, AIC_BILLING_PROVISIONED };

/* How a self-managed store survives the loss of a drive. */
enum aic_redundancy {
    AIC_REDUNDANCY_NONE,
    AIC_REDUNDANCY_REPLICATION,
    AIC_REDUNDANCY_ERASURE,
    AIC_REDUNDANCY_RAIDZ
};

/* What decides how much capacity is bought. */
enum aic_capacity_bound {
    AIC_CAPACITY_BY_DATA,
    AIC_CAPACITY_BY_READS,
    AIC_CAPACITY_BY_WRITES,
    AIC_CAPACITY_BY_IOPS,
    AIC_CAPACITY_BY_MINIMUM
};

/* The first requirement that a tier is not known to meet. */
enum aic_shortfall {
    AIC_SHORTFALL_NONE,
    AIC_SHORTFALL_RETRIEVAL_TIME,
    AIC_SHORTFALL_NODES,
    AIC_SHORTFALL_UNKNOWN_CAPACITY,
    AIC_SHORTFALL_CLIENTS,
    AIC_SHORTFALL_READ_THROUGHPUT,
    AIC_SHORTFALL_WRITE_THROUGHPUT,
    AIC_SHORTFALL_IOPS,
    AIC_SHORTFALL_UNKNOWN_READ_THROUGHPUT,
    AIC_SHORTFALL_UNKNOWN_WRITE_THROUGHPUT,
    AIC_SHORTFALL_UNKNOWN_IOPS
};

/* What decides the number of servers. */
enum aic_servers_bound {
    AIC_SERVERS_BY_CAPACITY,
    AIC_SERVERS_BY_BANDWIDTH,
    AIC_SERVERS_BY_IOPS,
    AIC_SERVERS_BY_MINIMUM
};

struct aic_storage_in {
    struct aic_origins origins;
    AIC_SLOT struct aic_name node, tier;
    /* data */
    AIC_SLOT double data, files, file_size;
    double duration, month;
    double loads, epochs, lists, growth, capacity_limit;
    double read_size, part_size, data_age;
    AIC_SLOT aic_flag lifecycle;
    /* checkpoints */
    AIC_SLOT double checkpoint_size, checkpoint_interval, checkpoint_retention;
    double checkpoint_files, checkpoint_window, restores;
    /* requirements */
    double required_read_bw, required_write_bw, required_iops, required_write_iops, clients;
    double fill_limit, egress, prefixes, connections;
    double measured_read_bw, measured_write_bw, measured_tolerance;
    /* a store of one's own */
    AIC_SLOT int redundancy;
    AIC_SLOT double replicas, data_shards, parity_shards;
    double record_size, sector_size;
    double server_bw, server_write_bw, min_servers, read_iops_per_server, write_iops_per_server;
    double server_capacity;
    /* GPUs and the alternative */
    double gpus, gpu_price, gpu_utilization;
    double other_cost, alternative_cost, alternative_utilization;
    /* the tier: capacity */
    AIC_SLOT int billing;
    AIC_SLOT double storage_price, storage_band_1, storage_price_2, storage_band_2, storage_price_3;
    double age_band_1, age_price_1, age_band_2, age_price_2, age_band_3, age_price_3;
    double min_capacity, capacity_step, capacity_step_band, capacity_step_2, max_capacity;
    AIC_SLOT aic_flag ephemeral, node_local;
    AIC_SLOT double local_nvme_capacity, gpus_per_node;
    double max_clients, clients_per_tib, durability_nines;
    double loss_rate, loss_capacity, loss_servers;
    /* the tier: throughput */
    double local_read_bw, local_write_bw;
    double read_throughput, write_throughput;
    double read_throughput_per_tib, write_throughput_per_tib;
    double max_read_throughput, max_write_throughput;
    double throughput_price, throughput_step, min_throughput;
    double included_iops, local_read_iops, local_write_iops, max_iops, max_write_iops;
    double read_iops_per_tib, write_iops_per_tib, iops_price;
    double first_byte_latency, stream_throughput, prefix_read_rate, prefix_write_rate;
    double retrieval_time;
    /* the tier: charges */
    double write_request_price, read_request_price;
    double transition_request_price, retrieval_request_price;
    double ingest_price, retrieval_price;
    double min_object_size, object_overhead;
    double object_index, object_index_price, object_price;
    double min_storage_duration, list_request_price;
    double egress_price, egress_band_1, egress_price_2, egress_band_2, egress_price_3;
    double egress_band_3, egress_price_4, egress_free, egress_free_ratio;
};

/* In the order in which the results are shown. */
struct aic_storage_out {
    /* bill */
    double storage_cost, storage_cost_per_day, effective_price, monthly_capacity_cost;
    /* terms */
    double minimum_time, data_billed_time, checkpoint_minimum_time, checkpoint_billed_time;
    double data_billed_bytes, checkpoint_billed_bytes, billed_gib_months, unused_gib_months;
    double months, billed_months, mean_gib, peak_gib, mean_month_cost;
    double aged_after, data_end_age, data_last_age, data_aged_price, data_unused_price;
    double checkpoint_aged_price, checkpoint_unused_price, price_at_the_end;
    /* bill */
    double monthly_cost_end, capacity_cost;
    double unused_share, grown_cost; /* terms */
    double early_deletion_cost, write_request_cost, transition_cost, read_request_cost;
    double list_cost;
    double request_charges; /* term */
    double ingest_cost, retrieval_cost, egress_cost;
    double mean_stored, egress_gib, egress_month_cost;   /* terms */
    double transfer_charges, object_months, object_rate; /* terms */
    double object_cost, throughput_cost, iops_cost;
    double service_charges; /* term */
    double read_cost_per_epoch, write_cost_per_checkpoint;
    /* GPUs */
    double cost_per_useful_gpu_day, cost_per_useful_day;
    double utilization, stretched_duration, starvation_cost;
    double gpu_hours, compute_cost, total_cost, storage_share;
    double alternative_total; /* term */
    double break_even_utilization, break_even_storage_cost, saving_per_useful_gpu_day;
    /* capacity */
    double provisioned_capacity;
    AIC_SLOT int capacity_bound_by;
    AIC_SLOT double file_systems, fill;
    double resident_data, data_end, provisioned_end, full_after;
    double capacity_for_data, capacity_for_read, capacity_for_write, capacity_for_iops;
    double raw_capacity, usable_ratio;
    double servers;
    AIC_SLOT int servers_bound_by;
    AIC_SLOT double servers_bw, clients_supported;
    double losses_per_year, mean_time_to_loss, file_servers, loss_probability;
    /* terms */
    double raidz_sectors, raidz_allocated, needed_write_bw, capacity_needed, volume_size_limit;
    double duration_months, mean_data, mean_files, fresh_files, full_at, things_kept;
    double capacity_for_read_iops, capacity_for_write_iops;
    double volume_write_iops_limit, volumes_for_write_iops, servers_for_iops;
    double volume_read_limit, volume_write_limit, volume_iops_limit;
    double volumes_for_capacity, volumes_for_read, volumes_for_write, volumes_for_iops;
    double volumes, volume_step, capacity_steps, volume_capacity, servers_for_capacity,
        servers_for_bw;
    /* throughput */
    AIC_SLOT aic_flag serves;
    AIC_SLOT int shortfall;
    AIC_SLOT double read_bw, write_bw, purchased_bw, read_supply_ratio;
    double epoch_read_time, checkpoint_write_time;
    double request_read_limit, request_write_limit, connections_needed, prefixes_needed;
    double iops_supply, write_iops_supply, read_measured_ratio, write_measured_ratio;
    /* terms */
    double read_base, write_base, read_to_buy, write_to_buy, throughput_to_buy;
    AIC_SLOT aic_flag throughput_is_sold;
    AIC_SLOT aic_flag reads_are_requests;
    AIC_SLOT aic_flag writes_are_requests;
    AIC_SLOT double read_request_bytes, write_request_bytes, read_request_time, write_request_time;
    double connections_to_read, connections_to_write;
    double prefixes_to_read, prefixes_to_write, prefixes_for_iops, prefixes_for_write_iops;
    AIC_SLOT aic_flag iops_are_bought;
    AIC_SLOT aic_flag write_iops_are_bought;
    AIC_SLOT aic_flag is_node_drives;
    AIC_SLOT aic_flag is_required;
    /* checkpoints and requests */
    AIC_SLOT double checkpoints_written, checkpoints_kept;
    double read_requests, write_requests, transition_requests, list_requests;
    double read_requests_per_epoch, write_requests_per_checkpoint;
    /* terms */
    double file_count, mean_file_size, file_parts, checkpoint_parts;
    double write_requests_per_load, read_requests_per_restore, objects_read;
};

extern const struct aic_calculator aic_storage;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
