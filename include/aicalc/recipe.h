/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recipes: everything that makes up a question, kept so that it can be asked
 * again with other values (sweeps, checks).
 *
 * Order of a question: the table's defaults, what a launch says, the values of the input
 * document, the settings (flags), the model file, the catalog entries. What comes later
 * never replaces what is stronger.
 */
#ifndef AICALC_RECIPE_H
#define AICALC_RECIPE_H

#include <aicalc/catalog.h>
#include <aicalc/launch.h>
#include <aicalc/question.h>
#include <aicalc/weights.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* One value as a user gave it. */
struct aic_setting {
    const char *name; /* of an input, dashes or underscores */
    const char *text; /* NULL: `number` holds, in base units; a flag's is 0 or 1 */
    double number;
};

/*
 * How the library gets at files that a value names: the host reads them. What it gives belongs to the
 * host and must live as long as the recipe; asked for the same path again, it gives the same again,
 * because a pipe can be read once.
 *
 * `model` reads the model at a path with aic_model_file_read(). Where it is NULL, `load` gives the whole
 * text of one file: enough for a config.json. `at` says what stands at a path; NULL: then a model is a path by
 * its form alone.
 */
struct aic_loader {
    bool (*load)(void *context, const char *path, const char **text, size_t *length,
                 struct aic_error *error);
    void *context;
    bool (*model)(void *context, const char *path, const struct aic_model_file **file,
                  struct aic_error *error);
    enum aic_opened (*at)(void *context, const char *path);
};

struct aic_recipe {
    const struct aic_calculator *calculator;
    const struct aic_catalog *catalog;
    const struct aic_json *input;         /* an object of inputs, or an answer; may be NULL */
    const struct aic_launch_case *launch; /* what a text says; may be NULL */
    const struct aic_setting *settings;
    size_t setting_count;
    enum aic_origin settings_origin; /* of all settings: flag, or file for a check */
    const struct aic_loader *loader; /* may be NULL: then a path is an error */
    /* Called before each evaluation of a sweep or a search, so that a host can tell people that it
     * goes on; false stops it with AIC_ERR_STOPPED. May be NULL. */
    bool (*tick)(void *context);
    void *tick_context;
    /* The name of an input that settings and the document are read without; may be NULL. */
    const char *leave_out;
    /* An answer fed back gives only what was chosen: defaults and catalog values are today's. */
    bool renews;
};

/*
 * Makes the question. Initializes `question`, also where it fails: release it
 * with aic_question_clear() either way.
 */
bool aic_recipe_ask(const struct aic_recipe *recipe, struct aic_question *question,
                    struct aic_error *error);

/*
 * True where the value of a model reference is a path: by its form, or because no entry has that name and a
 * file or folder is there.
 */
bool aic_recipe_is_path(const struct aic_recipe *recipe, const char *model);

/* True where there is no loader, or it reads the model at that path. */
bool aic_recipe_can_read(const struct aic_recipe *recipe, const char *path,
                         struct aic_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
