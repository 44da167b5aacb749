/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the dataload calculator, in the order in which compute() takes
 * them. Each reads the inputs and the results of the parts before it and writes
 * its own.
 *
 * A result that is unknown is NaN, and so is all that is computed from it: what cannot be
 * answered leaves itself out. Only fmin() and fmax() swallow a NaN; where they stand, that
 * is meant: what is not limited limits nothing.
 */
#ifndef AICALC_MODELS_DATALOAD_PARTS_H
#define AICALC_MODELS_DATALOAD_PARTS_H

#include <aicalc/dataload.h>

extern const struct aic_group aic_dataload_input_groups[];
extern const struct aic_group aic_dataload_result_groups[];
extern const struct aic_rule aic_dataload_rules[];
enum { AIC_DATALOAD_INPUT_GROUPS = 7, AIC_DATALOAD_RESULT_GROUPS = 8, AIC_DATALOAD_RULES = 35 };

/* dataload_check.c: what the rules cannot say. */
bool aic_dataload_check(const struct aic_dataload_in *in, struct aic_error *error);

/* dataload_demand.c */
double aic_dataload_samples(const struct aic_dataload_in *in);
void aic_dataload_demand(const struct aic_dataload_in *in, struct aic_dataload_out *out);
void aic_dataload_fetch(const struct aic_dataload_in *in, struct aic_dataload_out *out);

/* dataload_supply.c */
void aic_dataload_supply(const struct aic_dataload_in *in, struct aic_dataload_out *out);

/* dataload_enough.c */
void aic_dataload_enough(const struct aic_dataload_in *in, struct aic_dataload_out *out);
void aic_dataload_memory(const struct aic_dataload_in *in, struct aic_dataload_out *out);
void aic_dataload_benchmark(const struct aic_dataload_in *in, struct aic_dataload_out *out);

/* dataload_run.c */
void aic_dataload_first_batch(const struct aic_dataload_in *in, struct aic_dataload_out *out);
void aic_dataload_run(const struct aic_dataload_in *in, struct aic_dataload_out *out);

/* dataload_warn.c */
void aic_dataload_warn(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                       struct aic_notes *notes);

#endif
