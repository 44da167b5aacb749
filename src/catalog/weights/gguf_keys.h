/* SPDX-License-Identifier: Apache-2.0 */
/* The keys of a GGUF that say what the model is; all others are passed over. */
#ifndef AICALC_CATALOG_WEIGHTS_GGUF_KEYS_H
#define AICALC_CATALOG_WEIGHTS_GGUF_KEYS_H

#include <stdbool.h>
#include <stddef.h>

bool aic_gguf_key_is_kept(const char *key, size_t length);

#endif
