/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sums FILE [--write | --quick | SERIES [CALCULATOR]]: very many answers are what they were when FILE
 * was written.
 *
 * FILE has a line of sums for each calculator and series: random questions, a hundred a sum;
 * random changes of questions, most of which are refused, five hundred a sum; and edges, fifty a
 * sum, that is pairs of questions side by side between which the answer takes another shape
 * (edge.h); corners, a plain question a sum, with each input at each corner of its range, and several at
 * once (corner.h); of compositions fewer of each. A sum is over names, values and cases of all results, values of
 * inputs (ten digits where they are no whole numbers), bands, limits, goals of searches, the rows and
 * names of the first screen, ids and numbers of warnings, and the code, the parameter and the numbers
 * of a refusal; of corners also the words of warnings, refusals and the first screen. Where a sum differs,
 * tests/compare.sh names the questions and the results, beside an older version. --quick
 * compares the first sum of each line only, of edges none, whose search asks most, for builds that are slow; SERIES (questions, changes,
 * edges or corners) compares lines of that series only, so that several cores share the work; CALCULATOR, that
 * calculator's line only, for tests/mutation.sh.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corner.h"
#include "edge.h"

#define QUESTION_BLOCKS 30
#define QUESTIONS       100
#define CHANGE_BLOCKS   10
#define CHANGES         500
#define EDGE_BLOCKS     4
#define EDGES           50
#define CORNER_BLOCKS   6
#define CORNERS         500 /* at once; each alone besides */
#define QUICK_BLOCKS    1
#define COMPOSED        10 /* blocks of the others for one of a composition */
#define DIGITS          10 /* another libm may round another way */
#define DIGITS_OF_WHOLE 17

enum mode { COMPARE, WRITE, QUICK };

static uint64_t mix(uint64_t sum, const char *text)
{
    for (; *text; text++) {
        sum = (sum ^ (unsigned char)*text) * 0x100000001b3u;
    }
    return sum * 31;
}

static uint64_t mix_number(uint64_t sum, double value)
{
    char number[AIC_NUMBER_SIZE];
    int digits = value == floor(value) ? DIGITS_OF_WHOLE : DIGITS;
    if (isnan(value)) {
        return sum * 31;
    }
    aic_number_write_short(number, value, digits);
    return mix(sum, number);
}

/* What of a sentence is compared. Other words for the same numbers are no other answer, but which
 * words are chosen is a matter of conditions too: the corners compare them. */
enum sight { SEES_DIGITS, SEES_WORDS };

static uint64_t mix_sentence(uint64_t sum, const char *sentence, enum sight sight)
{
    for (; *sentence; sentence++) {
        if (sight == SEES_WORDS || (*sentence >= '0' && *sentence <= '9')) {
            sum = (sum ^ (unsigned char)*sentence) * 0x100000001b3u;
        }
    }
    return sum;
}

/* The first screen: which rows, and its sentence as the table has it, or the names in it. */
static uint64_t mix_screen(uint64_t sum, const struct walk *walk, const struct aic_answer *answer,
                           enum sight sight)
{
    struct aic_screen screen = { .says = NULL };
    if (walk->calculator->find_screen) {
        walk->calculator->find_screen(answer->question->in, answer->out, &screen);
    }
    for (size_t i = 0; i < screen.count; i++) {
        sum = mix(sum, aic_table_at(&walk->calculator->results, screen.rows[i], NULL)->name);
    }
    if (screen.says && sight == SEES_WORDS) {
        return mix(sum, screen.says);
    }
    for (const char *at = screen.says; at && (at = strchr(at, '{')); at++) {
        for (const char *name = at + 1; *name && *name != '}'; name++) {
            sum = (sum ^ (unsigned char)*name) * 0x100000001b3u;
        }
    }
    return sum;
}

/* What is stated of the results: error bands, limits of flags, goals of searches, cases of formulas. */
static uint64_t mix_stated(uint64_t sum, const struct walk *walk, const struct aic_answer *answer)
{
    const struct aic_bands *bands = &walk->calculator->bands;
    for (size_t i = 0; i < bands->band_count; i++) {
        sum = mix_number(mix_number(sum, answer->bands[i].low), answer->bands[i].high);
    }
    for (size_t i = 0; i < bands->judgement_count; i++) {
        sum = mix_number(sum, answer->limits[i]);
    }
    for (size_t i = 0; i < bands->search_count; i++) {
        sum = mix_number(mix_number(sum, answer->goals[i].limit), answer->goals[i].step);
    }
    return sum;
}

