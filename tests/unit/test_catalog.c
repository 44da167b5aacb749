/* SPDX-License-Identifier: Apache-2.0 */
/* Catalogs laid over the built-in ones: what is taken, found, listed and refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/aicalc.h>

#include "catalog/catalog.h"

#include "own_catalog.h"

static const struct {
    const char *document;
    enum aic_code code;
    const char *message, *suggestion;
} refused[] = {
    { "[]", AIC_ERR_JSON, "own.json: line 1 column 1: a catalog is an object", "" },
    { "{'schema': }", AIC_ERR_JSON, "line 1 column 12", "give the key a value" },
    { "{}", AIC_ERR_JSON, "not a catalog", "'aicalc catalog gpus -o json' prints one" },
    { "{'schema': 'aicalc/1'}", AIC_ERR_JSON, "not a catalog", "aicalc-catalog/1" },
    { "{'schema': 1}", AIC_ERR_JSON, "not a catalog", "aicalc-catalog/1" },
    { "{'schema': 'aicalc-catalog/1'}", AIC_ERR_UNKNOWN, "'' is not a catalog kind", "grids" },
    { CATALOG("gpu", ""), AIC_ERR_UNKNOWN, "'gpu' is not a catalog kind", "did you mean 'gpus'?" },
    { CATALOG("planets", ""), AIC_ERR_UNKNOWN, "'planets' is not a catalog kind",
      "kinds: models, gpus, nodes, " },
    { "{'schema': 'aicalc-catalog/1', 'kind': 'gpus', 'entry': []}", AIC_ERR_UNKNOWN,
      "line 1 column 48: a catalog has no key 'entry'", "its keys: schema, kind, entries" },
    { "{'schema': 'aicalc-catalog/1', 'kind': 'gpus'}", AIC_ERR_MISSING,
      "the catalog has no list 'entries'", "" },
    { "{'schema': 'aicalc-catalog/1', 'kind': 'gpus', 'entries': {}}", AIC_ERR_MISSING,
      "the catalog has no list 'entries'", "" },
    { CATALOG("gpus", "7"), AIC_ERR_JSON, "an entry is not an object", "" },
    { CATALOG("gpus", "{'name': 'x', 'lable': ''}"), AIC_ERR_UNKNOWN, "an entry has no key 'lable'",
      "did you mean 'label'?" },
    { CATALOG("gpus", "{'name': 'x', 'colour': ''}"), AIC_ERR_UNKNOWN,
      "an entry has no key 'colour'",
      "its keys: name, label, aliases, preferred, form_of, year, fields, " },
    { CATALOG("gpus", "{'name': 'x', 'aliases': 'y', 'fields': {}}"), AIC_ERR_JSON,
      "'aliases' is not a list of names, at most 16", "for example \"aliases\"" },
    { CATALOG("gpus", "{'name': 'x', 'preferred': [7], 'fields': {}}"), AIC_ERR_JSON,
      "'preferred' is not a list of names", "for example" },
    { CATALOG("gpus", "{'name': 'x', 'aliases': ['-'], 'fields': {}}"), AIC_ERR_JSON,
      "'aliases' is not a list of names", "for example" },
    { CATALOG("gpus", "{'name': 'x', 'aliases': ['a','b','c','d','e','f','g','h','i','j','k','l',"
                      "'m','n','o','p','q'], 'fields': {}}"),
      AIC_ERR_JSON, "at most 16", "for example" },
    { CATALOG("gpus", "{'name': 'x', 'year': '2024', 'fields': {}}"), AIC_ERR_JSON,
      "'year' is not a year", "for example \"year\": 2024" },
    { CATALOG("gpus", "{'name': 'x', 'year': 24, 'fields': {}}"), AIC_ERR_JSON,
      "'year' is not a year", "2024" },
    { CATALOG("gpus", "{'name': 'x', 'year': 1899, 'fields': {}}"), AIC_ERR_JSON,
      "'year' is not a year", "2024" },
    { CATALOG("gpus", "{'name': 'x', 'year': 2200, 'fields': {}}"), AIC_ERR_JSON,
      "'year' is not a year", "2024" },
    { CATALOG("gpus", "{'name': 'x', 'year': 2024.5, 'fields': {}}"), AIC_ERR_JSON,
      "'year' is not a year", "2024" },
    /* what could steer a terminal, or break the lines of an answer */
    { CATALOG("gpus", "{'name': 'x', 'label': 'a\\nb', 'fields': {}}"), AIC_ERR_JSON,
      "own.json: line 1 column 74: a text of a catalog holds a line end or another control "
      "character",
      "in one line" },
    { CATALOG("gpus", "{'name': 'x\\u001b[2J', 'fields': {}}"), AIC_ERR_JSON, "control character",
      "in one line" },
    { CATALOG("gpus", "{'name': 'x', 'source': 'a\\u0085b', 'fields': {}}"), AIC_ERR_JSON,
      "control character", "in one line" },
    { CATALOG("tiers", "{'name': 'x', 'region': 'a\\tb', 'fields': {}}"), AIC_ERR_JSON,
      "control character", "in one line" },
    { CATALOG("gpus", "{'name': 'x', 'fields': {'gpu_memory': '1\\nB'}}"), AIC_ERR_JSON,
      "control character", "in one line" },
    { CATALOG("gpus", "{'name': 'x', 'notes': 'a\\u202eb', 'fields': {}}"), AIC_ERR_JSON,
      "control character", "in one line" },
    { CATALOG("gpus", "{'fields': {}}"), AIC_ERR_MISSING, "an entry has no 'name'", "" },
    { CATALOG("gpus", "{'name': 7, 'fields': {}}"), AIC_ERR_MISSING, "has no 'name'", "" },
    { CATALOG("gpus", ENTRY("", "")), AIC_ERR_MISSING, "an entry has no 'name'", "" },
    { CATALOG("gpus", "{'name': 'x'}"), AIC_ERR_JSON, "an entry has no 'fields'", "" },
    { CATALOG("gpus", "{'name': 'x', 'fields': []}"), AIC_ERR_JSON, "has no 'fields'", "" },
    { CATALOG("gpus", ENTRY("x", "'gpu_memry': 1")), AIC_ERR_UNKNOWN,
      "no calculator has a field 'gpu_memry'", "did you mean 'gpu_memory'?" },
    { CATALOG("gpus", ENTRY("x", "'gpu-memory': 1")), AIC_ERR_UNKNOWN,
      "no calculator has a field 'gpu-memory'", "did you mean 'gpu_memory'?" },
    { CATALOG("gpus", ENTRY("x", "'colour_of_the_box': 1")), AIC_ERR_UNKNOWN,
      "no calculator has a field 'colour_of_the_box'", "" },
    /* what built-in GPUs say of themselves is no field of a grid */
    { CATALOG("grids", ENTRY("x", "'gpu_memory_label': 1")), AIC_ERR_UNKNOWN,
      "no calculator has a field 'gpu_memory_label'", "did you mean 'gpu_memory_bw'?" },
};

