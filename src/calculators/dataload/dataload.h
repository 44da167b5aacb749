/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the dataload calculator. */
#ifndef AICALC_CALCULATORS_DATALOAD_H
#define AICALC_CALCULATORS_DATALOAD_H

#include <aicalc/dataload.h>

/* False: `error` says why these inputs have no answer. */
bool aic_dataload_check(const struct aic_dataload_in *in, struct aic_error *error);
/* What deserves attention in an answer. */
void aic_dataload_warn(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                       struct aic_notes *notes);

#endif
