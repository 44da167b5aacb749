/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Input rows of parameters that mean the same in several calculators: for their inputs.inc. Where
 * a default, a range or the meaning is another, a calculator has its own row.
 */
#ifndef AICALC_CALCULATORS_SHARED_INPUTS_H
#define AICALC_CALCULATORS_SHARED_INPUTS_H

#include "engine/rows/rows.h"

/* clang-format off */

/* Machines */
#define INPUT_GRID                                                                                 \
    INPUT(REFERENCE, grid, "grid of the catalog: its carbon intensity", (CATALOG(AIC_GRIDS)))
#define INPUT_GPU_FLOPS INPUT(REAL, gpu_flops, "dense peak of one GPU", (FLOP_RATE, ABOVE_0))
#define INPUT_GPUS_PER_NODE                                                                        \
    INPUT(INTEGER, gpus_per_node, "GPUs of one node", (DEFAULT("8"), AT_LEAST(1)))

/* Layout */
#define INPUT_TP INPUT(INTEGER, tp, "tensor parallel degree", (DEFAULT("1"), AT_LEAST(1)))
#define INPUT_PP INPUT(INTEGER, pp, "pipeline parallel degree", (DEFAULT("1"), AT_LEAST(1)))
#define INPUT_VPP                                                                                  \
    INPUT(INTEGER, vpp, "chunks of layers per pipeline stage (interleaved schedule)",              \
          (DEFAULT("1"), AT_LEAST(1)))
#define INPUT_CP INPUT(INTEGER, cp, "context parallel degree", (DEFAULT("1"), AT_LEAST(1)))

/* Batch */
#define INPUT_MICRO_BATCH                                                                          \
    INPUT(INTEGER, micro_batch, "sequences of one forward pass", (DEFAULT("1"), AT_LEAST(1)))
#define INPUT_SEQ                                                                                  \
    INPUT(INTEGER, seq, "tokens of one sequence", (TOKENS, DEFAULT("4096"), AT_LEAST(1)))

/* Failures */
#define INPUT_NODE_MTBF                                                                            \
    INPUT(REAL, node_mtbf, "mean time between failures of one node", (TIME, ABOVE_0))
#define INPUT_RESTART_TIME                                                                         \
    INPUT(REAL, restart_time, "from a failure until reading: detect, replace, start",              \
          (TIME, DEFAULT("5min")))

/* Prices and power */
#define INPUT_GPU_PRICE                                                                            \
    INPUT(REAL, gpu_price, "price of one GPU", (.dimension = AIC_MONEY_RATE))
#define INPUT_GPU_POWER INPUT(REAL, gpu_power, "thermal design power of one GPU", (POWER))
#define INPUT_HOST_FACTOR                                                                          \
    INPUT(REAL, host_factor,                                                                       \
          "power of a node over that of its GPUs, where the node's is not known",                  \
          (RATIO, DEFAULT("1.8"), AT_LEAST(1), FLAGS(AIC_ASSUMPTION)))
#define INPUT_LOAD                                                                                 \
    INPUT(REAL, load, "mean draw over maximum", (RATIO, ABOVE_0, AT_MOST(1), DEFAULT("1")))
#define INPUT_PUE                                                                                  \
    INPUT(REAL, pue, "draw of the facility over that of its machines",                             \
          (RATIO, DEFAULT("1.3"), AT_LEAST(1), FLAGS(AIC_ASSUMPTION)))
#define INPUT_ELECTRICITY_PRICE                                                                    \
    INPUT(REAL, electricity_price, "price of energy", (.dimension = AIC_ENERGY_PRICE))
#define INPUT_CARBON_INTENSITY                                                                     \
    INPUT(REAL, carbon_intensity, "carbon of energy", (.dimension = AIC_CARBON_INTENSITY))

/* clang-format on */

#endif
