/* SPDX-License-Identifier: Apache-2.0 */
/* One axis of a sweep: reading the values after "P=". */
#ifndef AICALC_ANALYSIS_SWEEP_AXIS_H
#define AICALC_ANALYSIS_SWEEP_AXIS_H

#include <aicalc/sweep.h>
#include <aicalc/text.h>

/*
 * Reads `text` as the values of axis->field; names are looked up in the recipe's catalog.
 * `notes` takes a line for each name that was short for several. What it allocates belongs to the axis, also after a failure.
 */
bool aic_axis_read(struct aic_axis *axis, const char *text, const struct aic_recipe *recipe,
                   struct aic_text *notes, struct aic_error *error);

/* Most values of an axis, and most cases of a sweep: all counts up to here are exact numbers. */
#define AIC_SWEEP_MAX (UINT64_C(1) << 53)

#endif
