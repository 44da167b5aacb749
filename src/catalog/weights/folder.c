/* SPDX-License-Identifier: Apache-2.0 */
/* A folder is read whole: its config.json, and the one model whose weights are there. */
#include <stdlib.h>
#include <string.h>

#include "catalog/weights/sources.h"

#define CONFIG "config.json"
#define INDEX  "model.safetensors.index.json"
#define SINGLE "model.safetensors"

/* Names of one ending, in order. */
struct names {
    char **at;
    size_t count, capacity;
};

/* What of a folder may be a model. */
struct listing {
    bool has_config, has_quantization, has_index;
    struct names safetensors, gguf;
    bool failed; /* no memory */
};

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

static bool add_name(struct names *names, const char *name)
{
    if (names->count == names->capacity) {
        size_t capacity = names->capacity ? 2 * names->capacity : 16;
        char **at = realloc(names->at, capacity * sizeof at[0]);
        if (!at) {
            return false;
        }
        names->at = at;
        names->capacity = capacity;
    }
    size_t length = strlen(name);
    char *copy = malloc(length + 1);
    if (!copy) {
        return false;
    }
    memcpy(copy, name, length + 1);
    names->at[names->count++] = copy;
    return true;
}

static bool visit(void *context, const char *name)
{
    struct listing *listing = context;
    bool ok = true;
    if (strcmp(name, CONFIG) == 0) {
        listing->has_config = true;
    } else if (strcmp(name, QUANTIZATION) == 0) {
        listing->has_quantization = true;
    } else if (strcmp(name, INDEX) == 0) {
        listing->has_index = true;
    } else if (ends_with(name, ".safetensors")) {
        ok = add_name(&listing->safetensors, name);
    } else if (ends_with(name, ".gguf") && strncmp(name, "mmproj", 6) != 0) {
        ok = add_name(&listing->gguf, name);
    }
    listing->failed = !ok;
    return ok;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void clear_names(struct names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->at[i]);
    }
    free(names->at);
}

/* Whether a file is there; a Git LFS pointer is not. What cannot be told by name is, until it is read. */
static bool is_there(struct sources *sources, const char *folder, const char *name, bool *there)
{
    char path[PATH_SIZE];
    struct aic_stream stream;
    struct reader reader;
    enum aic_opened opened = AIC_OPENED_NOTHING;
    enum kind kind = KIND_NOTHING;
    const struct aic_files *files = sources->files;
    struct aic_error ignored;
    *there = false;
    if (!aic_path_join(path, folder, name, sources->error) ||
        !files->open(files->context, path, &opened, &stream, sources->error)) {
        return false;
    }
    if (opened != AIC_OPENED_FILE) {
        return true;
    }
    if (!aic_reader_init(&reader, name, &stream, sources->error)) {
        files->close(files->context, &stream);
        return false;
    }
    reader.error = &ignored; /* reading it says what is wrong with it */
    *there = !aic_sniff(&reader, &kind) || kind != KIND_POINTER;
    aic_close_file(sources, &stream, &reader);
    return true;
}

/* Leaves those that are there. */
static bool keep_there(struct sources *sources, const char *folder, struct names *names)
{
    size_t kept = 0;
    for (size_t i = 0; i < names->count; i++) {
        bool there;
        if (!is_there(sources, folder, names->at[i], &there)) {
            /* the rest stays for clear_names() */
            memmove(&names->at[kept], &names->at[i], (names->count - i) * sizeof names->at[0]);
            names->count -= i - kept;
            return false;
        }
        if (there) {
            names->at[kept++] = names->at[i];
        } else {
            free(names->at[i]);
        }
    }
    names->count = kept;
    return true;
}

static void sort_names(struct names *names)
{
    if (names->count > 1) { /* an empty list has no block, which qsort() may not be given */
        qsort(names->at, names->count, sizeof names->at[0], compare);
    }
}

/* The length of a name up to its "-00001-of-00003.gguf"; of the whole where it has none. */
static size_t stem_of(const char *name)
{
    double part, count;
    size_t length = strlen(name);
    return aic_gguf_part_name(name, &part, &count) ? length - strlen("-00001-of-00003.gguf")
                                                   : length;
}

/* How many models these files are: parts of one count once. */
static size_t count_models(const struct names *gguf)
{
    size_t models = 0;
    for (size_t i = 0; i < gguf->count; i++) {
        size_t stem = stem_of(gguf->at[i]);
        double part, count, other;
        bool again = i > 0 && aic_gguf_part_name(gguf->at[i], &part, &count) &&
                     stem_of(gguf->at[i - 1]) == stem &&
                     aic_gguf_part_name(gguf->at[i - 1], &part, &other) && other == count &&
                     strncmp(gguf->at[i - 1], gguf->at[i], stem) == 0;
        models += !again;
    }
    return models;
}

