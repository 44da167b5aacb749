/* SPDX-License-Identifier: Apache-2.0 */
/* Recipes: asking a question, from defaults to catalogs. */
#include <aicalc/recipe.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>
#include <aicalc/text.h>

#include "analysis/input_document.h"

static bool set_one(const struct aic_recipe *recipe, const struct aic_setting *setting,
                    struct aic_question *question, struct aic_error *error)
{
    enum aic_origin origin = recipe->settings_origin;
    size_t index;
    if (!aic_question_find(question, setting->name, &index, error)) {
        return false;
    }
    if (aic_recipe_leaves_out(recipe, index)) {
        return true;
    }
    aic_question_note_alias(question, setting->name);
    return setting->text
               ? aic_question_set_text(question, index, setting->text, origin, NULL, error)
               : aic_question_set_number(question, index, setting->number, origin, NULL, error);
}

static bool set_settings(const struct aic_recipe *recipe, struct aic_question *question,
                         struct aic_error *error)
{
    for (size_t i = 0; i < recipe->setting_count; i++) {
        if (!set_one(recipe, &recipe->settings[i], question, error)) {
            return false;
        }
    }
    return true;
}

/* One input of a text. What a program does by itself is a default of its makers. */
static bool set_launched(const struct aic_launch_input *input, const char *place,
                         struct aic_question *question, struct aic_error *error)
{
    bool is_text = input->origin == AIC_LAUNCH_TEXT;
    enum aic_origin origin = is_text ? AIC_FROM_LAUNCH : AIC_FROM_PROGRAM;
    struct aic_source source = { .name = place, .basis = is_text ? AIC_EXACT : AIC_PUBLISHED };
    const struct aic_table *inputs = &question->calculator->inputs;
    size_t index = aic_table_find(inputs, input->name, strlen(input->name));
    if (input->origin == AIC_LAUNCH_FLAG || index == aic_table_size(inputs)) {
        return true; /* the flag sets it; what a calculator does not have is left aside */
    }
    return input->kind == AIC_LAUNCH_WORD
               ? aic_question_set_text(question, index, input->text, origin, &source, error)
               : aic_question_set_number(question, index, input->number, origin, &source, error);
}

/* What refuses a value of a text names its line. */
static bool apply_launch(const struct aic_recipe *recipe, struct aic_question *question,
                         struct aic_error *error)
{
    for (size_t i = 0; recipe->launch && i < recipe->launch->input_count; i++) {
        const struct aic_launch_input *input = &recipe->launch->inputs[i];
        struct aic_error why = { .code = AIC_OK };
        char place[AIC_TYPED_SIZE];
        struct aic_text text;
        aic_text_init(&text, place, sizeof place);
        aic_text_add(&text, input->place.name);
        if (input->place.line > 0) { /* a program has none */
            aic_text_format(&text, ":%d", input->place.line);
        }
        if (!set_launched(input, place, question, &why)) {
            aic_fail(error, why.code, why.parameter, "%s: %s", place, why.message);
            return aic_suggest(error, "%s", why.suggestion);
        }
    }
    return true;
}

/* Sets one value of a preset, "lora_rank 16", unless the user chose another. */
static bool set_of_preset(struct aic_question *question, struct aic_span item,
                          enum aic_origin origin, struct aic_error *error)
{
    char name[AIC_TYPED_SIZE];
    char value[AIC_TYPED_SIZE];
    struct aic_text text;
    size_t index;
    size_t length = strcspn(item.at, " ");
    aic_text_init(&text, name, sizeof name);
    aic_text_add_bytes(&text, item.at, length);
    aic_text_init(&text, value, sizeof value);
    aic_text_add_bytes(&text, item.at + length + 1, item.length - length - 1);
    if (!aic_question_find(question, name, &index, error)) {
        return false;
    }
    size_t plain = index;
    bool chosen = aic_question_origin(question, index) >= AIC_FROM_LAUNCH ||
                  (aic_part_plain(question->calculator, index, &plain) &&
                   aic_question_origin(question, plain) >= AIC_FROM_LAUNCH);
    return chosen || aic_question_set_text(question, index, value, origin, NULL, error);
}

/* What the presets that are set stand for: "lora_rank 16, weight_dtype nf4". */
static bool apply_presets(struct aic_question *question, struct aic_error *error)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        const char *at = aic_table_at(inputs, i, NULL)->preset;
        if (!at) {
            continue; /* nearly all of them */
        }
        struct aic_value set = aic_question_value(question, i);
        while (set.set && set.number == 1 && *at) {
            size_t length = strcspn(at, ",");
            enum aic_origin origin = aic_question_origin(question, i);
            if (!set_of_preset(question, (struct aic_span){ at, length }, origin, error)) {
                return false;
            }
            at += length + strspn(at + length, ", ");
        }
    }
    return true;
}
/* Called with a model that was read. */
typedef bool aic_model_user(void *context, const struct aic_model_file *file,
                            struct aic_error *error);

