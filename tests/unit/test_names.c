/* SPDX-License-Identifier: Apache-2.0 */
/* Names as people type them: folding, words, and the list of names typed and entries found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/aicalc.h>

#include "catalog/catalog.h"
#include "catalog/names/names.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct aic_folded folded(const char *text)
{
    struct aic_folded out;
    if (!aic_fold(&out, (struct aic_span){ text, strlen(text) })) {
        fail_msg("'%s' cannot be folded", text);
    }
    out.at[out.length] = '\0';
    return out;
}

static void names_are_folded(void **state)
{
    static const char *const pairs[][2] = {
        { "Llama-3.1-70B", "llama 3.1 70b" },
        { "  GPT_OSS--120b. ", "gpt oss 120b" },
        { "p5.48xlarge", "p5 48xlarge" },
        { "qwen2.5-0.5b", "qwen2.5 0.5b" },
        { "a.b", "a b" },
        { "v0.1", "v0.1" },
        { "1.", "1" },
        { "61.44TB, TLC (new)", "61.44tb tlc new" },
        { "a b\tc-d_e.f/g:h,i(j)k", "a b c d e f g h i j k" },
        { ".5", "5" },
        { "a.5", "a 5" },
        { "1..5", "1 5" },
        { "5.b", "5 b" },
        { "1.5.3", "1.5.3" },
        { "1.25x", "1 25x" },
        { "1.25k 1.25m 1.25G 1.25gb 1.25TB 1.25kb", "1.25k 1.25m 1.25g 1.25gb 1.25tb 1 25kb" },
        { "1.5b2", "1.5b2" },
    };
    struct aic_folded out;
    char longest[AIC_FOLDED_SIZE + 8];
    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        assert_string_equal(folded(pairs[i][0]).at, pairs[i][1]);
    }
    assert_false(aic_fold(&out, (struct aic_span){ "-_ ", 3 }));
    assert_false(aic_fold(&out, (struct aic_span){ "", 0 }));
    memset(longest, 'x', sizeof longest);
    assert_false(aic_fold(&out, (struct aic_span){ longest, AIC_FOLDED_SIZE }));
    assert_true(aic_fold(&out, (struct aic_span){ longest, AIC_FOLDED_SIZE - 1 }));
}

static void organisations_and_makers_do_not_count(void **state)
{
    static const char *const pairs[][2] = {
        { "meta-llama/Llama-3.1-8B", "llama 3.1 8b" },
        { "meta-llama/Meta-Llama-3-8B", "llama 3 8b" },
        { "NVIDIA GeForce RTX 4090", "rtx 4090" },
        { "nvidia-h100", "h100" },
        { "AMD Instinct MI300X", "mi300x" },
        { "Tesla T4", "t4" },
        { "GeForce 4090", "4090" },
        { "AMD EPYC", "epyc" },
        { "Intel Gaudi 3", "gaudi 3" },
        { "Instinct MI300X", "mi300x" },
        { "Google TPU v5", "tpu v5" },
        { "Meta Llama", "llama" },
        { "nvidiah100", "nvidiah100" },
        { "my nvidia", "my nvidia" },
        { "nvidia", "nvidia" },
        { "50 MB/s/TiB", "50 mb s tib" },
        { "a MB/s", "a mb s" },
        { "/x", "x" },
        { "x/", "x" },
        { "a/b", "b" },
        { "a/b/c", "a b c" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        struct aic_folded out;
        assert_true(aic_fold_bare(&out, aic_span_of(pairs[i][0])));
        out.at[out.length] = '\0';
        assert_string_equal(out.at, pairs[i][1]);
    }
}

static bool agree(const char *typed, const char *name)
{
    const struct aic_folded a = folded(typed), b = folded(name);
    return aic_folds_agree(&a, &b);
}

static void numbers_stay_apart(void **state)
{
    (void)state;
    assert_true(agree("llama31-70b", "llama-3.1-70b"));
    assert_true(agree("Llama 3 1 70B", "llama-3.1-70b"));
    assert_true(agree("LLAMA3.1_70b", "llama-3.1-70b"));
    assert_true(agree("h100sxm", "h100-sxm"));
    assert_true(agree("h-100-sxm", "h100-sxm"));
    assert_false(agree("llama-3-170b", "llama-3.1-70b"));
    assert_false(agree("gemma 31b", "gemma-3-1b"));
    assert_false(agree("gemma31b", "gemma-3-1b"));
    assert_false(agree("h100", "h100-sxm"));
    assert_false(agree("h100-sxm", "h100"));
    assert_false(agree("h1 00", "h100"));
    assert_true(agree("31", "3.1"));
    assert_true(agree("3 1", "3.1"));
    assert_true(agree("3.1", "3 1"));
    assert_false(agree("31", "3 1"));
    assert_false(agree("3.1", "31"));
    assert_false(agree("3 1", "31"));
    assert_true(agree("a b", "ab"));
    assert_true(agree("a 1", "a1"));
    assert_true(agree("1 a", "1a"));
}

/* All letters of a name are those at the end of a text: whether a name can agree is seen without folding it. */
static void ends_of_texts(void **state)
{
    static const struct {
        const char *name, *text;
        bool ends;
    } rows[] = {
        { "h100", "NVIDIA H100", true }, { "h100", "h-100", true },  { "h 100", "h100", true },
        { "h100", "H100 -", true },      { "h100", "h1 0.0", true }, { "h100", "100", false },
        { "h100", "h100s", false },      { "h100", "h200", false },  { "h100", "", false },
        { "h100", "--", false },         { "0", "100", true },       { "3.1", "llama31", true },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct aic_folded name = folded(rows[i].name);
        if (aic_fold_ends_text(&name, aic_span_of(rows[i].text)) != rows[i].ends) {
            fail_msg("'%s' at the end of '%s'", rows[i].name, rows[i].text);
        }
    }
}