static bool fail_several(struct sources *sources, const char *what, size_t count,
                         const struct names *names)
{
    char list[160];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    for (size_t i = 0; i < names->count && !text.cut; i++) {
        aic_text_format(&text, "%s%s", i > 0 ? ", " : "",
                        aic_quoted(names->at[i], strlen(names->at[i])).text);
    }
    return aic_weights_fail(sources->error, sources->file->name, "%g %s: give one of them: %s%s",
                            (double)count, what, list, text.cut ? "..." : "");
}

static bool read_beside(struct sources *sources, const char *folder, const char *name)
{
    char path[PATH_SIZE];
    return aic_path_join(path, folder, name, sources->error) && aic_read_file(sources, path);
}

/* The whole text of a JSON file of the folder; NULL where it is not there. */
static bool read_text(struct sources *sources, const char *folder, const char *name, char **whole,
                      size_t *length)
{
    char path[PATH_SIZE];
    struct aic_stream stream;
    struct reader reader;
    enum kind kind;
    *whole = NULL;
    if (!aic_path_join(path, folder, name, sources->error) ||
        !aic_open_file(sources, path, &stream, &reader, &kind)) {
        return false;
    }
    if (kind == KIND_NOTHING) {
        return true;
    }
    bool ok = aic_read_whole(&reader, AIC_JSON_FILE_MAX, whole, length);
    aic_close_file(sources, &stream, &reader);
    return ok;
}

/* The config.json of the folder, and how its weights are packed; with weights, only what they say counts. */
static bool read_config(struct sources *sources, const char *folder, const struct listing *listing,
                        bool beside_weights)
{
    char *text = NULL;
    size_t length = 0;
    bool ok = (!listing->has_quantization ||
               read_text(sources, folder, QUANTIZATION, &sources->quantization,
                         &sources->quantization_length)) &&
              read_text(sources, folder, CONFIG, &text, &length) &&
              (!text || aic_read_config(sources, text, length, CONFIG, beside_weights));
    free(text);
    free(sources->quantization);
    sources->quantization = NULL;
    return ok;
}

/* The weights of the folder, and the config beside them. */
static bool read_listing(struct sources *sources, const char *folder, struct listing *listing)
{
    struct names *safetensors = &listing->safetensors, *gguf = &listing->gguf;
    const char *name = NULL;
    if (listing->has_index && !is_there(sources, folder, INDEX, &listing->has_index)) {
        return false;
    }
    if (listing->has_config && !is_there(sources, folder, CONFIG, &listing->has_config)) {
        return false;
    }
    if (listing->has_quantization &&
        !is_there(sources, folder, QUANTIZATION, &listing->has_quantization)) {
        return false;
    }
    if (!listing->has_index &&
        (!keep_there(sources, folder, safetensors) || !keep_there(sources, folder, gguf))) {
        return false;
    }
    sort_names(safetensors);
    sort_names(gguf);
    for (size_t i = 0; i < safetensors->count && !listing->has_index; i++) {
        name = strcmp(safetensors->at[i], SINGLE) == 0 ? safetensors->at[i] : name;
    }
    if (listing->has_index) {
        name = INDEX;
    } else if (!name && safetensors->count > 1) {
        return fail_several(sources, "safetensors files without an index", safetensors->count,
                            safetensors);
    } else if (!name && safetensors->count == 1) {
        name = safetensors->at[0];
    } else if (!name && gguf->count > 0) {
        size_t models = count_models(gguf);
        return models == 1 ? read_beside(sources, folder, gguf->at[0])
                           : fail_several(sources, "GGUF models", models, gguf);
    }
    if (!name && !listing->has_config) {
        aic_weights_fail(sources->error, sources->file->name, "no model is in this folder");
        return aic_suggest(sources->error,
                           "it needs a config.json, a .safetensors or a .gguf file");
    }
    return (!listing->has_config || read_config(sources, folder, listing, name != NULL)) &&
           (!name || read_beside(sources, folder, name));
}

bool aic_read_folder(struct sources *sources, const char *path)
{
    const struct aic_files *files = sources->files;
    struct listing listing = { .failed = false };
    bool ok = files->list(files->context, path, visit, &listing, sources->error);
    if (listing.failed) {
        ok = aic_fail_memory(sources->error);
    }
    ok = ok && read_listing(sources, path, &listing);
    clear_names(&listing.safetensors);
    clear_names(&listing.gguf);
    return ok;
}
