/* SPDX-License-Identifier: Apache-2.0 */
/* Tables, questions, catalogs, budgets: what holds for every calculator and every entry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/aicalc.h>
#include <aicalc/calculator_rows.h>

static void every_table_is_well_written(void **state)
{
    (void)state;
    const struct aic_calculator *calculator;
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        struct aic_error error = { 0 };
        if (!aic_calculator_check(calculator, &error)) {
            fail_msg("%s", error.message);
        }
        assert_ptr_equal(aic_calculator_find(calculator->name), calculator);
    }
    assert_true(aic_calculator_at(0) != NULL);
}

/* Text of a number just beside a bound. */
static bool accepts(const struct aic_field *field, double number)
{
    struct aic_value value;
    struct aic_error error;
    return aic_value_from_number(field, number, &value, &error);
}

static void every_bound_of_every_input_holds(void **state)
{
    (void)state;
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
            const struct aic_field *field = aic_table_at(&calculator->inputs, i, NULL);
            if (field->kind != AIC_REAL && field->kind != AIC_INTEGER) {
                continue;
            }
            bool whole = field->kind == AIC_INTEGER;
            double below = whole ? field->min - 1 : nextafter(field->min, -INFINITY);
            assert_int_equal(accepts(field, field->min),
                             !(field->flags & AIC_ABOVE_MIN) || field->flags & AIC_SIGNED);
            assert_int_equal(accepts(field, below), (field->flags & AIC_SIGNED) != 0);
            if (field->max > 0) {
                double above = whole ? field->max + 1 : nextafter(field->max, INFINITY);
                assert_int_equal(accepts(field, field->max), !(field->flags & AIC_BELOW_MAX));
                assert_false(accepts(field, above));
            }
            assert_false(accepts(field, NAN));
            assert_false(accepts(field, INFINITY));
            assert_true(!whole || !accepts(field, field->min + 0.5));
        }
    }
}

/* A result of a calculator that its table says does not exist cannot be fed. */
static void every_feeder_exists(void **state)
{
    (void)state;
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
            const struct aic_field *field = aic_table_at(&calculator->inputs, i, NULL);
            char name[128];
            if (!field->fed_by) {
                continue;
            }
            assert_true(strlen(field->fed_by) < sizeof name);
            strcpy(name, field->fed_by);
            for (char *word = strtok(name, " "); word; word = strtok(NULL, " ")) {
                char *dot = strchr(word, '.');
                assert_non_null(dot);
                *dot = '\0';
                const struct aic_calculator *feeder = aic_calculator_find(word);
                assert_true(!feeder || aic_table_find(&feeder->results, dot + 1, strlen(dot + 1)) <
                                           aic_table_size(&feeder->results));
            }
        }
    }
}

static void catalogs_are_strict_json(void **state)
{
    (void)state;
    for (int kind = 0; kind < AIC_CATALOG_KINDS; kind++) {
        struct aic_catalog catalog;
        struct aic_error error = { 0 };
        size_t length;
        const char *text = aic_catalog_builtin((enum aic_catalog_kind)kind, &length);
        aic_catalog_init(&catalog);
        if (!aic_catalog_add(&catalog, "builtin", text, length, &error)) {
            fail_msg("%s; %s", error.message, error.suggestion);
        }
        const struct aic_json_value *entries =
            aic_json_member(catalog.overlays[0].json.root, "entries");
        AIC_JSON_EACH(entry, entries) {
            assert_string_equal(aic_json_key_of(aic_json_first(entry)),
                                "name"); /* the scan relies on it */
            const char *name = aic_json_text_of(aic_json_first(entry));
            assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-."), strlen(name));
            assert_true(aic_json_member(entry, "source") && aic_json_member(entry, "as_of"));
            for (const struct aic_json_value *other = aic_json_first(entries); other != entry;
                 other = aic_json_next(other)) {
                assert_string_not_equal(aic_json_text_of(aic_json_first(entry)),
                                        aic_json_text_of(aic_json_first(other)));
            }
        }
        aic_catalog_clear(&catalog);
    }
}

/* The input that names an entry of this kind; the number of inputs where there is none. */
static size_t reference_to(const struct aic_table *inputs, enum aic_catalog_kind kind)
{
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        if (field->kind == AIC_REFERENCE && field->catalog == kind) {
            return i;
        }
    }
    return aic_table_size(inputs);
}

