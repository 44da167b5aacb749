/* SPDX-License-Identifier: Apache-2.0 */
/* Applying catalog entries and model files: partial inputs, set through the field table. */
#include <aicalc/catalog.h>

#include <string.h>

#include <aicalc/composition.h>
#include <aicalc/text.h>

#include "catalog/catalog.h"

/* One entry being applied to one question. */
struct application {
    struct aic_question *question;
    enum aic_catalog_kind kind;
    const struct aic_entry *entry;
    const char *name;
    struct aic_error *error;
    const char *prefix; /* of the inputs that it sets; NULL: none */
};

/* The input that a field of the entry is: "from_egress_price" of "egress_price". */
static size_t find_input(const struct application *a, const char *field)
{
    char name[96];
    struct aic_text text;
    aic_text_init(&text, name, sizeof name);
    aic_text_format(&text, "%s%s", a->prefix ? a->prefix : "", field);
    return aic_table_find(&a->question->calculator->inputs, name, text.length);
}

/* "tiers:s3-standard, us-east-1, 2024-07": what the entry is, where it is
 * laid over the built-in one, and for a price where and when it held. */
static void write_source(const struct application *a, const struct aic_field *field,
                         struct aic_text *text)
{
    aic_text_format(text, "%s:%s", aic_catalog_kind_name(a->kind), a->name);
    if (a->entry->overlay) {
        aic_text_format(text, ", %s", a->entry->overlay->json.name);
    }
    if (aic_dimension_is_price(field->dimension)) {
        const char *region = aic_json_member_text(a->entry->node, "region");
        const char *as_of = aic_json_member_text(a->entry->node, "as_of");
        if (region) {
            aic_text_format(text, ", %s", region);
        }
        if (as_of) {
            aic_text_format(text, ", %s", as_of);
        }
    }
}

/* Months since year 0 of "2024-07" or "2024" (its last month); NaN for anything else. */
static double months_of(const char *date)
{
    double year, month = 12;
    size_t length = date ? strlen(date) : 0;
    size_t used = aic_number_read(date ? date : "", length, 0, &year);
    if (used != 4 ||
        (length > 4 && (date[4] != '-' || aic_number_read(date + 5, length - 5, 0, &month) == 0))) {
        return NAN;
    }
    return 12 * year + month;
}

/* Prices move: older than this before the version's date they make a warning. */
#define PRICE_MONTHS 18

static bool is_aged(const struct aic_entry *entry, const struct aic_field *field)
{
    double age =
        months_of(AIC_VERSION_DATE) - months_of(aic_json_member_text(entry->node, "as_of"));
    return aic_dimension_is_price(field->dimension) && age > PRICE_MONTHS;
}

static bool is_unverified(const struct aic_entry *entry, const char *field)
{
    const struct aic_json_value *list = aic_json_member(entry->node, "unverified");
    AIC_JSON_EACH(item, list) {
        if (aic_json_is_text(item, field) || aic_json_is_text(item, "fields")) { /* all of them */
            return true;
        }
    }
    return false;
}

/* Marketing adds both directions of a link; rates here are per direction. */
static void warn_both_directions(const struct application *a, const struct aic_field *field,
                                 size_t index, double listed)
{
    static const char *const links[] = { "nvlink_bw", "peer_bw", "nic_bw", "link_bw" };
    bool is_link = false;
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        is_link = is_link || strcmp(field->name, links[i]) == 0;
    }
    double given = aic_question_value(a->question, index).number;
    if (!is_link || aic_question_origin(a->question, index) < AIC_FROM_LAUNCH ||
        given < 1.9 * listed || given > 2.1 * listed) {
        return;
    }
    char is[AIC_QUANTITY_SIZE], should[AIC_QUANTITY_SIZE];
    aic_quantity_write(is, sizeof is, given, AIC_RATE, NULL, AIC_UNITS_SI);
    aic_quantity_write(should, sizeof should, listed, AIC_RATE, NULL, AIC_UNITS_SI);
    aic_warn(&a->question->notes, "both-directions",
             "%s %s is twice the %s of %s: rates here are per direction, marketing adds both; "
             "halve it if it is such a figure",
             field->name, is, should, a->name);
}

static bool fail_value(const struct application *a, const char *field)
{
    return aic_fail(a->error, AIC_ERR_JSON, field, "%s '%s': field '%s' has no usable value",
                    aic_catalog_kind_name(a->kind), a->name, field);
}

