/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Input documents. A plain object gives values with origin `file`. An answer
 * of the same calculator gives its inputs back with their origins; one of
 * another calculator gives the results that this one's table names.
 */
#include "analysis/input_document.h"

#include <stdlib.h>
#include <string.h>

#include <aicalc/formula.h>
#include <aicalc/text.h>

#include "analysis/answer_document.h"

static bool is_answer(const struct aic_json_value *root)
{
    return aic_json_member(root, "schema") != NULL;
}

/* True where a setting's name, with dashes or underscores, is that of an input. */
static bool is_named(const char *typed, const char *name)
{
    while (*typed && (*typed == *name || (*typed == '-' && *name == '_'))) {
        typed++;
        name++;
    }
    return *typed == *name;
}

bool aic_recipe_sets(const struct aic_recipe *recipe, const char *name)
{
    for (size_t i = 0; i < recipe->setting_count; i++) {
        if (is_named(recipe->settings[i].name, name)) {
            return true;
        }
    }
    return false;
}

bool aic_recipe_leaves_out(const struct aic_recipe *recipe, size_t input)
{
    return recipe->leave_out && strcmp(aic_table_at(&recipe->calculator->inputs, input, NULL)->name,
                                       recipe->leave_out) == 0;
}

bool aic_document_set_input(struct aic_question *question, size_t index,
                            const struct aic_json_value *value, enum aic_origin origin,
                            const struct aic_source *source, struct aic_error *error)
{
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, NULL);
    if (aic_json_is(value, AIC_JSON_STRING)) {
        return aic_question_set_text(question, index, aic_json_text_of(value), origin, source,
                                     error);
    }
    if (aic_json_is(value, AIC_JSON_NUMBER) && field->kind != AIC_FLAG) {
        return aic_question_set_number(question, index, aic_json_number_of(value), origin, source,
                                       error);
    }
    if (aic_json_is(value, AIC_JSON_BOOL) && field->kind == AIC_FLAG) {
        return aic_question_set_number(question, index, aic_json_is_true(value), origin, source,
                                       error);
    }
    aic_fail(error, AIC_ERR_VALUE, field->name, "%s: the JSON value is of the wrong kind",
             field->name);
    return aic_suggest(error, field->kind == AIC_FLAG ? "write true or false"
                                                      : "write a number or a text with a unit");
}

static bool set_member(const struct aic_json *json, struct aic_question *question,
                       const struct aic_json_value *member, const struct aic_json_value *value,
                       enum aic_origin origin, const struct aic_source *source,
                       struct aic_error *error)
{
    size_t index;
    aic_question_note_alias(question, aic_json_key_of(member));
    if (!aic_question_find(question, aic_json_key_of(member), &index, error) ||
        !aic_document_set_input(question, index, value, origin, source, error)) {
        return aic_json_locate(json, value, error);
    }
    return true;
}

/* True for a member that the recipe is asked without. */
static bool is_left_out(const struct aic_recipe *recipe, const struct aic_question *question,
                        const struct aic_json_value *member)
{
    size_t index;
    return recipe->leave_out &&
           aic_question_find(question, aic_json_key_of(member), &index, NULL) &&
           aic_recipe_leaves_out(recipe, index);
}

static bool set_plain(const struct aic_recipe *recipe, struct aic_question *question,
                      struct aic_error *error)
{
    const struct aic_json *json = recipe->input;
    AIC_JSON_EACH(member, json->root) {
        if (!is_left_out(recipe, question, member) &&
            !set_member(json, question, member, member, AIC_FROM_FILE, NULL, error)) {
            return false;
        }
    }
    return true;
}

/* True for an input that a file of the model gave. */
static bool is_from_file(const struct aic_json_value *input)
{
    const char *source = aic_json_member_text(input, "source");
    return source && (strncmp(source, "config:", strlen("config:")) == 0 ||
                      strncmp(source, "weights:", strlen("weights:")) == 0);
}

/* Sets an input that an answer gives as {"value", "low", "high"}: its value follows. */
static bool set_range(const struct aic_json *json, struct aic_question *question,
                      const struct aic_json_value *input, enum aic_origin origin,
                      struct aic_error *error)
{
    const struct aic_json_value *low = aic_json_member(input, "low");
    const struct aic_json_value *high = aic_json_member(input, "high");
    size_t index;
    if (!aic_json_is(low, AIC_JSON_NUMBER) || !aic_json_is(high, AIC_JSON_NUMBER)) {
        return aic_json_fail(json, input, error, AIC_ERR_JSON, aic_json_key_of(input),
                             "input '%s' has a range without two numbers", aic_json_key_of(input));
    }
    if (!aic_question_find(question, aic_json_key_of(input), &index, error) ||
        !aic_question_set_range(question, index, aic_json_number_of(low), aic_json_number_of(high),
                                origin, error)) {
        return aic_json_locate(json, low, error);
    }
    return true;
}