/* Applies every entry to every calculator that has its kind: each value must be one its field takes. */
static bool apply_entry(void *context, const struct aic_entry *entry)
{
    const enum aic_catalog_kind *kind = context;
    const struct aic_calculator *calculator;
    const struct aic_catalog catalog = { .count = 0 };
    const char *name = aic_json_text_of(aic_json_first(entry->node));
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        struct aic_question question;
        struct aic_error error = { 0 };
        size_t index = reference_to(&calculator->inputs, *kind);
        assert_true(aic_question_init(&question, calculator, &error));
        if (index < aic_table_size(&calculator->inputs)) {
            bool ok = aic_question_set_text(&question, index, name, AIC_FROM_FLAG, NULL, &error) &&
                      aic_catalog_apply(&catalog, &question, &error);
            if (!ok) {
                fail_msg("%s %s: %s", calculator->name, name, error.message);
            }
        }
        aic_question_clear(&question);
    }
    return true;
}

static void every_entry_applies(void **state)
{
    (void)state;
    const struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { 0 };
    for (int i = 0; i < AIC_CATALOG_KINDS; i++) {
        enum aic_catalog_kind kind = (enum aic_catalog_kind)i;
        assert_true(aic_catalog_each(&catalog, kind, apply_entry, &kind, &error));
    }
}

/* The count of each model's fields is as near to the published figure as its entry says. */
static bool count_entry(void *context, const struct aic_entry *entry)
{
    int *compared = context;
    const struct aic_catalog catalog = { .count = 0 };
    const struct aic_json_value *published = aic_json_member(entry->node, "published_params");
    const struct aic_json_value *within = aic_json_member(entry->node, "published_within");
    const char *name = aic_json_text_of(aic_json_first(entry->node));
    struct aic_question question;
    struct aic_answer answer = { 0 };
    struct aic_error error = { 0 };
    size_t index;
    assert_true(aic_question_init(&question, aic_calculator_find("kvcache"), &error));
    assert_true(aic_question_find(&question, "model", &index, &error));
    assert_true(aic_question_set_text(&question, index, name, AIC_FROM_FLAG, NULL, &error));
    assert_true(aic_catalog_apply(&catalog, &question, &error));
    if (!aic_answer_init(&answer, &question, &error)) {
        fail_msg("%s: %s", name, error.message);
    }
    index = aic_table_find(&question.calculator->results, "params_total", 12);
    double count = aic_answer_result(&answer, index).number;
    if (published && aic_json_is(published, AIC_JSON_NUMBER)) {
        double off = fabs(count / aic_json_number_of(published) - 1);
        if (!(off <= aic_json_number_of(within) + 1e-12)) {
            fail_msg("%s: %.0f is %g off", name, count, off);
        }
        ++*compared;
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    return true;
}

static void models_count_to_their_published_figures(void **state)
{
    (void)state;
    const struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { 0 };
    int compared = 0;
    assert_true(aic_catalog_each(&catalog, AIC_MODELS, count_entry, &compared, &error));
    assert_true(compared >= 258);
}

/* Asks a calculator about an entry; the caller releases both. */
static void ask_about(const char *calculator, const char *model, struct aic_question *question,
                      struct aic_answer *answer)
{
    const struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { 0 };
    size_t index;
    assert_true(aic_question_init(question, aic_calculator_find(calculator), &error));
    assert_true(aic_question_find(question, "model", &index, &error));
    assert_true(aic_question_set_text(question, index, model, AIC_FROM_FLAG, NULL, &error));
    assert_true(aic_catalog_apply(&catalog, question, &error));
    if (!aic_answer_init(answer, question, &error)) {
        fail_msg("%s %s: %s", calculator, model, error.message);
    }
}

/* What model and kvcache both say of an entry is the same. */
static bool compare_entry(void *context, const struct aic_entry *entry)
{
    static const char *const rows[][2] = {
        { "params_total", "params_total" },   { "params_active", "params_active" },
        { "params_matmul", "params_matmul" }, { "weight_bytes", "weights_total" },
        { "kv_per_token", "kv_per_token" },   { "kv_per_token_initial", "kv_per_token_initial" },
        { "kv_fixed", "kv_fixed" },
    };
    const char *name = aic_json_text_of(aic_json_first(entry->node));
    struct aic_question questions[2];
    struct aic_answer answers[2] = { { 0 }, { 0 } };
    (void)context;
    ask_about("model", name, &questions[0], &answers[0]);
    ask_about("kvcache", name, &questions[1], &answers[1]);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        double values[2];
        for (int i = 0; i < 2; i++) {
            const struct aic_table *results = &questions[i].calculator->results;
            size_t index = aic_table_find(results, rows[row][i], strlen(rows[row][i]));
            assert_true(index < aic_table_size(results));
            values[i] = aic_answer_result(&answers[i], index).number;
        }
        if (!(fabs(values[0] - values[1]) <= 1e-12 * values[0])) {
            fail_msg("%s: %s %.17g, in kvcache %.17g", name, rows[row][0], values[0], values[1]);
        }
    }
    for (int i = 0; i < 2; i++) {
        aic_answer_clear(&answers[i]);
        aic_question_clear(&questions[i]);
    }
    return true;
}

