/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating a composition: its parts are asked in order, and what they give goes on. */
#include <string.h>

#include <aicalc/text.h>

#include "engine/composition/run.h"
#include "engine/evaluate.h"

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

static bool wants(const struct run *run, const struct part *part)
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
    if (part->is_own) {
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
    if (!run->out) {
        return aic_derive_rows(calculator, in, &run->notes->error) || aic_run_fail(run, part);
    }
    bool ok = aic_evaluate_rows(calculator, in, run->out + part->out_base, run->notes);
    name_notes(run, part, notes);
    return ok || aic_run_fail(run, part);
}

/* The fed input that an error is about; the number of fed ones where it is about none. */
static size_t find_refused(const struct run *run, const struct part *part)
{
    const char *name = run->notes->error.parameter;
    for (size_t i = 0; i < part->fed_count; i++) {
        unsigned char origin = *aic_origin_at(run->in, part->fed[i].own);
        if (origin == (AIC_FROM_ANSWER | AIC_PASSED) &&
            strcmp(part->fed[i].field->name + part->prefix.length, name) == 0) {
            return i;
        }
    }
    return part->fed_count;
}

/* The same inputs as the last time have the same results. */
static bool ask_or_recall(const struct run *run, const struct part *part, const struct memory *row)
{
    const struct aic_calculator *calculator = part->calculator;
    char *in = run->in + part->in_base;
    if (!run->remembers) {
        return ask(run, part);
    }
    char *results = run->out + part->out_base;
    double *ok = (double *)(void *)(run->out + row->ok);
    bool holds = *(double *)(void *)(run->out + run->composition->holds) != 0;
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
    aic_run_forget(run, part, part->blank);
    if (run->out) {
        memset(run->out + part->out_base, 0xFF, part->calculator->out_size);
        run->out[number] = 0;
    }
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
        aic_run_hand_on(run, part, refused); /* the plain values are those that were right */
    }
    return true;
}

/* Of a row that repeats: the part, and the one that it follows, were asked. */
static bool is_again(const struct run *run, const struct memory *row)
{
    return run->out && run->out[row->part] == 1 && run->out[row->after_part] == 1;
}

/* Asks the part of a row, which has been handed all that it needs. */
static bool ask_row(const struct run *run, const struct memory *row)
{
    const struct part *part = &run->composition->parts[row->part];
    if (!ask_part(run, part, row)) {
        return false;
    }
    if (part->is_own) {
        give_back(run, part);
    }
    if (run->out) {
        run->out[row->part] = 1;
    }
    return true;
}

/* Asks the part of a row, or leaves it out where it lacks what it needs. */
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
    if (part->is_own) {
        forget_given_back(run, part);
    }
    bool ok = aic_run_hand_on(run, part, none);
    if (!wants(run, part)) {
        memset(&run->notes->error, 0, sizeof run->notes->error);
        leave_out(run, part, row->part);
        return true;
    }
    return ok && ask_row(run, row);
}

/* What is chosen stays: the composition's own inputs give back defaults alone. */
static bool run_rows(struct run *run)
{
    aic_run_find_chosen(run);
    for (size_t r = 0; r < run->composition->row_count; r++) {
        if (!run_row(run, &run->composition->rows[r])) {
            return false;
        }
    }
    return true;
}

/* Without results to write: rules and defaults alone. */
static void begin(struct run *run, const struct aic_composition *composition, void *in,
                  struct aic_notes *notes)
{
    run->composition = composition;
    run->in = in;
    run->out = NULL;
    run->notes = notes;
    run->remembers = false;
}

bool aic_composition_evaluate(const struct aic_composition *composition, void *in, void *out,
                              struct aic_notes *notes, bool remembers)
{
    struct run run;
    begin(&run, composition, in, notes);
    run.out = out;
    run.remembers = remembers;
    memset(out, 0, PARTS_MAX);
    return run_rows(&run) && aic_composition_check_unused(&run, &notes->error);
}

bool aic_composition_derive(const struct aic_composition *composition, void *in,
                            struct aic_error *error)
{
    struct aic_notes notes;
    aic_notes_init(&notes);
    struct run run;
    begin(&run, composition, in, &notes);
    bool ok = run_rows(&run);
    if (!ok && error) {
        *error = notes.error;
    }
    return ok;
}
