/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One quantity has one value: a row that two calculators have under the same name and with the same words is
 * the same in both, where they are asked the same, and so it is in the parts of one answer. Asked the same are
 * rows all of whose inputs - those that stand in their formulas, down to the last - both
 * calculators have, with equal values. AICALC_TEST_QUESTIONS sets how many questions a calculator is asked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/composition.h>
#include <aicalc/formula.h>
#include <aicalc/train_time.h>

#include "walk.h"

#define QUESTIONS       60
#define SHOWN_MAX       8
#define CALCULATORS_MAX 24
#define SETTINGS_MAX    512

static long compared[2]; /* rows of two calculators, quantities of two parts */

static long questions_wanted(void)
{
    const char *wanted = getenv("AICALC_TEST_QUESTIONS");
    return wanted ? atol(wanted) : QUESTIONS;
}

static void show(const struct walk *walk)
{
    char command[4096];
    struct aic_text text;
    aic_text_init(&text, command, sizeof command);
    walk_command(walk, walk->settings, walk->count, &text);
    printf("  %s\n", command);
}

static bool is_same_number(struct aic_value a, struct aic_value b)
{
    return a.number == b.number || fabs(a.number - b.number) <= 1e-9 * fabs(a.number);
}

/* ---- what a row rests on ---- */

/* Marks of the inputs of a calculator, and of its results that were looked at. */
struct marks {
    const struct aic_calculator *calculator;
    bool *inputs, *results;
    bool is_open; /* something of it cannot be seen in its formula */
};

static void mark_result(struct marks *marks, size_t result);

static void mark_names(struct marks *marks, const char *words)
{
    struct aic_span rest = { words, strlen(words) };
    struct aic_span name;
    while (aic_formula_next_name(&rest, &name)) {
        size_t index;
        bool is_input;
        if (!aic_name_find(marks->calculator, NULL, NULL, name, &is_input, &index)) {
            continue;
        }
        if (is_input) {
            marks->inputs[index] = true;
        } else {
            mark_result(marks, index);
        }
    }
}

static void mark_result(struct marks *marks, size_t result)
{
    const struct aic_field *field = aic_table_at(&marks->calculator->results, result, NULL);
    if (marks->results[result]) {
        return;
    }
    marks->results[result] = true;
    if (field->formula) {
        mark_names(marks, field->formula);
    }
    if (field->sentence) {
        mark_names(marks, field->sentence);
    }
    if (field->rests_on) {
        mark_names(marks, field->rests_on);
    }
    marks->is_open = marks->is_open || (!field->formula && !field->rests_on);
}

static struct marks marks_of(const struct aic_calculator *calculator, size_t result)
{
    struct marks marks = { .calculator = calculator };
    marks.inputs = calloc(aic_table_size(&calculator->inputs), sizeof marks.inputs[0]);
    marks.results = calloc(aic_table_size(&calculator->results), sizeof marks.results[0]);
    assert_true(marks.inputs && marks.results);
    mark_result(&marks, result);
    return marks;
}

static void marks_clear(struct marks *marks)
{
    free(marks->inputs);
    free(marks->results);
}

/* ---- two calculators ---- */

/* A row that both have. */
struct shared_row {
    size_t rows[2];
    struct marks marks[2];
};

struct two {
    const struct aic_calculator *calculators[2];
    struct shared_row *shared;
    size_t count;
};

static void find_shared(struct two *two)
{
    const struct aic_table *a = &two->calculators[0]->results, *b = &two->calculators[1]->results;
    two->count = 0;
    two->shared = calloc(aic_table_size(a), sizeof two->shared[0]);
    assert_non_null(two->shared);
    for (size_t i = 0; i < aic_table_size(a); i++) {
        const struct aic_field *field = aic_table_at(a, i, NULL);
        size_t other = aic_table_find(b, field->name, strlen(field->name));
        if (other < aic_table_size(b) && aic_field_is_number(field) &&
            strcmp(aic_table_at(b, other, NULL)->help, field->help) == 0) {
            two->shared[two->count++] =
                (struct shared_row){ { i, other },
                                     { marks_of(two->calculators[0], i),
                                       marks_of(two->calculators[1], other) } };
        }
    }
}