/* Each word leaves the rest behind its blank. */
static void words_follow_each_other(void **state)
{
    struct aic_span rest = aic_span_of("ab c"), word;
    (void)state;
    assert_true(aic_fold_next(&rest, &word));
    assert_int_equal(word.length, 2);
    assert_memory_equal(word.at, "ab", 2);
    assert_int_equal(rest.length, 1);
    assert_true(aic_fold_next(&rest, &word));
    assert_int_equal(word.length, 1);
    assert_memory_equal(word.at, "c", 1);
    assert_int_equal(rest.length, 0);
    assert_false(aic_fold_next(&rest, &word));
}

/* A path, or ORGANISATION/MODEL. */
static void names_of_the_hub(void **state)
{
    static const struct {
        const char *name;
        bool is_path, is_of_hub;
    } rows[] = {
        { "meta-llama/Llama-3.1-8B", false, true },
        { "a/b", false, true },
        { "/b", true, false },
        { "a/", false, false },
        { "a/b/c", false, false },
        { "a//b", false, false },
        { "~/b", false, false },
        { "a b/c", false, false },
        { "a/b.json", true, false },
        { "a/b.jsonl", false, true },
        { "./b", true, false },
        { ".", true, false },
        { "-", true, false },
        { "-a", false, false },
        { "a.json", true, false },
        { ".json", true, false },
        { "json", false, false },
        { "x.safetensors", true, false },
        { "x.gguf", true, false },
        { "llama", false, false },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (aic_model_is_path(rows[i].name) != rows[i].is_path ||
            aic_name_is_of_hub(rows[i].name) != rows[i].is_of_hub) {
            fail_msg("'%s'", rows[i].name);
        }
    }
}

static void organisations_of_names(void **state)
{
    const struct aic_called called = {
        .at = { aic_span_of("llama-3"), aic_span_of("meta-llama/Llama-3"), aic_span_of("acme/x") },
        .count = 3,
        .names = 2,
    };
    (void)state;
    assert_true(aic_called_has_organisation(&called, "meta-llama/other"));
    assert_true(aic_called_has_organisation(&called, "Meta-Llama/other"));
    assert_false(aic_called_has_organisation(&called, "beta-llama/other"));
    assert_false(aic_called_has_organisation(&called, "meta/other"));
    assert_false(aic_called_has_organisation(&called, "meta-llamas/other"));
    assert_false(aic_called_has_organisation(&called, "llama-3"));
    assert_false(aic_called_has_organisation(&called, "llama-3/x"));
    assert_false(aic_called_has_organisation(&called, "acme/x")); /* a word, and no name */
    assert_false(aic_called_as_whole(&called, 0));
    assert_true(aic_called_as_whole(&called, 1));
    assert_false(aic_called_as_whole(&called, 2));
}

