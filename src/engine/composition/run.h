/* SPDX-License-Identifier: Apache-2.0 */
/* One evaluation of a composition under way, and what is handed to a part before it is asked. */
#ifndef AICALC_ENGINE_COMPOSITION_RUN_H
#define AICALC_ENGINE_COMPOSITION_RUN_H

#include <string.h>

#include "engine/composition/composition.h"

/* Whether parts whose inputs are those of the evaluation that is remembered are asked again. */
enum run_memory {
    RUN_ALONE,     /* all are asked */
    RUN_REMEMBERS, /* they are not, and this evaluation is remembered from now on */
    RUN_RECALLS    /* they are not, and what is remembered stays */
};

struct run {
    const struct aic_composition *composition;
    char *in, *out; /* `out` NULL: rules and defaults alone */
    struct aic_notes *notes;
    enum run_memory memory;
    /* Plain inputs that the user or a catalog chose, in the order of the table. */
    unsigned short chosen[PLAIN_MAX + 1]; /* one more: written before it is known */
    size_t chosen_count;
};

/* Copies the inputs of a part: origins and members, without the room between them. */
static inline void aic_run_copy(const struct part *part, char *to, const char *from)
{
    size_t size = part->calculator->in_size - sizeof(struct aic_origins);
    memcpy(to, from, size);
    memcpy(to + sizeof(struct aic_origins), from + sizeof(struct aic_origins), size);
}

/* Finds the plain inputs that were chosen. */
void aic_run_find_chosen(struct run *run);

static inline bool aic_run_asked(const struct run *run, size_t part)
{
    return run->out && run->out[part] == 1;
}

/* True where something was set for this part itself, and not handed to it: most have nothing. */
bool aic_run_has_own(const struct part *part, const char *block);

/*
 * Everything that was handed on before goes back to what `to` has: the defaults, or nothing. What
 * was set for the part stays.
 */
void aic_run_forget(const struct run *run, const struct part *part, const void *to);

/* Hands on the plain values, then what earlier parts found out, but for what the part refused. */
bool aic_run_hand_on(const struct run *run, const struct part *part, const bool *refused);

/* Feeds a part anew that was handed all else; false: what was handed before may hold no more. */
bool aic_run_feed_again(const struct run *run, const struct part *part);

/* True where results, which may be those before, have a value for an input, and the part takes it. */
bool aic_run_is_fed(const struct run *run, const struct fed *fed, const char *out);

/* Hands on one plain value, if it is one for the part; false: the part refuses it. */
bool aic_run_take_link(const struct run *run, const struct part *part, const struct link *link);

/* True where all is known that the part is asked by. */
bool aic_run_wants(const struct run *run, const struct part *part);

/* Of a row that repeats: the part, and the one that it follows, were asked. */
bool aic_run_is_again(const struct run *run, const struct memory *row);

/* Asks the part of a row, or leaves it out where it lacks what it needs. */
bool aic_run_row(const struct run *run, const struct memory *row);

/* The second half of it: asks the part, which has been handed all that it needs. */
bool aic_run_ask(const struct run *run, const struct memory *row);

/* True where an evaluation of the part failed for what earlier parts found out: without that it is asked
 * again. */
bool aic_run_blames_feed(const struct run *run, const struct part *part);

/* "network.": what is wrong with a part is said under its name. Always false. */
bool aic_run_fail(const struct run *run, const struct part *part);

/* Refuses plain values that the user gave and no part that was asked took. */
bool aic_composition_check_plain(const struct run *run, struct aic_error *error);
/* False: it would refuse that one. */
bool aic_composition_uses(const struct run *run, size_t plain);
/* Refuses values that the user gave to a part itself that is not asked. */
bool aic_composition_check_parts(const struct run *run, struct aic_error *error);

/*
 * Where the verdict is that it cannot be, parts wait for what has no answer: the verdict says what
 * is wrong, and values for those parts are not.
 */
bool aic_composition_ends_early(const struct aic_composition *composition, const char *out);
/* Both, the second with `parts_too` alone. Where the verdict is that it cannot be, nothing is refused. */
bool aic_composition_check_unused(const struct run *run, bool parts_too, struct aic_error *error);

#endif