static void two_clear(struct two *two)
{
    for (size_t i = 0; i < two->count; i++) {
        marks_clear(&two->shared[i].marks[0]);
        marks_clear(&two->shared[i].marks[1]);
    }
    free(two->shared);
}

/* What the first question was asked with, as far as the second calculator has such inputs. */
static size_t settings_for(const struct aic_question *question, const struct aic_calculator *other,
                           struct aic_setting *settings)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    size_t count = 0;
    for (size_t i = 0; i < aic_table_size(inputs) && count < SETTINGS_MAX; i++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        struct aic_value value = aic_question_value(question, i);
        size_t at = aic_table_find(&other->inputs, field->name, strlen(field->name));
        if (at == aic_table_size(&other->inputs) || !value.set || field->kind == AIC_REFERENCE ||
            aic_question_origin(question, i) == AIC_FROM_DEFAULT) {
            continue;
        }
        const struct aic_field *same = aic_table_at(&other->inputs, at, NULL);
        if (same->kind == field->kind && same->dimension == field->dimension) {
            const char *text =
                field->kind == AIC_CHOICE ? aic_choice_name(field, (int)value.number) : NULL;
            settings[count++] = (struct aic_setting){ field->name, text, value.number };
        }
    }
    return count;
}

/* Every input that the row of `of` rests on has the same value, or none, in the other question. */
static bool is_asked_alike(const struct marks *of, const struct aic_question *question,
                           const struct aic_question *other)
{
    const struct aic_table *inputs = &of->calculator->inputs;
    const struct aic_table *others = &other->calculator->inputs;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        if (!of->inputs[i] || field->kind == AIC_REFERENCE) {
            continue;
        }
        size_t at = aic_table_find(others, field->name, strlen(field->name));
        struct aic_value value = aic_question_value(question, i);
        struct aic_value same = { false, 0, NULL };
        if (at < aic_table_size(others)) {
            same = aic_question_value(other, at);
        }
        if (value.set != same.set || (value.set && value.number != same.number)) {
            return false;
        }
    }
    return true;
}

struct tally {
    long compared, wrong;
};

static void compare_rows(const struct walk *walk, const struct two *two,
                         const struct aic_answer *other, struct tally *tally)
{
    for (size_t i = 0; i < two->count; i++) {
        const struct shared_row *row = &two->shared[i];
        struct aic_value a = aic_answer_result(&walk->answer, row->rows[0]);
        struct aic_value b = aic_answer_result(other, row->rows[1]);
        if (!a.set || !b.set || row->marks[0].is_open || row->marks[1].is_open ||
            !is_asked_alike(&row->marks[0], &walk->question, other->question) ||
            !is_asked_alike(&row->marks[1], other->question, &walk->question)) {
            continue;
        }
        tally->compared++;
        if (!is_same_number(a, b) && tally->wrong++ < SHOWN_MAX) {
            printf("FAIL %s of %s is %.17g, of %s %.17g\n",
                   aic_table_at(&two->calculators[0]->results, row->rows[0], NULL)->name,
                   two->calculators[0]->name, a.number, two->calculators[1]->name, b.number);
            show(walk);
        }
    }
}

