/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs cases that are data: `run_cases PROGRAM HF_FOLDER CASES...`, in short lines or, *.json, JSON.
 * With --table before these: prints those that others published or measured as a Markdown table.
 * With --errors: of each file how far its measured figures are from what is computed. With --strict:
 * cases that match a message by a short word fail. With --first: ends where a case fails.
 *
 * The program is run as a user runs it; what it prints is compared, and every failed expectation named.
 */
#include "case_rules.h"
#include "case_text.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define WORDS_MAX   96
#define FIGURES_MAX 4096

struct text {
    char *at;
    size_t length;
};

/* One run of the program. */
struct run {
    struct text out, err;
    int code;
};

struct runner {
    const char *program;
    const char *hf;
    char weights[4096],
        files[4096]; /* {f}: real weight files; {w}: those that weight_files wrote */
    const char *file;
    const char *name;
    bool failed; /* the case at hand */
    int passed, failures;
    bool table, errors, strict, first;
    double error[FIGURES_MAX]; /* of a file: of each measured figure, as a share of it */
    int error_count;
    int banded, inside;       /* of these, with a stated band, and within it */
    int figures, exact, near; /* of the table: all, equal, within a percent */
    double farthest;          /* largest difference */
};

static void fail(struct runner *runner, const char *what, const char *detail)
{
    printf("FAIL %s: %s: %s%s%s\n", runner->file, runner->name, what, detail ? ": " : "",
           detail ? detail : "");
    runner->failed = true;
}

static void append(struct text *text, const char *bytes, size_t length)
{
    char *grown = realloc(text->at, text->length + length + 1);
    if (!grown) {
        perror("realloc");
        exit(2);
    }
    memcpy(grown + text->length, bytes, length);
    text->at = grown;
    text->length += length;
    text->at[text->length] = '\0';
}

static bool drain(int descriptor, struct text *text)
{
    char buffer[65536];
    ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count > 0) {
        append(text, buffer, (size_t)count);
    }
    return count > 0 || (count < 0 && errno == EINTR);
}

/* Reads both ends until both are closed. */
static void collect(struct run *run, int out, int err)
{
    struct pollfd ends[] = { { out, POLLIN, 0 }, { err, POLLIN, 0 } };
    struct text *texts[] = { &run->out, &run->err };
    int open_ends = 2;
    append(&run->out, "", 0);
    append(&run->err, "", 0);
    while (open_ends > 0) {
        if (poll(ends, 2, -1) < 0) {
            continue;
        }
        for (int i = 0; i < 2; i++) {
            if (ends[i].fd >= 0 && ends[i].revents && !drain(ends[i].fd, texts[i])) {
                close(ends[i].fd);
                ends[i].fd = -1;
                open_ends--;
            }
        }
    }
}

/* Writes the head of a file into a pipe, as far as it is read. */
static int piped_file(const char *path, size_t most)
{
    int ends[2];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || pipe(ends) != 0) {
        perror(path);
        exit(2);
    }
    fflush(NULL);
    if (fork() == 0) {
        char buffer[65536];
        ssize_t count;
        close(ends[0]);
        while (most > 0 &&
               (count = read(file, buffer, most < sizeof buffer ? most : sizeof buffer)) > 0 &&
               write(ends[1], buffer, (size_t)count) == count) {
            most -= (size_t)count;
        }
        _exit(0);
    }
    close(ends[1]);
    close(file);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    return ends[0];
}

/* A file whose content is the case's standard input. */
static int input_file(const char *text)
{
    FILE *file = tmpfile();
    if (!file) {
        perror("tmpfile");
        exit(2);
    }
    fwrite(text, 1, strlen(text), file);
    fflush(file);
    lseek(fileno(file), 0, SEEK_SET);
    return fileno(file);
}

/* What a case gives on standard input: a text, or the head of a file through a pipe. */
struct input {
    char *text;
    bool is_file;
    size_t most; /* bytes of the file */
};

