/* SPDX-License-Identifier: Apache-2.0 */
/* No composition was formed by the build. */
#include <aicalc/registry.h>

#include "cli/formed/formed.h"

const struct aic_composition *const cli_formed[AIC_COMPOSITIONS_MAX] = { NULL };
