/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluations: computing a recipe with other values, as cheaply as the values allow. */
#include <aicalc/evaluation.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>

#include "analysis/sweep/look.h"

/*
 * The recipe asked with some values of the varied choices and names: what catalog
 * entries and model files say depends on those, and not on numbers or flags; but for
 * flags that stand for other values.
 */
struct aic_asking {
    bool done;
    bool ok; /* else the question's notes hold the error */
    struct aic_value values[AIC_VARIED_MAX];
    size_t number; /* of all askings, from 1 */
    struct aic_question question;
    struct aic_look *look; /* at its evaluations; NULL: none yet */
};

/* Askings that are kept, each in the place that its values are hashed to. */
#define ASKINGS 64

static bool is_asked(const struct aic_field *field)
{
    return field->kind == AIC_CHOICE || field->kind == AIC_REFERENCE || field->preset;
}

/* True where a result must hold. */
static bool may_lack(const struct aic_table *results)
{
    for (size_t i = 0; i < aic_table_size(results); i++) {
        if (aic_table_at(results, i, NULL)->flags & AIC_MUST_HOLD) {
            return true;
        }
    }
    return false;
}

/* How many askings are worth keeping: one, where all values are numbers or flags. */
static size_t count_askings(const struct aic_evaluation *evaluation)
{
    for (size_t i = 0; i < evaluation->count; i++) {
        if (is_asked(evaluation->varied[i].field)) {
            return ASKINGS;
        }
    }
    return 1;
}

bool aic_evaluation_init(struct aic_evaluation *evaluation, const struct aic_recipe *recipe,
                         const size_t *inputs, size_t count, enum aic_origin origin,
                         struct aic_error *error)
{
    memset(evaluation, 0, sizeof *evaluation);
    evaluation->recipe = recipe;
    evaluation->origin = origin;
    evaluation->count = count;
    evaluation->may_lack = may_lack(&recipe->calculator->results);
    for (size_t i = 0; i < count; i++) {
        struct aic_varied *varied = &evaluation->varied[i];
        evaluation->inputs[i] = inputs[i];
        varied->field = aic_table_at(&recipe->calculator->inputs, inputs[i], &varied->offset);
    }
    aic_notes_init(&evaluation->notes);
    evaluation->notes.quiet = true;
    evaluation->in = malloc(recipe->calculator->in_size);
    evaluation->out = malloc(recipe->calculator->out_size);
    evaluation->asked = calloc(count_askings(evaluation), sizeof evaluation->asked[0]);
    if (!evaluation->in || !evaluation->out || !evaluation->asked) {
        return aic_fail_memory(error);
    }
    aic_evaluate_begin(recipe->calculator, evaluation->out, false);
    return true;
}

static void clear_asking(struct aic_asking *asking)
{
    aic_look_free(asking->look);
    asking->look = NULL;
    if (asking->done) {
        aic_question_clear(&asking->question);
    }
}

void aic_evaluation_clear(struct aic_evaluation *evaluation)
{
    size_t count = evaluation->asked ? count_askings(evaluation) : 0;
    for (size_t i = 0; i < count; i++) {
        clear_asking(&evaluation->asked[i]);
    }
    free(evaluation->asked);
    free(evaluation->in);
    free(evaluation->out);
    evaluation->asked = NULL;
    evaluation->in = NULL;
    evaluation->out = NULL;
}

/* The recipe's settings and one more for each varied input; NULL without memory. */
static struct aic_setting *settings_with(const struct aic_evaluation *evaluation,
                                         const struct aic_value *values)
{
    size_t own = evaluation->recipe->setting_count;
    struct aic_setting *settings = malloc((own + evaluation->count + 1) * sizeof *settings);
    if (!settings) {
        return NULL;
    }
    if (own > 0) {
        memcpy(settings, evaluation->recipe->settings, own * sizeof *settings);
    }
    for (size_t i = 0; i < evaluation->count; i++) {
        const struct aic_field *field = evaluation->varied[i].field;
        const char *text = field->kind == AIC_CHOICE ? aic_choice_name(field, (int)values[i].number)
                                                     : values[i].name;
        settings[own + i] = (struct aic_setting){ field->name, text, values[i].number };
    }
    return settings;
}

bool aic_evaluation_recipe(const struct aic_evaluation *evaluation, const struct aic_value *values,
                           struct aic_recipe *recipe, struct aic_error *error)
{
    *recipe = *evaluation->recipe;
    recipe->settings = settings_with(evaluation, values);
    recipe->setting_count += evaluation->count;
    return recipe->settings || aic_fail_memory(error);
}

/* Asks the recipe with these values; the question is the caller's to clear. */
static bool ask(const struct aic_evaluation *evaluation, const struct aic_value *values,
                struct aic_question *question, struct aic_error *error)
{
    struct aic_recipe recipe;
    if (!aic_evaluation_recipe(evaluation, values, &recipe, error)) {
        memset(question, 0, sizeof *question);
        return false;
    }
    bool ok = aic_recipe_ask(&recipe, question, error);
    free((void *)recipe.settings);
    for (size_t i = 0; ok && i < evaluation->count; i++) {
        *aic_origin_at(question->in, evaluation->varied[i].offset) =
            (unsigned char)evaluation->origin;
    }
    return ok;
}

/* True where a model was read from weights, whose own counts do not go with another value of the
 * field: reading the model decides that. */
static bool is_set_by_weights(const struct aic_asking *asking, const struct aic_field *field)
{
    if (!asking->ok) {
        return false;
    }
    const struct aic_table *inputs = &asking->question.calculator->inputs;
    size_t index = aic_table_find(inputs, "model", strlen("model"));
    return index < aic_table_size(inputs) && aic_question_is_read(&asking->question, index) &&
           aic_model_decides_size(field->name);
}

