/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the values of an axis: a list, an interval with a step or a factor, or all there are. */
#include "analysis/sweep/axis.h"

#include <stdlib.h>
#include <string.h>

#include <aicalc/text.h>

#include "analysis/sweep/tuple.h"
#include "core/span.h"

/* An end that was typed is met although the steps to it were rounded; by no more than a part of
   a step, however many there are. */
#define SLACK      1e-12
#define SLACK_STEP 1e-3

/*
 * Reads a value that must be one of its field, but for its range: out of range it makes
 * a case impossible, as every other value does that does not suit the rest.
 */
static bool read_value(const struct aic_field *field, struct aic_span text, struct aic_value *value,
                       struct aic_error *error)
{
    if (!aic_field_is_number(field)) {
        return aic_value_read(field, text.at, text.length, value, error);
    }
    char with_unit[AIC_QUANTITY_SIZE];
    struct aic_value checked;
    struct aic_error refused;
    text = aic_field_with_usual(field, text, with_unit);
    *value = (struct aic_value){ .set = true };
    if (!aic_field_read_number(field, text.at, text.length, &value->number, error)) {
        return false;
    }
    if (!aic_value_from_number(field, value->number, &checked, &refused) &&
        refused.code != AIC_ERR_RANGE) {
        *error = refused;
        return false;
    }
    return true;
}

/* Names on their way into an axis, one behind the other. */
struct names {
    char *bytes;
    size_t length, capacity, count;
    bool failed;
    struct aic_span prefix; /* of the names that are collected */
};

static bool add_name(struct names *names, const char *name)
{
    size_t size = strlen(name) + 1;
    if (size > names->capacity - names->length) {
        size_t capacity = 2 * names->capacity + size + 1024;
        char *bytes = realloc(names->bytes, capacity);
        if (!bytes) {
            names->failed = true;
            return false;
        }
        names->bytes = bytes;
        names->capacity = capacity;
    }
    memcpy(names->bytes + names->length, name, size);
    names->length += size;
    names->count++;
    return true;
}

static bool collect_name(void *context, const struct aic_entry *entry)
{
    struct names *names = context;
    const char *name = aic_entry_name(entry);
    return strncmp(name, names->prefix.at, names->prefix.length) != 0 || add_name(names, name);
}

/* Adds the names of all entries that begin as what stands before a '*'; false: there are none. */
static bool add_beginning(struct names *names, const struct aic_field *field, const char *typed,
                          const struct aic_catalog *catalog, struct aic_error *error)
{
    size_t length = strlen(typed), before = names->count;
    if (length == 0 || typed[length - 1] != '*') {
        return false;
    }
    names->prefix = (struct aic_span){ typed, length - 1 };
    return aic_catalog_each(catalog, field->catalog, collect_name, names, error) &&
           names->count > before;
}

/* Makes the values of an axis of its names, which are the axis' from now on. */
static bool take_names(struct aic_axis *axis, const struct names *names, struct aic_error *error)
{
    axis->names = names->bytes;
    axis->values = malloc((names->count + 1) * sizeof axis->values[0]);
    if (names->failed || !axis->values) {
        return aic_fail_memory(error);
    }
    const char *name = axis->names;
    for (; axis->count < names->count; axis->count++) {
        axis->values[axis->count] = (struct aic_value){ .set = true, .name = name };
        name += strlen(name) + 1;
    }
    return true;
}

/* Adds the full name of an entry, or a file that can be read: whether a model can be made of it is
 * its case's affair. */
static bool resolve_name(struct names *names, const struct aic_field *field, const char *typed,
                         const struct aic_recipe *recipe, struct aic_text *notes,
                         struct aic_error *error)
{
    if (field->catalog == AIC_MODELS && aic_recipe_is_path(recipe, typed)) {
        if (!aic_recipe_can_read(recipe, typed, error)) {
            return false;
        }
        return add_name(names, typed) || aic_fail_memory(error);
    }
    struct aic_entry entry;
    if (add_beginning(names, field, typed, recipe->catalog, error)) {
        return true;
    }
    if (!aic_catalog_find(recipe->catalog, field->catalog, typed, &entry, error)) {
        return false;
    }
    if (entry.others[0]) {
        aic_text_format(notes, "%s%s '%s': %s; also %s", notes->length > 0 ? "\n" : "", field->name,
                        typed, aic_entry_name(&entry), entry.others);
    }
    bool ok = add_name(names, aic_entry_name(&entry)) || aic_fail_memory(error);
    aic_entry_clear(&entry);
    return ok;
}

