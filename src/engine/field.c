/* SPDX-License-Identifier: Apache-2.0 */
/* Field tables: walking them, and moving values between text, numbers and structs. */
#include <aicalc/field.h>

#include <string.h>

#include "core/ascii.h"

size_t aic_table_size(const struct aic_table *table)
{
    size_t size = 0;
    if (table->fields) {
        return table->field_count;
    }
    for (size_t g = 0; g < table->count; g++) {
        size += table->groups[g].count;
    }
    return size;
}

const struct aic_field *aic_table_at(const struct aic_table *table, size_t index, size_t *offset)
{
    if (table->fields) {
        const struct aic_field *field = index < table->field_count ? &table->fields[index] : NULL;
        if (offset && field) {
            *offset = field->offset;
        }
        return field;
    }
    for (size_t g = 0; g < table->count; g++) {
        const struct aic_group *group = &table->groups[g];
        if (index < group->count) {
            const struct aic_field *field = &group->fields[index];
            if (offset) {
                *offset = field->offset;
            }
            return field;
        }
        index -= group->count;
    }
    return NULL;
}

size_t aic_table_find(const struct aic_table *table, const char *name, size_t length)
{
    const char first = length > 0 ? name[0] : '\0';
    size_t before = 0; /* fields of earlier groups */
    for (size_t g = 0; g < table->count; g++) {
        const struct aic_group *group = &table->groups[g];
        for (size_t i = 0; i < group->count; i++) {
            const char *candidate = group->fields[i].name;
            if (*candidate == first && strncmp(candidate, name, length) == 0 &&
                candidate[length] == '\0') {
                return before + i;
            }
        }
        before += group->count;
    }
    return before;
}

static const char *field_name_at(const void *context, size_t i)
{
    return aic_table_at(context, i, NULL)->name;
}

bool aic_table_lookup(const struct aic_table *table, struct aic_span name, size_t *index,
                      const char **nearest, char *typed)
{
    size_t count = aic_table_size(table);
    struct aic_text text;
    *index = aic_table_find(table, name.at, name.length);
    if (*index < count) {
        return true;
    }
    aic_text_init(&text, typed, AIC_TYPED_SIZE);
    aic_text_add_bytes(&text, name.at, name.length);
    *nearest = aic_nearest(typed, field_name_at, table, count);
    if (!*nearest && !aic_nearest_by_words(typed, field_name_at, table, count, nearest, 1)) {
        *nearest = NULL;
    }
    return false;
}

size_t aic_choice_count(const struct aic_field *field)
{
    size_t count = 0;
    while (field->choices[count]) {
        count++;
    }
    return count;
}

const char *aic_choice_name(const struct aic_field *field, int value)
{
    return value >= 0 ? field->choices[value] : NULL;
}

const char *aic_basis_name(enum aic_basis basis)
{
    static const char *const names[] = {
        [AIC_EXACT] = "exact",
        [AIC_PUBLISHED] = "published",
        [AIC_ESTIMATE] = "estimate",
        [AIC_ASSUMED] = "assumed",
    };
    return names[basis];
}

const char *aic_origin_name(enum aic_origin origin)
{
    static const char *const names[] = {
        [AIC_FROM_NOWHERE] = "unset",   [AIC_FROM_DEFAULT] = "default",
        [AIC_FROM_CATALOG] = "catalog", [AIC_FROM_ANSWER] = "answer",
        [AIC_FROM_PROGRAM] = "program", [AIC_FROM_LAUNCH] = "launch",
        [AIC_FROM_FILE] = "file",       [AIC_FROM_FLAG] = "flag",
        [AIC_FROM_SOLVE] = "solve",
    };
    return names[origin];
}

const char *aic_field_words(const struct aic_field *field)
{
    return field->sentence ? field->sentence : field->formula;
}

bool aic_field_is_sentence(const struct aic_field *field)
{
    return field->sentence != NULL;
}

const char *aic_field_unit(const struct aic_field *field)
{
    if (field->kind != AIC_REAL && field->kind != AIC_INTEGER) {
        return NULL;
    }
    return field->unit ? field->unit : aic_dimension_base(field->dimension);
}

struct aic_value aic_value_load(const struct aic_field *field, const void *at)
{
    struct aic_value value = { .set = false };
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        memcpy(&value.number, at, sizeof value.number);
        value.set = !isnan(value.number);
        break;
    case AIC_CHOICE: {
        int choice;
        memcpy(&choice, at, sizeof choice);
        value.set = choice >= 0;
        value.number = choice;
        break;
    }
    case AIC_FLAG: {
        aic_flag flag;
        memcpy(&flag, at, sizeof flag);
        value.set = flag >= 0;
        value.number = flag;
        break;
    }
    case AIC_REFERENCE: {
        struct aic_name name;
        memcpy(&name, at, sizeof name);
        value.set = name.text != NULL;
        value.name = name.text;
        break;
    }
    }
    return value;
}

