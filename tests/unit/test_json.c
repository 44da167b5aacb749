/* SPDX-License-Identifier: Apache-2.0 */
/* JSON: what is accepted and refused, what errors say, and what the writer writes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h> /* its allocations, which can fail */

#include <aicalc/json.h>
#include <aicalc/text.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define CASES_MAX    400
#define LINE_SIZE    1024

/* A case of tests/data/json: its text has a length, for it may hold NUL. */
struct text_case {
    char name[LINE_SIZE];
    char text[LINE_SIZE];
    size_t length;
};

struct text_cases {
    struct text_case list[CASES_MAX];
    size_t count;
};

static int hex_digit(char c)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    assert_non_null(at);
    return (int)(at - digits);
}

/* NAME, a tab, TEXT with %XX for a byte. */
static void read_case(struct text_case *it, char *line)
{
    char *text = strchr(line, '\t');
    assert_non_null(text);
    *text++ = '\0';
    strcpy(it->name, line);
    it->length = 0;
    while (*text) {
        int byte = *text++;
        if (byte == '%') {
            byte = 16 * hex_digit(text[0]) + hex_digit(text[1]);
            text += 2;
        }
        it->text[it->length++] = (char)byte;
    }
}

static void read_cases(struct text_cases *cases, const char *name)
{
    char path[4096], line[LINE_SIZE];
    snprintf(path, sizeof path, "%s/json/%s.txt", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    cases->count = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] && line[0] != '#') {
            assert_true(cases->count < CASES_MAX);
            read_case(&cases->list[cases->count++], line);
        }
    }
    fclose(file);
}

static struct text_cases must_accept, must_reject;

static int read_all_cases(void **state)
{
    (void)state;
    read_cases(&must_accept, "accepted");
    read_cases(&must_reject, "refused");
    printf("%zu texts must be taken, %zu refused\n", must_accept.count, must_reject.count + 2);
    return 0;
}

/* A copy of exactly its size, so that a sanitizer sees a read beyond the end. */
static char *exact_copy(const char *text, size_t length)
{
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    return copy;
}

static bool parses(const char *text, size_t length, unsigned options, struct aic_error *error)
{
    char *copy = exact_copy(text, length);
    struct aic_json json;
    bool fine = aic_json_parse(&json, "t", copy, length, AIC_JSON_FILE_MAX, options, error);
    assert_int_equal(fine, json.root != NULL);
    aic_json_clear(&json);
    free(copy);
    return fine;
}

static struct aic_json parse(const char *text)
{
    struct aic_json json;
    struct aic_error error;
    if (!aic_json_parse(&json, "t", text, strlen(text), AIC_JSON_FILE_MAX, 0, &error)) {
        fail_msg("%s: %s", text, error.message);
    }
    return json;
}

static void test_accepts(void **state)
{
    (void)state;
    for (size_t i = 0; i < must_accept.count; i++) {
        const struct text_case *it = &must_accept.list[i];
        struct aic_error error;
        if (!parses(it->text, it->length, 0, &error)) {
            fail_msg("%s: refused: %s", it->name, error.message);
        }
        if (!parses(it->text, it->length, AIC_JSON_NONFINITE_IS_NULL, &error)) {
            fail_msg("%s: refused in a model file: %s", it->name, error.message);
        }
    }
}

static void test_rejects(void **state)
{
    (void)state;
    for (size_t i = 0; i < must_reject.count; i++) {
        const struct text_case *it = &must_reject.list[i];
        struct aic_error error;
        if (parses(it->text, it->length, 0, &error)) {
            fail_msg("%s: accepted", it->name);
        }
        if (error.code != AIC_ERR_JSON || strncmp(error.message, "t: line ", 8) != 0) {
            fail_msg("%s: %s", it->name, error.message);
        }
        assert_false(parses(it->text, it->length, 0, NULL));
    }
}

/* COUNT times `head`, and nothing that closes it: refused for its depth, however deep. */
static void check_deep(const char *head, size_t count)
{
    size_t size = strlen(head);
    char *text = malloc(count * size);
    struct aic_error error;
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) {
        memcpy(text + i * size, head, size);
    }
    assert_false(parses(text, count * size, 0, &error));
    assert_int_equal(error.code, AIC_ERR_JSON);
    free(text);
}

static void test_rejects_deep_texts(void **state)
{
    (void)state;
    check_deep("[", 100000);
    check_deep("[{\"\":", 50000);
}