/* True where the choices and names are those that were asked with. */
static bool is_asked_with(const struct aic_evaluation *evaluation, const struct aic_asking *asking,
                          const struct aic_value *values)
{
    for (size_t i = 0; i < evaluation->count; i++) {
        const struct aic_field *field = evaluation->varied[i].field;
        const struct aic_value *had = &asking->values[i];
        bool same = field->kind == AIC_REFERENCE ? strcmp(had->name, values[i].name) == 0
                                                 : had->number == values[i].number;
        if (!same && (is_asked(field) || is_set_by_weights(asking, field))) {
            return false;
        }
    }
    return true;
}

/* The place of these choices and names among the askings that are kept. */
static struct aic_asking *place_of(const struct aic_evaluation *evaluation,
                                   const struct aic_value *values)
{
    size_t hash = 0;
    bool any = false;
    for (size_t i = 0; i < evaluation->count; i++) {
        const struct aic_field *field = evaluation->varied[i].field;
        if (!is_asked(field)) {
            continue;
        }
        any = true;
        if (field->kind == AIC_REFERENCE) {
            for (const char *c = values[i].name; *c; c++) {
                hash = hash * 31 + (unsigned char)*c;
            }
        } else {
            hash = hash * 31 + (size_t)values[i].number;
        }
    }
    return &evaluation->asked[any ? (hash ^ hash >> 7) % ASKINGS : 0];
}

/* The recipe asked with these choices and names, from what is kept where it is there. */
static struct aic_asking *find_asking(struct aic_evaluation *evaluation,
                                      const struct aic_value *values)
{
    if (evaluation->asking && is_asked_with(evaluation, evaluation->asking, values)) {
        return evaluation->asking;
    }
    struct aic_asking *asking = place_of(evaluation, values);
    if (!asking->done || !is_asked_with(evaluation, asking, values)) {
        struct aic_error error;
        clear_asking(asking);
        asking->ok = ask(evaluation, values, &asking->question, &error);
        asking->done = true;
        asking->number = ++evaluation->askings;
        if (!asking->ok) {
            asking->question.notes.error = error;
        }
        memcpy(asking->values, values, evaluation->count * sizeof values[0]);
    }
    evaluation->asking = asking;
    return asking;
}

/* Checks the values of numbers, which do not pass through a question. */
static bool check_numbers(struct aic_evaluation *evaluation, const struct aic_value *values)
{
    for (size_t i = 0; i < evaluation->count; i++) {
        const struct aic_field *field = evaluation->varied[i].field;
        struct aic_value checked;
        if (aic_field_is_number(field) &&
            !aic_value_from_number(field, values[i].number, &checked, &evaluation->notes.error)) {
            return false;
        }
    }
    return true;
}

bool aic_evaluation_run(struct aic_evaluation *evaluation, const struct aic_value *values)
{
    const struct aic_calculator *calculator = evaluation->recipe->calculator;
    evaluation->notes.count = 0;
    if (evaluation->recipe->tick && !evaluation->recipe->tick(evaluation->recipe->tick_context)) {
        return aic_fail_stopped(&evaluation->notes.error);
    }
    if (!check_numbers(evaluation, values)) {
        return false;
    }
    const struct aic_asking *asking = find_asking(evaluation, values);
    if (!asking->ok) {
        evaluation->notes.error = asking->question.notes.error;
        return false;
    }
    memcpy(evaluation->in, asking->question.in, calculator->in_size);
    for (size_t i = 0; i < evaluation->count; i++) {
        const struct aic_varied *varied = &evaluation->varied[i];
        if (!is_asked(varied->field)) {
            aic_value_store(varied->field, (char *)evaluation->in + varied->offset, values[i]);
        }
    }
    return aic_evaluate_again(calculator, evaluation->in, evaluation->out, &evaluation->notes);
}

const struct aic_question *aic_evaluation_question(const struct aic_evaluation *evaluation)
{
    const struct aic_asking *asking = evaluation->asking;
    return asking && asking->ok ? &asking->question : NULL;
}

size_t aic_evaluation_asking(const struct aic_evaluation *evaluation)
{
    return evaluation->asking->number;
}

struct aic_value aic_evaluation_result(const struct aic_evaluation *evaluation, size_t index)
{
    size_t offset;
    const struct aic_field *field =
        aic_table_at(&evaluation->recipe->calculator->results, index, &offset);
    return aic_value_load(field, (const char *)evaluation->out + offset);
}

const struct aic_field *aic_evaluation_lacks(const struct aic_evaluation *evaluation)
{
    return evaluation->may_lack ? aic_results_lack(evaluation->recipe->calculator, evaluation->out)
                                : NULL;
}

struct aic_answer *aic_evaluation_look(struct aic_evaluation *evaluation, struct aic_error *error)
{
    struct aic_asking *asking = evaluation->asking;
    if (!asking->look) {
        asking->look = aic_look_new(&asking->question, evaluation->in, error);
    }
    return asking->look ? aic_look_at(asking->look, evaluation->out, &evaluation->notes, error)
                        : NULL;
}

bool aic_evaluation_answer(const struct aic_evaluation *evaluation, const struct aic_value *values,
                           struct aic_question *question, struct aic_answer *answer,
                           struct aic_error *error)
{
    memset(answer, 0, sizeof *answer);
    return ask(evaluation, values, question, error) && aic_answer_init(answer, question, error);
}
