/* SPDX-License-Identifier: Apache-2.0 */
/*
 * golden FILE [--write | --new]: the questions that stand in FILE are answered as they stand there.
 *
 * FILE holds for each calculator the examples of its help, some random questions and some that are
 * refused, each with its answer, to be read and to be reviewed. A change that is meant is taken
 * over with --write, which asks the same questions again; --new asks others too. That the same
 * holds of very many more questions is for sums.c.
 */
#include <stdlib.h>
#include <string.h>

#include "take_over.h"
#include "walk.h"

#define RANDOM    3
#define REFUSED   3
#define STRIDE    40 /* steps of the walk between two questions */
#define DIGITS    10 /* another libm may round another way */
#define LINE_SIZE 8192

/* The first screen: its sentence, as the table has it, and its rows. */
static void print_screen(FILE *to, const struct aic_answer *answer)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    struct aic_screen screen = { .says = NULL };
    if (calculator->find_screen) {
        calculator->find_screen(answer->question->in, answer->out, &screen);
    }
    if (screen.says) {
        fprintf(to, "  says: %s\n", screen.says);
    }
    if (screen.count > 0) {
        fputs("  shows:", to);
        for (size_t i = 0; i < screen.count; i++) {
            fprintf(to, " %s", aic_table_at(&calculator->results, screen.rows[i], NULL)->name);
        }
        fputs("\n", to);
    }
}

/* Prints a question's answer, or why there is none. */
static void answer(FILE *to, struct walk *walk, const char *line)
{
    struct aic_question question;
    struct aic_answer given;
    struct aic_error error;
    walk_read(walk, line);
    if (walk_ask(walk, walk->settings, walk->count, &question, &given, &error)) {
        walk_print(to, &given, DIGITS, false);
        print_screen(to, &given);
    } else {
        walk_print_refusal(to, &error);
    }
    aic_answer_clear(&given);
    aic_question_clear(&question);
}

static void put(FILE *to, struct walk *walk, const struct aic_setting *settings, size_t count)
{
    static struct walk asked;
    char command[LINE_SIZE];
    struct aic_text text;
    aic_text_init(&text, command, sizeof command);
    walk_command(walk, settings, count, &text);
    fprintf(to, "%s\n", command);
    walk_init(&asked, walk->calculator, 1);
    answer(to, &asked, command);
    walk_clear(&asked);
}

/* A change of the walk's question that is refused, if one is found soon. */
static void put_refused(FILE *to, struct walk *walk)
{
    for (int tries = 0; tries < 100; tries++) {
        struct aic_setting settings[WALK_SETTINGS];
        struct aic_question question;
        struct aic_answer given;
        struct aic_error error;
        size_t count = walk_change(walk, settings);
        bool ok = walk_ask(walk, settings, count, &question, &given, &error);
        aic_answer_clear(&given);
        aic_question_clear(&question);
        if (!ok) {
            put(to, walk, settings, count);
            return;
        }
    }
}

static void put_calculator(FILE *to, const struct aic_calculator *calculator)
{
    static struct walk walk;
    walk_init(&walk, calculator, 10000);
    for (size_t i = 0; calculator->examples[i]; i++) {
        if (strncmp(calculator->examples[i] + strlen("aicalc "), calculator->name,
                    strlen(calculator->name)) == 0) {
            walk_read(&walk, calculator->examples[i]);
            put(to, &walk, walk.settings, walk.count);
        }
    }
    walk_clear(&walk);
    walk_init(&walk, calculator, 10000);
    for (int i = 0; i < (RANDOM > REFUSED ? RANDOM : REFUSED); i++) {
        for (int step = 0; step < STRIDE; step++) {
            walk_step(&walk);
        }
        if (i < RANDOM) {
            put(to, &walk, walk.settings, walk.count);
        }
        if (i < REFUSED) {
            put_refused(to, &walk);
        }
    }
    walk_clear(&walk);
}

/* The calculator of a line "aicalc NAME ...", or NULL. */
static const struct aic_calculator *calculator_of(const char *line)
{
    char name[64];
    return sscanf(line, "aicalc %63s", name) == 1 ? walk_calculator_find(name) : NULL;
}

