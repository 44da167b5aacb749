/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating a composition: its parts are asked in order, and what they give goes on. */
#include <string.h>

#include <aicalc/text.h>

#include "engine/composition/composition.h"
#include "engine/evaluate.h"

/* ---- the composition's own inputs ---- */

/* Unsets the plain inputs whose default followed from others at the last evaluation. */
static void forget_derived(const struct run *run, const struct part *part)
{
    for (size_t i = part->first_input; i < part->first_input + part->inputs; i++) {
        const struct aic_field *plain = run->composition->links[i].plain;
        if (plain && plain->derived && *aic_origin_at(run->in, plain->offset) & AIC_DERIVED) {
            aic_value_store(plain, run->in + plain->offset, (struct aic_value){ .set = false });
            *aic_origin_at(run->in, plain->offset) = AIC_FROM_NOWHERE;
        }
    }
}

/* The derived defaults of the composition's own inputs are defaults of the plain names. */
static void give_derived(const struct run *run, const struct part *part)
{
    for (size_t i = part->first_input; i < part->first_input + part->inputs; i++) {
        const struct aic_field *plain = run->composition->links[i].plain;
        const struct aic_field *own = &run->composition->inputs[i];
        unsigned char origin = *aic_origin_at(run->in, own->offset);
        if (plain && plain->derived && origin & AIC_DERIVED) {
            aic_value_store(plain, run->in + plain->offset,
                            aic_value_load(own, run->in + own->offset));
            *aic_origin_at(run->in, plain->offset) = origin;
        }
    }
}

/* ---- notes ---- */

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

/* A part that is asked once more says all anew. */
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

/* ---- asking a part ---- */

/* The place of the reason that holds for a part not to be asked; AIC_UNASKED_MAX: none does. */
static size_t find_reason(const struct run *run, const struct part *part)
{
    size_t i = 0;
    while (i < AIC_UNASKED_MAX && !aic_condition_holds(run, &part->unasked[i])) {
        i++;
    }
    return i;
}

static bool ask(const struct run *run, const struct part *part)
{
    const struct aic_calculator *calculator = part->calculator;
    char *in = run->in + part->in_base;
    size_t notes = run->notes->count;
    bool ok = run->out ? aic_evaluate_rows(calculator, in, run->out + part->out_base, run->notes)
                       : aic_derive_rows(calculator, in, &run->notes->error);
    if (!part->row->is_own) {
        name_notes(run, part, notes);
    }
    return ok || (!part->row->is_own && aic_name_part(calculator->name, &run->notes->error));
}

/* The same inputs as the last time have the same results; so has a part that chose, where choices are kept. */
static bool ask_or_recall(const struct run *run, const struct step *step)
{
    const struct part *part = &run->composition->parts[step->part];
    const struct aic_calculator *calculator = part->calculator;
    if (!run->remembers) {
        return ask(run, part);
    }
    char *in = run->in + part->in_base, *results = run->out + part->out_base;
    double answered, keeps_choices;
    memcpy(&answered, run->out + step->answered, sizeof answered);
    memcpy(&keeps_choices, run->out + run->composition->keeps_choices, sizeof keeps_choices);
    if (answered != 0 && ((keeps_choices != 0 && calculator->choice_count > 0) ||
                          memcmp(in, run->out + step->before, calculator->in_size) == 0)) {
        memcpy(in, run->out + step->after, calculator->in_size);
        memcpy(results, run->out + step->out, calculator->out_size);
        return true;
    }
    memcpy(run->out + step->before, in, calculator->in_size);
    answered = ask(run, part);
    memcpy(run->out + step->answered, &answered, sizeof answered);
    memcpy(run->out + step->after, in, calculator->in_size);
    memcpy(run->out + step->out, results, calculator->out_size);
    return answered != 0;
}

/* Marks the feeds of the input that an error is about; false where it is about none, or none that is left. */
static bool refuse_blamed(const struct run *run, const struct step *step, bool *refused)
{
    const struct part *part = &run->composition->parts[step->part];
    const char *name = run->notes->error.parameter;
    const struct feed *feed;
    bool any = false;
    for (size_t k = 0; (feed = aic_step_feed(run->composition, step, k)); k++) {
        if (*aic_origin_at(run->in, feed->field->offset) == (AIC_FROM_ANSWER | AIC_PASSED) &&
            strcmp(feed->field->name + part->prefix.length, name) == 0) {
            any = any || !refused[k];
            refused[k] = true;
        }
    }
    return any;
}

/* What earlier parts found out never makes a question wrong: what a check refuses is left aside. */
static bool ask_without_refused(const struct run *run, const struct step *step)
{
    bool refused[FEEDS_MAX + AIC_FEEDS_MAX] = { false };
    size_t notes = run->notes->count;
    while (!ask_or_recall(run, step)) {
        if (!refuse_blamed(run, step, refused)) {
            return false;
        }
        run->notes->count = notes;
        memset(&run->notes->error, 0, sizeof run->notes->error);
        aic_run_hand_on(run, step, refused); /* the plain values are those that were right */
    }
    return true;
}

/* A part that is not asked has what was set for it alone. */
static void leave_out(const struct run *run, const struct step *step, size_t reason)
{
    const struct part *part = &run->composition->parts[step->part];
    memset(&run->notes->error, 0, sizeof run->notes->error);
    aic_run_take_back(run, part);
    if (run->out) {
        memset(run->out + part->out_base, 0xFF, part->calculator->out_size);
        run->out[step->part] = (char)(NOT_ASKED + reason);
    }
}

/* Asks the part of a step, or leaves it out where it lacks what it needs. */
static bool take_step(const struct run *run, const struct step *step)
{
    const bool none[FEEDS_MAX + AIC_FEEDS_MAX] = { false };
    const struct part *part = &run->composition->parts[step->part];
    if (step->repeats) {
        if (!run->out || run->out[step->part] != 1 || run->out[step->after_part] != 1) {
            return true;
        }
        drop_notes(run, part);
    }
    if (part->row->is_own) {
        forget_derived(run, part);
    }
    bool ok = aic_run_hand_on(run, step, none);
    size_t reason = step->repeats ? AIC_UNASKED_MAX : find_reason(run, part);
    if (reason < AIC_UNASKED_MAX) {
        bool is_right = part->row->unasked[reason].kind != AIC_ANSWER_IS_NO ||
                        aic_run_check_rules(run, part, &run->notes->error);
        if (is_right) {
            leave_out(run, step, reason);
        }
        return is_right;
    }
    if (!ok || !ask_without_refused(run, step)) {
        return false;
    }
    if (part->row->is_own) {
        give_derived(run, part);
    }
    if (run->out) {
        run->out[step->part] = 1;
    }
    return true;
}

static bool take_steps(const struct run *run)
{
    for (size_t s = 0; s < run->composition->step_count; s++) {
        if (!take_step(run, &run->composition->steps[s])) {
            return false;
        }
    }
    return true;
}

bool aic_composition_evaluate(const struct aic_composition *composition, void *in, void *out,
                              struct aic_notes *notes, bool remembers)
{
    const struct run run = { composition, in, out, notes, remembers };
    memset(out, 0, PARTS_MAX);
    return take_steps(&run) && aic_run_check_unused(&run, &notes->error);
}

bool aic_composition_derive(const struct aic_composition *composition, void *in,
                            struct aic_error *error)
{
    struct aic_notes notes;
    aic_notes_init(&notes);
    const struct run run = { composition, in, NULL, &notes, false };
    bool ok = take_steps(&run);
    if (!ok && error) {
        *error = notes.error;
    }
    return ok;
}