static enum aic_fit fit(const char *word, const char *text)
{
    const struct aic_folded in = folded(text);
    return aic_fold_fit((struct aic_span){ word, strlen(word) }, &in);
}

static void words_begin_and_end_where_words_do(void **state)
{
    static const struct {
        const char *word, *text;
        enum aic_fit fit;
    } words[] = {
        { "h100", "NVIDIA H100 SXM5 80GB", AIC_FIT_WORD },
        { "h100", "gh100", AIC_FIT_NONE },
        { "b200", "gb200-nvl72", AIC_FIT_NONE },
        { "l40", "l40s", AIC_FIT_NONE },
        { "p5", "p5.48xlarge", AIC_FIT_WORD },
        { "p5", "p5en.48xlarge", AIC_FIT_NONE },
        { "80", "H100 80GB", AIC_FIT_NUMBER },
        { "80gb", "H100 80GB", AIC_FIT_WORD },
        { "0", "H100 80GB", AIC_FIT_NONE },
        { "gb", "H100 80GB", AIC_FIT_WORD },
        { "qwen", "qwen2.5-7b", AIC_FIT_WORD },
        { "qwen2", "qwen2.5-7b", AIC_FIT_NONE },
        { "5", "qwen2.5-7b", AIC_FIT_NONE },
        { "2.5", "qwen2.5-7b", AIC_FIT_WORD },
        { "25", "qwen2.5-7b", AIC_FIT_WORD },
        { "gptoss120b", "openai/gpt-oss-120b", AIC_FIT_WORD },
        { "22b", "qwen3-235b-a22b", AIC_FIT_NONE },
        { "a22b", "qwen3-235b-a22b", AIC_FIT_WORD },
        { "sxm", "SXM5", AIC_FIT_WORD },
        { "s", "SXM5", AIC_FIT_NONE },
        { "v", "deepseek-v3", AIC_FIT_NONE },
        { "3.2", "v3", AIC_FIT_NONE },
        { "3", "llama-3.1", AIC_FIT_NONE },
        { "1", "llama-3.1", AIC_FIT_NONE },
        { "48", "p5.48xlarge", AIC_FIT_NONE },
        { "xlarge", "p5.48xlarge", AIC_FIT_NONE },
        { "xlarge", "p5 xlarge", AIC_FIT_WORD },
        { "4", "nvfp4", AIC_FIT_NONE },
        { "nvfp", "nvfp4", AIC_FIT_NONE },
        { "nvfp4", "nvfp4", AIC_FIT_WORD },
        { "8", "fp8", AIC_FIT_NONE },
        { "8", "xfp8", AIC_FIT_WORD },
        { "xfp", "xfp8", AIC_FIT_WORD },
        { "4", "int4", AIC_FIT_NONE },
        { "16", "bf16", AIC_FIT_NONE },
        { "4", "nf4", AIC_FIT_NONE },
        { "4", "mxfp4", AIC_FIT_NONE },
        { "5", "SXM5", AIC_FIT_WORD },
        { "100", "h100", AIC_FIT_NONE },
        { "m5", "SXM5", AIC_FIT_NONE },
        { "70", "llama 70b", AIC_FIT_NUMBER },
        { "70", "llama 70", AIC_FIT_WORD },
        { "70", "70k 70", AIC_FIT_WORD },
        { "70", "70x", AIC_FIT_NONE },
        { "70b", "70bx", AIC_FIT_NONE },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(words); i++) {
        if (fit(words[i].word, words[i].text) != words[i].fit) {
            fail_msg("'%s' in '%s'", words[i].word, words[i].text);
        }
    }
}

