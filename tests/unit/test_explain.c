/* SPDX-License-Identifier: Apache-2.0 */
/* Explanations on a calculator made of rows: terms, numbers, the tree, searches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include <aicalc/explain.h>

#include "engine/rows/rows.h"
#include "unit/asked.h"

#define INPUT_ROWS  "unit/explain_inputs.inc"
#define RESULT_ROWS "unit/explain_results.inc"
#define NOTE_ROWS   "unit/explain_notes.inc"
#define SCREEN_ROWS "engine/rows/no_rows.inc"

struct shelf_in {
    struct aic_origins origins;
#include "engine/rows/as_input_members.h"
#include INPUT_ROWS
};

struct shelf_out {
#include "engine/rows/as_result_members.h"
#include RESULT_ROWS
};

#define IN  struct shelf_in
#define OUT struct shelf_out

#include "engine/rows/calculator.inc"

static const char *const examples[] = { "aicalc shelf --books 1", NULL };
static const struct aic_assumption assumptions[] = {
    { "always", "of every answer", "a test", NULL },
    { "of-things", "of some", "a test", "things_width" },
    { "of-area", "of one", "a test", "area" },
    { NULL, NULL, NULL, NULL },
};

static const struct aic_calculator shelf_calculator = {
    .name = "shelf",
    .help = "a test",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
};

static void ask(struct asked *asked, const char *const *settings)
{
    ask_calculator(asked, &shelf_calculator, settings);
}

static size_t result_of(const char *name)
{
    return aic_table_find(&shelf_calculator.results, name, strlen(name));
}

/* The terms that are left, with numbers, and what is left out. */
static void check_terms(const struct asked *asked, const char *name, const char *numbers,
                        const char *left_out)
{
    char terms[512], words[512], zeros[512];
    struct aic_text kept, text, gone;
    aic_text_init(&kept, terms, sizeof terms);
    aic_text_init(&text, words, sizeof words);
    aic_text_init(&gone, zeros, sizeof zeros);
    const struct aic_field *field = aic_table_at(&shelf_calculator.results, result_of(name), NULL);
    aic_explain_terms(&asked->answer, field, &kept, &gone);
    aic_explain_with_numbers(&asked->answer, field, (struct aic_span){ kept.at, kept.length },
                             &text);
    assert_string_equal(words, numbers);
    assert_string_equal(zeros, left_out);
}

static void test_table_is_right(void **state)
{
    struct aic_error error = { .code = AIC_OK };
    (void)state;
    if (!aic_calculator_check(&shelf_calculator, &error)) {
        fail_msg("%s", error.message);
    }
}

static void test_terms_that_are_0_are_left_out(void **state)
{
    struct asked asked;
    (void)state;
    ask(&asked, (const char *[]){ NULL });
    check_terms(&asked, "books_width", "10 book * 2 cm", "");
    /* Nothing else is left: the sum stays as it is. */
    check_terms(&asked, "things_width", "0 * 6 cm + 0 * (2 cm + 1)", "");
    check_terms(&asked, "total", "20 cm + (5 cm) / (1)", "vases, things_width, lamp");
    /* Of what is left the first is taken off. */
    check_terms(&asked, "bent", "-2 cm", "vases, lamp");
    clear(&asked);
    ask(&asked, (const char *[]){ "vases", "1", "lamp", "yes", NULL });
    check_terms(&asked, "things_width", "1 * 6 cm + 1 * (2 cm + 1)", "");
    check_terms(&asked, "total", "20 cm - 1 * (3 - 2 cm) + (9 cm + 5 cm) / (1 + yes)", "");
    /* An argument of a function is no term. */
    check_terms(&asked, "area", "1e9 * 26 cm / max(0, 20 cm) * 1", "");
    clear(&asked);
}

