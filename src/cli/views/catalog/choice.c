/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions on fields of entries, read as budgets are and judged entry by entry. */
#include "cli/views/catalog/choice.h"

#include <math.h>
#include <string.h>

/* A field that is looked for among the entries of a kind. */
struct search {
    struct cli_named_field *field;
    bool found;
    char choices[160]; /* "bf16_gpu_flops, fp8_gpu_flops": of one with a value a choice */
};

/* The names of a field's values, where each choice has its own. */
static void list_choices(struct search *search, const struct aic_json_value *values)
{
    struct aic_text text;
    aic_text_init(&text, search->choices, sizeof search->choices);
    AIC_JSON_EACH(value, values) {
        aic_text_format(&text, "%s%s_%s", text.length > 0 ? ", " : "", aic_json_key_of(value),
                        search->field->name);
    }
}

/* What a field of that name holds, told by the value that one entry has. */
static bool take_plain(struct search *search, const struct aic_json_value *fields)
{
    struct cli_named_field *field = search->field;
    const struct aic_json_value *node = aic_json_member(fields, field->name);
    double number;
    if (!node) {
        return false;
    }
    const char *word = aic_json_text_of(node);
    field->dimension = cli_fact_dimension(field->name);
    field->is_flag = aic_json_is(node, AIC_JSON_BOOL);
    bool is_text =
        word && !aic_quantity_read(word, strlen(word), field->dimension, NULL, &number, NULL);
    field->column.fact = is_text ? CLI_FACT_TEXT : CLI_FACT_NUMBER;
    field->column.names = field->name;
    if (aic_json_member(node, "values")) {
        list_choices(search, aic_json_member(node, "values"));
    }
    return true;
}

/* "fp4_gpu_flops": the value for a choice of a field that has one a choice. */
static bool take_choice(struct search *search, const struct aic_json_value *fields)
{
    struct cli_named_field *field = search->field;
    for (const char *end = strchr(field->name, '_'); end; end = strchr(end + 1, '_')) {
        const struct aic_json_value *values =
            aic_json_member(aic_json_member(fields, end + 1), "values");
        cli_print(field->choice, sizeof field->choice, "%s", field->name);
        if ((size_t)(end - field->name) < sizeof field->choice) {
            field->choice[end - field->name] = '\0';
        }
        if (values && aic_json_member(values, field->choice)) {
            field->column.fact = CLI_FACT_CHOICE;
            field->column.names = end + 1;
            field->column.choice = field->choice;
            field->dimension = cli_fact_dimension(end + 1);
            return true;
        }
    }
    field->choice[0] = '\0';
    return false;
}

static bool look_in(void *context, const struct aic_entry *entry)
{
    struct search *search = context;
    const struct aic_json_value *fields = aic_json_member(entry->node, "fields");
    search->found = take_plain(search, fields) || take_choice(search, fields);
    return !search->found;
}

/* A field that the kind's own list shows under that name. */
static bool take_listed(struct cli_named_field *field, enum aic_catalog_kind kind)
{
    for (const struct cli_fact_column *fact = cli_fact_columns(kind); fact->fact; fact++) {
        if (strcmp(fact->key, field->name) == 0) {
            field->column = *fact;
            field->column.title = fact->title[0] ? fact->title : fact->key;
            field->column.shown = CLI_IN_BOTH;
            field->dimension = fact->fact == CLI_FACT_NUMBER || fact->fact == CLI_FACT_CHOICE
                                   ? cli_fact_dimension(fact->names)
                                   : AIC_COUNT;
            return true;
        }
    }
    return false;
}

/* Names of fields of a kind, for what is nearest to one that no entry has. */
struct nearest {
    const char *wanted;
    char name[64];
    size_t edits;
};

static bool compare_names(void *context, const struct aic_entry *entry)
{
    struct nearest *nearest = context;
    AIC_JSON_EACH(field, aic_json_member(entry->node, "fields")) {
        size_t edits = aic_name_edits(nearest->wanted, aic_json_key_of(field));
        if (edits < nearest->edits) {
            nearest->edits = edits;
            cli_print(nearest->name, sizeof nearest->name, "%s", aic_json_key_of(field));
        }
    }
    return true;
}

static bool fail_unknown(const char *option, const char *name, const struct aic_catalog *catalog,
                         enum aic_catalog_kind kind, struct aic_error *error)
{
    struct nearest nearest = { .wanted = name, .edits = strlen(name) / 3 + 1 };
    if (!aic_catalog_each(catalog, kind, compare_names, &nearest, error)) {
        return false;
    }
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "%s: no entry of %s has a field '%s'", option,
             aic_catalog_kind_name(kind), name);
    return aic_suggest_name(error, nearest.name[0] ? nearest.name : NULL,
                            "'aicalc catalog %s NAME' shows the fields of an entry",
                            aic_catalog_kind_name(kind));
}

static bool read_field(struct cli_named_field *field, const char *option, struct aic_span name,
                       const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                       struct aic_error *error)
{
    struct search search = { .field = field };
    struct aic_text text;
    aic_text_init(&text, field->name, sizeof field->name);
    aic_text_add_spelt(&text, name, '-', '_');
    if (take_listed(field, kind)) {
        return true;
    }
    field->column =
        (struct cli_fact_column){ .title = field->name, .key = field->name, .shown = CLI_IN_BOTH };
    if (!aic_catalog_each(catalog, kind, look_in, &search, error)) {
        return false;
    }
    if (!search.found) {
        return fail_unknown(option, field->name, catalog, kind, error);
    }
    if (search.choices[0]) {
        aic_fail(error, AIC_ERR_VALUE, NULL, "%s: %s has a value for each choice", option,
                 field->name);
        return aic_suggest(error, "name one of %s", search.choices);
    }
    return true;
}

