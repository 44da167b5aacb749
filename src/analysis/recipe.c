/* SPDX-License-Identifier: Apache-2.0 */
/* Recipes: asking a question, from defaults to catalogs. */
#include <aicalc/recipe.h>

#include <string.h>

#include <aicalc/config.h>
#include <aicalc/text.h>

#include "analysis/restore.h"

static bool set_one(const struct aic_setting *setting, enum aic_origin origin,
                    struct aic_question *question, struct aic_error *error)
{
    size_t index;
    if (!aic_question_find(question, setting->name, &index, error)) {
        return false;
    }
    return setting->text
               ? aic_question_set_text(question, index, setting->text, origin, NULL, error)
               : aic_question_set_number(question, index, setting->number, origin, NULL, error);
}

static bool set_settings(const struct aic_recipe *recipe, struct aic_question *question,
                         struct aic_error *error)
{
    for (size_t i = 0; i < recipe->setting_count; i++) {
        if (!set_one(&recipe->settings[i], recipe->settings_origin, question, error)) {
            return false;
        }
    }
    return true;
}

/* Index of the model reference; the number of inputs if there is none. */
static size_t model_index(const struct aic_calculator *calculator)
{
    return aic_table_find(&calculator->inputs, "model", strlen("model"));
}

static bool read_config(const struct aic_recipe *recipe, struct aic_question *question,
                        const char *path, struct aic_error *error)
{
    const char *text;
    size_t length;
    if (!recipe->loader) {
        return aic_fail(error, AIC_ERR_FILE, "model",
                        "model: '%s' is a file, and files are not "
                        "read here",
                        path);
    }
    if (!recipe->loader->load(recipe->loader->context, path, &text, &length, error)) {
        return false;
    }
    struct aic_json json;
    if (!aic_json_parse(&json, aic_file_name(path), text, length, AIC_JSON_FILE_MAX,
                        AIC_JSON_NONFINITE_IS_NULL, error)) {
        return false;
    }
    struct aic_model model;
    memset(&model, 0xFF, sizeof model);
    model.model.text = NULL;
    bool ok = aic_config_read(&json, &model, &question->notes);
    if (!ok) {
        *error = question->notes.error;
    }
    aic_json_clear(&json);
    return ok && aic_config_apply(question, &model, aic_base_name(path), error);
}

/* Reads the model file that the question names, if it names one; the answer
 * shows the file's name without its folder, which differs between machines. */
static bool apply_model_file(const struct aic_recipe *recipe, struct aic_question *question,
                             struct aic_error *error)
{
    size_t index = model_index(recipe->calculator);
    if (index == aic_table_size(&recipe->calculator->inputs)) {
        return true;
    }
    struct aic_value model = aic_question_value(question, index);
    if (!model.set || !aic_model_is_path(model.name)) {
        return true;
    }
    return read_config(recipe, question, model.name, error) &&
           aic_question_set_text(question, index, aic_base_name(model.name),
                                 aic_question_origin(question, index), NULL, error);
}

/* A model file named in an answer fed back was read when that answer was made. */
static bool model_is_restored(const struct aic_recipe *recipe)
{
    return recipe->input && aic_json_member(recipe->input->root, "schema") &&
           !aic_recipe_sets(recipe, "model");
}

bool aic_recipe_ask(const struct aic_recipe *recipe, struct aic_question *question,
                    struct aic_error *error)
{
    return aic_question_init(question, recipe->calculator, error) &&
           (!recipe->input || aic_restore_chosen(recipe, question, error)) &&
           set_settings(recipe, question, error) &&
           (model_is_restored(recipe) || apply_model_file(recipe, question, error)) &&
           aic_catalog_apply(recipe->catalog, question, error) &&
           (!recipe->input || recipe->renews || aic_restore_differences(recipe, question, error));
}
