/* SPDX-License-Identifier: Apache-2.0 */
/* Taking apart the text of inputs that are swept together. */
#include "analysis/sweep/tuple.h"

#include <string.h>

/* The i-th part of a text between separators; `count` may be NULL. */
static struct aic_span part_of(struct aic_span text, char separator, size_t i, size_t *count)
{
    struct aic_span part = { text.at, 0 };
    size_t at = 0;
    for (const char *c = text.at;; c++) {
        bool is_end = c == text.at + text.length;
        if (is_end || *c == separator) {
            if (at == i) {
                part.length = (size_t)(c - part.at);
            }
            at++;
            if (is_end) {
                break;
            }
            if (at == i) {
                part.at = c + 1;
            }
        }
    }
    if (count) {
        *count = at;
    }
    return part;
}

const char *aic_tuple_typed(struct aic_span part, char *out)
{
    struct aic_text text;
    aic_text_init(&text, out, AIC_TUPLE_TYPED);
    aic_text_add_bytes(&text, part.at, part.length);
    return out;
}

static bool fail_form(const char *text, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_USAGE, NULL,
             "sweep: '%s' does not say which parameter takes which values", text);
    return aic_suggest(error, "write P=A,B,C or P=A..B+STEP or P=A..B*FACTOR, or P,Q=A:B,C:D for "
                              "two together");
}

bool aic_tuple_fail_many(struct aic_error *error)
{
    aic_fail(error, AIC_ERR_RANGE, NULL, "sweep: more than %d parameters are swept",
             AIC_VARIED_MAX);
    return aic_suggest(error, "sweep fewer at a time");
}

bool aic_tuple_read(struct aic_tuple *tuple, const char *text, struct aic_error *error)
{
    const char *equals = strchr(text, '=');
    if (!equals) {
        return fail_form(text, error);
    }
    tuple->names = (struct aic_span){ text, (size_t)(equals - text) };
    tuple->values = equals + 1;
    part_of(tuple->names, ',', 0, &tuple->count);
    for (size_t i = 0; i < tuple->count; i++) {
        if (aic_tuple_name(tuple, i).length == 0) {
            return fail_form(text, error);
        }
    }
    return tuple->count <= AIC_VARIED_MAX || aic_tuple_fail_many(error);
}

struct aic_span aic_tuple_name(const struct aic_tuple *tuple, size_t i)
{
    return part_of(tuple->names, ',', i, NULL);
}

/* "gpu,gpu_price=A:B,C:D": the form with as many letters as there are inputs. */
static bool suggest_form(const struct aic_tuple *tuple, struct aic_error *error)
{
    char form[sizeof error->suggestion];
    struct aic_text text;
    aic_text_init(&text, form, sizeof form);
    aic_text_add_bytes(&text, tuple->names.at, tuple->names.length);
    for (size_t i = 0; i < 2 * tuple->count; i++) {
        aic_text_format(&text, "%s%c",
                        i == 0              ? "="
                        : i == tuple->count ? ","
                                            : ":",
                        (int)('A' + i));
    }
    return aic_suggest(error, "write a value for each with colons between them: %s", form);
}

static bool fail_parts(const struct aic_tuple *tuple, struct aic_span item, size_t parts,
                       struct aic_error *error)
{
    char value[AIC_TUPLE_TYPED], names[AIC_TUPLE_TYPED];
    aic_fail(error, AIC_ERR_USAGE, NULL, "sweep: '%s' has %d of the %d values of %s",
             aic_tuple_typed(item, value), (int)parts, (int)tuple->count,
             aic_tuple_typed(tuple->names, names));
    return suggest_form(tuple, error);
}

/* Stretches and '*' are of one input: together, values are written out. */
static bool check_written_out(const struct aic_tuple *tuple, const struct aic_field *field,
                              struct aic_span value, struct aic_error *error)
{
    char words[AIC_TUPLE_TYPED];
    bool is_all = value.length == 1 && value.at[0] == '*';
    if (!is_all && !(aic_field_is_number(field) && strstr(aic_tuple_typed(value, words), ".."))) {
        return true;
    }
    aic_fail(error, AIC_ERR_USAGE, field->name,
             "sweep: '%s' stands for many values of %s, and it is swept together with others",
             aic_tuple_typed(value, words), field->name);
    return suggest_form(tuple, error);
}

bool aic_tuple_column(const struct aic_tuple *tuple, size_t i, const struct aic_field *field,
                      char *out, struct aic_error *error)
{
    const struct aic_span values = { tuple->values, strlen(tuple->values) };
    struct aic_text list;
    aic_text_init(&list, out, values.length + 1);
    for (const char *at = values.at;; at++) {
        size_t parts;
        struct aic_span item = { at, strcspn(at, ",") };
        struct aic_span value = part_of(item, ':', i, &parts);
        if (parts != tuple->count || value.length == 0) {
            bool lacks_one = item.length == 0 || (value.length == 0 && parts == tuple->count);
            return fail_parts(tuple, item, parts - lacks_one, error);
        }
        if (!check_written_out(tuple, field, value, error)) {
            return false;
        }
        aic_text_add(&list, at > values.at ? "," : "");
        aic_text_add_bytes(&list, value.at, value.length);
        at += item.length;
        if (!*at) {
            return true;
        }
    }
}
