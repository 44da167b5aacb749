/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating a composition: what a part is handed, of the plain inputs and of earlier parts. */
#include <math.h>
#include <string.h>

#include <aicalc/text.h>

#include "engine/composition/composition.h"

static size_t member_size(enum aic_kind kind)
{
    static const size_t sizes[] = {
        [AIC_REAL] = sizeof(double),
        [AIC_INTEGER] = sizeof(double),
        [AIC_CHOICE] = sizeof(int),
        [AIC_FLAG] = sizeof(aic_flag),
        [AIC_REFERENCE] = sizeof(struct aic_name),
    };
    return sizes[kind];
}

/* The place of a choice of one input among those of another, -1: it has no such one. */
static int find_choice(const struct aic_field *field, const struct aic_field *from, int choice)
{
    if (field->choices == from->choices) {
        return choice;
    }
    for (int i = 0; field->choices[i]; i++) {
        if (strcmp(field->choices[i], from->choices[choice]) == 0) {
            return i;
        }
    }
    return -1;
}

/* ---- plain values ---- */

static void write_choices(const struct aic_field *field, struct aic_text *text)
{
    for (size_t i = 0; field->choices[i]; i++) {
        aic_text_format(text, "%s%s",
                        i == 0                  ? ""
                        : field->choices[i + 1] ? ", "
                                                : " or ",
                        field->choices[i]);
    }
}

/* A choice that the part lacks: the user's is an error, a catalog's is left aside. */
static bool fail_choice(const struct run *run, const struct part *part, const struct aic_field *to,
                        const struct aic_field *plain, int choice)
{
    struct aic_error *error = &run->notes->error;
    char flag[AIC_TYPED_SIZE], words[160];
    struct aic_text text, choices;
    aic_text_init(&text, flag, sizeof flag);
    aic_text_add_spelt(&text, aic_span_of(to->name), '_', '-');
    aic_text_init(&choices, words, sizeof words);
    write_choices(to, &choices);
    aic_fail(error, AIC_ERR_VALUE, to->name, "%s does not know %s '%s'", part->calculator->name,
             plain->name, aic_choice_name(plain, choice));
    return aic_suggest(error, "give that part its own: --%s %s", flag, words);
}

/* True where the part does not take every number that the plain input does. */
static bool is_narrower(const struct aic_field *to, const struct aic_field *plain)
{
    return to->kind <= AIC_INTEGER &&
           (to->kind != plain->kind || to->min != plain->min || to->max != plain->max ||
            ((to->flags ^ plain->flags) & (AIC_ABOVE_MIN | AIC_BELOW_MAX | AIC_SIGNED)));
}

/* Copies a plain value to the input of a part, with that origin. What is wrong with a number is said of the
 * part's: "storage.duration must be ...". */
static bool copy_plain(const struct run *run, const struct part *part, const struct aic_field *to,
                       const struct aic_field *plain, unsigned origin)
{
    if (to->kind == AIC_CHOICE) {
        int choice, own;
        memcpy(&choice, run->in + plain->offset, sizeof choice);
        own = choice < 0 ? choice : find_choice(to, plain, choice);
        if (choice >= 0 && own < 0) {
            return origin < AIC_FROM_LAUNCH || fail_choice(run, part, to, plain, choice);
        }
        memcpy(run->in + to->offset, &own, sizeof own);
    } else {
        struct aic_value value = aic_value_load(plain, run->in + plain->offset);
        if (is_narrower(to, plain) &&
            !aic_value_from_number(to, value.number, &value, &run->notes->error)) {
            return false;
        }
        memcpy(run->in + to->offset, run->in + plain->offset, member_size(to->kind));
    }
    *aic_origin_at(run->in, to->offset) = (unsigned char)(origin | AIC_PASSED);
    return true;
}

/* The first that holds: what was set for the part, what the user or a catalog chose under the plain name,
 * the default of the composition's own input. */