static bool fail_empty(const struct aic_field *field, const char *text, struct aic_error *error)
{
    if (text[0] == '\0') {
        aic_fail(error, AIC_ERR_USAGE, field->name, "sweep: %s has no values", field->name);
    } else {
        aic_fail(error, AIC_ERR_USAGE, field->name, "sweep: a value of %s is empty in '%s'",
                 field->name, text);
    }
    return aic_suggest(error, "write the values with single commas between them: %s=A,B,C",
                       field->name);
}

/* Takes the next item of a list from the head of `text`; one that is empty is refused. */
static bool next_item(const struct aic_field *field, const char *list, const char **text,
                      struct aic_span *item, struct aic_error *error)
{
    size_t length = strcspn(*text, ",");
    *item = aic_trimmed((struct aic_span){ *text, length });
    *text += length + ((*text)[length] == ',');
    return item->length > 0 || fail_empty(field, list, error);
}

/* How many items a list has. */
static size_t count_items(const char *text)
{
    size_t items = 1;
    for (const char *c = text; *c; c++) {
        items += *c == ',';
    }
    return items;
}

static bool read_names(struct aic_axis *axis, const char *list, const struct aic_recipe *recipe,
                       struct aic_text *notes, struct aic_error *error)
{
    struct names names = { .prefix = { "", 0 } };
    char *copy = malloc(strlen(list) + 1);
    bool ok = copy || aic_fail_memory(error);
    size_t items = count_items(list);
    for (const char *at = list; ok && items > 0; items--) {
        struct aic_span item;
        ok = next_item(axis->field, list, &at, &item, error);
        if (ok) {
            memcpy(copy, item.at, item.length);
            copy[item.length] = '\0';
            ok = resolve_name(&names, axis->field, copy, recipe, notes, error);
        }
    }
    free(copy);
    return take_names(axis, &names, ok ? error : NULL) && ok;
}

static bool read_list(struct aic_axis *axis, const char *list, const struct aic_recipe *recipe,
                      struct aic_text *notes, struct aic_error *error)
{
    size_t items = count_items(list);
    axis->kind = AIC_AXIS_LIST;
    if (axis->field->kind == AIC_REFERENCE) {
        return read_names(axis, list, recipe, notes, error);
    }
    axis->values = malloc(items * sizeof axis->values[0]);
    if (!axis->values) {
        return aic_fail_memory(error);
    }
    for (const char *at = list; axis->count < items; axis->count++) {
        struct aic_span item;
        if (!next_item(axis->field, list, &at, &item, error) ||
            !read_value(axis->field, item, &axis->values[axis->count], error)) {
            return false;
        }
    }
    return true;
}

static bool read_all_names(struct aic_axis *axis, const struct aic_catalog *catalog,
                           struct aic_error *error)
{
    struct names names = { .prefix = { "", 0 } };
    bool ok = aic_catalog_each(catalog, axis->field->catalog, collect_name, &names, error);
    return take_names(axis, &names, ok ? error : NULL) && ok;
}

static bool read_all(struct aic_axis *axis, const struct aic_catalog *catalog,
                     struct aic_error *error)
{
    const struct aic_field *field = axis->field;
    axis->kind = AIC_AXIS_LIST;
    if (field->kind == AIC_REFERENCE) {
        return read_all_names(axis, catalog, error);
    }
    if (aic_field_is_number(field)) {
        aic_fail(error, AIC_ERR_VALUE, field->name,
                 "sweep: '*' stands for all names of a list, and %s is a number", field->name);
        return aic_suggest(error, "write %s=A,B,C or %s=A..B+STEP or %s=A..B*FACTOR", field->name,
                           field->name, field->name);
    }
    size_t count = 2; /* no and yes */
    if (field->kind == AIC_CHOICE) {
        for (count = 1; field->choices[count];) {
            count++;
        }
    }
    axis->values = malloc(count * sizeof axis->values[0]);
    if (!axis->values) {
        return aic_fail_memory(error);
    }
    for (; axis->count < count; axis->count++) {
        axis->values[axis->count] = (struct aic_value){ true, (double)axis->count, NULL };
    }
    return true;
}

