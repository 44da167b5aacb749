/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of bands as code: the ends of each, and the limit of each flag, in their order. */
#include "engine/rows/none.h"
#undef BAND
#undef JUDGES
#undef SEARCHES
#define BY_FACTORS(row, end) (out->row) * (end)
#define BY_VALUES(row, end)  end
#define BAND(form, row, condition, low, high, source)                                              \
    *ends++ = (condition) ? (struct aic_ends){ BY_##form(row, low), BY_##form(row, high) }         \
                          : (struct aic_ends){ NAN, NAN };
#define JUDGES(flag, row, relation, limit) *limits++ = (limit);
#define SEARCHES(result, input, step, row, relation, limit)                                        \
    *goals++ = (struct aic_searched_goal){ limit, step };
