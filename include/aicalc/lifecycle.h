/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lifecycle: one bill for items (checkpoints, data sets) that live in up to four places one after
 * the other, and whether each step down pays.
 *
 * Names, units, ranges and meanings of all members: src/calculators/lifecycle, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_LIFECYCLE_H
#define AICALC_LIFECYCLE_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The stages in the order of age. */
enum aic_life_stage {
    AIC_LIFE_HOT,
    AIC_LIFE_WARM,
    AIC_LIFE_COLD,
    AIC_LIFE_ARCHIVE,
    AIC_LIFE_STAGES
};

/* Who moves an item on. */
enum aic_life_move { AIC_LIFE_MOVE_LIFECYCLE, AIC_LIFE_MOVE_COPY };

/* What the tier of a stage charges, as in storage.h; `p` stands before each name. */
#define AIC_STAGE_INPUTS(p)                                                                        \
    AIC_SLOT int p##billing;                                                                       \
    AIC_SLOT double p##storage_price, p##storage_band_1, p##storage_price_2;                       \
    double p##storage_band_2, p##storage_price_3;                                                  \
    double p##age_band_1, p##age_price_1, p##age_band_2, p##age_price_2;                           \
    double p##age_band_3, p##age_price_3;                                                          \
    double p##min_capacity, p##capacity_step, p##capacity_step_band, p##capacity_step_2;           \
    double p##max_capacity;                                                                        \
    AIC_SLOT aic_flag p##ephemeral;                                                                \
    AIC_SLOT double p##write_throughput, p##write_throughput_per_tib, p##max_write_throughput;     \
    double p##throughput_price, p##throughput_step, p##min_throughput;                             \
    double p##write_request_price, p##read_request_price;                                          \
    double p##transition_request_price, p##retrieval_request_price;                                \
    double p##ingest_price, p##retrieval_price;                                                    \
    double p##min_object_size, p##object_overhead;                                                 \
    double p##object_index, p##object_index_price, p##object_price;                                \
    double p##min_storage_duration, p##min_transition_age;

struct aic_lifecycle_in {
    struct aic_origins origins;
    AIC_SLOT struct aic_name hot, warm, cold, archive;
    /* the items */
    AIC_SLOT double item_size, item_files, item_interval;
    double duration, month, keep;
    /* when and how they move */
    double hot_age, warm_age, cold_age, hot_count, cold_every;
    AIC_SLOT int move_by;
    /* reads, sizes of requests, needs */
    AIC_SLOT double read_share;
    AIC_SLOT int read_stage;
    AIC_SLOT double part_size, read_size, item_window, fill_limit;
    /* the tiers */
    AIC_STAGE_INPUTS(hot_)
    AIC_STAGE_INPUTS(warm_)
    AIC_STAGE_INPUTS(cold_)
    AIC_STAGE_INPUTS(archive_)
};
#undef AIC_STAGE_INPUTS

/* Results of each stage, those that are shown and the steps to them. */
#define AIC_STAGE_RESULTS(p) double p##items, p##bytes, p##capacity;
#define AIC_STAGE_TERMS(p)                                                                         \
    AIC_SLOT aic_flag p##used;                                                                     \
    AIC_SLOT double p##arrival, p##leaves, p##time, p##moved;                                      \
    double p##space_cost, p##unused_cost, p##service_cost, p##request_cost, p##transfer_cost;      \
    double p##run_rate;

/* In the order in which the results are shown. */
struct aic_lifecycle_out {
    /* bill */
    double total_cost, cost_per_item, monthly_run_rate;
    double hot_cost, warm_cost, cold_cost, archive_cost, read_back_cost;
    double capacity_cost, early_deletion_cost, request_cost, transfer_cost;
    AIC_SLOT int one_stage_used;
    AIC_SLOT double one_stage_cost, saving, saving_share;
    double warm_break_even, cold_break_even, archive_break_even;
    /* items */
    double items, peak_bytes, peak_objects;
    AIC_STAGE_RESULTS(hot_)
    AIC_STAGE_RESULTS(warm_)
    AIC_STAGE_RESULTS(cold_)
    AIC_STAGE_RESULTS(archive_)
    /* terms */
    double item_parts, item_writes, item_reads;
    AIC_STAGE_TERMS(hot_)
    AIC_STAGE_TERMS(warm_)
    AIC_STAGE_TERMS(cold_)
    AIC_STAGE_TERMS(archive_)
};
#undef AIC_STAGE_RESULTS
#undef AIC_STAGE_TERMS

extern const struct aic_calculator aic_lifecycle;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