static void what_is_no_catalog_is_refused(void **state)
{
    static struct stack stack;
    (void)state;
    aic_catalog_init(&stack.catalog);
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct aic_error error = { 0 };
        if (add(&stack, "own.json", refused[i].document, &error)) {
            fail_msg("taken: %s", refused[i].document);
        }
        assert_has(error.message, refused[i].message);
        assert_int_equal(error.code, refused[i].code);
        assert_has(error.suggestion, refused[i].suggestion);
        if (error.suggestion[0] && !refused[i].suggestion[0]) {
            fail_msg("%s: %s", error.message, error.suggestion);
        }
        assert_int_equal(stack.catalog.count, 0);
    }
    must_add(&stack, "own.json", CATALOG("gpus", ENTRY("x", "'gpu_memory_label': 1")));
    aic_catalog_clear(&stack.catalog);
}

static void the_ninth_catalog_is_refused(void **state)
{
    static struct stack stack;
    struct aic_error error = { 0 };
    (void)state;
    aic_catalog_init(&stack.catalog);
    for (int i = 0; i < AIC_CATALOG_OVERLAYS; i++) {
        must_add(&stack, "own.json", CATALOG("grids", ""));
    }
    assert_false(add(&stack, "own.json", CATALOG("grids", ""), &error));
    assert_int_equal(error.code, AIC_ERR_RANGE);
    assert_string_equal(error.message, "more than 8 catalog files");
    aic_catalog_clear(&stack.catalog);
    assert_int_equal(stack.catalog.count, 0);
}