/* `listed_name` is the field of the entry, which an input of one of its values is not named like. */
static bool set_field(const struct application *a, size_t index, const char *listed_name,
                      const struct aic_json_value *value)
{
    const struct aic_field *field = aic_table_at(&a->question->calculator->inputs, index, NULL);
    char source_text[160];
    struct aic_text text;
    aic_text_init(&text, source_text, sizeof source_text);
    write_source(a, field, &text);
    const struct aic_source source = {
        source_text,
        a->kind == AIC_MODELS ? AIC_EXACT : AIC_PUBLISHED,
        is_unverified(a->entry, listed_name),
        is_aged(a->entry, field),
    };
    struct aic_value listed;
    const char *words = aic_json_text_of(value);
    if (words) {
        if (!aic_value_read(field, words, strlen(words), &listed, a->error)) {
            return false;
        }
        warn_both_directions(a, field, index, listed.number);
        return aic_question_set_text(a->question, index, words, AIC_FROM_CATALOG, &source,
                                     a->error);
    }
    if (!aic_json_is(value, AIC_JSON_NUMBER) && !aic_json_is(value, AIC_JSON_BOOL)) {
        return fail_value(a, field->name);
    }
    double number = aic_json_is(value, AIC_JSON_BOOL) ? (double)aic_json_is_true(value)
                                                      : aic_json_number_of(value);
    warn_both_directions(a, field, index, number);
    return aic_question_set_number(a->question, index, number, AIC_FROM_CATALOG, &source, a->error);
}

static void warn_no_value(const struct application *a, const char *field, const char *choice,
                          const char *by)
{
    aic_warn(&a->question->notes, "catalog-no-value", "%s '%s' has no %s for %s '%s'",
             aic_catalog_kind_name(a->kind), a->name, field, by, choice);
}

/* A value that depends on a choice of the calculator: that of the choice made. */
static bool set_by_choice(const struct application *a, size_t index, const char *listed_name,
                          size_t by, const struct aic_json_value *values)
{
    const struct aic_table *inputs = &a->question->calculator->inputs;
    const struct aic_field *choice = aic_table_at(inputs, by, NULL);
    struct aic_value made = aic_question_value(a->question, by);
    if (choice->kind != AIC_CHOICE) {
        return fail_value(a, aic_table_at(inputs, index, NULL)->name);
    }
    if (!made.set) {
        return true;
    }
    const char *name = aic_choice_name(choice, (int)made.number);
    const struct aic_json_value *value = aic_json_member(values, name);
    if (!value) {
        if (aic_question_origin(a->question, index) < AIC_FROM_LAUNCH) {
            warn_no_value(a, aic_table_at(inputs, index, NULL)->name, name, choice->name);
        }
        return true;
    }
    return set_field(a, index, listed_name, value);
}

/* Each value is that of a field CHOICE_FIELD, where a calculator has one. */
static bool set_each(const struct application *a, const char *field,
                     const struct aic_json_value *values)
{
    const struct aic_table *inputs = &a->question->calculator->inputs;
    AIC_JSON_EACH(value, values) {
        char name[96];
        struct aic_text text;
        aic_text_init(&text, name, sizeof name);
        aic_text_format(&text, "%s_%s", aic_json_key_of(value), field);
        size_t index = find_input(a, name);
        if (index < aic_table_size(inputs) && !set_field(a, index, field, value)) {
            return false;
        }
    }
    return true;
}

/* The name of the choice that is made by an input; NULL: none. */
static const char *made_by(const struct application *a, size_t input)
{
    const struct aic_table *inputs = &a->question->calculator->inputs;
    struct aic_value made = { false, 0, NULL };
    if (input < aic_table_size(inputs)) {
        made = aic_question_value(a->question, input);
    }
    return made.set ? aic_choice_name(aic_table_at(inputs, input, NULL), (int)made.number) : NULL;
}

