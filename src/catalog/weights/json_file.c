/* SPDX-License-Identifier: Apache-2.0 */
/* JSON files of a model: a config.json, or a safetensors index. */
#include <aicalc/config.h>

#include <stdlib.h>
#include <string.h>

#include "catalog/weights/sources.h"

bool aic_read_config(struct sources *sources, const char *text, size_t length, const char *name,
                     bool beside_weights)
{
    struct aic_model_file *file = sources->file;
    struct aic_json json;
    struct aic_text config;
    if (!aic_json_parse(&json, name, text, length, AIC_JSON_FILE_MAX,
                        AIC_JSON_NONFINITE_IS_NULL | AIC_JSON_QUOTES_NOTHING, sources->error)) {
        return false;
    }
    bool ok = aic_config_read(&json, &sources->config, &file->notes);
    sources->widths = aic_config_widths(json.root);
    aic_json_clear(&json);
    if (ok) {
        aic_text_init(&config, file->config, sizeof file->config);
        aic_text_add(&config, name);
        sources->config_notes = file->notes.count;
        return true;
    }
    if (!beside_weights) {
        *sources->error = file->notes.error;
        return false;
    }
    file->notes.count = 0;
    aic_warn(&file->notes, "config-not-read", "the weights count alone: %s",
             file->notes.error.message);
    return true;
}

/* The members of the outermost object, strings and depth alone being understood: what is no JSON its
 * reader refuses. */
static bool has_key(const char *text, size_t length, const char *key)
{
    size_t depth = 0, wanted = strlen(key);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '{' || text[i] == '[') {
            depth++;
        } else if (text[i] == '}' || text[i] == ']') {
            depth -= depth > 0;
        } else if (text[i] == '"') {
            size_t start = ++i;
            while (i < length && text[i] != '"') {
                i += text[i] == '\\' ? 2 : 1;
            }
            size_t end = i < length ? i + 1 : length;
            while (end < length && memchr(" \t\r\n", text[end], 4)) {
                end++;
            }
            if (depth == 1 && end < length && text[end] == ':' && i - start == wanted &&
                memcmp(text + start, key, wanted) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool aic_read_json_file(struct sources *sources, struct reader *reader, const char *path)
{
    const char *name = aic_file_name(path);
    char *text;
    size_t length;
    if (!aic_read_whole(reader, HEADER_MAX, &text, &length)) {
        return false;
    }
    bool ok;
    if (has_key(text, length, "weight_map")) {
        struct memory memory = { text, length, 0 };
        struct aic_stream stream = aic_memory_stream(&memory);
        struct reader again;
        ok = aic_reader_init(&again, name, &stream, sources->error) &&
             aic_read_index(sources, &again, path);
        aic_reader_clear(&again);
    } else {
        ok = aic_read_config(sources, text, length, name, false);
    }
    free(text);
    return ok;
}