/* Three documents: of gpus one after the other, of grids between them. */
static void lay_three(struct stack *stack)
{
    aic_catalog_init(&stack->catalog);
    must_add(stack, "first.json",
             CATALOG("gpus", ENTRY("mine", "'gpu_memory': 1") "," ENTRY("old", "")));
    must_add(stack, "between.json",
             CATALOG("grids", ENTRY("mine", "") "," ENTRY("h100-sxm", "") "," ENTRY("new", "")));
    must_add(stack, "last.json",
             CATALOG("gpus", ENTRY("h100-sxm", "'gpu_memory': 3") "," ENTRY(
                                 "mine", "'gpu_memory': 2") "," ENTRY("new", "")));
}

/* Entries of a walk: how many, which are overlaid, and where it ends. */
struct walk {
    size_t seen, stop;
    char overlaid[160];
};

static bool note_entry(void *context, const struct aic_entry *entry)
{
    struct walk *walk = context;
    if (entry->overlay) {
        size_t length = strlen(walk->overlaid);
        snprintf(walk->overlaid + length, sizeof walk->overlaid - length, "%s:%s ",
                 entry->overlay->json.name, aic_json_member_text(entry->node, "name"));
    }
    return ++walk->seen != walk->stop;
}

static void walk_gpus(struct walk *walk, const struct stack *stack, size_t stop)
{
    struct aic_error error = { 0 };
    *walk = (struct walk){ .stop = stop };
    assert_true(aic_catalog_each(&stack->catalog, AIC_GPUS, note_entry, walk, &error));
}

/* A replaced entry stands where it stood; new ones follow, each once, in its newest form. */
static void catalogs_are_merged(void **state)
{
    static struct stack stack;
    const struct stack none = { .catalog = { .count = 0 } };
    struct walk walk, builtin;
    (void)state;
    lay_three(&stack);
    walk_gpus(&builtin, &none, 0);
    walk_gpus(&walk, &stack, 0);
    assert_string_equal(builtin.overlaid, "");
    assert_int_equal(walk.seen, builtin.seen + 3);
    assert_string_equal(walk.overlaid,
                        "last.json:h100-sxm last.json:mine first.json:old last.json:new ");
    walk_gpus(&walk, &stack, 1); /* the visitor has seen enough: a built-in one, an added one */
    assert_int_equal(walk.seen, 1);
    walk_gpus(&walk, &stack, builtin.seen + 1);
    assert_int_equal(walk.seen, builtin.seen + 1);
    assert_string_equal(walk.overlaid, "last.json:h100-sxm last.json:mine ");
    aic_catalog_clear(&stack.catalog);
}

static void assert_unknown(const struct aic_catalog *catalog, const char *name,
                           const char *suggestion)
{
    struct aic_entry entry;
    struct aic_error error = { 0 };
    char message[160];
    if (aic_catalog_find(catalog, AIC_GPUS, name, &entry, &error)) {
        fail_msg("found: %s", name);
    }
    snprintf(message, sizeof message, "no entry '%s' in catalog gpus", name);
    assert_int_equal(error.code, AIC_ERR_UNKNOWN);
    assert_string_equal(error.message, message);
    assert_string_equal(error.suggestion, suggestion);
}

#define LISTS_ALL "'aicalc catalog gpus' lists all"

