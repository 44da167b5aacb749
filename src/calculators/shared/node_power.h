/* SPDX-License-Identifier: Apache-2.0 */
/* What a node draws, and the units in which energy is sold: shared by train-time and power. */
#ifndef AICALC_MODELS_DRAW_H
#define AICALC_MODELS_DRAW_H

#include <math.h>

static const double aic_joules_per_kwh = 3.6e6;
static const double aic_seconds_per_hour = 3600;

/*
 * Maximum power of one node, W: the vendor's figure, or the rating of its GPUs
 * times what hosts, network cards, fans and power supplies add. NaN where neither is known.
 */
static inline double aic_node_draw(double node_power, double gpus_per_node, double gpu_power,
                                   double host_factor)
{
    return isnan(node_power) ? host_factor * gpus_per_node * gpu_power : node_power;
}

#endif
