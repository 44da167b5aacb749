/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves: a question that was evaluated, evaluated again with one input moved, many times. Of a
 * composition only those parts are asked that the input reaches, by itself or by what other parts
 * find out; the results are those of the whole.
 */
#ifndef AICALC_ENGINE_MOVES_H
#define AICALC_ENGINE_MOVES_H

#include <aicalc/composition.h>

struct aic_moves {
    const struct aic_calculator *calculator;
    char *in, *out; /* the caller's, as aic_evaluate_again() left them */
    char *in_before, *out_before;
    struct aic_notes *notes;
    struct aic_movement *movement; /* of a composition */
};

/* Takes over an evaluation that succeeded. Release with aic_moves_clear() either way. */
bool aic_moves_init(struct aic_moves *moves, const struct aic_calculator *calculator, void *in,
                    void *out, struct aic_notes *notes, struct aic_error *error);
void aic_moves_clear(struct aic_moves *moves);

/* Evaluates with an input that the caller has written to `in`. False: impossible; why is not always told. */
bool aic_moves_evaluate(struct aic_moves *moves, size_t input);
/* False for an input of a composition that no part takes which is asked, and that asks none: moving
 * it is refused, or changes nothing. */
bool aic_moves_reach(const struct aic_moves *moves, size_t input);
/* True where the value that the caller has written decides that a part is asked, or is not: no
 * evaluation is needed to see that results come or go. */
bool aic_moves_decide(const struct aic_moves *moves, size_t input);
/* Puts `in` and `out` back as they were. */
void aic_moves_undo(struct aic_moves *moves);

/*
 * Results that may differ since aic_moves_evaluate(): from *first to before the returned end; start
 * with *first 0, then with the end before. True: there are some.
 */
bool aic_moves_results(const struct aic_moves *moves, size_t *first, size_t *end);

#endif
