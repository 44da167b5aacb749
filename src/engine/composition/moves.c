/* SPDX-License-Identifier: Apache-2.0 */
/* Moves of single inputs: of a composition, the parts that are reached. */
#include "engine/moves.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/composition/run.h"
#include "engine/evaluate.h"

/* Sets of parts are bits. */
_Static_assert(PARTS_MAX <= 32, "a bit for each part");

struct aic_movement {
    struct run run;
    size_t chosen_before;
    uint32_t fed_by[PARTS_MAX];      /* of each part: those whose results feed it */
    uint32_t touched;                /* parts to ask: an input of theirs moved */
    uint32_t asked;                  /* parts that were */
    uint32_t changed;                /* parts with other results than before */
    unsigned short moved[PLAIN_MAX]; /* plain inputs */
    size_t moved_count;
};

static uint32_t bit(size_t part)
{
    return (uint32_t)1 << part;
}

static uint32_t feeders_of(const struct part *part)
{
    uint32_t all = 0;
    for (size_t i = 0; i < part->fed_count; i++) {
        const struct fed *fed = &part->fed[i];
        for (size_t k = 0; k < fed->count; k++) {
            all |= bit(fed->feeders[k].part);
        }
        all |= fed->unless.field ? bit(fed->unless.part) : 0;
    }
    return all;
}

/* The parts that a plain input goes to, and those that it may ask. */
static uint32_t reached_by(const struct aic_composition *composition, size_t plain)
{
    uint32_t all = 0;
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        bool reaches = part->link_of[plain] > 0;
        for (size_t i = 0; i < part->asked_count && !reaches; i++) {
            reaches = part->asked[i].offset == AIC_PLAIN_OFFSET(plain);
        }
        all |= reaches ? bit(p) : 0;
    }
    return all;
}

static bool begin(struct aic_moves *moves, struct aic_error *error)
{
    const struct aic_composition *composition = moves->calculator->composition;
    struct aic_movement *movement = calloc(1, sizeof *movement);
    moves->movement = movement;
    if (!movement) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    movement->run.composition = composition;
    movement->run.in = moves->in;
    movement->run.out = moves->out;
    movement->run.notes = moves->notes;
    movement->run.memory = RUN_RECALLS;
    aic_run_find_chosen(&movement->run);
    movement->chosen_before = movement->run.chosen_count;
    for (size_t p = 0; p < composition->part_count; p++) {
        movement->fed_by[p] = feeders_of(&composition->parts[p]);
    }
    return true;
}

/* Bytes of the results, without what evaluations remember. */
static size_t results_size(const struct aic_calculator *calculator)
{
    return calculator->composition ? calculator->composition->holds : calculator->out_size;
}

bool aic_moves_init(struct aic_moves *moves, const struct aic_calculator *calculator, void *in,
                    void *out, struct aic_notes *notes, struct aic_error *error)
{
    *moves = (struct aic_moves){
        .calculator = calculator,
        .in = in,
        .out = out,
        .in_before = malloc(calculator->in_size),
        .out_before = malloc(results_size(calculator)),
        .notes = notes,
    };
    if (!moves->in_before || !moves->out_before) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    memcpy(moves->in_before, in, calculator->in_size);
    memcpy(moves->out_before, out, results_size(calculator));
    return !calculator->composition || begin(moves, error);
}

void aic_moves_clear(struct aic_moves *moves)
{
    free(moves->in_before);
    free(moves->out_before);
    free(moves->movement);
}

static void add_moved(struct aic_movement *movement, size_t plain)
{
    movement->moved[movement->moved_count++] = (unsigned short)plain;
    movement->touched |= reached_by(movement->run.composition, plain);
}

/* Derived defaults of the composition's own inputs follow what moved. */
static void follow_given_back(const struct aic_moves *moves, const struct part *part)
{
    for (size_t i = 0; i < part->link_count; i++) {
        const struct link *link = &part->links[i];
        if (link->from->derived &&
            (memcmp(moves->in + link->plain, moves->in_before + link->plain, link->size) != 0 ||
             *aic_origin_at(moves->in, link->plain) !=
                 *aic_origin_at(moves->in_before, link->plain))) {
            size_t plain = (size_t)(link->from - moves->movement->run.composition->input_fields);
            add_moved(moves->movement, plain);
        }
    }
}

static bool was_asked(const struct aic_moves *moves, const struct memory *row)
{
    double ok;
    memcpy(&ok, moves->out + row->ok, sizeof ok);
    return ok != 0;
}

