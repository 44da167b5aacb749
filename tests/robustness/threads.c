/* SPDX-License-Identifier: Apache-2.0 */
/*
 * threads [QUESTIONS]: four threads answer the same random questions of each calculator (150) at
 * once, and each must get what one thread alone got. Built with ThreadSanitizer (tests/nightly.sh)
 * it also shows that they share nothing that is written.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "walk.h"

#define THREADS 4

static long questions = 150; /* set before any thread starts */

/* Over all results, to the last bit. */
static uint64_t mix(uint64_t sum, const struct aic_answer *answer)
{
    size_t count = aic_table_size(&answer->question->calculator->results);
    for (size_t r = 0; r < count; r++) {
        struct aic_value value = aic_answer_result(answer, r);
        uint64_t bits = 1;
        if (value.set) {
            memcpy(&bits, &value.number, sizeof bits);
        }
        sum = (sum ^ bits) * 0x100000001b3u;
        sum ^= sum >> 29;
    }
    return sum;
}

static bool mix_bytes(void *context, const char *bytes, size_t length)
{
    uint64_t *sum = context;
    for (size_t i = 0; i < length; i++) {
        *sum = (*sum ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    }
    return true;
}

/* Questions as JSON, each in another format. */
static void ask_json(uint64_t *sum)
{
    static const char *const questions_of_json[] = {
        "{\"calculator\": \"plan\", \"inputs\": {\"model\": \"llama-3.1-8b\", \"gpu\": "
        "\"h100-sxm\"}}",
        "{\"calculator\": \"kvcache\", \"inputs\": {\"model\": \"llama-3.1-8b\"}, \"format\": "
        "\"csv\", \"sweep\": {\"gpu\": [\"l4\", \"l40s\"], \"context\": \"1Ki..64Ki*2\"}}",
        "{\"calculator\": \"power\", \"inputs\": {\"gpus\": 8, \"gpu\": \"b200\"}, \"format\": "
        "\"html\", \"explain\": true}",
    };
    for (size_t i = 0; i < sizeof questions_of_json / sizeof questions_of_json[0]; i++) {
        struct aic_sink sink = { mix_bytes, sum, false };
        struct aic_error error;
        *sum += (uint64_t)aic_ask_json(questions_of_json[i], strlen(questions_of_json[i]), NULL,
                                       &sink, &error);
    }
}

/* Sum over the results of every calculator on a walk each. */
static void *answer_all(void *sum)
{
    uint64_t *total = sum;
    struct walk *walk = malloc(sizeof *walk);
    const struct aic_calculator *calculator;
    *total = 0xcbf29ce484222325u;
    for (size_t c = 0; walk && (calculator = walk_calculator_at(c)); c++) {
        walk_init(walk, calculator, 3);
        for (long i = 0; i < walk_share(calculator, questions); i++) {
            *total = mix(*total, &walk->answer);
            walk_step(walk);
        }
        walk_clear(walk);
    }
    free(walk);
    ask_json(total);
    return NULL;
}

int main(int argc, char **argv)
{
    questions = argc > 1 ? strtol(argv[1], NULL, 10) : questions;
    pthread_t threads[THREADS];
    uint64_t sums[THREADS], alone;
    answer_all(&alone);
    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, answer_all, &sums[i]) != 0) {
            fputs("cannot start a thread\n", stderr);
            return 2;
        }
    }
    int differ = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        differ += sums[i] != alone;
    }
    printf("%d threads, %ld questions of each calculator, %d differ\n", THREADS, questions, differ);
    return differ > 0;
}
