/* SPDX-License-Identifier: Apache-2.0 */
/* Losses of groups of drives that fail alone, at a constant rate. */
#ifndef AICALC_CALCULATORS_STORE_DURABILITY_H
#define AICALC_CALCULATORS_STORE_DURABILITY_H

/* Largest group whose losses are summed. */
#define AIC_STORE_GROUP_MAX 10000

/*
 * Chance that more than `parity` of `size` drives fail, each within `failures` of its mean life;
 * NaN where one is.
 */
double aic_store_group_loss(double size, double parity, double failures);

/*
 * Mean time until a group of `size` drives with that mean life loses data; NaN beyond all numbers,
 * and where nobody knows how long a rebuild takes.
 */
double aic_store_mttdl(double size, double parity, double life, double rebuild_time);

#endif
