/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns of modules: which names each matches, which patterns are refused, and what is known of one beforehand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "catalog/formats/pattern.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A pattern, names with blanks between that it matches (an empty one counts; NULL: none), and others. */
struct row {
    const char *pattern, *matching, *others;
};

static void check_names(const struct pattern *pattern, const char *text, const char *names,
                        bool wanted)
{
    while (names) {
        char name[64];
        size_t length = strcspn(names, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        if (aic_pattern_matches(pattern, name) != wanted) {
            fail_msg("'%s' %s '%s'", text, wanted ? "does not match" : "matches", name);
        }
        names = names[length] == ' ' ? names + length + 1 : NULL;
    }
}

static void check_rows(const struct row *rows, size_t count, const char *before)
{
    for (size_t i = 0; i < count; i++) {
        struct pattern pattern;
        char text[64];
        snprintf(text, sizeof text, "%s%s", before, rows[i].pattern);
        if (!aic_pattern_read(&pattern, text)) {
            fail_msg("'%s' is not known", text);
        }
        check_names(&pattern, text, rows[i].matching, true);
        check_names(&pattern, text, rows[i].others, false);
    }
}

/* What matches is Python's answer: re.match of the name, or of "model." and the name. */
static void regular_expressions(void **state)
{
    (void)state;
    static const struct row rows[] = {
        /* literals, and the head of a name */
        { "a", "a ab", "ba b" },
        { "abc", "abc abcd", "ab bc xabc" },
        { "", " a", NULL },
        { "lm_head", "lm_head lm_heads", "head" },
        { "A", "A", "a" },
        /* any byte */
        { ".$", "a", " ab" },
        { "a.c$", "abc a.c", "ac abbc" },
        { "..$", "ab", "a abc" },
        /* at the end, and at the start */
        { "a$", "a", "ab" },
        { "$", "", "a" },
        { "^$", "", "a" },
        { "^a$", "a", "ba" },
        { "a$b", NULL, "a ab" },
        { "(a$|ab)c", "abc", "ac a" },
        { "a$$", "a", "ab" },
        /* repetitions */
        { "a*$", " a aa", "ab b" },
        { "a*b$", "b ab aab", "a aabb" },
        { "a+$", "a aa", " ab" },
        { "a+b$", "ab aab", "b" },
        { "a?$", " a", "aa" },
        { "a?b$", "b ab", "aab" },
        { "xa*y$", "xy xay xaay", "xby x" },
        { "xa+y$", "xay xaay", "xy xaby" },
        { "xa?y$", "xy xay", "xaay" },
        { "(ab)*$", " ab abab", "aba ba" },
        { "(ab)+$", "ab abab", " aba" },
        { "(ab)?$", " ab", "abab a" },
        { "x(ab)*y$", "xy xaby xababy", "xay xabay" },
        { "x(ab)+y$", "xaby xababy", "xy xay" },
        { "x(ab)?y$", "xy xaby", "xababy" },
        { "(a*)*b$", "b ab aab", "a c" },
        { "(a+)+b$", "ab aab", "b" },
        { "(a?)*b$", "b aab", "a" },
        { "(a*b*)*c$", "c abac aabbc ac", "ab" },
        { "(a+b?)+c$", "ac abc abaac", "bc abbc c" },
        { ".*b$", "b ab aab", "ba" },
        { ".+b$", "b ab aab", NULL },
        { ".?b$", "b ab", "aab" },
        { "a*?b$", "b aab", "a" },
        { "a+?b$", "aab", "b a" },
        { "a??b$", "b ab", "aab" },
        /* alternatives */
        { "a|b", "a b", "c" },
        { "a$|b$", "a b", "ab c" },
        { "(a|b)$", "a b", "ab c" },
        { "(ab|cd)e$", "abe cde", "abcde abd e ace" },
        { "(a|b|c)d$", "ad bd cd", "dd abd d" },
        { "(a|)b$", "b ab", "aab" },
        { "(|a)b$", "b ab", "aab" },
        { "(|)b$", "b", "ab" },
        { "()b$", "b", "ab" },
        { "(a|b)*c$", "c ac bc ababc", "abab abdc" },
        { "(a|b)+c$", "ac babc", "c" },
        { "(a|bc)?d$", "d ad bcd", "abcd bd" },
        { "(a*|b)c$", "c ac aac bc", "bbc abc" },
        { "(a|b*)c$", "c ac bbc", "aac" },
        { "(a+|b+)c$", "aac bbc", "abc c" },
        { "((a|b)|(c|d))e$", "ae be ce de", "e abe" },
        { "(ab?|a)b$", "ab abb", "b abbb" },
        { "x(a|b(c|d)e)f$", "xaf xbcef xbdef", "xbef xbcf xf" },
        { "abc|abd|a", "abc abd ax", "b" },
        /* classes */
        { "[a]$", "a", "b" },
        { "[abc]$", "a b c", "d ab" },
        { "[a-c]$", "a b c", "d `" },
        { "[a-cx-z]$", "b y", "d w" },
        { "[ac-eg]$", "a c d e g", "b f h" },
        { "[^a]$", "b", "a" },
        { "[^a-c]$", "d", "a b c" },
        { "[^^]$", "a", "^" },
        { "[a^]$", "^ a", "b" },
        { "[]a]$", "] a", "b" },
        { "[^]a]$", "b", "] a" },
        { "[-a]$", "- a", "b" },
        { "[a-]$", "- a", "b" },
        { "[^-]$", "a", "-" },
        { "[a-a]$", "a", "b" },
        { "[.]$", ".", "a" },
        { "[$]$", "$", "a" },
        { "[(|)*+?]$", "( | ) * + ?", "a" },
        { "[[]$", "[", "a" },
        { "[{}]$", "{ }", "a" },
        { "[a\\]b]$", "] a b", "\\\\ c" },
        { "[\\\\]$", "\\", "a" },
        { "[\\^a]$", "^ a", "b" },
        { "[a\\-c]$", "a - c", "b" },
        { "[!-\\-]$", "! + -", "." },
        { "[X-\\]]$", "X ]", "^ W" },
        { "[\\--0]$", "- . / 0", "1 ," },
        { "[\\d]$", "0 5 9", "a / :" },
        { "[\\w]$", "0 9 A Z a z _", "- @ [ ` { /" },
        { "[^\\d]$", "a", "0 9" },
        { "[^\\w]$", "-", "0 a _" },
        { "[\\d.]$", "5 .", "a" },
        { "[x\\d-]$", "x 5 -", "a" },
        { "[\\d\\w]$", "5 a", "-" },
        { "[a-c]*d$", "d abcd", "abed" },
        { "[a-c]+d$", "abd", "d" },
        { "[a-c]?d$", "d ad", "abd" },
        { "[ab][cd]$", "ac bd", "ca ab" },
        { "[^a][^b]$", "ba", "ab bb" },
        /* escapes */
        { "\\.$", ".", "a" },
        { "\\*\\+\\?$", "*+?", "*" },
        { "\\(\\)\\|$", "()|", "(" },
        { "\\[\\]\\{\\}$", "[]{}", "[" },
        { "\\^\\$$", "^$", "^" },
        { "\\\\$", "\\", "a" },
        { "\\-\\_\\/$", "-_/", "-" },
        { "\\d$", "0 5 9", "/ : a" },
        { "\\w$", "0 9 A Z a z _", "@ [ ` { / : - ." },
        { "\\d+\\.\\d*$", "1. 12.34", ".5 1" },
        { "\\w+$", "layer_3", "a.b" },
        { "\\d?\\w\\d$", "a1 1a1 11", "1 1a" },
        /* from "model." on */
        { "model\\.a$", "a model.a", "b model.b" },
        { "model\\.$", " model.", "a" },
        { "mod", "a modal", NULL },
        { "modelx", "modelx", "x a" },
        { "m.*\\.a", "a m.a", "b" },
        { ".*del\\.a$", "a del.a", "b" },
        /* of a release */
        { ".*self_attn.*", "layers.3.self_attn.q_proj", "layers.3.mlp.up_proj" },
        { "model\\.layers\\.\\d\\..*", "layers.3.mlp.up_proj", "layers.13.mlp.up_proj" },
        { "layers\\.[0-2]?3\\.mlp", "layers.3.mlp layers.13.mlp.up_proj", "layers.33.mlp" },
        { "layers\\.[^1]3\\.mlp", "layers.23.mlp.up_proj", "layers.13.mlp.up_proj" },
        { "^layers.*(gate|up|gate_up)_proj$", "layers.0.mlp.up_proj", "layers.0.mlp.up_proj.x" },
        /* no time that grows with the number of ways to match */
        { "(a*)*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac" },
    };
    check_rows(rows, COUNT(rows), "re:");
}

/* Python refuses the first ones too; what it knows of the others is not known here. */
static void refused_expressions(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "a**",
        "a+*",
        "a?*",
        "a*??",
        "a*?+",
        "*a",
        "+a",
        "?a",
        "(*a)",
        "(|*)",
        "a|*",
        "(a",
        "a)",
        ")",
        "((a)",
        "(a|b",
        "[a",
        "[",
        "[]",
        "[^]",
        "[^",
        "[a-",
        "[z-a]",
        "[a-\\d]",
        "\\",
        "[\\",
        "[a\\",
        "a\\q",
        "\\q",
        /* known to Python alone */
        "(?:a)",
        "(?=a)",
        "(?!a)",
        "(?P<n>a)",
        "(?i)a",
        "a{2}",
        "a{",
        "a}",
        "a]",
        "a*+",
        "a++",
        "a?+",
        "\\bmlp",
        "\\s",
        "\\D",
        "\\W",
        "\\Z",
        "\\x41",
        "(a)\\1",
        "[\\s]",
        "[\\D]",
        "[\\1]",
        "(^a)",
        "a|^b",
        "^^a",
        "a^b",
    };
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct pattern pattern;
        if (aic_pattern_read_regex(&pattern, refused[i])) {
            fail_msg("'%s' is not refused", refused[i]);
        }
    }
}

