/* SPDX-License-Identifier: Apache-2.0 */
/*
 * golden FILE [--write | --quick]: what the calculators answered when FILE was written, they answer
 * today; --quick compares the first blocks only, for builds that are slow.
 *
 * FILE has sums for each calculator, over all results, to ten digits where they are no whole numbers, and all warnings with their
 * texts: one for every hundred random questions; one for every five hundred random changes of
 * questions, refusals with their messages included; and one for every fifty edges, that is pairs
 * of questions side by side between which the answer takes another shape (edge.h). A change that is meant is taken over with --write, and shows in the history; any
 * other is a mistake. This says that nothing changed, not that it was right: that is for the
 * cases and the formulas.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edge.h"

#define QUESTION_BLOCKS 30
#define QUESTIONS       100
#define CHANGE_BLOCKS   20
#define CHANGES         500
#define EDGE_BLOCKS     20
#define EDGES           50
#define QUICK_BLOCKS    1
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

static uint64_t mix_answer(uint64_t sum, const struct walk *walk, const struct aic_answer *answer)
{
    const struct aic_table *results = &walk->calculator->results;
    for (size_t r = 0; r < aic_table_size(results); r++) {
        struct aic_value value = aic_answer_result(answer, r);
        char number[AIC_NUMBER_SIZE];
        if (value.set) {
            int digits = value.number == floor(value.number) ? DIGITS_OF_WHOLE : DIGITS;
            aic_number_write_short(number, value.number, digits);
            sum = mix(mix(sum, aic_table_at(results, r, NULL)->name), number);
        }
    }
    for (size_t i = 0; i < answer->notes.count; i++) {
        sum = mix(mix(sum, answer->notes.notes[i].id), answer->notes.notes[i].text);
    }
    return sum;
}

static uint64_t mix_questions(struct walk *walk)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (int i = 0; i < QUESTIONS; i++) {
        sum = mix_answer(sum, walk, &walk->answer);
        walk_step(walk);
    }
    return sum;
}

/* The answer to settings, or why there is none. */
static uint64_t mix_settings(uint64_t sum, const struct walk *walk,
                             const struct aic_setting *settings, size_t count)
{
    static struct aic_question question;
    struct aic_answer answer;
    struct aic_error error;
    if (walk_ask(walk, settings, count, &question, &answer, &error)) {
        sum = mix_answer(sum, walk, &answer);
    } else {
        sum = mix(mix(mix(sum, error.parameter), error.message), error.suggestion);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    return sum;
}

/* Changes of the questions as they come, most of which are refused. */
static uint64_t mix_changes(struct walk *walk)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (int i = 0; i < CHANGES; i++) {
        struct aic_setting settings[WALK_SETTINGS];
        size_t count = walk_change(walk, settings);
        sum = mix_settings(sum, walk, settings, count);
        if (i % 10 == 0) {
            walk_step(walk);
        }
    }
    return sum;
}

static uint64_t mix_edges(struct walk *walk)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (int found = 0; found < EDGES;) {
        struct edge edge;
        if (edge_find(walk, &edge)) {
            edge.settings[edge.at].number = edge.low;
            sum = mix_settings(sum, walk, edge.settings, edge.count);
            edge.settings[edge.at].number = edge.high;
            sum = mix_settings(sum, walk, edge.settings, edge.count);
            found++;
        }
        walk_step(walk);
    }
    return sum;
}

static void show_start(const struct walk *walk)
{
    char command[4096];
    struct aic_text text;
    aic_text_init(&text, command, sizeof command);
    walk_command(walk, walk->settings, walk->count, &text);
    printf("  the questions follow this one: %s\n", command);
}

/* A kind of blocks: what is asked, and how often. */
struct series {
    const char *name;
    int blocks;
    uint64_t (*next)(struct walk *walk);
};

static const struct series all_series[] = {
    { "questions", QUESTION_BLOCKS, mix_questions },
    { "changes", CHANGE_BLOCKS, mix_changes },
    { "edges", EDGE_BLOCKS, mix_edges },
};

/* The next block written, or compared with FILE's next line; true: it differs. */
static bool do_block(struct walk *walk, const struct series *series, int block, FILE *file,
                     bool is_writing)
{
    static struct walk before;
    char expected[128], found[128];
    before = *walk;
    snprintf(found, sizeof found, "%s %s %d %016llx\n", walk->calculator->name, series->name, block,
             (unsigned long long)series->next(walk));
    if (is_writing) {
        fputs(found, file);
        return false;
    }
    if (fgets(expected, sizeof expected, file) && strcmp(expected, found) == 0) {
        return false;
    }
    printf("FAIL %s: other answers in block %d of the %s\n", walk->calculator->name, block,
           series->name);
    show_start(&before);
    return true;
}

/* Goes to the first line of a calculator's series. */
static void find(FILE *file, const char *calculator, const char *series)
{
    char line[128], head[128];
    long at = 0;
    int length = snprintf(head, sizeof head, "%s %s ", calculator, series);
    rewind(file);
    while (fgets(line, sizeof line, file) && strncmp(line, head, (size_t)length) != 0) {
        at = ftell(file);
    }
    fseek(file, at, SEEK_SET);
}

/* The blocks of one calculator's series; true: some differ. */
static bool run(const struct aic_calculator *calculator, const struct series *series, FILE *file,
                enum mode mode)
{
    static struct walk walk;
    bool differs = false;
    int blocks = mode == QUICK ? QUICK_BLOCKS : series->blocks;
    walk_init(&walk, calculator, 10000);
    if (mode != WRITE) {
        find(file, calculator->name, series->name);
    }
    for (int block = 0; block < blocks && !differs; block++) {
        differs = do_block(&walk, series, block, file, mode == WRITE);
    }
    walk_clear(&walk);
    return differs;
}

int main(int argc, char **argv)
{
    enum mode mode = argc < 3 ? COMPARE : strcmp(argv[2], "--write") == 0 ? WRITE : QUICK;
    FILE *file = argc > 1 ? fopen(argv[1], mode == WRITE ? "w" : "r") : NULL;
    int differ = 0;
    const struct aic_calculator *calculator;
    if (!file) {
        fputs("usage: golden FILE [--write | --quick]\n", stderr);
        return 2;
    }
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        for (size_t s = 0; s < sizeof all_series / sizeof all_series[0]; s++) {
            differ += run(calculator, &all_series[s], file, mode);
        }
    }
    fclose(file);
    for (size_t i = 0; i < sizeof all_series / sizeof all_series[0]; i++) {
        printf("%d blocks of %s, ", mode == QUICK ? QUICK_BLOCKS : all_series[i].blocks,
               all_series[i].name);
    }
    printf("%d series differ\n", differ);
    return differ > 0;
}