static void test_numbers_have_six_digits_and_units(void **state)
{
    static const struct {
        double number;
        const char *words;
    } rows[] = {
        { 0, "0 cm" },
        { 2, "2 cm" },
        { 123456, "123456 cm" },
        { 1234567, "1.23457e6 cm" },
        { 80e9, "80e9 cm" },
        { 12884901888, "12.8849e9 cm" },
        { 1.0 / 3, "0.333333 cm" },
        { 999999999, "1000e6 cm" },
    };
    const struct aic_field *field =
        aic_table_at(&shelf_calculator.results, result_of("total"), NULL);
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char words[64];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        aic_explain_value(field, (struct aic_value){ true, rows[i].number, NULL }, &text);
        assert_string_equal(words, rows[i].words);
    }
}

/* The tree in a line: a name per node, its depth before it, "^" where it was explained before. */
static void write_tree(const struct aic_explanation *explanation, struct aic_text *text)
{
    for (size_t i = 0; i < explanation->count; i++) {
        const struct aic_explained_node *node = &explanation->nodes[i];
        const char *name =
            node->kind == AIC_NODE_CONSTANT
                ? shelf_calculator.constants[node->index].name
                : aic_table_at(node->kind == AIC_NODE_INPUT ? &shelf_calculator.inputs
                                                            : &shelf_calculator.results,
                               node->index, NULL)
                      ->name;
        aic_text_format(text, "%s%d%s%s", i > 0 ? " " : "", (int)node->depth,
                        node->again ? "^" : "", name);
    }
}

static void test_each_is_explained_once(void **state)
{
    struct asked asked;
    struct aic_explanation explanation;
    struct aic_error error = { .code = AIC_OK };
    char words[1024];
    struct aic_text text;
    (void)state;
    ask(&asked, (const char *[]){ "vases", "1", NULL });
    const size_t wanted[] = { result_of("total"), result_of("books_width") };
    assert_true(aic_explanation_init(&explanation, &asked.answer, wanted, 2, &error));
    aic_text_init(&text, words, sizeof words);
    write_tree(&explanation, &text);
    assert_string_equal(words, "0total 1vases 1width 1slack 1books_width 2books 2^width "
                               "1things_width 2^vases 2vase_width 3^width 0^books_width");
    assert_true(aic_explanation_rests_on(&explanation, &assumptions[0]));
    assert_true(aic_explanation_rests_on(&explanation, &assumptions[1]));
    assert_false(aic_explanation_rests_on(&explanation, &assumptions[2]));
    assert_null(aic_explanation_search(&explanation, wanted[0]));
    aic_explanation_clear(&explanation);
    clear(&asked);
}

static void test_a_search_is_asked_again(void **state)
{
    struct asked asked;
    struct aic_explanation explanation;
    struct aic_error error = { .code = AIC_OK };
    (void)state;
    ask(&asked, (const char *[]){ NULL });
    const size_t most_books = result_of("most_books");
    assert_true(aic_explanation_init(&explanation, &asked.answer, &most_books, 1, &error));
    const struct aic_explained_search *search = aic_explanation_search(&explanation, most_books);
    assert_non_null(search);
    assert_true(search->found.possible && search->found.holds);
    assert_true(search->found.input == 18 && search->found.value == 41);
    assert_true(search->next.possible && !search->next.holds);
    assert_true(search->next.input == 19 && search->next.value == 43);
    assert_true(search->next.limit == 41);
    aic_explanation_clear(&explanation);
    clear(&asked);
    /* A step further is more books than there may be. */
    ask(&asked, (const char *[]){ "shelf", "2005", NULL });
    assert_true(aic_explanation_init(&explanation, &asked.answer, &most_books, 1, &error));
    search = aic_explanation_search(&explanation, most_books);
    assert_true(search->found.possible && search->found.input == 1000);
    assert_false(search->next.possible);
    aic_explanation_clear(&explanation);
    clear(&asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_is_right),
        cmocka_unit_test(test_terms_that_are_0_are_left_out),
        cmocka_unit_test(test_numbers_have_six_digits_and_units),
        cmocka_unit_test(test_each_is_explained_once),
        cmocka_unit_test(test_a_search_is_asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
