/* SPDX-License-Identifier: Apache-2.0 */
/* Files: their paths, opening them, reading them whole. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/weights/sources.h"

bool aic_path_join(char out[PATH_SIZE], const char *folder, const char *name,
                   struct aic_error *error)
{
    size_t length = strlen(folder);
    struct aic_text text;
    aic_text_init(&text, out, PATH_SIZE);
    aic_text_add(&text, folder);
    aic_text_add(&text, length > 0 && folder[length - 1] == '/' ? "" : "/");
    aic_text_add(&text, name);
    return !text.cut || aic_fail(error, AIC_ERR_FILE, "model", "a path is too long");
}

bool aic_path_beside(char out[PATH_SIZE], const char *path, const char *name,
                     struct aic_error *error)
{
    struct aic_text text;
    aic_text_init(&text, out, PATH_SIZE);
    aic_text_add_bytes(&text, path, (size_t)(aic_base_name(path) - path));
    aic_text_add(&text, name);
    return !text.cut || aic_fail(error, AIC_ERR_FILE, "model", "a path is too long");
}

void aic_close_file(struct sources *sources, struct aic_stream *stream, struct reader *reader)
{
    aic_reader_clear(reader);
    sources->files->close(sources->files->context, stream);
}

bool aic_start_file(struct sources *sources, const char *path, struct aic_stream *stream,
                    struct reader *reader, enum kind *kind)
{
    if (!aic_reader_init(reader, aic_file_name(path), stream, sources->error) ||
        !aic_sniff(reader, kind)) {
        aic_close_file(sources, stream, reader);
        return false;
    }
    return true;
}

bool aic_open_file(struct sources *sources, const char *path, struct aic_stream *stream,
                   struct reader *reader, enum kind *kind)
{
    const struct aic_files *files = sources->files;
    enum aic_opened opened = AIC_OPENED_NOTHING;
    *kind = KIND_NOTHING;
    if (!files->open(files->context, path, &opened, stream, sources->error)) {
        return false;
    }
    return opened != AIC_OPENED_FILE || aic_start_file(sources, path, stream, reader, kind);
}

void aic_add_length(struct sources *sources, const struct aic_stream *stream)
{
    struct aic_stored *stored = &sources->file->stored;
    stored->files = aic_or(stored->files, 0) + 1;
    if (stream->length == AIC_LENGTH_UNKNOWN) {
        sources->unchecked = true;
    } else {
        stored->file_bytes = aic_or(stored->file_bytes, 0) + (double)stream->length;
    }
}

bool aic_read_safetensors_file(struct sources *sources, struct reader *reader, uint32_t number)
{
    aic_add_length(sources, &reader->stream);
    sources->file->has_weights = true;
    return aic_safetensors_read(reader, number, &sources->tensors);
}

bool aic_describe_safetensors(struct sources *sources)
{
    const struct tensor *twice; /* none: who read the file has looked */
    return aic_tensors_sort(&sources->tensors, &twice, sources->error) &&
           aic_safetensors_describe(&sources->tensors, &sources->widths, sources->file,
                                    sources->error);
}

bool aic_read_whole(struct reader *reader, uint64_t most, char **text, size_t *length)
{
    size_t capacity = 0;
    *text = NULL;
    *length = 0;
    for (;;) {
        size_t there = aic_reader_fill(reader, READER_SIZE);
        if (reader->failed) {
            break;
        }
        if (*length + there > most) {
            aic_reader_fail(reader, most, "more than %s bytes, which no such file has",
                            aic_digits(most).text);
            break;
        }
        if (there >= capacity - *length) {
            capacity = 2 * capacity + there + 1;
            char *grown = realloc(*text, capacity);
            if (!grown) {
                reader->failed = true;
                aic_fail_memory(reader->error);
                break;
            }
            *text = grown;
        }
        memcpy(*text + *length, reader->buffer + reader->at, there);
        reader->at += there;
        *length += there;
        if (there == 0) {
            (*text)[*length] = '\0';
            return true;
        }
    }
    free(*text);
    *text = NULL;
    return false;
}