static void names_have_an_order(void **state)
{
    static const char *const names[] = { "", "a", "gpt-2", "gpt-010", "gpt-10b", "gpt-11", "h" };
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        for (size_t j = 0; j < COUNT(names); j++) {
            int order = aic_compare_names(names[i], names[j]);
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
    }
    assert_int_equal(aic_name_edits("h100", "H200"), 1);
}

/* No two entries of a kind have the same name, label or alias, as far as names count. */
struct all_names {
    enum aic_catalog_kind kind;
    char at[2048][AIC_FOLDED_SIZE + 1];
    size_t owner[2048];
    size_t count, entry;
};

static bool add_names(void *context, const struct aic_entry *entry)
{
    struct all_names *all = context;
    struct aic_called called;
    aic_called(all->kind, entry->node, &called);
    all->entry++;
    for (size_t i = 0; i < called.names; i++) {
        struct aic_folded out;
        assert_true(aic_fold_bare(&out, called.at[i]));
        out.at[out.length] = '\0';
        for (size_t other = 0; other < all->count; other++) {
            if (all->owner[other] != all->entry && strcmp(all->at[other], out.at) == 0) {
                fail_msg("'%s' is a name of two entries", out.at);
            }
        }
        assert_true(all->count < COUNT(all->at));
        memcpy(all->at[all->count], out.at, out.length + 1);
        all->owner[all->count++] = all->entry;
    }
    return true;
}

static void names_are_those_of_one_entry(void **state)
{
    static struct all_names all;
    const struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { 0 };
    (void)state;
    for (int kind = 0; kind < AIC_CATALOG_KINDS; kind++) {
        all = (struct all_names){ .kind = (enum aic_catalog_kind)kind };
        assert_true(aic_catalog_each(&catalog, all.kind, add_names, &all, &error));
    }
}

/* Each name, label and alias finds its own entry. */
static bool find_itself(void *context, const struct aic_entry *entry)
{
    const enum aic_catalog_kind *kind = context;
    const struct aic_catalog catalog = { .count = 0 };
    struct aic_called called;
    aic_called(*kind, entry->node, &called);
    for (size_t i = 0; i < called.names; i++) {
        struct aic_entry found;
        struct aic_error error = { 0 };
        if (!aic_catalog_find(&catalog, *kind, called.at[i].at, &found, &error)) {
            fail_msg("'%s': %s", called.at[i].at, error.message);
        }
        assert_string_equal(aic_entry_name(&found), called.at[0].at);
        aic_entry_clear(&found);
    }
    return true;
}

static void assert_same(struct aic_span a, struct aic_span b)
{
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.at, b.at, a.length);
}

/* What is read from the text of an entry is what its JSON says. */
static void texts_say_what_json_says(void **state)
{
    (void)state;
    for (int i = 0; i < AIC_CATALOG_KINDS; i++) {
        enum aic_catalog_kind kind = (enum aic_catalog_kind)i;
        struct aic_span text, name;
        size_t length;
        const char *rest = aic_catalog_builtin(kind, &length);
        while (aic_builtin_next(&rest, &text, &name)) {
            struct aic_called scanned, parsed;
            struct aic_json json;
            struct aic_error error;
            assert_true(
                aic_json_parse(&json, "", text.at, text.length, AIC_JSON_FILE_MAX, 0, &error));
            aic_called_text(kind, text, true, &scanned);
            aic_called(kind, json.root, &parsed);
            assert_int_equal(scanned.count, parsed.count);
            assert_int_equal(scanned.names, parsed.names);
            assert_int_equal(scanned.preferred_count, parsed.preferred_count);
            assert_true(scanned.year == parsed.year);
            for (size_t k = 0; k < parsed.count; k++) {
                assert_same(scanned.at[k], parsed.at[k]);
            }
            for (size_t k = 0; k < parsed.preferred_count; k++) {
                assert_same(scanned.preferred[k], parsed.preferred[k]);
            }
            aic_json_clear(&json);
        }
    }
}

static void entries_are_found_by_all_their_names(void **state)
{
    const struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { 0 };
    (void)state;
    for (int i = 0; i < AIC_CATALOG_KINDS; i++) {
        enum aic_catalog_kind kind = (enum aic_catalog_kind)i;
        assert_true(aic_catalog_each(&catalog, kind, find_itself, &kind, &error));
    }
}