/* Whatever is cut off anywhere is refused, and nothing beyond the cut is read. */
static void test_rejects_every_head(void **state)
{
    (void)state;
    static const char text[] =
        "{\"a\\n\\u00e9\": [1.5e+3, true, {\"b\": null}, \"\\ud83d\\ude00\xC3\xA9"
        "\"], \"c\": \"\"}";
    struct aic_error error;
    for (size_t length = 0; length < sizeof text - 1; length++) {
        assert_false(parses(text, length, 0, &error));
    }
    assert_true(parses(text, sizeof text - 1, 0, &error));
}

static void test_message(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message, *suggestion;
    } cases[] = {
        { "", "t: line 1 column 1: text is empty", "give a JSON value, such as {}" },
        { "\xEF\xBB\xBF{}", "t: line 1 column 1: text begins with a byte order mark",
          "save it as UTF-8 without a byte order mark" },
        { "\xFF\xFE{", "t: line 1 column 1: text is UTF-16, not UTF-8", "save it as UTF-8" },
        { "{\n  'a': 1}",
          "t: line 2 column 3: expected a key in double quotes, found a single quote",
          "write keys and strings in straight double quotes" },
        { "[\xE2\x80\x9C]", "t: line 1 column 2: expected a value, found character U+201C",
          "write keys and strings in straight double quotes" },
        { "[1,\n2,\n]", "t: line 3 column 1: expected a value, found ']'",
          "remove the comma before ']'" },
        { "{\"a\": 1,}", "t: line 1 column 9: expected a key in double quotes, found '}'",
          "remove the comma before '}'" },
        { "[,1]", "t: line 1 column 2: expected a value, found ','",
          "put a value before ',', or remove it" },
        { "{,}", "t: line 1 column 2: expected a key in double quotes, found ','",
          "put a key and a value before ',', or remove it" },
        { "{\"a\": }", "t: line 1 column 7: expected a value, found '}'",
          "give the key a value, or leave it out" },
        { "{\"a\": 1\n \"b\": 2}", "t: line 2 column 2: expected ',' or '}', found a string",
          "put ',' before it" },
        { "[1 2]", "t: line 1 column 4: expected ',' or ']', found '2'", "put ',' before it" },
        { "[1; 2]", "t: line 1 column 3: expected ',' or ']', found ';'",
          "write ',' instead of ';'" },
        { "[\"a\": 2]", "t: line 1 column 5: expected ',' or ']', found ':'",
          "write keys and values in {}, not in []" },
        { "[1 &]", "t: line 1 column 4: expected ',' or ']', found '&'", "" },
        { "{\"a\": [1}", "t: line 1 column 9: expected ',' or ']', found '}'",
          "close the '[' of line 1 column 7 with ']'" },
        { "[{]", "t: line 1 column 3: expected a key in double quotes, found ']'",
          "close the '{' of line 1 column 2 with '}'" },
        { "[}", "t: line 1 column 2: expected a value, found '}'",
          "close the '[' of line 1 column 1 with ']'" },
        { "\n {\"a\": [1,\n2", "t: line 3 column 2: expected ',' or ']', found the end of the text",
          "close the '[' of line 2 column 8 with ']'" },
        { "{\"a\"", "t: line 1 column 5: expected ':' after the key, found the end of the text",
          "close the '{' of line 1 column 1 with '}'" },
        { "{\"a\" = 1}", "t: line 1 column 6: expected ':' after the key, found '='",
          "write ':' instead of '='" },
        { "{\"a\" 1}", "t: line 1 column 6: expected ':' after the key, found '1'",
          "put ':' between key and value" },
        { "{\"a\"}", "t: line 1 column 5: expected ':' after the key, found '}'",
          "give the key a value: \"key\": value" },
        { "{layers: 1}", "t: line 1 column 2: expected a key in double quotes, found 'layers'",
          "write \"layers\"" },
        { "[1] // one", "t: line 1 column 5: expected nothing after the value, found '/'",
          "remove the comment: JSON has none" },
        { "[1, # one\n2]", "t: line 1 column 5: expected a value, found '#'",
          "remove the comment: JSON has none" },
        { "[1/* one */]", "t: line 1 column 3: expected ',' or ']', found '/'",
          "remove the comment: JSON has none" },
        { "{}\n{}", "t: line 2 column 1: expected nothing after the value, found '{'",
          "keep one value, or put them into one array" },
        { "{} x", "t: line 1 column 4: expected nothing after the value, found 'x'",
          "remove what follows the value" },
        { "}", "t: line 1 column 1: expected a value, found '}'", "" },
        { "[NaN]", "t: line 1 column 2: 'NaN' is not JSON", "write null" },
        { "[-Infinity]", "t: line 1 column 2: '-Infinity' is not a JSON number", "write null" },
        { "[True]", "t: line 1 column 2: 'True' is not JSON", "write true" },
        { "[FALSE]", "t: line 1 column 2: 'FALSE' is not JSON", "write false" },
        { "[None]", "t: line 1 column 2: 'None' is not JSON", "write null" },
        { "[nulls]", "t: line 1 column 2: 'nulls' is not JSON",
          "write it in double quotes, \"nulls\", if it is a string" },
        { "[007]", "t: line 1 column 2: '007' is not a JSON number", "write 7" },
        { "[+1.5]", "t: line 1 column 2: '+1.5' is not a JSON number", "write 1.5" },
        { "[-.5]", "t: line 1 column 2: '-.5' is not a JSON number", "write -0.5" },
        { "[1_000]", "t: line 1 column 2: '1_000' is not a JSON number", "write 1000" },
        { "[80GB]", "t: line 1 column 2: '80GB' is not a JSON number",
          "write it in double quotes, \"80GB\", if it is a string" },
        { "[1e999]", "t: line 1 column 2: number '1e999' is too large",
          "write a number up to 1.7e308" },
        { "[\"a", "t: line 1 column 2: string is not closed", "end it with '\"'" },
        { "[\"a\n\"]", "t: line 1 column 4: line break in a string",
          "end the string with '\"', or write the line break as \\n" },
        { "[\"a\t\"]", "t: line 1 column 4: tab in a string", "write it as \\t" },
        { "[\"\x07\"]", "t: line 1 column 3: character U+0007 in a string", "leave it out" },
        { "[\"\xE9\"]", "t: line 1 column 3: byte 0xE9 (not valid UTF-8) in a string",
          "save the text as UTF-8" },
        { "[\xE9]", "t: line 1 column 2: expected a value, found byte 0xE9 (not valid UTF-8)",
          "save the text as UTF-8" },
        { "[\xC2\xA0]", "t: line 1 column 2: expected a value, found character U+00A0",
          "delete it, or put it in double quotes" },
        { "[\"\\x41\"]", "t: line 1 column 3: escape '\\x' is not one of JSON's",
          "write \\\\ for a backslash; a single quote needs none" },
        { "[\"\\u00g0\"]", "t: line 1 column 3: escape '\\u00g0' has not four hexadecimal digits",
          "write \\u00b5 for U+00B5" },
        { "[\"\\u0000\"]", "t: line 1 column 3: escape '\\u0000' is a NUL, which no text can hold",
          "leave it out" },
        { "[\"\\ud800\"]",
          "t: line 1 column 3: escape '\\ud800' is half of a surrogate pair without the other half",
          "write the character itself, or both halves" },
        { "{\"a\": 1,\n \"b\": {},\n \"\\u0061\": 2}",
          "t: line 3 column 2: key 'a' is there twice, first on line 1 column 2",
          "keep one of the two" },
        { "{\"\\u001b[2J\xC2\x9B\": 1, \"\\u001b[2J\\u009b\": 2}",
          "t: line 1 column 19: key '?[2J?\?' is there twice, first on line 1 column 2",
          "keep one of the two" },
        { "[\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\" x]",
          "t: line 1 column 8: expected ',' or ']', found 'x'", "put ',' before it" },
        { "[\r\n1,\r\n  x]", "t: line 3 column 3: 'x' is not JSON",
          "write it in double quotes, \"x\", if it is a string" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct aic_error error;
        assert_false(parses(cases[i].text, strlen(cases[i].text), 0, &error));
        assert_string_equal(error.message, cases[i].message);
        assert_string_equal(error.suggestion, cases[i].suggestion);
    }
}

