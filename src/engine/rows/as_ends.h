/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of bands as code: the ends of each, and the limit of each flag, in their order. */
#include "engine/rows/none.h"
#undef BAND
#undef ENDS
#undef JUDGES
#undef SEARCHES
#define BAND(row, condition, low, high, source)                                                    \
    ENDS(row, condition, (out->row) * (low), (out->row) * (high), source)
#define ENDS(row, condition, low, high, source)                                                    \
    *ends++ = (condition) ? (struct aic_ends){ low, high } : (struct aic_ends){ NAN, NAN };
#define JUDGES(flag, row, relation, limit) *limits++ = (limit);
#define SEARCHES(result, input, step, row, relation, limit)                                        \
    *goals++ = (struct aic_searched_goal){ limit, step };
