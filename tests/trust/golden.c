/* SPDX-License-Identifier: Apache-2.0 */
/*
 * golden FILE [--write]: what the calculators answered when FILE was written, they answer today.
 *
 * FILE has a sum for every hundred random questions of each calculator: over all results to ten
 * digits, and all warnings with their texts. A change that is meant is taken over with --write,
 * and shows in the history; any other is a mistake. This says that nothing changed, not that it
 * was right: that is for the cases and the formulas.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "walk.h"

#define BLOCKS    30
#define QUESTIONS 100
#define DIGITS    10

static uint64_t mix(uint64_t sum, const char *text)
{
    for (; *text; text++) {
        sum = (sum ^ (unsigned char)*text) * 0x100000001b3u;
    }
    return sum * 31;
}

static uint64_t mix_answer(uint64_t sum, const struct walk *walk)
{
    const struct aic_table *results = &walk->calculator->results;
    for (size_t r = 0; r < aic_table_size(results); r++) {
        struct aic_value value = aic_answer_result(&walk->answer, r);
        char number[AIC_NUMBER_SIZE];
        if (value.set) {
            aic_number_write_short(number, value.number, DIGITS);
            sum = mix(mix(sum, aic_table_at(results, r, NULL)->name), number);
        }
    }
    for (size_t i = 0; i < walk->answer.notes.count; i++) {
        sum = mix(mix(sum, walk->answer.notes.notes[i].id), walk->answer.notes.notes[i].text);
    }
    return sum;
}

static uint64_t next_block(struct walk *walk)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (int i = 0; i < QUESTIONS; i++) {
        sum = mix_answer(sum, walk);
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
    printf("  the %d questions follow this one: %s\n", QUESTIONS, command);
}

/* The blocks of one calculator, written or compared; how many differ. */
static int run(struct walk *walk, FILE *file, bool is_writing)
{
    for (int block = 0; block < BLOCKS; block++) {
        char expected[128], found[128];
        struct walk *before = malloc(sizeof *before);
        if (!before) {
            exit(2);
        }
        memcpy(before, walk, sizeof *before);
        uint64_t sum = next_block(walk);
        snprintf(found, sizeof found, "%s %d %016llx\n", walk->calculator->name, block,
                 (unsigned long long)sum);
        if (is_writing) {
            fputs(found, file);
        } else if (!fgets(expected, sizeof expected, file) || strcmp(expected, found) != 0) {
            printf("FAIL %s: other answers in block %d\n", walk->calculator->name, block);
            show_start(before);
            free(before);
            return 1;
        }
        free(before);
    }
    return 0;
}

/* Goes to the first line of a calculator. */
static void find(FILE *file, const char *name)
{
    char line[128];
    long at = 0;
    size_t length = strlen(name);
    rewind(file);
    while (fgets(line, sizeof line, file) &&
           (strncmp(line, name, length) != 0 || line[length] != ' ')) {
        at = ftell(file);
    }
    fseek(file, at, SEEK_SET);
}

int main(int argc, char **argv)
{
    static struct walk walk;
    bool is_writing = argc == 3 && strcmp(argv[2], "--write") == 0;
    FILE *file = argc > 1 ? fopen(argv[1], is_writing ? "w" : "r") : NULL;
    int differ = 0;
    const struct aic_calculator *calculator;
    if (!file) {
        fputs("usage: golden FILE [--write]\n", stderr);
        return 2;
    }
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        walk_init(&walk, calculator, 10000);
        if (!is_writing) {
            find(file, calculator->name);
        }
        differ += run(&walk, file, is_writing);
        walk_clear(&walk);
    }
    fclose(file);
    printf("%d questions of each calculator, %d calculators differ\n", BLOCKS * QUESTIONS, differ);
    return differ > 0;
}