static void test_long_words_are_cut(void **state)
{
    (void)state;
    struct aic_error error;
    char text[2000];
    memset(text, 'a', sizeof text);
    assert_false(parses(text, sizeof text, 0, &error));
    assert_string_equal(
        error.message,
        "t: line 1 column 1: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...' is not JSON");
    memset(text, '9', sizeof text);
    assert_false(parses(text, sizeof text, 0, &error));
    assert_string_equal(
        error.message,
        "t: line 1 column 1: number '9999999999999999999999999999999999999999...' is too large");
}

static void test_first_repeated_key_of_the_text(void **state)
{
    (void)state;
    struct aic_error error;
    const char *text = "{\"z\":1,\"a\":1,\"z\":2,\"a\":2,\"z\":3}";
    assert_false(parses(text, strlen(text), 0, &error));
    assert_string_equal(error.message,
                        "t: line 1 column 14: key 'z' is there twice, first on line 1 column 2");
}

/* "{"k0":0,"k1":0,...}" in a buffer that the caller frees; `repeat` adds the first key again. */
static char *many_keys(size_t count, bool repeat, size_t *length)
{
    char *text = malloc(count * 20 + 40);
    assert_non_null(text);
    struct aic_text out;
    aic_text_init(&out, text, count * 20 + 40);
    aic_text_add(&out, "{");
    for (size_t i = 0; i < count; i++) {
        aic_text_format(&out, "%s\"k%d\":0", i ? "," : "", (int)i);
    }
    aic_text_add(&out, repeat ? ",\"\\u006b0\":0}" : "}");
    assert_false(out.cut);
    *length = out.length;
    return text;
}

