/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compositions that the build formed: printed once more they are the same to the last byte as what is
 * formed here, they have the names that stand in the words of their fields, and they answer the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/aicalc.h>

#include "cli/formed/formed.h"
#include "cli/formed/print.h"
#include "engine/named.h"

static size_t compared;  /* bytes */
static size_t looked_up; /* names */

/* What is printed of a composition; the caller frees it. */
static char *printed(const struct aic_composition *composition, size_t *size)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(cli_print_composition(file, composition));
    *size = (size_t)ftell(file);
    char *text = malloc(*size);
    assert_non_null(text);
    rewind(file);
    assert_int_equal(fread(text, 1, *size, file), *size);
    fclose(file);
    return text;
}

static void test_same_bytes(void **state)
{
    const struct aic_composition_table *table;
    (void)state;
    for (size_t i = 0; (table = aic_composition_table_at(i)); i++) {
        struct aic_composition *composition = aic_composition_form(table, NULL);
        size_t size, other_size;
        assert_non_null(composition);
        char *here = printed(composition, &size), *there = printed(cli_formed[i], &other_size);
        assert_true(size > 100000);
        assert_int_equal(size, other_size);
        assert_memory_equal(here, there, size);
        compared += size;
        free(here);
        free(there);
        aic_composition_free(composition);
    }
}

/* A word of a field in two places: the same number, or an address of the same text. */
static bool is_same_word(uintptr_t here, uintptr_t there)
{
    const uintptr_t lowest = 65536; /* no text lies below, and numbers that differ are small */
    return here == there || (here > lowest && there > lowest &&
                             strcmp((const char *)here, (const char *)there) == 0);
}

static bool is_same_choices(const char *const *here, const char *const *there)
{
    size_t i = 0;
    while (here[i] && there[i] && strcmp(here[i], there[i]) == 0) {
        i++;
    }
    return here[i] == there[i];
}

/* All of a field, also a member that is printed nowhere. */
static void compare_fields(const struct aic_field *here, const struct aic_field *there)
{
    uintptr_t words[2][sizeof(struct aic_field) / sizeof(uintptr_t)];
    const size_t choices = offsetof(struct aic_field, choices) / sizeof(uintptr_t);
    memcpy(words[0], here, sizeof words[0]);
    memcpy(words[1], there, sizeof words[1]);
    for (size_t w = 0; w < sizeof words[0] / sizeof words[0][0]; w++) {
        bool same = w == choices && here->choices && there->choices
                        ? is_same_choices(here->choices, there->choices)
                        : is_same_word(words[0][w], words[1][w]);
        if (!same) {
            fail_msg("%s: word %zu differs", here->name, w);
        }
    }
}

static void compare_tables(const struct aic_table *here, const struct aic_table *there)
{
    assert_int_equal(aic_table_size(here), aic_table_size(there));
    for (size_t i = 0; i < aic_table_size(here); i++) {
        compare_fields(aic_table_at(here, i, NULL), aic_table_at(there, i, NULL));
    }
}

static void test_same_fields(void **state)
{
    const struct aic_composition_table *table;
    (void)state;
    for (size_t i = 0; (table = aic_composition_table_at(i)); i++) {
        struct aic_composition *composition = aic_composition_form(table, NULL);
        assert_non_null(composition);
        const struct aic_calculator *here = aic_composition_calculator(composition);
        const struct aic_calculator *there = aic_composition_calculator(cli_formed[i]);
        compare_tables(&here->inputs, &there->inputs);
        compare_tables(&here->results, &there->results);
        aic_composition_free(composition);
    }
}

/* One list of names of a composition, and which of its names were seen in the words. */
struct list {
    const struct aic_question *question; /* with its defaults */
    const struct aic_field *of;
    struct aic_named named;
    bool seen[256];
};

static bool is_called_for(const struct list *list, size_t named, bool is_input, size_t index)
{
    const struct aic_calculator *calculator = list->question->calculator;
    size_t inputs = aic_table_size(&calculator->inputs), plain = named;
    if (named < inputs && aic_part_repeats(calculator, list->question->in, named)) {
        assert_true(aic_part_plain(calculator, named, &plain));
    }
    return plain == (is_input ? index : inputs + index);
}

/* Every name of the text that is a field's is in the list. */
static void look_up(struct list *list, struct aic_span text)
{
    const struct aic_question *question = list->question;
    struct aic_span name;
    while (aic_formula_next_name(&text, &name)) {
        bool is_input, found = false;
        size_t index;
        if (!aic_part_find(question->calculator, question->in, list->of, name, &is_input, &index)) {
            continue;
        }
        for (size_t i = 0; i < list->named.count; i++) {
            bool same = is_called_for(list, list->named.at[i], is_input, index);
            list->seen[i] = list->seen[i] || same;
            found = found || same;
        }
        if (!found) {
            fail_msg("%s: a name of its words is not in its list", list->of->name);
        }
        looked_up++;
    }
}

