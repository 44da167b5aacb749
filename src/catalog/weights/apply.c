/* SPDX-License-Identifier: Apache-2.0 */
/* A model that was read becomes a partial input, as an entry of the catalog would be. */
#include <math.h>
#include <string.h>

#include "calculators/shared/params.h"
#include "catalog/weights/weights.h"
#include "core/span.h"

bool aic_model_decides_size(const char *field)
{
    return aic_list_has(AIC_COUNT_FIELDS, field, strlen(field));
}

/* Values being set. */
struct application {
    struct aic_question *question;
    const struct aic_model_file *file;
    char weights[AIC_FILE_NAME_SIZE + 16], config[AIC_FILE_NAME_SIZE + 16]; /* sources */
    struct aic_error *error;
};

static bool find(const struct application *a, const char *name, size_t *index)
{
    const struct aic_table *inputs = &a->question->calculator->inputs;
    *index = aic_table_find(inputs, name, strlen(name));
    return *index < aic_table_size(inputs);
}

static bool set_number(const struct application *a, const char *name, double number)
{
    const struct aic_source source = { a->weights, AIC_EXACT, false, false };
    size_t index;
    if (!aic_is_set(number) || !find(a, name, &index)) {
        return true;
    }
    return aic_question_set_number(a->question, index, number, AIC_FROM_CATALOG, &source, a->error);
}

static bool set_field(const struct application *a, const struct aic_field *field,
                      struct aic_value value, bool from_weights)
{
    const struct aic_source source = { from_weights ? a->weights : a->config, AIC_EXACT, false,
                                       false };
    size_t index;
    if (!find(a, field->name, &index)) {
        return true;
    }
    return field->kind == AIC_CHOICE
               ? aic_question_set_text(a->question, index,
                                       aic_choice_name(field, (int)value.number), AIC_FROM_CATALOG,
                                       &source, a->error)
               : aic_question_set_number(a->question, index, value.number, AIC_FROM_CATALOG,
                                         &source, a->error);
}

static struct aic_value value_of(const struct application *a, const struct aic_field *field)
{
    return aic_value_load(field, (const char *)&a->file->model + field->offset);
}

/* The first field that decides sizes and that the user gave otherwise; NULL: none. */
static const struct aic_field *find_other(const struct application *a)
{
    for (size_t i = 0; i < aic_model_field_count && a->file->has_weights; i++) {
        const struct aic_field *field = &aic_model_fields[i];
        size_t index;
        if (!aic_model_decides_size(field->name) || !find(a, field->name, &index) ||
            aic_question_origin(a->question, index) < AIC_FROM_LAUNCH) {
            continue;
        }
        struct aic_value file = value_of(a, field);
        struct aic_value given = aic_question_value(a->question, index);
        if (file.set && given.number != file.number) {
            return field;
        }
    }
    return NULL;
}

static bool set_fields(const struct application *a, bool aside)
{
    for (size_t i = 0; i < aic_model_field_count; i++) {
        const struct aic_field *field = &aic_model_fields[i];
        struct aic_value value = value_of(a, field);
        bool skip = field->kind == AIC_REFERENCE || !value.set ||
                    (aside && strcmp(field->name, "params") == 0);
        if (!skip && !set_field(a, field, value, a->file->from_weights[i])) {
            return false;
        }
    }
    return true;
}

static bool set_named(const struct application *a, const char *head, const char *name,
                      double number)
{
    char whole[64];
    struct aic_text text;
    aic_text_init(&text, whole, sizeof whole);
    aic_text_format(&text, "%s_%s", head, name);
    return set_number(a, whole, number);
}

static bool set_stored(const struct application *a)
{
    const struct aic_stored *stored = &a->file->stored;
    for (int part = 0; part < AIC_PARTS; part++) {
        const char *name = aic_part_name((enum aic_part)part);
        if (!set_named(a, "counted", name, stored->counted[part]) ||
            !set_named(a, "stored", name, stored->bytes[part])) {
            return false;
        }
    }
    for (int type = 0; type < AIC_TYPES; type++) {
        if (!set_named(a, "stored", aic_type_name((enum aic_type)type), stored->by_type[type])) {
            return false;
        }
    }
    return set_number(a, "total_size", stored->total_size);
}

static void warn_aside(const struct application *a, const struct aic_field *field)
{
    aic_warn(
        &a->question->notes, "stored-set-aside",
        "%s is not that of %s: what its headers count and store is set aside, the fields count",
        field->name, a->file->name);
}

static void copy_notes(const struct application *a)
{
    const struct aic_notes *notes = &a->file->notes;
    for (size_t i = 0; i < notes->count; i++) {
        aic_warn(&a->question->notes, notes->notes[i].id, "%s", notes->notes[i].text);
    }
}

bool aic_model_file_apply(struct aic_question *question, const struct aic_model_file *file,
                          struct aic_error *error)
{
    struct application a = { .question = question, .file = file, .error = error };
    struct aic_text text;
    aic_text_init(&text, a.weights, sizeof a.weights);
    aic_text_format(&text, "weights:%s", file->name);
    aic_text_init(&text, a.config, sizeof a.config);
    aic_text_format(&text, "config:%s", file->config);
    copy_notes(&a);
    const struct aic_field *other = find_other(&a);
    if (other) {
        warn_aside(&a, other);
    }
    return set_fields(&a, other != NULL) && (other || set_stored(&a)) &&
           set_number(&a, "tensors", file->stored.tensors) &&
           set_number(&a, "files", file->stored.files) &&
           set_number(&a, "file_bytes", file->stored.file_bytes);
}
