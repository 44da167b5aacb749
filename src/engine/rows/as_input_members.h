/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of inputs as the members of the input struct, for a calculator without a public header. */
#include "engine/rows/none.h"
#undef INPUT
#undef DERIVED
#undef DERIVED_CASES
#define INPUT(kind, name, help, attributes)                         AIC_SLOT TYPE_##kind name;
#define DERIVED(kind, name, help, attributes, expression)           AIC_SLOT TYPE_##kind name;
#define DERIVED_CASES(kind, name, help, attributes, cases)          AIC_SLOT TYPE_##kind name;
