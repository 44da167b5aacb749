/* SPDX-License-Identifier: Apache-2.0 */
/* Text that is put together in a fixed buffer, errors, and the nearest of many names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/error.h>
#include <aicalc/text.h>

#include "core/utf8.h"

/* ---------------------------------------------------------------- builder --- */

static void test_formats(void **state)
{
    (void)state;
    char buffer[128];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    aic_text_format(&text, "%s has %d of %g (%c), 100%%", "tp", -3, 0.1, 'x');
    assert_string_equal(buffer, "tp has -3 of 0.1 (x), 100%");
    assert_int_equal(text.length, strlen(buffer));
    assert_false(text.cut);
}

/* Numbers of messages are those of answers: the shortest form, plain whole numbers. */
static void test_formats_numbers_as_answers_do(void **state)
{
    (void)state;
    char buffer[128];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    aic_text_format(&text, "%g %g %g %d", 9007199254740992.0, -0.0, 1.0 / 3, -2147483647 - 1);
    assert_string_equal(buffer, "9007199254740992 0 0.3333333333333333 -2147483648");
}

/* Called past the compiler's check of formats, which would refuse them. */
static void vformat(struct aic_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    aic_text_vformat(text, format, arguments);
    va_end(arguments);
}

static void test_unknown_conversions_show(void **state)
{
    (void)state;
    char buffer[64];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    vformat(&text, "%x and %5d, then %s %", "still in step");
    assert_string_equal(buffer, "%x and %5d, then still in step %");
}

static void test_a_missing_string_shows(void **state)
{
    (void)state;
    char buffer[16];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    vformat(&text, "'%s'", (const char *)NULL);
    assert_string_equal(buffer, "'?'");
}

static void test_cuts_where_the_buffer_is_full(void **state)
{
    (void)state;
    char buffer[8];
    memset(buffer, '#', sizeof buffer);
    struct aic_text text;
    aic_text_init(&text, buffer, 7);
    assert_string_equal(buffer, "");
    aic_text_add(&text, "123456");
    assert_false(text.cut);
    aic_text_add(&text, "");
    assert_false(text.cut);
    aic_text_add(&text, "7");
    assert_true(text.cut);
    assert_string_equal(buffer, "123456");
    assert_int_equal(text.length, 6);
    assert_int_equal(buffer[7], '#');
}

/* What comes after a cut is dropped too: a text has an end, not a hole. */
static void test_takes_nothing_after_a_cut(void **state)
{
    (void)state;
    char buffer[6];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    aic_text_add(&text, "abc");
    aic_text_add(&text, "\xE2\x82\xAC"); /* three bytes, two places */
    assert_true(text.cut);
    aic_text_add(&text, "d");
    assert_string_equal(buffer, "abc");
}

static void test_cuts_between_characters(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "", "a", "a", "a\xC3\xB6", "a\xC3\xB6", "a\xC3\xB6", "a\xC3\xB6\xE2\x82\xAC"
    };
    for (size_t room = 0; room < sizeof expected / sizeof expected[0]; room++) {
        char buffer[16];
        struct aic_text text;
        aic_text_init(&text, buffer, room + 1);
        aic_text_add(&text, "a\xC3\xB6\xE2\x82\xAC"); /* a, o with diaeresis, euro sign */
        assert_string_equal(buffer, expected[room]);
        assert_int_equal(text.cut, room < 6);
    }
}

static void test_a_buffer_of_no_size(void **state)
{
    (void)state;
    struct aic_text text;
    aic_text_init(&text, NULL, 0);
    aic_text_add(&text, "x");
    assert_true(text.cut);
    assert_int_equal(text.length, 0);
}

/* ----------------------------------------------------------------- errors --- */

static void test_fail_fills_the_error(void **state)
{
    (void)state;
    struct aic_error error;
    memset(&error, '#', sizeof error);
    assert_false(aic_fail(&error, AIC_ERR_RANGE, "tp", "tp ('%g') is above %s", 16.0, "heads"));
    assert_int_equal(error.code, AIC_ERR_RANGE);
    assert_string_equal(error.parameter, "tp");
    assert_string_equal(error.message, "tp ('16') is above heads");
    assert_string_equal(error.suggestion, "");
    assert_false(aic_suggest(&error, "take %d", 8));
    assert_string_equal(error.suggestion, "take 8");

    /* a new failure is not told the old one's advice */
    aic_fail(&error, AIC_ERR_USAGE, NULL, "other");
    assert_string_equal(error.parameter, "");
    assert_string_equal(error.suggestion, "");
}

