/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cause of a measurement: the inputs that the calculator names for the result, those first
 * that it rests on; without such names the assumed input that moves it most. The value is
 * bracketed on a grid of its range, nearest to the present value, then bisected.
 */
#include "analysis/cause.h"

#include <stdlib.h>
#include <string.h>

#include <aicalc/sensitivity.h>

#include "analysis/probe.h"
#include "core/elementary.h"

#define PER_DECADE     10
#define LEAST          1e-15 /* values without an end are tried from here */
#define MOST           1e24  /* up to here */
#define EVENLY         200   /* steps of a range with two ends */
#define POINTS_MAX     1024
#define BRACKETS_MAX   16 /* jumps over the value that are looked into */
#define BISECTIONS_MAX 200
#define SAME           1e-9 /* the value found gives what was measured, to this share */
#define NEGLIGIBLE     1e-9 /* an effect that is nothing but rounding */

struct point {
    double value;
    double miss; /* the result there less what was measured; NaN: not possible */
    bool done;   /* the bracket from here to the next point was looked into */
};

struct search {
    struct aic_probe probe;
    const struct aic_measured *measured;
    size_t input;
    struct point points[POINTS_MAX];
    size_t count;
    bool possible; /* the input may have other values, all else as asked */
};

static double miss_at(struct search *search, double value)
{
    if (!aic_probe_run_at(&search->probe, search->input, value)) {
        return NAN;
    }
    return aic_probe_number(&search->probe, search->measured->result) - search->measured->value;
}

static bool is_met(const struct search *search, double miss)
{
    return fabs(miss) <= SAME * fabs(search->measured->value);
}

static void add(struct search *search, double value)
{
    if (search->count < POINTS_MAX) {
        search->points[search->count++] = (struct point){ .value = value };
    }
}

static int compare(const void *a, const void *b)
{
    double x = ((const struct point *)a)->value;
    double y = ((const struct point *)b)->value;
    return (x > y) - (x < y);
}

static void make_grid(struct search *search, const struct aic_field *field, double start)
{
    double most = field->max > 0 ? field->max : MOST;
    search->count = 0;
    for (int i = 0;; i++) {
        double value = LEAST * pow(10, (double)i / PER_DECADE);
        if (value >= most) {
            break;
        }
        if (value >= field->min) {
            add(search, value);
        }
    }
    for (int i = 0; field->max > 0 && i <= EVENLY; i++) {
        add(search, field->min + (field->max - field->min) * i / EVENLY);
    }
    add(search, field->min);
    if (!isnan(start)) {
        add(search, start);
    }
    qsort(search->points, search->count, sizeof search->points[0], compare);
    search->possible = false;
    for (size_t i = 0; i < search->count; i++) {
        search->points[i].miss = miss_at(search, search->points[i].value);
        search->possible = search->possible || !isnan(search->points[i].miss);
    }
}

/* How far a point is from the present value: by factors, so that 0.2 and 0.8 are alike to 0.4. */
static double distance(double value, double start)
{
    return value > 0 && start > 0 ? fabs(log(value / start)) : INFINITY;
}

/* The nearest pair of neighbours with what was measured between them; `count` if there is none. */
static size_t next_bracket(const struct search *search, double start)
{
    size_t best = search->count;
    double least = NAN;
    for (size_t i = 0; i + 1 < search->count; i++) {
        const struct point *a = &search->points[i];
        const struct point *b = &search->points[i + 1];
        bool crosses = (a->miss <= 0 && b->miss >= 0) || (a->miss >= 0 && b->miss <= 0);
        double far = fmin(distance(a->value, start), distance(b->value, start));
        if (crosses && !a->done && !(far >= least)) {
            best = i;
            least = far;
        }
    }
    return best;
}

static bool bisect(struct search *search, struct point low, struct point high, double *found)
{
    for (int i = 0; i < BISECTIONS_MAX; i++) {
        if (low.miss == 0 || high.miss == 0) {
            break;
        }
        double middle = low.value + (high.value - low.value) / 2;
        if (middle <= low.value || middle >= high.value) {
            break;
        }
        double miss = miss_at(search, middle);
        if (isnan(miss)) {
            return false;
        }
        struct point *side = (miss < 0) == (low.miss < 0) ? &low : &high;
        *side = (struct point){ middle, miss, false };
    }
    const struct point *better = fabs(low.miss) <= fabs(high.miss) ? &low : &high;
    *found = better->value;
    return is_met(search, better->miss);
}

