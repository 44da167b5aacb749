/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of results as the members of the output struct, for a calculator without a public header. */
#include "engine/rows/none.h"
#undef RESULT
#undef CASES
#define RESULT(kind, name, help, attributes, expression)    AIC_SLOT TYPE_##kind name;
#define CASES(kind, name, help, attributes, cases)          AIC_SLOT TYPE_##kind name;
