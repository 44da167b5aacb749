/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Entries that could be meant by a name that none has: by words first, by letters second. A model
 * of another generation is another thing: "h100" is never answered with b100, nor "llama-5" with
 * llama-4.
 */
#include "catalog/catalog.h"
#include "catalog/names/names.h"
#include "core/ascii.h"

#define SUGGESTED_MAX 3
#define WORDS_MAX     12

/* A word that is near counts half of one that is there. */
enum { NEAR = 1, THERE = 2 };

/* An entry that could be meant. */
struct guess {
    char name[AIC_FOLDED_SIZE];
    unsigned score;
    double year;
    size_t edits; /* letters between its name and what was typed, both without separators */
};

struct guesses {
    enum aic_catalog_kind kind;
    struct aic_folded typed;
    char squeezed[AIC_FOLDED_SIZE];
    struct aic_span words[WORDS_MAX];
    size_t word_count;
    struct guess at[SUGGESTED_MAX];
    size_t count;
    /* words that some entry has together, as bits: what to list */
    unsigned listed, listed_count;
};

static void squeeze(char *out, const struct aic_folded *folded)
{
    size_t length = 0;
    for (size_t i = 0; i < folded->length; i++) {
        if (folded->at[i] != ' ' && folded->at[i] != '.') {
            out[length++] = folded->at[i];
        }
    }
    out[length] = '\0';
}

/* A number in a name, and the single letter to which it belongs, if one does. */
struct number {
    struct aic_span digits;
    char letter;
    bool is_size; /* "70b", "80gb" */
};

/* None stands before the text, which is a place behind its end. */
static bool is_letter(const struct aic_folded *text, size_t at)
{
    return at < text->length && !aic_is_digit(text->at[at]) && text->at[at] != ' ' &&
           text->at[at] != '.';
}

/* Takes the next number from `at` on; what follows a point belongs to the number before it. */
static bool next_number(const struct aic_folded *text, size_t *at, struct number *number)
{
    size_t i = *at;
    while (i < text->length && !aic_is_digit(text->at[i])) {
        i++;
    }
    if (i == text->length) {
        return false;
    }
    bool has_letter = is_letter(text, i - 1) && !is_letter(text, i - 2);
    size_t end = i;
    while (end < text->length && aic_is_digit(text->at[end])) {
        end++;
    }
    number->digits = (struct aic_span){ text->at + i, end - i };
    number->letter = has_letter ? text->at[i - 1] : '\0';
    while (end < text->length && (aic_is_digit(text->at[end]) || text->at[end] == '.')) {
        end++;
    }
    size_t unit = end;
    while (is_letter(text, unit)) {
        unit++;
    }
    const struct aic_span letters = { text->at + end, unit - end };
    bool is_active = number->letter == 'a' && letters.length == 1 && letters.at[0] == 'b';
    number->is_size = aic_fold_is_unit(letters) && (!has_letter || is_active);
    *at = end;
    return true;
}

/* A month, as releases are named by: "2507". */
static bool is_month(struct aic_span digits)
{
    if (digits.length != 4 || digits.at[0] != '2') {
        return false;
    }
    int month = 10 * (digits.at[2] - '0') + (digits.at[3] - '0');
    return month >= 1 && month <= 12;
}

static bool has_number(const struct aic_folded *text, const struct number *wanted)
{
    struct number number;
    size_t at = 0;
    while (next_number(text, &at, &number)) {
        if (!number.is_size && number.digits.length == wanted->digits.length &&
            memcmp(number.digits.at, wanted->digits.at, wanted->digits.length) == 0 &&
            (!wanted->letter || wanted->letter == number.letter)) {
            return true;
        }
    }
    return false;
}

