/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the network calculator, in the order in which compute() takes them. What a search
 * over layouts keeps: the rows of the model (MODEL_PART) for all layouts; gather and sync
 * while the degrees stay the same and zero stays 0 or above it; block while tp, cp,
 * sequence_parallel and micro_batch do; cut while tp, etp, cp and micro_batch do.
 */
#ifndef AICALC_CALCULATORS_NETWORK_H
#define AICALC_CALCULATORS_NETWORK_H

#include "calculators/network/collectives.h"

/* The collectives of a step, one call of each kind; unset where a layout has none. */
struct aic_network_collectives {
    struct aic_traffic gather, sync, block, cut, cp_gather;
};

/* What traffic gets of the port if there is any, which shows when the collectives are timed. */
double aic_network_port_rate(const struct aic_network_in *in);

/* The rows that no layout changes. */
void aic_network_set_model(const struct aic_network_in *in, const struct aic_params *counts,
                           struct aic_network_out *out);
/* The rows of the layout, from those of the model in job->out. */
void aic_network_lay_out(struct aic_network_job *job);

/* One exchange of blocks in tensor groups, and of experts that are cut. */
struct aic_traffic aic_network_block(struct aic_network_job *job);
struct aic_traffic aic_network_cut(struct aic_network_job *job);
struct aic_network_collectives aic_network_collect(struct aic_network_job *job);

/* The rows from the collectives on; `out` holds those before them. */
void aic_network_price(const struct aic_network_in *in,
                       const struct aic_network_collectives *collectives,
                       struct aic_network_out *out);

#endif
