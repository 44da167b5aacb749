/* SPDX-License-Identifier: Apache-2.0 */
/* Shares as bars of a terminal: blocks in eighths, or plain signs where those are not known. */
#include <math.h>

#include "cli/views/answer/answer.h"

#define CELLS   12
#define PERCENT (CLI_BAR_WIDTH - CELLS) /* columns of " 99.9 %" */

/* Adds the bar itself; returns how many cells it takes. */
static size_t add_cells(struct aic_text *text, double share, bool unicode)
{
    static const char *const eighths[] = { "",       "\u258f", "\u258e", "\u258d",
                                           "\u258c", "\u258b", "\u258a", "\u2589" };
    if (!unicode) {
        size_t cells = (size_t)nearbyint(share * CELLS);
        cli_add_times(text, "#", cells);
        return cells;
    }
    size_t count = (size_t)nearbyint(share * CELLS * 8);
    cli_add_times(text, "\u2588", count / 8);
    aic_text_add(text, eighths[count % 8]);
    return count / 8 + (count % 8 > 0);
}

void cli_write_bar(double share, bool unicode, char *out, size_t capacity)
{
    double percent = 100 * share;
    char number[AIC_NUMBER_SIZE];
    struct aic_text text;
    percent = percent < 0.1 ? 0 : percent; /* less would not fit, and says nothing */
    size_t digits = aic_number_write_short(number, percent, percent < 10 ? 2 : 3);
    number[digits] = '\0';
    aic_text_init(&text, out, capacity);
    size_t cells = add_cells(&text, share, unicode);
    cli_add_times(&text, " ", CELLS - cells + PERCENT - digits - 2);
    aic_text_format(&text, "%s %%", number);
}
