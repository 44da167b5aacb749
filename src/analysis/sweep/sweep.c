/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps: binding axes to inputs, and counting through their cross product. */
#include <aicalc/sweep.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/text.h>

#include "analysis/sweep/axis.h"

/* Takes "P=" off the head of a text and finds the input P. */
static bool bind_input(const struct aic_recipe *recipe, const char **text, size_t *input,
                       struct aic_error *error)
{
    const char *equals = strchr(*text, '=');
    if (!equals || equals == *text) {
        aic_fail(error, AIC_ERR_USAGE, NULL,
                 "sweep: '%s' does not say which parameter takes "
                 "which values",
                 *text);
        return aic_suggest(error, "write P=A,B,C or P=A..B+STEP or P=A..B*FACTOR");
    }
    char typed[80];
    struct aic_text name;
    aic_text_init(&name, typed, sizeof typed);
    aic_text_add_bytes(&name, *text, (size_t)(equals - *text));
    *text = equals + 1;
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

static bool add_axis(struct aic_sweep *sweep, const struct aic_recipe *recipe, const char *text,
                     struct aic_error *error)
{
    size_t input;
    if (!bind_input(recipe, &text, &input, error) || !check_alone(sweep, recipe, input, error)) {
        return false;
    }
    if (sweep->axis_count == AIC_VARIED_MAX) {
        aic_fail(error, AIC_ERR_RANGE, NULL, "sweep: more than %d parameters are swept",
                 AIC_VARIED_MAX);
        return aic_suggest(error, "sweep fewer at a time");
    }
    struct aic_axis *axis = &sweep->axes[sweep->axis_count];
    axis->field = aic_table_at(&recipe->calculator->inputs, input, NULL);
    sweep->inputs[sweep->axis_count++] = input;
    return aic_axis_read(axis, text, recipe, error);
}

bool aic_sweep_init(struct aic_sweep *sweep, const struct aic_recipe *recipe,
                    const char *const *texts, size_t count, struct aic_error *error)
{
    sweep->axis_count = 0;
    sweep->case_count = 1;
    for (size_t i = 0; i < count; i++) {
        if (!add_axis(sweep, recipe, texts[i], error)) {
            return false;
        }
        uint64_t values = sweep->axes[i].count;
        if (values > AIC_SWEEP_MAX / sweep->case_count) {
            aic_fail(error, AIC_ERR_RANGE, NULL, "sweep: more than 2^53 cases");
            return aic_suggest(error, "give larger steps or fewer values");
        }
        sweep->case_count *= values;
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
        index /= axis->count;
    }
}
