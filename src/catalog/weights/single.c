/* SPDX-License-Identifier: Apache-2.0 */
/* A file of any kind, read as what it is. */
#include "catalog/weights/sources.h"

/* Reads a file of this kind alone. */
static bool read_kind(struct sources *sources, struct reader *reader, enum kind kind,
                      const char *path)
{
    switch (kind) {
    case KIND_SAFETENSORS:
        return aic_read_safetensors_file(sources, reader, 0) && aic_describe_safetensors(sources);
    case KIND_GGUF:
        return aic_read_gguf_files(sources, reader, path);
    case KIND_JSON:
        return aic_read_json_file(sources, reader, path);
    default:
        return aic_fail_pointer(reader);
    }
}

bool aic_read_open_file(struct sources *sources, const char *path, const struct aic_stream *stream)
{
    struct aic_stream own = *stream;
    struct reader reader;
    enum kind kind;
    if (!aic_start_file(sources, path, &own, &reader, &kind)) {
        return false;
    }
    bool ok = read_kind(sources, &reader, kind, path);
    aic_close_file(sources, &own, &reader);
    return ok;
}

bool aic_read_file(struct sources *sources, const char *path)
{
    const struct aic_files *files = sources->files;
    enum aic_opened opened = AIC_OPENED_NOTHING;
    struct aic_stream stream;
    if (!files->open(files->context, path, &opened, &stream, sources->error)) {
        return false;
    }
    return opened == AIC_OPENED_FILE
               ? aic_read_open_file(sources, path, &stream)
               : aic_weights_fail(sources->error, aic_file_name(path), "it is missing");
}