static bool take_plain(const struct run *run, const struct part *part, size_t input)
{
    const struct link *link = &run->composition->links[input];
    const struct aic_field *to = &run->composition->inputs[input], *plain = link->plain;
    unsigned char own = *aic_origin_at(run->in, to->offset);
    enum aic_origin origin = aic_origin_get(run->in, plain->offset);
    if (plain->kind == AIC_REFERENCE && origin == AIC_FROM_DEFAULT) {
        return copy_plain(run, part, to, plain, origin); /* an entry that was assumed */
    }
    if (origin < AIC_FROM_CATALOG) {
        if (!link->default_too || *aic_origin_at(run->in, plain->offset) == AIC_FROM_NOWHERE) {
            return true;
        }
        origin = AIC_FROM_ANSWER; /* a default of the composition is no default of the part */
    }
    if (aic_is_of_part(own) && (own >= AIC_FROM_LAUNCH || own >= origin)) {
        return true;
    }
    return copy_plain(run, part, to, plain, origin);
}

/* ---- conditions ---- */

static bool word_holds(const struct run *run, const struct word *word)
{
    struct aic_value value = { .set = false };
    if (word->part == PARTS_MAX) {
        value = aic_value_load(word->field, run->in + word->field->offset);
    } else if (run->out && run->out[word->part] == 1) {
        value = aic_value_load(word->field, run->out + word->field->offset);
    }
    bool is_no = word->field->kind == AIC_FLAG && value.number == 0;
    bool holds =
        isnan(word->equals) ? value.set && !is_no : value.set && value.number == word->equals;
    return holds != word->negated;
}

bool aic_condition_holds(const struct run *run, const struct condition *condition)
{
    bool all = true;
    for (size_t i = 0; i < condition->count; i++) {
        all = all && word_holds(run, &condition->words[i]);
        if (condition->words[i].last) {
            if (all) {
                return true;
            }
            all = true;
        }
    }
    return false;
}

/* ---- results of earlier parts ---- */

static struct aic_value value_of(const struct source *source, const char *out)
{
    const struct aic_value none = { .set = false };
    return source->field && out[source->part] == 1
               ? aic_value_load(source->field, out + source->field->offset)
               : none;
}

/* Up to whole ones, with the slack that counts have everywhere. */
static double up_to_multiple(double value, double of)
{
    return of > 0 ? ceil(value / of * (1 - 1e-12)) * of : value;
}

/* The first result that feeds an input and has a value; of a choice, one that the part knows. */
static struct aic_value first_of(const struct feed *feed, const char *out)
{
    struct aic_value value = { .set = false };
    for (size_t i = 0; !value.set && i < feed->count; i++) {
        value = value_of(&feed->sources[i], out);
        if (value.set && feed->field->kind == AIC_CHOICE) {
            value.number = find_choice(feed->field, feed->sources[i].field, (int)value.number);
            value.set = value.number >= 0;
        }
    }
    return value;
}

/* The sum of the results that have a value. */
static struct aic_value sum_of(const struct feed *feed, const char *out)
{
    struct aic_value sum = { false, 0, NULL };
    for (size_t i = 0; i < feed->count; i++) {
        struct aic_value value = value_of(&feed->sources[i], out);
        sum.set = sum.set || value.set;
        sum.number += value.set ? value.number : 0;
    }
    return sum;
}

static struct aic_value product_of(const struct feed *feed, const char *out)
{
    struct aic_value product = { feed->count > 0, 1, NULL };
    for (size_t i = 0; i < feed->count; i++) {
        struct aic_value value = value_of(&feed->sources[i], out);
        product.set = product.set && value.set;
        product.number *= value.number;
    }
    return product;
}

static struct aic_value combine(const struct feed *feed, const char *out)
{
    enum aic_feed_form form = feed->row ? feed->row->form : AIC_FEED_FIRST;
    if (form == AIC_FEED_SUM) {
        return sum_of(feed, out);
    }
    if (form == AIC_FEED_PRODUCT) {
        return product_of(feed, out);
    }
    if (form == AIC_FEED_FIRST) {
        return first_of(feed, out);
    }
    struct aic_value value = value_of(&feed->sources[0], out);
    struct aic_value whole = value_of(&feed->sources[1], out);
    value.set = value.set && whole.set && whole.number != 0;
    value.number = value.set ? value.number / whole.number : 0;
    return value;
}

static double input_number(const struct run *run, const struct aic_field *field)
{
    return aic_value_load(field, run->in + field->offset).number;
}