static void execute(const struct runner *runner, char **argv, char **environment,
                    const struct input *input, struct run *run)
{
    int given = -1;
    int out[2], err[2];
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    if (pipe(out) != 0 || pipe(err) != 0) {
        perror("pipe");
        exit(2);
    }
    posix_spawn_file_actions_init(&actions);
    if (input->text) {
        given = input->is_file ? piped_file(input->text, input->most) : input_file(input->text);
        posix_spawn_file_actions_adddup2(&actions, given, 0);
    } else {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    }
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    for (int i = 0; i < 2; i++) {
        posix_spawn_file_actions_addclose(&actions, out[i]);
        posix_spawn_file_actions_addclose(&actions, err[i]);
    }
    int error = posix_spawn(&child, runner->program, &actions, NULL, argv, environment);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    close(err[1]);
    if (given >= 0) {
        close(given);
    }
    if (error != 0) {
        fprintf(stderr, "%s: %s\n", runner->program, strerror(error));
        exit(2);
    }
    collect(run, out[0], err[0]);
    waitpid(child, &status, 0);
    run->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The folder that stands for a word in braces, NULL if it is none. */
static const char *folder_of(const struct runner *runner, const char *word, size_t *length)
{
    const struct {
        const char *mark, *folder;
    } marks[] = { { "{hf}", runner->hf }, { "{f}", runner->weights }, { "{w}", runner->files } };
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        *length = strlen(marks[i].mark);
        if (strncmp(word, marks[i].mark, *length) == 0) {
            return marks[i].folder;
        }
    }
    return NULL;
}

/* "{hf}/x.json" with the folder put in; the caller frees it. */
static char *expand(const struct runner *runner, const char *word)
{
    struct text text = { NULL, 0 };
    append(&text, "", 0);
    while (*word) {
        size_t length;
        const char *folder = folder_of(runner, word, &length);
        if (folder) {
            append(&text, folder, strlen(folder));
            word += length;
        } else {
            append(&text, word++, 1);
        }
    }
    return text.at;
}

static const cJSON *get(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static bool contains_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; *text; text++) {
        if (strncasecmp(text, word, length) == 0) {
            return true;
        }
    }
    return length == 0;
}

static void expect_words(struct runner *runner, const cJSON *words, const char *text,
                         const char *where)
{
    const cJSON *word;
    cJSON_ArrayForEach(word, words)
    {
        if (!contains_word(text, word->valuestring)) {
            char detail[4096];
            snprintf(detail, sizeof detail, "'%s' is not in: %.3000s", word->valuestring, text);
            fail(runner, where, detail);
        }
    }
}

static bool same(const cJSON *wanted, const cJSON *actual, double tolerance)
{
    if (cJSON_IsNumber(wanted) && cJSON_IsNumber(actual)) {
        double limit = fabs(wanted->valuedouble) * (tolerance > 1e-12 ? tolerance : 1e-12);
        return fabs(wanted->valuedouble - actual->valuedouble) <= limit;
    }
    if (cJSON_IsString(wanted) && cJSON_IsString(actual)) {
        return strcmp(wanted->valuestring, actual->valuestring) == 0;
    }
    if (cJSON_IsNull(wanted)) { /* no upper limit */
        return cJSON_IsNull(actual);
    }
    return cJSON_IsBool(wanted) && cJSON_IsBool(actual) && wanted->type == actual->type;
}

static void fail_value(struct runner *runner, const char *name, const cJSON *wanted,
                       const cJSON *actual)
{
    char detail[512];
    char *a = cJSON_PrintUnformatted(wanted);
    char *b = actual ? cJSON_PrintUnformatted(actual) : NULL;
    snprintf(detail, sizeof detail, "wanted %s, got %s", a, b ? b : "nothing");
    fail(runner, name, detail);
    free(a);
    free(b);
}

static void expect_results(struct runner *runner, const cJSON *expect, const cJSON *answer)
{
    const cJSON *results = get(answer, "results");
    const cJSON *item;
    cJSON_ArrayForEach(item, expect)
    {
        const cJSON *result = get(results, item->string);
        const cJSON *tolerance = get(item, "rel");
        if (get(item, "absent")) {
            if (result) {
                fail(runner, item->string, "is there, but should be left out");
            }
        } else if (!result || !same(get(item, "value"), get(result, "value"),
                                    tolerance ? tolerance->valuedouble : 0)) {
            fail_value(runner, item->string, get(item, "value"),
                       result ? get(result, "value") : NULL);
        }
    }
}

static bool is_of_weights(const cJSON *inputs)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, inputs)
    {
        const cJSON *source = get(item, "source");
        if (source && strncmp(source->valuestring, "weights:", 8) == 0) {
            return true;
        }
    }
    return false;
}