/* A million keys: minutes if each were compared with each. */
static void test_many_keys(void **state)
{
    (void)state;
    for (int repeat = 0; repeat < 2; repeat++) {
        size_t length;
        char *text = many_keys(1000000, repeat != 0, &length);
        struct aic_error error;
        assert_int_equal(parses(text, length, 0, &error), !repeat);
        if (repeat) {
            assert_non_null(strstr(error.message, "key 'k0' is there twice, first on line 1 "));
        }
        free(text);
    }
}

static void test_depth(void **state)
{
    (void)state;
    char text[2 * AIC_JSON_DEPTH_MAX + 2];
    struct aic_error error;
    for (size_t depth = AIC_JSON_DEPTH_MAX; depth <= AIC_JSON_DEPTH_MAX + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        assert_int_equal(parses(text, 2 * depth, 0, &error), depth == AIC_JSON_DEPTH_MAX);
    }
    assert_string_equal(error.message, "t: line 1 column 33: nested deeper than 32 levels");
    static char deep[100000];
    memset(deep, '[', sizeof deep);
    assert_false(parses(deep, sizeof deep, 0, &error));
}

static void test_size(void **state)
{
    (void)state;
    struct aic_json json;
    struct aic_error error;
    assert_true(aic_json_parse(&json, "t", "[1,2]", 5, 5, 0, &error));
    aic_json_clear(&json);
    assert_false(aic_json_parse(&json, "t", "[1,2] ", 6, 5, 0, &error));
    assert_int_equal(error.code, AIC_ERR_FILE);
    assert_string_equal(error.message, "t: 6 bytes, above the limit of 5 bytes");
    assert_string_equal(error.suggestion, "keep it within 5 bytes");
    assert_null(json.root);

    char *text = malloc(AIC_JSON_INPUT_MAX + 1);
    assert_non_null(text);
    memset(text, 'a', AIC_JSON_INPUT_MAX + 1);
    text[0] = text[AIC_JSON_INPUT_MAX - 1] = '"';
    assert_true(
        aic_json_parse(&json, "t", text, AIC_JSON_INPUT_MAX, AIC_JSON_INPUT_MAX, 0, &error));
    assert_int_equal(strlen(aic_json_text_of(json.root)), AIC_JSON_INPUT_MAX - 2);
    aic_json_clear(&json);
    assert_false(
        aic_json_parse(&json, "t", text, AIC_JSON_INPUT_MAX + 1, AIC_JSON_INPUT_MAX, 0, &error));
    free(text);
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        { "0", 0.0 },
        { "0.1", 0.1 },
        { "-13.37", -13.37 },
        { "1E3", 1000.0 },
        { "9007199254740992", 9007199254740992.0 },
        { "9007199254740993", 9007199254740992.0 },
        { "18446744073709551615", 18446744073709551616.0 },
        { "1.7976931348623157e308", 1.7976931348623157e308 },
        { "5e-324", 5e-324 },
        { "1e-400", 0.0 },
        { "0.30000000000000004", 0.1 + 0.2 },
        /* beyond the 63 characters that cJSON looks at */
        { "0.1000000000000000000000000000000000000000000000000000000000000000000000001", 0.1 },
        { "0.0000000000000000000000000000000000000000000000000000000000000000000000123", 1.23e-71 },
        { "1000000000000000000000000000000000000000000000000000000000000000000000000e-70", 100.0 },
        { "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
          1.2345678901234567890e79 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct aic_json json = parse(cases[i].text);
        assert_true(aic_json_is(json.root, AIC_JSON_NUMBER));
        double value = aic_json_number_of(json.root);
        assert_memory_equal(&value, &cases[i].value, sizeof value);
        aic_json_clear(&json);
    }
}

