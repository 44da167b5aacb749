/* SPDX-License-Identifier: Apache-2.0 */
/* Entries that nobody named: the node of a GPU, the fabric of a port, the grid of the world. */
#include "own_catalog.h"

/* Nodes of mine: rented ones are nobody's own. The GPUs "wide" and "pair" are joined beyond a node of 8 and of 2. */
/* clang-format off */
static const char gpus[] =
    "{'schema': 'aicalc-catalog/1', 'kind': 'gpus', 'entries': ["
    ENTRY("mine", "'scale_up_gpus': 8") ","
    ENTRY("wide", "'scale_up_gpus': 9") ","
    ENTRY("pair", "'scale_up_gpus': 2") ","
    ENTRY("plain", "") ","
    ENTRY("none", "") "]}";
static const char nodes[] =
    "{'schema': 'aicalc-catalog/1', 'kind': 'nodes', 'entries': ["
    ENTRY("rented", "'gpu': 'mine', 'node_price': 1") ","
    ENTRY("by-gpu", "'gpu': 'mine', 'gpu_price': 1") ","
    ENTRY("first", "'gpu': 'mine', 'gpus_per_node': 8") ","
    ENTRY("second", "'gpu': 'mine', 'gpus_per_node': 72") ","
    ENTRY("narrow", "'gpu': 'wide', 'gpus_per_node': 8") ","
    ENTRY("broad", "'gpu': 'wide', 'gpus_per_node': 72") ","
    ENTRY("of-four", "'gpu': 'pair', 'gpus_per_node': 4") ","
    ENTRY("of-one", "'gpu': 'plain', 'gpus_per_node': 1") "]}";
static const char fabrics[] =
    "{'schema': 'aicalc-catalog/1', 'kind': 'fabrics', 'entries': ["
    ENTRY("roce-one", "'nic_bw': 7e9") ","
    ENTRY("roce-two", "'nic_bw': 7e9") ","
    ENTRY("other", "'nic_bw': 9e9") ","
    ENTRY("roce-early", "'nic_bw': 11e9") ","
    ENTRY("ib-late", "'nic_bw': 11e9") ","
    ENTRY("ib-last", "'nic_bw': 11e9") ","
    ENTRY("ib-text", "'nic_bw': '13GB/s'") "]}";
/* clang-format on */

static const struct {
    const char *calculator, *given, *reference, *assumed; /* NULL: none */
} rows[] = {
    /* the first node of a GPU that is not rented */
    { "plan", "gpu=mine", "node", "first" },
    { "plan", "gpu=wide", "node", "narrow" },
    { "plan", "gpu=none", "node", NULL },
    { "plan", "gpu=unknown", "node", NULL },
    { "plan", "", "node", NULL },
    { "service", "gpu=mine", "node", "first" },
    /* what says it otherwise */
    { "plan", "gpu=mine node=second", "node", "second" },
    { "plan", "gpu=mine nic_bw=1GB/s", "node", NULL },
    { "plan", "gpu=mine gpus_per_node=4", "node", NULL },
    { "plan", "gpu=mine tp=4", "node", "first" },
    /* the domain of the GPU is not more than the node */
    { "layout", "gpu=mine", "node", "first" },
    { "layout", "gpu=wide", "node", NULL },
    { "layout", "gpu=pair", "node", "of-four" },
    { "layout", "gpu=plain", "node", "of-one" },
    { "layout", "gpu=none", "node", NULL },
    { "layout", "gpu=mine nic_bw=1GB/s", "node", "first" },
    /* InfiniBand goes before Ethernet, and the first of each before others */
    { "plan", "nic_bw=7GB/s", "fabric.fabric", "roce-one" },
    { "plan", "nic_bw=9GB/s", "fabric.fabric", NULL },
    { "plan", "nic_bw=11GB/s", "fabric.fabric", "ib-late" },
    { "plan", "nic_bw=13GB/s", "fabric.fabric", NULL },
    { "plan", "", "fabric.fabric", NULL },
    { "plan", "nic_bw=7GB/s fabric=other", "fabric.fabric", NULL },
    { "plan", "nic_bw=7GB/s leaf_radix=64", "fabric.fabric", NULL },
    { "plan", "", "grid", "world" },
    { "plan", "carbon_intensity=400g/kWh", "grid", NULL },
    { "plan", "@carbon_intensity=400g/kWh", "grid", NULL },
    /* a reference of which nothing is assumed, and a calculator that assumes nothing */
    { "plan", "", "tier", NULL },
    { "kvcache", "gpu=mine", "node", NULL },
};

/* A calculator of that name, or the composition, which is formed for it. */
static const struct aic_calculator *find(const char *name, struct aic_composition **formed)
{
    const struct aic_composition_table *table;
    struct aic_error error;
    *formed = NULL;
    for (size_t i = 0; (table = aic_composition_table_at(i)); i++) {
        if (strcmp(table->name, name) == 0) {
            *formed = aic_composition_form(table, &error);
            assert_non_null(*formed);
            return aic_composition_calculator(*formed);
        }
    }
    return aic_calculator_find(name);
}

/* Inputs of a command; '@' stands before what an entry said. */
static void give(struct aic_question *question, const char *given)
{
    char text[80];
    snprintf(text, sizeof text, "%s", given);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        size_t index;
        struct aic_error error;
        char *value = strchr(word, '=');
        *value++ = '\0';
        bool of_entry = *word == '@';
        assert_true(aic_question_find(question, word + of_entry, &index, &error));
        if (!aic_question_set_text(question, index, value,
                                   of_entry ? AIC_FROM_CATALOG : AIC_FROM_FLAG, NULL, &error)) {
            fail_msg("%s", error.message);
        }
    }
}

static void what_nobody_named_is_assumed(void **state)
{
    static struct stack stack;
    (void)state;
    aic_catalog_init(&stack.catalog);
    must_add(&stack, "gpus.json", gpus);
    must_add(&stack, "nodes.json", nodes);
    must_add(&stack, "fabrics.json", fabrics);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct aic_question question;
        struct aic_error error;
        size_t index;
        struct aic_composition *formed;
        assert_true(aic_question_init(&question, find(rows[i].calculator, &formed), &error));
        give(&question, rows[i].given);
        assert_true(aic_question_find(&question, rows[i].reference, &index, &error));
        assert_true(aic_catalog_assume(&stack.catalog, &question, index, &error));
        struct aic_value value = aic_question_value(&question, index);
        if (!rows[i].assumed ? value.set : !value.set || strcmp(value.name, rows[i].assumed) != 0) {
            fail_msg("%s %s: %s", rows[i].calculator, rows[i].given,
                     value.set ? value.name : "nothing");
        }
        if (value.set && !strstr(rows[i].given, "node=")) {
            /* a plain one is a default, that of a part as an entry's */
            assert_int_equal(aic_question_origin(&question, index),
                             strchr(rows[i].reference, '.') ? AIC_FROM_CATALOG : AIC_FROM_DEFAULT);
            assert_int_equal(question.sources[index].basis, AIC_ASSUMED);
        }
        aic_question_clear(&question);
        aic_composition_free(formed);
    }
    aic_catalog_clear(&stack.catalog);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_nobody_named_is_assumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
