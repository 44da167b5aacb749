/* SPDX-License-Identifier: Apache-2.0 */
/* Input rows of what the tier of a stage charges; `p` as in tier_inputs.h. */
#ifndef AICALC_CALCULATORS_LIFECYCLE_STAGE_INPUTS_H
#define AICALC_CALCULATORS_LIFECYCLE_STAGE_INPUTS_H

#include "calculators/shared/tier_inputs.h"

/* clang-format off */

#define STAGE_INPUTS(p)                                                                            \
    TIER_PRICE_INPUTS(p, NULL)                                                                     \
    TIER_SIZE_INPUTS(p)                                                                            \
    INPUT(REAL, p##write_throughput, "base write throughput of one file system or volume", (RATE)) \
    INPUT(REAL, p##write_throughput_per_tib, "write throughput that each TiB adds",                \
          (.dimension = AIC_THROUGHPUT_DENSITY))                                                   \
    INPUT(REAL, p##max_write_throughput, "most that one file system or volume writes", (RATE))     \
    TIER_BOUGHT_THROUGHPUT_INPUTS(p)                                                               \
    TIER_CHARGE_INPUTS(p)                                                                          \
    INPUT(REAL, p##min_transition_age, "age below which the provider moves nothing into it",       \
          (TIME, DEFAULT("0")))

/* clang-format on */

#endif
