/* SPDX-License-Identifier: Apache-2.0 */
/* Probes: one question evaluated many times with other numbers in some of its inputs. */
#ifndef AICALC_STUDY_PROBE_H
#define AICALC_STUDY_PROBE_H

#include <aicalc/question.h>

struct aic_probe {
    const struct aic_calculator *calculator;
    void *base; /* the inputs as asked, not settled */
    void *in;   /* those of the next evaluation */
    void *out;
    struct aic_notes notes; /* quiet; `error` says why the last evaluation failed */
};

/* Copies the inputs of a question that is not answered yet. Its strings stay the
 * question's, which must live as long. Release with aic_probe_clear() either way. */
bool aic_probe_init(struct aic_probe *probe, const struct aic_question *question,
                    struct aic_error *error);
void aic_probe_clear(struct aic_probe *probe);

/* Back to the question's own values; then single numbers can be set. */
void aic_probe_reset(struct aic_probe *probe);
void aic_probe_set(struct aic_probe *probe, size_t offset, double number);

/* Evaluates; results are in `out`. False: impossible, `notes.error` says why. */
bool aic_probe_run(struct aic_probe *probe);

#endif
