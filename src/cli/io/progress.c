/* SPDX-License-Identifier: Apache-2.0 */
/* The line of progress: what is done, how fast, and how long it will take. */
#include "cli/io/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <aicalc/quantity.h>
#include <aicalc/text.h>

#define FIRST_AFTER 1.0  /* seconds */
#define AGAIN_AFTER 0.25 /* seconds */
#define LOOKS_EVERY 16   /* steps, between two looks at the clock */

static struct {
    const char *things; /* NULL: nothing is shown */
    uint64_t steps, done;
    double start, shown; /* seconds; shown 0: not yet */
} progress;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void cli_progress_begin(const char *things)
{
    const char *term = getenv("TERM");
    memset(&progress, 0, sizeof progress);
    if (isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0) {
        progress.things = things;
        progress.start = now();
    }
}

static void show(uint64_t done, uint64_t total, double seconds)
{
    char line[160], words[AIC_QUANTITY_SIZE];
    struct aic_text text;
    double rate = (double)done / seconds;
    aic_text_init(&text, line, sizeof line);
    aic_quantity_show(words, sizeof words, (double)done, AIC_COUNT, NULL, AIC_UNITS_AUTO, false);
    aic_text_format(&text, "\r%s", words);
    if (total > 0) {
        aic_quantity_show(words, sizeof words, (double)total, AIC_COUNT, NULL, AIC_UNITS_AUTO,
                          false);
        aic_text_format(&text, " of %s", words);
    }
    words[aic_number_write_short(words, rate, 2)] = '\0';
    aic_text_format(&text, " %s, %s/s", progress.things, words);
    if (total > done && rate > 0) {
        aic_quantity_show(words, sizeof words, (double)(total - done) / rate, AIC_TIME, NULL,
                          AIC_UNITS_AUTO, false);
        aic_text_format(&text, ", %s left", words);
    }
    aic_text_add(&text, "\033[K");
    fputs(line, stderr);
    fflush(stderr);
}

void cli_progress_step(uint64_t done, uint64_t total)
{
    if (!progress.things || ++progress.steps % LOOKS_EVERY != 0) {
        return;
    }
    double time = now();
    if (done < progress.done) { /* another walk */
        progress.start = time;
    }
    progress.done = done;
    double seconds = time - progress.start;
    if (seconds >= FIRST_AFTER && time - progress.shown >= AGAIN_AFTER) {
        progress.shown = time;
        show(done, total, seconds);
    }
}

void cli_progress_tick(void *context)
{
    (void)context;
    cli_progress_step(progress.steps + 1, 0);
}

void cli_progress_end(void)
{
    if (progress.things && progress.shown > 0) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    progress.things = NULL;
}
