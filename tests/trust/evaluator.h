/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A test-only evaluator of formula texts: what --explain prints, computed.
 *
 *     comparison: sum [ <= < >= > == != sum ]
 *     sum:        product { + - product }
 *     product:    factor { * / factor }
 *     factor:     - factor | number | name | function(comparison, ...) | ( comparison )
 *
 * Every value carries a bound of its rounding error, so that a difference of two
 * large numbers is compared with the digits that it can have.
 */
#ifndef AICALC_TESTS_EVALUATOR_H
#define AICALC_TESTS_EVALUATOR_H

#include <aicalc/answer.h>

struct trust_number {
    double value;
    double error; /* bound of the rounding error, absolute */
    bool unsure;  /* a comparison or a rounding was decided by less than the error */
};

/*
 * Evaluates one alternative with the values of the answer. NULL: done. Otherwise what is
 * wrong with the text: no expression, an unknown function, a name without a value.
 */
const char *trust_evaluate(const struct aic_answer *answer, struct aic_span formula,
                           struct trust_number *number);

/* How a formula and a result compare. */
enum trust_match {
    TRUST_SAME,      /* to 1e-12 of the value */
    TRUST_CANCELLED, /* within the rounding error, which cancellation made larger than that */
    TRUST_UNDECIDED, /* a step hangs on a rounding, or no digits are left */
    TRUST_OTHER
};
enum trust_match trust_compare(struct trust_number formula, double result);

#endif