/* The n-th item of a list, from 0. */
static const struct aic_json_value *nth(const struct aic_json_value *list, size_t n)
{
    const struct aic_json_value *item = aic_json_first(list);
    for (; n > 0; n--) {
        item = aic_json_next(item);
    }
    return item;
}

/* Each number lands at its own value, whatever stands around it. */
static void test_numbers_in_place(void **state)
{
    (void)state;
    struct aic_json json = parse(
        "{\"1\": \"2\", \"a\" : [3, \"\\\"4\\\\\", [], [[5]], {\"6\":\n{}}, null, 7e0], \"b\":-8}");
    const struct aic_json_value *a = aic_json_member(json.root, "a");
    assert_int_equal(aic_json_count(a), 7);
    assert_true(aic_json_number_of(nth(a, 0)) == 3);
    assert_string_equal(aic_json_text_of(nth(a, 1)), "\"4\\");
    assert_true(aic_json_number_of(nth(nth(nth(a, 3), 0), 0)) == 5);
    assert_true(aic_json_number_of(nth(a, 6)) == 7);
    assert_true(aic_json_number_of(aic_json_member(json.root, "b")) == -8);
    aic_json_clear(&json);
}

static void test_nonfinite_is_null(void **state)
{
    (void)state;
    const char *text = "[NaN,Infinity,-Infinity,1.5,{\"a\":NaN,\"NaN\":\"NaN\"},-2,NaN]";
    struct aic_json json;
    struct aic_error error;
    assert_false(parses(text, strlen(text), 0, &error));
    char *copy = exact_copy(text, strlen(text));
    assert_true(aic_json_parse(&json, "t", copy, strlen(text), AIC_JSON_INPUT_MAX,
                               AIC_JSON_NONFINITE_IS_NULL, &error));
    const struct aic_json_value *object = nth(json.root, 4);
    for (size_t i = 0; i < 3; i++) {
        assert_true(aic_json_is(nth(json.root, i), AIC_JSON_NULL));
    }
    assert_true(aic_json_number_of(nth(json.root, 3)) == 1.5);
    assert_true(aic_json_is(aic_json_member(object, "a"), AIC_JSON_NULL));
    assert_string_equal(aic_json_member_text(object, "NaN"), "NaN");
    assert_true(aic_json_number_of(nth(json.root, 5)) == -2);
    assert_true(aic_json_is(nth(json.root, 6), AIC_JSON_NULL));
    assert_int_equal(aic_json_count(json.root), 7);
    aic_json_clear(&json);
    free(copy);
    static const char *const still_refused[] = { "NAN",  "-NaN",  "+Infinity", "Inf",
                                                 "NaNs", "1e999", "{NaN: 1}" };
    for (size_t i = 0; i < COUNT(still_refused); i++) {
        assert_false(
            parses(still_refused[i], strlen(still_refused[i]), AIC_JSON_NONFINITE_IS_NULL, &error));
    }
    assert_true(parses("NaN", 3, AIC_JSON_NONFINITE_IS_NULL, &error));
}

static void test_strings_are_decoded(void **state)
{
    (void)state;
    struct aic_json json =
        parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20AC\\ud83d\\ude00\xC3\xA9\"");
    assert_string_equal(aic_json_text_of(json.root),
                        "\"\\/\b\f\n\r\t\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xC3\xA9");
    aic_json_clear(&json);
}

static void test_member(void **state)
{
    (void)state;
    struct aic_json json = parse("{\"A\": 1, \"a\": 2, \"\": 3, \"l\": [4]}");
    assert_true(aic_json_number_of(aic_json_member(json.root, "a")) == 2);
    assert_true(aic_json_number_of(aic_json_member(json.root, "A")) == 1);
    assert_true(aic_json_number_of(aic_json_member(json.root, "")) == 3);
    assert_null(aic_json_member(json.root, "b"));
    assert_null(aic_json_member(aic_json_member(json.root, "l"), "b"));
    assert_null(aic_json_member(aic_json_member(json.root, "a"), "b"));
    assert_null(aic_json_member(NULL, "b"));
    aic_json_clear(&json);
}

static void assert_position(const struct aic_json *json, const struct aic_json_value *value,
                            size_t line, size_t column)
{
    struct aic_place place;
    aic_json_places(json, &value, &place, 1);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
}