/* A part that is asked twice has its first results until it is asked again. */
static void recall(const struct aic_moves *moves, const struct memory *row)
{
    const struct part *part = &moves->movement->run.composition->parts[row->part];
    if (was_asked(moves, row)) {
        memcpy(moves->in + part->in_base, moves->out + row->after, part->calculator->in_size);
        memcpy(moves->out + part->out_base, moves->out + row->out, part->calculator->out_size);
        moves->movement->asked |= bit(row->part);
    }
}

static bool has_changed(const struct aic_moves *moves, const struct memory *row)
{
    const struct part *part = &moves->movement->run.composition->parts[row->part];
    bool is_asked = moves->out[row->part] == 1, was = was_asked(moves, row);
    return is_asked != was ||
           (is_asked && memcmp(moves->out + part->out_base, moves->out + row->out,
                               part->calculator->out_size) != 0);
}

static bool move_row(const struct aic_moves *moves, const struct memory *row)
{
    struct aic_movement *movement = moves->movement;
    const struct aic_composition *composition = movement->run.composition;
    const struct part *part = &composition->parts[row->part];
    uint32_t of = bit(row->part), reaching = movement->fed_by[row->part];
    if (row->repeats) {
        const char *after = row->row->after;
        reaching |= bit(aic_composition_part(composition, after, strlen(after)));
    }
    if (!(movement->touched & of) && !(movement->changed & reaching)) {
        moves->out[row->part] = moves->out_before[row->part];
        if (part->repeats) {
            recall(moves, row);
        }
        return true;
    }
    movement->asked |= of;
    if (!aic_run_row(&movement->run, row)) {
        return false;
    }
    if (part->row->is_own) {
        follow_given_back(moves, part);
    } else if (has_changed(moves, row)) {
        movement->changed |= of;
    }
    return true;
}

static bool move(const struct aic_moves *moves, size_t input)
{
    struct aic_movement *movement = moves->movement;
    const struct aic_composition *composition = movement->run.composition;
    size_t part = composition->input_part[input];
    movement->touched = part > 0 ? bit(part - 1) : 0;
    movement->asked = movement->changed = 0;
    movement->moved_count = 0;
    movement->run.chosen_count = movement->chosen_before;
    if (part == 0) {
        add_moved(movement, input);
        movement->run.chosen[movement->run.chosen_count++] = (unsigned short)input;
    }
    memset(moves->out, 0, PARTS_MAX);
    for (size_t r = 0; r < composition->row_count; r++) {
        if (!move_row(moves, &composition->rows[r])) {
            return false;
        }
    }
    return aic_composition_check_unused(&movement->run, &moves->notes->error);
}

bool aic_moves_evaluate(struct aic_moves *moves, size_t input)
{
    return moves->movement
               ? move(moves, input)
               : aic_evaluate_rows(moves->calculator, moves->in, moves->out, moves->notes);
}

static void undo_part(const struct aic_moves *moves, const struct part *part)
{
    memcpy(moves->in + part->in_base, moves->in_before + part->in_base, part->calculator->in_size);
    memcpy(moves->out + part->out_base, moves->out_before + part->out_base,
           part->calculator->out_size);
}

/* A plain input and its origin. */
static void undo_plain(const struct aic_moves *moves, size_t plain)
{
    size_t at = AIC_PLAIN_OFFSET(plain), origin = at - sizeof(struct aic_origins);
    memcpy(moves->in + at, moves->in_before + at, sizeof(double));
    moves->in[origin] = moves->in_before[origin];
}

void aic_moves_undo(struct aic_moves *moves)
{
    const struct aic_movement *movement = moves->movement;
    if (!movement) {
        memcpy(moves->in, moves->in_before, moves->calculator->in_size);
        return;
    }
    const struct aic_composition *composition = movement->run.composition;
    memcpy(moves->out, moves->out_before, PARTS_MAX);
    for (size_t p = 0; p < composition->part_count; p++) {
        if ((movement->asked | movement->touched) & bit(p)) {
            undo_part(moves, &composition->parts[p]);
        }
    }
    for (size_t i = 0; i < movement->moved_count; i++) {
        undo_plain(moves, movement->moved[i]);
    }
}

bool aic_moves_results(const struct aic_moves *moves, size_t *first, size_t *end)
{
    const struct aic_movement *movement = moves->movement;
    if (!movement) {
        *end = aic_table_size(&moves->calculator->results);
        return *first == 0;
    }
    const struct aic_composition *composition = movement->run.composition;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        if (part->first_result >= *first && movement->changed & bit(p)) {
            *first = part->first_result;
            *end = part->first_result + part->results;
            return true;
        }
    }
    return false;
}
