/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comparisons: what differs between two answers of the same calculator.
 *
 * An answer is a JSON document of schema "aicalc/1" with `inputs` and
 * `results`. A calculator or a field that this library does not know is
 * compared like any other: only the documents speak.
 */
#ifndef AICALC_DIFF_H
#define AICALC_DIFF_H

#include <aicalc/json.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum aic_diff_part { AIC_DIFF_INPUT, AIC_DIFF_RESULT, AIC_DIFF_WARNING, AIC_DIFF_PARTS };

/* One thing that differs. */
struct aic_difference {
    enum aic_diff_part part;
    const char *name;                    /* of the input or result; the id of a warning */
    const struct aic_json_value *before; /* its object in the first answer; NULL: it came */
    const struct aic_json_value *after;  /* its object in the second answer; NULL: it went */
    double absolute; /* after - before; NaN where they are no numbers of one unit */
    double relative; /* that over the size of `before`; NaN where that is 0 too */
};

/* All that differs: inputs, then results, then warnings, each in the answers' order. */
struct aic_diff {
    const char *calculator;
    struct aic_difference *rows;
    size_t count;
};

/*
 * Compares two answers. An input or result differs where its value, unit or
 * range does: the origin and the basis alone make no difference. A warning differs where
 * one answer has more of that id.
 *
 * Names and nodes point into the documents, which must outlive the comparison.
 * Fails where a document is no answer of one case, or the calculators are two.
 * Release with aic_diff_clear(), also after a failure.
 */
bool aic_diff_init(struct aic_diff *diff, const struct aic_json *before,
                   const struct aic_json *after, struct aic_error *error);
void aic_diff_clear(struct aic_diff *diff);

/* The value of a member of an answer that is a number, text, true, false or null (no upper limit);
 * NULL: not there. */
const struct aic_json_value *aic_diff_value(const struct aic_json_value *member);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
