/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves of single inputs: asking only the parts that are reached gives what asking all of them
 * gives, to the last bit, and nothing of a move stays behind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/aicalc.h>

#include "engine/moves.h"

#include "own.h"

/* A question, evaluated as moves start from it, and room for the same in one piece. */
struct moving {
    const struct aic_calculator *calculator;
    const void *asked; /* the inputs of the question */
    char *in, *out, *whole_in, *whole_out;
    char *held; /* the results with what is remembered of them, where parts keep what they chose */
    struct aic_notes notes, whole_notes;
    struct aic_moves moves;
    size_t moved, refused, passed_over, decided; /* how often */
};

static void begin(struct moving *moving, const struct aic_question *question, bool holds)
{
    const struct aic_calculator *calculator = question->calculator;
    memset(moving, 0, sizeof *moving);
    moving->calculator = calculator;
    moving->asked = question->in;
    moving->in = malloc(calculator->in_size);
    moving->out = malloc(calculator->out_size);
    moving->whole_in = malloc(calculator->in_size);
    moving->whole_out = malloc(calculator->out_size);
    assert_true(moving->in && moving->out && moving->whole_in && moving->whole_out);
    memcpy(moving->in, question->in, calculator->in_size);
    aic_notes_init(&moving->notes);
    moving->notes.quiet = true;
    aic_evaluate_begin(calculator, moving->out, holds);
    assert_true(aic_evaluate_again(calculator, moving->in, moving->out, &moving->notes));
    if (holds) {
        moving->held = malloc(calculator->out_size);
        assert_non_null(moving->held);
        memcpy(moving->held, moving->out, calculator->out_size);
    }
    assert_true(aic_moves_init(&moving->moves, calculator, moving->in, moving->out, &moving->notes,
                               &moving->notes.error));
}

static void end(struct moving *moving)
{
    aic_moves_clear(&moving->moves);
    free(moving->in);
    free(moving->out);
    free(moving->whole_in);
    free(moving->whole_out);
    free(moving->held);
}

static void set(char *in, const struct aic_field *field, double number)
{
    struct aic_value value = { true, number, NULL };
    aic_value_store(field, in + field->offset, value);
    *aic_origin_at(in, field->offset) = AIC_FROM_FLAG;
}

static bool evaluate_whole(struct moving *moving, const struct aic_field *field, double number)
{
    memcpy(moving->whole_in, moving->asked, moving->calculator->in_size);
    set(moving->whole_in, field, number);
    aic_notes_init(&moving->whole_notes);
    moving->whole_notes.quiet = true;
    if (moving->held) {
        memcpy(moving->whole_out, moving->held, moving->calculator->out_size);
        return aic_evaluate_again(moving->calculator, moving->whole_in, moving->whole_out,
                                  &moving->whole_notes);
    }
    return aic_evaluate(moving->calculator, moving->whole_in, moving->whole_out,
                        &moving->whole_notes);
}

static bool is_same(const struct aic_field *field, const char *one, const char *other)
{
    struct aic_value a = aic_value_load(field, one + field->offset);
    struct aic_value b = aic_value_load(field, other + field->offset);
    return a.set == b.set && (!a.set || a.number == b.number);
}

static void compare(struct moving *moving, const char *with, const struct aic_field *input,
                    double number)
{
    const struct aic_table *results = &moving->calculator->results;
    for (size_t i = 0; i < aic_table_size(results); i++) {
        const struct aic_field *field = aic_table_at(results, i, NULL);
        if (!is_same(field, moving->out, with)) {
            fail_msg("%s with %s = %.17g: %.17g, and asked whole %.17g", field->name, input->name,
                     number, aic_value_load(field, moving->out + field->offset).number,
                     aic_value_load(field, with + field->offset).number);
        }
    }
}

