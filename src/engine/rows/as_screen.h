/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a first screen as code: the sentence of the first condition that holds, and the results. */
#include "engine/rows/none.h"
#undef SAYS
#undef SHOWS
#define SAYS(condition, sentence) aic_screen_say(screen, condition, sentence);
#define SHOWS(result, condition)  aic_screen_show(screen, SLOT_OF(result), known(result), condition);
