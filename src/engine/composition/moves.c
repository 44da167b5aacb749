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

/* The parts that an input goes to, and those that it may ask. */
struct reach {
    uint32_t linked, asking;
};

struct aic_movement {
    struct run run;
    size_t chosen_before;
    bool checks_parts;               /* each time: the answer has values for parts not asked */
    size_t input;                    /* the one that is moved */
    bool checks_plain;               /* each time: something is unused, which the verdict excuses */
    uint32_t fed_by[PARTS_MAX];      /* of each part: those whose results feed it */
    const char *gave[PARTS_MAX];     /* of each part: its results before, when it was last asked */
    struct reach reach;              /* of the input */
    uint32_t asking;                 /* parts that what moved may ask */
    uint32_t counting;               /* parts that were asked, and the composition's own */
    uint32_t asked_by_fed;           /* parts that what earlier ones find out may ask */
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

/* The input at that offset is one of those that the part is asked by. */
static bool asks(const struct part *part, size_t offset)
{
    for (size_t i = 0; i < part->asked_count; i++) {
        if (part->asked[i].offset == offset) {
            return true;
        }
    }
    return false;
}

static bool may_ask(const struct part *part, size_t plain)
{
    size_t number = part->link_of[plain];
    return asks(part, AIC_PLAIN_OFFSET(plain)) ||
           (number > 0 && asks(part, part->links[number - 1].own));
}

static struct reach reach_of(const struct aic_composition *composition, size_t input)
{
    struct reach reach = { 0, 0 };
    size_t number = composition->input_part[input];
    if (number > 0) {
        bool may = asks(&composition->parts[number - 1], composition->input_fields[input].offset);
        return (struct reach){ bit(number - 1), may ? bit(number - 1) : 0 };
    }
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        reach.linked |= part->link_of[input] > 0 ? bit(p) : 0;
        reach.asking |= may_ask(part, input) ? bit(p) : 0;
    }
    return reach;
}

/* The same input is moved several times. */
static void find_reach(struct aic_movement *movement, size_t input)
{
    if (movement->input != input) {
        movement->input = input;
        movement->reach = reach_of(movement->run.composition, input);
    }
}

/* What earlier parts find out decides whether the part is asked. */
static bool is_asked_by_fed(const struct part *part)
{
    for (size_t i = 0; i < part->fed_count; i++) {
        if (asks(part, part->fed[i].own)) {
            return true;
        }
    }
    return false;
}

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
        movement->fed_by[p] = feeders_of(part);
        movement->counting |= part->is_own || moves->out_before[p] == 1 ? bit(p) : 0;
        movement->asked_by_fed |= is_asked_by_fed(part) ? bit(p) : 0;
        movement->gave[p] = moves->out_before + part->out_base;
    }
    movement->input = SIZE_MAX;
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
    const struct reach reach = reach_of(movement->run.composition, plain);
    movement->moved[movement->moved_count++] = (unsigned short)plain;
    movement->touched |= reach.linked | reach.asking;
    movement->asking |= reach.asking;
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
        moves->movement->asked |= bit(row->part);
    }
}

/* Another value than before, or a part that is asked now and was not. */
static bool gives_otherwise(const struct aic_moves *moves, const struct feeder *feeder)
{
    const struct aic_movement *movement = moves->movement;
    size_t at = feeder->offset, p = feeder->part;
    const char *gave = movement->gave[p] + (at - movement->run.composition->parts[p].out_base);
    return movement->changed & bit(p) && (moves->out[p] != moves->out_before[p] ||
                                          memcmp(moves->out + at, gave, sizeof(double)) != 0);
}

/* Most parts that changed give what feeds others as before. */
static bool is_fed_otherwise(const struct aic_moves *moves, const struct part *part)
{
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
    if (moves->out_before[p] == 1 || movement->asking & bit(p)) {
        return false;
    }
    return !(movement->changed & movement->fed_by[p]) || !(movement->asked_by_fed & bit(p)) ||
           !may_feeds_ask(moves, &movement->run.composition->parts[p]);
}

/* By what earlier parts find out now. */
static bool is_reached(const struct aic_moves *moves, const struct memory *row)
{
    const struct aic_movement *movement = moves->movement;
    const struct part *part = &movement->run.composition->parts[row->part];
    if (row->repeats && moves->out[row->after_part] != moves->out_before[row->after_part]) {
        return true;
    }
    return movement->changed & movement->fed_by[row->part] && is_fed_otherwise(moves, part);
}

/* True where the part was asked and is, and what it is handed differs in the input alone that moved,
 * and in what earlier parts found out. */
