/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating a composition: its parts are asked in order, and what they give goes on. */
#include <string.h>

#include <aicalc/text.h>

#include "engine/composition/composition.h"
#include "engine/evaluate.h"

/* One evaluation under way. */
struct run {
    const struct aic_composition *composition;
    char *in, *out;
    struct aic_notes *notes;
    bool remembers; /* parts whose inputs are those of the last evaluation are not asked again */
    bool computes;  /* false: rules and defaults alone */
};

static bool is_asked(const struct run *run, size_t part)
{
    return run->out && run->out[part] == 1;
}

/* Was set for this part itself, and not handed to it. */
static bool is_own(unsigned char origin)
{
    return origin >= AIC_FROM_CATALOG && origin <= AIC_ORIGIN_BITS; /* no marks beside it */
}

/* Whether the origins of a part's inputs tell of any: most parts have nothing of their own. */
static bool has_own(const struct part *part, const char *block)
{
    size_t size = part->calculator->in_size - sizeof(struct aic_origins);
    unsigned any = 0;
    for (size_t i = 0; i < size; i++) {
        any |= is_own((unsigned char)block[i]); /* without a way out: many at a time */
    }
    return any != 0;
}

/*
 * Everything that was handed on before goes back to what `to` has: the defaults, or nothing. What
 * was set for the part stays.
 */