/* The inputs from the catalog must be these, no more and no less; a header of weights sets dozens. */
static void expect_fields(struct runner *runner, const cJSON *fields, const cJSON *answer)
{
    const cJSON *inputs = get(answer, "inputs");
    const cJSON *item;
    bool exactly = !is_of_weights(inputs);
    cJSON_ArrayForEach(item, fields)
    {
        const cJSON *input = get(inputs, item->string);
        if (!input || !same(item, get(input, "value"), 0)) {
            fail_value(runner, item->string, item, input ? get(input, "value") : NULL);
        }
    }
    cJSON_ArrayForEach(item, inputs)
    {
        const cJSON *origin = get(item, "origin");
        if (exactly && fields && origin && strcmp(origin->valuestring, "catalog") == 0 &&
            !get(fields, item->string)) {
            fail(runner, item->string, "is set from the file, but not expected");
        }
    }
}

static bool has_warning(const cJSON *answer, const char *id)
{
    const cJSON *warning;
    cJSON_ArrayForEach(warning, get(answer, "warnings"))
    {
        if (strcmp(get(warning, "id")->valuestring, id) == 0) {
            return true;
        }
    }
    return false;
}

static void expect_lists(struct runner *runner, const cJSON *item, const cJSON *answer)
{
    const cJSON *id;
    for (int wanted = 0; wanted < 2; wanted++) {
        cJSON_ArrayForEach(id, get(item, wanted ? "warnings" : "quiet"))
        {
            if (has_warning(answer, id->valuestring) != wanted) {
                fail(runner, wanted ? "warning is missing" : "warning should not be there",
                     id->valuestring);
            }
        }
    }
    cJSON_ArrayForEach(id, get(item, "absent"))
    {
        if (get(get(answer, "results"), id->valuestring)) {
            fail(runner, "should be left out", id->valuestring);
        }
    }
}

static void expect_answer(struct runner *runner, const cJSON *item, const struct run *run)
{
    cJSON *answer = cJSON_Parse(run->out.at);
    if (!answer) {
        fail(runner, "the answer is not JSON", run->out.at);
        return;
    }
    expect_results(runner, get(item, "expect"), answer);
    if (get(item, "fields")) {
        expect_fields(runner, get(item, "fields"), answer);
    }
    expect_lists(runner, item, answer);
    cJSON_Delete(answer);
}

static void check(struct runner *runner, const cJSON *item, const struct run *run)
{
    const cJSON *exit_code = get(item, "exit");
    int wanted = exit_code ? (int)exit_code->valuedouble : 0;
    if (run->code != wanted) {
        char detail[4096];
        snprintf(detail, sizeof detail, "wanted %d, got %d: %.3000s", wanted, run->code,
                 run->err.at);
        fail(runner, "exit code", detail);
        return;
    }
    if (wanted >= 2) {
        if (run->out.length > 0 && !get(item, "stdout")) {
            fail(runner, "standard output is not empty", run->out.at);
        }
        if (strncmp(run->err.at, "aicalc: ", 8) != 0 && run->err.at[0] != '{') {
            fail(runner, "the message has no 'aicalc: ' before it", run->err.at);
        }
    } else if (run->err.length > 0) {
        fail(runner, "standard error is not empty", run->err.at);
    }
    expect_words(runner, get(item, "stderr"), run->err.at, "standard error");
    expect_words(runner, get(item, "stdout"), run->out.at, "standard output");
    if (get(item, "expect") || get(item, "fields") || get(item, "warnings") || get(item, "quiet")) {
        expect_answer(runner, item, run);
    }
}

/* A number of the table: six digits, large quantities with a decimal prefix. */
static void print_number(double value, const char *unit)
{
    static const char *const prefixes[] = { "", "k", "M", "G", "T", "P", "E", "Z", "Y" };
    bool plain = !unit || strcmp(unit, "1") == 0;
    size_t prefix = 0;
    if (plain || !strstr(" B B/s FLOP FLOP/s J W ", unit)) {
        printf(fabs(value) < 1e15 && value == floor(value) ? " %.0f" : " %.6g", value);
    } else {
        for (; fabs(value) >= 1000 && prefix < 8; prefix++) {
            value /= 1000;
        }
        printf(" %.6g", value);
    }
    printf("%s%s%s |", plain ? "" : " ", prefixes[prefix], plain ? "" : unit);
}

static void print_value(const cJSON *value, const char *unit)
{
    if (cJSON_IsNumber(value)) {
        print_number(value->valuedouble, unit);
    } else if (cJSON_IsString(value)) {
        printf(" %s |", value->valuestring);
    } else {
        printf(" %s |", !value ? "-" : cJSON_IsTrue(value) ? "yes" : "no");
    }
}

