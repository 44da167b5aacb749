/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Evaluations: one recipe asked again and again with other values of some
 * inputs. What sweeps and solves stand on.
 */
#ifndef AICALC_EVALUATION_H
#define AICALC_EVALUATION_H

#include <aicalc/answer.h>
#include <aicalc/comparable.h>
#include <aicalc/recipe.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define AIC_VARIED_MAX 8

/* An input that is varied. */
struct aic_varied {
    const struct aic_field *field;
    size_t offset; /* of its member in the input struct */
};

struct aic_evaluation {
    const struct aic_recipe *recipe;
    enum aic_origin origin; /* of the varied values: flag, or solve */
    size_t inputs[AIC_VARIED_MAX];
    struct aic_varied varied[AIC_VARIED_MAX];
    size_t count;
    struct aic_asking *asked;  /* the recipe with some of the choices and names */
    struct aic_asking *asking; /* with those of the last evaluation; NULL: none yet */
    size_t askings;            /* so far */
    bool may_lack;             /* there is a result that must hold */
    void *in;                  /* a copy of its inputs that evaluations work on */
    void *out;                 /* results of the last evaluation */
    struct aic_notes notes;    /* quiet; its error says why an evaluation failed */
};

/* Release with aic_evaluation_clear(), also after a failure. */
bool aic_evaluation_init(struct aic_evaluation *evaluation, const struct aic_recipe *recipe,
                         const size_t *inputs, size_t count, enum aic_origin origin,
                         struct aic_error *error);
void aic_evaluation_clear(struct aic_evaluation *evaluation);

/*
 * Evaluates the recipe with these values of the varied inputs, in their order;
 * results are in `out`. False: `notes.error` says why this case is impossible.
 * Numbers and flags cost one evaluation. Choices, catalog names and presets ask the recipe
 * anew, because other values depend on them; the last few dozen of their combinations are
 * kept, so that an axis of them may be the fastest of a sweep. Names must outlive
 * the evaluation.
 */
bool aic_evaluation_run(struct aic_evaluation *evaluation, const struct aic_value *values);

/*
 * What was evaluated last is `in`, with its derived defaults; this is the question that it came from, for
 * the sources of its values. NULL where the recipe could not be asked.
 */
const struct aic_question *aic_evaluation_question(const struct aic_evaluation *evaluation);

/* A number of this question: another one where choices or names made the recipe be asked anew. */
size_t aic_evaluation_asking(const struct aic_evaluation *evaluation);

/* The value of a result after aic_evaluation_run(). */
struct aic_value aic_evaluation_result(const struct aic_evaluation *evaluation, size_t index);

/* After aic_evaluation_run(): aic_results_lack() of the case. Evaluations are quiet: clear notes.quiet to
 * have their warnings. */
const struct aic_field *aic_evaluation_lacks(const struct aic_evaluation *evaluation);

/*
 * The answer of the evaluation that succeeded last, with basis and warnings: what
 * aic_evaluation_answer() gives, at little more than the cost of the evaluation, and kept by it
 * until the next look. Warnings are there where notes.quiet was cleared. NULL: `error` says why
 * (AIC_ERR_MEMORY).
 */
struct aic_answer *aic_evaluation_look(struct aic_evaluation *evaluation, struct aic_error *error);

/* The recipe that asks for these values alone; its settings are the caller's to free(). */
bool aic_evaluation_recipe(const struct aic_evaluation *evaluation, const struct aic_value *values,
                           struct aic_recipe *recipe, struct aic_error *error);

/*
 * The whole answer for these values, with basis and warnings: the same as of a
 * single query. Both are the caller's to clear, also after a failure.
 */
bool aic_evaluation_answer(const struct aic_evaluation *evaluation, const struct aic_value *values,
                           struct aic_question *question, struct aic_answer *answer,
                           struct aic_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
