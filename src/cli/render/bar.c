/* SPDX-License-Identifier: Apache-2.0 */
/* Shares as bars of a terminal: blocks in eighths, or plain signs where those are not known. */
#include <math.h>
#include <string.h>

#include "cli/docs/lines.h"
#include "cli/render/render.h"

#define CELLS   12
#define PERCENT 7 /* columns of " 99.9 %" */

size_t cli_bar_width(void)
{
    return CELLS + PERCENT;
}

static void write_blocks(struct aic_sink *sink, double share)
{
    static const char *const eighths[] = { "",       "\u258f", "\u258e", "\u258d",
                                           "\u258c", "\u258b", "\u258a", "\u2589" };
    int count = (int)nearbyint(share * CELLS * 8);
    int cells = count / 8;
    for (int i = 0; i < cells; i++) {
        aic_sink_text(sink, "\u2588");
    }
    aic_sink_text(sink, eighths[count % 8]);
    cells += count % 8 > 0 ? 1 : 0;
    cli_repeat(sink, ' ', (size_t)(CELLS - cells));
}

void cli_write_bar(const struct cli_view *view, double share, struct aic_sink *sink)
{
    size_t cells = (size_t)nearbyint(share * CELLS);
    double percent = 100 * share;
    char number[AIC_NUMBER_SIZE];
    char words[AIC_NUMBER_SIZE + 2];
    struct aic_text text;
    if (view->unicode) {
        write_blocks(sink, share);
    } else {
        cli_repeat(sink, '#', cells);
        cli_repeat(sink, ' ', CELLS - cells);
    }
    percent = percent < 0.1 ? 0 : percent; /* less would not fit, and says nothing */
    number[aic_number_write_short(number, percent, percent < 10 ? 2 : 3)] = '\0';
    aic_text_init(&text, words, sizeof words);
    aic_text_format(&text, "%s %%", number);
    cli_padded(sink, words, PERCENT, true);
}
