/* SPDX-License-Identifier: Apache-2.0 */
/*
 * outputs FILE [--write | --first | --print]: every command of FILE says what it said when FILE was
 * written, byte for byte: standard output, standard error and the exit code.
 *
 * FILE has a line a command, as one types it, behind a sum over what it says; a line without a sum is new,
 * "#" begins a comment. --write takes over all sums, --first ends at the first command that says something
 * else (for tests/mutation.sh), --print writes what all commands say: that of two builds, beside each
 * other, shows what changed.
 *
 * The program is inside: what a shell would only split into words is answered in this process, which takes a
 * fraction of the time. Everything else is run by sh, for which `aicalc` is this file again. Both in a folder of their
 * own, one after the other, which goes at the end: what one command writes into a file a later one may
 * read. `data` there is tests/data, `examples` those of the project, `weights` the files that weight_files
 * wrote beside this program. No locale, no file of settings, no input; `COLUMNS=60 aicalc ...` is run with a
 * terminal that wide as its standard output.
 */
#define _XOPEN_SOURCE 700 /* terminals */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "program.h"
#include "take_over.h"

#define PATH_SIZE  4096
#define SUM_LENGTH 8
#define SHOWN_MAX  10
#define WORDS_MAX  200

enum mode { COMPARE, WRITE, FIRST, PRINT };

struct said {
    char *text; /* standard output, then standard error, then the exit code */
    size_t length, room;
};

static void fail(const char *what)
{
    perror(what);
    exit(2);
}

static void add(struct said *said, const char *bytes, size_t count)
{
    if (said->length + count > said->room) {
        said->room = 2 * (said->length + count);
        said->text = realloc(said->text, said->room);
        if (!said->text) {
            fail("outputs");
        }
    }
    memcpy(said->text + said->length, bytes, count);
    said->length += count;
}

/* A terminal of so many columns that changes no byte: the end to read from and the end to write to. */
static void open_terminal(unsigned short columns, int ends[2])
{
    struct winsize size = { .ws_row = 24, .ws_col = columns };
    struct termios settings;
    ends[0] = posix_openpt(O_RDWR | O_NOCTTY);
    if (ends[0] < 0 || grantpt(ends[0]) != 0 || unlockpt(ends[0]) != 0) {
        fail("a terminal");
    }
    ends[1] = open(ptsname(ends[0]), O_RDWR | O_NOCTTY);
    if (ends[1] < 0 || tcgetattr(ends[1], &settings) != 0 ||
        ioctl(ends[1], TIOCSWINSZ, &size) != 0) {
        fail("a terminal");
    }
    settings.c_oflag &= ~(tcflag_t)OPOST;
    tcsetattr(ends[1], TCSANOW, &settings);
}

/* What is written to a terminal, until the other end is closed (EIO). */
static void copy_terminal(int from, int to)
{
    char bytes[65536];
    ssize_t count;
    while ((count = read(from, bytes, sizeof bytes)) > 0 || (count < 0 && errno == EINTR)) {
        if (count > 0 && write(to, bytes, (size_t)count) != count) {
            fail("outputs");
        }
    }
    close(from);
}