/* "h100-sxm; also h100-nvl", "several: a, b", "none; did you mean 'a'?": as the list has it. */
static void write_outcome(enum aic_catalog_kind kind, const char *typed, struct aic_text *text)
{
    const struct aic_catalog catalog = { .count = 0 };
    struct aic_entry entry;
    struct aic_error error = { 0 };
    if (aic_catalog_find(&catalog, kind, typed, &entry, &error)) {
        aic_text_format(text, "%s%s%s", aic_entry_name(&entry), entry.others[0] ? "; also " : "",
                        entry.others);
        aic_entry_clear(&entry);
        return;
    }
    assert_int_equal(error.code, AIC_ERR_UNKNOWN);
    const char *several = strstr(error.message, " could be several of catalog ");
    const char *end = strchr(error.suggestion, '?');
    if (several) {
        aic_text_format(text, "several:%s", strchr(several, ':') + 1);
    } else if (end) {
        aic_text_add(text, "none; ");
        aic_text_add_bytes(text, error.suggestion, (size_t)(end - error.suggestion) + 1);
    } else {
        aic_text_add(text, "none");
    }
}

/* A line "kind | typed | outcome". */
static bool check_line(char *line)
{
    char *typed = strstr(line, " | ");
    char *wanted = typed ? strstr(typed + 3, " | ") : NULL;
    if (!wanted) {
        fail_msg("no line of names: %s", line);
        return false;
    }
    *typed = *wanted = '\0';
    enum aic_catalog_kind kind;
    char outcome[1024];
    struct aic_text text;
    assert_true(aic_catalog_kind_find(line, &kind));
    aic_text_init(&text, outcome, sizeof outcome);
    write_outcome(kind, typed + 3, &text);
    if (strcmp(outcome, wanted + 3) == 0) {
        return true;
    }
    print_error("%s | %s | %s\n", line, typed + 3, outcome);
    return false;
}

static void names_typed_find_their_entries(void **state)
{
    FILE *file = fopen(TEST_DATA "/names.txt", "r");
    char line[1024];
    int lines = 0, failed = 0;
    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0') {
            lines++;
            failed += !check_line(line);
        }
    }
    fclose(file);
    assert_int_equal(failed, 0);
    assert_true(lines >= 150);
}