static void model_and_kvcache_agree_on_every_entry(void **state)
{
    (void)state;
    const struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { 0 };
    assert_true(aic_catalog_each(&catalog, AIC_MODELS, compare_entry, NULL, &error));
}

/* Seconds of a step of network for a token of that sequence length; NaN: the model takes no such. */
static double time_of_token(const char *model, const char *seq)
{
    static const char *const fixed[][2] = { { "node", "dgx-h100" }, { "gpus", "8" } };
    const struct aic_catalog catalog = { .count = 0 };
    struct aic_question question;
    struct aic_answer answer = { 0 };
    struct aic_error error = { 0 };
    size_t index;
    double time = NAN;
    assert_true(aic_question_init(&question, aic_calculator_find("network"), &error));
    for (size_t i = 0; i < 4; i++) {
        const char *name = i < 2 ? fixed[i][0] : i == 2 ? "model" : "seq";
        const char *value = i < 2 ? fixed[i][1] : i == 2 ? model : seq;
        assert_true(aic_question_find(&question, name, &index, &error));
        assert_true(aic_question_set_text(&question, index, value, AIC_FROM_FLAG, NULL, &error));
    }
    if (aic_catalog_apply(&catalog, &question, &error) &&
        aic_answer_init(&answer, &question, &error)) {
        const struct aic_table *results = &question.calculator->results;
        time = aic_answer_result(&answer, aic_table_find(results, "compute_time", 12)).number /
               aic_answer_result(&answer, aic_table_find(results, "tokens_per_step", 15)).number;
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    return time;
}

static bool compare_lengths(void *context, const struct aic_entry *entry)
{
    static const char *const lengths[] = { "64", "1Ki", "4Ki", "16Ki", "128Ki" };
    int *grown = context;
    const char *model = aic_json_text_of(aic_json_first(entry->node));
    double before = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        double time = time_of_token(model, lengths[i]);
        if (isnan(time)) {
            continue; /* no training, or positions that it has not */
        }
        if (time < before * (1 - 1e-12)) {
            fail_msg("%s: a token of %s takes %g s, of a shorter sequence %g s", model, lengths[i],
                     time, before);
        }
        *grown += before > 0 && time > before;
        before = time;
    }
    return true;
}

/* Attention sees more keys in a longer sequence, however a model limits them: no token takes less. */
static void tokens_of_longer_sequences_take_no_less(void **state)
{
    (void)state;
    const struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { 0 };
    int grown = 0;
    assert_true(aic_catalog_each(&catalog, AIC_MODELS, compare_lengths, &grown, &error));
    assert_true(grown > 200);
}

static void stronger_origins_stay(void **state)
{
    (void)state;
    struct aic_question question;
    struct aic_error error = { 0 };
    size_t layers;
    assert_true(aic_question_init(&question, aic_calculator_find("kvcache"), &error));
    assert_true(aic_question_find(&question, "layers", &layers, &error));
    assert_true(aic_question_set_number(&question, layers, 5, AIC_FROM_FLAG, NULL, &error));
    assert_true(aic_question_set_number(&question, layers, 6, AIC_FROM_CATALOG, NULL, &error));
    assert_true(aic_question_value(&question, layers).number == 5);
    assert_true(aic_question_set_number(&question, layers, 7, AIC_FROM_FLAG, NULL, &error));
    assert_true(aic_question_value(&question, layers).number == 7);
    assert_false(aic_question_set_number(&question, layers, 0, AIC_FROM_CATALOG, NULL, &error));
    aic_question_reset(&question, layers);
    assert_false(aic_question_value(&question, layers).set);
    assert_false(aic_question_find(&question, "layer", &layers, &error));
    assert_string_equal(error.suggestion, "did you mean 'layers'?");
    aic_question_clear(&question);
}

