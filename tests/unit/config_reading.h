/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a config.json in a test: files of data/hf_configs, and documents in the test itself. */
#ifndef AICALC_TEST_CONFIG_READING_H
#define AICALC_TEST_CONFIG_READING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/config.h>
#include <aicalc/text.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A file that was read; `fields` lists what it set, in the order of the group: "layers=2 ...". */
struct reading {
    bool ok;
    struct aic_model model;
    struct aic_notes notes;
    char fields[4000];
};

static void list_fields(const struct aic_model *model, char *out, size_t size)
{
    struct aic_text text;
    aic_text_init(&text, out, size);
    for (size_t i = 0; i < aic_model_field_count; i++) {
        const struct aic_field *field = &aic_model_fields[i];
        struct aic_value value = aic_value_load(field, (const char *)model + field->offset);
        if (!value.set || field->kind == AIC_REFERENCE) {
            continue;
        }
        aic_text_format(&text, "%s%s=", text.length ? " " : "", field->name);
        if (field->kind == AIC_CHOICE) {
            aic_text_add(&text, aic_choice_name(field, (int)value.number));
        } else if (field->kind == AIC_FLAG) {
            aic_text_add(&text, value.number == 1 ? "yes" : value.number == 0 ? "no" : "?");
        } else {
            aic_text_add_number(&text, value.number);
        }
    }
    assert_false(text.cut);
}

static void read_text(struct reading *reading, const char *name, const char *text, size_t length)
{
    struct aic_json json;
    memset(&reading->model, 0xff, sizeof reading->model);
    reading->model.model.text = NULL;
    aic_notes_init(&reading->notes);
    reading->fields[0] = '\0';
    reading->ok = aic_json_parse(&json, name, text, length, AIC_JSON_FILE_MAX,
                                 AIC_JSON_NONFINITE_IS_NULL, &reading->notes.error);
    if (reading->ok) {
        reading->ok = aic_config_read(&json, NULL, &reading->model, &reading->notes);
        list_fields(&reading->model, reading->fields, sizeof reading->fields);
        aic_json_clear(&json);
    }
}

static inline void read_file(struct reading *reading, const char *name)
{
    static char text[1 << 16];
    char path[512];
    snprintf(path, sizeof path, "%s/hf_configs/%s", TEST_DATA, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    read_text(reading, name, text, length);
}

/* Documents in a test write ' for ". */
static inline void read_document(struct reading *reading, const char *document)
{
    char text[2048];
    size_t length = strlen(document);
    assert_true(length < sizeof text);
    for (size_t i = 0; i < length; i++) {
        text[i] = document[i] == '\'' ? '"' : document[i];
    }
    read_text(reading, "config.json", text, length);
}

/* Parameters of tensors: shapes with a blank between, as "61x74 37". */
static inline double params_of(const char *shapes)
{
    double sum = 0, product = 1;
    for (const char *at = shapes; *at;) {
        char *end;
        product *= (double)strtol(at, &end, 10);
        if (*end != 'x') {
            sum += product;
            product = 1;
        }
        at = *end ? end + 1 : end;
    }
    return sum;
}

/* What a document must give. */
struct wanted {
    const char *source, *has; /* fields, as "layers=2 ..."; "-name": one that is not set */
};

/* True where the list of fields has the one of that length. */
static inline bool has_field(const char *fields, const char *field, size_t length)
{
    bool absent = *field == '-';
    for (const char *at = fields; *at; at += strcspn(at, " "), at += *at == ' ') {
        size_t size = absent ? strcspn(at, "=") : strcspn(at, " ");
        if (size == length - absent && memcmp(at, field + absent, size) == 0) {
            return !absent;
        }
    }
    return absent;
}

static inline void assert_answers(const struct wanted *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct reading reading;
        read_document(&reading, wanted[i].source);
        if (!reading.ok) {
            fail_msg("%s: %s", wanted[i].source, reading.notes.error.message);
        }
        for (const char *at = wanted[i].has; *at; at += strcspn(at, " "), at += *at == ' ') {
            if (!has_field(reading.fields, at, strcspn(at, " "))) {
                fail_msg("%s: no %s in %s", wanted[i].source, at, reading.fields);
            }
        }
    }
}

/* A family and its layers, with the rest of a small model. */
#define SMALL(type, more)                                                                          \
    "{'model_type': '" type "', 'hidden_size': 64, 'num_attention_heads': 4, 'vocab_size': 100,"   \
    " 'intermediate_size': 128, " more "}"
#define LLAMA(more) SMALL("llama", "'num_hidden_layers': 2, " more)

#endif