static void forget_passed(const struct run *run, const struct part *part, const void *to)
{
    char *block = run->in + part->in_base;
    if (!has_own(part, block)) {
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

/* "network.": what is wrong with a part is said under its name. */
static bool fail_in(const struct run *run, const struct part *part)
{
    return !part->row->is_own && aic_name_part(part->calculator->name, &run->notes->error);
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

static bool check_range(const struct run *run, const struct part *part, const struct link *link)
{
    struct aic_value value = aic_value_load(link->from, run->in + link->plain);
    struct aic_value checked;
    return aic_value_from_number(link->field, value.number, &checked, &run->notes->error) ||
           fail_in(run, part);
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
    } else if (link->narrower && !check_range(run, part, link)) {
        return false;
    } else {
        memcpy(own, run->in + link->plain, link->size);
    }
    *aic_origin_at(run->in, link->own) = (unsigned char)(origin | AIC_PASSED);
    return true;
}

/* The plain values that the part has inputs for. All of them even where one is refused: only then
 * is it known whether the part is asked. */
static bool take_plain(const struct run *run, const struct part *part)
{
    bool ok = true;
    for (size_t i = 0; i < part->link_count; i++) {
        const struct link *link = &part->links[i];
        unsigned origin = *aic_origin_at(run->in, link->plain);
        unsigned char own = *aic_origin_at(run->in, link->own);
        if ((origin & AIC_ORIGIN_BITS) < AIC_FROM_CATALOG) {
            if (!link->default_too || origin == AIC_FROM_NOWHERE) {
                continue;
            }
            origin = AIC_FROM_ANSWER; /* a default of the composition is no default of the part */
        }
        origin &= AIC_ORIGIN_BITS;
        origin = link->yields && origin > AIC_FROM_ANSWER ? AIC_FROM_ANSWER : origin;
        if (is_own(own) && (own >= AIC_FROM_FILE || own >= origin)) {
            continue;
        }
        ok = hand_on(run, part, link, origin) && ok;
    }
    return ok;
}

/* The derived defaults of the composition's own inputs are defaults of the plain names. */
static void give_back(const struct run *run, const struct part *part)
{
    for (size_t i = 0; i < part->link_count; i++) {
        const struct link *link = &part->links[i];
        unsigned char origin = *aic_origin_at(run->in, link->own);
        if (link->from->derived && origin & AIC_DERIVED) {
            memcpy(run->in + link->plain, run->in + link->own, link->size);
            *aic_origin_at(run->in, link->plain) = origin;
        }
    }
}

/* What was given back before is derived anew. */
static void forget_given_back(const struct run *run, const struct part *part)
{
    for (size_t i = 0; i < part->link_count; i++) {
        const struct link *link = &part->links[i];
        if (link->from->derived && *aic_origin_at(run->in, link->plain) & AIC_DERIVED) {
            aic_value_store(link->from, run->in + link->plain,
                            (struct aic_value){ false, 0, NULL });
            *aic_origin_at(run->in, link->plain) = AIC_FROM_NOWHERE;
        }
    }
}

static bool is_known(const struct run *run, const struct known *known)
{
    if (isnan(known->equals)) {
        return aic_origin_get(run->in, known->offset) >= AIC_FROM_CATALOG;
    }
    struct aic_value value = aic_value_load(known->field, run->in + known->offset);
    return value.set && value.number == known->equals;
}

static bool is_wanted(const struct run *run, const struct part *part)
{
    bool all = true;
    for (size_t i = 0; i < part->asked_count; i++) {
        all = all && is_known(run, &part->asked[i]);
        if (part->asked[i].last) {
            if (all) {
                return true;
            }
            all = true;
        }
    }
    return part->asked_count == 0;
}

/* The first result that may feed an input and has a value; of a choice, one that the part knows. */
static struct aic_value find_fed(const struct run *run, const struct fed *fed)
{
    const struct feeder *unless = &fed->unless;
    if (unless->field && is_asked(run, unless->part) &&
        aic_value_load(unless->field, run->out + unless->offset).set) {
        return (struct aic_value){ false, 0, NULL };
    }
    for (size_t i = 0; i < fed->count; i++) {
        const struct feeder *feeder = &fed->feeders[i];
        struct aic_value value = { false, 0, NULL };
        if (is_asked(run, feeder->part)) {
            value = aic_value_load(feeder->field, run->out + feeder->offset);
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

/* What earlier parts found out. A value that the part does not take is left aside. */
static void take_fed(const struct run *run, const struct part *part, const bool *refused)
{
    for (size_t i = 0; i < part->fed_count; i++) {
        if (refused[i]) {
            continue;
        }
        const struct fed *fed = &part->fed[i];
        unsigned char *origin = aic_origin_at(run->in, fed->own);
        if ((*origin & AIC_ORIGIN_BITS) >= AIC_FROM_FILE) {
            continue;
        }
        struct aic_value value = find_fed(run, fed), checked;
        if (value.set && fed->multiple) {
            double of;
            memcpy(&of, run->in + fed->multiple, sizeof of);
            value.number = up_to_multiple(value.number, of);
        }
        bool is_number = fed->field->kind <= AIC_INTEGER;
        if (value.set &&
            (!is_number || aic_value_from_number(fed->field, value.number, &checked, NULL))) {
            aic_value_store(fed->field, run->in + fed->own, value);
            *origin = AIC_FROM_ANSWER | AIC_PASSED;
        }
    }
}

/* An earlier part has said the same. */
static bool is_said(const struct aic_notes *notes, size_t before, const struct aic_note *note)
{
    for (size_t i = 0; i < before; i++) {
        const char *colon = strstr(notes->notes[i].text, ": ");
        if (strcmp(notes->notes[i].id, note->id) == 0 && colon &&
            strcmp(colon + 2, note->text) == 0) {
            return true;
        }
    }
    return false;
}

/* Notes of a part begin with its name; what an earlier part said is not said again. */
static void name_notes(const struct run *run, const struct part *part, size_t first)
{
    struct aic_notes *notes = run->notes;
    size_t kept = first;
    if (part->row->is_own) {
        return;
    }
    for (size_t i = first; i < notes->count; i++) {
        if (is_said(notes, first, &notes->notes[i])) {
            continue;
        }
        struct aic_note named = { .id = notes->notes[i].id };
        struct aic_text text;
        aic_text_init(&text, named.text, sizeof named.text);
        aic_text_format(&text, "%s: %s", part->calculator->name, notes->notes[i].text);
        notes->notes[kept++] = named;
    }
    notes->count = kept;
}

static void drop_notes(const struct run *run, const struct part *part)
{
    struct aic_notes *notes = run->notes;
    size_t length = part->prefix.length - 1, kept = 0;
    for (size_t i = 0; i < notes->count; i++) {
        const char *text = notes->notes[i].text;
        bool is_of_part =
            strncmp(text, part->prefix.at, length) == 0 && strncmp(text + length, ": ", 2) == 0;
        if (!is_of_part) {
            notes->notes[kept++] = notes->notes[i];
        }
    }
    notes->count = kept;
}

static bool ask(const struct run *run, const struct part *part)
{
    const struct aic_calculator *calculator = part->calculator;
    char *in = run->in + part->in_base;
    size_t notes = run->notes->count;
    if (!run->computes) {
        return aic_derive_rows(calculator, in, &run->notes->error) || fail_in(run, part);
    }
    bool ok = aic_evaluate_rows(calculator, in, run->out + part->out_base, run->notes);
    name_notes(run, part, notes);
    return ok || fail_in(run, part);
}

/* The fed input that an error is about; the number of fed ones where it is about none. */
static size_t find_refused(const struct run *run, const struct part *part)
{
    const char *name = run->notes->error.parameter;
    for (size_t i = 0; i < part->fed_count; i++) {
        unsigned char origin = *aic_origin_at(run->in, part->fed[i].own);
        if (origin == (AIC_FROM_ANSWER | AIC_PASSED) &&
            strcmp(part->fed[i].field->name, name) == 0) {
            return i;
        }
    }
    return part->fed_count;
}

/* The same inputs as the last time have the same results. */
static bool ask_or_recall(const struct run *run, const struct part *part, const struct memory *row)
{
    const struct aic_calculator *calculator = part->calculator;
    char *in = run->in + part->in_base, *results = run->out + part->out_base;
    double *ok = (double *)(void *)(run->out + row->ok);
    bool holds = *(double *)(void *)(run->out + run->composition->holds) != 0;
    if (!run->remembers) {
        return ask(run, part);
    }
    if (*ok != 0 && ((holds && calculator->choice_count > 0) ||
                     memcmp(in, run->out + row->before, calculator->in_size) == 0)) {
        memcpy(in, run->out + row->after, calculator->in_size);
        memcpy(results, run->out + row->out, calculator->out_size);
        return true;
    }
    memcpy(run->out + row->before, in, calculator->in_size);
    *ok = ask(run, part);
    memcpy(run->out + row->after, in, calculator->in_size);
    memcpy(run->out + row->out, results, calculator->out_size);
    return *ok != 0;
}

/* Without what a part needs it is not asked, and has what was set for it alone. */
static void leave_out(const struct run *run, const struct part *part, size_t number)
{
    forget_passed(run, part, part->blank);
    if (run->out) {
        memset(run->out + part->out_base, 0xFF, part->calculator->out_size);
        run->out[number] = 0;
    }
}

/* The plain values, then what earlier parts found out, but for what the part refused. */
static bool hand_all(const struct run *run, const struct part *part, const bool *refused)
{
    forget_passed(run, part, part->pristine);
    bool ok = take_plain(run, part);
    take_fed(run, part, refused);
    return ok;
}

/* What earlier parts found out never makes a question wrong: what a check refuses is left aside. */
static bool ask_part(const struct run *run, const struct part *part, const struct memory *row)
{
    bool refused[FED_MAX] = { false };
    size_t notes = run->notes->count;
    while (!ask_or_recall(run, part, row)) {
        size_t which = find_refused(run, part);
        if (which == part->fed_count || refused[which]) {
            return false;
        }
        refused[which] = true;
        run->notes->count = notes;
        memset(&run->notes->error, 0, sizeof run->notes->error);
        if (!hand_all(run, part, refused)) {
            return false;
        }
    }
    return true;
}

static bool is_again(const struct run *run, const struct memory *row)
{
    const char *after = row->row->after;
    return is_asked(run, row->part) &&
           is_asked(run, aic_composition_part(run->composition, after, strlen(after)));
}

static bool run_row(const struct run *run, const struct memory *row)
{
    const bool none[FED_MAX] = { false };
    const struct part *part = &run->composition->parts[row->part];
    if (row->repeats && !is_again(run, row)) {
        return true;
    }
    if (row->repeats) {
        drop_notes(run, part);
    }
    if (part->row->is_own) {
        forget_given_back(run, part);
    }
    bool ok = hand_all(run, part, none);
    if (!is_wanted(run, part)) {
        memset(&run->notes->error, 0, sizeof run->notes->error);
        leave_out(run, part, row->part);
        return true;
    }
    if (!ok || !ask_part(run, part, row)) {
        return false;
    }
    if (part->row->is_own) {
        give_back(run, part);
    }
    if (run->out) {
        run->out[row->part] = 1;
    }
    return true;
}

static bool run_rows(const struct run *run)
{
    for (size_t r = 0; r < run->composition->row_count; r++) {
        if (!run_row(run, &run->composition->rows[r])) {
            return false;
        }
    }
    return true;
}

bool aic_composition_evaluate(const struct aic_composition *composition, void *in, void *out,
                              struct aic_notes *notes, bool remembers)
{
    const struct run run = { composition, in, out, notes, remembers, true };
    memset(out, 0, PARTS_MAX);
    return run_rows(&run) && aic_composition_check_unused(composition, in, out, &notes->error);
}

bool aic_composition_derive(const struct aic_composition *composition, void *in,
                            struct aic_error *error)
{
    struct aic_notes notes;
    aic_notes_init(&notes);
    const struct run run = { composition, in, NULL, &notes, false, false };
    bool ok = run_rows(&run);
    if (!ok && error) {
        *error = notes.error;
    }
    return ok;
}