/* The value that feeds an input, as its row in the table has it. */
static struct aic_value find_fed(const struct run *run, const struct feed *feed)
{
    struct aic_value value = { .set = false };
    if (aic_condition_holds(run, &feed->unless)) {
        return value;
    }
    value = combine(feed, run->out);
    struct aic_value times = value_of(&feed->times, run->out);
    value.number *= times.set ? times.number : 1;
    for (size_t i = 0; i < DIVISORS_MAX && feed->over[i]; i++) {
        value.number /= input_number(run, feed->over[i]);
    }
    if (feed->row && feed->row->whole) {
        value.number = up_to_multiple(value.number, 1);
    }
    if (feed->multiple_of) {
        value.number = up_to_multiple(value.number, input_number(run, feed->multiple_of));
    }
    value.set = value.set && !isnan(value.number);
    return value;
}

/* Feeds an input that neither the user chose nor a file, if there is a value that the part takes. */
static void take_fed(const struct run *run, const struct feed *feed)
{
    if (aic_origin_get(run->in, feed->field->offset) >= AIC_FROM_LAUNCH) {
        return;
    }
    struct aic_value value = find_fed(run, feed), checked;
    bool is_number = feed->field->kind <= AIC_INTEGER;
    if (value.set &&
        (!is_number || aic_value_from_number(feed->field, value.number, &checked, NULL))) {
        aic_value_store(feed->field, run->in + feed->field->offset, value);
        *aic_origin_at(run->in, feed->field->offset) = AIC_FROM_ANSWER | AIC_PASSED;
    }
}

const struct feed *aic_step_feed(const struct aic_composition *composition, const struct step *step,
                                 size_t k)
{
    const struct part *part = &composition->parts[step->part];
    if (k < step->feed_count) {
        return &step->feeds[k];
    }
    k -= step->feed_count;
    return k < part->feed_count ? &part->feeds[k] : NULL;
}

/* ---- values that a part is not asked with ---- */

static void reset(const struct run *run, const struct aic_field *field)
{
    size_t at = field->offset, origin = at - sizeof(struct aic_origins);
    memcpy(run->in + at, run->composition->defaults + at, member_size(field->kind));
    run->in[origin] = run->composition->defaults[origin];
}

static void leave_aside(const struct run *run, const struct part *part, bool first)
{
    for (size_t a = 0; a < part->aside_count; a++) {
        const struct aside *aside = &part->asides[a];
        bool holds =
            aside->first == first && (aside->always || aic_condition_holds(run, &aside->when));
        for (size_t i = 0; holds && i < aside->count; i++) {
            if (!aic_is_of_part(*aic_origin_at(run->in, aside->fields[i]->offset))) {
                reset(run, aside->fields[i]);
            }
        }
    }
}

/* True where the step's own row has fed the input. */
static bool is_fed_by_step(const struct run *run, const struct step *step, const struct feed *feed)
{
    for (size_t i = 0; i < step->feed_count; i++) {
        if (step->feeds[i].field == feed->field) {
            return *aic_origin_at(run->in, feed->field->offset) == (AIC_FROM_ANSWER | AIC_PASSED);
        }
    }
    return false;
}

bool aic_run_hand_on(const struct run *run, const struct step *step, const bool *refused)
{
    const struct aic_composition *composition = run->composition;
    const struct part *part = &composition->parts[step->part];
    const struct feed *feed;
    bool ok = true;
    for (size_t i = part->first_input; i < part->first_input + part->inputs; i++) {
        const struct aic_field *field = &composition->inputs[i];
        if (!aic_is_of_part(*aic_origin_at(run->in, field->offset))) {
            reset(run, field);
        }
        if (composition->links[i]
                .plain) { /* all of them, for it is asked by those that are right */
            ok = take_plain(run, part, i) && ok;
        }
    }
    leave_aside(run, part, true);
    for (size_t k = 0; run->out && (feed = aic_step_feed(composition, step, k)); k++) {
        if (!refused[k] && (k < step->feed_count || !is_fed_by_step(run, step, feed))) {
            take_fed(run, feed);
        }
    }
    leave_aside(run, part, false);
    return ok;
}

void aic_run_take_back(const struct run *run, const struct part *part)
{
    for (size_t i = part->first_input; i < part->first_input + part->inputs; i++) {
        const struct aic_field *field = &run->composition->inputs[i];
        if (!aic_is_of_part(*aic_origin_at(run->in, field->offset))) {
            aic_value_store(field, run->in + field->offset, (struct aic_value){ .set = false });
            *aic_origin_at(run->in, field->offset) = AIC_FROM_NOWHERE;
        }
    }
}
