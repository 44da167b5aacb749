/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of checks: every value and every name looked up before anything is computed. */
#include "analysis/check/check.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/input_document.h"

/* What becomes of a default: no check has such an input, each that has gives its own, or it counts. */
enum use { UNKNOWN, OVERRIDDEN, USED };

/* Defaults and the inputs of one check on their way into its settings. */
struct binding {
    struct aic_checks *checks;
    struct aic_check *check;
    struct aic_question question; /* that checks the values */
    bool *seen;                   /* of each input: the object at hand has it */
};

static bool check_object(const struct aic_json *json, const struct aic_json_value *object,
                         const char *key, struct aic_error *error)
{
    if (!object || aic_json_is(object, AIC_JSON_OBJECT)) {
        return true;
    }
    aic_json_fail(json, object, error, AIC_ERR_JSON, NULL, "'%s' is not an object of inputs", key);
    return aic_suggest(error, "for example \"%s\": {\"context\": \"128Ki\"}", key);
}

/* A catalog has the entry that a reference names; a model file is read later. */
static bool find_entry(const struct binding *binding, const struct aic_field *field,
                       const char *name, struct aic_error *error)
{
    const struct aic_recipe recipe = aic_check_recipe(binding->checks, binding->check);
    struct aic_entry entry;
    if (field->kind != AIC_REFERENCE ||
        (field->catalog == AIC_MODELS && aic_recipe_is_path(&recipe, name))) {
        return true;
    }
    if (!aic_catalog_find(binding->checks->source.catalog, field->catalog, name, &entry, error)) {
        return false;
    }
    aic_entry_clear(&entry);
    return true;
}

static bool bind_value(struct binding *binding, const struct aic_json_value *member, size_t index,
                       struct aic_error *error)
{
    struct aic_check *check = binding->check;
    const struct aic_field *field = aic_table_at(&check->calculator->inputs, index, NULL);
    if (binding->seen[index]) {
        aic_fail(error, AIC_ERR_CONFLICT, field->name, "%s is given twice", field->name);
        return aic_suggest(error, "give it once");
    }
    binding->seen[index] = true;
    if (!aic_document_set_input(&binding->question, index, member, AIC_FROM_FILE, NULL, error) ||
        !find_entry(binding, field, aic_json_text_of(member), error)) {
        return false;
    }
    const char *text = aic_json_text_of(member);
    double number = aic_json_is(member, AIC_JSON_BOOL) ? aic_json_is_true(member) != 0
                                                       : aic_json_number_of(member);
    check->settings[check->setting_count++] = (struct aic_setting){ field->name, text, number };
    return true;
}

/* Puts the member's place before an error, and the error among the mistakes of the file. */
static bool keep_mistake(const struct binding *binding, const struct aic_json_value *member,
                         struct aic_error *error)
{
    aic_json_locate(binding->checks->source.json, member, error);
    return aic_check_mistake(binding->checks, error);
}

/* True where the check's own inputs give the one at `index`, by whatever name. */
static bool is_own(const struct binding *binding, size_t index)
{
    AIC_JSON_EACH(member, aic_json_member(binding->check->node, "inputs")) {
        size_t own;
        if (aic_question_find(&binding->question, aic_json_key_of(member), &own, NULL) &&
            own == index) {
            return true;
        }
    }
    return false;
}

/* The defaults that this calculator has; `uses` tells what becomes of each. */
static bool bind_defaults(struct binding *binding, const struct aic_json_value *defaults,
                          enum use *uses, struct aic_error *error)
{
    size_t i = 0;
    for (const struct aic_json_value *member = aic_json_first(defaults); member;
         member = aic_json_next(member), i++) {
        size_t index;
        if (!aic_question_find(&binding->question, aic_json_key_of(member), &index, NULL)) {
            continue;
        }
        bool is_overridden = is_own(binding, index);
        uses[i] = is_overridden && uses[i] != USED ? OVERRIDDEN : USED;
        if (!bind_value(binding, member, index, error) && !keep_mistake(binding, member, error)) {
            return false;
        }
    }
    return true;
}

/* A case of a text asks several calculators: an input that only another one has is that one's. */
static bool is_of_other(const struct binding *binding, const char *name)
{
    const struct aic_check *check = binding->check;
    size_t index;
    if (!check->launch || aic_json_member(check->node, "calculator") ||
        aic_question_find(&binding->question, name, &index, NULL)) {
        return false;
    }
    for (size_t i = 0; i < 3 && check->launch->calculators[i]; i++) {
        const struct aic_question other = { .calculator = aic_registry_find(
                                                NULL, check->launch->calculators[i], NULL) };
        if (aic_question_find(&other, name, &index, NULL)) {
            return true;
        }
    }
    return false;
}

static bool bind_own(struct binding *binding, const struct aic_json_value *inputs,
                     struct aic_error *error)
{
    memset(binding->seen, 0, aic_table_size(&binding->check->calculator->inputs));
    AIC_JSON_EACH(member, inputs) {
        size_t index;
        if (!is_of_other(binding, aic_json_key_of(member)) &&
            (!aic_question_find(&binding->question, aic_json_key_of(member), &index, error) ||
             !bind_value(binding, member, index, error)) &&
            !keep_mistake(binding, member, error)) {
            return false;
        }
    }
    return true;
}

