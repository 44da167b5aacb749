/* SPDX-License-Identifier: Apache-2.0 */
/* The model at a path: what its files say, and which of them counts where two differ. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/weights/sources.h"
#include "core/span.h"

/* Fields of the header that count over those of a config.json. */
static const char *const header_fields[] = { "layers",  "hidden",          "vocab",
                                             "experts", "tied_embeddings", "params" };

static bool is_header_field(const char *name)
{
    for (size_t i = 0; i < sizeof header_fields / sizeof header_fields[0]; i++) {
        if (strcmp(header_fields[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void warn_differs(struct aic_model_file *file, const struct aic_field *field, double config,
                         double header)
{
    if (field->kind == AIC_FLAG) {
        aic_warn(&file->notes, "config-differs",
                 "%s: the config.json says %s, the weights say %s, which counts", field->name,
                 config != 0 ? "yes" : "no", header != 0 ? "yes" : "no");
    } else {
        aic_warn(&file->notes, "config-differs",
                 "%s: the config.json says %g, the weights say %g, which counts", field->name,
                 config, header);
    }
}

/* What a config that says nothing of it means. */
static double usual(const struct aic_field *field)
{
    struct aic_value value;
    return field->default_text && aic_value_read(field, field->default_text,
                                                 strlen(field->default_text), &value, NULL)
               ? value.number
               : (double)NAN;
}

/* Puts the fields of the config under those of the weights, which the file has now. */
static void merge(struct aic_model_file *file, const struct aic_model *config)
{
    for (size_t i = 0; i < aic_model_field_count; i++) {
        const struct aic_field *field = &aic_model_fields[i];
        if (field->kind == AIC_REFERENCE) {
            continue;
        }
        void *at = (char *)&file->model + field->offset;
        struct aic_value header = aic_value_load(field, at);
        struct aic_value says = aic_value_load(field, (const char *)config + field->offset);
        file->from_weights[i] = header.set;
        if (!file->config[0]) {
            continue;
        }
        if (!header.set || !is_header_field(field->name)) {
            aic_value_store(field, at, says);
            file->from_weights[i] = 0;
            continue;
        }
        double config_number = says.set ? says.number : usual(field);
        if (aic_is_set(config_number) && config_number != header.number) {
            warn_differs(file, field, config_number, header.number);
        }
    }
}

/* Headers know which towers and further layers are there, and how everything is packed: of that a config
 * alone may only guess. */
static void drop_notes(struct aic_notes *notes, size_t from_config)
{
    static const char ids[] = "towers-not-counted mtp-not-counted released-dtype-unknown "
                              "quantization-by-name-only quantization-pattern-unknown "
                              "quantization-approximate";
    size_t kept = 0;
    for (size_t i = 0; i < notes->count; i++) {
        const char *id = notes->notes[i].id;
        if (i >= from_config || !aic_list_has(ids, id, strlen(id))) {
            notes->notes[kept++] = notes->notes[i];
        }
    }
    notes->count = kept;
}

/* What stands at the path: a folder, or a file. */
static bool read_path(struct sources *sources)
{
    const struct aic_files *files = sources->files;
    enum aic_opened opened = AIC_OPENED_NOTHING;
    struct aic_stream stream;
    if (!files->open(files->context, sources->path, &opened, &stream, sources->error)) {
        return false;
    }
    if (opened == AIC_OPENED_FOLDER && files->list) {
        return aic_read_folder(sources, sources->path);
    }
    return opened == AIC_OPENED_FILE
               ? aic_read_open_file(sources, sources->path, &stream)
               : aic_fail(sources->error, AIC_ERR_FILE, NULL,
                          "cannot read '%s': No such file or directory", sources->path);
}

/* The last part of a path that may end with '/'. */
static void name_file(struct aic_model_file *file, const char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') {
        length--;
    }
    size_t start = length;
    while (start > 0 && (path[start - 1] != '/' || start == length)) {
        start--;
    }
    struct aic_text text;
    aic_text_init(&text, file->name, sizeof file->name);
    aic_text_add_bytes(&text, path + start, length - start);
}

static void clear_file(struct aic_model_file *file)
{
    memset(file, 0, sizeof *file);
    double *sizes = (double *)&file->stored;
    for (size_t i = 0; i < sizeof file->stored / sizeof sizes[0]; i++) {
        sizes[i] = NAN;
    }
    aic_notes_init(&file->notes);
}

static void unset(struct aic_model *model)
{
    memset(model, 0xFF, sizeof *model);
    model->model.text = NULL;
}

bool aic_model_file_read(const struct aic_files *files, const char *path,
                         struct aic_model_file *file, struct aic_error *error)
{
    struct sources sources = { .files = files, .path = path, .file = file, .error = error };
    clear_file(file);
    unset(&file->model);
    unset(&sources.config);
    name_file(file, path);
    bool ok = read_path(&sources);
    if (ok && sources.tensors.count > 0) {
        drop_notes(&file->notes, sources.config_notes);
    }
    aic_tensors_clear(&sources.tensors);
    if (!ok) {
        return false;
    }
    merge(file, &sources.config);
    if (sources.unchecked) {
        aic_warn(&file->notes, "length-unchecked",
                 "the length of the data is not known, and was not compared with the header");
        file->stored.file_bytes = NAN;
    }
    return true;
}

static void close_memory(void *context, struct aic_stream *stream)
{
    (void)context;
    (void)stream;
}

/* The first file that is opened is there, all others are not. */
struct alone {
    struct memory memory;
    bool opened;
};

static bool open_alone(void *context, const char *path, enum aic_opened *opened,
                       struct aic_stream *stream, struct aic_error *error)
{
    struct alone *alone = context;
    (void)path;
    (void)error;
    *opened = alone->opened ? AIC_OPENED_NOTHING : AIC_OPENED_FILE;
    *stream = aic_memory_stream(&alone->memory);
    alone->opened = true;
    return true;
}

bool aic_model_text_read(const char *path, const char *bytes, size_t length,
                         struct aic_model_file *file, struct aic_error *error)
{
    struct alone alone = { { bytes, length, 0 }, false };
    const struct aic_files files = { open_alone, close_memory, NULL, &alone };
    return aic_model_file_read(&files, path, file, error);
}