static void compare_with(const struct walk *walk, const struct two *two, struct tally *tally)
{
    static struct walk other;
    static struct aic_question question;
    struct aic_setting settings[SETTINGS_MAX];
    struct aic_answer answer;
    struct aic_error error;
    size_t count = settings_for(&walk->question, two->calculators[1], settings);
    other.calculator = two->calculators[1];
    if (walk_ask(&other, settings, count, &question, &answer, &error)) {
        compare_rows(walk, two, &answer, tally);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
}

static void rows_agree_between_calculators(void **state)
{
    (void)state;
    static struct walk walk;
    static struct two twos[CALCULATORS_MAX];
    struct tally tally = { 0, 0 };
    const struct aic_calculator *a, *b;
    for (size_t c = 0; (a = walk_calculator_at(c)); c++) {
        size_t count = 0;
        if (aic_part_count(a) > 0) {
            continue;
        }
        for (size_t d = 0; (b = walk_calculator_at(d)); d++) {
            if (b != a && aic_part_count(b) == 0) {
                assert_true(count < CALCULATORS_MAX);
                twos[count] = (struct two){ .calculators = { a, b } };
                find_shared(&twos[count++]);
            }
        }
        walk_init(&walk, a, 4100);
        for (long i = 0; i < questions_wanted(); i++, walk_step(&walk)) {
            for (size_t d = 0; d < count; d++) {
                if (twos[d].count > 0) {
                    compare_with(&walk, &twos[d], &tally);
                }
            }
        }
        walk_clear(&walk);
        for (size_t d = 0; d < count; d++) {
            two_clear(&twos[d]);
        }
    }
    compared[0] = tally.compared;
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.compared > 0);
}

/* ---- the parts of one answer ---- */

/* A result of a part in this answer, or an input that its results rest on. */
struct row {
    const struct aic_field *field; /* NULL: there is none */
    struct aic_value value;
};

static struct row row_of_part(const struct walk *walk, size_t part, bool is_input, size_t index)
{
    const struct aic_part_view view = aic_part_at(walk->calculator, part);
    const struct aic_table *table = is_input ? &view.calculator->inputs : &view.calculator->results;
    size_t offset;
    const struct aic_field *field = aic_table_at(table, index, &offset);
    const char *in = (const char *)walk->question.in + view.in;
    struct aic_value value = is_input ? aic_value_load(field, in + offset)
                                      : aic_answer_result(&walk->answer, view.first_result + index);
    value.set = value.set && (!is_input || walk->answer.used[view.first_input + index]);
    return (struct row){ field, value };
}

static struct row find_in_part(const struct walk *walk, size_t part, bool is_input,
                               const char *name)
{
    const struct aic_part_view view = aic_part_at(walk->calculator, part);
    const struct aic_table *table = is_input ? &view.calculator->inputs : &view.calculator->results;
    size_t index = aic_table_find(table, name, strlen(name));
    return index == aic_table_size(table) ? (struct row){ .field = NULL }
                                          : row_of_part(walk, part, is_input, index);
}

static bool rests_on(const struct aic_calculator *calculator, size_t result, const char *name)
{
    size_t input = aic_table_find(&calculator->inputs, name, strlen(name));
    if (input == aic_table_size(&calculator->inputs)) {
        return false;
    }
    struct marks marks = marks_of(calculator, result);
    bool rests = marks.inputs[input];
    marks_clear(&marks);
    return rests;
}

/* A value that was given, on which a result of one part rests and that the other cannot take: a measured speed, how
 * activations are kept. */
static bool is_told_more(const struct walk *walk, const struct aic_calculator *part, size_t result,
                         const struct aic_calculator *other)
{
    for (size_t i = 0; i < walk->count; i++) {
        const char *name = walk->settings[i].name;
        if (aic_table_find(&other->inputs, name, strlen(name)) == aic_table_size(&other->inputs) &&
            rests_on(part, result, name)) {
            return true;
        }
    }
    return false;
}

/* A run that waits for data has the speed of its layout times dataload.utilization. */
static bool waits_for_data(const struct walk *walk)
{
    static const char name[] = "dataload.utilization";
    const struct aic_table *results = &walk->calculator->results;
    size_t index = aic_table_find(results, name, sizeof name - 1);
    struct aic_value share = { false, 0, NULL };
    if (index < aic_table_size(results)) {
        share = aic_answer_result(&walk->answer, index);
    }
    return share.set && share.number < 1;
}