static void print_difference(struct runner *runner, const cJSON *theirs, const cJSON *ours)
{
    runner->figures++;
    if (!cJSON_IsNumber(theirs) || !cJSON_IsNumber(ours) || theirs->valuedouble == 0) {
        bool equal = ours && same(theirs, ours, 0);
        runner->exact += equal;
        runner->near += equal;
        printf(" %s |", equal ? "none" : "differs");
        return;
    }
    double difference = ours->valuedouble / theirs->valuedouble - 1;
    runner->farthest = fmax(runner->farthest, fabs(difference));
    runner->exact += fabs(difference) < 5e-9;
    runner->near += fabs(difference) <= 0.01;
    if (fabs(difference) < 5e-9) {
        printf(" none |");
    } else {
        printf(" %+.2g %% |", 100 * difference);
    }
}

/* Text of a cell: '|' would end it. */
static void print_text(const char *text)
{
    putchar(' ');
    for (; *text; text++) {
        printf(strchr("|*_<>[]", *text) ? "\\%c" : "%c", *text);
    }
    printf(" |");
}

static bool is_of_others(const cJSON *item)
{
    const cJSON *kind = get(item, "kind");
    return get(item, "expect") && kind &&
           (strcmp(kind->valuestring, "published") == 0 ||
            strcmp(kind->valuestring, "measured") == 0);
}

/* The rows of a case, one for each result that it expects. */
static void print_rows(struct runner *runner, const cJSON *item, const struct run *run)
{
    cJSON *answer = cJSON_Parse(run->out.at);
    const cJSON *wanted;
    cJSON_ArrayForEach(wanted, get(item, "expect"))
    {
        const cJSON *result = get(get(answer, "results"), wanted->string);
        const cJSON *unit = get(result, "unit");
        if (get(wanted, "absent")) {
            continue;
        }
        printf("|");
        print_text(runner->name);
        printf(" `%s` |", wanted->string);
        print_value(get(wanted, "value"), unit ? unit->valuestring : NULL);
        print_value(get(result, "value"), unit ? unit->valuestring : NULL);
        print_difference(runner, get(wanted, "value"), get(result, "value"));
        printf(" %s |", get(item, "kind")->valuestring);
        print_text(get(item, "source")->valuestring);
        printf("\n");
    }
    cJSON_Delete(answer);
}

static bool is_measured(const cJSON *item)
{
    return is_of_others(item) && strcmp(get(item, "kind")->valuestring, "measured") == 0;
}

/* Takes the measured figures of a case: how far each is from what is computed. */
static void take_errors(struct runner *runner, const cJSON *item, const struct run *run)
{
    cJSON *answer = cJSON_Parse(run->out.at);
    const cJSON *wanted;
    cJSON_ArrayForEach(wanted, get(item, "expect"))
    {
        const cJSON *result = get(get(answer, "results"), wanted->string);
        const cJSON *theirs = get(wanted, "value");
        const cJSON *ours = get(result, "value");
        const cJSON *band = get(result, "band");
        if (!cJSON_IsNumber(theirs) || !cJSON_IsNumber(ours) || theirs->valuedouble == 0 ||
            runner->error_count == FIGURES_MAX) {
            continue;
        }
        runner->error[runner->error_count++] = fabs(ours->valuedouble / theirs->valuedouble - 1);
        if (band) {
            runner->banded++;
            runner->inside += get(band, "low")->valuedouble <= theirs->valuedouble &&
                              theirs->valuedouble <= get(band, "high")->valuedouble;
        }
    }
    cJSON_Delete(answer);
}

static bool asks_for_format(const cJSON *args)
{
    const cJSON *word;
    cJSON_ArrayForEach(word, args)
    {
        if (strcmp(word->valuestring, "-o") == 0) {
            return true;
        }
    }
    return false;
}

/* Environment of the case: the caller's with what the case sets in front. */
static void build_environment(const cJSON *item, char **environment, size_t most)
{
    size_t count = 0;
    const cJSON *variable;
    cJSON_ArrayForEach(variable, get(item, "env"))
    {
        environment[count++] = variable->valuestring;
    }
    for (char **e = environ; *e && count + 1 < most; e++) {
        size_t name = strcspn(*e, "=") + 1;
        bool set = false;
        for (size_t i = 0; i < count; i++) {
            set = set || strncmp(environment[i], *e, name) == 0;
        }
        if (!set) {
            environment[count++] = *e;
        }
    }
    environment[count] = NULL;
}