static void what_is_not_there_is_told(void **state)
{
    static struct stack stack;
    (void)state;
    lay_three(&stack);
    assert_unknown(
        &stack.catalog, "h100-sxn",
        "did you mean 'h100-sxm'? 'aicalc catalog gpus h100' lists what has these words");
    assert_unknown(&stack.catalog, "h100smx", "did you mean 'h100-sxm'? " LISTS_ALL);
    assert_unknown(&stack.catalog, "mime", "did you mean 'mine'? " LISTS_ALL);
    assert_unknown(&stack.catalog, "abacus", LISTS_ALL);
    assert_unknown(&stack.catalog, "", LISTS_ALL);
    assert_unknown(&stack.catalog, "-_ /", LISTS_ALL);
    /* another generation is another thing */
    assert_unknown(&stack.catalog, "h300", LISTS_ALL);
    assert_unknown(&stack.catalog, "h300-sxm",
                   "'aicalc catalog gpus sxm' lists what has these words");
    /* text of the catalogs that is no name: keys, values, more than a string */
    assert_unknown(&stack.catalog, "label", LISTS_ALL);
    assert_unknown(&stack.catalog, "name", LISTS_ALL);
    assert_unknown(&stack.catalog, "compute_dtype", LISTS_ALL);
    assert_false(
        aic_catalog_find(&stack.catalog, AIC_GPUS, "abacus", &(struct aic_entry){ 0 }, NULL));
    assert_false(aic_catalog_find(&stack.catalog, AIC_GPUS, "", &(struct aic_entry){ 0 }, NULL));
    aic_catalog_clear(&stack.catalog);
}

/* Entries of one's own are found by the same rule, and an alias of one's own goes first. */
static void own_names_are_found(void **state)
{
    static struct stack stack;
    static const char *const names[][2] = {
        { "mine 2", "mine-2" },      { "MINE2", "mine-2" },
        { "office card", "mine-2" }, { "box 80", "box-80gb" },
        { "h100", "mine-2" },        { "h100 sxm", "h100-sxm" },
        { "fleet", "fleet-large" },  { "small fleet", "fleet-small" },
    };
    (void)state;
    aic_catalog_init(&stack.catalog);
    must_add(&stack, "own.json",
             CATALOG("gpus", "{'name': 'mine-2', 'aliases': ['h100', 'Office Card'], 'fields': {}},"
                             "{'name': 'box-80gb', 'fields': {}},"
                             "{'name': 'fleet-small', 'fields': {}},"
                             "{'name': 'fleet-large', 'preferred': ['fleet'], 'fields': {}}"));
    for (size_t i = 0; i < COUNT(names); i++) {
        struct aic_entry entry;
        struct aic_error error = { 0 };
        if (!aic_catalog_find(&stack.catalog, AIC_GPUS, names[i][0], &entry, &error)) {
            fail_msg("%s: %s", names[i][0], error.message);
        }
        assert_string_equal(aic_entry_name(&entry), names[i][1]);
        assert_string_equal(entry.others, strcmp(names[i][0], "fleet") == 0 ? "fleet-small" : "");
        aic_entry_clear(&entry);
    }
    aic_catalog_clear(&stack.catalog);
}

/* The nearest of very many names, the last one. */
static void nearest_of_many(void **state)
{
    static char text[1 << 16];
    struct aic_catalog catalog;
    struct aic_error error = { 0 };
    struct aic_text out;
    (void)state;
    aic_text_init(&out, text, sizeof text);
    aic_text_add(&out, "{\"schema\": \"aicalc-catalog/1\", \"kind\": \"gpus\", \"entries\": [");
    for (int i = 0; i < 999; i++) {
        aic_text_format(&out, "{\"name\": \"some-device-%d\", \"fields\": {}},", i);
    }
    aic_text_add(&out, "{\"name\": \"a-device-whose-name-is-rather-long-but-not-too-long\","
                       " \"fields\": {}}]}");
    assert_false(out.cut);
    aic_catalog_init(&catalog);
    assert_true(aic_catalog_add(&catalog, "own.json", text, out.length, &error));
    assert_unknown(
        &catalog, "adevicewhosenameisratherlongbutnottolong",
        "did you mean 'a-device-whose-name-is-rather-long-but-not-too-long'? " LISTS_ALL);
    aic_catalog_clear(&catalog);
}