static void test_fail_may_quote_itself(void **state)
{
    (void)state;
    struct aic_error error;
    aic_fail(&error, AIC_ERR_RANGE, "tp", "too large");
    aic_fail(&error, error.code, error.parameter, "%s: %s", error.parameter, error.message);
    assert_string_equal(error.parameter, "tp");
    assert_string_equal(error.message, "tp: too large");
}

static void test_fail_stays_in_bounds(void **state)
{
    (void)state;
    char name[2000];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    struct aic_error error;
    aic_fail(&error, AIC_ERR_UNKNOWN, name, "%s", name);
    aic_suggest(&error, "%s", name);
    assert_int_equal(strlen(error.parameter), sizeof error.parameter - 1);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    assert_int_equal(strlen(error.suggestion), sizeof error.suggestion - 1);
}

static void test_nobody_need_listen(void **state)
{
    (void)state;
    assert_false(aic_fail(NULL, AIC_ERR_VALUE, "tp", "%s", "unheard"));
    assert_false(aic_suggest(NULL, "%s", "unheard"));
}

static void test_codes_have_names_of_their_own(void **state)
{
    (void)state;
    assert_string_equal(aic_code_name(AIC_ERR_UNKNOWN), "unknown-name");
    for (int a = AIC_OK; a <= AIC_ERR_STOPPED; a++) {
        const char *name = aic_code_name((enum aic_code)a);
        assert_non_null(name);
        for (int b = AIC_OK; b < a; b++) {
            assert_string_not_equal(name, aic_code_name((enum aic_code)b));
        }
    }
    assert_string_equal(aic_code_name((enum aic_code)(AIC_ERR_STOPPED + 1)), "unknown");
    assert_true(aic_code_is_internal(AIC_ERR_MEMORY) && aic_code_is_internal(AIC_ERR_WRITE) &&
                aic_code_is_internal(AIC_ERR_TABLE));
    assert_false(aic_code_is_internal(AIC_ERR_FILE) || aic_code_is_internal(AIC_ERR_OVERFLOW));
}

/* ---------------------------------------------------------------- nearest --- */

struct names {
    const char *const *names;
    size_t count;
};

static const char *name_at(const void *context, size_t i)
{
    return ((const struct names *)context)->names[i];
}

static const char *nearest(const char *wanted)
{
    static const char *const list[] = { "context",  "checkpoint",   "tp",           "pp",
                                        "layers",   "kv_heads",     "heads",        "adamw",
                                        "h100-sxm", "llama-3.1-8b", "llama-3.1-70b" };
    const struct names names = { list, sizeof list / sizeof list[0] };
    return aic_nearest(wanted, name_at, &names, names.count);
}

static void test_nearest_name(void **state)
{
    (void)state;
    assert_string_equal(nearest("contxt"), "context");   /* missing */
    assert_string_equal(nearest("contextt"), "context"); /* added */
    assert_string_equal(nearest("contest"), "context");  /* replaced */
    assert_string_equal(nearest("contetx"), "context");  /* swapped */
    assert_string_equal(nearest("adam"), "adamw");       /* four letters: one edit */
    assert_string_equal(nearest("llama-3.1-9b"), "llama-3.1-8b");
    assert_string_equal(nearest("H100-SXM"), "h100-sxm");    /* case is no edit */
    assert_string_equal(nearest("checpiont"), "checkpoint"); /* two edits of nine letters */
    assert_string_equal(nearest("tp"), "tp");
    assert_string_equal(nearest("tpp"), "tp");
}

static void test_no_name_is_near(void **state)
{
    (void)state;
    assert_null(nearest(""));
    assert_null(nearest("p")); /* of a single letter, none may differ */
    assert_null(nearest("zz"));
    assert_null(nearest("adm")); /* two edits of three letters */
    assert_null(nearest("optimizer"));
    char longest[200];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_null(nearest(longest));
}