/* The lists of a field are its words: each name of a case, and none else. */
static void compare_names(const struct aic_question *question, size_t place, size_t number)
{
    const struct aic_calculator *calculator = question->calculator;
    const size_t inputs = aic_table_size(&calculator->inputs);
    const bool is_result = place >= inputs;
    struct list list = { .question = question,
                         .of = is_result ? aic_table_at(&calculator->results, place - inputs, NULL)
                                         : aic_table_at(&calculator->inputs, place, NULL),
                         .named = aic_named_in(calculator, place, number) };
    const char *words = aic_field_words(list.of) ? aic_field_words(list.of) : "";
    const char *rests_on = is_result && list.of->rests_on ? list.of->rests_on : "";
    struct aic_span condition;
    assert_true(list.named.count < sizeof list.seen);
    look_up(&list, aic_field_is_sentence(list.of) ? (struct aic_span){ words, strlen(words) }
                                                  : aic_formula_case(words, number, &condition));
    look_up(&list, (struct aic_span){ rests_on, strlen(rests_on) });
    for (size_t i = 0; i < list.named.count; i++) {
        if (!list.seen[i]) {
            fail_msg("%s: a field of its list is not in its words", list.of->name);
        }
    }
}

/* Cases from 0 on, and one more, which stands for the last. */
#define CASES_TRIED 12

static void compare_lists(const struct aic_calculator *here, const struct aic_calculator *there)
{
    struct aic_question question;
    assert_true(aic_question_init(&question, there, NULL));
    size_t places = aic_table_size(&there->inputs) + aic_table_size(&there->results);
    for (size_t place = 0; place < places; place++) {
        for (size_t number = 0; number < CASES_TRIED; number++) {
            const struct aic_named one = aic_named_in(here, place, number);
            const struct aic_named other = aic_named_in(there, place, number);
            assert_int_equal(one.count, other.count);
            for (size_t i = 0; i < one.count; i++) {
                assert_int_equal(one.at[i], other.at[i]);
            }
            compare_names(&question, place, number);
        }
    }
    aic_question_clear(&question);
}

static void test_same_names(void **state)
{
    const struct aic_composition_table *table;
    (void)state;
    for (size_t i = 0; (table = aic_composition_table_at(i)); i++) {
        struct aic_composition *composition = aic_composition_form(table, NULL);
        assert_non_null(composition);
        compare_lists(aic_composition_calculator(composition),
                      aic_composition_calculator(cli_formed[i]));
        aic_composition_free(composition);
    }
    assert_true(looked_up > 10000);
}

/* The results of a question as the calculator finds them; the caller frees them. */
static char *results(const struct aic_calculator *calculator, const struct aic_setting *settings,
                     size_t count)
{
    struct aic_catalog catalog;
    struct aic_question question;
    struct aic_answer answer;
    const struct aic_recipe recipe = { .calculator = calculator,
                                       .catalog = &catalog,
                                       .settings = settings,
                                       .setting_count = count,
                                       .settings_origin = AIC_FROM_FLAG };
    char *out = malloc(calculator->out_size);
    assert_non_null(out);
    aic_catalog_init(&catalog);
    assert_true(aic_recipe_ask(&recipe, &question, NULL));
    assert_true(aic_answer_init(&answer, &question, NULL));
    memcpy(out, answer.out, calculator->out_size);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    aic_catalog_clear(&catalog);
    return out;
}

static void test_same_answer(void **state)
{
    static const struct aic_setting settings[] = {
        { "model", "llama-3.1-70b", 0 }, { "node", "dgx-h100", 0 }, { "gpus", "1024", 0 },
        { "tokens", "15T", 0 },          { "fabric", "ib-ndr", 0 }, { "gpu_price", "2USD/h", 0 },
    };
    struct aic_composition *composition = aic_composition_form(aic_composition_table_at(0), NULL);
    (void)state;
    assert_non_null(composition);
    const struct aic_calculator *there = aic_composition_calculator(cli_formed[0]);
    const struct aic_calculator *here = aic_composition_calculator(composition);
    char *one = results(here, settings, 6), *other = results(there, settings, 6);
    for (size_t i = 0; i < aic_table_size(&here->results); i++) {
        size_t offset;
        const struct aic_field *field = aic_table_at(&here->results, i, &offset);
        struct aic_value a = aic_value_load(field, one + offset);
        struct aic_value b = aic_value_load(field, other + offset);
        assert_true(a.set == b.set && (!a.set || a.number == b.number));
    }
    free(one);
    free(other);
    aic_composition_free(composition);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_same_fields),
        cmocka_unit_test(test_same_names),
        cmocka_unit_test(test_same_answer),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%zu bytes of compositions printed again, %zu names looked up, %d tests failed\n",
           compared, looked_up, failed);
    return failed;
}