/* An entry that is not there is the fault of the input that names it. */
static void the_input_is_named(void **state)
{
    static struct asked asked;
    (void)state;
    assert_false(ask(&asked, "kvcache", "gpu", CATALOG("gpus", ENTRY("mime", ""))));
    assert_string_equal(asked.error.parameter, "gpu");
    assert_int_equal(asked.error.code, AIC_ERR_UNKNOWN);
    assert_false(aic_catalog_apply(&asked.stack.catalog, &asked.question, NULL));
    clear(&asked);
}

static void paths_are_told_from_names(void **state)
{
    const struct aic_catalog none = { .count = 0 };
    static const char *const paths[] = { "-",
                                         "/x",
                                         "config.json",
                                         "./llama",
                                         "../x",
                                         ".json",
                                         "x.gguf",
                                         "./meta-llama/Llama-3.1-8B",
                                         "meta-llama/Llama-3.1-8B/config.json" };
    static const char *const names[] = { "",    "llama-3.1-8b",           "json", "x.jso", "--",
                                         "a/b", "meta-llama/Llama-3.1-8B" };
    static const char *const known[] = { "llama-3.1-8b", "META-LLAMA/llama-3.1-8b", "Llama 3.1 8B",
                                         "Qwen/Qwen3-235B-A22B", "llama-3.1-8b-instruct" };
    static const char *const unknown[] = {
        "",    "llama",         "llama 70b", "meta-llama/Llama-9", "unsloth/Llama-3.1-8B-Instruct",
        "a/b", "x/llama-3.1-8b"
    };
    (void)state;
    for (size_t i = 0; i < COUNT(paths); i++) {
        assert_true(aic_model_is_path(paths[i]));
    }
    for (size_t i = 0; i < COUNT(names); i++) {
        assert_false(aic_model_is_path(names[i]));
    }
    for (size_t i = 0; i < COUNT(known); i++) {
        assert_true(aic_catalog_has(&none, AIC_MODELS, known[i]));
    }
    for (size_t i = 0; i < COUNT(unknown); i++) {
        assert_false(aic_catalog_has(&none, AIC_MODELS, unknown[i]));
    }
}

/* Fields of a model go to the calculators that have them, and are checked on the way. */
static void models_are_applied(void **state)
{
    struct asked asked;
    static struct aic_model_file file = { .config = "config.json" };
    (void)state;
    memset(&file.model, 0xff, sizeof file.model);
    memset(&file.stored, 0xff, sizeof file.stored);
    file.model.model.text = "a name, which is not applied";
    file.model.layers = 7;
    file.model.gated = 0;
    file.model.released_dtype = AIC_WEIGHT_FP8;
    asked.error = (struct aic_error){ 0 };
    assert_true(aic_question_init(&asked.question, aic_calculator_find("kvcache"), &asked.error));
    assert_true(aic_model_file_apply(&asked.question, &file, &asked.error));
    size_t layers = index_of(&asked, "layers");
    assert_true(aic_question_value(&asked.question, layers).number == 7);
    assert_int_equal(aic_question_origin(&asked.question, layers), AIC_FROM_CATALOG);
    assert_string_equal(asked.question.sources[layers].name, "config:config.json");
    assert_false(aic_question_value(&asked.question, index_of(&asked, "model")).set);
    file.model.layers = -7;
    assert_false(aic_model_file_apply(&asked.question, &file, &asked.error));
    assert_string_equal(asked.error.parameter, "layers");
    aic_question_clear(&asked.question);
    /* storage has no model: nothing to apply, and nothing to refuse */
    assert_true(aic_question_init(&asked.question, aic_calculator_find("storage"), &asked.error));
    assert_true(aic_model_file_apply(&asked.question, &file, &asked.error));
    aic_question_clear(&asked.question);
}

