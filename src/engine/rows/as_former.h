/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of names that earlier versions had as a table: initializers of struct aic_former. */
#include "engine/rows/none.h"
#undef RENAMED
#undef REMOVED
#define RENAMED(old, now)     { #old, #now, NULL },
#define REMOVED(old, instead) { #old, NULL, instead },
