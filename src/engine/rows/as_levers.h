/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a first screen as the table of what may be changed so that a verdict holds. */
#include "engine/rows/none.h"
#undef MENDS
#undef RAISES
#undef LOWERS
#define MENDS(verdict, input, values)        { #verdict, AIC_GOAL_FLAG, NULL, #input, values },
#define RAISES(result, goal, input, values)  { #result, AIC_GOAL_AT_LEAST, #goal, #input, values },
#define LOWERS(result, goal, input, values)  { #result, AIC_GOAL_AT_MOST, #goal, #input, values },