/* Text as it stands, anything else as JSON, "{w}/x" the file of that name. */
static struct input input_of(const struct runner *runner, const cJSON *item)
{
    const cJSON *input = get(item, "stdin");
    const cJSON *most = get(item, "stdin_bytes");
    struct input given = { NULL, false, most ? (size_t)most->valuedouble : SIZE_MAX };
    size_t length;
    if (cJSON_IsString(input)) {
        given.text = expand(runner, input->valuestring);
        given.is_file = folder_of(runner, input->valuestring, &length) != NULL;
    } else if (input) {
        given.text = cJSON_PrintUnformatted(input);
    }
    return given;
}

static void free_run(struct run *run)
{
    free(run->out.at);
    free(run->err.at);
}

/* Whether `aicalc explain WORD` knows a result or warning of that name; `context`: the runner. */
static bool knows(void *context, const char *calculator, const char *kind, const char *word)
{
    const struct runner *runner = context;
    char words[][9] = { "aicalc", "explain", "-o", "json" };
    struct text copy = { NULL, 0 };
    append(&copy, word, strlen(word));
    char *argv[] = { words[0], words[1], copy.at, words[2], words[3], NULL };
    struct run run = { { NULL, 0 }, { NULL, 0 }, 0 };
    struct input nothing = { NULL, false, 0 };
    execute(runner, argv, environ, &nothing, &run);
    cJSON *answer = cJSON_Parse(run.out.at);
    const cJSON *meaning, *owner;
    bool found = false;
    cJSON_ArrayForEach(meaning, get(answer, "meanings"))
    {
        const cJSON *owners = get(meaning, "calculators");
        bool fits = strcmp(get(meaning, "kind")->valuestring, kind) == 0;
        found = found || (fits && !owners->child); /* a warning that any calculator may give */
        cJSON_ArrayForEach(owner, owners)
        {
            size_t length = strlen(owner->valuestring); /* of a part: "train-time.energy" */
            bool is_part = strncmp(word, owner->valuestring, length) == 0 && word[length] == '.';
            found = found || (fits && (is_part || strcmp(owner->valuestring, calculator) == 0));
        }
    }
    cJSON_Delete(answer);
    free(copy.at);
    free_run(&run);
    return found;
}

/* Names a case that is not well-formed, which then is not run. */
static bool is_sound(struct runner *runner, const cJSON *item)
{
    const struct case_rules rules = { knows, runner, runner->strict };
    const cJSON *name = get(item, "name");
    char mistake[512];
    runner->name = cJSON_IsString(name) ? name->valuestring : "(no name)";
    if (case_is_sound(&rules, item, mistake, sizeof mistake)) {
        return true;
    }
    fail(runner, "this case is wrong", mistake);
    runner->failures++;
    return false;
}

static void run_case(struct runner *runner, const cJSON *item)
{
    char *argv[WORDS_MAX];
    char *environment[512];
    size_t count = 0;
    struct run run = { { NULL, 0 }, { NULL, 0 }, 0 };
    const cJSON *word;
    const cJSON *args = get(item, "args");
    struct input input = input_of(runner, item);
    runner->name = get(item, "name")->valuestring;
    runner->failed = false;
    argv[count++] = expand(runner, "aicalc");
    cJSON_ArrayForEach(word, args)
    {
        argv[count++] = expand(runner, word->valuestring);
    }
    if (!asks_for_format(args) && !get(item, "plain")) {
        argv[count++] = expand(runner, "-o");
        argv[count++] = expand(runner, "json");
    }
    argv[count] = NULL;
    build_environment(item, environment, 512);
    execute(runner, argv, environment, &input, &run);
    if (runner->errors) {
        take_errors(runner, item, &run);
    } else if (runner->table) {
        print_rows(runner, item, &run);
    } else {
        check(runner, item, &run);
    }
    runner->failures += runner->failed;
    runner->passed += !runner->failed;
    for (size_t i = 0; i < count; i++) {
        free(argv[i]);
    }
    free(input.text);
    free_run(&run);
}

