/* SPDX-License-Identifier: Apache-2.0 */
/* JSON files of a model: a config.json, or a safetensors index. */
#include <aicalc/config.h>

#include <stdlib.h>
#include <string.h>

#include "catalog/weights/sources.h"

/* The model of a config.json, with what the hf_quant_config.json beside it says. */
static bool read_model(struct sources *sources, const struct aic_json *json)
{
    struct aic_model_file *file = sources->file;
    struct aic_json quantization;
    struct aic_config_place place = { NULL, file->name };
    if (sources->quantization) {
        if (!aic_json_parse(&quantization, QUANTIZATION, sources->quantization,
                            sources->quantization_length, AIC_JSON_FILE_MAX,
                            AIC_JSON_QUOTES_NOTHING, &file->notes.error)) {
            return false;
        }
        place.quantization = &quantization;
    }
    bool ok = aic_config_read(json, &place, &sources->config, &file->notes);
    if (place.quantization) {
        aic_json_clear(&quantization);
    }
    return ok;
}

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
    bool ok = read_model(sources, &json);
    sources->widths = aic_config_widths(json.root);
    aic_json_clear(&json);
    if (ok) {
        aic_text_init(&config, file->config, sizeof file->config);
        aic_text_add(&config, name);
        sources->config_notes = file->notes.count;
        return true;
    }
    if (!beside_weights || file->notes.error.code == AIC_ERR_MEMORY) {
        *sources->error = file->notes.error;
        return false;
    }
    file->notes.count = 0;
    aic_warn(&file->notes, "config-not-read", "the weights count alone: %s",
             file->notes.error.message);
    return true;
}

/* An index by its one key, wherever it stands: no config.json has it, and the grammar of either is
 * its reader's to check. */
static bool is_index(const char *text)
{
    static const char key[] = "\"weight_map\"";
    const char *at = strstr(text, key);
    return at && at[sizeof key - 1 + strspn(at + sizeof key - 1, " \t\r\n")] == ':';
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
    if (is_index(text)) {
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
