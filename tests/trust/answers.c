/* SPDX-License-Identifier: Apache-2.0 */
/*
 * answers QUESTIONS: a sum over the bits of all results of random questions, for each
 * calculator. Two builds that print the same give the same answers.
 */
#include <stdio.h>
#include <stdlib.h>

#include "walk.h"

static uint64_t mix(uint64_t sum, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++) {
        sum = (sum ^ at[i]) * 0x100000001b3u;
    }
    return sum;
}

int main(int argc, char **argv)
{
    static struct walk walk;
    long questions = argc > 1 ? atol(argv[1]) : 1000;
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        uint64_t sum = 0xcbf29ce484222325u;
        walk_init(&walk, calculator, 5);
        for (long i = 0; i < questions; i++) {
            for (size_t r = 0; r < aic_table_size(&calculator->results); r++) {
                struct aic_value value = aic_answer_result(&walk.answer, r);
                double number = value.set ? value.number : -1;
                sum = mix(sum, &number, sizeof number);
            }
            walk_step(&walk);
        }
        printf("%s %ld %016llx\n", calculator->name, questions, (unsigned long long)sum);
        walk_clear(&walk);
    }
    return 0;
}
