/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks of what is deployed: "from" names files beside the check file, and each case in them is a
 * check of its own. Where a budget does not hold, the line of the text that would mend it is found.
 */
#include "analysis/check/check.h"

#include <aicalc/next_step.h>
#include <aicalc/text.h>

#include <stdlib.h>
#include <string.h>

/* A copy of a text that the checks release. */
static char *copy(const char *text)
{
    char *kept = malloc(strlen(text) + 1);
    return kept ? strcpy(kept, text) : NULL;
}

/* A path from the folder of the check file; `..` leaves it, so that reports name one path. */
static char *path_beside(const struct aic_checks *checks, const char *path)
{
    const char *file = checks->source.file ? checks->source.file : "";
    size_t folder = path[0] == '/' ? 0 : (size_t)(aic_base_name(file) - file);
    while (folder > 1 && strncmp(path, "../", 3) == 0) {
        size_t above = folder - 1;
        while (above > 0 && file[above - 1] != '/') {
            above--;
        }
        if (folder - above == 3 && strncmp(file + above, "..", 2) == 0) {
            break;
        }
        folder = above;
        path += 3;
    }
    char *joined = malloc(folder + strlen(path) + 1);
    if (joined) {
        memcpy(joined, file, folder);
        strcpy(joined + folder, path);
    }
    return joined;
}

static bool load(struct aic_checks *checks, struct aic_check_texts *texts,
                 const struct aic_json_value *path, struct aic_error *error)
{
    const struct aic_loader *loader = checks->source.loader;
    size_t most = sizeof texts->texts / sizeof texts->texts[0];
    if (!aic_json_is(path, AIC_JSON_STRING) || texts->count == most || !loader || !loader->load) {
        return aic_check_refuse(checks->source.json, path, "'from' names no file that can be read",
                                "for example \"from\": \"deploy/vllm.yaml\"", error);
    }
    struct aic_launch_text *text = &texts->texts[texts->count];
    char *name = path_beside(checks, aic_json_text_of(path));
    texts->paths[texts->count] = name;
    if (!name) {
        return aic_fail_memory(error);
    }
    texts->count++;
    text->name = name;
    return loader->load(loader->context, name, &text->text, &text->length, error) ||
           aic_json_locate(checks->source.json, path, error);
}

/* A value of a document as a flag has it. */
static char *value_text(const struct aic_json_value *value)
{
    char number[AIC_NUMBER_SIZE];
    if (aic_json_is(value, AIC_JSON_STRING)) {
        return copy(aic_json_text_of(value));
    }
    if (aic_json_is(value, AIC_JSON_NUMBER)) {
        aic_number_write(number, aic_json_number_of(value));
        return copy(number);
    }
    return copy(aic_json_is_true(value) ? "yes" : "no");
}

/* Members of an object as pairs; `values` releases their texts. */
static bool add_pairs(const struct aic_json_value *object, struct aic_launch_pair *pairs,
                      size_t *count, struct aic_error *error)
{
    AIC_JSON_EACH(member, object) {
        char *value = value_text(member);
        if (!value) {
            return aic_fail_memory(error);
        }
        pairs[(*count)++] = (struct aic_launch_pair){ aic_json_key_of(member), value };
    }
    return true;
}

static void free_pairs(struct aic_launch_pair *pairs, size_t count)
{
    for (size_t i = 0; pairs && i < count; i++) {
        free((char *)(uintptr_t)pairs[i].value);
    }
    free(pairs);
}

