/* SPDX-License-Identifier: Apache-2.0 */
/* Causes: the one input whose value would make a result what was measured. */
#ifndef AICALC_ANALYSIS_CAUSE_H
#define AICALC_ANALYSIS_CAUSE_H

#include <aicalc/measured.h>

/* Sets what explains a measurement; fails without memory only. */
bool aic_find_cause(struct aic_measured *measured, const struct aic_answer *answer,
                    struct aic_error *error);

#endif
