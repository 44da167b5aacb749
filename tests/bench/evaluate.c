/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_evaluate: evaluations per second of each calculator, on one core.
 *
 * Takes the first example of each calculator's help, and the same without a
 * GPU (so without the searches for what would fit); of compositions, which have no compute() of
 * their own, the whole alone, and the plan without a search for its layout too. Prints the best of
 * several rounds: noise only ever slows a round down.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <aicalc/aicalc.h>

#define WORDS_MAX 64
#define ROUNDS    15
#define SECONDS   0.02 /* of a round, or one evaluation */

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

/* Seconds of so many evaluations: compute() alone, or rules, settling and checks with it. */
static double time_of(const struct aic_calculator *calculator, void *in, void *out,
                      struct aic_notes *notes, bool whole, long count)
{
    double start = now();
    for (long i = 0; i < count; i++) {
        if (whole) {
            notes->count = 0;
            aic_evaluate(calculator, in, out, notes);
        } else {
            calculator->compute(in, out, notes);
        }
    }
    return now() - start;
}

static double rate(const struct aic_calculator *calculator, void *in, void *out,
                   struct aic_notes *notes, bool whole)
{
    double best = 0;
    long count = 1;
    while (time_of(calculator, in, out, notes, whole, count) < SECONDS) {
        count *= 2;
    }
    for (int round = 0; round < ROUNDS; round++) {
        double achieved = (double)count / time_of(calculator, in, out, notes, whole, count);
        best = achieved > best ? achieved : best;
    }
    return best;
}

/* "compute()/s  evaluate()/s  NAME WORDS" */
static void print_rates(const struct aic_calculator *calculator, void *in, void *out,
                        struct aic_notes *notes, const char *words)
{
    double whole = rate(calculator, in, out, notes, true);
    if (calculator->compute) {
        printf("%12.0f", rate(calculator, in, out, notes, false));
    } else {
        printf("%12s", "");
    }
    printf(" %12.0f  %s%s\n", whole, calculator->name, words);
}

/* The first example with `more` behind it, without the option `skip`; `words` say what it is. */
static void measure(const struct aic_calculator *calculator, const char *more, const char *skip,
                    const char *words)
{
    char line[1024];
    struct aic_setting settings[WORDS_MAX];
    struct aic_catalog catalog;
    struct aic_question question;
    struct aic_error error = { 0 };
    struct aic_notes notes;
    aic_catalog_init(&catalog);
    snprintf(line, sizeof line, "%s%s", calculator->examples[0], more);
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
        print_rates(calculator, question.in, out, &notes, words);
    } else if (!*skip) {
        printf("%12s %12s  %s%s: %s%s\n", "-", "-", calculator->name, words, error.message,
               notes.error.message);
    }
    free(out);
    aic_question_clear(&question);
    aic_catalog_clear(&catalog);
}

static bool has_input(const struct aic_calculator *calculator, const char *name)
{
    return aic_table_find(&calculator->inputs, name, strlen(name)) <
           aic_table_size(&calculator->inputs);
}

int main(void)
{
    struct aic_registry registry = { 0 };
    const struct aic_calculator *calculator;
    printf("compute()/s  evaluate()/s  calculator, its first example\n");
    for (size_t i = 0; (calculator = aic_registry_at(&registry, i)); i++) {
        bool is_composition = aic_part_count(calculator) > 0;
        measure(calculator, "", "", "");
        if (is_composition && has_input(calculator, "layout")) {
            measure(calculator, " --layout given --tp 8 --pp 4", "",
                    " --layout given --tp 8 --pp 4");
        } else if (!is_composition && has_input(calculator, "gpu_memory")) {
            measure(calculator, "", "gpu", " without gpu");
        }
    }
    aic_registry_clear(&registry);
    return 0;
}