static bool read_launch(struct aic_checks *checks, const struct aic_json_value *node,
                        struct aic_check_texts *texts, struct aic_error *error)
{
    const struct aic_json_value *defaults = aic_json_member(checks->source.json->root, "defaults");
    const struct aic_json_value *inputs = aic_json_member(node, "inputs");
    const struct aic_json_value *set = aic_json_member(node, "set");
    size_t flags = 0, variables = 0;
    struct aic_launch_pair *flag =
        calloc(aic_json_count(defaults) + aic_json_count(inputs) + 1, sizeof *flag);
    struct aic_launch_pair *variable = calloc(aic_json_count(set) + 1, sizeof *variable);
    bool ok = (flag && variable) || aic_fail_memory(error);
    ok = ok && add_pairs(inputs, flag, &flags, error) && add_pairs(defaults, flag, &flags, error) &&
         add_pairs(set, variable, &variables, error);
    if (ok) {
        const struct aic_launch_request request = {
            texts->texts, texts->count, variable, variables, flag, flags, checks->source.catalog
        };
        ok = aic_launch_read(&request, &texts->launch, error) ||
             aic_json_locate(checks->source.json, aic_json_member(node, "from"), error);
    }
    free_pairs(flag, flags);
    free_pairs(variable, variables);
    return ok;
}

bool aic_check_read_texts(struct aic_checks *checks, const struct aic_json_value *node,
                          struct aic_error *error)
{
    const struct aic_json_value *from = aic_json_member(node, "from");
    struct aic_check_texts *texts = calloc(1, sizeof *texts);
    if (!texts) {
        return aic_fail_memory(error);
    }
    texts->next = checks->launched;
    texts->node = node;
    checks->launched = texts;
    if (!aic_json_is(from, AIC_JSON_ARRAY)) {
        return load(checks, texts, from, error) && read_launch(checks, node, texts, error);
    }
    AIC_JSON_EACH(path, from) {
        if (!load(checks, texts, path, error)) {
            return false;
        }
    }
    return read_launch(checks, node, texts, error);
}

void aic_check_clear_texts(struct aic_checks *checks)
{
    while (checks->launched) {
        struct aic_check_texts *next = checks->launched->next;
        for (size_t i = 0; i < checks->launched->count; i++) {
            free(checks->launched->paths[i]);
        }
        aic_launch_clear(&checks->launched->launch);
        free(checks->launched);
        checks->launched = next;
    }
}

const struct aic_check_texts *aic_check_texts_of(const struct aic_checks *checks,
                                                 const struct aic_json_value *node)
{
    const struct aic_check_texts *texts = checks->launched;
    while (texts && texts->node != node) {
        texts = texts->next;
    }
    return texts;
}

/* The path of a place, as the check file's folder has it. */
static const char *path_of(const struct aic_check_texts *texts, const char *name)
{
    for (size_t i = 0; texts && i < texts->count; i++) {
        if (strcmp(aic_base_name(texts->paths[i]), name) == 0) {
            return texts->paths[i];
        }
    }
    return name;
}

/* The input of the text that a step would change; else the first that the text says. */
static const struct aic_launch_input *input_that_mends(const struct aic_check *check,
                                                       const struct aic_answer *answer,
                                                       const struct aic_check_line *line)
{
    struct aic_steps steps;
    struct aic_error error;
    const struct aic_launch_input *found = NULL;
    /* by the first result: which one each step tells is not looked at */
    bool ok = aic_steps_find(&steps, answer, &line->budget, 1, 0, &error);
    for (size_t i = 0; ok && i < steps.count && !found; i++) {
        for (size_t k = 0; k < steps.steps[i].change_count && !found; k++) {
            size_t index = steps.steps[i].changes[k].input;
            found = aic_launch_input_of(
                check->launch, aic_table_at(&check->calculator->inputs, index, NULL)->name);
            found = found && found->origin == AIC_LAUNCH_TEXT ? found : NULL;
        }
    }
    for (size_t i = 0; i < check->launch->input_count && !found; i++) {
        const struct aic_launch_input *input = &check->launch->inputs[i];
        found = input->origin == AIC_LAUNCH_TEXT ? input : NULL;
    }
    return found;
}

void aic_check_find_line(const struct aic_checks *checks, const struct aic_check *check,
                         const struct aic_answer *answer, struct aic_check_line *line)
{
    if (!check->launch || line->outcome == AIC_OUTCOME_PASS) {
        return;
    }
    const struct aic_launch_input *input = input_that_mends(check, answer, line);
    if (input) {
        line->file = path_of(aic_check_texts_of(checks, check->node), input->place.name);
        line->file_line = (size_t)input->place.line;
    }
}