static const char *repeated(const char *before, size_t times, const char *middle, const char *after)
{
    static char text[2048];
    size_t length = 0;
    for (size_t i = 0; i < 2 * times + 1; i++) {
        const char *part = i < times ? before : i == times ? middle : after;
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", part);
        assert_true(length < sizeof text);
    }
    return text;
}

/* As large as a pattern may be, and a bit larger. */
static void limits_of_expressions(void **state)
{
    (void)state;
    static const struct {
        const char *before;
        size_t times;
        const char *middle, *after;
        bool is_known;
    } limits[] = {
        { "a", 511, "", "", true },
        { "a", 512, "", "", false },
        { "a*", 170, "a", "", true }, /* three states of each, and one for the end */
        { "a*", 170, "aa", "", false },
        { "a?", 255, "a", "", true },
        { "a??", 170, "a", "", true }, /* bytes, with states to spare */
        { "a??", 170, "aa", "", false },
        { "[a]", 16, "", "", true }, /* classes */
        { "[a]", 17, "", "", false },
        { "\\w", 16, "", "", true },
        { "\\w", 17, "", "", false },
        { "(", 64, "a", ")", true }, /* brackets in each other, but not one after the other */
        { "(", 65, "a", ")", false },
        { "(a)", 100, "", "", true },
        { "a|", 64, "a", "", true },
        { "a|", 65, "a", "", false },
        { "(a|b)", 80, "", "", true },
        { "(a|", 32, "a", ")", true },
        { "(a|", 33, "a", ")", false },
    };
    for (size_t i = 0; i < COUNT(limits); i++) {
        struct pattern pattern;
        const char *text =
            repeated(limits[i].before, limits[i].times, limits[i].middle, limits[i].after);
        if (aic_pattern_read_regex(&pattern, text) != limits[i].is_known) {
            fail_msg("'%s' %zu times: %d", limits[i].before, limits[i].times, limits[i].is_known);
        }
        if (limits[i].is_known) {
            assert_true(aic_pattern_matches(&pattern, repeated("a", 511, "", "")));
            assert_false(aic_pattern_matches(&pattern, "b"));
        }
    }
    struct pattern pattern;
    assert_true(aic_pattern_read_regex(&pattern, repeated("a", 511, "", "")));
    assert_false(aic_pattern_matches(&pattern, repeated("a", 510, "", "")));
}