static void run_file(struct runner *runner, const char *path)
{
    struct text text = { NULL, 0 };
    int descriptor = open(path, O_RDONLY);
    if (descriptor < 0) {
        perror(path);
        exit(2);
    }
    append(&text, "", 0);
    while (drain(descriptor, &text)) {
    }
    close(descriptor);
    const char *slash = strrchr(path, '/');
    char mistake[200] = "not a list of cases";
    cJSON *cases = strstr(slash ? slash : path, ".json")
                       ? cJSON_Parse(text.at)
                       : case_text_read(text.at, mistake, sizeof mistake);
    if (!cJSON_IsArray(cases)) {
        fprintf(stderr, "%s: %s\n", path, mistake);
        exit(2);
    }
    runner->file = slash ? slash + 1 : path;
    const cJSON *item;
    cJSON_ArrayForEach(item, cases)
    {
        bool shown = runner->errors ? is_measured(item) : runner->table && is_of_others(item);
        if (shown || (!runner->table && !runner->errors && is_sound(runner, item))) {
            run_case(runner, item);
        }
        if (runner->first && runner->failures > 0) {
            break;
        }
    }
    cJSON_Delete(cases);
    free(text.at);
}

/* The table of a page: what others published or measured beside ours. */
static void print_table(struct runner *runner, char **paths)
{
    printf("\n| Case | Result | Theirs | Ours | Difference | Kind | Source |\n"
           "|---|---|---:|---:|---:|---|---|\n");
    for (; *paths; paths++) {
        run_file(runner, *paths);
    }
    if (runner->figures == 0) {
        printf("\nNo published or measured figure has been found yet.\n\n");
        return;
    }
    printf(
        "\n%d figures of others: %d equal, %d within 1 %%; the largest difference is %.2g %%.\n\n",
        runner->figures, runner->exact, runner->near, 100 * runner->farthest);
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The least value that is not below this share of them, in percent. */
static double quantile(const struct runner *runner, double share)
{
    int index = (int)ceil(share * runner->error_count) - 1;
    return 100 * runner->error[index > 0 ? index : 0];
}

/* A row for each file that has measured figures. */
static void print_errors(struct runner *runner, char **paths)
{
    printf(
        "\n| Calculator | Measured figures | Median error | 90th percentile | With a stated band "
        "| Inside it |\n|---|---:|---:|---:|---:|---:|\n");
    for (; *paths; paths++) {
        runner->error_count = runner->banded = runner->inside = 0;
        run_file(runner, *paths);
        if (runner->error_count == 0) {
            continue;
        }
        qsort(runner->error, (size_t)runner->error_count, sizeof runner->error[0], compare_numbers);
        printf("| %.*s | %d | %.2g %% | %.2g %% | %d |", (int)strcspn(runner->file, "."),
               runner->file, runner->error_count, quantile(runner, 0.5), quantile(runner, 0.9),
               runner->banded);
        if (runner->banded > 0) {
            printf(" %.0f %% |\n", 100.0 * runner->inside / runner->banded);
        } else {
            printf(" |\n");
        }
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    const char *self = strrchr(argv[0], '/') ? argv[0] : "./run_cases";
    size_t folder_length = (size_t)(strrchr(self, '/') - self);
    bool table = argc > 1 && strcmp(argv[1], "--table") == 0;
    bool errors = argc > 1 && strcmp(argv[1], "--errors") == 0;
    bool strict = argc > 1 && strcmp(argv[1], "--strict") == 0;
    bool first = argc > 1 && strcmp(argv[1], "--first") == 0;
    argc -= table || errors || strict || first;
    argv += table || errors || strict || first;
    if (argc < 4) {
        fprintf(stderr, "usage: run_cases [--table|--errors|--strict|--first] PROGRAM HF_FOLDER "
                        "CASES...\n");
        return 2;
    }
    static struct runner runner;
    runner = (struct runner){ .program = argv[1],
                              .hf = argv[2],
                              .table = table,
                              .errors = errors,
                              .strict = strict,
                              .first = first };
    snprintf(runner.weights, sizeof runner.weights, "%s/../weights", argv[2]);
    snprintf(runner.files, sizeof runner.files, "%.*s/weights", (int)folder_length, self);
    if (errors || table) {
        (errors ? print_errors : print_table)(&runner, argv + 3);
        return 0;
    }
    for (int i = 3; i < argc && !(first && runner.failures > 0); i++) {
        run_file(&runner, argv[i]);
    }
    printf("%d passed, %d failed\n", runner.passed, runner.failures);
    return runner.failures > 0 || runner.passed == 0;
}