/* True where every number typed, but for sizes, is in one of the texts: 3 of "llama-3.4" is. */
static bool same_generation(const struct guesses *guesses, const struct aic_folded *texts,
                            size_t count)
{
    struct number number;
    size_t at = 0;
    while (next_number(&guesses->typed, &at, &number)) {
        bool found = number.is_size || is_month(number.digits);
        for (size_t i = 0; i < count && !found; i++) {
            found = has_number(&texts[i], &number);
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

/* Words that can be mistyped: two letters, or a size, with one of them changed are another word. */
static bool can_be_near(struct aic_span word)
{
    size_t digits = 0;
    for (size_t i = 0; i < word.length; i++) {
        digits += aic_is_digit(word.at[i]);
    }
    return word.length > (digits > 0 ? 3 : 2);
}

/* True where a word of the text differs from this one in few letters. */
static bool is_near_word(struct aic_span word, const struct aic_folded *text)
{
    char wanted[AIC_FOLDED_SIZE], has[AIC_FOLDED_SIZE];
    struct aic_text copy;
    aic_text_init(&copy, wanted, sizeof wanted);
    aic_text_add_bytes(&copy, word.at, word.length);
    struct aic_span rest = aic_folded_span(text), next;
    while (can_be_near(word) && aic_fold_next(&rest, &next)) {
        const char *const words[] = { has, NULL };
        aic_text_init(&copy, has, sizeof has);
        aic_text_add_bytes(&copy, next.at, next.length);
        if (aic_nearest(wanted, aic_word_at, words, AIC_ALL_NAMES)) {
            return true;
        }
    }
    return false;
}

static unsigned score_word(struct aic_span word, const struct aic_folded *texts, size_t count)
{
    unsigned best = 0;
    for (size_t i = 0; i < count && best < THERE; i++) {
        enum aic_fit fit = aic_fold_fit(word, &texts[i]);
        if (fit == AIC_FIT_WORD) {
            best = THERE;
        } else if (fit == AIC_FIT_NUMBER || (best < NEAR && is_near_word(word, &texts[i]))) {
            best = NEAR;
        }
    }
    return best;
}

static bool is_better(const struct guess *a, const struct guess *b)
{
    if (a->score != b->score) {
        return a->score > b->score;
    }
    if (a->edits != b->edits) {
        return a->edits < b->edits;
    }
    return a->year != b->year ? a->year > b->year : aic_compare_names(a->name, b->name) > 0;
}

static void keep(struct guesses *guesses, const struct guess *guess)
{
    size_t at = guesses->count < SUGGESTED_MAX ? guesses->count++ : SUGGESTED_MAX;
    while (at > 0 && is_better(guess, &guesses->at[at - 1])) {
        if (at < SUGGESTED_MAX) {
            guesses->at[at] = guesses->at[at - 1];
        }
        at--;
    }
    if (at < SUGGESTED_MAX) {
        guesses->at[at] = *guess;
    }
}

/* The score of an entry; a word that is a bare number or a size says nothing alone. */
static unsigned score_entry(struct guesses *guesses, const struct aic_folded *texts, size_t count)
{
    unsigned score = 0, there = 0, bits = 0;
    bool says_something = false;
    for (size_t i = 0; i < guesses->word_count; i++) {
        unsigned one = score_word(guesses->words[i], texts, count);
        score += one;
        says_something = says_something || (one > 0 && !aic_is_digit(guesses->words[i].at[0]));
        there += one == THERE;
        bits |= one == THERE ? 1U << i : 0;
    }
    if (says_something && there > guesses->listed_count) {
        guesses->listed_count = there;
        guesses->listed = bits;
    }
    return says_something ? score : 0;
}

static bool look(void *context, const struct aic_called *called)
{
    struct guesses *guesses = context;
    struct aic_folded texts[sizeof called->at / sizeof called->at[0]];
    size_t count = 0;
    for (size_t i = 0; i < called->count; i++) {
        count += (i == 0 || !aic_called_as_whole(called, i)) &&
                 aic_fold_bare(&texts[count], called->at[i]);
    }
    struct guess guess;
    struct aic_text text;
    aic_text_init(&text, guess.name, sizeof guess.name);
    aic_text_add_bytes(&text, called->at[0].at, called->at[0].length);
    if (count == 0 || text.cut) {
        return true;
    }
    char name[AIC_FOLDED_SIZE];
    const char *const names[] = { name, NULL };
    squeeze(name, &texts[0]);
    guess.year = called->year;
    guess.score = score_entry(guesses, texts, count);
    /* another form is meant where a word says so */
    guess.score -= guess.score > 0 && called->form_of.length > 0;
    guess.edits = aic_name_edits(guesses->squeezed, name);
    bool is_near = aic_nearest(guesses->squeezed, aic_word_at, names, AIC_ALL_NAMES) != NULL;
    if ((guess.score > 0 || is_near) && same_generation(guesses, texts, count)) {
        keep(guesses, &guess);
    }
    return true;
}

/* "did you mean 'a', 'b' or 'c'? ": those with the score of the best. */
static void write_guesses(const struct guesses *guesses, struct aic_text *text)
{
    size_t count = 0;
    while (count < guesses->count && guesses->at[count].score == guesses->at[0].score) {
        count++;
    }
    for (size_t i = 0; i < count; i++) {
        const char *before = i == 0 ? "did you mean " : i + 1 < count ? ", " : " or ";
        aic_text_format(text, "%s'%s'%s", before, guesses->at[i].name, i + 1 == count ? "? " : "");
    }
}

static void write_command(const struct guesses *guesses, struct aic_text *text)
{
    aic_text_format(text, "'aicalc catalog %s", aic_catalog_kind_name(guesses->kind));
    for (size_t i = 0; i < guesses->word_count; i++) {
        if (guesses->listed & 1U << i) {
            aic_text_add(text, " ");
            aic_text_add_bytes(text, guesses->words[i].at, guesses->words[i].length);
        }
    }
    aic_text_add(text, guesses->listed ? "' lists what has these words" : "' lists all");
}

bool aic_suggest_entries(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                         const char *typed, struct aic_error *error)
{
    struct guesses guesses = { .kind = kind };
    if (typed[strcspn(typed, "<>=")]) {
        return aic_suggest(error,
                           "a condition follows --where, as in --where 'gpu_memory > 100GB'");
    }
    if (aic_fold_bare(&guesses.typed, aic_span_of(typed))) {
        struct aic_span rest = aic_folded_span(&guesses.typed);
        while (guesses.word_count < WORDS_MAX &&
               aic_fold_next(&rest, &guesses.words[guesses.word_count])) {
            guesses.word_count++;
        }
        squeeze(guesses.squeezed, &guesses.typed);
        aic_called_each(catalog, kind, true, look, &guesses);
    }
    char words[sizeof error->suggestion];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    write_guesses(&guesses, &text);
    write_command(&guesses, &text);
    return aic_suggest(error, "%s", words);
}
