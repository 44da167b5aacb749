/* SPDX-License-Identifier: Apache-2.0 */
/* The calculators of compositions' own inputs: parts of them, and nothing that could be asked alone. */
#ifndef AICALC_CALCULATORS_COMPOSITIONS_H
#define AICALC_CALCULATORS_COMPOSITIONS_H

#include <aicalc/composition.h>

extern const struct aic_calculator aic_job, aic_keep, aic_kept, aic_load;

#endif
