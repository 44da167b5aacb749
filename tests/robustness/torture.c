/* SPDX-License-Identifier: Apache-2.0 */
/*
 * torture PROGRAM FAULTS PROJECT [STRIDE]: runs of every command with the N-th allocation, read
 * and write failing, for every N (above 50, every STRIDE-th).
 *
 * A run whose memory fails must end with exit code 3, a message, nothing on standard output (but
 * the cases of a sweep, which is written as it goes) and every block freed; one whose read fails
 * with 2, whose write fails with 3. An interrupted or short call must change nothing.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faults.h"

#define WORDS_MAX   48
#define STDERR_SIZE 4096
#define EACH_MAX    50

/* Runs of every command; what does not exist in this program is left out. "@" is the project. */
static const char *const runs[] = {
    "kvcache --model llama-3.1-70b --context 128Ki --tp 8 --gpu h100-sxm --engine vllm",
    "kvcache --model llama-3.1-8b --explain -o json --budget kv_total<=100GiB",
    "kvcache --model llama-3.1-8b -o csv --fields kv_total,fits --gpu h100-sxm",
    "kvcache --model llama-3.1-8b -o markdown",
    "kvcache --model @/tests/data/hf_configs/jamba-v0.1.json --context 4096 -o json",
    "kvcache --input @/tests/robustness/inputs/kvcache.json -o json",
    "kvcache --model llama-3.1-8b --context 1024..8192",
    "kvcache --model llama-3.1-8b --sweep context=1Ki,2Ki,4Ki -o csv",
    "kvcache --sweep model=llama-3.1-8b,llama-3.1-70b --context 4096 -o svg",
    "kvcache --model llama-3.1-8b --gpu h100-sxm --context 8Ki..16Ki --budget fits -o html",
    "kvcache --sweep model=llama-3.1-8b,llama-3.1-70b --context 4096 -o html",
    "kvcache --catalog @/tests/robustness/inputs/catalog.json --model own-model --context 4096",
    "kvcache --model llama-9",
    "train-memory --model llama-3.1-70b --gpus 64 --zero 3 --recompute full --gpu h100-sxm",
    "train-memory --model llama-3.1-70b --solve gpus=min --zero 3 --gpu h100-sxm --budget fits",
    "train-time --model llama-3.1-70b --tokens 15T --gpus 4096 --mfu 0.4 --gpu h100-sxm --explain",
    "train-time --params 7B --tokens 2T --gpus 64 --mfu 0.4 --gpu h100-sxm --sensitivity",
    "checkpoint --model llama-3.1-405b --gpus 16384 --tp 8 --pp 16 --write-bw 500GB/s",
    "storage --tier s3-standard --data 150GiB --files 1.2M --duration 24h -o json",
    "storage --data 20TB --file-size 500MB --sweep tier=* -o csv --fields storage_cost",
    "collective --node dgx-h100 --ranks 64 --size 8GiB",
    "fabric --node dgx-h100 --gpus 1016 --fabric ib-ndr -o json",
    "network --model llama-3.1-70b --gpus 64 --node dgx-h100 --fabric ib-ndr --seq 8192",
    "dataload --gpus 8 --sample-size 150kB --sample-rate 2000/s --tier s3-standard",
    "power --node dgx-h100 --gpus 1024 --rack-power 45kW --grid usa",
    "plan --model llama-3.1-8b --node p5 --gpus 64 --tokens 1T --tier fsx-lustre-scratch-2",
    "plan --model llama-3.1-8b --node p5 --gpus 64 --tokens 1T -o html --part cost",
    "plan --model llama-3.1-8b --gpus 64 --tokens 1T --sweep node=p5,dgx-b200 --compare",
    "service --model llama-3.1-8b --node p5 --prompt 1000 --answer 200 --rate 9/s -o json",
    "check @/tests/robustness/inputs/check.json",
    "check @/tests/robustness/inputs/check.json -o junit",
    "check @/examples/ci/budgets/cost.json --baseline @/examples/ci/baseline/cost.json -o github",
    "check @/examples/ci/budgets/review.json -o markdown",
    "check @/tests/robustness/inputs/before.json -o json",
    "diff @/tests/robustness/inputs/before.json @/tests/robustness/inputs/after.json",
    "catalog",
    "catalog gpus",
    "catalog models llama-3.1-8b -o json",
    "schema kvcache",
    "schema check",
    "units",
    "units bytes",
    "completion bash",
    "help",
    "help kvcache",
    "--version",
};

struct outcome {
    int code; /* exit code; -1: a signal ended it */
    struct fault_report report;
    size_t out_size; /* of standard output */
    unsigned out_sum;
    char err[STDERR_SIZE];
};

static const char *program, *faults, *project;
static long done, failed;

static void slurp(int descriptor, char *bytes, size_t size)
{
    ssize_t count = pread(descriptor, bytes, size - 1, 0);
    bytes[count < 0 ? 0 : count] = '\0';
}

