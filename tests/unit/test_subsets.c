/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calculators with cases that hang on which inputs are given: every subset of some settings is asked,
 * and each answer, whichever cases it took, keeps what holds of all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/aicalc.h>

struct setting {
    const char *name, *value;
};

struct subsets {
    const char *calculator;
    const struct setting *always; /* ends without a name */
    const struct setting *maybe;
    void (*check)(const struct aic_answer *answer);
};

static double result(const struct aic_answer *answer, const char *name)
{
    const struct aic_table *results = &answer->question->calculator->results;
    size_t index = aic_table_find(results, name, strlen(name));
    assert_true(index < aic_table_size(results));
    struct aic_value value = aic_answer_result(answer, index);
    return value.set ? value.number : (double)NAN;
}

static double input(const struct aic_answer *answer, const char *name)
{
    const struct aic_table *inputs = &answer->question->calculator->inputs;
    size_t index = aic_table_find(inputs, name, strlen(name));
    assert_true(index < aic_table_size(inputs));
    struct aic_value value = aic_question_value(answer->question, index);
    return value.set ? value.number : (double)NAN;
}

static bool set(struct aic_question *question, const struct setting *setting)
{
    size_t index;
    struct aic_error error = { .code = AIC_OK };
    bool ok = aic_question_find(question, setting->name, &index, &error) &&
              aic_question_set_text(question, index, setting->value, AIC_FROM_FLAG, NULL, &error);
    if (!ok) {
        fail_msg("%s", error.message);
    }
    return ok;
}

/* Asks each subset; returns how many have an answer: others contradict themselves. */
static int ask_all(const struct subsets *subsets)
{
    const struct aic_catalog catalog = { .count = 0 };
    size_t count = 0;
    int answered = 0;
    while (subsets->maybe[count].name) {
        count++;
    }
    for (unsigned subset = 0; subset < 1u << count; subset++) {
        struct aic_question question;
        struct aic_answer answer = { 0 };
        struct aic_error error = { .code = AIC_OK };
        assert_true(aic_question_init(&question, aic_calculator_find(subsets->calculator), &error));
        for (const struct setting *one = subsets->always; one->name; one++) {
            set(&question, one);
        }
        for (size_t i = 0; i < count; i++) {
            if (subset >> i & 1) {
                set(&question, &subsets->maybe[i]);
            }
        }
        if (aic_catalog_apply(&catalog, &question, &error) &&
            aic_answer_init(&answer, &question, &error)) {
            subsets->check(&answer);
            answered++;
        }
        aic_answer_clear(&answer);
        aic_question_clear(&question);
    }
    return answered;
}

/* ---- fabric ---- */

static void check_tree(const struct aic_answer *answer)
{
    double down = result(answer, "leaf_downlinks"), up = result(answer, "leaf_uplinks");
    assert_true(result(answer, "max_gpus") >= input(answer, "gpus"));
    assert_true(!(down + up > input(answer, "leaf_radix")));
    if (aic_is_set(up)) { /* more than one tier: leaves reach spines */
        assert_true(up >= 1 && result(answer, "leaf_spine_links") > 0);
    }
    assert_true(result(answer, "switches") >= result(answer, "leaf_switches"));
}

static void trees_join_what_they_are_asked_to(void **state)
{
    static const char *const gpus[] = { "16", "1000", "8192", "40000" };
    static const struct setting maybe[] = {
        { "leaf_down_ports", "32" },
        { "leaf_up_ports", "16" },
        { "oversubscription", "2" },
        { "isolated_rails", "yes" },
        { "spine_oversubscription", "2" },
        { "other_endpoints", "6" },
        { "rails", "8" },
        { NULL, NULL },
    };
    int answered = 0;
    (void)state;
    for (size_t g = 0; g < 4; g++) {
        for (int tiers = 0; tiers < 4; tiers++) {
            static const char *const names[] = { "auto", "1", "2", "3" };
            const struct setting always[] = { { "gpus", gpus[g] },
                                              { "tiers", names[tiers] },
                                              { NULL, NULL } };
            answered += ask_all(&(struct subsets){ "fabric", always, maybe, check_tree });
        }
    }
    assert_true(answered > 300);
}

/* ---- coldstart ---- */

static void check_fetch(const struct aic_answer *answer)
{
    double whole = result(answer, "cold_start_time");
    double rate = result(answer, "fetch_rate"), share = result(answer, "source_share");
    assert_true(whole > 0 && whole >= aic_or(result(answer, "weights_time"), 0));
    assert_true(!(rate > share) && !(rate > input(answer, "node_read_bw")));
    assert_true(!(result(answer, "source_bytes") < result(answer, "weights_total")));
}

static void a_start_takes_as_long_as_its_slowest_part(void **state)
{
    static const char *const paths[] = { "stream", "download", "local", "host" };
    static const struct setting maybe[] = {
        { "source_bw", "2GB/s" },      { "node_read_bw", "5GB/s" },  { "connections", "4" },
        { "connection_bw", "90MB/s" }, { "replica_bw", "10GB/s" },   { "local_write_bw", "1GB/s" },
        { "local_read_bw", "6GB/s" },  { "starting_replicas", "5" }, { NULL, NULL },
    };
    int answered = 0;
    (void)state;
    for (size_t p = 0; p < 4; p++) {
        const struct setting always[] = {
            { "model", "llama-3.1-70b" }, { "tp", "16" }, { "path", paths[p] }, { NULL, NULL }
        };
        answered += ask_all(&(struct subsets){ "coldstart", always, maybe, check_fetch });
    }
    if (answered < 40) {
        fail_msg("%d answers", answered);
    }
}

/* ---- lifecycle ---- */

static void check_stages(const struct aic_answer *answer)
{
    static const char *const stages[] = { "hot", "warm", "cold", "archive" };
    double sum = 0;
    for (size_t i = 0; i < 4; i++) {
        char name[32];
        strcat(strcpy(name, stages[i]), "_cost");
        sum += aic_or(result(answer, name), 0);
    }
    double total = result(answer, "total_cost");
    assert_true(isnan(total) || total >= sum * (1 - 1e-9));
}

static void stages_add_up(void **state)
{
    static const char *const tiers[] = { "s3-standard", "fsx-lustre-scratch-2",
                                         "fsx-lustre-persistent-2-250" };
    static const struct setting maybe[] = {
        { "warm", "fsx-lustre-persistent-2-250" },
        { "cold", "s3-glacier-instant" },
        { "hot_age", "2d" },
        { "warm_age", "7d" },
        { "keep", "30d" },
        { "item_window", "60s" },
        { "fill_limit", "80%" },
        { NULL, NULL },
    };
    int answered = 0;
    (void)state;
    for (size_t t = 0; t < 3; t++) {
        const struct setting always[] = {
            { "item_size", "980GB" }, { "item_interval", "1h" }, { "hot", tiers[t] }, { NULL, NULL }
        };
        answered += ask_all(&(struct subsets){ "lifecycle", always, maybe, check_stages });
    }
    assert_true(answered > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_join_what_they_are_asked_to),
        cmocka_unit_test(a_start_takes_as_long_as_its_slowest_part),
        cmocka_unit_test(stages_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
