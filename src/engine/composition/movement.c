/* SPDX-License-Identifier: Apache-2.0 */
/* Moves of single inputs: one row of a composition, whose part is asked again where it must be. */
#include <string.h>

#include "engine/composition/movement.h"
#include "engine/evaluate.h"

static void add_moved(struct aic_movement *movement, size_t plain)
{
    const struct aic_composition *composition = movement->run.composition;
    movement->moved[movement->moved_count++] = (unsigned short)plain;
    movement->touched |= composition->linked[plain] | composition->asking[plain];
    movement->asking |= composition->asking[plain];
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
        aic_run_copy(part, moves->in + part->in_base, moves->out + row->after);
        memcpy(moves->out + part->out_base, moves->out + row->out, part->calculator->out_size);
        moves->movement->asked |= aic_part_bit(row->part);
    }
}

/* Another value than before, or a part that is asked now and was not. */
static bool gives_otherwise(const struct aic_moves *moves, const struct feeder *feeder)
{
    const struct aic_movement *movement = moves->movement;
    size_t at = feeder->offset, p = feeder->part;
    const char *gave = movement->gave[p] + (at - movement->run.composition->parts[p].out_base);
    return movement->changed & aic_part_bit(p) &&
           (moves->out[p] != moves->out_before[p] ||
            memcmp(moves->out + at, gave, sizeof(double)) != 0);
}

/* Most parts that changed give what feeds others as before. */
static bool is_fed_anew(const struct aic_moves *moves, const struct part *part)
{
    if (!(moves->movement->changed & part->fed_by)) {
        return false;
    }
    for (size_t i = 0; i < part->fed_count; i++) {
        const struct fed *fed = &part->fed[i];
        for (size_t k = 0; k < fed->count; k++) {
            if (gives_otherwise(moves, &fed->feeders[k])) {
                return true;
            }
        }
        if (fed->unless.field && gives_otherwise(moves, &fed->unless)) {
            return true;
        }
    }
    return false;
}

static bool has_changed(const struct aic_moves *moves, const struct memory *row)
{
    const struct part *part = &moves->movement->run.composition->parts[row->part];
    bool is_asked = moves->out[row->part] == 1, was = was_asked(moves, row);
    return is_asked != was ||
           (is_asked && memcmp(moves->out + part->out_base, moves->out + row->out,
                               part->calculator->out_size) != 0);
}

/* What feeds an input comes or goes, which may ask its part; so may another value where one is asked for.
 * (A part that is asked twice feeds first one and then another.) */
static bool may_be_asked_by(const struct aic_moves *moves, const struct fed *fed, double equals)
{
    const struct run *run = &moves->movement->run;
    for (size_t k = 0; k < fed->count; k++) {
        if (run->composition->parts[fed->feeders[k].part].repeats) {
            return true;
        }
    }
    return !isnan(equals) ||
           aic_run_is_fed(run, fed, moves->out) != aic_run_is_fed(run, fed, moves->out_before);
}

static bool may_feeds_ask(const struct aic_moves *moves, const struct part *part)
{
    for (size_t i = 0; i < part->fed_count; i++) {
        for (size_t k = 0; k < part->asked_count; k++) {
            if (part->asked[k].offset == part->fed[i].own &&
                may_be_asked_by(moves, &part->fed[i], part->asked[k].equals)) {
                return true;
            }
        }
    }
    return false;
}

/* A part that was not asked stays so where nothing moved that it is asked by. */
static bool stays_out(const struct aic_moves *moves, const struct memory *row)
{
    const struct aic_movement *movement = moves->movement;
    size_t p = row->part;
    if (moves->out_before[p] == 1 || movement->asking & aic_part_bit(p)) {
        return false;
    }
    const struct part *part = &movement->run.composition->parts[p];
    return !(movement->changed & part->fed_by) || !part->asked_by_fed ||
           !may_feeds_ask(moves, part);
}

/* By what earlier parts find out now. */
static bool is_reached(const struct aic_moves *moves, const struct memory *row)
{
    const struct aic_movement *movement = moves->movement;
    const struct part *part = &movement->run.composition->parts[row->part];
    if (row->repeats && moves->out[row->after_part] != moves->out_before[row->after_part]) {
        return true;
    }
    return is_fed_anew(moves, part);
}

/* True where the part was asked and is, and what it is handed differs in the input alone that moved,
 * and in what earlier parts found out. */