static void test_position(void **state)
{
    (void)state;
    struct aic_json json = parse("\n {\"a\": [1,\n   {}, [],\"x, ]\" ],\n"
                                 "  \"\xC3\xA9\\\"\": \"\xC3\xA9\", \"b\"\n :\n true}\n");
    const struct aic_json_value *a = aic_json_member(json.root, "a");
    assert_position(&json, json.root, 2, 2);
    assert_position(&json, a, 2, 3);
    assert_position(&json, nth(a, 0), 2, 9);
    assert_position(&json, nth(a, 1), 3, 4);
    assert_position(&json, nth(a, 2), 3, 8);
    assert_position(&json, nth(a, 3), 3, 11);
    assert_position(&json, aic_json_member(json.root, "\xC3\xA9\""), 4, 3);
    assert_position(&json, aic_json_member(json.root, "b"), 4, 15);
    aic_json_clear(&json);
}

static void test_fail(void **state)
{
    (void)state;
    struct aic_json json = parse("{\n  \"layers\": 3.5}");
    struct aic_error error;
    assert_false(aic_json_fail(&json, aic_json_first(json.root), &error, AIC_ERR_VALUE, "layers",
                               "'%g' is %s", 3.5, "not a whole number"));
    assert_int_equal(error.code, AIC_ERR_VALUE);
    assert_string_equal(error.parameter, "layers");
    assert_string_equal(error.message, "t: line 2 column 3: '3.5' is not a whole number");
    assert_false(aic_json_fail(&json, NULL, &error, AIC_ERR_JSON, NULL, "wrong"));
    assert_string_equal(error.message, "t: wrong");
    assert_false(aic_json_fail(&json, NULL, NULL, AIC_ERR_JSON, NULL, "wrong"));
    aic_json_clear(&json);
    aic_json_clear(&json);
}

static int allocations_left;

static void *limited_malloc(size_t size)
{
    return allocations_left-- > 0 ? malloc(size) : NULL;
}

static void test_no_memory(void **state)
{
    (void)state;
    cJSON_Hooks hooks = { .malloc_fn = limited_malloc, .free_fn = free };
    const char *text = "{\"a\": [1, \"b\", {\"c\": null}]}";
    struct aic_error error = { .code = AIC_OK };
    int limit = -1;
    bool fine;
    cJSON_InitHooks(&hooks);
    do {
        allocations_left = ++limit;
        fine = parses(text, strlen(text), 0, &error);
        assert_true(fine || error.code == AIC_ERR_MEMORY);
    } while (!fine);
    cJSON_InitHooks(NULL);
    assert_true(limit > 5);
}

/* A sink into a buffer; it fails when the buffer is full. */
struct page {
    char text[8192];
    size_t length;
    size_t capacity;
};

static bool write_page(void *context, const char *bytes, size_t length)
{
    struct page *page = context;
    if (length >= page->capacity - page->length) {
        return false;
    }
    memcpy(page->text + page->length, bytes, length);
    page->length += length;
    page->text[page->length] = '\0';
    return true;
}

struct scene {
    struct page page;
    struct aic_sink sink;
    struct aic_json_writer writer;
};

static struct aic_json_writer *start(struct scene *scene)
{
    memset(scene, 0, sizeof *scene);
    scene->page.capacity = sizeof scene->page.text;
    scene->sink = (struct aic_sink){ .write = write_page, .context = &scene->page };
    aic_json_writer_init(&scene->writer, &scene->sink);
    return &scene->writer;
}

static void test_writer_one_line(void **state)
{
    (void)state;
    struct scene scene;
    struct aic_json_writer *writer = start(&scene);
    aic_json_open(writer, '{', false);
    aic_json_key(writer, "a");
    aic_json_number(writer, 1);
    aic_json_key(writer, "b");
    aic_json_open(writer, '[', false);
    aic_json_string(writer, "x");
    aic_json_bool(writer, true);
    aic_json_bool(writer, false);
    aic_json_null(writer);
    aic_json_open(writer, '{', false);
    aic_json_close(writer);
    aic_json_open(writer, '[', false);
    aic_json_close(writer);
    aic_json_close(writer);
    aic_json_close(writer);
    assert_string_equal(scene.page.text, "{\"a\": 1, \"b\": [\"x\", true, false, null, {}, []]}");
    assert_false(scene.sink.failed);
}

