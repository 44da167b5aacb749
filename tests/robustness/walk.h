/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A random walk over valid questions of one calculator.
 *
 * It starts at one of the calculator's examples and changes one to four inputs a
 * step: sets, scales or drops them, catalog names included. A step that the
 * calculator refuses is taken back, so that every question is an answered one. The same
 * seed walks the same way; AICALC_TEST_SEED in the environment shifts all seeds.
 */
#ifndef AICALC_TESTS_WALK_H
#define AICALC_TESTS_WALK_H

#include <stdint.h>
#include <stdio.h>

#include <aicalc/aicalc.h>
#include <aicalc/registry.h>

#define WALK_SETTINGS 64 /* room; a walk drops inputs again before it has WALK_LONG */
#define WALK_LONG     40
#define WALK_NAMES    128

/* All calculators, compositions first; NULL after the last. The registry is one of the whole
 * program: where threads ask, the first to ask is alone. */
const struct aic_calculator *walk_calculator_at(size_t index);
const struct aic_calculator *walk_calculator_find(const char *name);

/* How many of so many questions a calculator is asked: a question of a composition asks all of its parts,
 * which answer by themselves too. */
long walk_share(const struct aic_calculator *calculator, long questions);

struct walk {
    const struct aic_calculator *calculator;
    struct aic_catalog catalog;
    struct aic_setting settings[WALK_SETTINGS];
    size_t count;
    char texts[2048]; /* words of the example that the walk started at */
    char names[AIC_CATALOG_KINDS][WALK_NAMES][64];
    size_t name_counts[AIC_CATALOG_KINDS];
    uint64_t random;
    long refused; /* steps that were no valid question */
    long broken;  /* of these, refused by a failure of the tool, never by the question */
    struct aic_question question; /* the last valid one, and its answer */
    struct aic_answer answer;
};

void walk_init(struct walk *walk, const struct aic_calculator *calculator, uint64_t seed);
void walk_clear(struct walk *walk);

/* Goes to the plain question at `index` of those that walks begin at, from the first again after the
 * last; false: so many are not there. */
bool walk_start_at(struct walk *walk, size_t index);

/* Goes to the question that tells by itself what the catalog's entries told in the walk's, so that each
 * value can be left out; false: it is no valid one, or too long, and the walk stays. */
bool walk_spell_out(struct walk *walk);

/* Goes to the next valid question; `walk->question` and `walk->answer` hold it. */
void walk_step(struct walk *walk);

/* Asks the walk's calculator anew with these settings; true: answered. Both to be cleared. */
bool walk_ask(const struct walk *walk, const struct aic_setting *settings, size_t count,
              struct aic_question *question, struct aic_answer *answer, struct aic_error *error);

/* A random change of the walk's question, which may be no valid one: fills WALK_SETTINGS settings and
 * returns their number. */
size_t walk_change(struct walk *walk, struct aic_setting *settings);

/* The same results to the last bit. A composition keeps beside them what it remembers. */
bool walk_same_results(const struct aic_calculator *calculator, const void *a, const void *b);

/* Puts `setting` among the settings, over one of the same name; returns how many there are then. */
size_t walk_with_setting(struct aic_setting *settings, size_t count, struct aic_setting setting);

/* A random value for the input at `index`. */
struct aic_setting walk_setting(struct walk *walk, size_t index);

/* A random whole number below `limit`, a random real in [0, 1). */
uint64_t walk_below(struct walk *walk, uint64_t limit);
double walk_real(struct walk *walk);

/* Takes the settings of a line "aicalc NAME --x value --flag"; options of the program itself are
 * ignored. The settings point into the walk. */
void walk_read(struct walk *walk, const char *line);

/* The question as a command line. */
void walk_command(const struct walk *walk, const struct aic_setting *settings, size_t count,
                  struct aic_text *text);

/*
 * Prints an answer, a line for each result ("  kv_total 1073741824 B exact") and for each warning
 * ("  ! id"): whole numbers to the last digit, others to `digits`; `terms`: also the steps of the
 * arithmetic. A refusal is one line.
 */
void walk_print(FILE *to, const struct aic_answer *answer, int digits, bool terms);
void walk_print_refusal(FILE *to, const struct aic_error *error);

#endif
