/* SPDX-License-Identifier: Apache-2.0 */
/* WARNING rows as code, inside a function that knows `in`, the results and `notes`. */
#include "engine/rows/none.h"
#undef WARNING
#define WARNING(id, condition, ...)                                                                \
    if (condition) {                                                                               \
        aic_warn(notes, id, __VA_ARGS__);                                                          \
    }