static void move_to(struct moving *moving, size_t input, double number)
{
    const struct aic_field *field = aic_table_at(&moving->calculator->inputs, input, NULL);
    bool is_number = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
    struct aic_value checked;
    if (is_number && !aic_value_from_number(field, number, &checked, NULL)) {
        return;
    }
    bool whole = evaluate_whole(moving, field, number);
    bool reaches = aic_moves_reach(&moving->moves, input);
    set(moving->in, field, number);
    bool decides = aic_moves_decide(&moving->moves, input);
    if (decides) { /* whatever it decides, it can be put back without an evaluation */
        aic_moves_undo(&moving->moves);
        set(moving->in, field, number);
    }
    bool ok = aic_moves_evaluate(&moving->moves, input);
    assert_int_equal(ok, whole);
    if (ok) {
        compare(moving, moving->whole_out, field, number);
    }
    aic_moves_undo(&moving->moves);
    compare(moving, moving->moves.out_before, field, number);
    assert_memory_equal(moving->in, moving->moves.in_before, moving->calculator->in_size);
    if (!reaches && whole) {
        compare(moving, moving->whole_out, field, number);
    }
    moving->moved += ok;
    moving->refused += !ok;
    moving->passed_over += !reaches;
    moving->decided += decides;
}

/* How many values of it are tried, and the k-th. */
static size_t count_values(const struct aic_field *field)
{
    size_t count = 0;
    while (field->kind == AIC_CHOICE && field->choices[count]) {
        count++;
    }
    return field->kind == AIC_REFERENCE ? 0 : field->kind == AIC_CHOICE ? count : 2;
}

static double value_at(const struct moving *moving, const struct aic_field *field, size_t k)
{
    struct aic_value value = aic_value_load(field, moving->moves.in_before + field->offset);
    bool is_number = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
    double up = value.set ? 2 * value.number : 1, down = value.set ? value.number / 4 : 4096;
    return !is_number ? (double)k : k == 0 ? up : down;
}

/* Moves every input to each of its values. */
static void move_each(struct moving *moving)
{
    const struct aic_table *inputs = &moving->calculator->inputs;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        for (size_t k = 0; k < count_values(field); k++) {
            move_to(moving, i, value_at(moving, field, k));
        }
    }
}

/* A question in names and values, every input of which is moved, also while parts keep what they chose
 * (`holds`); counts those that decided. */
static void move_all(const struct aic_calculator *calculator, const struct aic_setting *settings,
                     size_t count, bool holds, size_t *decided)
{
    struct aic_catalog catalog;
    const struct aic_recipe recipe = { .calculator = calculator,
                                       .catalog = &catalog,
                                       .settings = settings,
                                       .setting_count = count,
                                       .settings_origin = AIC_FROM_FLAG };
    struct aic_question question;
    struct aic_error error = { .code = AIC_OK };
    struct moving moving;
    aic_catalog_init(&catalog);
    if (!aic_recipe_ask(&recipe, &question, &error)) {
        fail_msg("%s", error.message);
    }
    begin(&moving, &question, holds);
    move_each(&moving);
    assert_true(moving.moved > 100 && moving.refused > 10);
    assert_true(moving.passed_over > 0);
    *decided += moving.decided;
    end(&moving);
    aic_question_clear(&question);
    aic_catalog_clear(&catalog);
}

static void test_moves_of_a_training_cluster(void **state)
{
    static const struct aic_setting settings[] = {
        { "model", "mixtral-8x7b", 0 },
        { "node", "dgx-h100", 0 },
        { "gpus", "64", 0 },
        { "tokens", "1T", 0 },
        { "layout", "given", 0 },
        { "tp", "2", 0 },
        { "pp", "4", 0 },
        { "tier", "fsx-lustre-scratch-2", 0 },
        { "checkpoint.gpu_mtbf", "5y", 0 },
        { "power.pue", "1.1", 0 },
    };
    static const struct aic_setting searched[] = {
        { "model", "llama-3.1-8b", 0 },
        { "node", "dgx-h100", 0 },
        { "gpus", "8", 0 },
        { "tokens", "1T", 0 },
    };
    struct aic_registry registry = { { NULL }, { .code = AIC_OK } };
    size_t decided = 0;
    (void)state;
    move_all(aic_registry_find(&registry, "plan", NULL), settings, 10, false, &decided);
    move_all(aic_registry_find(&registry, "plan", NULL), searched, 4, false, &decided);
    move_all(aic_registry_find(&registry, "plan", NULL), searched, 4, true, &decided);
    assert_true(decided > 0);
    aic_registry_clear(&registry);
}

