/* SPDX-License-Identifier: Apache-2.0 */
/* Moves: the inputs that a composition names, at half and at double. */
#include <aicalc/moves.h>

#include <math.h>
#include <string.h>

#include <aicalc/composition.h>

#include "analysis/probe.h"

/* The first of the results named that has a value. */
static bool find_total(const struct aic_answer *answer, const char *names, size_t *total)
{
    const struct aic_table *results = &answer->question->calculator->results;
    for (const char *at = names; *at;) {
        size_t length = strcspn(at, " ");
        *total = aic_table_find(results, at, length);
        if (*total < aic_table_size(results) && aic_answer_result(answer, *total).set) {
            return true;
        }
        at += length + strspn(at + length, " ");
    }
    return false;
}

/* The total with one input moved, as a change; NaN: it has none. */
static double change_at(struct aic_probe *probe, const struct aic_moves *moves, size_t input,
                        double value, double total)
{
    bool ok = aic_probe_run_at(probe, input, value);
    return ok ? aic_probe_number(probe, moves->total) / total - 1 : (double)NAN;
}

/* Keeps a move that counts in its place. */
static void keep(struct aic_moves *moves, struct aic_move move)
{
    if (!(aic_move_reach(&move) > AIC_INFLUENCE_COUNTS) || moves->count == AIC_MOVES_MAX) {
        return;
    }
    size_t at = moves->count++;
    for (; at > 0 && aic_move_reach(&moves->moves[at - 1]) < aic_move_reach(&move); at--) {
        moves->moves[at] = moves->moves[at - 1];
    }
    moves->moves[at] = move;
}

static bool is_assumed(const struct aic_question *question, size_t input)
{
    enum aic_origin origin = aic_question_origin(question, input);
    return origin > AIC_FROM_NOWHERE && origin <= AIC_FROM_PROGRAM &&
           aic_question_value(question, input).set;
}

static void move_all(struct aic_moves *moves, const struct aic_answer *answer, const char *inputs,
                     struct aic_probe *probe)
{
    const struct aic_question *question = answer->question;
    double total = aic_answer_result(answer, moves->total).number;
    for (const char *at = inputs; *at;) {
        size_t length = strcspn(at, " ");
        size_t input = aic_table_find(&question->calculator->inputs, at, length);
        if (input < aic_table_size(&question->calculator->inputs) && is_assumed(question, input)) {
            double value = aic_question_value(question, input).number;
            keep(moves, (struct aic_move){ input, moves->total, value / 2, value * 2,
                                           change_at(probe, moves, input, value / 2, total),
                                           change_at(probe, moves, input, value * 2, total) });
        }
        at += length + strspn(at + length, " ");
    }
}

bool aic_moves_find(struct aic_moves *moves, const struct aic_answer *answer,
                    struct aic_error *error)
{
    const struct aic_composition_table *table =
        aic_composition_table_of(answer->question->calculator);
    struct aic_probe probe;
    memset(moves, 0, sizeof *moves);
    if (!table || !table->moves || !find_total(answer, table->moved, &moves->total)) {
        return true;
    }
    bool ok = aic_probe_init(&probe, answer->question, error);
    if (ok) {
        move_all(moves, answer, table->moves, &probe);
    }
    aic_probe_clear(&probe);
    return ok;
}
