/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps: binding axes to inputs, and counting through their cross product. */
#include <aicalc/sweep.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/text.h>

#include "analysis/sweep/axis.h"
#include "analysis/sweep/tuple.h"

static bool find_input(const struct aic_recipe *recipe, struct aic_span name, size_t *input,
                       struct aic_error *error)
{
    char typed[80];
    struct aic_text text;
    aic_text_init(&text, typed, sizeof typed);
    aic_text_add_bytes(&text, name.at, name.length);
    const struct aic_question any = { .calculator = recipe->calculator };
    return aic_question_find(&any, typed, input, error);
}

/* A value that is given beside its sweep would be ignored: that is refused. */
static bool check_alone(const struct aic_sweep *sweep, const struct aic_recipe *recipe,
                        size_t input, struct aic_error *error)
{
    const char *name = aic_table_at(&recipe->calculator->inputs, input, NULL)->name;
    const struct aic_question any = { .calculator = recipe->calculator };
    for (size_t i = 0; i < sweep->axis_count; i++) {
        if (sweep->inputs[i] == input) {
            aic_fail(error, AIC_ERR_USAGE, name, "sweep: %s is swept twice", name);
            return aic_suggest(error, "write all its values in one sweep");
        }
    }
    for (size_t i = 0; i < recipe->setting_count; i++) {
        size_t given;
        if (aic_question_find(&any, recipe->settings[i].name, &given, NULL) && given == input) {
            aic_fail(error, AIC_ERR_USAGE, name, "sweep: %s is both given and swept", name);
            return aic_suggest(error, "leave one of the two out");
        }
    }
    return true;
}

static bool add_axis(struct aic_sweep *sweep, const struct aic_recipe *recipe,
                     const struct aic_tuple *tuple, size_t i, char *list, struct aic_text *notes,
                     struct aic_error *error)
{
    size_t input;
    if (!find_input(recipe, aic_tuple_name(tuple, i), &input, error) ||
        !check_alone(sweep, recipe, input, error)) {
        return false;
    }
    if (sweep->axis_count == AIC_VARIED_MAX) {
        return aic_tuple_fail_many(error);
    }
    struct aic_axis *axis = &sweep->axes[sweep->axis_count];
    *axis = (struct aic_axis){ .joined = i > 0 };
    axis->field = aic_table_at(&recipe->calculator->inputs, input, NULL);
    sweep->inputs[sweep->axis_count++] = input;
    if (tuple->count == 1) {
        return aic_axis_read(axis, tuple->values, recipe, notes, error);
    }
    return aic_tuple_column(tuple, i, axis->field, list, error) &&
           aic_axis_read(axis, list, recipe, notes, error);
}

/* Adds the axes of one text, and multiplies the cases by its values. */
static bool add_axes(struct aic_sweep *sweep, const struct aic_recipe *recipe, const char *text,
                     struct aic_text *notes, struct aic_error *error)
{
    struct aic_tuple tuple;
    if (!aic_tuple_read(&tuple, text, error)) {
        return false;
    }
    char *list = malloc(strlen(text) + 1);
    bool ok = list || aic_fail_memory(error);
    for (size_t i = 0; ok && i < tuple.count; i++) {
        ok = add_axis(sweep, recipe, &tuple, i, list, notes, error);
    }
    free(list);
    if (!ok) {
        return false;
    }
    uint64_t values = sweep->axes[sweep->axis_count - 1].count;
    if (values > AIC_SWEEP_MAX / sweep->case_count) {
        aic_fail(error, AIC_ERR_RANGE, NULL, "sweep: more than 2^53 cases");
        return aic_suggest(error, "give larger steps or fewer values");
    }
    sweep->case_count *= values;
    return true;
}

bool aic_sweep_init(struct aic_sweep *sweep, const struct aic_recipe *recipe,
                    const char *const *texts, size_t count, struct aic_error *error)
{
    struct aic_text notes;
    aic_text_init(&notes, sweep->notes, sizeof sweep->notes);
    sweep->axis_count = 0;
    sweep->case_count = 1;
    for (size_t i = 0; i < count; i++) {
        if (!add_axes(sweep, recipe, texts[i], &notes, error)) {
            return false;
        }
    }
    return true;
}

void aic_sweep_clear(struct aic_sweep *sweep)
{
    for (size_t i = 0; i < sweep->axis_count; i++) {
        free(sweep->axes[i].values);
        free(sweep->axes[i].names);
    }
    sweep->axis_count = 0;
}

void aic_sweep_case(const struct aic_sweep *sweep, uint64_t index, struct aic_value *values)
{
    for (size_t i = sweep->axis_count; i-- > 0;) {
        const struct aic_axis *axis = &sweep->axes[i];
        values[i] = aic_axis_value(axis, index % axis->count);
        index /= axis->joined ? 1 : axis->count;
    }
}