/* Runs a command by sh; its exit code. */
static int run_shell(const char *command, int out, int err)
{
    static const char prefix[] = "COLUMNS=";
    int ends[2] = { -1, out }, status = 0;
    bool has_terminal = strncmp(command, prefix, sizeof prefix - 1) == 0;
    if (has_terminal) {
        open_terminal((unsigned short)atoi(command + sizeof prefix - 1), ends);
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    if (has_terminal) {
        close(ends[1]);
        copy_terminal(ends[0], out);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        fail("sh");
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Copies the word at `*from` without its quotes; false where there is something for a shell to do in it. */
static bool take_word(const char **from, char *to)
{
    const char *at = *from, *special = "|&;<>()$`\\*?[]#~!{}\t\"'";
    char quote = '\0';
    for (; *at && (quote || *at != ' '); at++) {
        if (quote ? *at == quote : *at == '\'' || *at == '"') {
            quote = quote ? '\0' : *at;
        } else if (quote != '\'' && strchr(quote ? "$`\\" : special, *at)) {
            return false;
        } else {
            *to++ = *at;
        }
    }
    *to = '\0';
    *from = at + strspn(at, " ");
    return !quote;
}

/* The words of a command of the program, into `text`, which has room for them; 0 where it is one for a shell. */
static int split(const char *command, char *text, char *words[WORDS_MAX])
{
    int count = 0;
    while (*command && count < WORDS_MAX - 1) {
        words[count] = text;
        if (!take_word(&command, text)) {
            return 0;
        }
        text += strlen(text) + 1;
        count++;
    }
    words[count] = NULL;
    return *command || count == 0 || strcmp(words[0], "aicalc") != 0 ? 0 : count;
}

static const char *running; /* for the case that it ends all of this */

static void tell_running(int number)
{
    (void)!write(STDERR_FILENO, running, strlen(running));
    (void)!write(STDERR_FILENO, "\n", 1);
    signal(number, SIG_DFL);
    raise(number);
}

/* Runs the program in this process, with its output in files; its exit code. */
static int run_here(int count, char **words, int out, int err)
{
    int kept_out = dup(STDOUT_FILENO), kept_err = dup(STDERR_FILENO);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    int code = program_main(count, words);
    fflush(stdout);
    dup2(kept_out, STDOUT_FILENO);
    dup2(kept_err, STDERR_FILENO);
    close(kept_out);
    close(kept_err);
    return code;
}

/* All of a file, which is empty then. */
static void take_all(struct said *said, int from)
{
    char bytes[65536];
    lseek(from, 0, SEEK_SET);
    for (ssize_t count; (count = read(from, bytes, sizeof bytes)) > 0;) {
        add(said, bytes, (size_t)count);
    }
    lseek(from, 0, SEEK_SET);
    if (ftruncate(from, 0) != 0) {
        fail("outputs");
    }
}

/* Runs a command in the folder where this program stands. */
static void run(const char *command, struct said *said)
{
    static FILE *out, *err;
    char *words[WORDS_MAX], exit_code[32];
    char *text = malloc(strlen(command) + 1);
    out = out ? out : tmpfile();
    err = err ? err : tmpfile();
    if (!text || !out || !err) {
        fail("outputs");
    }
    running = command;
    int count = split(command, text, words);
    int code = count > 0 ? run_here(count, words, fileno(out), fileno(err))
                         : run_shell(command, fileno(out), fileno(err));
    int length = snprintf(exit_code, sizeof exit_code, "exit %d\n", code);
    said->length = 0;
    take_all(said, fileno(out));
    take_all(said, fileno(err));
    add(said, exit_code, (size_t)length);
    free(text);
}

static uint32_t sum_of(const struct said *said)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < said->length; i++) {
        sum = (sum ^ (unsigned char)said->text[i]) * 0x100000001b3u;
    }
    return (uint32_t)(sum ^ sum >> 32);
}

/* The command of a line: behind its sum, if it has one. */
static const char *command_of(const char *line)
{
    bool has_sum = strspn(line, "0123456789abcdef") == SUM_LENGTH && line[SUM_LENGTH] == ' ';
    return has_sum ? line + SUM_LENGTH + 1 : line;
}

/* A link NAME in the folder of this run to PLACE, beside the file or program that PATH leads to. */
static void link_beside(const char *folder, const char *name, const char *path, const char *place)
{
    char beside[PATH_SIZE], target[PATH_SIZE], link[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    int length = slash ? (int)(slash - path) : 1;
    snprintf(beside, sizeof beside, "%.*s/%s", length, slash ? path : ".", place);
    if (!realpath(beside, target)) {
        fail(beside);
    }
    snprintf(link, sizeof link, "%s/%s", folder, name);
    if (symlink(target, link) != 0) {
        fail(link);
    }
}

/* Nothing of the machine or its user is seen by a command. */
static void clear_environment(const char *folder)
{
    static const char *const names[] = { "COLUMNS",  "LANG",           "LC_ALL",
                                         "LC_CTYPE", "AICALC_CATALOG", "XDG_CONFIG_HOME",
                                         "NO_COLOR" };
    char path[2 * PATH_SIZE];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        unsetenv(names[i]);
    }
    snprintf(path, sizeof path, "%s/bin:%s", folder, getenv("PATH"));
    setenv("PATH", path, 1);
    setenv("HOME", folder, 1);
    setenv("TERM", "dumb", 1);
}

/* The name of a file, without its folder. */
static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Makes the folder of this run and enters it. */
static void enter(char *folder, const char *self, const char *file)
{
    char bin[PATH_SIZE];
    if (!mkdtemp(folder)) {
        fail(folder);
    }
    snprintf(bin, sizeof bin, "%s/bin", folder);
    if (mkdir(bin, 0700) != 0) {
        fail(bin);
    }
    link_beside(folder, "bin/aicalc", self, name_of(self));
    link_beside(folder, "weights", self, "../weights");
    link_beside(folder, "data", file, "../data");
    link_beside(folder, "examples", file, "../../examples");
    clear_environment(folder);
    if (chdir(folder) != 0) {
        fail(folder);
    }
}

static void leave(const char *folder)
{
    char command[PATH_SIZE];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (chdir("/") != 0 || system(command) != 0) {
        fail(folder);
    }
}

/* Copies `file` to `to` with today's sums, or compares them; returns how many differ. */
static int ask_all(FILE *file, FILE *to, enum mode mode, int *asked)
{
    static struct said said;
    char *line = NULL, sum[SUM_LENGTH + 1];
    size_t size = 0;
    int differ = 0;
    for (ssize_t length; (length = getline(&line, &size, file)) > 0;) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0') {
            fprintf(to, "%s\n", line);
            continue;
        }
        const char *command = command_of(line);
        run(command, &said);
        (*asked)++;
        snprintf(sum, sizeof sum, "%08x", (unsigned)sum_of(&said));
        fprintf(to, "%s %s\n", sum, command);
        if (mode == PRINT) {
            printf("== %s\n%.*s", command, (int)said.length, said.text);
        } else if (mode != WRITE && (command == line || strncmp(line, sum, SUM_LENGTH) != 0)) {
            differ++;
            if (differ <= SHOWN_MAX) {
                printf("FAIL %s\n", command);
            }
            if (mode == FIRST) {
                break;
            }
        }
    }
    free(line);
    free(said.text);
    return differ;
}

