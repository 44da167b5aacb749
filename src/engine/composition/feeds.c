/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: which results of earlier parts feed which inputs, and when a part is asked. */
#include <string.h>

#include <aicalc/text.h>

#include "engine/composition/composition.h"

/* A part under way. */
struct forming {
    const struct aic_composition *composition;
    const struct part *part;
    struct aic_error *error;
};

/* Takes the next word of a list of names; false at the end. */
static bool next_word(const char **rest, struct aic_span *word)
{
    *rest += strspn(*rest, " ");
    *word = (struct aic_span){ *rest, strcspn(*rest, " |") };
    *rest += word->length;
    return word->length > 0;
}

/* A word of a table that names nothing. */
static bool fail_word(const struct forming *forming, struct aic_span word, const char *what)
{
    char name[AIC_TYPED_SIZE];
    struct aic_text text;
    aic_text_init(&text, name, sizeof name);
    aic_text_add_bytes(&text, word.at, word.length);
    return aic_fail(forming->error, AIC_ERR_TABLE, name, "%s: %s: '%s' %s",
                    forming->composition->table->name, forming->part->calculator->name, name, what);
}

static bool find_source(const struct forming *forming, struct aic_span word, struct source *source)
{
    return aic_composition_result(forming->composition, word, source) ||
           fail_word(forming, word, "is a result of no part");
}

/* ---- feeds ---- */

/* Adds a result to what feeds an input. */
static bool add_source(const struct forming *forming, struct feed *feed, struct aic_span word)
{
    struct source *source = &feed->sources[feed->count];
    if (feed->count == SOURCES_MAX) {
        return fail_word(forming, word, "feeds an input that too many feed");
    }
    if (!find_source(forming, word, source)) {
        return false;
    }
    bool are_numbers = source->field->kind <= AIC_INTEGER && feed->field->kind <= AIC_INTEGER;
    if (!are_numbers && source->field->kind != feed->field->kind) {
        return fail_word(forming, word, "cannot feed an input of another kind");
    }
    feed->count++;
    return true;
}

