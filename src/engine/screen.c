/* SPDX-License-Identifier: Apache-2.0 */
/* First screens: the rows that a calculator shows, as far as there is room. */
#include "engine/rows/rows.h"

void aic_screen_show(struct aic_screen *screen, size_t result)
{
    if (screen->count < AIC_SCREEN_ROWS) {
        screen->rows[screen->count++] = (unsigned short)result;
    }
}
