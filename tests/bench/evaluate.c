/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_evaluate: evaluations per second of each calculator, on one core.
 *
 * Takes the first example of each calculator's help, and the same without a
 * GPU (so without the searches for what would fit). Prints the best of several
 * rounds: noise only ever slows a round down.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <aicalc/aicalc.h>

#define WORDS_MAX 64
#define ROUNDS    15

/* Of processor time: a machine that does other things too slows it little. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Settings of "aicalc NAME --x value --flag"; `skip` names an option to leave out. */
static size_t read_example(const struct aic_calculator *calculator, char *line, const char *skip,
                           struct aic_setting *settings)
{
    size_t count = 0;
    strtok(line, " ");
    strtok(NULL, " ");
    for (char *word = strtok(NULL, " "); word; word = strtok(NULL, " ")) {
        for (char *c = word; *c; c++) {
            *c = *c == '-' ? '_' : *c;
        }
        const char *name = word + 2;
        size_t index = aic_table_find(&calculator->inputs, name, strlen(name));
        const struct aic_field *field = aic_table_at(&calculator->inputs, index, NULL);
        const char *value = field && field->kind == AIC_FLAG ? "true" : strtok(NULL, " ");
        if (field && strcmp(name, skip) != 0) {
            settings[count++] = (struct aic_setting){ field->name, value, 0 };
        }
    }
    return count;
}

/* Evaluations per second: compute() alone, or rules, settling and checks with it. */
static double rate(const struct aic_calculator *calculator, void *in, void *out,
                   struct aic_notes *notes, bool whole)
{
    double best = 0;
    long batch = 2000;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (long i = 0; i < batch; i++) {
            if (whole) {
                aic_evaluate(calculator, in, out, notes);
            } else {
                calculator->compute(in, out, notes);
            }
        }
        double seconds = now() - start;
        double achieved = (double)batch / seconds;
        best = achieved > best ? achieved : best;
        batch = seconds < 0.02 ? 2 * batch : batch;
    }
    return best;
}

static void measure(const struct aic_calculator *calculator, const char *skip)
{
    char line[1024];
    struct aic_setting settings[WORDS_MAX];
    struct aic_catalog catalog;
    struct aic_question question;
    struct aic_error error = { 0 };
    struct aic_notes notes;
    aic_catalog_init(&catalog);
    snprintf(line, sizeof line, "%s", calculator->examples[0]);
    const struct aic_recipe recipe = {
        .calculator = calculator,
        .catalog = &catalog,
        .settings = settings,
        .setting_count = read_example(calculator, line, skip, settings),
        .settings_origin = AIC_FROM_FLAG,
    };
    void *out = malloc(calculator->out_size);
    aic_notes_init(&notes);
    notes.quiet = true;
    if (out && aic_recipe_ask(&recipe, &question, &error) &&
        aic_evaluate(calculator, question.in, out, &notes)) {
        printf("%12.0f %12.0f  %s%s%s\n", rate(calculator, question.in, out, &notes, false),
               rate(calculator, question.in, out, &notes, true), calculator->name,
               *skip ? " without " : "", skip);
    } else if (!*skip) {
        printf("%12s %12s  %s: %s%s\n", "-", "-", calculator->name, error.message,
               notes.error.message);
    }
    free(out);
    aic_question_clear(&question);
}

int main(void)
{
    const struct aic_calculator *calculator;
    printf("compute()/s  evaluate()/s  calculator, its first example\n");
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        measure(calculator, "");
        if (aic_table_find(&calculator->inputs, "gpu_memory", 10) <
            aic_table_size(&calculator->inputs)) {
            measure(calculator, "gpu");
        }
    }
    return 0;
}
