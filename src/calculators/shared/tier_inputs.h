/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of what a storage tier charges and in which sizes it is sold: the fields of the catalog's
 * tiers. `p` is put in front of every name, nothing where a calculator asks about one tier, and the
 * name of the stage where it asks about several (`hot_storage_price`).
 */
#ifndef AICALC_CALCULATORS_SHARED_TIER_INPUTS_H
#define AICALC_CALCULATORS_SHARED_TIER_INPUTS_H

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_inputs.h"
#include "calculators/shared/tier.h"
#include "engine/rows/rows.h"

/* clang-format off */

/* `feeder` of the price is the result of another calculator, or NULL. */
#define TIER_PRICE_INPUTS(p, feeder)                                                               \
    INPUT(CHOICE, p##billing, "what the price is charged on: bytes stored or bought",              \
          (CHOICES(aic_billings), DEFAULT("stored")))                                              \
    INPUT(REAL, p##storage_price, "price of capacity, first band",                                 \
          (.dimension = AIC_STORAGE_PRICE, FED_BY(feeder)))                                        \
    INPUT(REAL, p##storage_band_1, "bytes above which the second price holds", (BYTES))            \
    INPUT(REAL, p##storage_price_2, "price of capacity, second band",                              \
          (.dimension = AIC_STORAGE_PRICE))                                                        \
    INPUT(REAL, p##storage_band_2, "bytes above which the third price holds", (BYTES))             \
    INPUT(REAL, p##storage_price_3, "price of capacity, third band",                               \
          (.dimension = AIC_STORAGE_PRICE))                                                        \
    INPUT(REAL, p##age_band_1, "age below which an object pays age_price_1", (TIME, ABOVE_0))      \
    INPUT(REAL, p##age_price_1, "price of an object younger than that",                            \
          (.dimension = AIC_STORAGE_PRICE))                                                        \
    INPUT(REAL, p##age_band_2, "age until which it then pays age_price_2", (TIME, ABOVE_0))        \
    INPUT(REAL, p##age_price_2, "price from the first to the second age",                          \
          (.dimension = AIC_STORAGE_PRICE))                                                        \
    INPUT(REAL, p##age_band_3, "age until which it then pays age_price_3; from there on "          \
                               "storage_price", (TIME, ABOVE_0))                                   \
    INPUT(REAL, p##age_price_3, "price from the second to the third age",                          \
          (.dimension = AIC_STORAGE_PRICE))

#define TIER_SIZE_INPUTS(p)                                                                        \
    INPUT(REAL, p##min_capacity, "smallest file system or volume", (BYTES, DEFAULT("0")))          \
    INPUT(REAL, p##capacity_step,                                                                  \
          "step in which capacity above it is sold", (BYTES, DEFAULT("0")))                        \
    INPUT(REAL, p##capacity_step_band, "size above which it grows in steps of capacity_step_2",    \
          (BYTES, ABOVE_0))                                                                        \
    INPUT(REAL, p##capacity_step_2, "step of sizes above capacity_step_band", (BYTES, ABOVE_0))    \
    INPUT(REAL, p##max_capacity, "largest file system or volume", (BYTES))                         \
    INPUT(FLAG, p##ephemeral, "data is lost with the machine or the file server",        \
          (DEFAULT("false")))

#define TIER_BOUGHT_THROUGHPUT_INPUTS(p)                                                           \
    INPUT(REAL, p##throughput_price, "price of throughput above the base",                         \
          (.dimension = AIC_THROUGHPUT_PRICE))                                                     \
    INPUT(REAL, p##throughput_step, "step in which throughput is sold", (RATE, DEFAULT("0")))      \
    INPUT(REAL, p##min_throughput, "least throughput that can be bought for a file system",        \
          (RATE, DEFAULT("0")))

/* Egress of one month: what is free of it, then bands. */
#define TIER_EGRESS_INPUTS(p)                                                                      \
    INPUT(REAL, p##egress_price, "price of bytes sent out, first band",                            \
          (.dimension = AIC_TRANSFER_PRICE))                                                       \
    INPUT(REAL, p##egress_band_1, "bytes of a month above which the second price holds", (BYTES))  \
    INPUT(REAL, p##egress_price_2, "price of bytes sent out, second band",                         \
          (.dimension = AIC_TRANSFER_PRICE))                                                       \
    INPUT(REAL, p##egress_band_2, "bytes of a month above which the third price holds", (BYTES))   \
    INPUT(REAL, p##egress_price_3, "price of bytes sent out, third band",                          \
          (.dimension = AIC_TRANSFER_PRICE))                                                       \
    INPUT(REAL, p##egress_band_3, "bytes of a month above which the fourth price holds", (BYTES))  \
    INPUT(REAL, p##egress_price_4, "price of bytes sent out, fourth band",                         \
          (.dimension = AIC_TRANSFER_PRICE))                                                       \
    INPUT(REAL, p##egress_free, "bytes of a month that leave for nothing", (BYTES, DEFAULT("0")))

#define TIER_CHARGE_INPUTS(p)                                                                      \
    INPUT(REAL, p##write_request_price, "price of PUT and LIST requests",                          \
          (.dimension = AIC_REQUEST_PRICE))                                                        \
    INPUT_READ_REQUEST_PRICE(p)                                                                    \
    INPUT(REAL, p##transition_request_price, "price of lifecycle moves into the tier",             \
          (.dimension = AIC_REQUEST_PRICE))                                                        \
    INPUT(REAL, p##retrieval_request_price, "price of restoring an archived object",               \
          (.dimension = AIC_REQUEST_PRICE))                                                        \
    INPUT(REAL, p##ingest_price, "price of bytes written", (.dimension = AIC_TRANSFER_PRICE))      \
    INPUT_RETRIEVAL_PRICE(p)                                                                       \
    INPUT(REAL, p##min_object_size, "smallest object that is billed", (BYTES, DEFAULT("0")))       \
    INPUT(REAL, p##object_overhead, "bytes billed on top of each object, at this tier's price",    \
          (BYTES, DEFAULT("0")))                                                                   \
    INPUT(REAL, p##object_index, "bytes of each object billed at a warmer tier's price",           \
          (BYTES, DEFAULT("0")))                                                                   \
    INPUT(REAL, p##object_index_price, "price of the warmer tier of object_index",                 \
          (.dimension = AIC_STORAGE_PRICE))                                                        \
    INPUT(REAL, p##object_price, "price of monitoring an object",                                  \
          (.dimension = AIC_OBJECT_PRICE))                                                         \
    INPUT(REAL, p##min_storage_duration, "what is removed earlier is billed until then",           \
          (TIME, DEFAULT("0")))

/* A band and the price after it, in the order of their rules. */
#define TIER_BAND_RULES(band, price)                                                               \
    NEEDS(band, "a band ends where the next price begins", SET(price))                             \
    NEEDS(price, "a band ends where the next price begins", SET(band))
#define TIER_NEXT_BAND_RULE(band, before)                                                          \
    NEEDS(band, "bands are counted from the first", SET(before))
#define TIER_PRICE_RULES(p)                                                                        \
    NEEDS(p##capacity_step_band, "above it another step holds", SET(p##capacity_step_2))           \
    NEEDS(p##capacity_step_2, "it holds above a size", SET(p##capacity_step_band))                 \
    TIER_BAND_RULES(p##storage_band_1, p##storage_price_2)                                         \
    TIER_BAND_RULES(p##storage_band_2, p##storage_price_3)                                         \
    TIER_NEXT_BAND_RULE(p##storage_band_2, p##storage_band_1)                                      \
    NEEDS(p##age_band_1, "up to an age its own price holds", SET(p##age_price_1))                  \
    NEEDS(p##age_price_1, "a price of young objects ends at an age", SET(p##age_band_1))           \
    NEEDS(p##age_band_2, "up to an age its own price holds", SET(p##age_price_2))                  \
    NEEDS(p##age_price_2, "a price of young objects ends at an age", SET(p##age_band_2))           \
    NEEDS(p##age_band_3, "up to an age its own price holds", SET(p##age_price_3))                  \
    NEEDS(p##age_price_3, "a price of young objects ends at an age", SET(p##age_band_3))           \
    TIER_NEXT_BAND_RULE(p##age_band_2, p##age_band_1)                                              \
    TIER_NEXT_BAND_RULE(p##age_band_3, p##age_band_2)
#define TIER_EGRESS_RULES(p)                                                                       \
    TIER_BAND_RULES(p##egress_band_1, p##egress_price_2)                                           \
    TIER_BAND_RULES(p##egress_band_2, p##egress_price_3)                                           \
    TIER_BAND_RULES(p##egress_band_3, p##egress_price_4)                                           \
    NEEDS(p##egress_band_1, "below it the first price holds", SET(p##egress_price))                \
    TIER_NEXT_BAND_RULE(p##egress_band_2, p##egress_band_1)                                        \
    TIER_NEXT_BAND_RULE(p##egress_band_3, p##egress_band_2)

/* The checks that rules cannot say. */
#define TIER_BANDS_RISE(band, before, dimension)                                                   \
    CHECK(CONFLICT, #band, band <= before,                                                         \
          (#band " ('%s') is not above " #before " ('%s')", aic_format(band, dimension).text,      \
           aic_format(before, dimension).text),                                                    \
          ("bands are totals, not widths: give a larger " #band))
#define TIER_PRICE_CHECKS(p)                                                                       \
    TIER_BANDS_RISE(p##storage_band_2, p##storage_band_1, AIC_BYTES)                               \
    TIER_BANDS_RISE(p##age_band_2, p##age_band_1, AIC_TIME)                                        \
    TIER_BANDS_RISE(p##age_band_3, p##age_band_2, AIC_TIME)                                        \
    CHECK(CONFLICT, #p "age_band_1", known(p##age_band_1) && known(p##storage_band_1),             \
          (#p "age_band_1 together with " #p "storage_band_1: no tier prices by both"),            \
          ("leave one of the two out"))                                                            \
    CHECK(CONFLICT, #p "age_band_1",                                                               \
          known(p##age_band_1) && p##billing == AIC_BILLING_PROVISIONED,                           \
          (#p "age_band_1 with " #p "billing 'provisioned': objects have an age where stored "     \
           "bytes are billed"),                                                                    \
          ("leave the ages out, or give " #p "billing 'stored'"))                                  \
    CHECK(CONFLICT, #p "max_capacity", p##max_capacity < p##min_capacity,                          \
          (#p "max_capacity ('%s') is below " #p "min_capacity ('%s')",                            \
           aic_format(p##max_capacity, AIC_BYTES).text,                                            \
           aic_format(p##min_capacity, AIC_BYTES).text),                                           \
          ("give " #p "max_capacity of at least %s",                                               \
           aic_format(p##min_capacity, AIC_BYTES).text))
#define TIER_EGRESS_CHECKS(p)                                                                      \
    TIER_BANDS_RISE(p##egress_band_2, p##egress_band_1, AIC_BYTES)                                 \
    TIER_BANDS_RISE(p##egress_band_3, p##egress_band_2, AIC_BYTES)

/* clang-format on */

#endif