static void budgets_bind_before_anything_is_computed(void **state)
{
    (void)state;
    static const char *const good[] = { "fits",
                                        "fits == true",
                                        "kv_total <= 40GiB",
                                        "warn: kv_total<1PB",
                                        "max_sequences_bound_by == memory",
                                        "max_sequences >= 4" };
    static const char *const bad[] = { "",
                                       "fit",
                                       "kv_total <= 40",
                                       "kv_total",
                                       "fits <= 1",
                                       "kv_total <= 3s",
                                       "kv_total 4GB",
                                       "kv_total =< 4GB",
                                       "kv_total <=",
                                       "max_sequences_bound_by == memry" };
    const struct aic_calculator *kvcache = aic_calculator_find("kvcache");
    struct aic_budget budget;
    struct aic_error error;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(aic_budget_read(&budget, kvcache, good[i], &error));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (aic_budget_read(&budget, kvcache, bad[i], &error)) {
            fail_msg("'%s' was taken", bad[i]);
        }
        assert_true(error.message[0] != '\0');
    }
    assert_true(aic_budget_read(&budget, kvcache, "warn:kv_total > 1kB", &error));
    assert_true(budget.warns && aic_budget_holds(&budget, 1001) &&
                !aic_budget_holds(&budget, 1000));
}

static void formulas_are_read_for_their_names(void **state)
{
    (void)state;
    struct aic_span rest = { "ab*1e-12 + max(c_d, 2.5e3)", 26 };
    struct aic_span name;
    assert_true(aic_formula_next_name(&rest, &name));
    assert_memory_equal(name.at, "ab", name.length);
    assert_true(aic_formula_next_name(&rest, &name));
    assert_memory_equal(name.at, "c_d", name.length);
    assert_false(aic_formula_next_name(&rest, &name));
    struct aic_span condition;
    const char *cases = "ab when ab > 0; cd when ef; 7 otherwise; ";
    struct aic_span one = aic_formula_case(cases, 1, &condition);
    assert_true(one.length == 2 && memcmp(one.at, "cd", 2) == 0);
    assert_true(condition.length == 2 && memcmp(condition.at, "ef", 2) == 0);
    one = aic_formula_case(cases, 2, &condition);
    assert_true(one.length == 1 && one.at[0] == '7' && condition.length == 0);
    assert_int_equal(aic_formula_cases(cases), 3);
    assert_int_equal(aic_formula_cases("ab when ab > 0; cd"), 2);
    assert_int_equal(aic_formula_cases("ab + cd"), 1);
    one = aic_formula_case("ab + cd", 0, &condition);
    assert_true(one.length == 7 && condition.length == 0);
    assert_int_equal(aic_formula_text(cases).length, strlen(cases) - 2);
}

/* Members, casts, macros, words that only the code knows: nothing of that is shown. */
static void formulas_name_what_people_know(void **state)
{
    (void)state;
    static const char *const plain[] = {
        "gpus / gpus_per_node",
        "max(0, nic_bw * 1e-12)",
        "by__fat_tree",
        "yes when topology == by__fat_tree && !known(gpus); unset otherwise; ",
    };
    static const char *const code[] = {
        "in->gpus",        "sizes[gpus]",      "aic_or(gpus, 1)",     "CHARGED_EGRESS(gpus)",
        "(double)gpus",    "AIC_DESIGN_TORUS", "_Generic((gpus), 1)", "1 when gpus == by_source; ",
        "plan.gpus_known",
    };
    const struct aic_calculator *fabric = aic_calculator_find("fabric");
    struct aic_span strange;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        assert_true(aic_formula_is_plain(fabric, plain[i], &strange));
    }
    for (size_t i = 0; i < sizeof code / sizeof *code; i++) {
        assert_false(aic_formula_is_plain(fabric, code[i], &strange));
        assert_true(strange.length > 0);
    }
    char words[96];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    aic_formula_add(&text, (struct aic_span){ plain[3], strlen(plain[3]) });
    assert_string_equal(words, "yes when topology == fat_tree && !known(gpus); unset otherwise; ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_is_well_written),
        cmocka_unit_test(every_bound_of_every_input_holds),
        cmocka_unit_test(every_feeder_exists),
        cmocka_unit_test(catalogs_are_strict_json),
        cmocka_unit_test(every_entry_applies),
        cmocka_unit_test(models_count_to_their_published_figures),
        cmocka_unit_test(model_and_kvcache_agree_on_every_entry),
        cmocka_unit_test(tokens_of_longer_sequences_take_no_less),
        cmocka_unit_test(stronger_origins_stay),
        cmocka_unit_test(budgets_bind_before_anything_is_computed),
        cmocka_unit_test(formulas_are_read_for_their_names),
        cmocka_unit_test(formulas_name_what_people_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