/* "27" for 27B, which is told, may be less than what a token looks up: one part then counts by the rule of
 * thumb, the other the attention alone. */
static bool lacks_matrices(const struct walk *walk)
{
    return aic_warned(&walk->answer.notes, "active-params-tiny");
}

static bool may_differ(const struct walk *walk, size_t a, size_t b, const char *name)
{
    const struct aic_calculator *both[2] = { aic_part_at(walk->calculator, a).calculator,
                                             aic_part_at(walk->calculator, b).calculator };
    for (int i = 0; i < 2; i++) {
        size_t result = aic_table_find(&both[i]->results, name, strlen(name));
        if (is_told_more(walk, both[i], result, both[1 - i]) ||
            (lacks_matrices(walk) && rests_on(both[i], result, "active_params")) ||
            (both[i] == &aic_train_time && rests_on(both[i], result, "mfu") &&
             waits_for_data(walk))) {
            return true;
        }
    }
    return false;
}

static void compare_parts(const struct walk *walk, size_t a, size_t b, bool is_input,
                          struct tally *tally)
{
    const struct aic_part_view view = aic_part_at(walk->calculator, a);
    size_t count = aic_table_size(is_input ? &view.calculator->inputs : &view.calculator->results);
    for (size_t i = 0; i < count; i++) {
        struct row row = row_of_part(walk, a, is_input, i);
        struct row other = find_in_part(walk, b, is_input, row.field->name);
        if (!other.field || !row.value.set || !other.value.set ||
            row.field->kind == AIC_REFERENCE || strcmp(row.field->help, other.field->help) != 0) {
            continue;
        }
        tally->compared++;
        if (!is_same_number(row.value, other.value) &&
            (is_input || !may_differ(walk, a, b, row.field->name)) && tally->wrong++ < SHOWN_MAX) {
            printf("FAIL %s of %s is %.17g, of %s %.17g\n", row.field->name, view.name,
                   row.value.number, aic_part_at(walk->calculator, b).name, other.value.number);
            show(walk);
        }
    }
}

/* PART.NAME stands for one part alone, and so does dp: attention of several data parallel ranks in a replica (serve). */
static bool tells_parts_apart(const struct walk *walk)
{
    for (size_t i = 0; i < walk->count; i++) {
        const char *name = walk->settings[i].name;
        if (strchr(name, '.') || strcmp(name, "dp") == 0) {
            return true;
        }
    }
    return false;
}

static void compare_all_parts(const struct walk *walk, struct tally *tally)
{
    size_t parts = aic_part_count(walk->calculator);
    for (size_t a = 0; a < parts; a++) {
        for (size_t b = a + 1; b < parts; b++) {
            if (aic_part_is_asked(walk->calculator, walk->answer.out, a) &&
                aic_part_is_asked(walk->calculator, walk->answer.out, b)) {
                compare_parts(walk, a, b, true, tally);
                compare_parts(walk, a, b, false, tally);
            }
        }
    }
}

/* Where parts are told apart the walk begins again. */
static void quantities_agree_between_parts(void **state)
{
    (void)state;
    static struct walk walk;
    struct tally tally = { 0, 0 };
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        if (aic_part_count(calculator) == 0) {
            continue;
        }
        walk_init(&walk, calculator, 4200);
        for (long i = 0; i < questions_wanted() / 2; i++, walk_step(&walk)) {
            if (tells_parts_apart(&walk)) {
                walk_start_at(&walk, (size_t)i);
            }
            compare_all_parts(&walk, &tally);
        }
        walk_clear(&walk);
    }
    compared[1] = tally.compared;
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.compared > 0);
}

static int print_counts(void **state)
{
    (void)state;
    printf("%ld rows of two calculators compared, %ld quantities of two parts of an answer\n",
           compared[0], compared[1]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_agree_between_calculators),
        cmocka_unit_test(quantities_agree_between_parts),
    };
    return cmocka_run_group_tests(tests, NULL, print_counts);
}
