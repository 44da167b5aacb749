/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transfer: how long moving data between two places takes and what it costs, which limit binds, and
 * when shipping devices is faster or cheaper.
 *
 * Names, units, ranges and meanings of all members: src/calculators/transfer, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_TRANSFER_H
#define AICALC_TRANSFER_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What bounds the rate; in the order of the choices, as all enums here. */
enum aic_transfer_bound {
    AIC_TRANSFER_BY_LINK,
    AIC_TRANSFER_BY_STREAMS,
    AIC_TRANSFER_BY_FILES,
    AIC_TRANSFER_BY_SOURCE,
    AIC_TRANSFER_BY_SOURCE_REQUESTS,
    AIC_TRANSFER_BY_DESTINATION,
    AIC_TRANSFER_BY_DESTINATION_REQUESTS,
    AIC_TRANSFER_BY_ENCRYPTION
};

/* Whose service an end is. */
enum aic_cloud { AIC_CLOUD_NONE, AIC_CLOUD_AWS, AIC_CLOUD_GCP, AIC_CLOUD_AZURE };

enum aic_transfer_way { AIC_TRANSFER_NETWORK, AIC_TRANSFER_DEVICES };

struct aic_transfer_in {
    struct aic_origins origins;
    AIC_SLOT struct aic_name from, to, route;
    /* data */
    AIC_SLOT double data, files, file_size;
    /* way */
    double link_bw, link_share;
    double streams, window, rtt, edge_rtt, loss, mss;
    double per_file_time, parallel_files, list_time;
    double source_read_bw, destination_write_bw, from_capacity, to_capacity, prefixes;
    double encryption_bw;
    double part_size, read_size;
    double month, link_price;
    /* goals */
    double deadline, change_rate;
    /* devices */
    double device_capacity, device_copy_bw, device_price;
    double devices, shipping_time;
    /* rate of the source */
    AIC_SLOT int from_cloud;
    AIC_SLOT int from_billing;
    AIC_SLOT double from_read_throughput, from_read_throughput_per_tib, from_max_read_throughput;
    double from_min_throughput, from_min_capacity, from_capacity_step;
    double from_prefix_read_rate, from_first_byte_latency, from_stream_throughput;
    /* rate of the destination */
    AIC_SLOT int to_cloud;
    AIC_SLOT int to_billing;
    AIC_SLOT double to_write_throughput, to_write_throughput_per_tib, to_max_write_throughput;
    double to_min_throughput, to_min_capacity, to_capacity_step;
    double to_prefix_write_rate, to_first_byte_latency, to_stream_throughput;
    /* prices of the route */
    double egress_price, egress_band_1, egress_price_2, egress_band_2, egress_price_3;
    double egress_band_3, egress_price_4, egress_free;
    /* prices of the source */
    double from_egress_price, from_egress_band_1, from_egress_price_2, from_egress_band_2;
    double from_egress_price_3, from_egress_band_3, from_egress_price_4, from_egress_free;
    double from_read_request_price, from_write_request_price, from_retrieval_request_price;
    double from_retrieval_price, from_retrieval_time;
    /* prices of the destination */
    double to_write_request_price, to_ingest_price;
};

/* In the order in which the results are shown. */
struct aic_transfer_out {
    /* time */
    double total_time, transfer_time;
    AIC_SLOT int bound_by;
    AIC_SLOT double transfer_rate, line_rate_time, link_utilization;
    double source_rate, destination_rate;
    double stream_bw, acceleration_gain, bandwidth_delay_product;
    double streams_needed, parallel_files_needed, list_requests;
    /* terms */
    double source_capacity, destination_capacity, source_request_bytes, destination_request_bytes;
    double source_requests_limit, destination_requests_limit;
    double source_stream_bw, destination_stream_bw, tcp_rtt, tcp_bw;
    double source_limit, destination_limit, ends_limit;
    double file_count, mean_file_size, window_bw, loss_bw, file_duration, link_limit;
    double streams_limit, files_limit, other_limit, preparation_time;
    /* goals */
    AIC_SLOT aic_flag meets_deadline;
    AIC_SLOT double required_rate, change_share;
    AIC_SLOT aic_flag keeps_up;
    AIC_SLOT double sync_time;
    /* price */
    AIC_SLOT aic_flag unpriced_requests; /* term */
    AIC_SLOT double transfer_cost, cost_per_tb, egress_cost, read_request_cost, retrieval_cost;
    double write_request_cost, ingest_cost, link_cost;
    /* terms */
    AIC_SLOT aic_flag stays_inside;
    AIC_SLOT double egress_months, route_egress, source_egress, route_egress_month,
        source_egress_month;
    double read_requests, file_parts, write_requests;
    /* devices */
    AIC_SLOT int faster;
    AIC_SLOT int cheaper;
    AIC_SLOT double device_time, device_cost, devices_used, trips, break_even_bw;
};

extern const struct aic_calculator aic_transfer;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
