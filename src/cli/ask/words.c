/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A question as JSON becomes the words that one would type: what holds for a command line - names, values, what goes
 * together - holds for it, and is said once.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/ask/ask.h"
#include "cli/formats/gather.h"
#include "cli/formats/lines.h"
#include "cli/options/unknown.h"

/* A question that is being turned into words. */
struct telling {
    struct cli_typed *words;
    const struct aic_json *json;
    const struct aic_calculator *calculator;
    struct aic_error *error;
};

bool cli_typed_add(struct cli_typed *words, const char *word, struct aic_error *error)
{
    if (words->count + 1 >= words->capacity) {
        size_t capacity = 2 * words->capacity + 16;
        char **more = realloc(words->at, capacity * sizeof *more);
        if (!more) {
            return aic_fail_memory(error);
        }
        words->at = more;
        words->capacity = capacity;
    }
    char *copy = malloc(strlen(word) + 1);
    if (!copy) {
        return aic_fail_memory(error);
    }
    strcpy(copy, word);
    words->at[words->count++] = copy;
    words->at[words->count] = NULL;
    return true;
}

void cli_typed_clear(struct cli_typed *words)
{
    for (size_t i = 0; i < words->count; i++) {
        free(words->at[i]);
    }
    free(words->at);
    *words = (struct cli_typed){ .count = 0 };
}

/* `--name value`; a value that could be taken for an option goes with '='. */
static bool add_option(struct telling *telling, const char *name, const char *value)
{
    struct cli_gathered word = { .at = NULL };
    struct aic_sink sink = cli_gather(&word);
    bool joined = value && value[0] == '-' && value[1] != '\0';
    cli_write(&sink, "--%s%s%s", name, joined ? "=" : "", joined ? value : "");
    bool ok = (!sink.failed || aic_fail_memory(telling->error)) &&
              cli_typed_add(telling->words, cli_gathered_text(&word), telling->error) &&
              (!value || joined || cli_typed_add(telling->words, value, telling->error));
    cli_gathered_clear(&word);
    return ok;
}

/* An input's name as it is typed: with dashes. */
static void spell(char out[AIC_TYPED_SIZE], const char *name)
{
    struct aic_text text;
    aic_text_init(&text, out, AIC_TYPED_SIZE);
    aic_text_add_spelt(&text, (struct aic_span){ name, strlen(name) }, '_', '-');
}

/* The input of that name, whatever is between its words; NULL if there is none. */
static const struct aic_field *find_input(const struct aic_calculator *calculator, const char *name)
{
    char canonical[AIC_TYPED_SIZE];
    struct aic_text text;
    size_t index;
    aic_text_init(&text, canonical, sizeof canonical);
    aic_input_add_name(&text, name);
    bool found =
        !text.cut &&
        aic_input_find(calculator, (struct aic_span){ canonical, text.length }, &index, NULL);
    return found ? aic_table_at(&calculator->inputs, index, NULL) : NULL;
}

/* A name that is no input: an option stands beside them; else what the shell says of it. */
static bool fail_input(struct telling *telling, const struct aic_json_value *member)
{
    const char *key = aic_json_key_of(member);
    char name[AIC_TYPED_SIZE], word[AIC_TYPED_SIZE + 2];
    spell(name, key);
    cli_print(word, sizeof word, "--%s", name);
    if (cli_option_find(CLI_ANSWER, word, strlen(word))) {
        aic_json_fail(telling->json, member, telling->error, AIC_ERR_UNKNOWN, NULL,
                      "'%s' is no input of %s", key, telling->calculator->name);
        return aic_suggest(telling->error, "write '%s' beside 'inputs', not in it", key);
    }
    return cli_fail_unknown_option(CLI_ANSWER, telling->calculator, word, name, NULL,
                                   telling->error);
}

/* A value as one would type it; false where it is a list or an object. */
static bool write_value(const struct aic_json_value *value, const struct aic_field *field,
                        struct aic_sink *sink)
{
    const char *text = aic_json_text_of(value);
    if (text) {
        aic_sink_text(sink, text);
    } else if (aic_json_is(value, AIC_JSON_BOOL)) {
        aic_sink_text(sink, aic_json_is_true(value) ? "true" : "false");
    } else if (aic_json_is(value, AIC_JSON_NUMBER)) {
        bool bare =
            !field || !aic_field_is_number(field) || aic_dimension_is_plain(field->dimension);
        aic_sink_number(sink, aic_json_number_of(value));
        aic_sink_text(sink, bare ? "" : aic_dimension_base(field->dimension));
    } else {
        return false;
    }
    return true;
}

