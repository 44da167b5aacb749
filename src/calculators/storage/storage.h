/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the storage calculator. */
#ifndef AICALC_CALCULATORS_STORAGE_H
#define AICALC_CALCULATORS_STORAGE_H

#include <aicalc/storage.h>

/* False: `error` says why these inputs have no answer. */
bool aic_storage_check(const struct aic_storage_in *in, struct aic_error *error);
/* What deserves attention in an answer. */
void aic_storage_warn(const struct aic_storage_in *in, const struct aic_storage_out *out,
                      struct aic_notes *notes);

#endif
