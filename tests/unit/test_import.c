/* SPDX-License-Identifier: Apache-2.0 */
/* Price lists of the user's: which lines are refused, and what catalog the others make. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/catalog.h>
#include <aicalc/text.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A catalog of the user's; documents write ' for ". */
static const char own_text[] =
    "{'schema': 'aicalc-catalog/1', 'kind': 'gpus', 'entries': [{'name': 'my-gpu', 'label': null,"
    " 'aliases': ['mine'], 'fields': {'gpu_memory': '80GB', 'gpu_price': '1USD/h', 'node_price':"
    " '9USD/h', 'gpu_flops': {'by': 'compute_dtype', 'values': {'bf16': 2}}, 'gpu_power': null,"
    " 'nvls_min_ranks': 5}, 'unverified': ['gpu_price', 'gpu_memory'], 'source': 'me', 'as_of':"
    " '2026-01'}]}";

/* What an import made, or the places and messages of all that is wrong, a line each. */
struct imported {
    struct aic_import import;
    char made[8000], wrong[8000];
};

static bool keep(void *context, const char *bytes, size_t length)
{
    aic_text_add_bytes(context, bytes, length);
    return true;
}

static void import_bytes(struct imported *imported, const char *list, size_t length)
{
    char own[sizeof own_text];
    struct aic_catalog catalog;
    struct aic_error error;
    struct aic_text made, wrong;
    struct aic_sink sink = { .write = keep, .context = &made };
    for (size_t i = 0; i < sizeof own; i++) {
        own[i] = own_text[i] == '\'' ? '"' : own_text[i];
    }
    aic_text_init(&made, imported->made, sizeof imported->made);
    aic_text_init(&wrong, imported->wrong, sizeof imported->wrong);
    aic_catalog_init(&catalog);
    assert_true(aic_catalog_add(&catalog, "own.json", own, sizeof own - 1, &error));
    /* a copy that ends where the list does, so that a sanitizer sees what reads on */
    char *copy = malloc(length > 0 ? length : 1);
    memcpy(copy, list, length);
    bool done = aic_catalog_import(&catalog, "l", copy, length, &sink, &imported->import);
    free(copy);
    for (size_t i = 0; i < imported->import.error_count && i < AIC_IMPORT_ERRORS_MAX; i++) {
        const struct aic_error *at = &imported->import.errors[i];
        char place[64];
        int digits =
            snprintf(place, sizeof place, "l: line %zu column %zu: ", at->line, at->column);
        assert_memory_equal(at->message, place, (size_t)digits);
        aic_text_format(&wrong, "%s%g:%g %s", i > 0 ? "\n" : "", (double)at->line,
                        (double)at->column, at->message + digits);
    }
    assert_int_equal(done, imported->import.error_count == 0);
    assert_int_equal(done, made.length > 0);
    assert_false(made.cut || wrong.cut);
    aic_catalog_clear(&catalog);
}

static void import_list(struct imported *imported, const char *list)
{
    import_bytes(imported, list, strlen(list));
}

#define HEAD "kind,name,gpu_price,gpu_memory,as_of\n"

static const struct {
    const char *list, *wrong;
} refused[] = {
    { "", "1:1 the first line is not kind,name,FIELD,..." },
    { "\xEF\xBB\xBF", "1:1 the first line is not kind,name,FIELD,..." },
    { "\xEF\xBB", "1:1 a cell is no plain text in UTF-8" },
    { "kind,name", "1:1 the first line is not kind,name,FIELD,..." },
    { "name,kind,gpu_price", "1:1 the first line is not kind,name,FIELD,..." },
    { "kind,names,gpu_price", "1:1 the first line is not kind,name,FIELD,..." },
    { "kind,name,gpu_price", "1:1 no line names an entry" },
    { "kind,name,gpu_price\n\n\r\n", "1:1 no line names an entry" },
    { "kind,name,kind,name,kind",
      "1:11 column 'kind' stands twice\n1:16 column 'name' stands twice\n"
      "1:21 column 'kind' stands twice" },
    { "kind,name,as_of,gpu_rice,source,x\ngpus,a,,,,\ngpus,b,,,,",
      "1:17 no entry of gpus has a field 'gpu_rice'\n1:33 no entry of gpus has a field 'x'" },
    { HEAD "gpu,a,,,", "2:1 'gpu' is not a catalog kind" },
    { HEAD "gpus,a,,,\nnodes,b,,,\ngpus,c,,,\nmodels,d,,,",
      "3:1 'nodes' after lines of gpus\n5:1 'models' after lines of gpus" },
    { HEAD "gpus,a\ngpus,a,,,,", "2:1 2 cells under 5 columns\n3:1 6 cells under 5 columns" },
    { HEAD "gpus\n,a,,,", "2:1 1 cells under 5 columns\n3:1 '' is not a catalog kind" },
    { HEAD "\ngpus,,,,\n\ngpus,-,,,", "3:6 a line without a name\n5:6 a line without a name" },
    { HEAD "gpus,h200,,,", "2:6 'h200' is short for 'h200-sxm' and others" },
    { HEAD "gpus,a,2,1GB,\ngpus,a,,1USD,2026-1",
      "2:8 gpu_price: '2' has no unit\n"
      "3:9 gpu_memory: '1USD' is an amount of money, not a number of bytes\n3:14 as_of: '2026-1' "
      "is no month" },
    /* a quote takes in commas, and counts in columns */
    { HEAD "\"gpus\",\"a,b\",\"2\",,", "2:14 gpu_price: '2' has no unit" },
    { HEAD "gpus,\"a\"b,,,", "2:6 something stands behind a closing quote" },
    { HEAD "gpus,\"a\"\rb,,,", "2:6 something stands behind a closing quote" },
    { HEAD "gpus,\"a\n\",,,",
      "2:6 a quote does not end in its line\n3:1 a quote does not end in its line" },
    { HEAD "gpus,a,,,\"", "2:10 a quote does not end in its line" },
    { HEAD "gpus,\"a,,,", "2:6 a quote does not end in its line" },
    /* bytes that are no text, each in its cell */
    { HEAD "gpus,a\tb,,,", "2:6 a cell is no plain text in UTF-8" },
    { HEAD "gpus,a\rb,,,", "2:6 a cell is no plain text in UTF-8" },
    { HEAD "gpus,a,,,\xC3", "2:10 a cell is no plain text in UTF-8" },
    { HEAD "gpus,a\xE2\x80\xAE,,,", "2:6 a cell is no plain text in UTF-8" },
    { HEAD "\x1Bgpus,a,,,", "2:1 a cell is no plain text in UTF-8" },
};

