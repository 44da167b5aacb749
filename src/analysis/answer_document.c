/* SPDX-License-Identifier: Apache-2.0 */
/* Documents of answers: whether one is what 'aicalc CALCULATOR -o json' writes. */
#include "analysis/answer_document.h"

#include <math.h>
#include <string.h>

#include <aicalc/diff.h>

/* Most inputs, results or warnings of an answer: every name is looked up in the other one. */
#define MEMBERS_MAX 1000

const struct aic_json_value *aic_diff_value(const struct aic_json_value *member)
{
    const struct aic_json_value *value = aic_json_member(member, "value");
    bool is_plain = aic_json_is(value, AIC_JSON_NUMBER) || aic_json_is(value, AIC_JSON_STRING) ||
                    aic_json_is(value, AIC_JSON_BOOL) || aic_json_is(value, AIC_JSON_NULL);
    return value && is_plain ? value : NULL;
}

static bool fail_shape(const struct aic_json *json, const struct aic_json_value *at,
                       const char *what, struct aic_error *error)
{
    aic_json_fail(json, at, error, AIC_ERR_JSON, NULL, "not an answer: %s", what);
    return aic_suggest(error, "compare what 'aicalc CALCULATOR ... -o json' wrote");
}

/* `inputs` and `results`: objects of objects that have a value; that of a result may be null, no upper
 * limit. */
static bool check_values(const struct aic_json *json, const char *key, struct aic_error *error)
{
    const struct aic_json_value *values = aic_json_member(json->root, key);
    int count = 0;
    if (!aic_json_is(values, AIC_JSON_OBJECT)) {
        return fail_shape(json, values,
                          aic_json_member(json->root, "cases") ? "a sweep has many of them"
                          : aic_json_member(json->root, "brief")
                              ? "--brief leaves the inputs out"
                              : "it needs 'inputs' and 'results'",
                          error);
    }
    AIC_JSON_EACH(member, values) {
        const struct aic_json_value *value = aic_diff_value(member);
        bool is_null = value && aic_json_is(value, AIC_JSON_NULL);
        if (!value || (is_null && strcmp(key, "results") != 0)) {
            return fail_shape(json, member, "an input or result without a value", error);
        }
        if (++count > MEMBERS_MAX) {
            return fail_shape(json, member, "it has too many inputs or results", error);
        }
    }
    return true;
}

/* `warnings`: a list of objects with an id; it may be missing. */
static bool check_warnings(const struct aic_json *json, struct aic_error *error)
{
    const struct aic_json_value *warnings = aic_json_member(json->root, "warnings");
    int count = 0;
    if (warnings && !aic_json_is(warnings, AIC_JSON_ARRAY)) {
        return fail_shape(json, warnings, "'warnings' is no list", error);
    }
    AIC_JSON_EACH(warning, warnings) {
        if (!aic_json_member_text(warning, "id")) {
            return fail_shape(json, warning, "a warning without an id", error);
        }
        if (++count > MEMBERS_MAX) {
            return fail_shape(json, warning, "it has too many warnings", error);
        }
    }
    return true;
}

bool aic_answer_document_check(const struct aic_json *json, struct aic_error *error)
{
    if (!aic_json_is_text(aic_json_member(json->root, "schema"), "aicalc/1")) {
        return fail_shape(json, aic_json_member(json->root, "schema"),
                          "its schema is not 'aicalc/1'", error);
    }
    if (!aic_json_member_text(json->root, "calculator")) {
        return fail_shape(json, NULL, "it names no calculator", error);
    }
    return check_values(json, "inputs", error) && check_values(json, "results", error) &&
           check_warnings(json, error);
}

struct aic_value aic_document_value(const struct aic_field *field,
                                    const struct aic_json_value *value)
{
    const char *text = aic_json_text_of(value);
    struct aic_value found = { .set = false };
    if (value && aic_json_is(value, AIC_JSON_NULL)) {
        bool is_unbounded = (field->flags & AIC_UNBOUNDED) != 0;
        found = (struct aic_value){ is_unbounded, is_unbounded ? INFINITY : 0, NULL };
    } else if (aic_field_unit(field)) {
        found.set = aic_json_is(value, AIC_JSON_NUMBER);
        found.number = found.set ? aic_json_number_of(value) : 0;
    } else if (field->kind == AIC_FLAG) {
        found.set = aic_json_is(value, AIC_JSON_BOOL);
        found.number = aic_json_is_true(value);
    } else if (field->kind == AIC_CHOICE && text) {
        aic_value_read(field, text, strlen(text), &found, NULL);
    } else if (field->kind == AIC_REFERENCE) {
        found = (struct aic_value){ text != NULL, 0, text };
    }
    return found;
}

enum aic_origin aic_document_origin(const struct aic_json_value *member)
{
    const char *word = aic_json_member_text(member, "origin");
    for (int origin = AIC_FROM_DEFAULT; word && origin <= AIC_FROM_SOLVE; origin++) {
        if (strcmp(word, aic_origin_name((enum aic_origin)origin)) == 0) {
            return (enum aic_origin)origin;
        }
    }
    return AIC_FROM_FILE;
}

enum aic_basis aic_document_basis(const struct aic_json_value *member)
{
    const char *word = aic_json_member_text(member, "basis");
    for (int basis = AIC_EXACT; word && basis <= AIC_ASSUMED; basis++) {
        if (strcmp(word, aic_basis_name((enum aic_basis)basis)) == 0) {
            return (enum aic_basis)basis;
        }
    }
    return AIC_EXACT;
}
