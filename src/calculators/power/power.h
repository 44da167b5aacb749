/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of the power calculator: power_tables.c. */
#ifndef AICALC_MODELS_POWER_PARTS_H
#define AICALC_MODELS_POWER_PARTS_H

#include <aicalc/power.h>

extern const struct aic_group aic_power_input_groups[];
extern const struct aic_group aic_power_result_groups[];
enum { AIC_POWER_INPUT_GROUPS = 3, AIC_POWER_RESULT_GROUPS = 5 };

extern const struct aic_rule aic_power_rules[];
enum { AIC_POWER_RULES = 2 };

#endif
