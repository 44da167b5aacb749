/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters that a stored tensor of safetensors stands for. */
#ifndef AICALC_CATALOG_WEIGHTS_PACKED_H
#define AICALC_CATALOG_WEIGHTS_PACKED_H

#include "catalog/weights/weights.h"

/* NaN where a width is missing; `missing` is then what would say it. */
double aic_parameters_of(const struct tensors *tensors, const struct tensor *tensor,
                         const struct widths *widths, const char **missing);

#endif
