/* SPDX-License-Identifier: Apache-2.0 */
/* Files of weights: what is read keeps its promises, what is refused says why. */
#ifndef FUZZ_WEIGHTS_H
#define FUZZ_WEIGHTS_H

#include "fuzz.h"

/* Sums of parts and of number formats are the same bytes, and nothing is negative. */
static void check_stored(const struct aic_model_file *file)
{
    double parts = 0, types = 0;
    for (int part = 0; part < AIC_PARTS; part++) {
        must(!(file->stored.bytes[part] <= 0) && !(file->stored.counted[part] <= 0));
        parts += aic_or(file->stored.bytes[part], 0);
    }
    for (int type = 0; type < AIC_TYPES; type++) {
        must(!(file->stored.by_type[type] <= 0));
        types += aic_or(file->stored.by_type[type], 0);
    }
    must(parts == types);
}

static void fuzz_weights(const char *name, const char *bytes, size_t size)
{
    static struct aic_model_file file;
    static struct aic_question question;
    struct aic_error error = { 0 };
    if (!aic_model_text_read(name, bytes, size, &file, &error)) {
        must_explain(&error);
        return;
    }
    check_stored(&file);
    struct aic_answer answer = { 0 };
    if (!aic_question_init(&question, aic_calculator_find("model"), &error) ||
        !aic_model_file_apply(&question, &file, &error) ||
        !aic_answer_init(&answer, &question, &error)) {
        must_explain(&error);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
}

#endif