/* A part of a composition that makes another choice than the plain one has the value of its own. */
static bool apply_to_parts(const struct application *a, const char *field, const char *by,
                           const struct aic_json_value *values)
{
    const struct aic_calculator *calculator = a->question->calculator;
    const char *plain = made_by(a, find_input(a, by));
    for (size_t p = 0; p < aic_part_count(calculator); p++) {
        char prefix[AIC_TYPED_SIZE];
        struct aic_text text;
        struct application own = *a;
        aic_text_init(&text, prefix, sizeof prefix);
        aic_text_format(&text, "%s.", aic_part_at(calculator, p).name);
        own.prefix = prefix;
        size_t choice = find_input(&own, by), index = find_input(&own, field);
        const char *made = made_by(&own, choice);
        bool is_chosen = made && index < aic_table_size(&calculator->inputs) &&
                         (aic_question_origin(a->question, choice) >= AIC_FROM_LAUNCH || !plain);
        if (is_chosen && (!plain || strcmp(made, plain) != 0) &&
            !set_by_choice(&own, index, field, choice, values)) {
            return false;
        }
    }
    return true;
}

static bool apply_member(const struct application *a, const struct aic_json_value *member)
{
    const struct aic_table *inputs = &a->question->calculator->inputs;
    size_t index = find_input(a, aic_json_key_of(member));
    bool known = index < aic_table_size(inputs);
    if (!aic_json_is(member, AIC_JSON_OBJECT)) {
        return !known || set_field(a, index, aic_json_key_of(member), member);
    }
    const char *by = aic_json_member_text(member, "by");
    const struct aic_json_value *values = aic_json_member(member, "values");
    if (!by || !aic_json_is(values, AIC_JSON_OBJECT)) {
        return fail_value(a, aic_json_key_of(member));
    }
    const char *name = aic_json_key_of(member);
    size_t choice = find_input(a, by);
    if (!set_each(a, name, values)) {
        return false;
    }
    return choice == aic_table_size(inputs) ||
           ((!known || set_by_choice(a, index, name, choice, values)) &&
            (a->prefix || apply_to_parts(a, name, by, values)));
}

static bool apply_entry(const struct application *a)
{
    const struct aic_json_value *fields = aic_json_member(a->entry->node, "fields");
    AIC_JSON_EACH(member, fields) {
        if (!apply_member(a, member)) {
            return false;
        }
    }
    return true;
}

bool aic_entry_apply(struct aic_question *question, enum aic_catalog_kind kind,
                     const struct aic_entry *entry, struct aic_error *error)
{
    const struct application a = { question, kind, entry, aic_entry_name(entry), error, NULL };
    return apply_entry(&a);
}

/* The input that named an entry which is not there; the message names its catalog. */
static bool name_input(const struct aic_field *field, struct aic_error *error)
{
    if (error && error->code == AIC_ERR_UNKNOWN) {
        struct aic_text text;
        aic_text_init(&text, error->parameter, sizeof error->parameter);
        aic_text_add(&text, field->name);
    }
    return false;
}

/* The answer shows what was meant, and says where that was one of several. */
static bool set_full_name(const struct application *a, size_t index, const char *typed)
{
    if (strcmp(typed, a->name) == 0) {
        return true;
    }
    const char *input = aic_table_at(&a->question->calculator->inputs, index, NULL)->name;
    if (a->entry->others[0]) {
        aic_warn(&a->question->notes, "preferred-name", "%s '%s': %s; also %s", input, typed,
                 a->name, a->entry->others);
    } else if (a->entry->by_words) {
        aic_warn(&a->question->notes, "name-by-words",
                 "%s '%s' is taken as %s, which alone has these words", input, typed, a->name);
    }
    const struct aic_source source = a->question->sources[index];
    return aic_question_set_text(a->question, index, a->name,
                                 aic_question_origin(a->question, index), &source, a->error);
}

bool aic_catalog_apply(const struct aic_catalog *catalog, struct aic_question *question,
                       struct aic_error *error)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    size_t i;
    for (size_t k = 0; (i = aic_reference_at(question->calculator, k)) < aic_table_size(inputs);
         k++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        if (!aic_catalog_assume(catalog, question, i, error)) {
            return false;
        }
        struct aic_value name = aic_question_value(question, i);
        if (field->kind != AIC_REFERENCE || !name.set ||
            (field->catalog == AIC_MODELS &&
             (aic_model_is_path(name.name) || aic_question_is_read(question, i)))) {
            continue;
        }
        struct aic_entry entry;
        if (!aic_catalog_find(catalog, field->catalog, name.name, &entry, error)) {
            return name_input(field, error);
        }
        const struct application a = { question, field->catalog, &entry, aic_entry_name(&entry),
                                       error,    field->prefix };
        bool applied = set_full_name(&a, i, name.name) && apply_entry(&a);
        aic_entry_clear(&entry);
        if (!applied) {
            return false;
        }
    }
    return true;
}