static void test_writer_lines(void **state)
{
    (void)state;
    struct scene scene;
    struct aic_json_writer *writer = start(&scene);
    aic_json_open(writer, '{', true);
    aic_json_key(writer, "a");
    aic_json_open(writer, '{', false);
    aic_json_key(writer, "value");
    aic_json_number(writer, 0.5);
    aic_json_close(writer);
    aic_json_key(writer, "list");
    aic_json_open(writer, '[', true);
    aic_json_open(writer, '[', false);
    aic_json_open(writer, '{', true);
    aic_json_key(writer, "deep");
    aic_json_number(writer, 2);
    aic_json_close(writer);
    aic_json_close(writer);
    aic_json_number(writer, 3);
    aic_json_close(writer);
    aic_json_key(writer, "none");
    aic_json_open(writer, '{', true);
    aic_json_close(writer);
    aic_json_close(writer);
    assert_string_equal(scene.page.text, "{\n"
                                         "  \"a\": {\"value\": 0.5},\n"
                                         "  \"list\": [\n"
                                         "    [{\n"
                                         "      \"deep\": 2\n"
                                         "    }],\n"
                                         "    3\n"
                                         "  ],\n"
                                         "  \"none\": {}\n"
                                         "}");
    assert_false(scene.sink.failed);
}