static bool fail_form(const char *text, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_VALUE, NULL, "--where: '%s' is not of the form FIELD OP QUANTITY",
             text);
    return aic_suggest(error, "for example 'gpu_memory_bw > 3TB/s'; operators: <= < >= > ==");
}

static bool read_limit(struct cli_condition *condition, struct aic_span limit, const char *text,
                       struct aic_error *error)
{
    const struct cli_named_field *field = &condition->field;
    if (limit.length == 0) {
        return fail_form(text, error);
    }
    if (field->column.fact != CLI_FACT_TEXT) {
        return aic_quantity_read(limit.at, limit.length, field->dimension, field->name,
                                 &condition->limit.limit, error);
    }
    if (condition->limit.relation != AIC_EQUAL) {
        aic_fail(error, AIC_ERR_VALUE, NULL, "--where: %s is no number, only == fits it",
                 field->name);
        return aic_suggest(error, "write '%s == WORD'", field->name);
    }
    condition->word = limit;
    return true;
}

static bool read_condition(struct cli_condition *condition, const struct aic_catalog *catalog,
                           enum aic_catalog_kind kind, const char *text, struct aic_error *error)
{
    struct aic_span name = { text, strcspn(text, " <=>") };
    struct aic_span rest = { text + name.length, strlen(text) - name.length };
    if (name.length == 0) {
        return fail_form(text, error);
    }
    if (!read_field(&condition->field, "--where", name, catalog, kind, error)) {
        return false;
    }
    for (; rest.length > 0 && rest.at[0] == ' '; rest.length--) {
        rest.at++;
    }
    if (condition->field.is_flag && rest.length > 0) {
        aic_fail(error, AIC_ERR_VALUE, NULL, "--where: %s is yes or no", condition->field.name);
        return aic_suggest(error, "write '%s' for entries in which it is yes",
                           condition->field.name);
    }
    if (condition->field.is_flag) {
        condition->limit.relation = AIC_EQUAL; /* entries leave it out where it is no */
        condition->limit.limit = 1;
        condition->field.column.shown = 0;
        return true;
    }
    if (!aic_relation_read(&rest, &condition->limit.relation)) {
        return fail_form(text, error);
    }
    return read_limit(condition, rest, text, error);
}

static bool read_top(struct cli_entry_choice *choice, const char *text, struct aic_error *error)
{
    double number = 0;
    bool is_number = aic_quantity_read(text, strlen(text), AIC_COUNT, NULL, &number, NULL);
    if (!is_number || !(number >= 1 && number <= AIC_MAX_INTEGER) || number != floor(number)) {
        aic_fail(error, AIC_ERR_VALUE, NULL, "--top: '%s' is no number of entries", text);
        return aic_suggest(error, "write a whole number from 1 on");
    }
    choice->top = (size_t)number;
    return true;
}

bool cli_entry_choice_read(struct cli_entry_choice *choice, const struct aic_catalog *catalog,
                           enum aic_catalog_kind kind, const struct cli_options *options,
                           struct aic_error *error)
{
    const struct cli_list *wheres = &options->wheres;
    if (options->top && !options->sort) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "--top without --sort does not say which come first");
        return aic_suggest(error, "name the field that decides: --sort FIELD");
    }
    for (; choice->count < wheres->count; choice->count++) {
        if (!read_condition(&choice->conditions[choice->count], catalog, kind,
                            wheres->at[choice->count], error)) {
            return false;
        }
    }
    if (!options->sort) {
        return true;
    }
    struct aic_span name = { options->sort, strcspn(options->sort, ":") };
    const char *order = options->sort + name.length;
    choice->sorts = true;
    choice->descends = strcmp(order, ":desc") == 0;
    if (*order && !choice->descends && strcmp(order, ":asc") != 0) {
        aic_fail(error, AIC_ERR_VALUE, NULL, "--sort: '%s' is no order", order + 1);
        return aic_suggest(error, "write FIELD for the least first, FIELD:desc for the largest");
    }
    return read_field(&choice->sort, "--sort", name, catalog, kind, error) &&
           (!options->top || read_top(choice, options->top, error));
}

/* True where an entry states a text that a condition wants, letter by letter. */
static bool has_word(struct cli_condition *condition, const struct aic_entry *entry)
{
    char word[256];
    struct aic_text text;
    aic_text_init(&text, word, sizeof word);
    cli_fact_write(&condition->field.column, entry, true, &text);
    condition->silent += text.length == 0;
    return text.length == condition->word.length &&
           memcmp(word, condition->word.at, text.length) == 0;
}

static bool holds(struct cli_condition *condition, const struct aic_entry *entry)
{
    if (condition->field.column.fact == CLI_FACT_TEXT) {
        return has_word(condition, entry);
    }
    double number = cli_fact_number(&condition->field.column, entry);
    condition->silent += isnan(number) && condition->field.column.shown;
    return !isnan(number) && aic_budget_holds(&condition->limit, number);
}

bool cli_entry_choice_has(struct cli_entry_choice *choice, const struct aic_entry *entry)
{
    for (size_t i = 0; i < choice->count; i++) {
        if (!holds(&choice->conditions[i], entry)) {
            return false;
        }
    }
    return true;
}