static uint64_t mix_inputs(uint64_t sum, const struct walk *walk, const struct aic_answer *answer)
{
    const struct aic_table *inputs = &walk->calculator->inputs;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        struct aic_value value = aic_question_value(answer->question, i);
        sum = value.set ? mix_number(sum, value.number) : sum * 31;
    }
    return sum;
}

static uint64_t mix_answer(uint64_t sum, const struct walk *walk, const struct aic_answer *answer,
                           enum sight sight)
{
    const struct aic_table *results = &walk->calculator->results;
    for (size_t r = 0; r < aic_table_size(results); r++) {
        struct aic_value value = aic_answer_result(answer, r);
        if (value.set) {
            sum = mix_number(mix(sum, aic_table_at(results, r, NULL)->name), value.number);
            sum = mix_number(sum, answer->result_cases[r]);
        }
    }
    sum = mix_stated(mix_screen(mix_inputs(sum, walk, answer), walk, answer, sight), walk, answer);
    for (size_t i = 0; i < answer->notes.count; i++) {
        sum = mix_sentence(mix(sum, answer->notes.notes[i].id), answer->notes.notes[i].text, sight);
    }
    return sum;
}

static uint64_t mix_questions(struct walk *walk, int block)
{
    uint64_t sum = 0xcbf29ce484222325u;
    (void)block;
    for (int i = 0; i < walk_share(walk->calculator, QUESTIONS); i++) {
        sum = mix_answer(sum, walk, &walk->answer, SEES_DIGITS);
        walk_step(walk);
    }
    return sum;
}