/* Sets an input of an answer: its range, or its value. */
static bool set_input(const struct aic_json *json, struct aic_question *question,
                      const struct aic_json_value *input, enum aic_origin origin,
                      struct aic_error *error)
{
    if (aic_json_member(input, "low") || aic_json_member(input, "high")) {
        return set_range(json, question, input, origin, error);
    }
    const struct aic_source source = { aic_json_member_text(input, "source"),
                                       aic_document_basis(input), false, false };
    return set_member(json, question, input, aic_json_member(input, "value"), origin, &source,
                      error);
}

/* The model of an answer is the name of a file, which may be that of an entry too. */
static bool mark_model(struct aic_question *question, struct aic_error *error)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    size_t index = aic_table_find(inputs, "model", strlen("model"));
    return index == aic_table_size(inputs) || !aic_question_value(question, index).set ||
           aic_question_mark_read(question, index, error);
}

/* The inputs of an answer that were chosen, came from another answer, or from
 * a model file that is not read again. */
static bool set_answer(const struct aic_recipe *recipe, struct aic_question *question,
                       struct aic_error *error)
{
    const struct aic_json *json = recipe->input;
    const struct aic_json_value *inputs = aic_json_member(json->root, "inputs");
    bool other_model = aic_recipe_sets(recipe, "model"), was_read = false;
    AIC_JSON_EACH(member, inputs) {
        const struct aic_json_value *value = aic_json_member(member, "value");
        enum aic_origin origin = aic_document_origin(member);
        if (!value) {
            return aic_json_fail(json, member, error, AIC_ERR_JSON, aic_json_key_of(member),
                                 "input '%s' has no value", aic_json_key_of(member));
        }
        bool skip = origin == AIC_FROM_DEFAULT || is_left_out(recipe, question, member) ||
                    (origin == AIC_FROM_CATALOG && (other_model || !is_from_file(member)));
        if (!skip && !set_input(json, question, member, origin, error)) {
            return false;
        }
        was_read = was_read || (!skip && is_from_file(member));
    }
    return !was_read || mark_model(question, error);
}

/* Takes the next word of a list from the head of `rest`; false at the end. */
static bool next_word(struct aic_span *rest, struct aic_span *word)
{
    while (rest->length > 0 && rest->at[0] == ' ') {
        rest->at++;
        rest->length--;
    }
    const char *end = rest->length > 0 ? memchr(rest->at, ' ', rest->length) : NULL;
    *word = (struct aic_span){ rest->at, end ? (size_t)(end - rest->at) : rest->length };
    if (word->length == 0) {
        return false; /* an empty list may be no text at all */
    }
    rest->at += word->length;
    rest->length -= word->length;
    return true;
}

/* The result of `calculator` that feeds a field, "checkpoint.period"; false if none does. */
static bool find_feeder(const struct aic_field *field, const char *calculator, char *feeder,
                        size_t capacity)
{
    struct aic_span rest = { field->fed_by, field->fed_by ? strlen(field->fed_by) : 0 };
    struct aic_span word;
    size_t length = strlen(calculator);
    while (next_word(&rest, &word)) {
        if (word.length > length + 1 && strncmp(word.at, calculator, length) == 0 &&
            word.at[length] == '.') {
            struct aic_text text;
            aic_text_init(&text, feeder, capacity);
            aic_text_add_bytes(&text, word.at, word.length);
            return true;
        }
    }
    return false;
}

/* Sets an input from the result of another calculator that feeds it, if the answer has it. */
static bool set_fed(const struct aic_json *json, struct aic_question *question, size_t index,
                    const char *feeder, struct aic_error *error)
{
    const struct aic_json_value *results = aic_json_member(json->root, "results");
    const struct aic_json_value *result = aic_json_member(results, strchr(feeder, '.') + 1);
    const struct aic_json_value *value = result ? aic_json_member(result, "value") : NULL;
    if (!value) {
        return true;
    }
    const struct aic_source source = { feeder, aic_document_basis(result), false, false };
    if (!aic_document_set_input(question, index, value, AIC_FROM_ANSWER, &source, error)) {
        return aic_json_locate(json, value, error);
    }
    return true;
}

