/* SPDX-License-Identifier: Apache-2.0 */
/* Entries of catalogs applied to questions: which values are set, their sources, and what is said. */
#include "own_catalog.h"

static const struct {
    const char *fields, *message;
} unusable[] = {
    { "'gpu_memory': null", "gpus 'mine': field 'gpu_memory' has no usable value" },
    { "'gpu_memory': [1]", "gpus 'mine': field 'gpu_memory' has no usable value" },
    { "'gpu_memory': {'values': {'bf16': 1}}", "field 'gpu_memory' has no usable value" },
    { "'gpu_memory': {'by': 7, 'values': {'bf16': 1}}", "field 'gpu_memory' has no usable value" },
    { "'gpu_memory': {'by': 'compute_dtype'}", "field 'gpu_memory' has no usable value" },
    { "'gpu_memory': {'by': 'compute_dtype', 'values': [1]}", "'gpu_memory' has no usable value" },
    { "'gpu_memory': {'by': 'engine', 'values': {'vllm': null}}",
      "field 'gpu_memory' has no usable value" },
    /* a value can depend on a choice only */
    { "'gpu_memory': {'by': 'layers', 'values': {'32': 1}}",
      "field 'gpu_memory' has no usable value" },
    { "'gpu_memory': '80G'", "80G" },
    { "'gpu_memory': -1", "gpu_memory: '-1' is out of range" },
};

static void unusable_values_are_refused(void **state)
{
    static struct asked asked;
    (void)state;
    for (size_t i = 0; i < COUNT(unusable); i++) {
        char document[512];
        snprintf(document, sizeof document, CATALOG("gpus", ENTRY("mine", "%s")),
                 unusable[i].fields);
        if (ask(&asked, "kvcache", "gpu", document)) {
            fail_msg("taken: %s", unusable[i].fields);
        }
        assert_has(asked.error.message, unusable[i].message);
        assert_string_equal(asked.error.parameter, "gpu_memory");
        clear(&asked);
    }
}

/* A calculator without the choice takes the values for its inputs CHOICE_FIELD. */
static void values_of_a_choice_that_is_not_there(void **state)
{
    static struct asked asked;
    (void)state;
    assert_true(ask(&asked, "network", "gpu",
                    CATALOG("gpus", ENTRY("mine", "'bus_bw_limit': {'by': 'operation', 'values':"
                                                  " {'all_reduce': 5e10, 'all_or_none': 1}}"))));
    struct aic_value limit =
        aic_question_value(&asked.question, index_of(&asked, "all_reduce_bus_bw_limit"));
    assert_true(limit.set && limit.number == 5e10);
    clear(&asked);
    assert_false(ask(&asked, "network", "gpu",
                     CATALOG("gpus", ENTRY("mine", "'bus_bw_limit': {'by': 'operation',"
                                                   " 'values': {'all_reduce': [1]}}"))));
    assert_string_equal(asked.error.message,
                        "gpus 'mine': field 'all_reduce_bus_bw_limit' has no usable value");
    clear(&asked);
}

/* While the choice has no value there is nothing to pick. */
static void values_of_a_choice_that_is_open(void **state)
{
    static struct asked asked;
    (void)state;
    assert_true(ask(&asked, "kvcache", "gpu",
                    CATALOG("gpus", ENTRY("mine", "'gpu_memory': {'by': 'released_dtype',"
                                                  " 'values': {'bf16': 1e9}}"))));
    assert_false(aic_question_value(&asked.question, index_of(&asked, "gpu_memory")).set);
    assert_int_equal(asked.question.notes.count, 0);
    clear(&asked);
}

/* The source of a value says which document it is from; of a price, where and when it held. */
static void sources_are_kept(void **state)
{
    static struct asked asked;
    (void)state;
    assert_true(ask(&asked, "storage", "tier",
                    CATALOG("tiers", "{'name': 'mine', 'fields': {'storage_price':"
                                     " '0.02USD/GiB/mo', 'first_byte_latency': 0.5},"
                                     " 'region': 'here', 'as_of': '2024',"
                                     " 'unverified': [7, 'first_byte_latency']}")));
    const struct aic_source *price = &asked.question.sources[index_of(&asked, "storage_price")];
    const struct aic_source *latency =
        &asked.question.sources[index_of(&asked, "first_byte_latency")];
    assert_string_equal(price->name, "tiers:mine, own.json, here, 2024");
    assert_true(price->aged && !price->unverified && price->basis == AIC_PUBLISHED);
    assert_string_equal(latency->name, "tiers:mine, own.json");
    assert_true(!latency->aged && latency->unverified);
    clear(&asked);
}

