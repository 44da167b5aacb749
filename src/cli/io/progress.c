/* SPDX-License-Identifier: Apache-2.0 */
/* The line of progress: what is done, how fast, and how long it will take. */
#include "cli/io/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/quantity.h>
#include <aicalc/text.h>

#include "cli/io/service.h"
#include "cli/io/system.h"
#include "cli/io/terminal.h"

#define FIRST_AFTER   1.0   /* seconds */
#define AGAIN_AFTER   0.25  /* seconds */
#define LOOK_AFTER    0.001 /* seconds: about as far apart are two looks at the clock */
#define STEPS_AT_MOST 256   /* between two looks */

static struct {
    const char *things; /* NULL: nothing is shown */
    uint64_t steps, done;
    uint64_t stride, next; /* steps between two looks at the clock, and the step of the next one */
    double start, looked;  /* seconds */
    double shown;          /* seconds; 0: not yet */
} progress;

void cli_progress_begin(const char *things)
{
    const char *term = getenv("TERM");
    memset(&progress, 0, sizeof progress);
    if (cli_is_terminal(CLI_STDERR) && term && strcmp(term, "dumb") != 0) {
        progress.things = things;
        progress.start = progress.looked = cli_seconds();
        progress.stride = progress.next = 1;
    }
}

/* A guess needs no more than two digits. */
static void add_time_left(struct aic_text *text, double seconds)
{
    static const struct {
        double from, seconds; /* from so many seconds on, and how many are one of it */
        const char *name;
    } units[] = { { 5400, 3600, "h" }, { 90, 60, "min" }, { 0, 1, "s" } };
    char words[AIC_QUANTITY_SIZE];
    size_t i = 0;
    while (seconds < units[i].from) {
        i++;
    }
    words[aic_number_write_short(words, seconds / units[i].seconds, 2)] = '\0';
    aic_text_format(text, ", %s %s left", words, units[i].name);
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
        add_time_left(&text, (double)(total - done) / rate);
    }
    aic_text_add(&text, "\033[K");
    fputs(line, stderr);
    fflush(stderr);
}

/* The time, and when to look again: at each slow step, at one of many fast ones. */
static double look(void)
{
    double time = cli_seconds();
    if (time - progress.looked > LOOK_AFTER) {
        progress.stride = 1;
    } else if (progress.stride < STEPS_AT_MOST) {
        progress.stride *= 2;
    }
    progress.looked = time;
    progress.next = progress.steps + progress.stride;
    return time;
}

void cli_progress_step(uint64_t done, uint64_t total)
{
    if (!progress.things || ++progress.steps < progress.next) {
        return;
    }
    double time = look();
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

bool cli_progress_tick(void *total)
{
    cli_progress_step(progress.steps + 1, *(const uint64_t *)total);
    return cli_in_time(NULL);
}

void cli_progress_end(void)
{
    if (progress.things && progress.shown > 0) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    progress.things = NULL;
}