void aic_value_store(const struct aic_field *field, void *at, struct aic_value value)
{
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER: {
        double number = value.set ? value.number : NAN;
        memcpy(at, &number, sizeof number);
        break;
    }
    case AIC_CHOICE: {
        int choice = value.set ? (int)value.number : -1;
        memcpy(at, &choice, sizeof choice);
        break;
    }
    case AIC_FLAG: {
        aic_flag flag = (aic_flag)(value.set ? value.number != 0 : -1);
        memcpy(at, &flag, sizeof flag);
        break;
    }
    case AIC_REFERENCE: {
        struct aic_name name = { value.set ? value.name : NULL };
        memcpy(at, &name, sizeof name);
        break;
    }
    }
}

/* "at least 1", "above 0", "between 0 and 1": the range of a field in words. */
static void describe_range(const struct aic_field *field, struct aic_text *text)
{
    bool bounded_below = !(field->flags & AIC_SIGNED);
    bool bounded_above = field->max > 0;
    if (bounded_below) {
        aic_text_format(text, "%s %g", field->flags & AIC_ABOVE_MIN ? "above" : "at least",
                        field->min);
    }
    if (bounded_above) {
        aic_text_format(text, "%s%s %g", bounded_below ? " and " : "",
                        field->flags & AIC_BELOW_MAX ? "below" : "at most", field->max);
    }
    const char *unit = aic_field_unit(field);
    if (unit && strcmp(unit, "1") != 0) {
        aic_text_format(text, " %s", unit);
    }
}

static bool range_holds(const struct aic_field *field, double number)
{
    bool is_below = number < field->min || (field->flags & AIC_ABOVE_MIN && number == field->min);
    if (is_below && !(field->flags & AIC_SIGNED)) {
        return false;
    }
    if (field->max > 0) {
        return field->flags & AIC_BELOW_MAX ? number < field->max : number <= field->max;
    }
    return true;
}

static bool check_whole(const struct aic_field *field, double number, struct aic_error *error)
{
    if (number != floor(number)) {
        aic_fail(error, AIC_ERR_VALUE, field->name, "%s: '%g' is not a whole number", field->name,
                 number);
        return aic_suggest(error, "give %g or %g", floor(number), ceil(number));
    }
    if (fabs(number) > AIC_MAX_INTEGER) {
        return aic_fail(error, AIC_ERR_RANGE, field->name,
                        "%s: '%g' is not below 2^53, up to which counts are held exactly",
                        field->name, number);
    }
    return true;
}

/* What was written in percent is not told that percent are written so. */
static bool take_number(const struct aic_field *field, double number, bool in_percent,
                        struct aic_value *value, struct aic_error *error)
{
    if (!isfinite(number)) {
        return aic_fail(error, AIC_ERR_RANGE, field->name, "%s: not a finite number", field->name);
    }
    if (field->kind == AIC_REFERENCE || field->kind == AIC_CHOICE) {
        aic_fail(error, AIC_ERR_VALUE, field->name, "%s: '%g' is a number, but a name is wanted",
                 field->name, number);
        return field->kind == AIC_CHOICE ? aic_suggest(error, "for example '%s'", field->choices[0])
                                         : false;
    }
    if (field->kind == AIC_FLAG) {
        if (number != 0 && number != 1) {
            return aic_fail(error, AIC_ERR_VALUE, field->name, "%s: '%g' is neither true nor false",
                            field->name, number);
        }
    } else if (field->kind == AIC_INTEGER && !check_whole(field, number, error)) {
        return false;
    }
    if (field->kind != AIC_FLAG && !range_holds(field, number)) {
        if (!error) {
            return false;
        }
        char range[128];
        struct aic_text text;
        aic_text_init(&text, range, sizeof range);
        describe_range(field, &text);
        aic_fail(error, AIC_ERR_RANGE, field->name, "%s: '%g' is out of range", field->name,
                 number);
        bool is_meant = !in_percent && field->dimension == AIC_RATIO && field->max == 1 &&
                        number <= 100 && number > 1;
        return is_meant ? aic_suggest(error, "%s must be %s; percent are written '%g%%'",
                                      field->name, range, number)
                        : aic_suggest(error, "%s must be %s", field->name, range);
    }
    *value = (struct aic_value){ true, number, NULL };
    return true;
}

bool aic_value_from_number(const struct aic_field *field, double number, struct aic_value *value,
                           struct aic_error *error)
{
    return take_number(field, number, false, value, error);
}