static void test_writer_strings(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
    } cases[] = {
        { "", "\"\"" },
        { "plain / 'text'", "\"plain / 'text'\"" },
        { "\"\\\b\f\n\r\t", "\"\\\"\\\\\\b\\f\\n\\r\\t\"" },
        { "\x01\x1B[31m\x1F", "\"\\u0001\\u001b[31m\\u001f\"" },
        { "\x7F\xC2\x80\xC2\x9F\xC2\xA0", "\"\\u007f\\u0080\\u009f\xC2\xA0\"" },
        { "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"" },
        { "a\xFFz", "\"a\xEF\xBF\xBDz\"" },
        { "\xC3", "\"\xEF\xBF\xBD\"" },
        { "\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"" },
        { "\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scene scene;
        aic_json_string(start(&scene), cases[i].text);
        assert_string_equal(scene.page.text, cases[i].written);
        struct aic_error error;
        assert_true(parses(scene.page.text, scene.page.length, 0, &error));
    }
}

static void test_writer_numbers(void **state)
{
    (void)state;
    struct scene scene;
    struct aic_json_writer *writer = start(&scene);
    aic_json_open(writer, '[', false);
    aic_json_number(writer, 9007199254740992.0);
    aic_json_number(writer, 0.1);
    aic_json_number(writer, -0.0);
    aic_json_number(writer, -1e300 * 1e300);
    aic_json_close(writer);
    assert_string_equal(scene.page.text, "[9007199254740992, 0.1, 0, null]");
}

/* The depth limit is the reader's, and a call out of place never writes broken JSON unnoticed. */
static void test_writer_refuses(void **state)
{
    (void)state;
    struct scene scene;
    struct aic_json_writer *writer = start(&scene);
    for (int i = 0; i < AIC_JSON_DEPTH_MAX; i++) {
        aic_json_open(writer, '[', false);
    }
    assert_false(scene.sink.failed);
    aic_json_open(writer, '[', false);
    assert_true(scene.sink.failed);
    for (int i = 0; i <= AIC_JSON_DEPTH_MAX; i++) {
        aic_json_close(writer);
    }

    aic_json_close(start(&scene));
    assert_true(scene.sink.failed);
    aic_json_key(start(&scene), "at the top");
    assert_true(scene.sink.failed);
    writer = start(&scene);
    aic_json_open(writer, '{', false);
    aic_json_null(writer);
    assert_true(scene.sink.failed);
    writer = start(&scene);
    aic_json_open(writer, '[', false);
    aic_json_key(writer, "in an array");
    assert_true(scene.sink.failed);
    writer = start(&scene);
    aic_json_open(writer, '{', false);
    aic_json_key(writer, "a");
    aic_json_key(writer, "b");
    assert_true(scene.sink.failed);
    writer = start(&scene);
    aic_json_open(writer, '{', false);
    aic_json_key(writer, "a");
    aic_json_close(writer);
    assert_true(scene.sink.failed);
}

static void test_failed_sink_stays_silent(void **state)
{
    (void)state;
    struct scene scene;
    struct aic_json_writer *writer = start(&scene);
    scene.page.capacity = 5;
    aic_json_open(writer, '[', false);
    aic_json_string(writer, "longer than the page");
    assert_true(scene.sink.failed);
    aic_json_null(writer);
    aic_sink_text(&scene.sink, "x");
    assert_string_equal(scene.page.text, "[");
}

/* Short strings are one write, long ones several: of every length the text is the same. */
static void test_writer_lengths(void **state)
{
    (void)state;
    char text[260] = "", wanted[600];
    for (size_t length = 0; length + 1 < sizeof text; length++) {
        struct scene scene;
        struct aic_json_writer *writer = start(&scene);
        aic_json_open(writer, '{', false);
        aic_json_key(writer, text);
        aic_json_string(writer, text);
        aic_json_close(writer);
        snprintf(wanted, sizeof wanted, "{\"%s\": \"%s\"}", text, text);
        assert_string_equal(scene.page.text, wanted);
        text[length] = (char)('a' + length % 26);
        text[length + 1] = '\0';
    }
}

static void test_writer_ready_members(void **state)
{
    (void)state;
    struct scene scene;
    struct aic_json_writer *writer = start(&scene);
    aic_json_open(writer, '{', true);
    for (int i = 0; i < 2; i++) {
        aic_json_begin_member(writer);
        aic_sink_text(&scene.sink, i ? "\"b\": [2]" : "\"a\": 1");
    }
    aic_json_close(writer);
    assert_string_equal(scene.page.text, "{\n  \"a\": 1,\n  \"b\": [2]\n}");
    assert_false(scene.sink.failed);
    writer = start(&scene);
    aic_json_open(writer, '[', false);
    aic_json_begin_member(writer);
    assert_true(scene.sink.failed);
    writer = start(&scene);
    aic_json_open(writer, '{', false);
    aic_json_key(writer, "a");
    aic_json_begin_member(writer);
    assert_true(scene.sink.failed);
}

static void write_tree(struct aic_json_writer *writer, const struct aic_json_value *node,
                       bool lines)
{
    if (aic_json_is(node, AIC_JSON_OBJECT) || aic_json_is(node, AIC_JSON_ARRAY)) {
        aic_json_open(writer, aic_json_is(node, AIC_JSON_OBJECT) ? '{' : '[', lines);
        AIC_JSON_EACH(item, node) {
            if (aic_json_is(node, AIC_JSON_OBJECT)) {
                aic_json_key(writer, aic_json_key_of(item));
            }
            write_tree(writer, item, !lines);
        }
        aic_json_close(writer);
    } else if (aic_json_is(node, AIC_JSON_NUMBER)) {
        aic_json_number(writer, aic_json_number_of(node));
    } else if (aic_json_is(node, AIC_JSON_STRING)) {
        aic_json_string(writer, aic_json_text_of(node));
    } else if (aic_json_is(node, AIC_JSON_NULL)) {
        aic_json_null(writer);
    } else {
        aic_json_bool(writer, aic_json_is_true(node));
    }
}

/* What is written reads back, and is written alike again: each accepted text, in two layouts. */
static void test_round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * must_accept.count; i++) {
        struct aic_json json = parse(must_accept.list[i / 2].text);
        struct scene first;
        struct scene second;
        write_tree(start(&first), json.root, i % 2);
        aic_json_clear(&json);
        json = parse(first.page.text);
        write_tree(start(&second), json.root, i % 2);
        aic_json_clear(&json);
        assert_false(first.sink.failed || second.sink.failed);
        assert_string_equal(first.page.text, second.page.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepts),
        cmocka_unit_test(test_rejects),
        cmocka_unit_test(test_rejects_deep_texts),
        cmocka_unit_test(test_rejects_every_head),
        cmocka_unit_test(test_message),
        cmocka_unit_test(test_long_words_are_cut),
        cmocka_unit_test(test_first_repeated_key_of_the_text),
        cmocka_unit_test(test_many_keys),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_numbers_in_place),
        cmocka_unit_test(test_nonfinite_is_null),
        cmocka_unit_test(test_strings_are_decoded),
        cmocka_unit_test(test_member),
        cmocka_unit_test(test_position),
        cmocka_unit_test(test_fail),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_writer_one_line),
        cmocka_unit_test(test_writer_lines),
        cmocka_unit_test(test_writer_strings),
        cmocka_unit_test(test_writer_numbers),
        cmocka_unit_test(test_writer_refuses),
        cmocka_unit_test(test_writer_lengths),
        cmocka_unit_test(test_writer_ready_members),
        cmocka_unit_test(test_failed_sink_stays_silent),
        cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, read_all_cases, NULL);
}
