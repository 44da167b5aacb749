/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Like entries of a catalog have the same fields: one that lacks a field looks cheaper or dearer
 * than its neighbour for no reason. tests/data/catalog_fields.json groups entries by the patterns
 * of their names ("entries") or by a field that they have ("with", and then compares those
 * "among" only), and says where they differ, and why: "only" the entries of these patterns have
 * the fields ("!name": all but this). A difference without a reason fails, and so does a reason
 * without a difference.
 */
#include <fnmatch.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#define ENTRIES_MAX 400

static int failures;

static cJSON *read_json(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 4u << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (4u << 20) - 1, file) > 0);
    fclose(file);
    cJSON *json = cJSON_Parse(text);
    free(text);
    assert_non_null(json);
    return json;
}

static const char *text_of(const cJSON *object, const char *key)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(member) ? member->valuestring : NULL;
}

/* Copies the next word of a list; false at its end. */
static int next_word(const char **list, char *word, size_t capacity)
{
    *list += strspn(*list, " ");
    size_t length = strcspn(*list, " ");
    assert_true(length < capacity);
    memcpy(word, *list, length);
    word[length] = '\0';
    *list += length;
    return length > 0;
}

static int has_word(const char *list, const char *wanted)
{
    char word[80];
    while (next_word(&list, word, sizeof word)) {
        if (strcmp(word, wanted) == 0) {
            return 1;
        }
    }
    return 0;
}

/* True where a pattern fits; patterns that begin with '!' except, and all others fit. */
static int fits(const char *patterns, const char *name)
{
    char pattern[80];
    int all = *patterns == '!';
    while (next_word(&patterns, pattern, sizeof pattern)) {
        if (fnmatch(pattern + all, name, 0) == 0) {
            return !all;
        }
    }
    return all;
}

static int has_field(const cJSON *entry, const char *name)
{
    return cJSON_HasObjectItem(cJSON_GetObjectItemCaseSensitive(entry, "fields"), name);
}

/* The entries of a group. */
static size_t select_entries(const cJSON *group, const cJSON *catalog, const cJSON **selected)
{
    const char *patterns = text_of(group, "entries");
    const char *with = text_of(group, "with");
    const cJSON *entry;
    size_t count = 0;
    cJSON_ArrayForEach(entry, cJSON_GetObjectItemCaseSensitive(catalog, "entries"))
    {
        assert_true(count < ENTRIES_MAX);
        if (patterns ? fits(patterns, text_of(entry, "name")) : has_field(entry, with)) {
            selected[count++] = entry;
        }
    }
    return count;
}

/* The reason that speaks of a field; NULL if none does. */
static const cJSON *reason_of(const cJSON *group, const char *field)
{
    const cJSON *reason;
    cJSON_ArrayForEach(reason, cJSON_GetObjectItemCaseSensitive(group, "differ"))
    {
        if (has_word(text_of(reason, "fields"), field)) {
            return reason;
        }
    }
    return NULL;
}

static void complain(const cJSON *group, const char *entry, const char *field, const char *what)
{
    print_error("%s: %s: %s %s\n", text_of(group, "kind"), entry, field, what);
    failures++;
}

static void check_field(const cJSON *group, const cJSON **entries, size_t count, const char *field)
{
    const cJSON *reason = reason_of(group, field);
    for (size_t i = 0; i < count; i++) {
        const char *name = text_of(entries[i], "name");
        int wanted = !reason || fits(text_of(reason, "only"), name);
        if (wanted && !has_field(entries[i], field)) {
            complain(group, name, field, "is missing, which others like it have");
        } else if (!wanted && has_field(entries[i], field)) {
            complain(group, name, field, "is there, which a reason says it cannot");
        }
    }
}

/* A reason that nothing differs by is out of date. */
static void check_reasons(const cJSON *group, const cJSON **entries, size_t count)
{
    const cJSON *reason;
    char field[80];
    cJSON_ArrayForEach(reason, cJSON_GetObjectItemCaseSensitive(group, "differ"))
    {
        const char *fields = text_of(reason, "fields");
        assert_non_null(text_of(reason, "why"));
        while (next_word(&fields, field, sizeof field)) {
            size_t with = 0;
            for (size_t i = 0; i < count; i++) {
                with += (size_t)has_field(entries[i], field);
            }
            if (with == 0 || with == count) {
                complain(group, text_of(reason, "only"), field, "differs nowhere: drop the reason");
            }
        }
    }
}

static void check_group(const cJSON *group)
{
    static const cJSON *entries[ENTRIES_MAX];
    char path[512];
    snprintf(path, sizeof path, TEST_DATA "/../../src/catalog/data/%s.json",
             text_of(group, "kind"));
    cJSON *catalog = read_json(path);
    const char *among = text_of(group, "among");
    size_t count = select_entries(group, catalog, entries);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        const cJSON *field;
        cJSON_ArrayForEach(field, cJSON_GetObjectItemCaseSensitive(entries[i], "fields"))
        {
            int seen = 0;
            for (size_t k = 0; k < i; k++) {
                seen = seen || has_field(entries[k], field->string);
            }
            if (!seen && (!among || has_word(among, field->string))) {
                check_field(group, entries, count, field->string);
            }
        }
    }
    check_reasons(group, entries, count);
    cJSON_Delete(catalog);
}

static void test_like_entries_have_the_same_fields(void **state)
{
    cJSON *groups = read_json(TEST_DATA "/catalog_fields.json");
    const cJSON *group;
    (void)state;
    cJSON_ArrayForEach(group, groups)
    {
        check_group(group);
    }
    cJSON_Delete(groups);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_like_entries_have_the_same_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
