/* SPDX-License-Identifier: Apache-2.0 */
/* --sort and --top: putting the cases of a sweep in order. */
#include <stdlib.h>

#include "cli/sweep/sweep.h"

/* No case wins by what it lacks: an unmet requirement, the result itself, everything. */
enum { COMPARABLE, LACKING, MISSING, IMPOSSIBLE };

static bool lacks(const struct aic_evaluation *evaluation)
{
    bool lacking = aic_evaluation_lacks(evaluation) != NULL;
    for (size_t i = 0; i < evaluation->notes.count; i++) {
        lacking = lacking || aic_note_leaves_out(&evaluation->notes.notes[i]);
    }
    return lacking;
}

static struct cli_place place_of(const struct cli_selection *selection,
                                 const struct cli_sweep *sweep)
{
    struct cli_place place = { IMPOSSIBLE, 0, sweep->index };
    if (!sweep->is_possible) {
        return place;
    }
    struct aic_value value = aic_evaluation_result(&sweep->evaluation, selection->result);
    if (!value.set) {
        place.rank = MISSING;
        return place;
    }
    place.rank = lacks(&sweep->evaluation) ? LACKING : COMPARABLE;
    place.key = selection->descends ? -value.number : value.number;
    return place;
}

static int compare_places(const void *left, const void *right)
{
    const struct cli_place *a = left, *b = right;
    if (a->rank != b->rank) {
        return a->rank - b->rank;
    }
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return (a->index > b->index) - (a->index < b->index);
}

static void order_places(struct cli_selection *selection)
{
    if (selection->count > 0) { /* of none there is no block, which qsort() may not be given */
        qsort(selection->order, (size_t)selection->count, sizeof selection->order[0],
              compare_places);
    }
    if (selection->top > 0 && selection->count > selection->top) {
        selection->count = selection->top;
    }
}

/* Keeps a place. Of --top places twice as many are kept at most: the first of them in order stay. */
static bool keep(struct cli_selection *selection, struct cli_place place, struct aic_error *error)
{
    if (selection->top > 0 && place.rank >= MISSING) {
        return true;
    }
    if (selection->count == selection->capacity) {
        bool is_full = selection->top > 0 && selection->capacity >= 2 * selection->top;
        uint64_t capacity = selection->capacity ? 2 * selection->capacity : 256;
        struct cli_place *order = selection->order;
        if (is_full) {
            order_places(selection);
        } else {
            order = capacity < SIZE_MAX / sizeof *order
                        ? realloc(order, (size_t)capacity * sizeof *order)
                        : NULL;
            selection->capacity = capacity;
        }
        if (!order) {
            aic_fail(error, AIC_ERR_MEMORY, NULL,
                     "out of memory: --sort keeps the place of each case");
            return aic_suggest(error, "keep fewer with --top");
        }
        selection->order = order;
    }
    selection->order[selection->count++] = place;
    return true;
}

bool cli_selection_sort(struct cli_selection *selection, struct cli_sweep *sweep)
{
    struct aic_error *error = &sweep->query->error;
    bool has_result = false;
    sweep->evaluation.notes.quiet = false; /* warnings say what a case leaves out */
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        struct cli_place place = place_of(selection, sweep);
        has_result = has_result || place.rank < MISSING;
        if (!keep(selection, place, error)) {
            return false;
        }
    }
    sweep->evaluation.notes.quiet = true;
    if (aic_code_is_internal(error->code)) {
        return false;
    }
    if (!has_result && !sweep->query->compared && cli_shard_is_whole(&sweep->shard)) {
        const struct aic_calculator *calculator = sweep->query->calculator;
        const char *name = aic_table_at(&calculator->results, selection->result, NULL)->name;
        aic_fail(error, AIC_ERR_MISSING, name, "--sort: no case has a %s", name);
        return aic_suggest(error, "'aicalc help %s' shows what it needs", calculator->name);
    }
    order_places(selection);
    return true;
}