static bool set_chained(const struct aic_json *json, struct aic_question *question,
                        const char *calculator, struct aic_error *error)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    bool fed = false;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        char feeder[96];
        if (!find_feeder(aic_table_at(inputs, i, NULL), calculator, feeder, sizeof feeder)) {
            continue;
        }
        fed = true;
        if (!set_fed(json, question, i, feeder, error)) {
            return false;
        }
    }
    if (!fed) {
        aic_fail(error, AIC_ERR_CONFLICT, NULL, "%s: no result of %s feeds %s", json->name,
                 calculator, question->calculator->name);
        return aic_suggest(error, "'aicalc help %s' says what feeds it",
                           question->calculator->name);
    }
    return true;
}

static bool check_answer(const struct aic_json *json, struct aic_error *error)
{
    const struct aic_json_value *root = json->root;
    if (!aic_json_is_text(aic_json_member(root, "schema"), "aicalc/1")) {
        aic_json_fail(json, aic_json_member(root, "schema"), error, AIC_ERR_JSON, NULL,
                      "not an answer of schema 'aicalc/1'");
        return aic_suggest(error, "give an object of inputs, or what -o json printed");
    }
    const struct aic_json_value *inputs = aic_json_member(root, "inputs");
    const struct aic_json_value *results = aic_json_member(root, "results");
    if (!aic_json_member_text(root, "calculator") || !aic_json_is(inputs, AIC_JSON_OBJECT) ||
        !aic_json_is(results, AIC_JSON_OBJECT)) {
        aic_json_fail(json, root, error, AIC_ERR_JSON, NULL,
                      "not a single answer: 'calculator', 'inputs' or 'results' is missing");
        return aic_suggest(error, aic_json_member(root, "brief")
                                      ? "--brief leaves the inputs out: feed an answer without it"
                                      : "a sweep cannot be fed back; give one of its cases as "
                                        "inputs");
    }
    return true;
}

bool aic_document_set_chosen(const struct aic_recipe *recipe, struct aic_question *question,
                             struct aic_error *error)
{
    const struct aic_json *json = recipe->input;
    if (!aic_json_is(json->root, AIC_JSON_OBJECT)) {
        aic_json_fail(json, json->root, error, AIC_ERR_JSON, NULL, "not an object of inputs");
        return aic_suggest(error, "for example {\"context\": \"128Ki\"}");
    }
    if (!is_answer(json->root)) {
        return set_plain(recipe, question, error);
    }
    if (!check_answer(json, error)) {
        return false;
    }
    const char *calculator = aic_json_member_text(json->root, "calculator");
    if (strcmp(calculator, recipe->calculator->name) != 0) {
        return set_chained(json, question, calculator, error);
    }
    return set_answer(recipe, question, error);
}

/* The warnings that reading the model file gave, which is not read again. */
static void restore_config_warnings(const struct aic_json *json, struct aic_question *question)
{
    static const char *const ids[] = {
        "towers-not-counted",
        "mtp-not-counted",
        "released-dtype-unknown",
        "quantization-by-name-only",
        "quantization-pattern-unknown",
        "quantization-approximate",
        "config-key-unknown",
        "shards-missing",
        "index-differs",
        "total-parameters-implausible",
        "packed-unknown",
        "config-differs",
        "config-not-read",
        "length-unchecked",
        "trailing-bytes",
        "vocabulary-only",
        "layers-differ",
        "window-pattern-unknown",
        "tensors-unknown",
        "stored-set-aside",
    };
    const struct aic_json_value *warnings = aic_json_member(json->root, "warnings");
    AIC_JSON_EACH(item, warnings) {
        const char *id = aic_json_member_text(item, "id");
        const char *text = aic_json_member_text(item, "text");
        for (size_t i = 0; id && text && i < sizeof ids / sizeof ids[0]; i++) {
            if (strcmp(ids[i], id) == 0) {
                aic_warn(&question->notes, ids[i], "%s", text);
            }
        }
    }
}

/* What the names of an answer were typed as, where they are taken over. */
static void restore_name_notes(const struct aic_json *json, const struct aic_recipe *recipe,
                               struct aic_question *question)
{
    static const char *const ids[] = { "preferred-name", "name-by-words", "usual-unit" };
    const struct aic_json_value *warnings = aic_json_member(json->root, "warnings");
    AIC_JSON_EACH(item, warnings) {
        const char *text = aic_json_member_text(item, "text");
        const char *is = aic_json_member_text(item, "id");
        char name[AIC_TYPED_SIZE]; /* the text begins with that of the input */
        struct aic_text input;
        aic_text_init(&input, name, sizeof name);
        aic_text_add_bytes(&input, text ? text : "", text ? strcspn(text, " ") : 0);
        for (size_t i = 0; is && text && i < sizeof ids / sizeof ids[0]; i++) {
            if (strcmp(is, ids[i]) == 0 && !aic_recipe_sets(recipe, name)) {
                aic_warn(&question->notes, ids[i], "%s", text);
            }
        }
    }
}

