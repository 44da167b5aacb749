/* SPDX-License-Identifier: Apache-2.0 */
/* Words with values in them: "{name}" as a person says it. */
#include <stddef.h>
#include <string.h>

#include "cli/views/answer/screen.h"

/* Digits of a value in the sentence of a composition, and of the ends of its band: what one says aloud. */
#define SAID      3
#define SAID_ENDS 2

/* "$3.588M" with fewer digits; whole numbers, cents and thousands as they are. */
static void round_words(char *words, int digits)
{
    char number[AIC_NUMBER_SIZE];
    double value;
    size_t sign = strcspn(words, "0123456789"), length = strspn(words + sign, "0123456789.");
    const char *rest = words + sign + length, *dot = memchr(words + sign, '.', length);
    bool is_cents = digits > SAID_ENDS && words[0] == '$' && *rest == '\0' && words[sign] != '0';
    if (!dot || is_cents || !aic_number_read(words + sign, length, 0, &value)) {
        return;
    }
    size_t rounded = aic_number_write_short(number, value, digits);
    if (rounded < length) {
        memcpy(words + sign, number, rounded);
        memmove(words + sign + rounded, rest, strlen(rest) + 1);
    }
}

static void round_said(const struct cli_view *view, int digits, char *words)
{
    if (view->answer->question->calculator->composition && view->units != AIC_UNITS_RAW) {
        round_words(words, digits);
    }
}

/* Without the unit that stands behind `beside` too, "$3.1M" beside "$3.59M" without both of its signs. */
static void drop_same(char *words, const char *beside)
{
    static const char number[] = "0123456789.,";
    size_t length = strspn(words + 1, number), same = strspn(beside + 1, number);
    if (words[0] != '$') {
        cli_drop_same_unit(words, beside);
    } else if (strcmp(words + 1 + length, beside[0] == '$' ? beside + 1 + same : "") == 0) {
        memmove(words, words + 1, length);
        words[length] = '\0';
    }
}

/* "148.5..286.9" of "name~": how far reality was found from it, in the unit of its value. */
static void add_ends(const struct cli_view *view, const struct aic_field *of, struct aic_span name,
                     struct aic_text *text)
{
    char low[CLI_VALUE_SIZE], high[CLI_VALUE_SIZE], value[CLI_VALUE_SIZE];
    struct aic_error_band band;
    size_t index;
    if (aic_answer_lookup(view->answer, of, name, &index) != AIC_NAME_RESULT ||
        !aic_answer_band(view->answer, index, &band) || band.ends.low == band.ends.high) {
        return;
    }
    const struct aic_field *field = cli_result(view, index);
    cli_write_number(field, aic_answer_result(view->answer, index).number, view->units, value,
                     sizeof value);
    cli_write_number(field, band.ends.low, view->units, low, sizeof low);
    cli_write_number(field, band.ends.high, view->units, high, sizeof high);
    round_said(view, SAID_ENDS, low);
    round_said(view, SAID_ENDS, high);
    drop_same(low, high);
    drop_same(high, value);
    aic_text_format(text, " (%s..%s)", low, high);
}

/* The value that a name stands for, of an input as it was typed; the name itself where it stands for none. */
static void add_named(const struct cli_view *view, const struct aic_field *of, struct aic_span name,
                      struct aic_text *text)
{
    char words[CLI_VALUE_SIZE];
    size_t index;
    if (name.length > 0 && name.at[name.length - 1] == '~') {
        add_ends(view, of, (struct aic_span){ name.at, name.length - 1 }, text);
        return;
    }
    enum aic_name_kind kind = aic_answer_lookup(view->answer, of, name, &index);
    cli_write_span(name, words, sizeof words);
    if (kind == AIC_NAME_RESULT && aic_answer_result(view->answer, index).set) {
        cli_write_value(cli_result(view, index), aic_answer_result(view->answer, index),
                        view->units, words, sizeof words);
        round_said(view, SAID, words);
    } else if (kind == AIC_NAME_INPUT && aic_question_value(view->answer->question, index).set) {
        cli_write_input(view, index, words, sizeof words); /* as it was typed */
        if (!cli_is_given(view->answer, index)) {
            round_said(view, SAID, words);
        }
    }
    aic_text_add(text, words);
}

/* Adds the word behind a 1, " GPUs", without its last s; how much of `at` that is. */
static size_t add_singular(struct aic_text *text, const char *at)
{
    size_t length = *at == ' ' ? 1 + strcspn(at + 1, " ,:;)") : 0;
    if (length < 3 || at[length - 1] != 's') {
        return 0;
    }
    bool has_es = length > 4 && strncmp(at + length - 4, "ches", 4) == 0; /* switches, batches */
    aic_text_add_bytes(text, at, length - (has_es ? 2 : 1));
    return length;
}

/* How much of the end of a value is its unit: "140 GiB" and as it is typed, "200kW". */
static size_t unit_length(const char *at, size_t length)
{
    size_t start = length;
    while (start > 0 && !strchr("0123456789 ", at[start - 1])) {
        start--;
    }
    return length - start;
}

/* "108 GiB of 140 GiB" has the unit once, a letter stays; `first` is where the first value stands, `between` what follows it. */
static void drop_unit_before_of(struct aic_text *text, size_t first, size_t between)
{
    static const char of[] = " of ";
    size_t second = between + strlen(of);
    if (second >= text->length || strncmp(text->at + between, of, strlen(of)) != 0) {
        return;
    }
    size_t length = unit_length(text->at + second, text->length - second);
    const char *unit = text->at + text->length - length, *end = text->at + between;
    if (length > 1 && between - first > length &&
        unit_length(text->at + first, between - first) == length &&
        strncmp(end - length, unit, length) == 0 && end[-1 - (ptrdiff_t)length] == ' ') {
        memmove(text->at + between - length - 1, end, text->length - between + 1);
        text->length -= length + 1;
    }
}

void cli_add_words(const struct cli_view *view, const struct aic_field *of, const char *words,
                   struct aic_text *text)
{
    size_t first = 0, between = 0;
    for (const char *at = words; *at;) {
        size_t plain = strcspn(at, "{");
        aic_text_add_bytes(text, at, plain);
        at += plain;
        if (*at == '{') {
            size_t length = strcspn(at + 1, "}");
            size_t before = text->length;
            add_named(view, of, (struct aic_span){ at + 1, length }, text);
            at += length + 2;
            if (text->length == before + 1 && text->at[before] == '1') {
                at += add_singular(text, at);
            } else if (before == between + strlen(" of ")) {
                drop_unit_before_of(text, first, between);
            }
            first = before;
            between = text->length;
        }
    }
}