static bool has_one_moved(const struct aic_moves *moves, const struct memory *row)
{
    const struct aic_movement *movement = moves->movement;
    const struct part *part = &movement->run.composition->parts[row->part];
    bool may_ask_it =
        movement->asking & aic_part_bit(row->part) || (movement->changed && part->asked_by_fed);
    return !part->is_own && (!row->repeats || aic_run_is_again(&movement->run, row)) &&
           movement->moved_count <= 1 && was_asked(moves, row) && !may_ask_it;
}

/* Puts the input that moved into what the part has now, which is what it had before `from`. */
static bool take_moved(const struct aic_moves *moves, const struct memory *row, size_t from)
{
    const struct aic_movement *movement = moves->movement;
    const struct run *run = &movement->run;
    const struct part *part = &run->composition->parts[row->part];
    const struct aic_field *field = &run->composition->input_fields[movement->input];
    struct aic_value value = aic_value_load(field, moves->in + field->offset);
    unsigned char origin = *aic_origin_at(moves->in, field->offset);
    aic_run_copy(part, moves->in + part->in_base, moves->out + from);
    if (movement->moved_count > 0) {
        size_t number = part->link_of[movement->input];
        return number == 0 || aic_run_take_link(run, part, &part->links[number - 1]);
    }
    if (run->composition->input_part[movement->input] == row->part + 1) {
        aic_value_store(field, moves->in + field->offset, value);
        *aic_origin_at(moves->in, field->offset) = origin;
    }
    return true;
}

size_t aic_movement_place(const struct aic_movement *movement, size_t part)
{
    const struct aic_composition *composition = movement->run.composition;
    if (composition->input_part[movement->input] > 0) {
        bool is_here = composition->input_part[movement->input] == part + 1;
        return is_here ? composition->input_fields[movement->input].offset : 0;
    }
    size_t link = composition->parts[part].link_of[movement->input];
    return link > 0 ? composition->parts[part].links[link - 1].own : 0;
}

/* What a part searched for is kept: it is not asked again, see aic_evaluate_begin(). */
static bool is_held(const struct aic_moves *moves, const struct part *part)
{
    double holds;
    memcpy(&holds, moves->out + moves->movement->run.composition->holds, sizeof holds);
    return holds != 0 && part->calculator->choice_count > 0;
}

/* True where all other inputs of the part are as they were: nothing feeds it anew, and what moved has no
 * part in that. */
static bool keeps_others(const struct aic_moves *moves, const struct memory *row, unsigned *ruled)
{
    const struct aic_movement *movement = moves->movement;
    const struct part *part = &movement->run.composition->parts[row->part];
    size_t place = aic_movement_place(movement, row->part);
    double ok;
    memcpy(&ok, moves->out + row->ok, sizeof ok);
    *ruled = place > 0 ? part->ruled[AIC_SLOT_OF(place - part->in_base)] : RULED_BY_FEEDS;
    return ok == ROW_ANSWERED && !(*ruled & RULED_BY_FEEDS) && !is_held(moves, part) &&
           !is_fed_anew(moves, part);
}

/* The quick way: from what was handed on before, or as it was once rules had been applied, where none
 * speaks of what moved. */
static enum quick ask_with_others(const struct aic_moves *moves, const struct memory *row)
{
    struct aic_movement *movement = moves->movement;
    const struct part *part = &movement->run.composition->parts[row->part];
    char *in = moves->in + part->in_base, *out = moves->out + part->out_base;
    unsigned ruled;
    if (!keeps_others(moves, row, &ruled)) {
        return QUICK_UNSURE;
    }
    if (!take_moved(moves, row, ruled ? row->before : row->after)) {
        return QUICK_FAILED;
    }
    if (!(ruled ? aic_evaluate_rows(part->calculator, in, out, moves->notes)
                : aic_evaluate_ruled(part->calculator, in, out, moves->notes))) {
        return aic_run_blames_feed(&movement->run, part) ? QUICK_UNSURE : QUICK_FAILED;
    }
    moves->out[row->part] = 1;
    movement->kept |= ruled ? 0 : aic_part_bit(row->part);
    return QUICK_ASKED;
}

/* Hands on what was handed on before, and the input that moved. */
static bool hand_on_moved(const struct aic_moves *moves, const struct memory *row)
{
    const struct run *run = &moves->movement->run;
    return take_moved(moves, row, row->before) &&
           aic_run_feed_again(run, &run->composition->parts[row->part]);
}

