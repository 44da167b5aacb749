/* SPDX-License-Identifier: Apache-2.0 */
/* What a person has to give: where a question is refused for want of one of it, all is named at once. */
#ifndef AICALC_ENGINE_DEMANDS_H
#define AICALC_ENGINE_DEMANDS_H

#include <aicalc/calculator.h>

/* Makes of an error about one missing input one about all that are missing, each with a value to try. */
void aic_demands_name_all(const struct aic_calculator *calculator, const void *in,
                          struct aic_error *error);

#endif
