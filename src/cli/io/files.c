/* SPDX-License-Identifier: Apache-2.0 */
/* Reading files whole, once each, with a cap; and comparing their names. */
#include "cli/io/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/io/pipe.h"

static bool fail_read(const char *path, int reason, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_FILE, NULL, "cannot read '%s': %s", path, cli_reason(reason));
    return reason == EISDIR ? aic_suggest(error, "give a file, not a directory") : false;
}

/* Appends what the descriptor gives to `file`, up to one byte beyond the cap. */
static bool read_all(int descriptor, struct cli_file *file, struct aic_error *error)
{
    size_t capacity = 0;
    for (;;) {
        if (file->length + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *text = realloc(file->text, capacity);
            if (!text) {
                return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
            }
            file->text = text;
        }
        ssize_t count = read(descriptor, file->text + file->length, capacity - file->length - 1);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return fail_read(file->path, errno, error);
        }
        file->length += (size_t)count;
        if (count == 0 || file->length > AIC_JSON_FILE_MAX) {
            file->text[file->length] = '\0';
            return true;
        }
    }
}

static bool read_path(struct cli_file *file, struct aic_error *error)
{
    bool is_stdin = strcmp(file->path, "-") == 0;
    int descriptor = is_stdin ? STDIN_FILENO : cli_open_read(file->path);
    if (descriptor < 0) {
        return fail_read(file->path, errno, error);
    }
    bool ok = read_all(descriptor, file, error);
    if (!is_stdin) {
        close(descriptor);
    }
    return ok;
}

static void free_file(struct cli_file *file)
{
    free(file->path);
    free(file->text);
    free(file);
}

bool cli_files_read(struct cli_files *files, const char *path, const char **text, size_t *length,
                    struct aic_error *error)
{
    struct cli_file *file = files->first;
    while (file && strcmp(file->path, path) != 0) {
        file = file->next;
    }
    if (!file) {
        file = calloc(1, sizeof *file);
        char *copy = file ? malloc(strlen(path) + 1) : NULL;
        if (!copy) {
            free(file);
            return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
        }
        file->path = strcpy(copy, path);
        if (!read_path(file, error)) {
            free_file(file);
            return false;
        }
        file->next = files->first;
        files->first = file;
    }
    *text = file->text;
    *length = file->length;
    return true;
}

void cli_files_clear(struct cli_files *files)
{
    while (files->first) {
        struct cli_file *next = files->first->next;
        free_file(files->first);
        files->first = next;
    }
    cli_models_clear(files);
}

bool cli_read_json(struct cli_files *files, const char *path, const char *name, size_t most,
                   struct aic_json *json, struct aic_error *error)
{
    const char *text;
    size_t length;
    return cli_files_read(files, path, &text, &length, error) &&
           aic_json_parse(json, name, text, length, most, 0, error);
}

bool cli_has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path);
    size_t end = strlen(ending);
    return length > end && strcmp(path + length - end, ending) == 0 &&
           path[length - end - 1] != '/';
}

bool cli_is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    if (strcmp(a, b) == 0) {
        return true;
    }
    return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

bool cli_fail_overwrite(struct aic_error *error, const char *path, const char *reader)
{
    aic_fail(error, AIC_ERR_CONFLICT, NULL, "-O would overwrite '%s', which %s", path, reader);
    return aic_suggest(error, "write to another file");
}

/* Standard input may be a file too: '--input - < a.json -O a.json'. */
static bool is_standard_input(const char *path)
{
    struct stat status, input;
    return stat(path, &status) == 0 && fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode) &&
           status.st_dev == input.st_dev && status.st_ino == input.st_ino;
}

static bool is_read(const struct cli_files *files, const char *path)
{
    for (const struct cli_file *file = files->first; file; file = file->next) {
        if (cli_is_same_file(path, file->path) ||
            (strcmp(file->path, "-") == 0 && is_standard_input(path))) {
            return true;
        }
    }
    for (const struct cli_part *part = files->parts; part; part = part->next) {
        if (cli_is_same_file(path, part->path) ||
            (strcmp(part->path, "-") == 0 && is_standard_input(path))) {
            return true;
        }
    }
    return false;
}

bool cli_check_unread(const struct cli_files *files, const char *const *paths, size_t count,
                      struct aic_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (is_read(files, paths[i])) {
            return cli_fail_overwrite(error, paths[i], "is read");
        }
    }
    return true;
}

bool cli_check_written_once(const char *const *paths, size_t count, struct aic_error *error)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t before = 0; before < i; before++) {
            if (cli_is_same_file(paths[i], paths[before])) {
                return aic_fail(error, AIC_ERR_CONFLICT, NULL, "-O writes '%s' twice", paths[i]);
            }
        }
    }
    return true;
}
