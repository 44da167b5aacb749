/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Probes: a question whose inputs are moved, evaluated and put back, as often as wanted.
 *
 *     aic_probe_init(&probe, &question, &error);
 *     aic_probe_move(&probe, input, number) && aic_probe_run(&probe)    results: aic_probe_result()
 *     aic_probe_restore(&probe);
 */
#ifndef AICALC_ANALYSIS_PROBE_H
#define AICALC_ANALYSIS_PROBE_H

#include <string.h>

#include <aicalc/answer.h>

struct aic_probe {
    const struct aic_calculator *calculator;
    void *base; /* the inputs that moves start from */
    void *in;   /* those of the next evaluation */
    void *out;
    struct aic_notes *notes; /* quiet; `error` says why the last move or evaluation failed */
};

/* Begins with the inputs of a question. Release with aic_probe_clear(), also after a failure. */
bool aic_probe_init(struct aic_probe *probe, const struct aic_question *question,
                    struct aic_error *error);
void aic_probe_clear(struct aic_probe *probe);

/* Gives an input another value, as if it were typed; false where it is none of the input. */
bool aic_probe_move(struct aic_probe *probe, size_t input, double number);

/* Evaluates what was moved; false: impossible. */
bool aic_probe_run(struct aic_probe *probe);

/* Back to where moves start from. */
void aic_probe_restore(struct aic_probe *probe);

/* From here on moves start from the inputs as they are now. */
void aic_probe_keep(struct aic_probe *probe);

/* Evaluates with this one input moved. */
bool aic_probe_run_at(struct aic_probe *probe, size_t input, double number);

/* A result of the last evaluation; as a number NaN where it has none. */
struct aic_value aic_probe_result(const struct aic_probe *probe, size_t result);
double aic_probe_number(const struct aic_probe *probe, size_t result);

/* How far a result is from that of an answer: the difference as a share of the larger one; 1 where a
 * choice or a flag is another, and where a result comes or goes. */
double aic_answer_difference(const struct aic_answer *answer, const struct aic_field *result,
                             const void *out);

/* The same, at once for a number of the same bytes: so are most, whatever is moved. */
static inline double aic_answer_change(const struct aic_answer *answer,
                                       const struct aic_field *result, const void *out)
{
    const char *before = (const char *)answer->out + result->offset;
    const char *after = (const char *)out + result->offset;
    bool stays = aic_field_is_number(result) && memcmp(before, after, sizeof(double)) == 0;
    return stays ? 0 : aic_answer_difference(answer, result, out);
}

#endif