static void test_first_of_equally_near_names(void **state)
{
    (void)state;
    assert_string_equal(nearest("xp"), "tp");
    static const char *const list[] = { "ep", "EP" };
    const struct names names = { list, 2 };
    assert_string_equal(aic_nearest("Ep", name_at, &names, 2), "ep");
    assert_null(aic_nearest("ep", name_at, &names, 0));
}

static void expect_by_words(const char *wanted, const char *first, size_t count)
{
    static const char *const list[] = { "read_bw_limit", "required_read_bw", "node_read_bw",
                                        "nodes",         "gpu_memory",       "price",
                                        "seq",           "seq_seq",          NULL };
    const char *found[2] = { NULL, NULL };
    assert_int_equal(aic_nearest_by_words(wanted, aic_word_at, list, AIC_ALL_NAMES, found, 2),
                     count);
    assert_true(count == 0 || strcmp(found[0], first) == 0);
}

static void test_names_by_their_words(void **state)
{
    (void)state;
    expect_by_words("required_bw", "required_read_bw", 1); /* a word left out */
    expect_by_words("read_bandwidth", "read_bw_limit", 2); /* in full; as many as have room */
    expect_by_words("limit_bw", "read_bw_limit", 1);       /* in any order */
    expect_by_words("node", "nodes", 1);         /* the head of a word costs less than a further */
    expect_by_words("gpu-mem", "gpu_memory", 1); /* any sign between words */
    expect_by_words("seq_seq", "seq", 2);        /* one word for both costs no less than nothing */
    expect_by_words("se", "", 0);                /* too short for a head */
    expect_by_words("read_write_bw", "", 0);     /* a word that none has */
    expect_by_words("", "", 0);
    expect_by_words("__", "", 0);
}

static void test_a_name_to_type_instead(void **state)
{
    (void)state;
    struct aic_error error = { 0 };
    assert_false(aic_suggest_name(&error, "tp", "see %s", "help"));
    assert_string_equal(error.suggestion, "did you mean 'tp'?");
    assert_false(aic_suggest_name(&error, NULL, "see %s", "help"));
    assert_string_equal(error.suggestion, "see help");
    assert_false(aic_suggest_name(NULL, NULL, "see help"));
}

static void test_lists_of_names(void **state)
{
    (void)state;
    static const char *const words[] = { "red", "green", NULL };
    static const char *const none[] = { NULL };
    char buffer[32];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    aic_text_add_names(&text, aic_word_at, none);
    assert_string_equal(buffer, "");
    aic_text_add_names(&text, aic_word_at, words);
    assert_string_equal(buffer, "red, green");
    assert_string_equal(aic_nearest("gren", aic_word_at, words, AIC_ALL_NAMES), "green");
    assert_null(aic_nearest("gren", aic_word_at, words, 1));
    assert_null(aic_nearest("gren", aic_word_at, none, AIC_ALL_NAMES));
}

static void test_names_with_dashes(void **state)
{
    (void)state;
    char buffer[32];
    struct aic_text text;
    aic_text_init(&text, buffer, sizeof buffer);
    aic_text_add_spelt(&text, (struct aic_span){ "kv-head-dim=1", 11 }, '-', '_');
    assert_string_equal(buffer, "kv_head_dim");
}

static void test_names_of_files(void **state)
{
    (void)state;
    assert_string_equal(aic_base_name("a/b/c.json"), "c.json");
    assert_string_equal(aic_base_name("c.json"), "c.json");
    assert_string_equal(aic_base_name("a/"), "");
    assert_string_equal(aic_file_name("a/c.json"), "c.json");
    assert_string_equal(aic_file_name("-"), "standard input");
}

/* ------------------------------------------------------------------ UTF-8 --- */