/* Index of the model reference; the number of inputs if there is none. */
static size_t model_index(const struct aic_calculator *calculator)
{
    return aic_table_find(&calculator->inputs, "model", strlen("model"));
}

/* The model at a path whose text the host gives whole. */
static bool read_text(const struct aic_recipe *recipe, const char *path, aic_model_user *use,
                      void *context, struct aic_error *error)
{
    const char *text;
    size_t length;
    if (!recipe->loader->load(recipe->loader->context, path, &text, &length, error)) {
        return false;
    }
    struct aic_model_file *file = malloc(sizeof *file);
    if (!file) {
        return aic_fail_memory(error);
    }
    bool ok = aic_model_text_read(path, text, length, file, error) && use(context, file, error);
    free(file);
    return ok;
}

/* Reads the model at a path and hands it to `use`. */
static bool read_model(const struct aic_recipe *recipe, const char *path, aic_model_user *use,
                       void *context, struct aic_error *error)
{
    const struct aic_model_file *file;
    if (!recipe->loader) {
        return aic_fail(error, AIC_ERR_FILE, "model",
                        "model: '%s' is a file, and files are not "
                        "read here",
                        path);
    }
    if (!recipe->loader->model) {
        return read_text(recipe, path, use, context, error);
    }
    return recipe->loader->model(recipe->loader->context, path, &file, error) &&
           use(context, file, error);
}

static bool use_none(void *context, const struct aic_model_file *file, struct aic_error *error)
{
    (void)context;
    (void)file;
    (void)error;
    return true;
}

bool aic_recipe_can_read(const struct aic_recipe *recipe, const char *path, struct aic_error *error)
{
    return !recipe->loader || read_model(recipe, path, use_none, NULL, error) ||
           error->code != AIC_ERR_FILE;
}

static enum aic_opened stands_at(const struct aic_recipe *recipe, const char *path)
{
    bool can_tell = recipe->loader && recipe->loader->at;
    return can_tell ? recipe->loader->at(recipe->loader->context, path) : AIC_OPENED_NOTHING;
}

bool aic_recipe_is_path(const struct aic_recipe *recipe, const char *model)
{
    return aic_model_is_path(model) || (stands_at(recipe, model) != AIC_OPENED_NOTHING &&
                                        !aic_catalog_has(recipe->catalog, AIC_MODELS, model));
}

/* What the answer shows is the file's name without its folder, which differs between machines. */
static bool apply_model(void *context, const struct aic_model_file *file, struct aic_error *error)
{
    struct aic_question *question = context;
    size_t index = model_index(question->calculator);
    struct aic_value path = aic_question_value(question, index);
    const char *name = strcmp(path.name, "-") == 0 ? path.name : file->name;
    return aic_model_file_apply(question, file, error) &&
           aic_question_set_text(question, index, name, aic_question_origin(question, index), NULL,
                                 error) &&
           aic_question_mark_read(question, index, error);
}

/* Reads the model that the question names by a path. */
static bool apply_model_file(const struct aic_recipe *recipe, struct aic_question *question,
                             struct aic_error *error)
{
    size_t index = model_index(recipe->calculator);
    if (index == aic_table_size(&recipe->calculator->inputs)) {
        return true;
    }
    struct aic_value model = aic_question_value(question, index);
    if (!model.set) {
        return true;
    }
    if (aic_recipe_is_path(recipe, model.name)) {
        return read_model(recipe, model.name, apply_model, question, error);
    }
    /* otherwise an entry, or an error: the same name means the same in every folder */
    if (stands_at(recipe, model.name) == AIC_OPENED_FOLDER) {
        aic_warn(&question->notes, "folder-of-that-name",
                 "'%s' is a model of the catalog; the folder of that name is --model ./%s",
                 model.name, model.name);
    }
    return true;
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
           apply_launch(recipe, question, error) &&
           (!recipe->input || aic_document_set_chosen(recipe, question, error)) &&
           set_settings(recipe, question, error) && apply_presets(question, error) &&
           (model_is_restored(recipe) || apply_model_file(recipe, question, error)) &&
           aic_catalog_apply(recipe->catalog, question, error) &&
           (!recipe->input || recipe->renews ||
            aic_document_set_differences(recipe, question, error));
}