/* The texts of built-in entries are those of the document, one after the other. */
static void builtin_entries_are_told_apart(void **state)
{
    (void)state;
    for (int i = 0; i < AIC_CATALOG_KINDS; i++) {
        struct aic_json document, alone;
        struct aic_span text, name;
        struct aic_error error;
        size_t length;
        const char *rest = aic_catalog_builtin((enum aic_catalog_kind)i, &length);
        assert_true(aic_json_parse(&document, "", rest, length, AIC_JSON_FILE_MAX, 0, &error));
        AIC_JSON_EACH(entry, aic_json_member(document.root, "entries")) {
            const char *is = aic_json_member_text(entry, "name");
            assert_true(aic_builtin_next(&rest, &text, &name));
            assert_int_equal(name.length, strlen(is));
            assert_memory_equal(name.at, is, name.length);
            assert_true(
                aic_json_parse(&alone, is, text.at, text.length, AIC_JSON_FILE_MAX, 0, &error));
            assert_string_equal(aic_json_member_text(alone.root, "name"), is);
            assert_int_equal(aic_json_count(alone.root), aic_json_count(entry));
            aic_json_clear(&alone);
        }
        assert_false(aic_builtin_next(&rest, &text, &name));
        aic_json_clear(&document);
    }
}

static bool write_nowhere(void *context, const char *bytes, size_t length)
{
    (void)context;
    (void)bytes;
    (void)length;
    return true;
}

/* A list need not end in a NUL: what stands behind it is none of it. */
static void a_list_ends_where_its_length_says(void **state)
{
    static const char text[] = "kind,name,gpu_price\nnodes,my-box,$1.9/h,96GiB";
    static struct aic_import import;
    struct aic_catalog catalog;
    struct aic_sink sink = { .write = write_nowhere };
    (void)state;
    aic_catalog_init(&catalog);
    assert_true(aic_catalog_import(&catalog, "prices.csv", text, strlen(text) - strlen(",96GiB"),
                                   &sink, &import));
    assert_int_equal(import.added, 1);
    assert_int_equal(import.error_count, 0);
    aic_catalog_clear(&catalog);
}

/* The first and the last year, as many aliases as there may be, and keys that are not there. */
static void what_is_just_allowed_is_taken(void **state)
{
    static struct stack stack;
    (void)state;
    aic_catalog_init(&stack.catalog);
    must_add(
        &stack, "own.json",
        CATALOG("gpus",
                "{'name': 'old', 'year': 1900, 'fields': {}},"
                "{'name': 'new', 'year': 2199, 'fields': {}, 'aliases': []},"
                "{'name': 'x', 'aliases': ['a','b','c','d','e','f','g','h','i','j','k','l','m',"
                "'n','o','p'], 'fields': {}}"));
    assert_true(aic_catalog_has(&stack.catalog, AIC_GPUS, "p"));
    aic_catalog_clear(&stack.catalog);
}

static void kinds_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < AIC_CATALOG_KINDS; i++) {
        enum aic_catalog_kind kind;
        const char *name = aic_catalog_kind_name((enum aic_catalog_kind)i);
        assert_string_equal(name, aic_catalog_kind_at(NULL, (size_t)i));
        assert_true(aic_catalog_kind_find(name, &kind) && (int)kind == i);
        assert_non_null(aic_catalog_kind_holds(kind));
    }
    assert_null(aic_catalog_kind_name(AIC_CATALOG_KINDS));
    assert_null(aic_catalog_kind_holds(AIC_CATALOG_KINDS));
    assert_null(aic_catalog_kind_at(NULL, AIC_CATALOG_KINDS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_catalog_is_refused),
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(what_is_just_allowed_is_taken),
        cmocka_unit_test(the_ninth_catalog_is_refused),
        cmocka_unit_test(catalogs_are_merged),
        cmocka_unit_test(what_is_not_there_is_told),
        cmocka_unit_test(own_names_are_found),
        cmocka_unit_test(nearest_of_many),
        cmocka_unit_test(the_input_is_named),
        cmocka_unit_test(paths_are_told_from_names),
        cmocka_unit_test(models_are_applied),
        cmocka_unit_test(builtin_entries_are_told_apart),
        cmocka_unit_test(a_list_ends_where_its_length_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