/* Two entries that are both preferred for a word are several. */
static void preferences_may_be_contested(void **state)
{
    static const char text[] =
        "{\"schema\": \"aicalc-catalog/1\", \"kind\": \"gpus\", \"entries\": ["
        "{\"name\": \"acme-1\", \"preferred\": [\"acme\"], \"fields\": {\"gpu_memory\": 1e9}, "
        "\"source\": \"a\"}, "
        "{\"name\": \"acme-2\", \"preferred\": [\"acme\"], \"fields\": {\"gpu_memory\": "
        "2e9}, \"source\": \"a\"}, "
        "{\"name\": \"acme-3\", \"fields\": {\"gpu_memory\": 3e9}, \"source\": \"a\"}, "
        "{\"name\": \"zeta-1\", \"preferred\": [\"zeta\"], \"fields\": {\"gpu_memory\": 4e9}, "
        "\"source\": \"a\"}, "
        "{\"name\": \"zeta-2\", \"preferred\": [\"zeta two\"], \"fields\": {\"gpu_memory\": 5e9}, "
        "\"source\": \"a\"}]}";
    char longest[AIC_FOLDED_SIZE + 8];
    struct aic_catalog catalog;
    struct aic_entry entry;
    struct aic_error error = { .code = AIC_OK };
    (void)state;
    aic_catalog_init(&catalog);
    if (!aic_catalog_add(&catalog, "own.json", text, sizeof text - 1, &error)) {
        fail_msg("%s", error.message);
    }
    assert_false(aic_catalog_find(&catalog, AIC_GPUS, "acme", &entry, &error));
    assert_string_equal(error.message,
                        "'acme' could be several of catalog gpus: acme-1, acme-2, acme-3");
    assert_true(aic_catalog_find(&catalog, AIC_GPUS, "zeta", &entry, &error));
    assert_string_equal(aic_entry_name(&entry), "zeta-1");
    assert_string_equal(entry.others, "zeta-2");
    /* Words longer than any name describe nothing. */
    memset(longest, 'z', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_true(aic_entry_has_words(AIC_GPUS, &entry, "zeta"));
    assert_false(aic_entry_has_words(AIC_GPUS, &entry, longest));
    aic_entry_clear(&entry);
    aic_catalog_clear(&catalog);
}

/* Entries without a letter, or with a name longer than any that is listed, are found by their names alone. */
static void names_that_cannot_be_folded(void **state)
{
    static const char *const names[] = { "---", "xxxxxxxxxx" };
    char text[1024], name[200];
    struct aic_error error = { .code = AIC_OK };
    (void)state;
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (size_t i = 0; i < COUNT(names); i++) {
        struct aic_catalog catalog;
        struct aic_entry entry;
        const char *own = i == 0 ? names[i] : name;
        int length = snprintf(text, sizeof text,
                              "{\"schema\": \"aicalc-catalog/1\", \"kind\": \"gpus\", \"entries\": "
                              "[{\"name\": \"%s\", \"fields\": {\"gpu_memory\": 1e9}, "
                              "\"source\": \"a\"}]}",
                              own);
        aic_catalog_init(&catalog);
        assert_true(aic_catalog_add(&catalog, "own.json", text, (size_t)length, &error));
        assert_true(aic_catalog_find(&catalog, AIC_GPUS, own, &entry, &error));
        aic_entry_clear(&entry);
        assert_false(aic_catalog_find(&catalog, AIC_GPUS, "xxxxxxxxxx 7", &entry, &error));
        assert_null(strstr(error.suggestion, own));
        aic_catalog_clear(&catalog);
    }
}

/* A catalog of one GPU for each name; of two kinds of text that follow the names, such as a preference. */
static void add_gpus(struct aic_catalog *catalog, const char *const (*gpus)[2], size_t count)
{
    char json[2048];
    struct aic_text text;
    struct aic_error error = { .code = AIC_OK };
    aic_text_init(&text, json, sizeof json);
    aic_text_add(&text, "{\"schema\": \"aicalc-catalog/1\", \"kind\": \"gpus\", \"entries\": [");
    for (size_t i = 0; i < count; i++) {
        aic_text_format(&text,
                        "%s{\"name\": \"%s\", %s \"fields\": {\"gpu_memory\": 1e9}, "
                        "\"source\": \"a\"}",
                        i > 0 ? ", " : "", gpus[i][0], gpus[i][1]);
    }
    aic_text_add(&text, "]}");
    assert_false(text.cut);
    aic_catalog_init(catalog);
    if (!aic_catalog_add(catalog, "own.json", json, text.length, &error)) {
        fail_msg("%s", error.message);
    }
}

/* One letter is a word too, and may be preferred. */
static void words_of_one_letter(void **state)
{
    static const char *const gpus[][2] = {
        { "zz-one", "\"aliases\": [\"zz q\"], \"preferred\": [\"q\"]," },
        { "zz-two", "\"aliases\": [\"zzz q\"]," },
        { "zz-one-fp8", "\"form_of\": \"zz-one\"," },
    };
    struct aic_catalog catalog;
    struct aic_entry entry;
    struct aic_error error = { .code = AIC_OK };
    char list[64];
    struct aic_text text;
    (void)state;
    add_gpus(&catalog, gpus, COUNT(gpus));
    assert_true(aic_catalog_find(&catalog, AIC_GPUS, "q", &entry, &error));
    assert_string_equal(aic_entry_name(&entry), "zz-one");
    assert_true(aic_entry_has_words(AIC_GPUS, &entry, "q"));
    assert_false(aic_entry_has_words(AIC_GPUS, &entry, "r"));
    aic_entry_clear(&entry);
    assert_false(aic_catalog_find(&catalog, AIC_GPUS, "8xq", &entry, &error));
    assert_string_equal(error.message, "gpu '8xq' is a number of GPUs as well as their name");
    /* of those that no preference tells apart a list is made, without other forms, as long as it has room */
    aic_text_init(&text, list, sizeof list);
    assert_false(aic_catalog_add_several(&catalog, AIC_GPUS, "q", &text));
    assert_true(aic_catalog_add_several(&catalog, AIC_GPUS, "zz", &text));
    assert_string_equal(list, "zz-one,zz-two");
    aic_text_init(&text, list, sizeof "zz-one,zz");
    assert_false(aic_catalog_add_several(&catalog, AIC_GPUS, "zz", &text));
    aic_catalog_clear(&catalog);
}

/* What is an entry of another kind is none of this one that has its words, unless several have them. */
static void names_of_another_kind(void **state)
{
    static const char *const gpus[][2] = { { "zz-nvme-of-1", "" }, { "zz-nvme-of-2", "" } };
    static const char *const messages[] = {
        "no entry 'nvme-of' in catalog gpus: it is one of tiers",
        "'nvme-of' could be several of catalog gpus: zz-nvme-of-1, zz-nvme-of-2",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(messages); i++) {
        struct aic_catalog catalog;
        struct aic_entry entry;
        struct aic_error error = { .code = AIC_OK };
        add_gpus(&catalog, gpus, i + 1);
        assert_false(aic_catalog_find(&catalog, AIC_GPUS, "nvme-of", &entry, &error));
        assert_string_equal(error.message, messages[i]);
        assert_int_equal(strstr(error.suggestion, "asked with '--tier nvme-of'") != NULL, i == 0);
        aic_catalog_clear(&catalog);
    }
}

/* Who makes a GPU or a node is no word of its name. */
static void makers_are_left_out(void **state)
{
    static const struct {
        enum aic_catalog_kind kind;
        const char *typed, *name;
    } rows[] = {
        { AIC_GPUS, "acme-1", "acme-1" },
        { AIC_GPUS, "NVIDIA acme-1", "acme-1" },
        { AIC_NODES, "NVIDIA dgx-h100", "dgx-h100" },
    };
    static const char *const gpus[][2] = { { "acme-1", "" } };
    struct aic_catalog catalog;
    (void)state;
    add_gpus(&catalog, gpus, COUNT(gpus));
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct aic_entry entry;
        struct aic_error error = { .code = AIC_OK };
        assert_true(aic_catalog_find(&catalog, rows[i].kind, rows[i].typed, &entry, &error));
        assert_string_equal(aic_entry_name(&entry), rows[i].name);
        assert_false(entry.by_words);
        assert_true(aic_catalog_has(&catalog, rows[i].kind, rows[i].typed));
        aic_entry_clear(&entry);
    }
    aic_catalog_clear(&catalog);
}