static void test_moves_of_a_service(void **state)
{
    static const struct aic_setting settings[] = {
        { "model", "llama-3.1-8b", 0 }, { "node", "dgx-h100", 0 }, { "prompt", "1000", 0 },
        { "answer", "200", 0 },         { "rate", "10/s", 0 },     { "gpu_price", "2USD/h", 0 },
    };
    /* Another path makes the part drop what was given. */
    static const struct aic_setting loaded[] = {
        { "model", "llama-3.1-70b", 0 }, { "node", "p5.48xlarge", 0 },
        { "prompt", "1000", 0 },         { "answer", "200", 0 },
        { "users", "100", 0 },           { "ttft_limit", "1s", 0 },
        { "source_bw", "10GB/s", 0 },    { "tp", "2", 0 },
    };
    /* No replica keeps the limit: power and cost wait for GPUs, and what was given for them is excused. */
    static const struct aic_setting impossible[] = {
        { "model", "llama-3.1-405b", 0 }, { "node", "dgx-h100", 0 },    { "prompt", "1000", 0 },
        { "answer", "200", 0 },           { "rate", "10/s", 0 },        { "tp", "8", 0 },
        { "ttft_limit", "1ms", 0 },       { "gpu_price", "2USD/h", 0 }, { "pue", "1.1", 0 },
    };
    struct aic_registry registry = { { NULL }, { .code = AIC_OK } };
    size_t decided = 0;
    (void)state;
    move_all(aic_registry_find(&registry, "service", NULL), settings, 6, false, &decided);
    move_all(aic_registry_find(&registry, "service", NULL), loaded, 8, false, &decided);
    move_all(aic_registry_find(&registry, "service", NULL), impossible, 9, false, &decided);
    assert_true(decided > 0);
    aic_registry_clear(&registry);
}

/* ---- a value that is handed on where there is no other ---- */

static struct aic_composition *form(const struct aic_composition_table *table)
{
    struct aic_error error = { .code = AIC_OK };
    struct aic_composition *composition = aic_composition_form(table, &error);
    if (!composition) {
        fail_msg("%s", error.message);
    }
    return composition;
}

/* `second` is the same wherever `a` is; `value` is there from 1 on. */
static bool compute_first(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = in->a >= 1 ? in->a : (double)NAN;
    out->second = 5;
    return true;
}

static bool compute_last(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->count = aic_or(in->m, 1);
    return true;
}

OWN(first, compute_first, { AIC_FIELD_REAL(IN, a), .help = "a", .default_text = "0.25" });
OWN(last, compute_last, { AIC_FIELD_INTEGER(IN, m), .help = "m" });

/* `m` is fed by `second`, but not where `value` is there: a move that changes that alone reaches it. */
static void test_moves_of_what_is_there_instead(void **state)
{
    struct aic_calculator one = first, other = last;
    const struct aic_part_row parts[] = {
        { .calculator = &one },
        { .calculator = &other,
          .feeds = { { .input = "m", .results = "one.second", .unless = "one.value" } } },
        { .calculator = NULL },
    };
    static const char *const examples[] = { "aicalc both --a 1", NULL };
    const struct aic_composition_table both = {
        .name = "both",
        .help = "one and another",
        .parts = parts,
        .examples = examples,
    };
    struct aic_question question;
    struct moving moving;
    (void)state;
    one.name = "one";
    other.name = "other";
    struct aic_composition *composition = form(&both);
    const struct aic_calculator *calculator = aic_composition_calculator(composition);
    size_t input = aic_table_find(&calculator->inputs, "a", 1);
    const struct aic_field *count = aic_table_at(
        &calculator->results, aic_table_find(&calculator->results, "other.count", 11), NULL);
    assert_true(aic_question_init(&question, calculator, NULL));
    begin(&moving, &question, false);
    assert_true(aic_value_load(count, moving.out + count->offset).number == 5);
    set(moving.in, aic_table_at(&calculator->inputs, input, NULL), 2);
    assert_true(aic_moves_evaluate(&moving.moves, input));
    assert_true(aic_value_load(count, moving.out + count->offset).number == 1);
    aic_moves_undo(&moving.moves);
    assert_true(aic_value_load(count, moving.out + count->offset).number == 5);
    move_to(&moving, input, 0.5); /* another value, and still none to hand on */
    move_to(&moving, input, 2);
    assert_int_equal(moving.moved, 2);
    end(&moving);
    aic_question_clear(&question);
    aic_composition_free(composition);
}

/* ---- what has a part in how others are handed on ---- */

/* Asked once more, it knows `m`. What it gives the sink rests on `b` alone, or on `m` where it is known. */
static bool compute_steady(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = 7;
    out->second = 5 * in->b;
    out->count = in->b >= 2 ? in->b : (double)NAN;
    out->kind = in->m > 6;
    return true;
}