/* The value of an input that makes the result what was measured. */
static bool find_value(struct search *search, const struct aic_question *question, size_t input,
                       double *found)
{
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, input, NULL);
    struct aic_value now = aic_question_value(question, input);
    double start = now.set ? now.number : (double)NAN;
    search->input = input;
    make_grid(search, field, start);
    if (isnan(start)) {
        start = field->max > 0 ? field->max : 1;
    }
    for (int i = 0; i < BRACKETS_MAX; i++) {
        size_t at = next_bracket(search, start);
        if (at == search->count) {
            break;
        }
        search->points[at].done = true;
        if (bisect(search, search->points[at], search->points[at + 1], found)) {
            return true;
        }
    }
    return false;
}

/* Tries an input; the first that was possible is the one to speak of where none explains. */
static bool try_input(struct search *search, struct aic_measured *measured,
                      const struct aic_answer *answer, size_t input)
{
    double found = NAN;
    bool ok = find_value(search, answer->question, input, &found);
    if (ok) {
        measured->explained = AIC_EXPLAINED;
        measured->input = input;
        measured->input_value = found;
    } else if (search->possible && measured->explained == AIC_NOT_EXPLAINED) {
        measured->explained = AIC_UNEXPLAINED;
        measured->input = input;
    }
    return ok;
}

static const char *names_of(const struct aic_measured *measured,
                            const struct aic_calculator *calculator)
{
    for (size_t i = 0; i < calculator->bands.cause_count; i++) {
        if (calculator->bands.causes[i].result == measured->result) {
            return calculator->bands.causes[i].inputs;
        }
    }
    return "";
}

/* Of the inputs that the calculator names: those in use; or the first that is not, and could be. */
static bool try_named(struct search *search, struct aic_measured *measured,
                      const struct aic_answer *answer, bool in_use)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    const char *names = names_of(measured, calculator);
    struct aic_span rest = { names, strlen(names) };
    struct aic_span name;
    while (aic_formula_next_name(&rest, &name)) {
        size_t input = aic_table_find(&calculator->inputs, name.at, name.length);
        if (answer->used[input] != in_use) {
            continue;
        }
        if (try_input(search, measured, answer, input)) {
            return true;
        }
        if (!in_use && search->possible) {
            break;
        }
    }
    return false;
}

/* Whether an input may be other than the answer takes it: a default, or an estimate. */
static bool is_open(const struct aic_answer *answer, size_t input, bool given_too)
{
    const struct aic_field *field =
        aic_table_at(&answer->question->calculator->inputs, input, NULL);
    bool is_guess = field->flags & AIC_ASSUMPTION || answer->input_basis[input] == AIC_ESTIMATE;
    bool is_given = aic_question_origin(answer->question, input) >= AIC_FROM_LAUNCH;
    return field->kind == AIC_REAL && is_guess && (given_too || !is_given);
}

static bool try_assumed(struct search *search, struct aic_measured *measured,
                        const struct aic_answer *answer, struct aic_error *error)
{
    struct aic_sensitivity sensitivity;
    bool tried = false;
    bool ok = aic_sensitivity_init(&sensitivity, answer, &measured->result, 1, error);
    for (int pass = 0; ok && pass < 2; pass++) {
        for (size_t i = 0; i < sensitivity.count && !tried; i++) {
            const struct aic_effect *effect = &sensitivity.effects[i];
            if (effect->size > NEGLIGIBLE && is_open(answer, effect->input, pass > 0)) {
                try_input(search, measured, answer, effect->input);
                tried = true;
            }
        }
    }
    aic_sensitivity_clear(&sensitivity);
    return ok;
}

static bool find(struct search *search, struct aic_measured *measured,
                 const struct aic_answer *answer, struct aic_error *error)
{
    if (try_named(search, measured, answer, true) || try_named(search, measured, answer, false) ||
        measured->explained != AIC_NOT_EXPLAINED) {
        return true;
    }
    return try_assumed(search, measured, answer, error);
}

bool aic_find_cause(struct aic_measured *measured, const struct aic_answer *answer,
                    struct aic_error *error)
{
    struct search *search = calloc(1, sizeof *search);
    measured->explained = AIC_NOT_EXPLAINED;
    if (!search) {
        return aic_fail_memory(error);
    }
    search->measured = measured;
    bool ok = aic_probe_init(&search->probe, answer->question, error) &&
              find(search, measured, answer, error);
    aic_probe_clear(&search->probe);
    free(search);
    return ok;
}
