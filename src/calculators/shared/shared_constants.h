/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of constants that several calculators count with, for their results.inc. */
#ifndef AICALC_CALCULATORS_SHARED_CONSTANTS_H
#define AICALC_CALCULATORS_SHARED_CONSTANTS_H

/* clang-format off */

#define AIC_SECONDS_PER_DAY      86400.0
#define CONSTANT_SECONDS_PER_DAY CONSTANT(seconds_per_day, AIC_SECONDS_PER_DAY, "s", "one day")
#define CONSTANT_HOURS_PER_DAY   CONSTANT(hours_per_day, 24, "h", "one day")
#define CONSTANT_GIB                                                                               \
    CONSTANT(gib, 0x1p30, "B", "AWS, GCP and Azure print GB and bill 2^30 bytes")
#define CONSTANT_TIB                                                                               \
    CONSTANT(tib, 0x1p40, "B", "file systems sell throughput per 2^40 bytes")
#define CONSTANT_PRICE_UNIT                                                                        \
    CONSTANT(price_unit, 1000, "request", "prices of requests and of objects are per 1,000")

/* clang-format on */

#endif
