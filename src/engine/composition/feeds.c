/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: conditions, which results of earlier parts feed which inputs, what is left aside. */
#include <string.h>

#include <aicalc/text.h>

#include "engine/composition/composition.h"

/* A part under way. */
struct forming {
    struct aic_composition *composition;
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

static bool find_input(const struct forming *forming, struct aic_span word,
                       const struct aic_field **field)
{
    *field = aic_composition_input(forming->composition, forming->part, word);
    return *field || fail_word(forming, word, "is no input of it");
}

/* ---- conditions ---- */

/* The input of the part, else the plain one, else the result of that name. */
static bool find_field(const struct forming *forming, struct aic_span name, struct word *word)
{
    const struct aic_composition *composition = forming->composition;
    struct source source = { .field = NULL };
    size_t plain = aic_composition_plain(composition, name);
    word->part = PARTS_MAX;
    word->field = aic_composition_input(composition, forming->part, name);
    if (!word->field && plain < composition->plain_count) {
        word->field = &composition->inputs[plain];
    }
    if (!word->field && aic_composition_result(composition, name, &source)) {
        word->field = source.field;
        word->part = source.part;
    }
    return word->field || fail_word(forming, name, "is neither an input nor a result");
}

/* "gpus", "!tokens", "layout=search". */
static bool form_word(const struct forming *forming, struct aic_span text, struct word *word)
{
    *word = (struct word){ .equals = NAN, .negated = text.at[0] == '!' };
    text = (struct aic_span){ text.at + word->negated, text.length - word->negated };
    const char *sign = memchr(text.at, '=', text.length);
    struct aic_span name = { text.at, sign ? (size_t)(sign - text.at) : text.length };
    struct aic_value value = { true, NAN, NULL };
    if (!find_field(forming, name, word)) {
        return false;
    }
    if (sign &&
        !aic_value_read(word->field, sign + 1, text.length - name.length - 1, &value, NULL)) {
        return fail_word(forming, text, "is no value of it");
    }
    word->equals = value.number;
    return true;
}

static bool form_condition(const struct forming *forming, const char *rest,
                           struct condition *condition)
{
    struct aic_span text;
    struct word *words =
        aic_pool_take(&forming->composition->pool, rest ? strlen(rest) : 0, sizeof words[0]);
    condition->words = words;
    condition->count = 0;
    while (rest && words && next_word(&rest, &text)) {
        struct word *word = &words[condition->count++];
        if (!form_word(forming, text, word)) {
            return false;
        }
        rest += strspn(rest, " ");
        word->last = *rest == '|' || *rest == '\0';
        rest += *rest == '|';
    }
    return true;
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

/* The next feed of a list that names this input; NULL: none does. */
static const struct aic_feed *find_feed(const struct aic_feed *feeds, const char *input)
{
    while (feeds->input && strcmp(feeds->input, input) != 0) {
        feeds++;
    }
    return feeds->input ? feeds : NULL;
}

/* What a row of the table says beside the results. */
static bool form_manner(const struct forming *forming, const struct aic_feed *row,
                        struct feed *feed)
{
    const char *rest = row->over ? row->over : "";
    struct aic_span word;
    feed->row = row;
    for (size_t i = 0; next_word(&rest, &word); i++) {
        if (i == DIVISORS_MAX) {
            return fail_word(forming, word, "is one divisor too many");
        }
        if (!find_input(forming, word, &feed->over[i])) {
            return false;
        }
    }
    return (!row->times || find_source(forming, aic_span_of(row->times), &feed->times)) &&
           (!row->multiple_of ||
            find_input(forming, aic_span_of(row->multiple_of), &feed->multiple_of)) &&
           form_condition(forming, row->unless, &feed->unless);
}

/* What feeds an input of the part: the results of a list, and how a row of the table has it. */
static bool form_feed(const struct forming *forming, size_t input, const char *results,
                      const struct aic_feed *row, struct feed *feed)
{
    struct aic_span word;
    *feed = (struct feed){ .input = forming->part->first_input + input };
    feed->field = &forming->composition->inputs[feed->input];
    while (next_word(&results, &word)) {
        bool counts = row || is_of_part(forming->composition, word);
        if (counts && !add_source(forming, feed, word)) {
            return false;
        }
    }
    return !row || form_manner(forming, row, feed);
}

static size_t find_own_input(const struct part *part, const char *name)
{
    return aic_table_find(&part->calculator->inputs, name, strlen(name));
}

/* Every feed of a row must name an input of the part. */
static bool check_feeds(const struct forming *forming, const struct aic_part_row *row)
{
    for (size_t i = 0; i < AIC_FEEDS_MAX && row->feeds[i].input; i++) {
        const struct aic_field *field;
        if (!find_input(forming, aic_span_of(row->feeds[i].input), &field)) {
            return false;
        }
    }
    return true;
}

/* Those that the inputs' own rows name, and those of the table instead. */
static bool form_feeds(const struct forming *forming, struct part *part)
{
    size_t most = part->inputs < FEEDS_MAX ? part->inputs : FEEDS_MAX;
    struct feed *feeds = aic_pool_take(&forming->composition->pool, most + 1, sizeof feeds[0]);
    part->feeds = feeds;
    for (size_t i = 0; feeds && i < part->inputs; i++) {
        const struct aic_field *own = aic_table_at(&part->calculator->inputs, i, NULL);
        const struct aic_feed *row = find_feed(part->row->feeds, own->name);
        const char *results = row ? row->results : own->fed_by ? own->fed_by : "";
        do {
            if (!form_feed(forming, i, results, row, &feeds[part->feed_count])) {
                return false;
            }
            part->feed_count += feeds[part->feed_count].count > 0;
            if (part->feed_count > FEEDS_MAX) {
                return aic_composition_fail(forming->composition, forming->error,
                                            part->calculator->name,
                                            "too many of its inputs are fed");
            }
            row = row ? find_feed(row + 1, own->name) : NULL; /* the same at another condition */
            results = row ? row->results : results;
        } while (row);
    }
    return check_feeds(forming, part->row);
}

/* Those of a row by which a part is asked once more. */
static bool form_step(const struct forming *forming, const struct aic_part_row *row,
                      struct step *step)
{
    struct feed *feeds = aic_pool_take(&forming->composition->pool, AIC_FEEDS_MAX, sizeof feeds[0]);
    step->feeds = feeds;
    if (!check_feeds(forming, row)) {
        return false;
    }
    for (size_t i = 0; feeds && i < AIC_FEEDS_MAX && row->feeds[i].input; i++) {
        size_t input = find_own_input(forming->part, row->feeds[i].input);
        if (!form_feed(forming, input, row->feeds[i].results, &row->feeds[i],
                       &feeds[step->feed_count++])) {
            return false;
        }
    }
    return true;
}

/* ---- what is left aside ---- */

static bool form_aside(const struct forming *forming, const struct aic_left_aside *row,
                       struct aside *aside)
{
    const char *rest = row->inputs;
    const struct aic_field **fields =
        aic_pool_take(&forming->composition->pool, strlen(rest), sizeof fields[0]);
    struct aic_span word;
    aside->fields = fields;
    aside->always = !row->when;
    aside->first = row->first;
    while (fields && next_word(&rest, &word)) {
        if (!find_input(forming, word, &fields[aside->count++])) {
            return false;
        }
    }
    return form_condition(forming, row->when, &aside->when);
}

static bool form_asides(const struct forming *forming, struct part *part)
{
    const struct aic_left_aside *row = forming->composition->table->aside;
    for (; row && row->inputs; row++) {
        if (strcmp(row->part, part->calculator->name) != 0) {
            continue;
        }
        if (part->aside_count == ASIDES_MAX) {
            return aic_composition_fail(forming->composition, forming->error, row->part,
                                        "leaves too much aside");
        }
        if (!form_aside(forming, row, &part->asides[part->aside_count++])) {
            return false;
        }
    }
    return true;
}

static bool form_unasked(const struct forming *forming, struct part *part)
{
    const struct aic_unasked *unasked = part->row->unasked;
    for (size_t i = 0; i < AIC_UNASKED_MAX && unasked[i].when; i++) {
        if (!form_condition(forming, unasked[i].when, &part->unasked[i])) {
            return false;
        }
    }
    return true;
}

bool aic_composition_form_feeds(struct aic_composition *composition, struct aic_error *error)
{
    for (size_t p = 0; p < composition->part_count; p++) {
        struct part *part = &composition->parts[p];
        const struct forming forming = { composition, part, error };
        if (!form_feeds(&forming, part) || !form_asides(&forming, part) ||
            !form_unasked(&forming, part)) {
            return false;
        }
    }
    for (size_t s = 0; s < composition->step_count; s++) {
        struct step *step = &composition->steps[s];
        const struct forming forming = { composition, &composition->parts[step->part], error };
        if (step->repeats && !form_step(&forming, &composition->table->parts[s], step)) {
            return false;
        }
    }
    return true;
}
