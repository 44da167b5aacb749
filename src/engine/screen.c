/* SPDX-License-Identifier: Apache-2.0 */
/* First screens: the sentence of a calculator, and the rows that it shows as far as there is room. */
#include "engine/rows/rows.h"

void aic_screen_say(struct aic_screen *screen, bool holds, const char *sentence)
{
    if (!screen->says && holds) {
        screen->says = sentence;
    }
}

void aic_screen_show(struct aic_screen *screen, size_t result, bool is_known, bool holds)
{
    if (is_known && holds && screen->count < AIC_SCREEN_ROWS) {
        screen->rows[screen->count++] = (unsigned short)result;
    }
}