/* What matches is Python's answer: fnmatch.fnmatchcase of the name. */
static void globs(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "*", "a  lm_head", NULL },
        { "*a", "a ba aa aba", " ab" },
        { "a*", "a ab", " ba" },
        { "*a*", "a ba ab bab", " b" },
        { "a*b", "ab acb accb abab", "abc b a aba" },
        { "a*b*c", "abc axbxc abcbc", "ac abcd" },
        { "a**b", "ab acb", "a" },
        { "*ab", "ab aab abab", "aabb" },
        { "*aab*c", "aabc aaabc aabxc", "aac aab" },
        { "?", "a", " ab" },
        { "a?", "ab", "a abc" },
        { "?b", "ab bb", "b" },
        { "a?c", "abc", "ac abbc" },
        { "?*", "a ab", "" },
        { "*?b", "ab aab", "b" },
        { "[a]", "a", "b" },
        { "[abc]", "a b c", "d ab" },
        { "[a-c]", "a b c", "` d" },
        { "[a-cx-z]", "b y", "d w" },
        { "[ac-eg]", "a c e g", "b f" },
        { "[!a]", "b !", "a" },
        { "[!a-c]", "` d", "a b c" },
        { "[a!]", "a !", "b" },
        { "[^a]", "^ a", "b" },
        { "[!!]", "a", "!" },
        { "[]a]", "] a", "b" },
        { "[!]a]", "b", "] a" },
        { "[-a]", "- a", "b" },
        { "[a-]", "a -", "b" },
        { "[!-]", "a", "-" },
        { "[a-a]", "a", "b" },
        { "[z-a]", NULL, "a m z" },
        { "[]-_]", "] ^ _", "a" },
        { "[*]", "*", "a" },
        { "[?]", "?", "a" },
        { "[[]", "[", "a" },
        { "[.]", ".", "a" },
        { "[\\d]", "d", "\\\\ 1" },
        { "[", "[", "a" },
        { "a[", "a[", "a" },
        { "[a", "[a", "a" },
        { "[a-", "[a-", "a" },
        { "[!", "[!", "a" },
        { "[]", "[]", "] [" },
        { "[!]", "[!]", "a" },
        { "a[b*", "a[b a[bc", "ab" },
        { "*[a", "[a b[a", "ba a" },
        { "x[ab]y[cd]z", "xaycz xbydz", "xayczz xaybz" },
        { "*[0-9].?", "1.a a12.b", "a.b 1.ab" },
        { "a.*", "a. a.b", "ab" },
        { "\\*", "\\ \\a", "*" },
        /* of a release; words before the layers are left out */
        { "*.attn.*", "layers.0.attn.wq_a", "layers.0.self_attn.wq_a" },
        { "model.layers.1*", "layers.1 layers.12.mlp.up_proj", "layers.2.mlp model.layers.1" },
        { "*.layers.?.[ms]*", "layers.1.self_attn.q_proj", "layers.1.attn layers.12.mlp" },
        { "*.layers.?.[!ms]*", "layers.1.attn", "layers.1.self_attn.q_proj" },
        { "layers.[0-3].[mlp", "layers.1.[mlp", "layers.1.m" },
    };
    check_rows(rows, COUNT(rows), "");
}