static bool has_one_moved(const struct aic_moves *moves, const struct memory *row)
{
    const struct aic_movement *movement = moves->movement;
    const struct part *part = &movement->run.composition->parts[row->part];
    uint32_t may_ask_it = movement->asking | (movement->changed ? movement->asked_by_fed : 0);
    return !part->is_own && (!row->repeats || aic_run_is_again(&movement->run, row)) &&
           movement->moved_count <= 1 && was_asked(moves, row) && !(may_ask_it & bit(row->part));
}

/* Hands on what was handed on before, and the input that moved. */
static bool hand_on_moved(const struct aic_moves *moves, const struct memory *row)
{
    const struct run *run = &moves->movement->run;
    const struct part *part = &run->composition->parts[row->part];
    const struct aic_field *field = &run->composition->input_fields[moves->movement->input];
    bool is_plain = moves->movement->moved_count > 0;
    struct aic_value value = aic_value_load(field, moves->in + field->offset);
    unsigned char origin = *aic_origin_at(moves->in, field->offset);
    aic_run_copy(part, moves->in + part->in_base, moves->out + row->before);
    if (is_plain) {
        size_t number = part->link_of[moves->movement->input];
        if (number > 0 && !aic_run_take_link(run, part, &part->links[number - 1])) {
            return false;
        }
    } else if (run->composition->input_part[moves->movement->input] == row->part + 1) {
        aic_value_store(field, moves->in + field->offset, value);
        *aic_origin_at(moves->in, field->offset) = origin;
    }
    return aic_run_feed_again(run, part);
}

static bool run_moved(const struct aic_moves *moves, const struct memory *row)
{
    if (has_one_moved(moves, row) && hand_on_moved(moves, row)) {
        return aic_run_ask(&moves->movement->run, row);
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

static bool move_row(const struct aic_moves *moves, const struct memory *row)
{
    struct aic_movement *movement = moves->movement;
    const struct aic_composition *composition = movement->run.composition;
    const struct part *part = &composition->parts[row->part];
    uint32_t of = bit(row->part);
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
    if (!run_moved(moves, row)) {
        return false;
    }
    if (part->is_own) {
        follow_given_back(moves, part);
    } else if (has_changed(moves, row)) {
        movement->changed |= of;
    }
    return true;
}

static void begin_move(struct aic_movement *movement, size_t input)
{
    find_reach(movement, input);
    movement->asking = movement->reach.asking;
    movement->touched = movement->reach.linked | movement->reach.asking;
    movement->asked = movement->changed = 0;
    movement->moved_count = 0;
    movement->run.chosen_count = movement->chosen_before;
    if (movement->run.composition->input_part[input] == 0) {
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

/* Where the input that is moved lies in that part, which has it or is handed it; 0: it is not there. */
static size_t place_in(const struct aic_movement *movement, const struct part *part, size_t number)
{
    const struct aic_composition *composition = movement->run.composition;
    if (composition->input_part[movement->input] > 0) {
        bool is_here = composition->input_part[movement->input] == number + 1;
        return is_here ? composition->input_fields[movement->input].offset : 0;
    }
    size_t link = part->link_of[movement->input];
    return link > 0 ? part->links[link - 1].own : 0;
}

/* The part took what it was handed as before, but for the input that moved. */
static bool took_as_before(const struct aic_moves *moves, size_t p)
{
    const struct part *part = &moves->movement->run.composition->parts[p];
    size_t first = part->in_base;
    size_t end = first + part->calculator->in_size - sizeof(struct aic_origins);
    size_t moved = place_in(moves->movement, part, p);
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
        if (movement->asked & bit(p) && !took_as_before(moves, p)) {
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

static bool move(const struct aic_moves *moves, size_t input)
{
    struct aic_movement *movement = moves->movement;
    const struct aic_composition *composition = movement->run.composition;
    begin_move(movement, input);
    memset(moves->out, 0, PARTS_MAX);
    for (size_t r = 0; r < composition->row_count; r++) {
        if (!move_row(moves, &composition->rows[r])) {
            return false;
        }
    }
    return check_unused(moves);
}

bool aic_moves_evaluate(struct aic_moves *moves, size_t input)
{
    return moves->movement
               ? move(moves, input)
               : aic_evaluate_rows(moves->calculator, moves->in, moves->out, moves->notes);
}

bool aic_moves_reach(const struct aic_moves *moves, size_t input)
{
    struct aic_movement *movement = moves->movement;
    if (!movement || movement->run.composition->input_part[input] > 0) {
        return true;
    }
    find_reach(movement, input);
    return movement->reach.linked & movement->counting || movement->reach.asking;
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
        if (movement->asking & bit(p)) {
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