/* The parts of A..B+STEP or A..B*FACTOR. */
struct stretch {
    struct aic_span first, last, step;
    char sign; /* '+' or '*'; 0: there is none */
};

/* True at the '+' of a number such as 1e+5. */
static bool is_in_exponent(const char *text, const char *at)
{
    return at - text >= 2 && (at[-1] == 'e' || at[-1] == 'E') &&
           ((at[-2] >= '0' && at[-2] <= '9') || at[-2] == '.') && at[1] >= '0' && at[1] <= '9';
}

static struct stretch split_stretch(const char *text, const char *dots)
{
    const char *last = dots + 2;
    const char *at = last + strspn(last, " +-");
    while (*at && *at != '*' && (*at != '+' || is_in_exponent(last, at))) {
        at++;
    }
    struct stretch stretch = {
        .first = aic_trimmed((struct aic_span){ text, (size_t)(dots - text) }),
        .last = aic_trimmed((struct aic_span){ last, (size_t)(at - last) }),
        .sign = *at,
    };
    if (*at) {
        stretch.step = aic_trimmed((struct aic_span){ at + 1, strlen(at + 1) });
    }
    return stretch;
}

static bool fail_no_step(const struct aic_field *field, const char *text, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_USAGE, field->name,
             "sweep: '%s' does not say which values of %s to take", text, field->name);
    return aic_suggest(error, "add a step or a factor: %s=%s+STEP or %s=%s*FACTOR", field->name,
                       text, field->name, text);
}

static bool fail_order(const struct aic_field *field, const struct stretch *stretch,
                       struct aic_error *error)
{
    char first[AIC_TUPLE_TYPED], last[AIC_TUPLE_TYPED];
    aic_fail(error, AIC_ERR_RANGE, field->name, "sweep: %s starts at '%s', above its end '%s'",
             field->name, aic_tuple_typed(stretch->first, first),
             aic_tuple_typed(stretch->last, last));
    return aic_suggest(error, "write the lower end first");
}

static bool fail_step(const struct aic_field *field, struct aic_span step, const char *what,
                      const char *advice, struct aic_error *error)
{
    char text[AIC_TUPLE_TYPED];
    aic_fail(error, AIC_ERR_RANGE, field->name, "sweep: %s cannot go up by '%s'%s", field->name,
             aic_tuple_typed(step, text), what);
    return aic_suggest(error, "%s", advice);
}

static bool fail_too_many(const struct aic_field *field, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_RANGE, field->name, "sweep: more than 2^53 values of %s", field->name);
    return aic_suggest(error, "give a larger step");
}

static bool read_linear(struct aic_axis *axis, const struct stretch *stretch,
                        struct aic_error *error)
{
    const struct aic_field *field = axis->field;
    axis->kind = AIC_AXIS_LINEAR;
    char with_unit[AIC_QUANTITY_SIZE];
    const struct aic_span step = aic_field_with_usual(field, stretch->step, with_unit);
    if (!aic_field_read_number(field, step.at, step.length, &axis->step, error)) {
        return false;
    }
    if (axis->step <= 0) {
        return fail_step(field, stretch->step, "", "give a step above 0", error);
    }
    if (field->kind == AIC_INTEGER && axis->step != floor(axis->step)) {
        return fail_step(field, stretch->step, ", it takes whole numbers only", "give a whole step",
                         error);
    }
    double ratio = (axis->last - axis->first) / axis->step;
    bool is_exact = field->kind == AIC_INTEGER;
    double steps = floor(is_exact ? ratio : ratio + fmin(ratio * SLACK, SLACK_STEP));
    if (!(steps < (double)AIC_SWEEP_MAX)) {
        return fail_too_many(field, error);
    }
    axis->count = (uint64_t)steps + 1;
    return true;
}

/* base^exponent in as many multiplications as the exponent has bits: no rounding piles up. */
static double power(double base, uint64_t exponent)
{
    double product = 1;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1) {
            product *= base;
        }
        base *= base;
    }
    return product;
}

static bool is_within(const struct aic_axis *axis, uint64_t i)
{
    return axis->first * power(axis->step, i) <= axis->last * (1 + SLACK);
}

