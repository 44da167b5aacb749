/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lifecycle with one stage is storage: the same bill to the last digit, on every tier of the
 * catalog, for streams of items and for one, on random questions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/aicalc.h>

#define QUESTIONS 50 /* on each tier */

static uint64_t state_of_random = 20260701;

/* A number between the two, spread evenly over its magnitudes. */
static double between(double low, double high)
{
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return low * pow(high / low, (double)(state_of_random >> 33) / 0x1p31);
}

struct pair {
    const struct aic_catalog *catalog;
    struct aic_question storage, lifecycle;
    long compared, differ;
};

static void set_number(struct aic_question *question, const char *name, double number)
{
    struct aic_error error;
    size_t index;
    assert_true(aic_question_find(question, name, &index, &error));
    assert_true(aic_question_set_number(question, index, number, AIC_FROM_FLAG, NULL, &error));
}

static void set_both(struct pair *pair, const char *of_storage, const char *of_lifecycle,
                     double number)
{
    set_number(&pair->storage, of_storage, number);
    set_number(&pair->lifecycle, of_lifecycle, number);
}

static void begin(const struct aic_catalog *catalog, struct aic_question *question,
                  const char *calculator, const char *reference, const char *tier)
{
    struct aic_error error;
    size_t index;
    assert_true(aic_question_init(question, aic_calculator_find(calculator), &error));
    assert_true(aic_question_find(question, reference, &index, &error));
    assert_true(aic_question_set_text(question, index, tier, AIC_FROM_FLAG, NULL, &error));
    assert_true(aic_catalog_apply(catalog, question, &error));
}

/* Items that come, each kept for a time; or one that is there for it. */
static void ask(struct pair *pair, bool stream, bool window)
{
    double size = floor(between(1e6, 1e15)), files = floor(between(1, 1e5));
    double keep = between(3600, 86400 * 400.0);
    set_number(&pair->lifecycle, "item_size", size);
    set_number(&pair->lifecycle, "keep", keep);
    if (stream) {
        set_number(&pair->storage, "checkpoint_size", size);
        set_number(&pair->storage, "checkpoint_retention", keep);
        set_both(pair, "duration", "duration", between(86400, 86400 * 400.0));
        set_both(pair, "checkpoint_interval", "item_interval", between(60, 86400));
        set_both(pair, "checkpoint_files", "item_files", files);
    } else {
        set_number(&pair->storage, "data", size);
        set_number(&pair->storage, "duration", keep);
        set_both(pair, "files", "item_files", files);
    }
    if (window && stream) {
        set_both(pair, "checkpoint_window", "item_window", between(10, 86400));
    }
    set_both(pair, "part_size", "part_size", between(1e6, 1e10));
    set_both(pair, "month", "month", between(720 * 3600.0, 744 * 3600.0));
    set_both(pair, "fill_limit", "fill_limit", between(0.5, 1));
}

static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || a == b || (isnan(a) && isnan(b));
}

static void compare(struct pair *pair, const char *tier)
{
    static struct aic_storage_out storage;
    static struct aic_lifecycle_out lifecycle;
    static struct aic_notes notes;
    aic_notes_init(&notes);
    notes.quiet = true;
    assert_true(aic_evaluate(&aic_storage, pair->storage.in, &storage, &notes));
    assert_true(aic_evaluate(&aic_lifecycle, pair->lifecycle.in, &lifecycle, &notes));
    pair->compared++;
    if (!same(storage.storage_cost, lifecycle.total_cost) ||
        !same(storage.early_deletion_cost, lifecycle.early_deletion_cost) ||
        !same(storage.provisioned_capacity, lifecycle.hot_capacity)) {
        pair->differ++;
        printf("%s: cost %.17g %.17g, early %.17g %.17g, capacity %.17g %.17g\n", tier,
               storage.storage_cost, lifecycle.total_cost, storage.early_deletion_cost,
               lifecycle.early_deletion_cost, storage.provisioned_capacity, lifecycle.hot_capacity);
    }
}

static bool ask_of_tier(void *context, const struct aic_entry *entry)
{
    struct pair *pair = context;
    const char *tier = aic_entry_name(entry);
    for (int i = 0; i < QUESTIONS; i++) {
        begin(pair->catalog, &pair->storage, "storage", "tier", tier);
        begin(pair->catalog, &pair->lifecycle, "lifecycle", "hot", tier);
        const struct aic_storage_in *in = pair->storage.in;
        ask(pair, i % 2 == 0, in->billing == AIC_BILLING_PROVISIONED && i % 3 == 0);
        compare(pair, tier);
        aic_question_clear(&pair->storage);
        aic_question_clear(&pair->lifecycle);
    }
    return true;
}

static void one_stage_is_storage(void **state)
{
    (void)state;
    struct aic_catalog catalog;
    struct aic_error error;
    aic_catalog_init(&catalog);
    struct pair pair = { .catalog = &catalog };
    assert_true(aic_catalog_each(&catalog, AIC_TIERS, ask_of_tier, &pair, &error));
    aic_catalog_clear(&catalog);
    assert_true(pair.compared > 1000);
    assert_int_equal(pair.differ, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(one_stage_is_storage) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
