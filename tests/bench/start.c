/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_start PROGRAM [LINE...]: what a query costs beside an empty process; LINE: others than those
 * below, the first word of which names the program.
 *
 * Runs /bin/true and each query in turns, many times, and prints the medians of the time by the clock
 * and of processor time, their ratios, and the most memory that the query had resident. Ratios of
 * medians taken in turns hold on a noisy machine, times alone do not; where others wait for the
 * processor, its own time says more than the clock.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 300

extern char **environ;
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Seconds of one run by the clock and of the processor. */
struct spent {
    double clock, processor;
};

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* The largest resident set goes to *kib. */
static struct spent run(const char *program, char *const *argv, long *kib)
{
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    double start = now();
    if (posix_spawn(&child, program, &actions, NULL, argv, environ) != 0 ||
        wait4(child, &status, 0, &usage) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "%s did not run\n", program);
        exit(1);
    }
    double clock = now() - start;
    posix_spawn_file_actions_destroy(&actions);
    *kib = usage.ru_maxrss;
    return (struct spent){ clock, seconds(usage.ru_utime) + seconds(usage.ru_stime) };
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Of so many runs. */
static struct spent median(const struct spent *runs)
{
    double clock[ROUNDS], processor[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        clock[i] = runs[i].clock;
        processor[i] = runs[i].processor;
    }
    qsort(clock, ROUNDS, sizeof clock[0], compare);
    qsort(processor, ROUNDS, sizeof processor[0], compare);
    return (struct spent){ clock[ROUNDS / 2], processor[ROUNDS / 2] };
}

static void measure(const char *program, const char *line)
{
    char words[256];
    char *argv[32];
    char *empty[] = { "true", NULL };
    struct spent queries[ROUNDS], empties[ROUNDS];
    long kib = 0, unused;
    size_t count = 0;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        argv[count++] = word;
    }
    argv[count] = NULL;
    for (int i = 0; i < ROUNDS; i++) {
        empties[i] = run("/bin/true", empty, &unused);
        queries[i] = run(program, argv, &kib);
    }
    struct spent query = median(queries), nothing = median(empties);
    printf("%6.0f us %6.2f   %6.0f us %6.2f %6.2f MiB  %s\n", 1e6 * query.clock,
           query.clock / nothing.clock, 1e6 * query.processor, query.processor / nothing.processor,
           (double)kib / 1024, line);
}

int main(int argc, char **argv)
{
    static const char *const lines[] = {
        "aicalc --version",
        "aicalc kvcache --layers 32 --kv-heads 8 --head-dim 128 --context 8Ki",
        "aicalc kvcache --model llama-3.1-70b --context 128Ki",
        "aicalc kvcache --model llama-3.1-70b --context 128Ki --gpu h100-sxm --tp 8 -o json",
        "aicalc checkpoint --model llama-3.1-70b --gpus 512 --tp 8 --write-bw 100GB/s",
        "aicalc kvcache --model Llama-3.1-70B-Instruct --context 128Ki --gpu h100",
        "aicalc plan --model llama-3.1-70b --node dgx-h100 --gpus 1024 --tokens 15T "
        "--layout given --tp 8 --pp 4",
        "aicalc plan --model llama-3.1-70b --node dgx-h100 --gpus 1024 --tokens 15T "
        "--layout given --tp 8 --pp 4 -o json",
        "aicalc plan --model llama-3.1-70b --node dgx-h100 --gpus 1024 --tokens 15T",
    };
    if (argc < 2) {
        fprintf(stderr, "usage: bench_start PROGRAM [LINE...]\n");
        return 2;
    }
    printf(" by clock  ratio   processor  ratio to /bin/true, resident\n");
    for (int i = 2; i < argc; i++) {
        measure(argv[1], argv[i]);
    }
    for (size_t i = 0; argc == 2 && i < sizeof lines / sizeof lines[0]; i++) {
        measure(argv[1], lines[i]);
    }
    return 0;
}