/* How many values of a geometric axis are within its end, found by halving. */
static uint64_t count_within(const struct aic_axis *axis)
{
    uint64_t within = 0, beyond = 1;
    while (beyond <= AIC_SWEEP_MAX && is_within(axis, beyond)) {
        within = beyond;
        beyond *= 2;
    }
    while (beyond - within > 1) {
        uint64_t middle = within + (beyond - within) / 2;
        if (is_within(axis, middle)) {
            within = middle;
        } else {
            beyond = middle;
        }
    }
    return within + 1;
}

/* True where each value is whole: a factor that is not halves what it can be
 * multiplied with at every step, so that 64 steps show it. */
static bool all_whole(const struct aic_axis *axis)
{
    for (uint64_t i = 0; i < axis->count && i < 64; i++) {
        double value = axis->first * power(axis->step, i);
        if (value != floor(value)) {
            return false;
        }
    }
    return true;
}

static bool read_geometric(struct aic_axis *axis, const struct stretch *stretch,
                           struct aic_error *error)
{
    const struct aic_field *field = axis->field;
    axis->kind = AIC_AXIS_GEOMETRIC;
    if (!aic_quantity_read(stretch->step.at, stretch->step.length, AIC_RATIO, field->name,
                           &axis->step, error)) {
        return false;
    }
    if (axis->step <= 1) {
        return fail_step(field, stretch->step, " as a factor", "give a factor above 1", error);
    }
    if (axis->first <= 0) {
        char first[AIC_TUPLE_TYPED];
        aic_fail(error, AIC_ERR_RANGE, field->name, "sweep: %s cannot grow by a factor from '%s'",
                 field->name, aic_tuple_typed(stretch->first, first));
        return aic_suggest(error, "start above 0, or give a step: A..B+STEP");
    }
    axis->count = count_within(axis);
    if (axis->count > AIC_SWEEP_MAX) {
        return fail_too_many(field, error);
    }
    if (field->kind == AIC_INTEGER && !all_whole(axis)) {
        return fail_step(field, stretch->step, " as a factor, it takes whole numbers only",
                         "give a whole factor, or write the values out", error);
    }
    return true;
}

static bool read_stretch(struct aic_axis *axis, const char *text, const char *dots,
                         struct aic_error *error)
{
    const struct aic_field *field = axis->field;
    if (strchr(text, ',')) {
        aic_fail(error, AIC_ERR_USAGE, field->name, "sweep: '%s' is both a list and a stretch",
                 text);
        return aic_suggest(error, "write out the values of %s: A,B,C", field->name);
    }
    struct stretch stretch = split_stretch(text, dots);
    struct aic_value first, last;
    if (!read_value(field, stretch.first, &first, error) ||
        !read_value(field, stretch.last, &last, error)) {
        return false;
    }
    if (stretch.sign == '\0') {
        return fail_no_step(field, text, error);
    }
    axis->first = first.number;
    axis->last = last.number;
    if (axis->first > axis->last) {
        return fail_order(field, &stretch, error);
    }
    return stretch.sign == '+' ? read_linear(axis, &stretch, error)
                               : read_geometric(axis, &stretch, error);
}

bool aic_axis_read(struct aic_axis *axis, const char *text, const struct aic_recipe *recipe,
                   struct aic_text *notes, struct aic_error *error)
{
    const char *dots = aic_field_is_number(axis->field) ? strstr(text, "..") : NULL;
    axis->count = 0;
    axis->values = NULL;
    axis->names = NULL;
    if (strcmp(text, "*") == 0) {
        return read_all(axis, recipe->catalog, error);
    }
    return dots ? read_stretch(axis, text, dots, error)
                : read_list(axis, text, recipe, notes, error);
}

struct aic_value aic_axis_value(const struct aic_axis *axis, uint64_t i)
{
    if (axis->kind == AIC_AXIS_LIST) {
        return axis->values[i];
    }
    double number = axis->kind == AIC_AXIS_LINEAR ? axis->first + (double)i * axis->step
                                                  : axis->first * power(axis->step, i);
    /* Rounding may carry the last value past the end that was typed. */
    return (struct aic_value){ true, number < axis->last ? number : axis->last, NULL };
}