/* Names, or beginnings of names up to a point where the layers begin them; else words in a row anywhere. */
static void plain_names(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "model.layers.1", "layers.1 layers.1.mlp.up_proj", "layers.12.mlp layers lm_head" },
        { "layers.1.mlp", "layers.1.mlp layers.1.mlp.up",
          "layers.1.mlp_up layers.1 x.layers.1.mlp" },
        { "language_model.model.layers.1.mlp", "layers.1.mlp.up_proj", "layers.1.self_attn" },
        { "layers.", NULL, "layers.1 layers" },
        { "mlp.gate", "layers.1.mlp.gate mlp.gate.x", "layers.1.mlp.gate_proj layers.1.mlp gate" },
        { "self_attn", "self_attn layers.1.self_attn.q_proj", "layers.1.attn self_attn2" },
        { "attn", "attn layers.1.attn", "layers.1.self_attn.q_proj" },
        { "language_model.lm_head", "lm_head lm_head.weight", "lm_heads" },
        { "", NULL, "lm_head layers.1.mlp" },
    };
    check_rows(rows, COUNT(rows), "");
}

/* What is left of a pattern, or the bytes that its names begin with; whether digits are told apart; the one layer
 * that it can mean. */
static void what_is_known_beforehand(void **state)
{
    (void)state;
    static const struct {
        const char *text, *left;
        enum pattern_kind kind;
        bool has_digits;
        int layer; /* -1: several */
    } rows[] = {
        { "model.layers.12", "layers.12", PATTERN_HEAD, true, 12 },
        { "layers.0.mlp", "layers.0.mlp", PATTERN_HEAD, true, 0 },
        { "model.language_model.layers.3.mlp", "layers.3.mlp", PATTERN_HEAD, true, 3 },
        { "backbone.layers.3.mixer", "layers.3.mixer", PATTERN_HEAD, true, 3 },
        { "thinker.model.layers.3.mlp", "layers.3.mlp", PATTERN_HEAD, true, 3 },
        { "layers.1234567.mlp", "layers.1234567.mlp", PATTERN_HEAD, true, 1234567 },
        { "layers.12345678.mlp", "layers.12345678.mlp", PATTERN_HEAD, true, -1 },
        { "layers.mlp", "layers.mlp", PATTERN_HEAD, false, -1 },
        { "layers..mlp", "layers..mlp", PATTERN_HEAD, false, -1 },
        { "layers.1e1.mlp", "layers.1e1.mlp", PATTERN_HEAD, true, -1 },
        { "layers", "layers", PATTERN_WORDS, false, -1 },
        { "model", "model", PATTERN_WORDS, false, -1 },
        { "model.lm_head", "lm_head", PATTERN_WORDS, false, -1 },
        { "model.visual.layers.1", "visual.layers.1", PATTERN_WORDS, true, -1 },
        { "models.layers.1", "models.layers.1", PATTERN_WORDS, true, -1 },
        { "model.layers.1.*", "layers.1.*", PATTERN_GLOB, true, 1 },
        { "*.layers.*.mlp", "layers.*.mlp", PATTERN_GLOB, false, -1 },
        { "model.layers.1*", "layers.1*", PATTERN_GLOB, true, -1 },
        { "model.layers.1?.mlp", "layers.1?.mlp", PATTERN_GLOB, true, -1 },
        { "layers.[ab]", "layers.[ab]", PATTERN_GLOB, true, -1 },
        { "model.layers*", "model.layers*", PATTERN_GLOB, false, -1 },
        { "model.embed*", "model.embed*", PATTERN_GLOB, false, -1 },
        { "*", "*", PATTERN_GLOB, false, -1 },
        { "re:layers\\.3\\.mlp", "layers.3.mlp", PATTERN_REGEX, true, 3 },
        { "re:model\\.layers\\.12\\..*", "model.layers.12.", PATTERN_REGEX, true, 12 },
        { "re:layers\\.3", "layers.3", PATTERN_REGEX, true, -1 },
        { "re:layers\\.3.*", "layers.3", PATTERN_REGEX, true, -1 },
        { "re:layers\\.3\\d", "layers.3", PATTERN_REGEX, true, -1 },
        { "re:models\\.layers\\.3\\.", "models.layers.3.", PATTERN_REGEX, true, -1 },
        { "re:layers\\.(3|4)\\.", "layers.", PATTERN_REGEX, true, -1 },
        { "re:layers\\.3\\.|lm_head", "", PATTERN_REGEX, true, -1 },
        { "re:.*layers\\.3\\.", "", PATTERN_REGEX, true, -1 },
        { "re:(ab)+c", "ab", PATTERN_REGEX, false, -1 },
        { "re:ab?c", "a", PATTERN_REGEX, false, -1 },
        { "re:a$", "a", PATTERN_REGEX, false, -1 },
        { "re:\\d", "", PATTERN_REGEX, false, -1 },
        { "re:\\w", "", PATTERN_REGEX, false, -1 },
        { "re:[0-9]", "", PATTERN_REGEX, false, -1 },
        { "re:[a-z]", "", PATTERN_REGEX, false, -1 },
        { "re:[/:]", "", PATTERN_REGEX, false, -1 },
        { "re:[^a]", "", PATTERN_REGEX, false, -1 },
        { "re:[0]", "", PATTERN_REGEX, true, -1 },
        { "re:[9]", "", PATTERN_REGEX, true, -1 },
        { "re:[0-8]", "", PATTERN_REGEX, true, -1 },
        { "re:[1-9]", "", PATTERN_REGEX, true, -1 },
        { "re:[^5]", "", PATTERN_REGEX, true, -1 },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct pattern pattern;
        double layer = -1;
        if (!aic_pattern_read(&pattern, rows[i].text) || strcmp(pattern.text, rows[i].left) != 0 ||
            pattern.length != strlen(rows[i].left) || pattern.kind != rows[i].kind ||
            pattern.has_digits != rows[i].has_digits) {
            fail_msg("'%s' is read otherwise", rows[i].text);
        }
        if (aic_pattern_names_layer(&pattern, &layer) != (rows[i].layer >= 0) ||
            layer != rows[i].layer) {
            fail_msg("'%s' names layer %g", rows[i].text, layer);
        }
    }
}

static void long_names(void **state)
{
    (void)state;
    struct pattern pattern;
    const char *text = repeated("a", 511, "", "");
    assert_true(aic_pattern_read(&pattern, text));
    assert_true(aic_pattern_matches(&pattern, text));
    assert_false(aic_pattern_read(&pattern, repeated("a", 512, "", "")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regular_expressions),
        cmocka_unit_test(refused_expressions),
        cmocka_unit_test(limits_of_expressions),
        cmocka_unit_test(globs),
        cmocka_unit_test(plain_names),
        cmocka_unit_test(what_is_known_beforehand),
        cmocka_unit_test(long_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
