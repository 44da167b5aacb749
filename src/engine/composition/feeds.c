/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: which results of earlier parts feed which inputs, and what asks a part. */
#include <string.h>

#include <aicalc/text.h>

#include "engine/composition/composition.h"

static const struct aic_span none = { "", 0 };

/* Takes the next word of a list of names; false at the end. */
static bool next_word(const char **rest, struct aic_span *word)
{
    *rest += strspn(*rest, " ");
    *word = (struct aic_span){ *rest, strcspn(*rest, " |") };
    *rest += word->length;
    return word->length > 0;
}

/* A word of a table that names nothing. */
static bool fail_word(const struct aic_composition *composition, const struct part *part,
                      struct aic_span word, const char *what, struct aic_error *error)
{
    char name[AIC_TYPED_SIZE];
    struct aic_text text;
    aic_text_init(&text, name, sizeof name);
    aic_text_add_bytes(&text, word.at, word.length);
    return aic_fail(error, AIC_ERR_TABLE, name, "%s: %s: '%s' %s", composition->table->name,
                    part->calculator->name, name, what);
}

static bool can_feed(const struct aic_field *from, const struct aic_field *to)
{
    bool are_numbers = from->kind <= AIC_INTEGER && to->kind <= AIC_INTEGER;
    return are_numbers || from->kind == to->kind;
}

/* Finds the result "layout.tp_used" of a part. */
static bool find_result(struct aic_composition *composition, const struct part *part,
                        struct aic_span word, struct feeder *feeder, struct aic_error *error)
{
    const char *dot = memchr(word.at, '.', word.length);
    size_t from = aic_composition_part(composition, word.at, dot ? (size_t)(dot - word.at) : 0);
    size_t result = aic_field_index_find(&composition->result_index, none, word);
    if (from == composition->part_count || result == composition->result_index.count) {
        return fail_word(composition, part, word, "is a result of no part", error);
    }
    const struct aic_field *field = &composition->results[result];
    *feeder = (struct feeder){ field, field->offset, result, from, NULL };
    return true;
}

/* Adds a result to what feeds an input. */
static bool add_feeder(struct aic_composition *composition, const struct part *part,
                       struct fed *fed, struct aic_span word, struct aic_error *error)
{
    struct feeder *feeder = &fed->feeders[fed->count];
    if (fed->count == FED_BY_MAX) {
        return fail_word(composition, part, word, "feeds an input that too many feed", error);
    }
    if (!find_result(composition, part, word, feeder, error)) {
        return false;
    }
    if (!can_feed(feeder->field, fed->field)) {
        return fail_word(composition, part, word, "cannot feed an input of another kind", error);
    }
    fed->count++;
    return fed->field->kind != AIC_CHOICE ||
           aic_composition_map_choices(&composition->pool, feeder->field, fed->field,
                                       &feeder->choices) ||
           aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
}

/* Of a calculator that is a part: what others feed the input is for pipes of single answers. */
static bool is_of_part(const struct aic_composition *composition, struct aic_span word)
{
    const char *dot = memchr(word.at, '.', word.length);
    return dot && aic_composition_part(composition, word.at, (size_t)(dot - word.at)) <
                      composition->part_count;
}

/* The row of the table that a part is of. */
static const struct aic_part_row *row_of(const struct aic_composition *composition,
                                         const struct part *part)
{
    return &composition->table->parts[part->row];
}

/* The feed of a row that names this input; NULL: none does. */
static const struct aic_feed *find_feed(const struct aic_part_row *row, const char *input)
{
    for (size_t i = 0; i < AIC_FEEDS_MAX && row->feeds[i].input; i++) {
        if (strcmp(row->feeds[i].input, input) == 0) {
            return &row->feeds[i];
        }
    }
    return NULL;
}

static size_t find_input(const struct part *part, const char *name)
{
    return aic_table_find(&part->calculator->inputs, name, strlen(name));
}

/* What feeds an input of the part; none of it: `fed` has no feeders then. */
static bool form_fed(struct aic_composition *composition, const struct part *part, size_t input,
                     struct fed *fed, struct aic_error *error)
{
    const struct aic_field *own = aic_table_at(&part->calculator->inputs, input, NULL);
    const struct aic_feed *feed = find_feed(row_of(composition, part), own->name);
    const char *rest = feed ? feed->results : own->fed_by;
    size_t number = part->first_input + input;
    const struct aic_field *field = &composition->input_fields[number];
    struct aic_span word;
    *fed = (struct fed){ .own = field->offset, .input = number, .field = field };
    while (rest && next_word(&rest, &word)) {
        bool counts = feed || is_of_part(composition, word);
        if (counts && !add_feeder(composition, part, fed, word, error)) {
            return false;
        }
    }
    if (feed && feed->multiple_of) {
        size_t of = find_input(part, feed->multiple_of);
        if (of == part->inputs) {
            return aic_composition_fail(composition, error, part->calculator->name,
                                        "a feed is rounded up to no input of it");
        }
        fed->multiple = part->in_base + aic_table_at(&part->calculator->inputs, of, NULL)->offset;
    }
    const char *unless = feed ? feed->unless : NULL;
    return !unless || find_result(composition, part, (struct aic_span){ unless, strlen(unless) },
                                  &fed->unless, error);
}

