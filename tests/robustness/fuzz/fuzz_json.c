/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON: what is read is written, and that is read as the same text again. The first byte
 * chooses whether NaN and Infinity count as null.
 */
#include "fuzz.h"

struct buffer {
    char *bytes;
    size_t length, capacity;
};

static bool append(void *context, const char *bytes, size_t length)
{
    struct buffer *buffer = context;
    if (buffer->length + length > buffer->capacity) {
        buffer->capacity = 2 * (buffer->length + length);
        buffer->bytes = realloc(buffer->bytes, buffer->capacity);
        must(buffer->bytes != NULL);
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return true;
}

/* Recursion ends: a document has AIC_JSON_DEPTH_MAX levels at most. */
static void write_value(struct aic_json_writer *writer,
                        const struct aic_json_value *value) /* NOLINT(misc-no-recursion) */
{
    if (aic_json_is(value, AIC_JSON_OBJECT) || aic_json_is(value, AIC_JSON_ARRAY)) {
        aic_json_open(writer, aic_json_is(value, AIC_JSON_OBJECT) ? '{' : '[', false);
        AIC_JSON_EACH(child, value) {
            if (aic_json_is(value, AIC_JSON_OBJECT)) {
                aic_json_key(writer, aic_json_key_of(child));
            }
            write_value(writer, child);
        }
        aic_json_close(writer);
    } else if (aic_json_is(value, AIC_JSON_STRING)) {
        aic_json_string(writer, aic_json_text_of(value));
    } else if (aic_json_is(value, AIC_JSON_NUMBER)) {
        must(isfinite(aic_json_number_of(value)));
        aic_json_number(writer, aic_json_number_of(value));
    } else if (aic_json_is(value, AIC_JSON_BOOL)) {
        aic_json_bool(writer, aic_json_is_true(value));
    } else {
        aic_json_null(writer);
    }
}

static struct buffer write_document(const struct aic_json *json)
{
    struct buffer buffer = { NULL, 0, 0 };
    struct aic_sink sink = { append, &buffer, false };
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, &sink);
    write_value(&writer, json->root);
    must(!sink.failed);
    return buffer;
}

static void check_positions(const struct aic_json *json)
{
    AIC_JSON_EACH(child, json->root) {
        struct aic_place place;
        aic_json_places(json, &child, &place, 1);
        must(place.line >= 1 && place.column >= 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    unsigned options = data[0] % 2 ? AIC_JSON_NONFINITE_IS_NULL : 0;
    char *text = fuzz_text(data + 1, size - 1);
    struct aic_json json, again;
    struct aic_error error = { 0 };
    if (aic_json_parse(&json, "input", text, size - 1, AIC_JSON_INPUT_MAX, options, &error)) {
        struct buffer first = write_document(&json);
        check_positions(&json);
        must(aic_json_parse(&again, "input", first.bytes, first.length, AIC_JSON_FILE_MAX, 0,
                            &error));
        struct buffer second = write_document(&again);
        must(first.length == second.length && memcmp(first.bytes, second.bytes, first.length) == 0);
        aic_json_clear(&again);
        free(first.bytes);
        free(second.bytes);
    } else {
        must_explain(&error);
    }
    aic_json_clear(&json);
    free(text);
    return 0;
}