bool aic_document_is_same(const struct aic_question *question, size_t index,
                          const struct aic_json_value *value)
{
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, NULL);
    struct aic_value now = aic_question_value(question, index);
    if (!now.set) {
        return false;
    }
    if (field->kind == AIC_REFERENCE) {
        return aic_json_is_text(value, now.name);
    }
    if (field->kind == AIC_CHOICE) {
        return aic_json_is_text(value, aic_choice_name(field, (int)now.number));
    }
    if (field->kind == AIC_FLAG) {
        return aic_json_is(value, AIC_JSON_BOOL) &&
               (aic_json_is_true(value) != 0) == (now.number != 0);
    }
    return aic_json_is(value, AIC_JSON_NUMBER) && aic_json_number_of(value) == now.number;
}

static bool restore_difference(const struct aic_json *json, struct aic_question *question,
                               const struct aic_json_value *member, size_t index,
                               struct aic_error *error)
{
    const struct aic_json_value *value = aic_json_member(member, "value");
    if (aic_document_origin(member) == AIC_FROM_DEFAULT) {
        return set_member(json, question, member, value, AIC_FROM_FILE, NULL, error);
    }
    const struct aic_source source = { aic_json_member_text(member, "source"), AIC_PUBLISHED, false,
                                       false };
    aic_warn(&question->notes, "catalog-differs",
             "%s: the catalog now has another value than the answer that was fed back; the "
             "answer's is used",
             aic_table_at(&question->calculator->inputs, index, NULL)->name);
    return set_member(json, question, member, value, AIC_FROM_CATALOG, &source, error);
}

/* A default of an earlier version that has no input any more: today's answer does without it. */
static bool is_former_default(struct aic_question *question, const struct aic_json_value *member)
{
    struct aic_span name = { aic_json_key_of(member), strlen(aic_json_key_of(member)) };
    const struct aic_old_name *old = aic_old_name_find(question->calculator, name);
    if (old) {
        aic_warn(&question->notes, "earlier-version",
                 "the answer is of an earlier version: its %s, which nobody gave, is left out: "
                 "today's defaults stand",
                 old->name);
    }
    return old != NULL;
}

/* Defaults that follow from others; of a composition also from what its parts find out. What is wrong
 * with the question, it will say itself. */
static bool derive_all(struct aic_question *question)
{
    const struct aic_calculator *calculator = question->calculator;
    if (!calculator->composition) {
        struct aic_error ignored;
        return aic_derive_defaults(calculator, question->in, &ignored);
    }
    struct aic_notes notes;
    void *out = malloc(calculator->out_size);
    aic_notes_init(&notes);
    notes.quiet = true;
    bool ok = out && aic_evaluate(calculator, question->in, out, &notes);
    free(out);
    return ok;
}

bool aic_document_set_differences(const struct aic_recipe *recipe, struct aic_question *question,
                                  struct aic_error *error)
{
    const struct aic_json *json = recipe->input;
    const char *calculator = aic_json_member_text(json->root, "calculator");
    if (!is_answer(json->root) || strcmp(calculator, recipe->calculator->name) != 0) {
        return true;
    }
    /* The document alone, as it would be answered today. */
    struct aic_recipe alone = *recipe;
    alone.setting_count = 0;
    struct aic_question today;
    bool ok = aic_question_init(&today, recipe->calculator, error) &&
              aic_document_set_chosen(&alone, &today, error) &&
              aic_catalog_apply(recipe->catalog, &today, error);
    if (ok && derive_all(&today)) {
        const struct aic_json_value *inputs = aic_json_member(json->root, "inputs");
        for (const struct aic_json_value *member = aic_json_first(inputs); ok && member;
             member = aic_json_next(member)) {
            enum aic_origin origin = aic_document_origin(member);
            size_t index;
            if ((origin == AIC_FROM_DEFAULT || origin == AIC_FROM_CATALOG) &&
                !is_from_file(member) && !aic_recipe_sets(recipe, aic_json_key_of(member)) &&
                !is_former_default(question, member)) {
                ok = aic_question_find(question, aic_json_key_of(member), &index, error) &&
                     (aic_document_is_same(&today, index, aic_json_member(member, "value")) ||
                      restore_difference(json, question, member, index, error));
            }
        }
    }
    aic_question_clear(&today);
    if (ok) {
        restore_name_notes(json, recipe, question);
    }
    if (ok && !aic_recipe_sets(recipe, "model")) {
        restore_config_warnings(json, question);
    }
    return ok;
}