static bool compute_unsteady(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    compute_steady(input, output, notes);
    out->second = isnan(in->m) ? 5 * in->b : 9;
    return true;
}

/* Fails with an `m` that is too small for `b`: one that it was fed before, and would not be now. */
static bool compute_strict(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    if (in->m < 5 * in->b) {
        return aic_fail(&notes->error, AIC_ERR_VALUE, "b", "b must be at most m / 5");
    }
    return compute_steady(input, output, notes);
}

/* Refuses an `m` above `a`: where it was fed, it is left out. */
static bool compute_sink(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    if (in->m > in->a) {
        return aic_fail(&notes->error, AIC_ERR_VALUE, "m", "m must be at most a");
    }
    out->value = in->n;
    out->second = in->a;
    out->count = aic_or(in->m, 1);
    return true;
}

static bool compute_late(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = in->m;
    return true;
}

OWN(late, compute_late, { AIC_FIELD_INTEGER(IN, m), .help = "m" });
OWN(steady, compute_steady, { AIC_FIELD_REAL(IN, b), .help = "b", .default_text = "1" },
    { AIC_FIELD_INTEGER(IN, m), .help = "m" });
OWN(sink, compute_sink, { AIC_FIELD_REAL(IN, a), .help = "a", .default_text = "3" },
    { AIC_FIELD_INTEGER(IN, m), .help = "m" }, { AIC_FIELD_INTEGER(IN, n), .help = "n" },
    { AIC_FIELD_INTEGER(IN, k), .help = "k", .default_text = "2" },
    { AIC_FIELD_CHOICE(IN, pick, own_kinds), .help = "which", .default_text = "high" });

/* Moves every input of "source", "sink" and "source" again, with that limit of the sink. A last part is
 * asked once the source counts. */
static void move_fed(bool (*compute)(const void *, void *, struct aic_notes *), double limit)
{
    struct aic_calculator source = steady, other = sink, third = late;
    const struct aic_part_row parts[] = {
        { .calculator = &source, .feeds = { { .input = "m", .results = "sink.count" } } },
        { .calculator = &other,
          .asked = "pick=high",
          .feeds = { { .input = "m", .results = "source.second", .multiple_of = "k" },
                     { .input = "n", .results = "source.value" } } },
        { .calculator = &source, .after = "sink" },
        { .calculator = &third,
          .asked = "m",
          .feeds = { { .input = "m", .results = "source.count" } } },
        { .calculator = NULL },
    };
    static const struct aic_plain_name yields[] = { { "n", "sink" }, { NULL, NULL } };
    static const char *const examples[] = { "aicalc both --a 1", NULL };
    const struct aic_composition_table both = {
        .name = "both",
        .help = "one and another",
        .parts = parts,
        .yields = yields,
        .examples = examples,
    };
    struct aic_question question;
    struct moving moving;
    source.name = "source";
    source.compute = compute;
    other.name = "sink";
    third.name = "late";
    struct aic_composition *composition = form(&both);
    const struct aic_calculator *calculator = aic_composition_calculator(composition);
    const struct aic_field *a =
        aic_table_at(&calculator->inputs, aic_table_find(&calculator->inputs, "a", 1), NULL);
    assert_true(aic_question_init(&question, calculator, NULL));
    aic_value_store(a, (char *)question.in + a->offset, (struct aic_value){ true, limit, NULL });
    *aic_origin_at(question.in, a->offset) = AIC_FROM_FLAG;
    begin(&moving, &question, false);
    move_each(&moving);
    assert_true(moving.moved > 10);
    end(&moving);
    aic_question_clear(&question);
    aic_composition_free(composition);
}

static void test_moves_of_what_is_fed(void **state)
{
    (void)state;
    move_fed(compute_steady, 3);  /* what is fed is refused, until the limit moves */
    move_fed(compute_steady, 40); /* it is taken, rounded up */
    move_fed(compute_steady, 8);  /* and refused when the limit moves */
    move_fed(compute_strict, 40);
    move_fed(compute_unsteady, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_of_what_is_there_instead),
        cmocka_unit_test(test_moves_of_what_is_fed),
        cmocka_unit_test(test_moves_of_a_training_cluster),
        cmocka_unit_test(test_moves_of_a_service),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