static void lines_are_refused(void **state)
{
    static struct imported imported;
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++) {
        import_list(&imported, refused[i].list);
        if (strcmp(imported.wrong, refused[i].wrong) != 0) {
            fail_msg("%zu: %s", i, imported.wrong);
        }
        assert_int_equal(imported.import.added + imported.import.overridden, 0);
    }
}

/* The words of a name that is none by itself, among others' names. */
static void words_of_several_are_no_name(void **state)
{
    static struct imported imported;
    (void)state;
    import_list(&imported, HEAD "nodes,h100,,,");
    assert_int_equal(imported.import.error_count, 1);
    assert_int_equal(imported.import.errors[0].column, 7);
    assert_non_null(strstr(imported.wrong, "'h100' could be several"));
}

/* A NUL ends nothing: what stands behind it would be lost. */
static void a_nul_is_no_text(void **state)
{
    static const char plain[] = HEAD "gpus,a,1USD/h\0,,";
    static const char quoted[] = HEAD "gpus,\"a\0b\",,,";
    static const char behind[] = HEAD "gpus,\"a\"\0,,,";
    static struct imported imported;
    (void)state;
    import_bytes(&imported, plain, sizeof plain - 1);
    assert_string_equal(imported.wrong, "2:8 a cell is no plain text in UTF-8");
    import_bytes(&imported, quoted, sizeof quoted - 1);
    assert_string_equal(imported.wrong, "2:6 a cell is no plain text in UTF-8");
    import_bytes(&imported, behind, sizeof behind - 1);
    assert_string_equal(imported.wrong, "2:6 something stands behind a closing quote");
}

static void months_have_a_form(void **state)
{
    static const struct {
        const char *text;
        bool is;
    } months[] = {
        { "2026", true },      { "2026-11", true },  { "0909-99", true },  { "202", false },
        { "2026-", false },    { "2026-1", false },  { "20261", false },   { "2026-111", false },
        { "2026-11-", false }, { "2026/11", false }, { "2026-1:", false }, { "2026-1/", false },
        { "/026", false },     { ":026", false },    { "-026-11", false },
    };
    static struct imported imported;
    (void)state;
    for (size_t i = 0; i < COUNT(months); i++) {
        char list[100];
        snprintf(list, sizeof list, HEAD "gpus,a,,,%s", months[i].text);
        import_list(&imported, list);
        if (months[i].is != !imported.wrong[0]) {
            fail_msg("%s: '%s'", months[i].text, imported.wrong);
        }
    }
}

/* A name of so many letters, in a line of `cells`. */
static void long_line(char *list, size_t size, int letters, int cells)
{
    struct aic_text text;
    aic_text_init(&text, list, size);
    aic_text_add(&text, HEAD "gpus,");
    for (int i = 0; i < letters; i++) {
        aic_text_add(&text, "a");
    }
    for (int i = 2; i < cells; i++) {
        aic_text_add(&text, ",");
    }
    assert_false(text.cut);
}

static void lines_have_an_end(void **state)
{
    static struct imported imported;
    static char list[20000];
    (void)state;
    /* 63 cells, and 8191 bytes with a NUL behind each cell */
    long_line(list, sizeof list, 1, 63);
    import_list(&imported, list);
    assert_string_equal(imported.wrong, "2:1 63 cells under 5 columns");
    long_line(list, sizeof list, 1, 64);
    import_list(&imported, list);
    assert_string_equal(imported.wrong, "2:69 the line is too long");
    long_line(list, sizeof list, 8186, 2);
    import_list(&imported, list);
    assert_string_equal(imported.wrong, "2:1 2 cells under 5 columns");
    long_line(list, sizeof list, 8187, 2);
    import_list(&imported, list);
    assert_string_equal(imported.wrong, "2:6 the line is too long");
}

