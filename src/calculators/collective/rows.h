/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of collective, and the words in them, for the files that evaluate some of the rows. */
#ifndef AICALC_CALCULATORS_COLLECTIVE_ROWS_H
#define AICALC_CALCULATORS_COLLECTIVE_ROWS_H

#include "calculators/collective/collective.h"
#include "calculators/shared/shared_inputs.h"

#define IN          struct aic_collective_in
#define OUT         struct aic_collective_out
#define INPUT_ROWS  "calculators/collective/inputs.inc"
#define RESULT_ROWS "calculators/collective/results.inc"
#define TIME_ROWS   "calculators/collective/results_time.inc" /* part of the latter */

enum {
    all_reduce = AIC_ALL_REDUCE,
    all_to_all = AIC_ALL_TO_ALL,
    broadcast = AIC_BROADCAST,
    reduce = AIC_REDUCE,
    send_recv = AIC_SEND_RECV
};
enum {
    automatic = AIC_ALGORITHM_AUTO,
    ring = AIC_ALGORITHM_RING,
    tree = AIC_ALGORITHM_TREE,
    nvls = AIC_ALGORITHM_NVLS,
    hierarchical = AIC_ALGORITHM_HIERARCHICAL,
    sharp = AIC_ALGORITHM_SHARP,
    pairwise = AIC_ALGORITHM_PAIRWISE
};

#define mesh_share aic_mesh_share

#endif