/* Of a calculator that is a part: what others feed the input is for pipes of single answers. */
static bool is_of_part(const struct aic_composition *composition, struct aic_span word)
{
    const char *dot = memchr(word.at, '.', word.length);
    const struct aic_span name = { word.at, dot ? (size_t)(dot - word.at) : 0 };
    return dot && aic_composition_part(composition, name) < composition->part_count;
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

/* What feeds an input of the part: results that its own row names, or those of the table instead. */
static bool form_feed(const struct forming *forming, size_t input, struct feed *feed)
{
    const struct aic_composition *composition = forming->composition;
    const struct part *part = forming->part;
    const struct aic_field *own = aic_table_at(&part->calculator->inputs, input, NULL);
    const struct aic_feed *row = find_feed(part->row, own->name);
    const char *rest = row ? row->results : own->fed_by ? own->fed_by : "";
    struct aic_span word;
    *feed = (struct feed){ .input = part->first_input + input,
                           .field = &composition->inputs[part->first_input + input] };
    while (next_word(&rest, &word)) {
        bool counts = row || is_of_part(composition, word);
        if (counts && !add_source(forming, feed, word)) {
            return false;
        }
    }
    if (row && row->multiple_of) {
        feed->multiple_of = aic_composition_input(composition, part, aic_whole(row->multiple_of));
        if (!feed->multiple_of) {
            return aic_composition_fail(composition, forming->error, part->calculator->name,
                                        "a feed is rounded up to no input of it");
        }
    }
    return !row || !row->unless || find_source(forming, aic_whole(row->unless), &feed->unless);
}

/* Every feed of the row must name an input of the part. */
static bool check_feeds(const struct forming *forming)
{
    const struct aic_feed *feeds = forming->part->row->feeds;
    for (size_t i = 0; i < AIC_FEEDS_MAX && feeds[i].input; i++) {
        const struct aic_span name = aic_whole(feeds[i].input);
        if (!aic_composition_input(forming->composition, forming->part, name)) {
            return fail_word(forming, name, "is no input of it");
        }
    }
    return true;
}

static bool form_feeds(struct aic_composition *composition, struct part *part,
                       struct aic_error *error)
{
    const struct forming forming = { composition, part, error };
    size_t most = part->inputs < FEEDS_MAX ? part->inputs : FEEDS_MAX;
    struct feed *feeds = aic_pool_take(&composition->pool, most + 1, sizeof feeds[0]);
    part->feeds = feeds;
    for (size_t i = 0; feeds && i < part->inputs; i++) {
        if (!form_feed(&forming, i, &feeds[part->feed_count])) {
            return false;
        }
        part->feed_count += feeds[part->feed_count].count > 0;
        if (part->feed_count > FEEDS_MAX) {
            return aic_composition_fail(composition, error, part->calculator->name,
                                        "too many of its inputs are fed");
        }
    }
    return check_feeds(&forming);
}

/* ---- when a part is asked ---- */

/* One word of a condition: "tier", "layout=search", of the part or else a plain one. */
static bool form_condition(const struct forming *forming, struct aic_span word,
                           struct condition *condition)
{
    const struct aic_composition *composition = forming->composition;
    const char *sign = memchr(word.at, '=', word.length);
    struct aic_span name = { word.at, sign ? (size_t)(sign - word.at) : word.length };
    struct aic_value value = { true, NAN, NULL };
    const struct aic_field *field = aic_composition_input(composition, forming->part, name);
    size_t plain = field ? 0 : aic_composition_plain(composition, name);
    if (plain == composition->plain_count) {
        return fail_word(forming, name, "is no input that could ask it");
    }
    field = field ? field : &composition->inputs[plain];
    if (sign && !aic_value_read(field, sign + 1, word.length - name.length - 1, &value, NULL)) {
        return fail_word(forming, word, "is no value of it");
    }
    *condition = (struct condition){ field, value.number, false };
    return true;
}

static bool form_conditions(struct aic_composition *composition, struct part *part,
                            struct aic_error *error)
{
    const struct forming forming = { composition, part, error };
    const char *rest = part->row->when;
    struct aic_span word;
    struct condition *all =
        aic_pool_take(&composition->pool, rest ? strlen(rest) : 0, sizeof all[0]);
    part->conditions = all;
    while (rest && all && next_word(&rest, &word)) {
        struct condition *condition = &all[part->condition_count++];
        if (!form_condition(&forming, word, condition)) {
            return false;
        }
        rest += strspn(rest, " ");
        condition->last = *rest == '|' || *rest == '\0';
        rest += *rest == '|';
    }
    return !rest || !all || part->condition_count > 0 ||
           aic_composition_fail(composition, error, part->calculator->name, "is asked by nothing");
}

static const char *needed_name(const struct condition *condition)
{
    const char *dot = strchr(condition->field->name, '.');
    return dot ? dot + 1 : condition->field->name;
}

/* "gpus and node, or gpus, nic_bw and nvlink_bw" of the conditions; what an earlier part hands on
 * nobody is asked for. */
static void write_needs(const struct part *part, struct aic_text *text)
{
    bool is_long = false, begins = true;
    const char *first = "";
    for (size_t i = 0; i < part->condition_count; i++) {
        const struct condition *condition = &part->conditions[i];
        is_long = is_long || !(condition->last || find_feed(part->row, needed_name(condition)));
    }
    for (size_t i = 0; i < part->condition_count; i++) {
        const struct condition *condition = &part->conditions[i];
        const char *between = begins ? first : condition->last ? " and " : ", ";
        if (!find_feed(part->row, needed_name(condition))) {
            aic_text_format(text, "%s%s", between, needed_name(condition));
            if (aic_is_set(condition->equals) && condition->field->kind == AIC_CHOICE) {
                aic_text_format(text, " %s",
                                aic_choice_name(condition->field, (int)condition->equals));
            }
            first = is_long ? ", or " : " or ";
            begins = false;
        }
        begins = begins || condition->last;
    }
}

bool aic_composition_form_feeds(struct aic_composition *composition, struct aic_error *error)
{
    for (size_t p = 0; p < composition->part_count; p++) {
        struct part *part = &composition->parts[p];
        char needs[400];
        struct aic_text text;
        if (!form_feeds(composition, part, error) || !form_conditions(composition, part, error)) {
            return false;
        }
        aic_text_init(&text, needs, sizeof needs);
        write_needs(part, &text);
        if (part->row->when) {
            part->needs = aic_pool_join(&composition->pool, (struct aic_span){ "", 0 }, needs);
        }
    }
    return true;
}
