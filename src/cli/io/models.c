/* SPDX-License-Identifier: Apache-2.0 */
/* What the library asks for: texts, and the streams and folders of models, each model read once. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/io/files.h"
#include "cli/io/service.h"
#include "cli/io/system.h"

/* An open file. */
struct handle {
    int descriptor;
    uint64_t length, at; /* AIC_LENGTH_UNKNOWN: a pipe */
    char path[];
};

static bool read_bytes(void *context, void *bytes, size_t length, size_t *count,
                       struct aic_error *error)
{
    struct handle *handle = context;
    bool ok = cli_read(handle->descriptor, bytes, length, count);
    handle->at += *count;
    return ok || cli_fail_read(handle->path, error);
}

/* A pipe is read to get on in it. */
static bool skip_pipe(struct handle *handle, uint64_t length, uint64_t *count,
                      struct aic_error *error)
{
    char bytes[4096];
    size_t got = 1;
    for (*count = 0; *count < length && got > 0; *count += got) {
        uint64_t rest = length - *count;
        if (!read_bytes(handle, bytes, rest < sizeof bytes ? (size_t)rest : sizeof bytes, &got,
                        error)) {
            return false;
        }
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
    handle->at += *count;
    return cli_skip(handle->descriptor, *count) || cli_fail_read(handle->path, error);
}

static bool make_stream(const char *path, int descriptor, const struct cli_status *status,
                        struct aic_stream *stream, struct aic_error *error)
{
    struct handle *handle = malloc(sizeof *handle + strlen(path) + 1);
    bool known = descriptor != CLI_STDIN && status->kind == CLI_FILE;
    if (!handle) {
        return aic_fail_memory(error);
    }
    handle->descriptor = descriptor;
    handle->length = known ? status->length : AIC_LENGTH_UNKNOWN;
    handle->at = 0;
    strcpy(handle->path, path);
    *stream = (struct aic_stream){ read_bytes, skip_bytes, handle, handle->length };
    return true;
}

static bool open_path(void *context, const char *path, enum aic_opened *opened,
                      struct aic_stream *stream, struct aic_error *error)
{
    struct cli_status status;
    int descriptor = cli_files_open(path, error);
    *opened = AIC_OPENED_NOTHING;
    if (descriptor < 0) {
        return errno == ENOENT;
    }
    bool ok = cli_status_of(descriptor, &status) || cli_fail_read(path, error);
    bool is_folder = ok && status.kind == CLI_FOLDER;
    if (ok && !is_folder && (ok = cli_files_add(context, path, error) != NULL) &&
        (ok = make_stream(path, descriptor, &status, stream, error))) {
        *opened = AIC_OPENED_FILE;
        return true;
    }
    *opened = is_folder ? AIC_OPENED_FOLDER : AIC_OPENED_NOTHING;
    if (descriptor != CLI_STDIN) {
        cli_close(descriptor);
    }
    return ok;
}

static void close_stream(void *context, struct aic_stream *stream)
{
    struct handle *handle = stream->context;
    (void)context;
    if (handle->descriptor != CLI_STDIN) {
        cli_close(handle->descriptor);
    }
    free(handle);
}

static bool list_folder(void *context, const char *folder, aic_name_visitor *visit, void *visitor,
                        struct aic_error *error)
{
    char *readable = cli_readable(folder, error);
    (void)context;
    bool ok =
        readable && (cli_list_folder(readable, visit, visitor) || cli_fail_read(folder, error));
    free(readable);
    return ok;
}

static bool load_text(void *context, const char *path, const char **text, size_t *length,
                      struct aic_error *error)
{
    return cli_files_read(context, path, text, length, error);
}

static bool read_model(void *context, const char *path, const struct aic_model_file **file,
                       struct aic_error *error)
{
    struct cli_files *files = context;
    const struct aic_files on_disk = { open_path, close_stream, list_folder, files };
    struct cli_model *model = files->models;
    while (model && strcmp(model->path, path) != 0) {
        model = model->next;
    }
    if (!model) {
        model = calloc(1, sizeof *model + strlen(path) + 1);
        if (!model) {
            return aic_fail_memory(error);
        }
        strcpy(model->path, path);
        const struct aic_launch_text *text = cli_service_text(path);
        model->ok =
            text ? aic_model_text_read(path, text->text, text->length, &model->file, &model->error)
                 : aic_model_file_read(&on_disk, path, &model->file, &model->error);
        model->next = files->models;
        files->models = model;
    }
    *file = &model->file;
    if (!model->ok) {
        *error = model->error;
    }
    return model->ok;
}

static enum aic_opened stands_at(void *context, const char *path)
{
    struct cli_status status;
    char *readable = cli_service_text(path) ? NULL : cli_readable(path, NULL);
    bool stands = readable && cli_status_at(readable, &status);
    (void)context;
    free(readable);
    return cli_service_text(path)      ? AIC_OPENED_FILE
           : !stands                   ? AIC_OPENED_NOTHING
           : status.kind == CLI_FOLDER ? AIC_OPENED_FOLDER
                                       : AIC_OPENED_FILE;
}

struct aic_loader cli_loader(struct cli_files *files)
{
    return (struct aic_loader){ load_text, files, read_model, stands_at };
}