static void more_errors_are_counted_than_told(void **state)
{
    static struct imported imported;
    char list[1000];
    struct aic_text text;
    (void)state;
    aic_text_init(&text, list, sizeof list);
    aic_text_add(&text, HEAD);
    for (int i = 0; i < AIC_IMPORT_ERRORS_MAX + 2; i++) {
        aic_text_add(&text, "gpus,a\n");
    }
    import_list(&imported, list);
    assert_int_equal(imported.import.error_count, AIC_IMPORT_ERRORS_MAX + 2);
    assert_int_equal(imported.import.errors[AIC_IMPORT_ERRORS_MAX - 1].line,
                     AIC_IMPORT_ERRORS_MAX + 1);
}

#define MADE(kind, entries)                                                                        \
    "{\n  'schema': 'aicalc-catalog/1',\n  'kind': '" kind "',\n  'entries': [\n" entries          \
    "\n  ]\n}\n"

static const struct {
    const char *list, *made;
    size_t added, overridden;
} taken[] = {
    /* Prices stay as they are sold, all else is in its base unit; empty cells set nothing. */
    { "kind,name,gpu_price,gpu_memory\nnodes,box,$1.9/h,96GiB\nnodes,other,,1GB\r",
      MADE("nodes", "    {'name': 'box', 'fields': {'gpu_price': '$1.9/h', 'gpu_memory': "
                    "103079215104}, 'source': 'l'},\n"
                    "    {'name': 'other', 'fields': {'gpu_memory': 1000000000}, 'source': 'l'}"),
      2, 0 },
    { "\xEF\xBB\xBFkind,name,as_of,source,gated,released_dtype\r\n\r\nmodels,my-a,2026,x,no,"
      "bf16\r\n"
      "models,my-b,,\"it said \"\"y\"\"\",yes,\r\n",
      MADE("models",
           "    {'name': 'my-a', 'fields': {'gated': false, 'released_dtype': 'bf16'}, 'source': "
           "'x', "
           "'as_of': '2026'},\n"
           "    {'name': 'my-b', 'fields': {'gated': true}, 'source': 'it said \\'y\\''}"),
      2, 0 },
    /* Over an entry: its own source is kept behind, its month is not; one price is for both. */
    { "kind,name,gpu_price\ngpus,MINE,2USD/h",
      MADE("gpus", "    {'name': 'my-gpu', 'label': null, 'aliases': ['mine'], 'unverified': "
                   "['gpu_memory'], 'fields': {'gpu_memory': '80GB', 'gpu_flops': {'by': "
                   "'compute_dtype', 'values': {'bf16': 2}}, 'gpu_power': null, 'nvls_min_ranks': "
                   "5, 'gpu_price': '2USD/h'}, 'source': 'l; else: me'}"),
      0, 1 },
    { "kind,name,node_price,gpu_memory,as_of\ngpus,my-gpu,,40GB,2026-02\ngpus,my-gpu,8USD/h,,",
      MADE("gpus",
           "    {'name': 'my-gpu', 'label': null, 'aliases': ['mine'], 'unverified': "
           "['gpu_price'], 'fields': {'gpu_price': '1USD/h', 'node_price': '9USD/h', "
           "'gpu_flops': {'by': 'compute_dtype', 'values': {'bf16': 2}}, 'gpu_power': null, "
           "'nvls_min_ranks': 5, 'gpu_memory': 40000000000}, 'source': 'l; else: me', "
           "'as_of': '2026-02'},\n"
           "    {'name': 'my-gpu', 'label': null, 'aliases': ['mine'], 'unverified': "
           "['gpu_price', 'gpu_memory'], 'fields': {'gpu_memory': '80GB', 'gpu_flops': "
           "{'by': 'compute_dtype', 'values': {'bf16': 2}}, 'gpu_power': null, "
           "'nvls_min_ranks': 5, 'node_price': '8USD/h'}, 'source': 'l; else: me'}"),
      0, 2 },
};

static void lists_become_catalogs(void **state)
{
    static struct imported imported;
    (void)state;
    for (size_t i = 0; i < COUNT(taken); i++) {
        import_list(&imported, taken[i].list);
        for (char *c = imported.made; *c; c++) {
            *c = *c == '"' ? '\'' : *c;
        }
        assert_string_equal(imported.wrong, "");
        assert_string_equal(imported.made, taken[i].made);
        assert_int_equal(imported.import.added, taken[i].added);
        assert_int_equal(imported.import.overridden, taken[i].overridden);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_refused),
        cmocka_unit_test(words_of_several_are_no_name),
        cmocka_unit_test(a_nul_is_no_text),
        cmocka_unit_test(months_have_a_form),
        cmocka_unit_test(lines_have_an_end),
        cmocka_unit_test(more_errors_are_counted_than_told),
        cmocka_unit_test(lists_become_catalogs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
