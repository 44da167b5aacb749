/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the storage calculator, in the order in which compute() takes
 * them. Each reads the inputs and the results of the parts before it and writes
 * its own.
 *
 * A result that is unknown is NaN, and so is all that is computed from it: what cannot be
 * answered leaves itself out. Only fmin() and fmax() swallow a NaN; where they stand, their
 * operands are known.
 */
#ifndef AICALC_MODELS_STORAGE_PARTS_H
#define AICALC_MODELS_STORAGE_PARTS_H

#include <aicalc/storage.h>

extern const struct aic_group aic_storage_input_groups[];
extern const struct aic_group aic_storage_result_groups[];
extern const struct aic_rule aic_storage_rules[];
extern const char *const aic_storage_redundancies[]; /* choices of redundancy */
enum { AIC_STORAGE_INPUT_GROUPS = 8, AIC_STORAGE_RESULT_GROUPS = 5, AIC_STORAGE_RULES = 28 };

/* AWS, GCP and Azure print "GB" and bill 2^30 bytes; throughput is sold per 2^40. */
#define AIC_STORAGE_GIB 0x1p30
#define AIC_STORAGE_TIB 0x1p40

/* Shares that differ by less than this are the same: the noise of a few roundings. */
#define AIC_STORAGE_NOISE 1e-12

static inline bool aic_storage_is_provisioned(const struct aic_storage_in *in)
{
    return in->billing == AIC_BILLING_PROVISIONED;
}

/* storage_contents.c: files, checkpoints, requests. */
void aic_storage_contents(const struct aic_storage_in *in, struct aic_storage_out *out);
void aic_storage_requests(const struct aic_storage_in *in, struct aic_storage_out *out);

/* storage_provision.c */
void aic_storage_provision(const struct aic_storage_in *in, struct aic_storage_out *out);
void aic_storage_throughput(const struct aic_storage_in *in, struct aic_storage_out *out);

/* storage_cost.c */
void aic_storage_capacity_cost(const struct aic_storage_in *in, struct aic_storage_out *out);
void aic_storage_charges(const struct aic_storage_in *in, struct aic_storage_out *out);
void aic_storage_useful_cost(const struct aic_storage_in *in, struct aic_storage_out *out);

/* storage_warn.c */
void aic_storage_warn(const struct aic_storage_in *in, const struct aic_storage_out *out,
                      struct aic_notes *notes);

#endif