static bool fail_form(struct telling *telling, const struct aic_json_value *at, const char *form)
{
    const char *key = aic_json_key_of(at);
    return aic_json_fail(telling->json, at, telling->error, AIC_ERR_JSON, NULL, "%s%s%s%s",
                         key ? "'" : "", key ? key : "a question", key ? "' is " : " is ", form);
}

static bool add_input(struct telling *telling, const struct aic_json_value *member)
{
    const struct aic_field *field = find_input(telling->calculator, aic_json_key_of(member));
    char name[AIC_TYPED_SIZE], no[AIC_TYPED_SIZE + 3];
    if (aic_json_is(member, AIC_JSON_NULL)) {
        return true; /* as not given */
    }
    if (!field) {
        return fail_input(telling, member);
    }
    spell(name, aic_json_key_of(member));
    const bool is_flag = field->kind == AIC_FLAG;
    if (is_flag && aic_json_is(member, AIC_JSON_BOOL)) {
        cli_print(no, sizeof no, "no-%s", name);
        return add_option(telling, aic_json_is_true(member) ? name : no, NULL);
    }
    struct cli_gathered value = { .at = NULL };
    struct aic_sink sink = cli_gather(&value);
    bool ok = !is_flag && write_value(member, field, &sink);
    if (!ok) {
        fail_form(telling, member,
                  is_flag ? "true or false"
                          : "a text with a unit, a number in base units, true or false");
        aic_suggest(telling->error, "several values are a sweep: \"sweep\": {\"%s\": [...]}",
                    aic_json_key_of(member));
    } else {
        ok = (!sink.failed || aic_fail_memory(telling->error)) &&
             add_option(telling, name, cli_gathered_text(&value));
    }
    cli_gathered_clear(&value);
    return ok;
}

/* "8Ki,32Ki" of a list, or a text as it is: what --sweep takes behind the name. */
static bool write_list(struct telling *telling, const struct aic_json_value *list,
                       const struct aic_field *field, struct aic_sink *sink)
{
    const char *separator = "";
    if (!aic_json_is(list, AIC_JSON_ARRAY)) {
        return write_value(list, field, sink) || fail_form(telling, list, "a text or a list");
    }
    AIC_JSON_EACH(item, list) {
        aic_sink_text(sink, separator);
        if (!write_value(item, field, sink)) {
            return fail_form(telling, list, "a list of texts and numbers");
        }
        separator = ",";
    }
    return true;
}

/* Adds an option whose value `sink` has gathered, if it could be. */
static bool add_gathered(struct telling *telling, const char *name, struct cli_gathered *value,
                         const struct aic_sink *sink, bool ok)
{
    ok = ok && (!sink->failed || aic_fail_memory(telling->error)) &&
         add_option(telling, name, cli_gathered_text(value));
    cli_gathered_clear(value);
    return ok;
}

/* {"gpu": ["h100", "b200"], "context": "8Ki..128Ki*2"}: an option for each. */
static bool add_sweep(struct telling *telling, const struct aic_json_value *object)
{
    AIC_JSON_EACH(member, object) {
        struct cli_gathered value = { .at = NULL };
        struct aic_sink sink = cli_gather(&value);
        cli_write(&sink, "%s=", aic_json_key_of(member));
        bool ok = write_list(telling, member,
                             find_input(telling->calculator, aic_json_key_of(member)), &sink);
        if (!add_gathered(telling, "sweep", &value, &sink, ok)) {
            return false;
        }
    }
    return true;
}

/* Whether two objects have the same keys in the same order. */
static bool has_same_keys(const struct aic_json_value *a, const struct aic_json_value *b)
{
    const struct aic_json_value *of_a = aic_json_first(a), *of_b = aic_json_first(b);
    while (of_a && of_b && strcmp(aic_json_key_of(of_a), aic_json_key_of(of_b)) == 0) {
        of_a = aic_json_next(of_a);
        of_b = aic_json_next(of_b);
    }
    return !of_a && !of_b && aic_json_first(a);
}

/* [{"gpu": "h100", "tp": 8}, {"gpu": "b200", "tp": 4}]: --sweep gpu,tp=h100:8,b200:4 --compare. */
static bool add_cases(struct telling *telling, const struct aic_json_value *list)
{
    const struct aic_json_value *first = aic_json_first(list);
    struct cli_gathered value = { .at = NULL };
    struct aic_sink sink = cli_gather(&value);
    const char *separator = "";
    bool ok = true;
    AIC_JSON_EACH(member, first) {
        cli_write(&sink, "%s%s", separator, aic_json_key_of(member));
        separator = ",";
    }
    separator = "=";
    AIC_JSON_EACH(item, list) {
        if (!aic_json_is(item, AIC_JSON_OBJECT) || !has_same_keys(first, item)) {
            ok = fail_form(telling, list, "a list of objects that have the same inputs");
            break;
        }
        AIC_JSON_EACH(member, item) {
            aic_sink_text(&sink, separator);
            if (ok && !write_value(member, find_input(telling->calculator, aic_json_key_of(member)),
                                   &sink)) {
                ok = fail_form(telling, member, "a text, a number, true or false");
            }
            separator = ":";
        }
        separator = ",";
    }
    return add_gathered(telling, "sweep", &value, &sink, ok) &&
           add_option(telling, "compare", NULL);
}