/* What is said of a name with a slash that no entry has. */
static void names_with_slashes(void **state)
{
    static const struct {
        enum aic_catalog_kind kind;
        const char *typed, *message;
    } rows[] = {
        { AIC_MODELS, "acme/llama-3.1-8b",
          "model 'acme/llama-3.1-8b' is neither a file here nor in the catalog (the catalog has "
          "'llama-3.1-8b'); ask its configuration:" },
        { AIC_MODELS, "acme/nothing",
          "model 'acme/nothing' is neither a file here nor in the catalog; ask its "
          "configuration:" },
        { AIC_MODELS, "a/b/c", "model 'a/b/c' is neither a file here nor in the catalog" },
        { AIC_GPUS, "a/b/c", "no entry 'a/b/c' in catalog gpus" },
        { AIC_GPUS, "acme/nothing", "no entry 'acme/nothing' in catalog gpus" },
    };
    const struct aic_catalog catalog = { .count = 0 };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct aic_entry entry;
        struct aic_error error = { .code = AIC_OK };
        assert_false(aic_catalog_find(&catalog, rows[i].kind, rows[i].typed, &entry, &error));
        assert_string_equal(error.message, rows[i].message);
    }
}

/* What is the name of one entry and the alias of another is the name. */
static void names_are_before_aliases(void **state)
{
    static const char *const gpus[][2] = {
        { "zz-one", "\"aliases\": [\"ZZ  Two\", \"zz three\"]," },
        { "zz-two", "\"aliases\": [\"acme/zz-three\"]," },
        { "acme/zz-four", "" },
        { "zz-five", "\"aliases\": [\"ajax/zz-four\"]," },
    };
    static const char *const found[][2] = {
        { "ZZ_TWO", "zz-two" },
        { "ZZ_three", "zz-one" },
        { "ZZ_four", "acme/zz-four" },
    };
    struct aic_catalog catalog;
    (void)state;
    add_gpus(&catalog, gpus, COUNT(gpus));
    for (size_t i = 0; i < COUNT(found); i++) {
        struct aic_entry entry;
        struct aic_error error = { .code = AIC_OK };
        if (!aic_catalog_find(&catalog, AIC_GPUS, found[i][0], &entry, &error)) {
            fail_msg("%s", error.message);
        }
        assert_string_equal(aic_entry_name(&entry), found[i][1]);
        aic_entry_clear(&entry);
    }
    aic_catalog_clear(&catalog);
}

