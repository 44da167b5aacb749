/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_sweep PROGRAM: sweeps of a million cases to CSV, and of two hundred thousand to the other
 * formats, whose every case is a whole answer with basis and warnings.
 *
 * Prints cases per second of processor time (the program has one thread, so that is
 * one core), the best of several rounds, and the most memory that it had resident.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define ROUNDS 5

/* A sweep as a user types it, and how many cases it has. */
struct sweep {
    double cases;
    const char *line;
};

extern char **environ;
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* Seconds of processor time of one run; the largest resident set goes to *kib. */
static double run(const char *program, char *const *argv, long *kib)
{
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (posix_spawn(&child, program, &actions, NULL, argv, environ) != 0 ||
        wait4(child, &status, 0, &usage) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "%s %s did not run\n", program, argv[1]);
        exit(1);
    }
    posix_spawn_file_actions_destroy(&actions);
    *kib = usage.ru_maxrss > *kib ? usage.ru_maxrss : *kib;
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

static void measure(const char *program, const struct sweep *sweep)
{
    char words[256];
    char *argv[32];
    size_t count = 0;
    long kib = 0;
    double best = 0;
    snprintf(words, sizeof words, "%s", sweep->line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        argv[count++] = word;
    }
    argv[count] = NULL;
    for (int i = 0; i < ROUNDS; i++) {
        double time = run(program, argv, &kib);
        best = i == 0 || time < best ? time : best;
    }
    printf("%9.0f %5.2f MiB  %s\n", sweep->cases / best, (double)kib / 1024, sweep->line);
}

int main(int argc, char **argv)
{
    static const struct sweep sweeps[] = {
        { 1e6, "aicalc kvcache --model llama-3.1-70b --sweep context=1..1e6+1 -o csv" },
        { 1e6, "aicalc kvcache --model llama-3.1-70b --gpu h100-sxm --tp 8 "
               "--sweep context=1..1e6+1 -o csv" },
        { 1e6, "aicalc kvcache --model llama-3.1-70b --gpu h100-sxm --tp 8 "
               "--sweep context=1..1e6+1 -o csv --fields kv_total,fits,max_sequences" },
        { 1e6, "aicalc kvcache --model llama-3.1-70b --gpu h100-sxm --sweep context=1..125000+1 "
               "--sweep tp=1,2,4,8 --sweep kv-dtype=bf16,fp8 -o csv" },
        { 1e6, "aicalc checkpoint --model llama-3.1-70b --gpus 512 --tp 8 "
               "--sweep write-bw=1GB/s..1000000GB/s+1GB/s -o csv" },
        { 1e6, "aicalc train-time --model llama-3.1-70b --gpu h100-sxm --tokens 15T --mfu 0.4 "
               "--sweep gpus=8..8e6+8 -o csv" },
        { 1e6, "aicalc storage --tier s3-standard --duration 30d "
               "--sweep data=1TB..1000000TB+1TB -o csv" },
        { 1e4, "aicalc serve --model llama-3.1-70b --gpu h100-sxm --tp 4 --prompt 2Ki --answer 512 "
               "--ttft-limit 1s --tpot-limit 40ms --sweep rate=1/s..10.999/s+0.001/s -o csv" },
        { 2e5, "aicalc kvcache --model llama-3.1-70b --sweep context=1..200000+1 -o json" },
        { 2e5, "aicalc kvcache --model llama-3.1-70b --sweep context=1..200000+1 -o jsonl" },
        { 2e5, "aicalc kvcache --model llama-3.1-70b --sweep context=1..200000+1 -o table" },
        { 2e5, "aicalc kvcache --model llama-3.1-70b --sweep context=1..200000+1 -o markdown" },
    };
    if (argc != 2) {
        fprintf(stderr, "usage: bench_sweep PROGRAM\n");
        return 2;
    }
    printf("  cases/s, resident\n");
    for (size_t i = 0; i < sizeof sweeps / sizeof sweeps[0]; i++) {
        measure(argv[1], &sweeps[i]);
    }
    return 0;
}