/* Which end of a range is tested says nothing where no input has one. */
static bool check_gate(const struct binding *binding, struct aic_error *error)
{
    const struct aic_check *check = binding->check;
    return check->gate == AIC_GATE_WORST ||
           aic_check_refuse(binding->checks->source.json, aic_json_member(check->node, "gate"),
                            "'gate' without a range",
                            "give an input as \"LOW..HIGH\", or leave 'gate' out", error);
}

/* Asks the question once, so that model files and entries are read now. */
static bool check_recipe(const struct binding *binding, const struct aic_json_value *inputs,
                         const struct aic_json_value *defaults, struct aic_error *error)
{
    const struct aic_recipe recipe = aic_check_recipe(binding->checks, binding->check);
    struct aic_question question;
    if (binding->check->launch &&
        !aic_launch_case_check(binding->check->launch, binding->check->calculator, error)) {
        return aic_json_locate(binding->checks->source.json, binding->check->node, error);
    }
    bool ok = aic_recipe_ask(&recipe, &question, error);
    bool is_ranged = ok && question.range_count > 0;
    aic_question_clear(&question);
    if (ok) {
        return is_ranged || check_gate(binding, error);
    }
    const struct aic_json_value *model = aic_json_member(inputs, "model");
    model = model ? model : aic_json_member(defaults, "model");
    bool is_file =
        aic_json_is(model, AIC_JSON_STRING) && aic_recipe_is_path(&recipe, aic_json_text_of(model));
    return aic_json_locate(binding->checks->source.json, is_file ? model : binding->check->node,
                           error);
}

static bool bind_check(struct aic_checks *checks, struct aic_check *check,
                       const struct aic_json_value *defaults, enum use *uses,
                       struct aic_error *error)
{
    const struct aic_json_value *inputs = aic_json_member(check->node, "inputs");
    struct binding binding = { .checks = checks, .check = check };
    size_t mistakes = checks->mistake_count;
    if (!check_object(checks->source.json, inputs, "inputs", error)) {
        return aic_check_mistake(checks, error);
    }
    check->settings =
        calloc(aic_json_count(defaults) + aic_json_count(inputs) + 1, sizeof check->settings[0]);
    binding.seen = calloc(aic_table_size(&check->calculator->inputs), sizeof binding.seen[0]);
    bool ok = aic_question_init(&binding.question, check->calculator, error);
    if (!check->settings || !binding.seen) {
        ok = aic_fail_memory(error);
    }
    ok = ok && bind_defaults(&binding, defaults, uses, error) && bind_own(&binding, inputs, error);
    if (ok && checks->mistake_count == mistakes) { /* else its mistakes are told already */
        ok = aic_check_went_on(checks, check_recipe(&binding, inputs, defaults, error), error);
    }
    aic_question_clear(&binding.question);
    free(binding.seen);
    return ok;
}

static bool fail_overridden(const struct aic_checks *checks, const struct aic_json_value *member,
                            struct aic_error *error)
{
    aic_json_fail(checks->source.json, member, error, AIC_ERR_CONFLICT, NULL,
                  "every check that has '%s' gives its own: the default is never used",
                  aic_json_key_of(member));
    return aic_suggest(error,
                       "remove it from the defaults, or from the checks that it is meant for");
}

/* A default that no check has use for is a mistake: a name mistyped, or a check that is gone. */
static bool fail_unknown(const struct aic_checks *checks, const struct aic_json_value *member,
                         struct aic_error *error)
{
    const struct aic_span name = { aic_json_key_of(member), strlen(aic_json_key_of(member)) };
    const char *near = NULL;
    aic_json_fail(checks->source.json, member, error, AIC_ERR_UNKNOWN, NULL,
                  "no calculator of these checks has the parameter '%s'", aic_json_key_of(member));
    for (size_t i = 0; i < checks->count; i++) {
        if (aic_suggest_new_name(error, checks->at[i].calculator, name)) {
            return false;
        }
    }
    for (size_t i = 0; !near && i < checks->count; i++) {
        size_t index;
        char typed[AIC_TYPED_SIZE];
        aic_table_lookup(&checks->at[i].calculator->inputs, name, &index, &near, typed);
    }
    return aic_suggest_name(error, near, "remove it from the defaults");
}

bool aic_check_bind_inputs(struct aic_checks *checks, struct aic_error *error)
{
    const struct aic_json *json = checks->source.json;
    const struct aic_json_value *defaults = aic_json_member(json->root, "defaults");
    if (!check_object(json, defaults, "defaults", error)) {
        return aic_check_mistake(checks, error);
    }
    enum use *uses = calloc(aic_json_count(defaults) + 1, sizeof uses[0]);
    if (!uses) {
        return aic_fail_memory(error);
    }
    bool ok = true;
    bool all_known = true; /* else a default may be of a calculator that was mistyped */
    for (size_t i = 0; ok && i < checks->count; i++) {
        all_known = all_known && checks->at[i].calculator;
        ok = !checks->at[i].calculator || bind_check(checks, &checks->at[i], defaults, uses, error);
    }
    const struct aic_json_value *member = aic_json_first(defaults);
    for (size_t i = 0; ok && all_known && member; member = aic_json_next(member), i++) {
        if (uses[i] != USED) {
            bool fails = uses[i] == UNKNOWN ? fail_unknown(checks, member, error)
                                            : fail_overridden(checks, member, error);
            ok = aic_check_went_on(checks, fails, error);
        }
    }
    free(uses);
    return ok;
}
