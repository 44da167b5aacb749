/* SPDX-License-Identifier: Apache-2.0 */
/* Reading files whole, once each, with a cap; and comparing their names. */
#include "cli/io/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/launch.h>

#include "cli/io/service.h"
#include "cli/io/system.h"

bool cli_fail_read(const char *path, struct aic_error *error)
{
    return aic_fail(error, AIC_ERR_FILE, NULL, "cannot read '%s': %s", path, cli_reason(errno));
}

static bool fail_text(const char *path, struct aic_error *error)
{
    bool is_folder = errno == EISDIR;
    cli_fail_read(path, error);
    return is_folder ? aic_suggest(error, "give a file, not a directory") : false;
}

/* Appends what the descriptor gives to `file`, up to one byte beyond the cap. */
static bool read_all(int descriptor, struct cli_file *file, struct aic_error *error)
{
    size_t capacity = 0, count = 1;
    while (count > 0 && file->length <= AIC_LAUNCH_LOG_MAX) {
        if (file->length + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *text = realloc(file->text, capacity);
            if (!text) {
                return aic_fail_memory(error);
            }
            file->text = text;
        }
        if (!cli_read(descriptor, file->text + file->length, capacity - file->length - 1, &count)) {
            return fail_text(file->path, error);
        }
        file->length += count;
    }
    file->text[file->length] = '\0';
    return true;
}

int cli_files_open(const char *path, struct aic_error *error)
{
    char *readable = cli_readable(path, error);
    int descriptor = readable ? cli_open_read(readable) : -1;
    int reason = errno;
    if (descriptor < 0 && readable) {
        errno = reason;
        fail_text(path, error);
    }
    free(readable);
    errno = reason;
    return descriptor;
}

static bool read_path(struct cli_file *file, struct aic_error *error)
{
    int descriptor = cli_files_open(file->path, error);
    if (descriptor < 0) {
        return false;
    }
    bool ok = read_all(descriptor, file, error);
    if (descriptor != CLI_STDIN) {
        cli_close(descriptor);
    }
    return ok;
}

struct cli_file *cli_files_add(struct cli_files *files, const char *path, struct aic_error *error)
{
    struct cli_file *file = calloc(1, sizeof *file + strlen(path) + 1);
    if (!file) {
        aic_fail_memory(error);
        return NULL;
    }
    strcpy(file->path, path);
    file->next = files->first;
    files->first = file;
    return file;
}

static void remove_first(struct cli_files *files)
{
    struct cli_file *file = files->first;
    files->first = file->next;
    free(file->text);
    free(file);
}

bool cli_files_read(struct cli_files *files, const char *path, const char **text, size_t *length,
                    struct aic_error *error)
{
    const struct aic_launch_text *handed = cli_service_text(path);
    struct cli_file *file = files->first;
    if (handed) {
        *text = handed->text;
        *length = handed->length;
        return true;
    }
    while (file && !(file->text && strcmp(file->path, path) == 0)) {
        file = file->next;
    }
    if (!file) {
        file = cli_files_add(files, path, error);
        if (!file) {
            return false;
        }
        if (!read_path(file, error)) {
            remove_first(files);
            return false;
        }
    }
    *text = file->text;
    *length = file->length;
    return true;
}

void cli_files_clear(struct cli_files *files)
{
    while (files->first) {
        remove_first(files);
    }
    while (files->models) {
        struct cli_model *next = files->models->next;
        free(files->models);
        files->models = next;
    }
}

bool cli_read_json(struct cli_files *files, const char *path, const char *name, size_t most,
                   struct aic_json *json, struct aic_error *error)
{
    const char *text;
    size_t length;
    return cli_files_read(files, path, &text, &length, error) &&
           aic_json_parse(json, name, text, length, most, 0, error);
}

static bool is_one_file(const struct cli_status *a, const struct cli_status *b)
{
    return a->kind == CLI_FILE && a->device == b->device && a->number == b->number;
}

bool cli_is_same_file(const char *a, const char *b)
{
    struct cli_status first, second;
    return strcmp(a, b) == 0 ||
           (cli_status_at(a, &first) && cli_status_at(b, &second) && is_one_file(&first, &second));
}

bool cli_fail_overwrite(struct aic_error *error, const char *path, const char *reader)
{
    aic_fail(error, AIC_ERR_CONFLICT, NULL, "-O would overwrite '%s', which %s", path, reader);
    return aic_suggest(error, "write to another file");
}

/* Standard input may be a file too: '--input - < a.json -O a.json'. */
static bool is_standard_input(const char *path)
{
    struct cli_status status, input;
    return cli_status_at(path, &status) && cli_status_of(CLI_STDIN, &input) &&
           is_one_file(&input, &status);
}

static bool is_read(const struct cli_files *files, const char *path)
{
    for (const struct cli_file *file = files->first; file; file = file->next) {
        if (cli_is_same_file(path, file->path) ||
            (strcmp(file->path, "-") == 0 && is_standard_input(path))) {
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