int main(int argc, char **argv)
{
    static const char *const modes[] = { "", "--write", "--first", "--print" };
    char folder[] = "/tmp/outputs-XXXXXX", path[PATH_SIZE];
    int mode = COMPARE, asked = 0;
    if (strcmp(name_of(argv[0]), "aicalc") == 0) {
        return program_main(argc, argv);
    }
    while (argc > 2 && mode <= PRINT && strcmp(argv[2], modes[mode]) != 0) {
        mode++;
    }
    FILE *file = argc > 1 && mode <= PRINT ? fopen(argv[1], "r") : NULL;
    FILE *again = tmpfile();
    if (!file || !again || !realpath(argv[1], path)) {
        fputs("usage: outputs FILE [--write | --first | --print]\n", stderr);
        return 2;
    }
    if (!freopen("/dev/null", "r", stdin)) {
        fail("/dev/null");
    }
    signal(SIGSEGV, tell_running);
    signal(SIGABRT, tell_running);
    signal(SIGFPE, tell_running);
    enter(folder, argv[0], argv[1]);
    int differ = ask_all(file, again, (enum mode)mode, &asked);
    leave(folder);
    if (mode == WRITE) {
        return take_over(again, path) ? 0 : 2;
    }
    if (mode != PRINT) {
        printf("%d commands, %d say something else%s\n", asked, differ,
               differ ? "; outputs FILE --print, of this build and an older one, shows what;\n"
                        "--write takes over what is meant"
                      : "");
    }
    return differ > 0 || asked == 0;
}
