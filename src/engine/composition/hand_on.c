/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating a composition: what a part is handed, of the plain inputs and of earlier parts. */
#include <string.h>

#include <aicalc/text.h>

#include "engine/composition/run.h"

/* A slot has eight bytes for one plain input, of whose origins the first is used. */
void aic_run_find_chosen(struct run *run)
{
    size_t plain = 0, count = run->composition->plain_count;
    run->chosen_count = 0;
    for (const char *block = run->in; plain < count; block += 2 * AIC_INPUT_MAX) {
        const unsigned char *origins = (const unsigned char *)block;
        for (size_t i = 0; i < IN_BLOCK && plain < count; i++, plain++) {
            if ((origins[i * sizeof(double)] & AIC_ORIGIN_BITS) >= AIC_FROM_CATALOG) {
                run->chosen[run->chosen_count++] = (unsigned short)plain;
            }
        }
    }
}

/* Was set for this part itself, and not handed to it. */
static bool is_own(unsigned char origin)
{
    return origin >= AIC_FROM_CATALOG && origin <= AIC_ORIGIN_BITS; /* no marks beside it */
}

bool aic_run_has_own(const struct part *part, const char *block)
{
    size_t size = part->calculator->in_size - sizeof(struct aic_origins);
    const unsigned char *origins = (const unsigned char *)block;
    bool any = false; /* without a way out: compilers look at many at a time */
    for (size_t i = 0; i < size; i++) {
        any |= is_own(origins[i]);
    }
    return any;
}

void aic_run_forget(const struct run *run, const struct part *part, const void *to)
{
    char *block = run->in + part->in_base;
    if (!aic_run_has_own(part, block)) {
        memcpy(block, to, part->calculator->in_size);
        return;
    }
    for (size_t i = 0; i < part->inputs; i++) {
        size_t offset;
        const struct aic_field *field = aic_table_at(&part->calculator->inputs, i, &offset);
        unsigned char *origin = aic_origin_at(block, offset);
        if (!is_own(*origin)) {
            memcpy(block + offset, (const char *)to + offset, aic_member_size(field->kind));
            *origin = ((const unsigned char *)to)[offset - sizeof(struct aic_origins)];
        }
    }
}

bool aic_run_fail(const struct run *run, const struct part *part)
{
    return !part->is_own && aic_name_part(part->calculator->name, &run->notes->error);
}

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
static bool fail_choice(const struct run *run, const struct part *part, const struct link *link,
                        int choice)
{
    struct aic_error *error = &run->notes->error;
    char flag[AIC_TYPED_SIZE], words[160];
    struct aic_text text, choices;
    aic_text_init(&text, flag, sizeof flag);
    aic_text_add_spelt(&text, (struct aic_span){ link->field->name, strlen(link->field->name) },
                       '_', '-');
    aic_text_init(&choices, words, sizeof words);
    write_choices(link->field, &choices);
    aic_fail(error, AIC_ERR_VALUE, link->field->name, "%s does not know %s '%s'",
             part->calculator->name, link->from->name, aic_choice_name(link->from, choice));
    return aic_suggest(error, "give that part its own: --%s %s", flag, words);
}

/* The input is named as that of the part: "storage.duration must be ...". */
static bool check_range(const struct run *run, const struct link *link)
{
    struct aic_value value = aic_value_load(link->from, run->in + link->plain);
    struct aic_value checked;
    return aic_value_from_number(link->field, value.number, &checked, &run->notes->error);
}

/* Copies a plain value to the part, with that origin. */
static bool hand_on(const struct run *run, const struct part *part, const struct link *link,
                    unsigned origin)
{
    bool is_chosen = origin >= AIC_FROM_FILE;
    char *own = run->in + link->own;
    if (link->choices) {
        int choice;
        memcpy(&choice, run->in + link->plain, sizeof choice);
        if (link->choices[choice] < 0) {
            return !is_chosen || fail_choice(run, part, link, choice);
        }
        memcpy(own, &link->choices[choice], sizeof choice);
    } else if (link->narrower && !check_range(run, link)) {
        return false;
    } else {
        memcpy(own, run->in + link->plain, link->size);
    }
    *aic_origin_at(run->in, link->own) = (unsigned char)(origin | AIC_PASSED);
    return true;
}

