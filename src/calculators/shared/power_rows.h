/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of power and of what energy costs, which train-time and power share. */
#ifndef AICALC_CALCULATORS_SHARED_POWER_ROWS_H
#define AICALC_CALCULATORS_SHARED_POWER_ROWS_H

#include "engine/rows/rows.h"

/* clang-format off */

/* Power of a node of which only that of its GPUs is known; `then` continues the expression. */
#define NODE_POWER_CASE(then)                                                                      \
    WHEN(known(gpu_power), host_factor * gpus_per_node * gpu_power then)

#define ENERGY_ROWS(energy, of, cost, carbon)                                                      \
    RESULT(REAL, cost, "price of " of, (MONEY, PUBLISHED, LESS_IS_BETTER),                         \
           energy / 3.6e6 * electricity_price)                                                     \
    RESULT(REAL, carbon, "carbon of " of, (CARBON, PUBLISHED, LESS_IS_BETTER),                     \
           energy / 3.6e6 * carbon_intensity)

/* clang-format on */

#endif
