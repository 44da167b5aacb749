/* SPDX-License-Identifier: Apache-2.0 */
/* Variations: evaluating a recipe with other values, as cheaply as the values allow. */
#include <aicalc/variation.h>

#include <stdlib.h>
#include <string.h>

static const struct aic_field *varied_field(const struct aic_variation *variation, size_t i,
                                            size_t *offset)
{
    return aic_table_at(&variation->recipe->calculator->inputs, variation->inputs[i], offset);
}

bool aic_variation_init(struct aic_variation *variation, const struct aic_recipe *recipe,
                        const size_t *inputs, size_t count, enum aic_origin origin,
                        struct aic_error *error)
{
    memset(variation, 0, sizeof *variation);
    variation->recipe = recipe;
    variation->origin = origin;
    variation->count = count;
    memcpy(variation->inputs, inputs, count * sizeof inputs[0]);
    aic_notes_init(&variation->notes);
    variation->notes.quiet = true;
    variation->in = malloc(recipe->calculator->in_size);
    variation->out = malloc(recipe->calculator->out_size);
    return (variation->in && variation->out) ||
           aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
}

void aic_variation_clear(struct aic_variation *variation)
{
    if (variation->asked) {
        aic_question_clear(&variation->question);
        variation->asked = false;
    }
    free(variation->in);
    free(variation->out);
    variation->in = NULL;
    variation->out = NULL;
}

/* The recipe's settings and one more for each varied input; NULL without memory. */
static struct aic_setting *settings_with(const struct aic_variation *variation,
                                         const struct aic_value *values)
{
    size_t own = variation->recipe->setting_count;
    struct aic_setting *settings = malloc((own + variation->count + 1) * sizeof *settings);
    if (!settings) {
        return NULL;
    }
    if (own > 0) {
        memcpy(settings, variation->recipe->settings, own * sizeof *settings);
    }
    for (size_t i = 0; i < variation->count; i++) {
        const struct aic_field *field = varied_field(variation, i, NULL);
        const char *text = field->kind == AIC_CHOICE
                               ? aic_choice_name(field, (int)values[i].number)
                               : values[i].name;
        settings[own + i] = (struct aic_setting){ field->name, text, values[i].number };
    }
    return settings;
}

/* Asks the recipe with these values; the question is the caller's to clear. */
static bool ask(const struct aic_variation *variation, const struct aic_value *values,
                struct aic_question *question, struct aic_error *error)
{
    struct aic_setting *settings = settings_with(variation, values);
    if (!settings) {
        memset(question, 0, sizeof *question);
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    struct aic_recipe recipe = *variation->recipe;
    recipe.settings = settings;
    recipe.setting_count += variation->count;
    bool ok = aic_recipe_ask(&recipe, question, error);
    free(settings);
    for (size_t i = 0; ok && i < variation->count; i++) {
        size_t offset;
        varied_field(variation, i, &offset);
        *aic_origin_at(question->in, offset) = (unsigned char)variation->origin;
    }
    return ok;
}

/* True where a choice or a name differs from what the question was made with. */
static bool must_ask(const struct aic_variation *variation, const struct aic_value *values)
{
    for (size_t i = 0; variation->asked && i < variation->count; i++) {
        const struct aic_field *field = varied_field(variation, i, NULL);
        const struct aic_value *had = &variation->values[i];
        bool differs =
            (field->kind == AIC_CHOICE && had->number != values[i].number) ||
            (field->kind == AIC_REFERENCE && strcmp(had->name, values[i].name) != 0);
        if (differs) {
            return true;
        }
    }
    return !variation->asked;
}

bool aic_variation_try(struct aic_variation *variation, const struct aic_value *values)
{
    const struct aic_calculator *calculator = variation->recipe->calculator;
    struct aic_error *error = &variation->notes.error;
    if (must_ask(variation, values)) {
        if (variation->asked) {
            aic_question_clear(&variation->question);
        }
        variation->asked = ask(variation, values, &variation->question, error);
        if (!variation->asked) {
            aic_question_clear(&variation->question);
            return false;
        }
        memcpy(variation->values, values, variation->count * sizeof values[0]);
    }
    memcpy(variation->in, variation->question.in, calculator->in_size);
    for (size_t i = 0; i < variation->count; i++) {
        size_t offset;
        const struct aic_field *field = varied_field(variation, i, &offset);
        struct aic_value checked;
        bool is_number = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
        if (is_number && !aic_value_from_number(field, values[i].number, &checked, error)) {
            return false;
        }
        if (field->kind != AIC_REFERENCE) {
            aic_value_store(field, (char *)variation->in + offset, values[i]);
        }
    }
    return aic_evaluate(calculator, variation->in, variation->out, &variation->notes);
}

struct aic_value aic_variation_result(const struct aic_variation *variation, size_t index)
{
    size_t offset;
    const struct aic_field *field =
        aic_table_at(&variation->recipe->calculator->results, index, &offset);
    return aic_value_load(field, (const char *)variation->out + offset);
}

bool aic_variation_answer(const struct aic_variation *variation, const struct aic_value *values,
                          struct aic_question *question, struct aic_answer *answer,
                          struct aic_error *error)
{
    memset(answer, 0, sizeof *answer);
    return ask(variation, values, question, error) && aic_answer_init(answer, question, error);
}