/* An option that takes a text: one, or each of a list; names of --fields stand in one. */
static bool add_texts(struct telling *telling, const struct cli_option *option,
                      const struct aic_json_value *member)
{
    bool each = option->type == CLI_TEXTS && aic_json_is(member, AIC_JSON_ARRAY);
    for (const struct aic_json_value *item = each ? aic_json_first(member) : member; item;
         item = each ? aic_json_next(item) : NULL) {
        struct cli_gathered value = { .at = NULL };
        struct aic_sink sink = cli_gather(&value);
        bool ok = each ? write_value(item, NULL, &sink) ||
                             fail_form(telling, member, "a text or a list of texts")
                       : write_list(telling, item, NULL, &sink);
        if (!add_gathered(telling, option->name, &value, &sink, ok)) {
            return false;
        }
    }
    return true;
}

static bool fail_key(struct telling *telling, const struct aic_json_value *member)
{
    const char *key = aic_json_key_of(member);
    aic_json_fail(telling->json, member, telling->error, AIC_ERR_UNKNOWN, NULL,
                  "a question has no key '%s'", key);
    return find_input(telling->calculator, key)
               ? aic_suggest(telling->error, "write it in 'inputs': {\"%s\": ...}", key)
               : aic_suggest(telling->error,
                             "it has calculator, inputs, files, format, and options "
                             "as budget, sweep, compare, solve, explain, fields");
}

/* A member beside the inputs is an option of the command line that asks something. */
static bool add_member(struct telling *telling, const struct aic_json_value *member)
{
    const char *key = aic_json_key_of(member);
    char name[AIC_TYPED_SIZE], word[AIC_TYPED_SIZE + 2];
    spell(name, key);
    cli_print(word, sizeof word, "--%s", strcmp(key, CLI_ASK_FORMAT) == 0 ? "output" : name);
    const struct cli_option *option = cli_option_find(CLI_ANSWER, word, strlen(word));
    bool is_format = option && option->type == CLI_FORMAT;
    if (!option || is_format != (strcmp(key, CLI_ASK_FORMAT) == 0) || option->type == CLI_FILES ||
        strcmp(option->name, "color") == 0 || strcmp(option->name, "help") == 0) {
        return fail_key(telling, member);
    }
    if (aic_json_is(member, AIC_JSON_NULL)) {
        return true;
    }
    if (strcmp(name, "sweep") == 0 && aic_json_is(member, AIC_JSON_OBJECT)) {
        return add_sweep(telling, member);
    }
    if (strcmp(name, "compare") == 0 && aic_json_is(member, AIC_JSON_ARRAY)) {
        return add_cases(telling, member);
    }
    if (option->type == CLI_FLAG) {
        return aic_json_is(member, AIC_JSON_BOOL)
                   ? !aic_json_is_true(member) || add_option(telling, option->name, NULL)
                   : fail_form(telling, member, "true or false");
    }
    return add_texts(telling, option, member);
}

bool cli_type_question(struct cli_typed *words, const struct aic_json *json,
                       const struct aic_calculator *calculator, struct aic_error *error)
{
    struct telling telling = { words, json, calculator, error };
    const struct aic_json_value *inputs = aic_json_member(json->root, CLI_ASK_INPUTS);
    if (inputs && !aic_json_is(inputs, AIC_JSON_OBJECT)) {
        return fail_form(&telling, inputs, "an object of parameters and their values");
    }
    if (!cli_typed_add(words, calculator->name, error)) {
        return false;
    }
    AIC_JSON_EACH(member, inputs) {
        if (!add_input(&telling, member)) {
            return false;
        }
    }
    AIC_JSON_EACH(member, json->root) {
        const char *key = aic_json_key_of(member);
        bool is_option = member != inputs && strcmp(key, CLI_ASK_CALCULATOR) != 0 &&
                         strcmp(key, CLI_ASK_FILES) != 0;
        if (is_option && !add_member(&telling, member)) {
            return false;
        }
    }
    return true;
}