static bool run_moved(const struct aic_moves *moves, const struct memory *row)
{
    if (has_one_moved(moves, row)) {
        enum quick quick = ask_with_others(moves, row);
        if (quick != QUICK_UNSURE) {
            return quick == QUICK_ASKED;
        }
        if (hand_on_moved(moves, row)) {
            return aic_run_ask(&moves->movement->run, row);
        }
    }
    return aic_run_row(&moves->movement->run, row);
}

/* From here on the results of a part that is asked twice are those of this row. */
static void pass_row(struct aic_movement *movement, const struct aic_moves *moves,
                     const struct memory *row)
{
    if (movement->run.composition->parts[row->part].repeats && was_asked(moves, row)) {
        movement->gave[row->part] = moves->out + row->out;
    }
}

bool aic_movement_row(const struct aic_moves *moves, const struct memory *row)
{
    struct aic_movement *movement = moves->movement;
    const struct aic_composition *composition = movement->run.composition;
    const struct part *part = &composition->parts[row->part];
    uint32_t of = aic_part_bit(row->part);
    if ((!(movement->touched & of) && !is_reached(moves, row)) || stays_out(moves, row)) {
        moves->out[row->part] = moves->out_before[row->part];
        if (part->repeats) {
            recall(moves, row);
            pass_row(movement, moves, row);
        }
        return true;
    }
    movement->asked |= of;
    pass_row(movement, moves, row);
    if (movement->done & of) {
        moves->out[row->part] = 1;
    } else {
        movement->kept &= ~of;
        if (!run_moved(moves, row)) {
            return false;
        }
    }
    if (part->is_own) {
        follow_given_back(moves, part);
    } else if (has_changed(moves, row)) {
        movement->changed |= of;
    }
    return true;
}

/* ---- moves that stay inside one part ---- */

/* Whether the results that feed others are the same in two places. */
static bool gives_same(const struct aic_composition *composition, size_t p, const char *one,
                       const char *other)
{
    size_t base = composition->parts[p].out_base;
    for (size_t q = 0; q < composition->part_count; q++) {
        const struct part *part = &composition->parts[q];
        for (size_t i = 0; part->fed_by & aic_part_bit(p) && i < part->fed_count; i++) {
            const struct fed *fed = &part->fed[i];
            for (size_t k = 0; k <= fed->count; k++) {
                const struct feeder *feeder = k < fed->count ? &fed->feeders[k] : &fed->unless;
                size_t at = feeder->offset - base;
                if (feeder->field && feeder->part == p &&
                    memcmp(one + at, other + at, sizeof(double)) != 0) {
                    return false;
                }
            }
        }
    }
    return true;
}

void aic_movement_begin(const struct aic_moves *moves)
{
    struct aic_movement *movement = moves->movement;
    const struct aic_composition *composition = movement->run.composition;
    for (size_t r = 0; r < composition->row_count; r++) {
        const struct memory *row = &composition->rows[r];
        size_t p = row->part;
        bool is_asked = !composition->parts[p].is_own && was_asked(moves, row);
        const struct memory *first = movement->last[p];
        movement->last[p] = row;
        if (!is_asked || (first && !gives_same(composition, p, moves->out + first->out,
                                               moves->out + row->out))) {
            movement->separate &= ~aic_part_bit(p);
        } else if (!first) {
            movement->separate |= aic_part_bit(p);
        }
    }
}

enum quick aic_movement_stay(const struct aic_moves *moves)
{
    struct aic_movement *movement = moves->movement;
    const struct aic_composition *composition = movement->run.composition;
    uint32_t of = movement->touched;
    size_t p = 0;
    if (movement->asking || !(of & movement->separate) || of & (of - 1)) {
        return QUICK_UNSURE;
    }
    while (of >> p > 1) {
        p++;
    }
    const struct part *part = &composition->parts[p];
    const struct memory *row = movement->last[p];
    enum quick quick = ask_with_others(moves, row);
    if (quick != QUICK_ASKED) {
        return part->repeats ? QUICK_UNSURE : quick; /* the first time it may give something else */
    }
    if (has_changed(moves, row)) {
        if (!gives_same(composition, p, moves->out + part->out_base,
                        moves->out_before + part->out_base)) {
            movement->done = part->repeats ? 0 : of;
            return QUICK_UNSURE;
        }
        movement->changed = of;
    }
    movement->asked = of;
    return QUICK_ASKED;
}
