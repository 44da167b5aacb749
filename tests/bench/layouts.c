/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_layouts: layouts per second of calculator layout, on one core, and the time of a question.
 * Prints the best of several rounds: noise only ever slows a round down.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <aicalc/aicalc.h>

#define ROUNDS 15

struct job {
    const char *name, *model, *node, *gpus, *seq, *global_batch;
};

static const struct job jobs[] = {
    { "GPT-3 on 1,024 A100", "gpt-3-175b", "dgx-a100-640gb", "1024", "2048", "1536" },
    { "Llama 3.1 405B on 16,384 H100", "llama-3.1-405b", "dgx-h100", "16384", "8192", "2048" },
    { "DeepSeek-V3 on 2,048 H100", "deepseek-v3", "dgx-h100", "2048", "4096", "15360" },
};

/* Of processor time: a machine that does other things too slows it little. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void measure(const struct job *job, struct aic_catalog *catalog)
{
    const struct aic_setting settings[] = {
        { "model", job->model, 0 },
        { "node", job->node, 0 },
        { "gpus", job->gpus, 0 },
        { "seq", job->seq, 0 },
        { "global_batch", job->global_batch, 0 },
    };
    const struct aic_recipe recipe = {
        .calculator = &aic_layout,
        .catalog = catalog,
        .settings = settings,
        .setting_count = sizeof settings / sizeof settings[0],
        .settings_origin = AIC_FROM_FLAG,
    };
    struct aic_question question;
    struct aic_error error = { 0 };
    struct aic_notes notes;
    if (!aic_recipe_ask(&recipe, &question, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    struct aic_layout_out out;
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        aic_notes_init(&notes);
        notes.quiet = true;
        double start = now();
        if (!aic_evaluate(&aic_layout, question.in, &out, &notes)) {
            fprintf(stderr, "%s\n", notes.error.message);
            exit(1);
        }
        double seconds = now() - start;
        best = seconds < best ? seconds : best;
    }
    printf("%-32s %7.0f layouts, %6.0f fit   %8.2f ms   %6.2f M layouts/s\n", job->name,
           out.candidates, out.candidates_fit, 1e3 * best, 1e-6 * out.candidates / best);
    aic_question_clear(&question);
}

int main(void)
{
    struct aic_catalog catalog;
    aic_catalog_init(&catalog);
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        measure(&jobs[i], &catalog);
    }
    aic_catalog_clear(&catalog);
    return 0;
}