static void test_characters(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length, size;
        uint32_t character;
    } cases[] = {
        { "a", 1, 1, 'a' },
        { "\xC2\xB5", 2, 2, 0xB5 },
        { "\xE2\x82\xAC", 3, 3, 0x20AC },
        { "\xF4\x8F\xBF\xBF", 4, 4, 0x10FFFF },
        { "\xC2\xB5", 1, 0, 0 },         /* cut off */
        { "\x80", 1, 0, 0 },             /* not a first byte */
        { "\xC0\x80", 2, 0, 0 },         /* overlong */
        { "\xE0\x9F\xBF", 3, 0, 0 },     /* overlong */
        { "\xF0\x8F\xBF\xBF", 4, 0, 0 }, /* overlong */
        { "\xED\x9F\xBF", 3, 3, 0xD7FF },
        { "\xED\xA0\x80", 3, 0, 0 }, /* the first surrogate */
        { "\xED\xBF\xBF", 3, 0, 0 }, /* and the last */
        { "\xEE\x80\x80", 3, 3, 0xE000 },
        { "\xC2\x80", 2, 2, 0x80 },
        { "\xE0\xA0\x80", 3, 3, 0x800 },
        { "\xF0\x90\x80\x80", 4, 4, 0x10000 },
        { "\xF4\x90\x80\x80", 4, 0, 0 }, /* above U+10FFFF */
        { "\xE2\x28\xA1", 3, 0, 0 },     /* another character in its midst */
        { "\xF5\x80\x80\x80", 4, 0, 0 }, /* no such first byte */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t character = 0;
        assert_int_equal(aic_utf8_read(cases[i].text, cases[i].length, &character), cases[i].size);
        assert_int_equal(character, cases[i].character);
    }
    assert_int_equal(aic_utf8_count("a\xC2\xB5z", 4), 3);
    assert_int_equal(aic_utf8_whole("a\xC2\xB5z", 2), 1);
    assert_int_equal(aic_utf8_whole("a\xC2\xB5z", 3), 3);
    assert_true(aic_utf8_is_control(0x1B) && aic_utf8_is_control(0x9B) &&
                aic_utf8_is_control('\n'));
    assert_true(aic_utf8_is_control(0x1F) && aic_utf8_is_control(0x7F) &&
                aic_utf8_is_control(0x9F));
    assert_false(aic_utf8_is_control(0xA0) || aic_utf8_is_control('a'));
    assert_false(aic_utf8_is_control(' ') || aic_utf8_is_control('~'));
}

/* Each first and last of those that cannot be seen, and those beside them. */
static void test_hidden_characters(void **state)
{
    (void)state;
    static const uint32_t hidden[] = { 0x061C, 0x200E, 0x200F, 0x2028,
                                       0x202E, 0x2066, 0x2069, 0xFEFF };
    static const uint32_t seen[] = { 0x061B, 0x061D, 0x200D, 0x2010, 0x2027,
                                     0x202F, 0x2065, 0x206A, 0xFEFE, 0xFF00 };
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        assert_true(aic_utf8_is_hidden(hidden[i]));
    }
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++) {
        assert_false(aic_utf8_is_hidden(seen[i]));
    }
}

static void test_excerpts(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        { "plain", "plain" },
        { "", "" },
        { "a\x1B\xC2\x9B\xFFz", "a????z" },
        { "12345678", "12345678" },
        { "123456789", "12345678..." },
        { "1234567\xC2\xB5", "1234567..." },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[12];
        aic_utf8_excerpt(out, sizeof out, cases[i][0], strlen(cases[i][0]));
        assert_string_equal(out, cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_formats_numbers_as_answers_do),
        cmocka_unit_test(test_unknown_conversions_show),
        cmocka_unit_test(test_a_missing_string_shows),
        cmocka_unit_test(test_cuts_where_the_buffer_is_full),
        cmocka_unit_test(test_takes_nothing_after_a_cut),
        cmocka_unit_test(test_cuts_between_characters),
        cmocka_unit_test(test_a_buffer_of_no_size),
        cmocka_unit_test(test_fail_fills_the_error),
        cmocka_unit_test(test_fail_may_quote_itself),
        cmocka_unit_test(test_fail_stays_in_bounds),
        cmocka_unit_test(test_nobody_need_listen),
        cmocka_unit_test(test_codes_have_names_of_their_own),
        cmocka_unit_test(test_nearest_name),
        cmocka_unit_test(test_no_name_is_near),
        cmocka_unit_test(test_first_of_equally_near_names),
        cmocka_unit_test(test_names_by_their_words),
        cmocka_unit_test(test_a_name_to_type_instead),
        cmocka_unit_test(test_lists_of_names),
        cmocka_unit_test(test_names_with_dashes),
        cmocka_unit_test(test_names_of_files),
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_hidden_characters),
        cmocka_unit_test(test_excerpts),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