/* Every feed of the row must name an input of the part. */
static bool check_feeds(const struct aic_composition *composition, const struct part *part,
                        struct aic_error *error)
{
    const struct aic_feed *feeds = row_of(composition, part)->feeds;
    for (size_t i = 0; i < AIC_FEEDS_MAX && feeds[i].input; i++) {
        const char *name = feeds[i].input;
        if (find_input(part, name) == part->inputs) {
            const struct aic_span word = { name, strlen(name) };
            return fail_word(composition, part, word, "is no input of it", error);
        }
    }
    return true;
}

/* One word of a condition: "tier", "layout=search". */
static bool form_known(struct aic_composition *composition, const struct part *part,
                       struct aic_span word, struct known *known, struct aic_error *error)
{
    const char *sign = memchr(word.at, '=', word.length);
    struct aic_span name = { word.at, sign ? (size_t)(sign - word.at) : word.length };
    size_t input = aic_field_index_find(&composition->input_index, part->prefix, name);
    if (input == composition->input_index.count) {
        input = aic_field_index_find(&composition->input_index, none, name);
    }
    if (input == composition->input_index.count) {
        return fail_word(composition, part, name, "is no input that could ask it", error);
    }
    const struct aic_field *field = &composition->input_fields[input];
    struct aic_value value = { true, NAN, NULL };
    if (sign && !aic_value_read(field, sign + 1, word.length - name.length - 1, &value, NULL)) {
        return fail_word(composition, part, word, "is no value of it", error);
    }
    *known = (struct known){ field, field->offset, value.number, false };
    return true;
}

static bool form_asked(struct aic_composition *composition, struct part *part,
                       struct aic_error *error)
{
    const char *rest = row_of(composition, part)->asked;
    struct aic_span word;
    if (!rest) {
        return true;
    }
    struct known *asked = aic_pool_take(&composition->pool, strlen(rest), sizeof asked[0]);
    part->asked = asked;
    if (!asked) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    while (next_word(&rest, &word)) {
        if (!form_known(composition, part, word, &asked[part->asked_count++], error)) {
            return false;
        }
        rest += strspn(rest, " ");
        if (*rest == '|' || *rest == '\0') {
            asked[part->asked_count - 1].last = true;
            rest += *rest == '|';
        }
    }
    return part->asked_count > 0 ||
           aic_composition_fail(composition, error, part->calculator->name, "is asked by nothing");
}

static const char *needed_name(const struct known *known)
{
    const char *dot = strchr(known->field->name, '.');
    return dot ? dot + 1 : known->field->name;
}

/* "gpus and node, or gpus, nic_bw and nvlink_bw" of the condition; what an earlier part hands on
 * nobody is asked for. */
static void write_needs(const struct part *part, const struct aic_part_row *row,
                        struct aic_text *text)
{
    bool is_long = false, begins = true;
    const char *first = "";
    for (size_t i = 0; i < part->asked_count; i++) {
        const struct known *known = &part->asked[i];
        is_long = is_long || !(known->last || find_feed(row, needed_name(known)));
    }
    for (size_t i = 0; i < part->asked_count; i++) {
        const struct known *known = &part->asked[i];
        const char *between = begins ? first : known->last ? " and " : ", ";
        if (!find_feed(row, needed_name(known))) {
            aic_text_format(text, "%s%s", between, needed_name(known));
            if (aic_is_set(known->equals) && known->field->kind == AIC_CHOICE) {
                aic_text_format(text, " %s", aic_choice_name(known->field, (int)known->equals));
            }
            first = is_long ? ", or " : " or ";
            begins = false;
        }
        begins = begins || known->last;
    }
}

static bool form_needs(struct aic_composition *composition, struct part *part)
{
    char words[400];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    const struct aic_part_row *row = row_of(composition, part);
    write_needs(part, row, &text);
    part->needs = row->asked ? aic_pool_join(&composition->pool, words, text.length, "") : NULL;
    return part->needs || !row->asked;
}

static bool form_part(struct aic_composition *composition, struct part *part,
                      struct aic_error *error)
{
    size_t most = 1; /* one more: an input that no part feeds is tried in its place */
    for (size_t i = 0; i < part->inputs; i++) {
        most += aic_table_at(&part->calculator->inputs, i, NULL)->fed_by != NULL;
    }
    struct fed *fed = aic_pool_take(&composition->pool, most + AIC_FEEDS_MAX, sizeof fed[0]);
    part->fed = fed;
    if (!fed) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    for (size_t i = 0; i < part->inputs; i++) {
        if (!form_fed(composition, part, i, &fed[part->fed_count], error)) {
            return false;
        }
        part->fed_count += fed[part->fed_count].count > 0;
    }
    if (part->fed_count > FED_MAX) {
        return aic_composition_fail(composition, error, part->calculator->name,
                                    "too many of its inputs are fed");
    }
    return check_feeds(composition, part, error) && form_asked(composition, part, error) &&
           (form_needs(composition, part) ||
            aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory"));
}

bool aic_composition_form_feeds(struct aic_composition *composition, struct aic_error *error)
{
    for (size_t p = 0; p < composition->part_count; p++) {
        if (!form_part(composition, &composition->parts[p], error)) {
            return false;
        }
    }
    return true;
}