/* Case, '-' and '_' do not count: all-to-all is all_to_all. */
static bool is_like(const char *name, const char *text, size_t length)
{
    size_t i = 0;
    while (*name || i < length) {
        if (*name == '-' || *name == '_') {
            name++;
        } else if (i < length && (text[i] == '-' || text[i] == '_')) {
            i++;
        } else if (!*name || i == length || aic_lower(*name++) != aic_lower(text[i++])) {
            return false;
        }
    }
    return true;
}

/* The choice that is written like this, if it is but one. */
static bool find_like(const struct aic_field *field, const char *text, size_t length,
                      struct aic_value *value)
{
    size_t found = 0;
    for (size_t i = 0; length > 0 && field->choices[i]; i++) {
        if (is_like(field->choices[i], text, length)) {
            *value = (struct aic_value){ true, (double)i, NULL };
            found++;
        }
    }
    return found == 1;
}

/* The choice that another word stands for. */
static bool find_spelt(const struct aic_field *field, const char *text, size_t length,
                       struct aic_value *value)
{
    const struct aic_spelling *spelling = field->spelt;
    while (spelling && spelling->word && !is_like(spelling->word, text, length)) {
        spelling++;
    }
    return spelling && spelling->word &&
           find_like(field, spelling->choice, strlen(spelling->choice), value);
}

static bool read_choice(const struct aic_field *field, const char *text, size_t length,
                        struct aic_value *value, struct aic_error *error)
{
    for (size_t i = 0; field->choices[i]; i++) {
        const char *name = field->choices[i];
        if (strncmp(name, text, length) == 0 && name[length] == '\0') {
            *value = (struct aic_value){ true, (double)i, NULL };
            return true;
        }
    }
    if (find_like(field, text, length, value) || find_spelt(field, text, length, value)) {
        return true;
    }
    char list[256];
    struct aic_text names;
    aic_text_init(&names, list, sizeof list);
    aic_text_add_names(&names, aic_word_at, field->choices);
    char typed[AIC_TYPED_SIZE];
    struct aic_text copy;
    aic_text_init(&copy, typed, sizeof typed);
    aic_text_add_bytes(&copy, text, length);
    aic_fail(error, AIC_ERR_UNKNOWN, field->name, "%s: '%s' is not one of its values", field->name,
             typed);
    const char *near = aic_nearest(typed, aic_word_at, field->choices, AIC_ALL_NAMES);
    if (near) {
        return aic_suggest(error, "did you mean '%s'? values: %s", near, list);
    }
    return aic_suggest(error, "values: %s", list);
}

static bool read_flag(const struct aic_field *field, const char *text, size_t length,
                      struct aic_value *value, struct aic_error *error)
{
    static const char *const words[] = { "false", "no", "true", "yes" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == length && strncmp(words[i], text, length) == 0) {
            *value = (struct aic_value){ true, i >= 2, NULL };
            return true;
        }
    }
    aic_fail(error, AIC_ERR_VALUE, field->name, "%s: not a yes or no", field->name);
    return aic_suggest(error, "write true or false");
}

bool aic_field_read_number(const struct aic_field *field, const char *text, size_t length,
                           double *number, struct aic_error *error)
{
    const char *like = field->example ? field->example : field->default_text;
    return aic_quantity_read_like(text, length, field->dimension, field->name, like, number, error);
}

struct aic_span aic_field_with_usual(const struct aic_field *field, struct aic_span text,
                                     char out[AIC_QUANTITY_SIZE])
{
    const char *unit = field->usual ? field->usual : aic_dimension_usual(field->dimension);
    double number = 0;
    struct aic_text with;
    aic_text_init(&with, out, AIC_QUANTITY_SIZE);
    if (!unit || !aic_field_is_number(field) ||
        aic_number_read(text.at, text.length, 0, &number) < text.length || number == 0) {
        return text;
    }
    aic_text_add_bytes(&with, text.at, text.length);
    aic_text_add(&with, unit);
    return with.cut ? text : (struct aic_span){ out, with.length };
}

bool aic_value_read(const struct aic_field *field, const char *text, size_t length,
                    struct aic_value *value, struct aic_error *error)
{
    switch (field->kind) {
    case AIC_CHOICE:
        return read_choice(field, text, length, value, error);
    case AIC_FLAG:
        return read_flag(field, text, length, value, error);
    case AIC_REFERENCE:
        if (length == 0) {
            return aic_fail(error, AIC_ERR_VALUE, field->name, "%s: the name is empty",
                            field->name);
        }
        *value = (struct aic_value){ .set = true, .name = text };
        return true;
    case AIC_REAL:
    case AIC_INTEGER:
        break;
    }
    double number;
    return aic_field_read_number(field, text, length, &number, error) &&
           take_number(field, number, memchr(text, '%', length) != NULL, value, error);
}
