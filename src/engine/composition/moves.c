/* SPDX-License-Identifier: Apache-2.0 */
/* Moves of single inputs: of a composition, the parts that are reached. */
#include "engine/moves.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/composition/movement.h"
#include "engine/evaluate.h"

static bool begin(struct aic_moves *moves, struct aic_error *error)
{
    const struct aic_composition *composition = moves->calculator->composition;
    struct aic_movement *movement = calloc(1, sizeof *movement);
    struct aic_error refusal;
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
    movement->checks_parts = !aic_composition_check_parts(&movement->run, &refusal);
    movement->checks_plain = !aic_composition_check_plain(&movement->run, &refusal);
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        movement->counting |= part->is_own || moves->out_before[p] == 1 ? aic_part_bit(p) : 0;
        movement->gave[p] = moves->out_before + part->out_base;
    }
    aic_movement_begin(moves);
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

/* An input of a part, by which it is asked. */
static bool may_ask(const struct aic_composition *composition, size_t input)
{
    const struct part *part = &composition->parts[composition->input_part[input] - 1];
    return aic_part_asks(part, composition->input_fields[input].offset);
}

static void begin_move(struct aic_movement *movement, size_t input)
{
    const struct aic_composition *composition = movement->run.composition;
    size_t part = composition->input_part[input];
    uint32_t own = part > 0 ? aic_part_bit(part - 1) : 0;
    movement->input = input;
    movement->asking = part == 0                     ? composition->asking[input]
                       : may_ask(composition, input) ? own
                                                     : 0;
    movement->touched = movement->asking | (part == 0 ? composition->linked[input] : own);
    movement->asked = movement->changed = movement->kept = movement->done = 0;
    movement->moved_count = 0;
    movement->run.chosen_count = movement->chosen_before;
    if (part == 0) {
        movement->moved[movement->moved_count++] = (unsigned short)input;
        movement->run.chosen[movement->run.chosen_count++] = (unsigned short)input;
    }
}

/* Values that were given to parts themselves are refused or not as before, but for these cases. */
static bool parts_differ(const struct aic_moves *moves)
{
    const struct aic_movement *movement = moves->movement;
    size_t part = movement->run.composition->input_part[movement->input];
    return movement->checks_parts || (part > 0 && moves->out[part - 1] != 1) ||
           memcmp(moves->out, moves->out_before, PARTS_MAX) != 0;
}

/* The part took what it was handed as before, but for the input that moved. */
static bool took_as_before(const struct aic_moves *moves, size_t p)
{
    const struct part *part = &moves->movement->run.composition->parts[p];
    size_t first = part->in_base;
    size_t end = first + part->calculator->in_size - sizeof(struct aic_origins);
    size_t moved = aic_movement_place(moves->movement, p);
    if (moved > 0) {
        size_t at = moved - sizeof(struct aic_origins);
        if (memcmp(moves->in + first, moves->in_before + first, at - first) != 0) {
            return false;
        }
        first = at + 1;
    }
    return memcmp(moves->in + first, moves->in_before + first, end - first) == 0;
}

/* Nothing that was used can be unused now, but the plain input that is moved. */
static bool others_are_used(const struct aic_moves *moves)
{
    const struct aic_movement *movement = moves->movement;
    const struct aic_composition *composition = movement->run.composition;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        if (movement->asked & ~movement->kept & aic_part_bit(p) && !took_as_before(moves, p)) {
            return false;
        }
    }
    return !movement->checks_plain;
}

/* Whether what is given is used; quickly where the same parts took the same. */
static bool check_unused(const struct aic_moves *moves)
{
    const struct aic_movement *movement = moves->movement;
    const struct run *run = &movement->run;
    bool checks_parts = parts_differ(moves);
    if (checks_parts || !others_are_used(moves)) {
        return aic_composition_check_unused(run, checks_parts, &moves->notes->error);
    }
    return run->composition->input_part[movement->input] > 0 ||
           aic_composition_uses(run, movement->input) ||
           aic_composition_ends_early(run->composition, moves->out);
}

static bool move_rows(const struct aic_moves *moves)
{
    const struct aic_composition *composition = moves->calculator->composition;
    memset(moves->out, 0, PARTS_MAX);
    for (size_t r = 0; r < composition->row_count; r++) {
        if (!aic_movement_row(moves, &composition->rows[r])) {
            return false;
        }
    }
    return true;
}

static bool move(const struct aic_moves *moves, size_t input)
{
    begin_move(moves->movement, input);
    enum quick stay = aic_movement_stay(moves);
    return stay != QUICK_FAILED && (stay == QUICK_ASKED || move_rows(moves)) && check_unused(moves);
}

bool aic_moves_evaluate(struct aic_moves *moves, size_t input)
{
    return moves->movement
               ? move(moves, input)
               : aic_evaluate_rows(moves->calculator, moves->in, moves->out, moves->notes);
}

bool aic_moves_reach(const struct aic_moves *moves, size_t input)
{
    const struct aic_movement *movement = moves->movement;
    if (!movement || movement->run.composition->input_part[input] > 0) {
        return true;
    }
    const struct aic_composition *composition = movement->run.composition;
    return composition->linked[input] & movement->counting || composition->asking[input];
}

bool aic_moves_decide(const struct aic_moves *moves, size_t input)
{
    const bool none[FED_MAX] = { false };
    struct aic_movement *movement = moves->movement;
    if (!movement || movement->run.composition->input_part[input] > 0) {
        return false;
    }
    const struct aic_composition *composition = movement->run.composition;
    begin_move(movement, input);
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        if (movement->asking & aic_part_bit(p)) {
            aic_run_hand_on(&movement->run, part, none);
            if (aic_run_wants(&movement->run, part) != (moves->out_before[p] == 1)) {
                return true;
            }
        }
    }
    return false;
}

static void undo_part(const struct aic_moves *moves, const struct part *part)
{
    aic_run_copy(part, moves->in + part->in_base, moves->in_before + part->in_base);
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
        if ((movement->asked | movement->touched) & aic_part_bit(p)) {
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
        if (part->first_result >= *first && movement->changed & aic_part_bit(p)) {
            *first = part->first_result;
            *end = part->first_result + part->results;
            return true;
        }
    }
    return false;
}