static bool take_link(const struct run *run, const struct part *part, const struct link *link)
{
    unsigned origin = *aic_origin_at(run->in, link->plain);
    unsigned char own = *aic_origin_at(run->in, link->own);
    if ((origin & AIC_ORIGIN_BITS) < AIC_FROM_CATALOG) {
        if (!link->default_too || origin == AIC_FROM_NOWHERE) {
            return true;
        }
        origin = AIC_FROM_ANSWER; /* a default of the composition is no default of the part */
    }
    origin &= AIC_ORIGIN_BITS;
    origin = link->yields && origin > AIC_FROM_ANSWER ? AIC_FROM_ANSWER : origin;
    if (is_own(own) && (own >= AIC_FROM_FILE || own >= origin)) {
        return true;
    }
    return hand_on(run, part, link, origin);
}

/* All of them, also where one is refused: only then is it known whether the part is asked. */
static bool take_each(const struct run *run, const struct part *part)
{
    bool ok = true;
    for (size_t i = 0; i < part->link_count; i++) {
        ok = take_link(run, part, &part->links[i]) && ok;
    }
    return ok;
}

/*
 * The plain values that the part has inputs for. Most plain inputs have none: those that were
 * chosen are gone through, and the few of the part that take a default too. Where one is refused,
 * in the order of the part, which decides what is said.
 */
static bool take_plain(const struct run *run, const struct part *part)
{
    bool ok = true;
    if (part->is_own) {
        return take_each(run, part);
    }
    for (size_t i = 0; i < run->chosen_count; i++) {
        size_t number = part->link_of[run->chosen[i]];
        ok = (number == 0 || take_link(run, part, &part->links[number - 1])) && ok;
    }
    for (size_t i = 0; i < part->default_count; i++) {
        ok = take_link(run, part, &part->links[part->defaults[i]]) && ok;
    }
    return ok || take_each(run, part);
}

/* The first result that may feed an input and has a value; of a choice, one that the part knows.
 * Without results (`out` NULL) there is none. */
static struct aic_value find_fed(const char *out, const struct fed *fed)
{
    const struct feeder *unless = &fed->unless;
    if (!out || (unless->field && out[unless->part] == 1 &&
                 aic_value_load(unless->field, out + unless->offset).set)) {
        return (struct aic_value){ false, 0, NULL };
    }
    for (size_t i = 0; i < fed->count; i++) {
        const struct feeder *feeder = &fed->feeders[i];
        struct aic_value value = { false, 0, NULL };
        if (out[feeder->part] == 1) {
            value = aic_value_load(feeder->field, out + feeder->offset);
        }
        if (value.set && feeder->choices) {
            value.number = feeder->choices[(int)value.number];
            value.set = value.number >= 0;
        }
        if (value.set) {
            return value;
        }
    }
    return (struct aic_value){ false, 0, NULL };
}

/* Up to whole ones, with the slack that counts have everywhere. */
static double up_to_multiple(double value, double of)
{
    return of > 0 ? ceil(value / of * (1 - 1e-12)) * of : value;
}

/* What the user chose, or a file, is not fed. */
static bool is_open(const struct run *run, const struct fed *fed)
{
    return (*aic_origin_at(run->in, fed->own) & AIC_ORIGIN_BITS) < AIC_FROM_FILE;
}

/* Feeds an input, if earlier parts found a value that the part takes; others are left aside. */
static void feed(const struct run *run, const struct fed *fed)
{
    struct aic_value value = find_fed(run->out, fed), checked;
    if (value.set && fed->multiple) {
        double of;
        memcpy(&of, run->in + fed->multiple, sizeof of);
        value.number = up_to_multiple(value.number, of);
    }
    bool is_number = fed->field->kind <= AIC_INTEGER;
    if (value.set &&
        (!is_number || aic_value_from_number(fed->field, value.number, &checked, NULL))) {
        aic_value_store(fed->field, run->in + fed->own, value);
        *aic_origin_at(run->in, fed->own) = AIC_FROM_ANSWER | AIC_PASSED;
    }
}

/* What earlier parts found out. */
static void take_fed(const struct run *run, const struct part *part, const bool *refused)
{
    for (size_t i = 0; i < part->fed_count; i++) {
        if (!refused[i] && is_open(run, &part->fed[i])) {
            feed(run, &part->fed[i]);
        }
    }
}

bool aic_run_hand_on(const struct run *run, const struct part *part, const bool *refused)
{
    aic_run_forget(run, part, part->pristine);
    bool ok = take_plain(run, part);
    take_fed(run, part, refused);
    return ok;
}
