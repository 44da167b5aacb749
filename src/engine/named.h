/* SPDX-License-Identifier: Apache-2.0 */
/* What of the names in words is known before a question: the fields of a composition that they are. */
#ifndef AICALC_ENGINE_NAMED_H
#define AICALC_ENGINE_NAMED_H

#include <aicalc/calculator.h>

/* Places in the table of inputs, or behind those in the table of results. */
struct aic_named {
    const unsigned short *at;
    size_t count;
};

/*
 * The fields that a field of a composition names in the case of that number, each once, in the order
 * of its words; a result also those that it rests on beside them. As aic_part_find() finds them, but
 * for inputs that hold what the plain one does (aic_part_repeats()): these stand for themselves.
 */
struct aic_named aic_named_in(const struct aic_calculator *calculator, size_t place, size_t number);

/* The k-th input of a composition that results of its parts may feed; the number of inputs at the
 * end. */
size_t aic_fed_at(const struct aic_calculator *calculator, size_t k);

#endif