#define FORTY "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

/* Which of the own entries are suggested: a number at the head of a name is one of its numbers, a month is none. */
static void numbers_of_suggestions(void **state)
{
    static const char *const gpus[][2] = {
        { "4acme", "" },
        { "zeta-pro", "" },
        { FORTY FORTY FORTY FORTY, "\"aliases\": [\"omega\"]," },
    };
    static const struct {
        const char *typed, *suggested;
    } rows[] = {
        { "4acmes", "4acme" },
        { "5acmes", NULL },
        { "zeta-2501", "zeta-pro" },
        { "zeta-2512", "zeta-pro" },
        { "zeta-2500", NULL },
        { "zeta-2513", NULL },
        { "zeta-3501", NULL },
        { "zeta-25010", NULL },
        { "zeta-80gb", "zeta-pro" },
        { "zeta-80", NULL },
        { "zeta-a3b", "zeta-pro" },
        { "zeta-x3b", NULL },
        { "zeta-70b", "zeta-pro" },
        { "ab80gb-zeta", "zeta-pro" },
        { "b80gb-zeta", NULL },
        { "omegas", NULL }, /* of a name that has no room */
        { "qa qb qc qd qe qf qg qh qi qj qk zeta", "zeta-pro" },
        { "qa qb qc qd qe qf qg qh qi qj qk ql zeta", NULL }, /* twelve words are looked at */
    };
    struct aic_catalog catalog;
    (void)state;
    add_gpus(&catalog, gpus, COUNT(gpus));
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct aic_entry entry;
        struct aic_error error = { .code = AIC_OK };
        char wanted[64] = "'aicalc catalog gpus";
        assert_false(aic_catalog_find(&catalog, AIC_GPUS, rows[i].typed, &entry, &error));
        if (rows[i].suggested) {
            snprintf(wanted, sizeof wanted, "did you mean '%s'? ", rows[i].suggested);
        }
        if (strncmp(error.suggestion, wanted, strlen(wanted)) != 0) {
            fail_msg("'%s': %s", rows[i].typed, error.suggestion);
        }
    }
    aic_catalog_clear(&catalog);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(preferences_may_be_contested),
        cmocka_unit_test(names_that_cannot_be_folded),
        cmocka_unit_test(words_of_one_letter),
        cmocka_unit_test(names_are_before_aliases),
        cmocka_unit_test(names_with_slashes),
        cmocka_unit_test(makers_are_left_out),
        cmocka_unit_test(names_of_another_kind),
        cmocka_unit_test(numbers_of_suggestions),
        cmocka_unit_test(names_are_folded),
        cmocka_unit_test(organisations_and_makers_do_not_count),
        cmocka_unit_test(numbers_stay_apart),
        cmocka_unit_test(ends_of_texts),
        cmocka_unit_test(words_follow_each_other),
        cmocka_unit_test(names_of_the_hub),
        cmocka_unit_test(organisations_of_names),
        cmocka_unit_test(words_begin_and_end_where_words_do),
        cmocka_unit_test(names_have_an_order),
        cmocka_unit_test(names_are_those_of_one_entry),
        cmocka_unit_test(entries_are_found_by_all_their_names),
        cmocka_unit_test(texts_say_what_json_says),
        cmocka_unit_test(names_typed_find_their_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