/* The answer to settings, or why there is none. */
static uint64_t mix_settings(uint64_t sum, const struct walk *walk,
                             const struct aic_setting *settings, size_t count, enum sight sight)
{
    static struct aic_question question;
    struct aic_answer answer;
    struct aic_error error;
    if (walk_ask(walk, settings, count, &question, &answer, &error)) {
        sum = mix_answer(sum, walk, &answer, sight);
    } else {
        sum = mix(sum * 31 + (uint64_t)error.code, error.parameter);
        sum = mix_sentence(mix_sentence(sum, error.message, sight), error.suggestion, sight);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    return sum;
}

/* Changes of the questions as they come, most of which are refused. */
static uint64_t mix_changes(struct walk *walk, int block)
{
    uint64_t sum = 0xcbf29ce484222325u;
    (void)block;
    for (int i = 0; i < walk_share(walk->calculator, CHANGES); i++) {
        struct aic_setting settings[WALK_SETTINGS];
        size_t count = walk_change(walk, settings);
        sum = mix_settings(sum, walk, settings, count, SEES_DIGITS);
        if (i % 10 == 0) {
            walk_step(walk);
        }
    }
    return sum;
}

static uint64_t mix_edges(struct walk *walk, int block)
{
    uint64_t sum = 0xcbf29ce484222325u;
    (void)block;
    for (int found = 0; found < walk_share(walk->calculator, EDGES);) {
        struct edge edge;
        if (edge_find(walk, &edge)) {
            edge.settings[edge.at].number = edge.low;
            sum = mix_settings(sum, walk, edge.settings, edge.count, SEES_DIGITS);
            edge.settings[edge.at].number = edge.high;
            sum = mix_settings(sum, walk, edge.settings, edge.count, SEES_DIGITS);
            found++;
        }
        walk_step(walk);
    }
    return sum;
}

struct corner_sum {
    const struct walk *walk;
    uint64_t sum;
};

static void mix_corner(void *context, const struct aic_setting *settings, size_t count)
{
    struct corner_sum *corners = context;
    corners->sum = mix_settings(corners->sum, corners->walk, settings, count, SEES_WORDS);
}

/* Of a plain question: each corner by itself, of which a composition's parts have their own, and
 * several at once, without the catalog where that can be. */
static uint64_t mix_corners(struct walk *walk, int block)
{
    struct corner_sum corners = { walk, 0xcbf29ce484222325u };
    bool is_new = walk_start_at(walk, (size_t)block);
    if (is_new && aic_part_count(walk->calculator) == 0) {
        corner_each(walk, mix_corner, &corners);
    }
    walk_spell_out(walk);
    for (int i = 0; i < walk_share(walk->calculator, CORNERS); i++) {
        struct aic_setting settings[WALK_SETTINGS];
        size_t count = corner_some(walk, settings);
        mix_corner(&corners, settings, count);
    }
    return corners.sum;
}

/* A kind of blocks: what is asked, and how often. */
struct series {
    const char *name;
    int blocks;
    uint64_t (*next)(struct walk *walk, int block);
};

static const struct series all_series[] = {
    { "questions", QUESTION_BLOCKS, mix_questions },
    { "changes", CHANGE_BLOCKS, mix_changes },
    { "edges", EDGE_BLOCKS, mix_edges },
    { "corners", CORNER_BLOCKS, mix_corners },
};

static int blocks_of(const struct aic_calculator *calculator, const struct series *series)
{
    int fewer = series->blocks > COMPOSED ? series->blocks / COMPOSED : 1;
    return aic_part_count(calculator) > 0 ? fewer : series->blocks;
}

/* The line of a calculator's series in FILE, or an empty one. */
static void find(FILE *file, const char *head, char *line, int size)
{
    rewind(file);
    while (fgets(line, size, file)) {
        if (strncmp(line, head, strlen(head)) == 0) {
            return;
        }
    }
    line[0] = '\0';
}

/* Compares the sum at `expected` with that of the next block; true: it differs. */
static bool differs(struct walk *walk, const struct series *series, int block, const char *expected)
{
    char command[4096], found[16];
    struct aic_text text;
    aic_text_init(&text, command, sizeof command);
    walk_command(walk, walk->settings, walk->count, &text);
    snprintf(found, sizeof found, " %08x", (unsigned)(series->next(walk, block) & 0xFFFFFFFFu));
    if (strncmp(expected, found, strlen(found)) == 0) {
        return false;
    }
    printf("FAIL %s: other answers in block %d of the %s, which follow this one:\n  %s\n"
           "sh tests/compare.sh REVISION %s shows them beside those of an older version\n",
           walk->calculator->name, block, series->name, command, walk->calculator->name);
    return true;
}

static void write(struct walk *walk, const struct series *series, const char *head, FILE *file)
{
    fputs(head, file);
    for (int block = 0; block < blocks_of(walk->calculator, series); block++) {
        fprintf(file, " %08x", (unsigned)(series->next(walk, block) & 0xFFFFFFFFu));
    }
    fputs("\n", file);
}

/* One calculator's series; true: some answers differ. */
static bool run(const struct aic_calculator *calculator, const struct series *series, FILE *file,
                enum mode mode)
{
    static struct walk walk;
    char head[128], line[1024];
    bool is_other = false;
    int blocks = mode == QUICK ? QUICK_BLOCKS : blocks_of(calculator, series);
    snprintf(head, sizeof head, "%s %s", calculator->name, series->name);
    walk_init(&walk, calculator, 10000);
    if (mode == WRITE) {
        write(&walk, series, head, file);
    } else {
        find(file, head, line, (int)sizeof line);
        for (int block = 0; block < blocks && !is_other; block++) {
            size_t at = strlen(head) + 9 * (size_t)block;
            is_other = differs(&walk, series, block, at < strlen(line) ? line + at : "");
        }
    }
    walk_clear(&walk);
    return is_other;
}

static enum mode mode_of(const char *word)
{
    return strcmp(word, "--write") == 0 ? WRITE : strcmp(word, "--quick") == 0 ? QUICK : COMPARE;
}

static bool is_wanted(const struct series *series, const char *word)
{
    if (mode_of(word) == QUICK) {
        return series->next != mix_edges;
    }
    return word[0] == '-' || word[0] == '\0' || strcmp(word, series->name) == 0;
}

int main(int argc, char **argv)
{
    const char *word = argc > 2 ? argv[2] : "";
    const char *only = argc > 3 ? argv[3] : NULL;
    enum mode mode = mode_of(word);
    size_t series_count = sizeof all_series / sizeof all_series[0];
    FILE *file = argc > 1 ? fopen(argv[1], mode == WRITE ? "w" : "r") : NULL;
    int differ = 0, asked = 0;
    const struct aic_calculator *calculator;
    if (!file) {
        fputs("usage: sums FILE [--write | --quick | questions | changes | edges | corners\n"
              "            [CALCULATOR]]\n",
              stderr);
        return 2;
    }
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        for (size_t s = 0; s < series_count; s++) {
            if (is_wanted(&all_series[s], word) && (!only || strcmp(only, calculator->name) == 0)) {
                asked++;
                differ += run(calculator, &all_series[s], file, mode);
            }
        }
    }
    fclose(file);
    for (size_t s = 0; s < series_count; s++) {
        if (is_wanted(&all_series[s], word)) {
            printf("%d blocks of %s, ", mode == QUICK ? QUICK_BLOCKS : all_series[s].blocks,
                   all_series[s].name);
        }
    }
    printf("%d series differ\n", differ);
    return differ > 0 || asked == 0;
}
