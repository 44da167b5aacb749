/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compositions of a test's own parts: what parts hand to each other, what they refuse and what is
 * asked again, where the calculators of the library do not happen to differ so.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <aicalc/calculator_rows.h>

#include "unit/own.h"

/* Results are inputs as they are. */
static bool pass_on(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = in->a;
    out->second = in->b;
    out->count = in->n;
    out->kind = in->pick;
    out->holds = in->on;
    return true;
}

static bool warn_twice(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    aic_warn(notes, "same", "this is said once");
    aic_warn(notes, "other", "a is %g", in->a);
    return pass_on(input, output, notes);
}

static const char *const high_or_middle[] = { "high", "middle", NULL };

#define A    AIC_FIELD_REAL(IN, a), .help = "a"
#define B    AIC_FIELD_REAL(IN, b), .help = "b"
#define N    AIC_FIELD_INTEGER(IN, n), .help = "n"
#define PICK AIC_FIELD_CHOICE(IN, pick, own_kinds), .help = "pick"
#define ON   AIC_FIELD_FLAG(IN, on), .help = "on"

/* A calculator whose name is that of its C object. */
#define PART(name_, compute_, ...)                                                                 \
    static const struct aic_field name_##_fields[] = { __VA_ARGS__ };                              \
    static const struct aic_group name_##_inputs[] = { AIC_GROUP("In", name_##_fields) };          \
    static const struct aic_calculator name_ = {                                                   \
        .name = #name_,                                                                            \
        .help = "of a test",                                                                       \
        .in_size = sizeof(IN),                                                                     \
        .out_size = sizeof(OUT),                                                                   \
        .inputs = AIC_TABLE(name_##_inputs),                                                       \
        .results = AIC_TABLE(own_results),                                                         \
        .compute = compute_,                                                                       \
    }

PART(source, pass_on, { A, .max = 10 }, { B }, { N }, { PICK });

/* ---- asking ---- */

struct asked {
    struct aic_composition *composition;
    struct aic_question question;
    struct aic_answer answer;
    struct aic_error error;
    bool ok;
};

/* Forms a composition and asks it with names and values in turn, ended by NULL. */
static void ask(struct asked *asked, const struct aic_composition_table *table,
                const char *const *settings)
{
    memset(asked, 0, sizeof *asked);
    asked->composition = aic_composition_form(table, &asked->error);
    if (!asked->composition) {
        fail_msg("%s", asked->error.message);
    }
    asked->ok = aic_question_init(&asked->question, aic_composition_calculator(asked->composition),
                                  &asked->error);
    for (; asked->ok && *settings; settings += 2) {
        size_t index;
        asked->ok = aic_question_find(&asked->question, settings[0], &index, &asked->error) &&
                    aic_question_set_text(&asked->question, index, settings[1], AIC_FROM_FLAG, NULL,
                                          &asked->error);
    }
    asked->ok = asked->ok && aic_answer_init(&asked->answer, &asked->question, &asked->error);
}

static void clear(struct asked *asked)
{
    aic_answer_clear(&asked->answer);
    aic_question_clear(&asked->question);
    aic_composition_free(asked->composition);
}

static struct aic_value result(const struct asked *asked, const char *name)
{
    const struct aic_table *results = &asked->question.calculator->results;
    size_t index = aic_table_find(results, name, strlen(name));
    assert_true(index < aic_table_size(results));
    return aic_answer_result(&asked->answer, index);
}

/* What a result is for these settings; NaN: none. */
static double answered(const struct aic_composition_table *table, const char *const *settings,
                       const char *name)
{
    struct asked asked;
    ask(&asked, table, settings);
    if (!asked.ok) {
        fail_msg("%s", asked.error.message);
    }
    struct aic_value value = result(&asked, name);
    clear(&asked);
    return value.set ? value.number : (double)NAN;
}

static void refused(const struct aic_composition_table *table, const char *const *settings,
                    const char *message, const char *suggestion)
{
    struct asked asked;
    ask(&asked, table, settings);
    assert_false(asked.ok);
    assert_string_equal(asked.error.message, message);
    assert_string_equal(asked.error.suggestion, suggestion);
    clear(&asked);
}

static void table_refused(const struct aic_composition_table *table, const char *words)
{
    struct aic_error error = { .code = AIC_OK };
    assert_null(aic_composition_form(table, &error));
    assert_int_equal(error.code, AIC_ERR_TABLE);
    if (!strstr(error.message, words)) {
        fail_msg("'%s' does not say '%s'", error.message, words);
    }
}

#define SETTINGS(...)                                                                              \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* ---- tables that are wrong ---- */

PART(unreadable, pass_on, { N, .default_text = "many" });
PART(other_dimension, pass_on, { A, .dimension = AIC_BYTES });
PART(of_gpus, pass_on, { AIC_FIELD_REFERENCE(IN, label, AIC_GPUS), .help = "entry" });
PART(of_nodes, pass_on, { AIC_FIELD_REFERENCE(IN, label, AIC_NODES), .help = "entry" });

static void wrong_parts_are_refused(void **state)
{
    static const struct aic_part_row broken[] = { { .calculator = &unreadable },
                                                  { .calculator = NULL } };
    static const struct aic_part_row dimensions[] = { { .calculator = &source },
                                                      { .calculator = &other_dimension },
                                                      { .calculator = NULL } };
    static const struct aic_part_row catalogs[] = { { .calculator = &of_gpus },
                                                    { .calculator = &of_nodes },
                                                    { .calculator = NULL } };
    static const struct aic_part_row undotted[] = {
        { .calculator = &source },
        { .calculator = &of_gpus, .feeds = { { .input = "label", .results = "value" } } },
        { .calculator = NULL },
    };
    static const struct aic_plain_name only[] = { { "nothing", "source" }, { NULL, NULL } };
    struct aic_composition_table table = { .name = "own", .help = "of a test" };
    (void)state;
    table.parts = broken;
    table_refused(&table, "the default 'many' of n cannot be read");
    table.parts = dimensions;
    table_refused(&table, "a means something else in other_dimension");
    table.parts = catalogs;
    table_refused(&table, "label means something else in of_nodes");
    table.parts = undotted;
    table_refused(&table, "'value' is a result of no part");
    table.parts = undotted;
    table.only = only;
    table_refused(&table, "has no input of a name");
}

/* Rows of inputs beyond those that a struct of a test has; all lie on the same bytes. */
#define MANY 240

struct many {
    struct aic_field fields[MANY];
    char names[MANY][48]; /* as large as two numbers can be */
    struct aic_group group;
    struct aic_calculator calculator;
    char name[16];
};

static void make_many(struct many *many, size_t number, size_t count, const struct aic_field *row)
{
    snprintf(many->name, sizeof many->name, "many%zu", number);
    for (size_t i = 0; i < count; i++) {
        snprintf(many->names[i], sizeof many->names[i], "x%zu_%zu", number, i);
        many->fields[i] = *row;
        many->fields[i].name = many->names[i];
    }
    many->group = (struct aic_group){ "Many", many->fields, count };
    many->calculator = source;
    many->calculator.name = many->name;
    many->calculator.inputs = (struct aic_table){ &many->group, 1, NULL, 0 };
}

/* Places of fields have 16 bits. */
static void too_many_results_are_refused(void **state)
{
    struct aic_field *rows = calloc(UINT16_MAX, sizeof rows[0]);
    struct aic_group group = { "Many", rows, UINT16_MAX };
    struct aic_calculator many = source;
    const struct aic_part_row parts[] = { { .calculator = &many }, { .calculator = NULL } };
    const struct aic_composition_table table = { .name = "own", .parts = parts };
    (void)state;
    assert_non_null(rows);
    many.name = "many";
    many.results = (struct aic_table){ &group, 1, NULL, 0 };
    for (size_t i = 0; i < UINT16_MAX; i++) {
        rows[i] = source.results.groups[0].fields[0];
    }
    table_refused(&table, "results: are too many");
    free(rows);
}

/* Only so many parts, plain names, names of entries and fed inputs have a place. */
static void too_many_inputs_are_refused(void **state)
{
    static struct many many[9];
    struct aic_part_row parts[11] = { { .calculator = &source } };
    const struct aic_composition_table table = { .name = "own", .parts = parts };
    (void)state;
    for (size_t i = 0; i < 9; i++) {
        make_many(&many[i], i, MANY, &(struct aic_field){ A });
        parts[i + 1].calculator = &many[i].calculator;
    }
    table_refused(&table, "inputs: are too many");

    parts[2].calculator = NULL;
    make_many(&many[0], 0, 65, &(struct aic_field){ A, .fed_by = "source.value" });
    table_refused(&table, "too many of its inputs are fed");
    make_many(&many[0], 0, 64, &(struct aic_field){ A, .fed_by = "source.value" });
    struct aic_error error = { .code = AIC_OK };
    struct aic_composition *composition = aic_composition_form(&table, &error);
    assert_non_null(composition);
    aic_composition_free(composition);

    make_many(&many[0], 0, 65, &(struct aic_field){ AIC_FIELD_REFERENCE(IN, label, AIC_GPUS) });
    table_refused(&table, "name too many catalog entries");
}

/* ---- what a plain name is, of inputs that differ ---- */

PART(unbounded, pass_on, { A });
PART(on_yes, pass_on, { ON, .default_text = "yes" });
PART(on_true, pass_on, { ON, .default_text = "true" });
PART(on_no, pass_on, { ON, .default_text = "no" });
PART(on_set, pass_on, { ON, .preset = "a 1, b 2" }, { A }, { B });
PART(on_more, pass_on, { ON, .preset = "b 2, a 3" }, { A }, { B });

static const struct aic_field *plain(const struct aic_composition *composition, const char *name)
{
    const struct aic_table *inputs = &aic_composition_calculator(composition)->inputs;
    return aic_table_at(inputs, aic_table_find(inputs, name, strlen(name)), NULL);
}

static struct aic_composition *form_two(const struct aic_calculator *first,
                                        const struct aic_calculator *second)
{
    const struct aic_part_row parts[] = { { .calculator = first },
                                          { .calculator = second },
                                          { .calculator = NULL } };
    const struct aic_composition_table table = { .name = "own", .parts = parts };
    struct aic_error error = { .code = AIC_OK };
    struct aic_composition *composition = aic_composition_form(&table, &error);
    if (!composition) {
        fail_msg("%s", error.message);
    }
    return composition;
}

static void plain_names_are_as_wide_as_the_widest(void **state)
{
    (void)state;
    struct aic_composition *composition = form_two(&source, &unbounded);
    assert_true(plain(composition, "a")->max == 0);
    aic_composition_free(composition);
    composition = form_two(&unbounded, &source);
    assert_true(plain(composition, "a")->max == 0);
    assert_true(plain(composition, "source.a")->max == 10);
    aic_composition_free(composition);
}

static void one_default_may_be_written_two_ways(void **state)
{
    (void)state;
    struct aic_composition *composition = form_two(&on_yes, &on_true);
    assert_string_equal(plain(composition, "on")->default_text, "yes");
    aic_composition_free(composition);
    composition = form_two(&on_yes, &on_no);
    assert_null(plain(composition, "on")->default_text);
    aic_composition_free(composition);
}

/* What both set alike stands under the plain name, and once. */
static void presets_say_what_they_set_in_each_part(void **state)
{
    (void)state;
    struct aic_composition *composition = form_two(&on_set, &on_more);
    assert_string_equal(plain(composition, "on")->preset, "on_set.a 1, b 2, on_more.a 3");
    aic_composition_free(composition);
}

struct pair_in {
    struct aic_origins origins;
    struct aic_name gpu, node;
};

static const struct aic_field gpu_row = { AIC_FIELD_REFERENCE(struct pair_in, gpu, AIC_GPUS) };
static const struct aic_field node_row = { AIC_FIELD_REFERENCE(struct pair_in, node, AIC_NODES) };

/* An entry that follows another in one of the parts does so in all; where the parts do not agree, the
 * first of the table is first. */
static void entries_have_one_order(void **state)
{
    const struct aic_field there[] = { gpu_row, node_row }, back[] = { node_row, gpu_row };
    const struct aic_group of_there = AIC_GROUP("In", there), of_back = AIC_GROUP("In", back);
    struct aic_calculator first = source, second = source;
    (void)state;
    first.in_size = second.in_size = sizeof(struct pair_in);
    first.inputs = (struct aic_table){ &of_there, 1, NULL, 0 };
    second.inputs = (struct aic_table){ &of_back, 1, NULL, 0 };
    second.name = "second";
    struct aic_composition *composition = form_two(&first, &second);
    const struct aic_calculator *calculator = aic_composition_calculator(composition);
    assert_int_equal(aic_reference_at(calculator, 0), 0);
    assert_int_equal(aic_reference_at(calculator, 1), 1);
    assert_int_equal(aic_reference_at(calculator, 6), aic_table_size(&calculator->inputs));
    aic_composition_free(composition);
}

/* ---- what parts hand on ---- */

PART(narrow, pass_on, { A, .max = 1 });
PART(other_kinds, pass_on,
     { .name = "sort",
       .help = "sort",
       .kind = AIC_CHOICE,
       .offset = offsetof(IN, pick),
       .choices = high_or_middle });

static void values_beyond_what_a_part_takes(void **state)
{
    static const struct aic_part_row parts[] = { { .calculator = &source },
                                                 { .calculator = &narrow },
                                                 { .calculator = NULL } };
    static const struct aic_composition_table table = { .name = "own", .parts = parts };
    (void)state;
    assert_true(answered(&table, SETTINGS("a", "1"), "narrow.value") == 1);
    assert_true(answered(&table, SETTINGS("a", "5", "narrow.a", "0.5"), "source.value") == 5);
    refused(&table, SETTINGS("a", "5"), "narrow.a: '5' is out of range",
            "narrow.a must be at least 0 and at most 1");
}

/* A choice is handed on by its name; one that the part does not have is left aside. */
static void choices_are_handed_on_by_name(void **state)
{
    static const struct aic_part_row parts[] = {
        { .calculator = &source },
        { .calculator = &other_kinds, .feeds = { { .input = "sort", .results = "source.kind" } } },
        { .calculator = NULL },
    };
    static const struct aic_composition_table table = { .name = "own", .parts = parts };
    (void)state;
    assert_true(answered(&table, SETTINGS("pick", "high"), "source.kind") == 1);
    assert_true(answered(&table, SETTINGS("pick", "high"), "other_kinds.kind") == 0);
    assert_true(isnan(answered(&table, SETTINGS("pick", "low"), "other_kinds.kind")));
    assert_true(isnan(answered(&table, SETTINGS("a", "1"), "other_kinds.kind")));
}

PART(whole, pass_on, { A }, { N });
PART(own_default, pass_on, { A, .default_text = "4" });
PART(fed, pass_on, { A });

/* The default of the composition's own input is handed to a part that an answer may feed, too: which of
 * the two a value is. */
static void defaults_give_way_to_answers(void **state)
{
    static const struct aic_part_row parts[] = {
        { .calculator = &own_default, .is_own = true },
        { .calculator = &whole },
        { .calculator = &fed, .feeds = { { .input = "a", .results = "whole.count" } } },
        { .calculator = NULL },
    };
    static const struct aic_composition_table table = { .name = "own", .parts = parts };
    struct asked asked;
    size_t result, input;
    (void)state;
    for (int feeds = 0; feeds < 2; feeds++) {
        ask(&asked, &table, feeds ? SETTINGS("n", "7") : SETTINGS("whole.a", "1"));
        assert_true(asked.ok);
        const struct aic_calculator *calculator = asked.question.calculator;
        input = aic_table_find(&calculator->inputs, "fed.a", 5);
        assert_int_equal(
            aic_part_feeder(calculator, asked.question.in, asked.answer.out, input, &result),
            feeds);
        size_t value = aic_table_find(&calculator->results, "fed.value", 9);
        assert_true(aic_answer_result(&asked.answer, value).number == (feeds ? 7 : 4));
        clear(&asked);
    }
}

/* Up to whole ones of another input, where that has a value. */
static void feeds_are_rounded_up(void **state)
{
    static const struct aic_part_row parts[] = {
        { .calculator = &source },
        { .calculator = &whole,
          .feeds = { { .input = "a", .results = "source.second", .multiple_of = "n" } } },
        { .calculator = NULL },
    };
    static const struct aic_composition_table table = { .name = "own", .parts = parts };
    (void)state;
    assert_true(answered(&table, SETTINGS("b", "5", "whole.n", "4"), "whole.value") == 8);
    assert_true(answered(&table, SETTINGS("b", "5", "whole.n", "0"), "whole.value") == 5);
    assert_true(answered(&table, SETTINGS("b", "5"), "whole.value") == 5);
    assert_true(answered(&table, SETTINGS("b", "5", "whole.a", "6"), "whole.value") == 6);
}

PART(two, pass_on, { A }, { B }, { N });

/* Sums, shares, products, whole numbers; a step's own feeds come before the part's; what a condition says. */
static void feeds_are_put_together(void **state)
{
    static const struct aic_part_row sum[] = {
        { .calculator = &source },
        { .calculator = &two,
          .feeds = { { .input = "a",
                       .results = "source.value source.second",
                       .form = AIC_FEED_SUM,
                       .unless = "n=9" } } },
        { .calculator = NULL },
    };
    static const struct aic_part_row share[] = {
        { .calculator = &source },
        { .calculator = &two,
          .feeds = { { .input = "a",
                       .results = "source.value source.second",
                       .form = AIC_FEED_SHARE,
                       .over = "n",
                       .whole = true } } },
        { .calculator = NULL },
    };
    static const struct aic_part_row product[] = {
        { .calculator = &source },
        { .calculator = &two,
          .feeds = { { .input = "a",
                       .results = "source.value source.second",
                       .form = AIC_FEED_PRODUCT } } },
        { .calculator = NULL },
    };
    static const struct aic_part_row again[] = {
        { .calculator = &two, .feeds = { { .input = "a", .results = "source.value" } } },
        { .calculator = &source },
        { .calculator = &two,
          .after = "source",
          .feeds = { { .input = "a", .results = "source.second", .times = "source.value" } } },
        { .calculator = NULL },
    };
    static const struct aic_composition_table sums = { .name = "own", .parts = sum };
    static const struct aic_composition_table shares = { .name = "own", .parts = share };
    static const struct aic_composition_table products = { .name = "own", .parts = product };
    static const struct aic_composition_table steps = { .name = "own", .parts = again };
    (void)state;
    assert_true(answered(&sums, SETTINGS("source.a", "3", "source.b", "5"), "two.value") == 8);
    assert_true(answered(&sums, SETTINGS("source.b", "5"), "two.value") == 5);
    assert_true(isnan(
        answered(&sums, SETTINGS("source.a", "3", "source.b", "5", "two.n", "9"), "two.value")));
    assert_true(answered(&shares, SETTINGS("source.a", "10", "source.b", "2", "two.n", "4"),
                         "two.value") == 2); /* 10 / 2 / 4, up to a whole number */
    assert_true(isnan(answered(&shares, SETTINGS("source.a", "10", "source.b", "0", "two.n", "4"),
                               "two.value")));
    assert_true(answered(&products, SETTINGS("source.a", "3", "source.b", "5"), "two.value") == 15);
    assert_true(isnan(answered(&products, SETTINGS("source.b", "5"), "two.value")));
    assert_true(answered(&steps, SETTINGS("source.a", "3", "source.b", "5"), "two.value") == 15);
}

static void left_aside(void **state)
{
    static const struct aic_part_row parts[] = {
        { .calculator = &source },
        { .calculator = &two, .feeds = { { .input = "b", .results = "source.value" } } },
        { .calculator = NULL },
    };
    static const struct aic_left_aside always[] = { { "a", "two", NULL, false },
                                                    { NULL, NULL, NULL, false } };
    static const struct aic_left_aside beside_b[] = { { "a", "two", "b", false },
                                                 { NULL, NULL, NULL, false } };
    static const struct aic_left_aside early[] = { { "a", "two", "b", true },
                                                   { NULL, NULL, NULL, false } };
    struct aic_composition_table table = { .name = "own", .parts = parts, .aside = always };
    (void)state;
    assert_true(isnan(answered(&table, SETTINGS("a", "3"), "two.value")));
    assert_true(answered(&table, SETTINGS("a", "3", "two.a", "4"), "two.value") == 4);
    table.aside = beside_b;
    assert_true(isnan(answered(&table, SETTINGS("a", "3"), "two.value")));
    table.aside = early; /* before anything is fed b has no value */
    assert_true(answered(&table, SETTINGS("a", "3"), "two.value") == 3);
}

/* ---- values that nobody uses ---- */

PART(ruled, pass_on, { .name = "x", .help = "x", .offset = offsetof(IN, a) },
     { .name = "y", .help = "y", .offset = offsetof(IN, b) },
     { .name = "z", .help = "z", .kind = AIC_INTEGER, .offset = offsetof(IN, n) });

#define MEMBER(name, at)                                                                           \
    {                                                                                              \
        name, offsetof(IN, at), AIC_MEMBER_NUMBER, NULL                                            \
    }

static const struct aic_member x = MEMBER("x", a), y = MEMBER("y", b), z = MEMBER("z", n);

/* What rules make of a value that was given to all parts: the one part that has it says why not. */
static void values_that_rules_leave_aside(void **state)
{
    const struct aic_rule excludes[] = {
        { x, AIC_EXCLUDES, { { y, AIC_TEST_ABOVE, 0 } }, NULL },
        { y, AIC_NEEDS, { { z, AIC_TEST_SET, 0 } }, NULL },
    };
    const struct aic_rule needs[] = { { x, AIC_NEEDS, { { z, AIC_TEST_SET, 0 } }, NULL } };
    struct aic_calculator part = ruled;
    const struct aic_part_row parts[] = {
        { .calculator = &source },
        { .calculator = &part, .feeds = { { .input = "y", .results = "source.value" } } },
        { .calculator = NULL },
    };
    const struct aic_composition_table table = { .name = "own", .parts = parts };
    (void)state;
    part.rules = excludes;
    part.rule_count = 1;
    assert_true(answered(&table, SETTINGS("x", "3"), "ruled.value") == 3);
    refused(&table, SETTINGS("a", "1", "x", "3"), "ruled: x together with y above 0",
            "leave one of the two out");
    /* What excluded it is left aside itself, so that no rule tells why. */
    part.rule_count = 2;
    refused(&table, SETTINGS("a", "1", "x", "3"), "x: ruled has no use for it here",
            "leave x out; 'aicalc help ruled' says what goes with it");
    part.rules = needs;
    part.rule_count = 1;
    refused(&table, SETTINGS("x", "3"), "ruled: x without z", "give z, or leave x out");
    assert_true(answered(&table, SETTINGS("x", "3", "z", "1"), "ruled.value") == 3);
}

PART(optional, pass_on, { B }, { .name = "c", .help = "c", .offset = offsetof(IN, a) });

static const struct aic_part_row optional_parts[] = {
    { .calculator = &source },
    { .calculator = &optional,
      .unasked = { { "!b | !n", AIC_LACKS_INPUT, "b and n are not given", "--b 1 --n 1" } } },
    { .calculator = NULL },
};

static void parts_that_are_not_asked(void **state)
{
    static const struct aic_composition_table table = { .name = "own", .parts = optional_parts };
    struct asked asked;
    size_t verdict;
    (void)state;
    refused(&table, SETTINGS("a", "1", "optional.c", "3"),
            "optional.c: optional uses it, and is not asked: b and n are not given",
            "give --b 1 --n 1, or leave optional.c out");
    refused(&table, SETTINGS("a", "1", "c", "3"), "c: optional uses it, and is not asked: b and n are not given",
            "give --b 1 --n 1, or leave c out");
    ask(&asked, &table, SETTINGS("a", "1", "b", "2"));
    assert_true(asked.ok);
    const struct aic_calculator *calculator = asked.question.calculator;
    assert_false(aic_part_is_asked(calculator, asked.answer.out, 1));
    assert_string_equal(aic_part_unasked(calculator, asked.answer.out, 1)->reason,
                        "b and n are not given");
    assert_null(aic_part_unasked(calculator, asked.answer.out, 0));
    assert_false(aic_part_verdict(calculator, &verdict)); /* the table names none */
    assert_false(aic_part_verdict(&source, &verdict));    /* and no calculator of rows has one */
    clear(&asked);
}

/* What a catalog set for a part that is not asked is no mistake. */
static void catalogs_may_set_what_is_not_asked(void **state)
{
    static const struct aic_composition_table table = { .name = "own", .parts = optional_parts };
    struct aic_error error = { .code = AIC_OK };
    struct aic_composition *composition = aic_composition_form(&table, &error);
    struct aic_question question;
    struct aic_answer answer;
    size_t index;
    (void)state;
    assert_true(aic_question_init(&question, aic_composition_calculator(composition), &error));
    assert_true(aic_question_find(&question, "optional.c", &index, &error));
    assert_true(aic_question_set_text(&question, index, "3", AIC_FROM_CATALOG, NULL, &error));
    assert_true(aic_answer_init(&answer, &question, &error));
    assert_false(aic_part_is_asked(question.calculator, answer.out, 1));
    assert_int_equal(aic_part_of_input(question.calculator, index), 1);
    assert_int_equal(aic_part_of_input(question.calculator, 0), 2); /* a plain one: of none */
    assert_int_equal(aic_part_of_input(&source, 0), 0);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    aic_composition_free(composition);
}

/* ---- warnings ---- */

PART(warns, warn_twice, { A });
PART(warns_too, warn_twice, { A });

static const char *note(const struct asked *asked, size_t index)
{
    return index < asked->answer.notes.count ? asked->answer.notes.notes[index].text : "";
}

/* The same sentence is said once, for the first part; of a part that is asked again, once more. */
static void warnings_are_said_once(void **state)
{
    static const struct aic_part_row parts[] = { { .calculator = &warns },
                                                 { .calculator = &warns_too },
                                                 { .calculator = &warns, .after = "warns_too" },
                                                 { .calculator = NULL } };
    static const struct aic_composition_table table = { .name = "own", .parts = parts };
    struct asked asked;
    (void)state;
    ask(&asked, &table, SETTINGS("a", "1", "warns_too.a", "2"));
    assert_true(asked.ok);
    assert_string_equal(note(&asked, 0), "warns_too: a is 2");
    assert_string_equal(note(&asked, 1), "warns: this is said once");
    assert_string_equal(note(&asked, 2), "warns: a is 1");
    assert_int_equal(asked.answer.notes.count, 3);
    clear(&asked);
}

/* ---- what is sound ---- */

static void checks_reach_the_parts(void **state)
{
    static const char *const examples[] = { "aicalc own --a 1", NULL }, *const none[] = { NULL };
    struct aic_composition_table table = { .name = "own", .parts = optional_parts };
    struct aic_error error = { .code = AIC_OK };
    (void)state;
    for (int i = 0; i < 3; i++) {
        table.examples = i == 0 ? NULL : i == 1 ? none : examples;
        struct aic_composition *composition = aic_composition_form(&table, &error);
        const struct aic_calculator *calculator = aic_composition_calculator(composition);
        /* The parts are checked first: their results have no formulas. */
        assert_false(aic_calculator_check(calculator, &error));
        assert_string_equal(error.message, "source: value: a result without a formula");
        aic_composition_free(composition);
    }
    static const struct aic_part_row power[] = { { .calculator = &aic_power },
                                                 { .calculator = NULL } };
    table.parts = power;
    for (int i = 0; i < 3; i++) {
        table.examples = i == 0 ? NULL : i == 1 ? none : examples;
        struct aic_composition *composition = aic_composition_form(&table, &error);
        bool is_sound = aic_calculator_check(aic_composition_calculator(composition), &error);
        assert_int_equal(is_sound, i == 2);
        assert_true(is_sound || strcmp(error.message, "own: own: no examples") == 0);
        aic_composition_free(composition);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_parts_are_refused),
        cmocka_unit_test(too_many_inputs_are_refused),
        cmocka_unit_test(too_many_results_are_refused),
        cmocka_unit_test(plain_names_are_as_wide_as_the_widest),
        cmocka_unit_test(one_default_may_be_written_two_ways),
        cmocka_unit_test(presets_say_what_they_set_in_each_part),
        cmocka_unit_test(entries_have_one_order),
        cmocka_unit_test(values_beyond_what_a_part_takes),
        cmocka_unit_test(choices_are_handed_on_by_name),
        cmocka_unit_test(defaults_give_way_to_answers),
        cmocka_unit_test(feeds_are_rounded_up),
        cmocka_unit_test(feeds_are_put_together),
        cmocka_unit_test(left_aside),
        cmocka_unit_test(values_that_rules_leave_aside),
        cmocka_unit_test(parts_that_are_not_asked),
        cmocka_unit_test(catalogs_may_set_what_is_not_asked),
        cmocka_unit_test(checks_reach_the_parts),
        cmocka_unit_test(warnings_are_said_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