static void sum_up(int descriptor, struct outcome *outcome)
{
    unsigned char bytes[1 << 14];
    ssize_t count;
    outcome->out_size = 0;
    outcome->out_sum = 5381;
    lseek(descriptor, 0, SEEK_SET);
    while ((count = read(descriptor, bytes, sizeof bytes)) > 0) {
        for (ssize_t i = 0; i < count; i++) {
            outcome->out_sum = outcome->out_sum * 33 + bytes[i];
        }
        outcome->out_size += (size_t)count;
    }
}

/* Splits a run into words; "@" at the head of a word is the project. */
static void split(char *line, char **words, char *room, size_t size)
{
    size_t count = 0;
    words[count++] = (char *)(size_t)program;
    for (char *word = strtok(line, " "); word && count < WORDS_MAX - 1; word = strtok(NULL, " ")) {
        if (word[0] == '@') {
            int length = snprintf(room, size, "%s%s", project, word + 1);
            word = room;
            room += length + 1;
            size -= (size_t)length + 1;
        }
        words[count++] = word;
    }
    words[count] = NULL;
}

static void child(const char *run, const char *fault, int out, int err, int report)
{
    char line[1024], room[2048], number[16];
    char *words[WORDS_MAX];
    snprintf(line, sizeof line, "%s", run);
    snprintf(number, sizeof number, "%d", report);
    split(line, words, room, sizeof room);
    setenv("AICALC_FAULT", fault, 1);
    setenv("AICALC_FAULT_REPORT", number, 1);
    setenv("LD_PRELOAD", faults, 1);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    execv(program, words);
    _exit(127);
}

static int scratch(void)
{
    char name[] = "/tmp/aicalc-torture-XXXXXX";
    int descriptor = mkstemp(name);
    unlink(name);
    if (descriptor < 0) {
        perror("mkstemp");
        exit(2);
    }
    return descriptor;
}

static struct outcome try(const char *run, const char *fault)
{
    struct outcome outcome = { 0 };
    int out = scratch(), err = scratch(), report = scratch();
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        child(run, fault, out, err, report);
    }
    waitpid(pid, &status, 0);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (pread(report, &outcome.report, sizeof outcome.report, 0) != sizeof outcome.report) {
        outcome.code = -1;
    }
    sum_up(out, &outcome);
    slurp(err, outcome.err, sizeof outcome.err);
    close(out);
    close(err);
    close(report);
    done++;
    return outcome;
}

static void fail(const char *run, const char *fault, const struct outcome *outcome,
                 const char *what)
{
    failed++;
    printf("FAIL %s: %s: %s (exit %d, %ld blocks left): %s\n", fault, run, what, outcome->code,
           outcome->report.outstanding, outcome->err);
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
    return a->code == b->code && a->out_size == b->out_size && a->out_sum == b->out_sum;
}

/* A failure that the C library works around (a stream without a buffer) changes nothing. */
static void judge(const char *run, const char *fault, const struct outcome *outcome,
                  const struct outcome *usual, int code)
{
    if (outcome->report.fired > 0 && outcome->code == code && code != usual->code) {
        bool told = strncmp(outcome->err, "aicalc: ", 8) == 0 || outcome->err[0] == '{';
        if (!told) {
            fail(run, fault, outcome, "no message");
        } else if (code == 3 && strncmp(fault, "allocate", 8) == 0 && outcome->out_size > 0 &&
                   !strstr(run, "--sweep")) {
            fail(run, fault, outcome, "half an answer on standard output");
        }
    } else if (!is_same(outcome, usual)) {
        fail(run, fault, outcome, "neither the usual answer nor the exit code of a failure");
    }
    if (outcome->report.outstanding != 0) {
        fail(run, fault, outcome, "memory is not freed");
    }
}

/* Fails call after call of a kind. */
static void torture(const char *run, const char *kind, long calls, long stride, int code,
                    const struct outcome *usual)
{
    for (long n = 1; n <= calls; n += n < EACH_MAX ? 1 : stride) {
        char fault[64];
        snprintf(fault, sizeof fault, "%s:%ld", kind, n);
        struct outcome outcome = try(run, fault);
        judge(run, fault, &outcome, usual, code);
    }
}

static void torture_run(const char *run, long stride)
{
    struct outcome usual = try(run, "none:0");
    if (usual.code == 2 && strstr(usual.err, "unknown command")) {
        return;
    }
    if (usual.code < 0 || usual.code == 3 || usual.report.outstanding != 0) {
        fail(run, "no fault", &usual, "fails by itself");
        return;
    }
    torture(run, "allocate", usual.report.allocations, stride, 3, &usual);
    torture(run, "read", usual.report.reads, stride, 2, &usual);
    torture(run, "interrupt", usual.report.transfers, stride, usual.code, &usual);
    torture(run, "short", 1, 1, usual.code, &usual);
    if (usual.code != 2) { /* then all writes are of the answer */
        torture(run, "write", usual.report.writes, stride, 3, &usual);
    }
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: torture PROGRAM FAULTS PROJECT [STRIDE]\n", stderr);
        return 2;
    }
    program = argv[1];
    faults = argv[2];
    project = argv[3];
    long stride = argc > 4 ? atol(argv[4]) : 101;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        torture_run(runs[i], stride > 0 ? stride : 1);
    }
    printf("%ld runs, %ld failed\n", done, failed);
    return failed > 0;
}
