/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of further names of inputs as a table: initializers of struct aic_alias. */
#include "engine/rows/none.h"
#undef ALIAS
#define ALIAS(name, input, note) { #name, #input, note },
