/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the power calculator. */
#ifndef AICALC_CALCULATORS_POWER_H
#define AICALC_CALCULATORS_POWER_H

#include <aicalc/power.h>

/* False: `error` says why these inputs have no answer. */
bool aic_power_check(const struct aic_power_in *in, struct aic_error *error);
/* What deserves attention in an answer. */
void aic_power_warn(const struct aic_power_in *in, const struct aic_power_out *out,
                    struct aic_notes *notes);

#endif
