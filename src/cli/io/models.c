/* SPDX-License-Identifier: Apache-2.0 */
/* Models on disk and in pipes: streams and folders for the library's reader, each model read once. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/io/files.h"
#include "cli/io/pipe.h"

/* An open file. */
struct handle {
    int descriptor;
    uint64_t length, at; /* AIC_LENGTH_UNKNOWN: a pipe */
    char path[];
};

static bool fail_read(const char *path, int reason, struct aic_error *error)
{
    return aic_fail(error, AIC_ERR_FILE, NULL, "cannot read '%s': %s", path, cli_reason(reason));
}

static bool read_bytes(void *context, void *bytes, size_t length, size_t *count,
                       struct aic_error *error)
{
    struct handle *handle = context;
    ssize_t got;
    do {
        got = read(handle->descriptor, bytes, length);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        return fail_read(handle->path, errno, error);
    }
    *count = (size_t)got;
    handle->at += (uint64_t)got;
    return true;
}

/* A pipe is read to get on in it. */
static bool skip_pipe(struct handle *handle, uint64_t length, uint64_t *count,
                      struct aic_error *error)
{
    char bytes[4096];
    *count = 0;
    while (*count < length) {
        uint64_t rest = length - *count;
        size_t got = 0;
        if (!read_bytes(handle, bytes, rest < sizeof bytes ? (size_t)rest : sizeof bytes, &got,
                        error)) {
            return false;
        }
        if (got == 0) {
            return true;
        }
        *count += got;
    }
    return true;
}

static bool skip_bytes(void *context, uint64_t length, uint64_t *count, struct aic_error *error)
{
    struct handle *handle = context;
    if (handle->length == AIC_LENGTH_UNKNOWN) {
        return skip_pipe(handle, length, count, error);
    }
    uint64_t rest = handle->length > handle->at ? handle->length - handle->at : 0;
    *count = length < rest ? length : rest;
    if (lseek(handle->descriptor, (off_t)*count, SEEK_CUR) < 0) {
        return fail_read(handle->path, errno, error);
    }
    handle->at += *count;
    return true;
}

static bool make_stream(const char *path, int descriptor, const struct stat *status,
                        struct aic_stream *stream, struct aic_error *error)
{
    struct handle *handle = malloc(sizeof *handle + strlen(path) + 1);
    bool known = descriptor != STDIN_FILENO && S_ISREG(status->st_mode);
    if (!handle) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    handle->descriptor = descriptor;
    handle->length = known ? (uint64_t)status->st_size : AIC_LENGTH_UNKNOWN;
    handle->at = 0;
    strcpy(handle->path, path);
    stream->read = read_bytes;
    stream->skip = skip_bytes;
    stream->context = handle;
    stream->length = handle->length;
    return true;
}

/* Remembers a file that is open, so that no answer is written over it. */
static bool add_part(struct cli_files *files, const char *path, struct aic_error *error)
{
    struct cli_part *part = malloc(sizeof *part + strlen(path) + 1);
    if (!part) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    strcpy(part->path, path);
    part->next = files->parts;
    files->parts = part;
    return true;
}

static bool open_path(void *context, const char *path, enum aic_opened *opened,
                      struct aic_stream *stream, struct aic_error *error)
{
    struct stat status;
    bool is_stdin = strcmp(path, "-") == 0;
    int descriptor = is_stdin ? STDIN_FILENO : cli_open_read(path);
    *opened = AIC_OPENED_NOTHING;
    if (descriptor < 0) {
        return errno == ENOENT || fail_read(path, errno, error);
    }
    bool ok = fstat(descriptor, &status) == 0 || fail_read(path, errno, error);
    if (ok && !S_ISDIR(status.st_mode) && (ok = add_part(context, path, error)) &&
        (ok = make_stream(path, descriptor, &status, stream, error))) {
        *opened = AIC_OPENED_FILE;
        return true;
    }
    if (ok && S_ISDIR(status.st_mode)) {
        *opened = AIC_OPENED_FOLDER;
    }
    if (!is_stdin) {
        close(descriptor);
    }
    return ok;
}

static void close_stream(void *context, struct aic_stream *stream)
{
    struct handle *handle = stream->context;
    (void)context;
    if (handle->descriptor != STDIN_FILENO) {
        close(handle->descriptor);
    }
    free(handle);
}

static bool list_folder(void *context, const char *folder, aic_name_visitor *visit, void *visitor,
                        struct aic_error *error)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    (void)context;
    if (!directory) {
        return fail_read(folder, errno, error);
    }
    bool more = true;
    errno = 0;
    while (more && (entry = readdir(directory))) {
        more = visit(visitor, entry->d_name);
        errno = 0;
    }
    int reason = errno;
    closedir(directory);
    return reason == 0 || fail_read(folder, reason, error);
}

static bool add_model(struct cli_files *files, const char *path, struct cli_model **added,
                      struct aic_error *error)
{
    const struct aic_files on_disk = { open_path, close_stream, list_folder, files };
    struct cli_model *model = calloc(1, sizeof *model);
    char *copy = model ? malloc(strlen(path) + 1) : NULL;
    if (!copy) {
        free(model);
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    model->path = strcpy(copy, path);
    model->ok = aic_model_file_read(&on_disk, path, &model->file, &model->error);
    model->next = files->models;
    files->models = model;
    *added = model;
    return true;
}

bool cli_models_read(struct cli_files *files, const char *path, const struct aic_model_file **file,
                     struct aic_error *error)
{
    struct cli_model *model = files->models;
    while (model && strcmp(model->path, path) != 0) {
        model = model->next;
    }
    if (!model && !add_model(files, path, &model, error)) {
        return false;
    }
    *file = &model->file;
    if (!model->ok) {
        *error = model->error;
    }
    return model->ok;
}

void cli_models_clear(struct cli_files *files)
{
    while (files->models) {
        struct cli_model *next = files->models->next;
        free(files->models->path);
        free(files->models);
        files->models = next;
    }
    while (files->parts) {
        struct cli_part *next = files->parts->next;
        free(files->parts);
        files->parts = next;
    }
}
