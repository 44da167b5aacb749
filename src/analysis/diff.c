/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons of two answers, read from their documents. */
#include <aicalc/diff.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/answer_document.h"

static bool check_calculators(const struct aic_json *before, const struct aic_json *after,
                              struct aic_error *error)
{
    const char *first = aic_json_member_text(before->root, "calculator");
    const char *second = aic_json_member_text(after->root, "calculator");
    if (strcmp(first, second) == 0) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, NULL, "%s is an answer of '%s' and %s one of '%s'",
             before->name, first, after->name, second);
    return aic_suggest(error, "compare two answers of the same calculator");
}

/* The same kind and value; NULL is like NULL only. */
static bool is_same(const struct aic_json_value *a, const struct aic_json_value *b)
{
    if (!a || !b) {
        return a == b;
    }
    if (aic_json_is(a, AIC_JSON_NUMBER) && aic_json_is(b, AIC_JSON_NUMBER)) {
        return aic_json_number_of(a) == aic_json_number_of(b);
    }
    if (aic_json_is(a, AIC_JSON_STRING) && aic_json_is(b, AIC_JSON_STRING)) {
        return strcmp(aic_json_text_of(a), aic_json_text_of(b)) == 0;
    }
    if (aic_json_is(a, AIC_JSON_NULL) && aic_json_is(b, AIC_JSON_NULL)) {
        return true;
    }
    return aic_json_is(a, AIC_JSON_BOOL) && aic_json_is(b, AIC_JSON_BOOL) &&
           !aic_json_is_true(a) == !aic_json_is_true(b);
}

static bool is_same_member(const struct aic_json_value *a, const struct aic_json_value *b)
{
    static const char *const keys[] = { "value", "unit", "low", "high" };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (!is_same(aic_json_member(a, keys[i]), aic_json_member(b, keys[i]))) {
            return false;
        }
    }
    return true;
}

static void add(struct aic_diff *diff, enum aic_diff_part part, const char *name,
                const struct aic_json_value *before, const struct aic_json_value *after)
{
    struct aic_difference *row = &diff->rows[diff->count++];
    *row = (struct aic_difference){ part, name, before, after, NAN, NAN };
    const struct aic_json_value *from = before ? aic_diff_value(before) : NULL;
    const struct aic_json_value *to = after ? aic_diff_value(after) : NULL;
    if (from && to && aic_json_is(from, AIC_JSON_NUMBER) && aic_json_is(to, AIC_JSON_NUMBER) &&
        is_same(aic_json_member(before, "unit"), aic_json_member(after, "unit"))) {
        double change = aic_json_number_of(to) - aic_json_number_of(from);
        row->absolute = isfinite(change) ? change : NAN;
        row->relative =
            aic_json_number_of(from) != 0 ? change / fabs(aic_json_number_of(from)) : NAN;
        row->relative = isfinite(row->relative) ? row->relative : NAN;
    }
}

/* Those of the second answer that changed or came, then those that went. */
static void compare_values(struct aic_diff *diff, enum aic_diff_part part,
                           const struct aic_json_value *before, const struct aic_json_value *after)
{
    AIC_JSON_EACH(member, after) {
        const struct aic_json_value *old = aic_json_member(before, aic_json_key_of(member));
        if (!old || !is_same_member(old, member)) {
            add(diff, part, aic_json_key_of(member), old, member);
        }
    }
    AIC_JSON_EACH(member, before) {
        if (!aic_json_member(after, aic_json_key_of(member))) {
            add(diff, part, aic_json_key_of(member), member, NULL);
        }
    }
}

/* How many warnings of this id stand before `end` (NULL: in the whole list). */
static int count_id(const struct aic_json_value *warnings, const struct aic_json_value *end,
                    const char *id)
{
    int count = 0;
    for (const struct aic_json_value *warning = aic_json_first(warnings); warning && warning != end;
         warning = aic_json_next(warning)) {
        count += strcmp(aic_json_member_text(warning, "id"), id) == 0;
    }
    return count;
}

/* The n-th warning of an id in one answer belongs to the n-th in the other, whatever their
 * texts: those hold numbers. What is left over came, or went. */
static void compare_warnings(struct aic_diff *diff, const struct aic_json_value *before,
                             const struct aic_json_value *after)
{
    AIC_JSON_EACH(warning, after) {
        const char *id = aic_json_member_text(warning, "id");
        if (count_id(after, warning, id) >= count_id(before, NULL, id)) {
            add(diff, AIC_DIFF_WARNING, id, NULL, warning);
        }
    }
    AIC_JSON_EACH(warning, before) {
        const char *id = aic_json_member_text(warning, "id");
        if (count_id(before, warning, id) >= count_id(after, NULL, id)) {
            add(diff, AIC_DIFF_WARNING, id, warning, NULL);
        }
    }
}

static size_t most_rows(const struct aic_json *json)
{
    static const char *const keys[] = { "inputs", "results", "warnings" };
    size_t count = 0;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        count += aic_json_count(aic_json_member(json->root, keys[i]));
    }
    return count;
}

bool aic_diff_init(struct aic_diff *diff, const struct aic_json *before,
                   const struct aic_json *after, struct aic_error *error)
{
    *diff = (struct aic_diff){ NULL, NULL, 0 };
    if (!aic_answer_document_check(before, error) || !aic_answer_document_check(after, error) ||
        !check_calculators(before, after, error)) {
        return false;
    }
    diff->calculator = aic_json_member_text(after->root, "calculator");
    size_t most = most_rows(before) + most_rows(after) + 1;
    diff->rows = malloc(most * sizeof diff->rows[0]);
    if (!diff->rows) {
        return aic_fail_memory(error);
    }
    compare_values(diff, AIC_DIFF_INPUT, aic_json_member(before->root, "inputs"),
                   aic_json_member(after->root, "inputs"));
    compare_values(diff, AIC_DIFF_RESULT, aic_json_member(before->root, "results"),
                   aic_json_member(after->root, "results"));
    compare_warnings(diff, aic_json_member(before->root, "warnings"),
                     aic_json_member(after->root, "warnings"));
    return true;
}

void aic_diff_clear(struct aic_diff *diff)
{
    free(diff->rows);
    diff->rows = NULL;
    diff->count = 0;
}