/* A price is old more than 18 months before the month of the version. */
static void prices_age(void **state)
{
    static struct asked asked;
    int year, month;
    (void)state;
    assert_int_equal(sscanf(AIC_VERSION_DATE, "%d-%d", &year, &month), 2);
    for (int months = 17; months <= 20; months++) {
        char document[512];
        int held = 12 * year + month - 1 - months;
        snprintf(document, sizeof document,
                 CATALOG("tiers", "{'name': 'mine', 'fields': {'storage_price': '0.02USD/GiB/mo'},"
                                  " 'as_of': '%04d-%02d'}"),
                 held / 12, held % 12 + 1);
        assert_true(ask(&asked, "storage", "tier", document));
        assert_int_equal(asked.question.sources[index_of(&asked, "storage_price")].aged,
                         months > 18);
        clear(&asked);
    }
}

/* Whether a price of that date has the mark of an old one. */
static bool is_aged(const char *format, int year)
{
    static struct asked asked;
    char date[32], document[512];
    snprintf(date, sizeof date, format, year);
    snprintf(document, sizeof document,
             CATALOG("tiers", "{'name': 'mine', 'fields': {'storage_price': '0.02USD/GiB/mo'},"
                              " 'as_of': '%s'}"),
             date);
    assert_true(ask(&asked, "storage", "tier", document));
    bool aged = asked.question.sources[index_of(&asked, "storage_price")].aged;
    clear(&asked);
    return aged;
}

/* Dates are a year, which counts as its last month, or a year and a month with what may follow. */
static void dates_of_prices(void **state)
{
    static const char *const dates[] = { "%d", "%d-1", "%d-12", "%d-01-31" };
    static const char *const others[] = {
        "%d-", "%dx", "%d/01", "%d1", "%d-x", "-%d", "1%d", " %d"
    };
    int year, month;
    (void)state;
    assert_int_equal(sscanf(AIC_VERSION_DATE, "%d-%d", &year, &month), 2);
    for (size_t i = 0; i < COUNT(dates); i++) {
        assert_true(is_aged(dates[i], year - 3));
        assert_false(is_aged(dates[i], year));
    }
    for (size_t i = 0; i < COUNT(others); i++) {
        assert_false(is_aged(others[i], year - 3));
    }
    assert_int_equal(is_aged("%d", year - 2), month > 6);
    assert_false(is_aged("%d", 999));
    assert_true(is_aged("%d-01-31", month > 7 ? year - 1 : year - 2));
}

static const struct {
    const char *calculator, *catalog, *input, *field, *given;
    bool is_said;
} links[] = {
    /* about twice what is listed: 1.9 to 2.1 times */
    { "collective", "gpus", "gpu", "nvlink_bw", "189GB/s", false },
    { "collective", "gpus", "gpu", "nvlink_bw", "190GB/s", true },
    { "collective", "gpus", "gpu", "nvlink_bw", "210GB/s", true },
    { "collective", "gpus", "gpu", "nvlink_bw", "211GB/s", false },
    { "collective", "gpus", "gpu", "nvlink_bw", "100GB/s", false },
    { "collective", "gpus", "gpu", "nvlink_bw", NULL, false },
    /* the other rates that are listed per direction, and one that has none */
    { "collective", "gpus", "gpu", "peer_bw", "200GB/s", true },
    { "collective", "nodes", "node", "nic_bw", "200GB/s", true },
    { "fabric", "fabrics", "fabric", "link_bw", "200GB/s", true },
    { "kvcache", "gpus", "gpu", "gpu_memory", "200GB", false },
};

static void marketing_adds_both_directions(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(links); i++) {
        static struct asked asked;
        char document[512];
        snprintf(document, sizeof document, CATALOG("%s", ENTRY("mine", "'%s': 100e9")),
                 links[i].catalog, links[i].field);
        start(&asked, links[i].calculator, links[i].input, document);
        if (links[i].given) {
            assert_true(aic_question_set_text(&asked.question, index_of(&asked, links[i].field),
                                              links[i].given, AIC_FROM_FLAG, NULL, &asked.error));
        }
        assert_true(aic_catalog_apply(&asked.stack.catalog, &asked.question, &asked.error));
        if (aic_warned(&asked.question.notes, "both-directions") != links[i].is_said) {
            fail_msg("%s of %s", links[i].field, links[i].given);
        }
        clear(&asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unusable_values_are_refused),
        cmocka_unit_test(values_of_a_choice_that_is_not_there),
        cmocka_unit_test(values_of_a_choice_that_is_open),
        cmocka_unit_test(sources_are_kept),
        cmocka_unit_test(prices_age),
        cmocka_unit_test(dates_of_prices),
        cmocka_unit_test(marketing_adds_both_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
