/* SPDX-License-Identifier: Apache-2.0 */
/* One evaluation of a composition under way, and what is handed to a part before it is asked. */
#ifndef AICALC_ENGINE_COMPOSITION_RUN_H
#define AICALC_ENGINE_COMPOSITION_RUN_H

#include <string.h>

#include "engine/composition/composition.h"

struct run {
    const struct aic_composition *composition;
    char *in, *out; /* `out` NULL: rules and defaults alone */
    struct aic_notes *notes;
    bool remembers; /* parts whose inputs are those of the last evaluation are not asked again */
    /* Plain inputs that the user or a catalog chose, in the order of the table. */
    unsigned short chosen[PLAIN_MAX];
    size_t chosen_count;
};

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

/* "network.": what is wrong with a part is said under its name. Always false. */
bool aic_run_fail(const struct run *run, const struct part *part);

/*
 * Refuses plain values that the user gave and no part that was asked took, and those that were given to
 * a part itself that is not asked. Not where the verdict is that it cannot be and a part waits for what
 * has no answer: the verdict says what is wrong.
 */
bool aic_composition_check_unused(const struct run *run, struct aic_error *error);

#endif