/* Copies the questions of FILE with today's answers. */
static bool ask_again(FILE *file, FILE *to)
{
    static struct walk walk;
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, file)) {
        if (line[0] == ' ') {
            continue;
        }
        fputs(line, to);
        line[strcspn(line, "\n")] = '\0';
        const struct aic_calculator *calculator = calculator_of(line);
        if (!calculator) {
            fprintf(stderr, "no calculator answers this: %s\n", line);
            return false;
        }
        walk_init(&walk, calculator, 1);
        answer(to, &walk, line);
        walk_clear(&walk);
    }
    return true;
}

/* The lines of one answer: what a name had, and has. */
#define LINES_MAX 400
struct lines {
    char at[LINES_MAX][512];
    size_t count;
};

/* Reads the lines of the answer that comes next. */
static void read_answer(FILE *file, struct lines *lines)
{
    long start = ftell(file);
    lines->count = 0;
    while (lines->count < LINES_MAX && fgets(lines->at[lines->count], 512, file) &&
           lines->at[lines->count][0] == ' ') {
        char *line = lines->at[lines->count++];
        line[strcspn(line, "\n")] = '\0';
        start = ftell(file);
    }
    fseek(file, start, SEEK_SET);
}

/* Length of the name that a line begins with: of a warning all, of a refusal "refused:". */
static size_t name_length(const char *line)
{
    return line[2] == '!' ? strlen(line) : 2 + strcspn(line + 2, " ");
}

static const char *find(const struct lines *lines, const char *line)
{
    size_t length = name_length(line);
    for (size_t i = 0; i < lines->count; i++) {
        if (name_length(lines->at[i]) == length && strncmp(lines->at[i], line, length) == 0) {
            return lines->at[i];
        }
    }
    return NULL;
}

/* Names what differs between two answers; returns how much does. */
static int compare(const char *question, const struct lines *old, const struct lines *new)
{
    int differ = 0;
    for (size_t i = 0; i < old->count; i++) {
        const char *now = find(new, old->at[i]);
        if (!now || strcmp(now, old->at[i]) != 0) {
            printf("%s%s\n  was:%s\n  is: %s\n", differ ? "" : "FAIL ", differ ? "" : question,
                   old->at[i], now ? now : " nothing");
            differ++;
        }
    }
    for (size_t i = 0; i < new->count; i++) {
        if (!find(old, new->at[i])) {
            printf("%s%s\n  was: nothing\n  is: %s\n", differ ? "" : "FAIL ",
                   differ ? "" : question, new->at[i]);
            differ++;
        }
    }
    return differ;
}

/* Compares two files of the same questions. */
static int compare_all(FILE *file, FILE *again)
{
    static struct lines old, new;
    char line[LINE_SIZE], same[LINE_SIZE];
    int questions = 0, differ = 0;
    while (fgets(line, sizeof line, file) && fgets(same, sizeof same, again)) {
        line[strcspn(line, "\n")] = '\0';
        read_answer(file, &old);
        read_answer(again, &new);
        differ += compare(line, &old, &new) > 0;
        questions++;
    }
    printf("%d questions, %d answered otherwise%s\n", questions, differ,
           differ ? "; golden FILE --write takes over what is meant" : "");
    return differ > 0 || questions == 0;
}

int main(int argc, char **argv)
{
    bool is_new = argc > 2 && strcmp(argv[2], "--new") == 0;
    bool is_write = argc > 2 && strcmp(argv[2], "--write") == 0;
    FILE *again = tmpfile();
    FILE *file = argc > 1 && !is_new ? fopen(argv[1], "r") : NULL;
    if (argc < 2 || !again || (!file && !is_new)) {
        fputs("usage: golden FILE [--write | --new]\n", stderr);
        return 2;
    }
    if (is_new) {
        const struct aic_calculator *calculator;
        for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
            put_calculator(again, calculator);
        }
    } else if (!ask_again(file, again)) {
        return 1;
    }
    if (is_new || is_write) {
        return take_over(again, argv[1]) ? 0 : 2;
    }
    rewind(file);
    rewind(again);
    return compare_all(file, again);
}
