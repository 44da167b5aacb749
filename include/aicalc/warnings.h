/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warnings that no list of a calculator holds: of catalogs, model files, saved answers and
 * measurements. Those of a calculator are in its table (calculator.h).
 */
#ifndef AICALC_WARNINGS_H
#define AICALC_WARNINGS_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A NULL id ends them. */
extern const struct aic_warning aic_general_warnings[];

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
