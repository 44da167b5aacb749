/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON as headers and indexes are read: what it takes and refuses is what the reader of whole texts takes and
 * refuses, in pieces of any size, and a name is the one that stands there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "weight_words.h"

static struct aic_error error;

/* Whether the text is one value and nothing else. */
static bool is_taken(const char *text, size_t length, size_t piece)
{
    struct pieces in;
    open_pieces(&in, text, length, piece, &error);
    bool taken = aic_lex_skip_value(&in.reader) && aic_lex_finish(&in.reader);
    assert_true(taken != (error.code != AIC_OK));
    close_pieces(&in);
    return taken;
}

static void values_are_those_of_the_grammar(void **state)
{
    static const char *const values[] = {
        /* numbers */
        "0",
        "-0",
        "7",
        "10",
        "01",
        "-",
        "-1",
        "--1",
        "+1",
        "1.",
        ".5",
        "-.5",
        "1.5",
        "1.05",
        "1..5",
        "1.5.5",
        "1e5",
        "1E5",
        "1e+5",
        "1e-5",
        "1e",
        "1e+",
        "1e05",
        "1e5.5",
        "e5",
        "0x10",
        "1_000",
        "1,000",
        "NaN",
        "Infinity",
        "-Infinity",
        "0e0",
        "00",
        "-01",
        "1a",
        "1 2",
        "12345678901234567890",
        /* words */
        "true",
        "false",
        "null",
        "True",
        "tru",
        "truee",
        "nul",
        "nulll",
        "t",
        "'a'",
        "a",
        /* texts */
        "\"\"",
        "\"a\"",
        "\"",
        "\"a",
        "a\"",
        "\"a\"\"",
        "\"\\\"\"",
        "\"\\\\\"",
        "\"\\/\"",
        "\"\\b\"",
        "\"\\f\"",
        "\"\\n\"",
        "\"\\r\"",
        "\"\\t\"",
        "\"\\a\"",
        "\"\\v\"",
        "\"\\0\"",
        "\"\\'\"",
        "\"\\\"",
        "\"\\u0041\"",
        "\"\\u004\"",
        "\"\\u00gg\"",
        "\"\\u00GG\"",
        "\"\\U0041\"",
        "\"\\uABCD\"",
        "\"\\uabcd\"",
        "\"\\uAbCd\"",
        "\"\\u0000\"",
        "\"\\ud7ff\"",
        "\"\\ud800\"",
        "\"\\udbff\"",
        "\"\\udc00\"",
        "\"\\udfff\"",
        "\"\\ue000\"",
        "\"\\ud800\\udc00\"",
        "\"\\udbff\\udfff\"",
        "\"\\ud800\\udbff\"",
        "\"\\ud800\\ue000\"",
        "\"\\ud800\\ud800\"",
        "\"\\udc00\\ud800\"",
        "\"\\ud800 \\udc00\"",
        "\"\\ud800\\n\"",
        "\"\\ud800x\"",
        "\"\t\"",
        "\"\n\"",
        "\"\x1F\"",
        "\" \"",
        "\"\x7F\"",
        "\"\xC2\x80\"",
        "\"\xC3\xA9\"",
        "\"\xC3\"",
        "\"\xC3(\"",
        "\"\x80\"",
        "\"\xC0\x80\"",
        "\"\xC1\xBF\"",
        "\"\xE0\x80\x80\"",
        "\"\xE0\xA0\x80\"",
        "\"\xE2\x82\xAC\"",
        "\"\xE2\x82\"",
        "\"\xED\xA0\x80\"",
        "\"\xF0\x9F\x98\x80\"",
        "\"\xF0\x9F\x98\"",
        "\"\xF4\x8F\xBF\xBF\"",
        "\"\xF4\x90\x80\x80\"",
        "\"\xF5\x80\x80\x80\"",
        "\"\xFF\"",
        /* lists and objects */
        "[]",
        "[ ]",
        "[1]",
        "[1,2]",
        "[1, 2 ,3]",
        "[1,]",
        "[,1]",
        "[,]",
        "[1 2]",
        "[1,,2]",
        "[",
        "]",
        "[1",
        "[1,",
        "[[]]",
        "[[],[]]",
        "[[]",
        "[]]",
        "[}",
        "{]",
        "[{]}",
        "{}",
        "{ }",
        "{\"a\":1}",
        "{\"a\" : 1 , \"b\" : 2}",
        "{\"a\":1,}",
        "{,\"a\":1}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\" 1}",
        "{\"a\",1}",
        "{a:1}",
        "{1:1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":{\"b\":[{}, [], \"c\"]}}",
        "{\"a\":[}",
        "{\"a\":1",
        "{\"a\":",
        "{\"a\"",
        "{",
        "}",
        "{}{}",
        "{},",
        "[1]]",
        "[1]:",
        "[true]",
        "[true,false , null]",
        "[truefalse]",
        "[\"a\" \"b\"]",
        "[\"a\",\"b\"]",
        "[:]",
        "{:}",
        "{\"a\"::1}",
        "[1}",
        "{\"a\":1]",
        "[\"\\u00e9\"]",
        /* blanks, and what is none */
        "",
        " ",
        " 1",
        "1 ",
        "\t\n\r 1\t\n\r ",
        "\v1",
        "\f1",
        "1\v",
        "\xC2\xA0"
        "1",
        "\xEF\xBB\xBF"
        "1",
        "//a\n1",
        "/**/1",
        "#1",
        /* as deep as it may be, and one deeper */
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[{\"a\":1}]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[{\"a\":1}]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    };
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct aic_json json;
        size_t length = strlen(values[i]);
        bool right = aic_json_parse(&json, "t", values[i], length, AIC_JSON_FILE_MAX, 0, &error);
        aic_json_clear(&json);
        for (size_t piece = 0; piece < 4; piece++) { /* 0: all at once */
            if (is_taken(values[i], length, piece) != right) {
                fail_msg("%s in pieces of %zu: %s", values[i], piece,
                         right ? error.message : "is taken");
            }
        }
    }
}

/* A text cut at each place, and with each of its bytes another one. */
static void broken_texts_are_refused(void **state)
{
    static const char text[] =
        " {\"a\\u00e9\": [-1.5e+3, true,\"\\ud83d\\ude00\"] , \"b\":{\"c\":null}}\n";
    static const char others[] = " \"\\{}[]:,-+.01eaEuntx/\x01\x7F\xC3\xA9";
    char changed[sizeof text];
    (void)state;
    for (size_t at = 0; at < sizeof text - 1; at++) {
        struct aic_json json;
        bool right = aic_json_parse(&json, "t", text, at, AIC_JSON_FILE_MAX, 0, &error);
        aic_json_clear(&json);
        assert_int_equal(is_taken(text, at, 1), right);
        for (const char *other = others; *other; other++) {
            memcpy(changed, text, sizeof text);
            changed[at] = *other;
            right =
                aic_json_parse(&json, "t", changed, sizeof text - 1, AIC_JSON_FILE_MAX, 0, &error);
            aic_json_clear(&json);
            if (is_taken(changed, sizeof text - 1, at % 5) != right) {
                fail_msg("%s: %s", changed, right ? error.message : "is taken");
            }
        }
    }
}

/* The bytes of texts, with what they say of their length and place. */
static void texts_are_what_they_say(void **state)
{
    static const struct {
        const char *typed, *text;
    } cases[] = {
        { "\"\"", "" },
        { "\"abc\"", "abc" },
        { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
        { "\"\\u0001\\u007f\"", "\x01\x7F" },
        { "\"\\u0002\\u0042\\u007e\"", "\x02\x42\x7E" },
        { "\"\\u0080\\u07ff\"", "\xC2\x80\xDF\xBF" },
        { "\"\\u0800\\uD7FF\\uE000\\uFfFf\"", "\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF" },
        { "\"\\ud800\\udc00\"", "\xF0\x90\x80\x80" },
        { "\"\\uDBFF\\uDFFF\"", "\xF4\x8F\xBF\xBF" },
        { "\"\\ud83d\\ude00\"", "\xF0\x9F\x98\x80" },
        { "\"\\u9a0f\\uA90F\"", "\xE9\xA8\x8F\xEA\xA4\x8F" },
        { "\"\x7F\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"",
          "\x7F\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80" },
        { " \t\r\n\"a b\"", "a b" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t piece = 0; piece < 4; piece++) {
            struct pieces in;
            struct lexeme text;
            open_pieces(&in, cases[i].typed, strlen(cases[i].typed), piece, &error);
            assert_true(aic_lex_text(&in.reader, &text));
            assert_string_equal(text.text, cases[i].text);
            assert_int_equal(text.length, strlen(cases[i].text));
            assert_int_equal(text.place, strspn(cases[i].typed, " \t\r\n"));
            assert_true(aic_lex_finish(&in.reader));
            close_pieces(&in);
        }
    }
}

/* Of a text that is longer than a name the head is there, and its whole length; a character that does not
 * fit whole is left out. */
static void long_texts_keep_their_head(void **state)
{
    static const struct {
        size_t letters;
        const char *behind;
        size_t kept, length;
    } cases[] = {
        { 255, "", 255, 255 },          { 256, "", 255, 256 },
        { 254, "\\n", 255, 255 },       { 255, "\\n", 255, 256 },
        { 253, "\\u00e9", 255, 255 },   { 254, "\\u00e9", 254, 256 },
        { 254, "\xC3\xA9x", 254, 257 }, { 251, "\\ud83d\\ude00", 255, 255 },
        { 1000, "", 255, 1000 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char typed[1100];
        struct pieces in;
        struct lexeme text;
        memset(typed, 'x', sizeof typed);
        typed[0] = '"';
        int length = snprintf(typed + 1 + cases[i].letters, 64, "%s\"", cases[i].behind);
        open_pieces(&in, typed, 1 + cases[i].letters + (size_t)length, 0, &error);
        assert_true(aic_lex_text(&in.reader, &text));
        assert_int_equal(strlen(text.text), cases[i].kept);
        assert_int_equal(text.length, cases[i].length);
        close_pieces(&in);
        memset(typed, '1', sizeof typed); /* words too */
        open_pieces(&in, typed, cases[i].letters, 0, &error);
        assert_true(aic_lex_word(&in.reader, &text));
        assert_int_equal(strlen(text.text), cases[i].letters < 255 ? cases[i].letters : 255);
        assert_int_equal(text.length, cases[i].letters);
        close_pieces(&in);
    }
}

static void numbers_have_as_many_digits_as_a_name(void **state)
{
    char digits[256];
    (void)state;
    memset(digits, '1', sizeof digits);
    for (size_t piece = 0; piece < 2; piece++) {
        assert_true(is_taken(digits, 255, piece));
        assert_false(is_taken(digits, 256, piece));
    }
}

static void whole_numbers_are_digits_alone(void **state)
{
    static const struct {
        const char *typed;
        bool is_whole;
        uint64_t value;
    } cases[] = {
        { "0", true, 0 },
        { "7", true, 7 },
        { "10", true, 10 },
        { "9223372036854775807", true, INT64_MAX },
        { "9223372036854775808", false, 0 },
        { "9999999999999999999", false, 0 },
        { "18446744073709551617", false, 0 }, /* 1 above 2^64 */
        { "00", false, 0 },
        { "07", false, 0 },
        { "-1", false, 0 },
        { "+1", false, 0 },
        { "1.0", false, 0 },
        { "1e3", false, 0 },
        { "1a", false, 0 },
        { "a", false, 0 },
        { "true", false, 0 },
        { "\"1\"", false, 0 },
        { "]", false, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pieces in;
        struct lexeme word;
        uint64_t value;
        open_pieces(&in, cases[i].typed, strlen(cases[i].typed), 0, &error);
        assert_true(aic_lex_word(&in.reader, &word));
        bool is_whole = aic_whole_number(&word, &value);
        if (is_whole != cases[i].is_whole || (is_whole && value != cases[i].value)) {
            fail_msg("%s: %s %s", cases[i].typed, is_whole ? "a number," : "none",
                     aic_digits(value).text);
        }
        close_pieces(&in);
    }
    struct lexeme nothing = { .length = 0 };
    uint64_t value;
    assert_false(aic_whole_number(&nothing, &value));
}

/* What is said of broken texts: the place, what stands there, and what would have to. */
static void errors_name_the_place(void **state)
{
    static const struct {
        const char *typed, *message;
    } cases[] = {
        { "", "t: byte 0: no JSON: its end, where a value is wanted" },
        { "[", "t: byte 1: no JSON: its end, where a value is wanted" },
        { "{", "t: byte 1: no JSON: its end, where a key is wanted" },
        { "{\"a\"", "t: byte 4: no JSON: its end, where ':' is wanted" },
        { "{\"a\":", "t: byte 5: no JSON: its end, where a value is wanted" },
        { "{\"a\":1", "t: byte 6: no JSON: its end, where ',' or '}' is wanted" },
        { "[1", "t: byte 2: no JSON: its end, where ',' or ']' is wanted" },
        { "\"abc", "t: byte 4: no JSON: its end, where the end of a text is wanted" },
        { "[1 2]", "t: byte 3: no JSON: '2', where ',' or ']' is wanted" },
        { "{\"a\" 1}", "t: byte 5: no JSON: '1', where ':' is wanted" },
        { "{\"a\":1 \"b\":2}", "t: byte 7: no JSON: '\"b', where ',' or '}' is wanted" },
        { "{true}", "t: byte 1: no JSON: 'true', where a text is wanted" },
        { "{]", "t: byte 1: no JSON: ']', where a text is wanted" },
        { "[}", "t: byte 1: no JSON: '}' is no value" },
        { "[1]]", "t: byte 3: no JSON: ']', where the end is wanted" },
        { "1 2", "t: byte 2: no JSON: '2', where the end is wanted" },
        { "  [+1]", "t: byte 3: no JSON: '+1' is no value" },
        { "[@]", "t: byte 1: no JSON: '@' is no value" },
        { "[\x01]", "t: byte 1: no JSON: '?' is no value" },
        /* inside of texts */
        { "[\"a\\q\"]", "t: byte 3: no JSON: an unknown escape" },
        { "[\"a\\u12x4\"]", "t: byte 3: no JSON: an escape that is no character" },
        { "[\"a\\ud800\\n\"]", "t: byte 3: no JSON: an escape that is no character" },
        { "[\"a\\u0000\"]", "t: byte 3: a NUL in a text" },
        { "[\"a\xE2\x82\"]", "t: byte 3: a text that is not UTF-8" },
        { "[\"a\x01z\"]", "t: byte 3: no JSON: a control character inside a text" },
        /* up to what ends a word, twenty bytes at most */
        { "[1 a,b]", "t: byte 3: no JSON: 'a', where ',' or ']' is wanted" },
        { "[1 a:b]", "t: byte 3: no JSON: 'a', where ',' or ']' is wanted" },
        { "[1 a\"b]", "t: byte 3: no JSON: 'a', where ',' or ']' is wanted" },
        { "[1 a\tb]", "t: byte 3: no JSON: 'a', where ',' or ']' is wanted" },
        { "[1 abcdefghijklmnopqrstu]",
          "t: byte 3: no JSON: 'abcdefghijklmnopqrst', where ',' or ']' is wanted" },
        { "[1 \xC3\xA9\x01]", "t: byte 3: no JSON: '\xC3\xA9?', where ',' or ']' is wanted" },
        { "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
          "t: byte 32: more than 32 levels" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t piece = 0; piece < 4; piece++) {
            assert_false(is_taken(cases[i].typed, strlen(cases[i].typed), piece));
            if (strcmp(error.message, cases[i].message) != 0) {
                fail_msg("%s in pieces of %zu: %s", cases[i].typed, piece, error.message);
            }
        }
    }
}

/* A text that ends before its length, as it was told, is a file that is cut off. */
static void texts_may_be_cut_off(void **state)
{
    (void)state;
    for (size_t missing = 0; missing < 3; missing++) {
        struct pieces in;
        open_pieces(&in, "[1", 2, 0, &error);
        in.reader.end = 2 + missing;
        assert_false(aic_lex_skip_value(&in.reader));
        assert_string_equal(error.message,
                            missing ? "t: byte 2: the file ends at byte 2, in the middle of its "
                                      "JSON"
                                    : "t: byte 2: no JSON: its end, where ',' or ']' is wanted");
        close_pieces(&in);
    }
}

/* A NUL is a byte like others: no blank, no end, nothing that a value begins with. */
static void a_nul_is_no_json(void **state)
{
    static const struct {
        const char *typed;
        size_t length;
        const char *message;
    } cases[] = {
        { "[\0]", 3, "t: byte 1: no JSON: '?', where a value is wanted" },
        { "[1\0]", 4, "t: byte 2: no JSON: '?', where ',' or ']' is wanted" },
        { "[1]\0", 4, "t: byte 3: no JSON: '?', where the end is wanted" },
        { "{\0}", 3, "t: byte 1: no JSON: '?', where a text is wanted" },
        { "[\"a\0\"]", 6, "t: byte 3: no JSON: a control character inside a text" },
        { "[\"a\\\0\"]", 7, "t: byte 3: no JSON: an unknown escape" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(is_taken(cases[i].typed, cases[i].length, i % 3));
        assert_string_equal(error.message, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_grammar),
        cmocka_unit_test(broken_texts_are_refused),
        cmocka_unit_test(texts_are_what_they_say),
        cmocka_unit_test(long_texts_keep_their_head),
        cmocka_unit_test(numbers_have_as_many_digits_as_a_name),
        cmocka_unit_test(whole_numbers_are_digits_alone),
        cmocka_unit_test(errors_name_the_place),
        cmocka_unit_test(texts_may_be_cut_off),
        cmocka_unit_test(a_nul_is_no_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
