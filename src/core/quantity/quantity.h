/* SPDX-License-Identifier: Apache-2.0 */
/* Quantities inside: the table of dimensions and units, and the messages for a wrong text. */
#ifndef AICALC_CORE_QUANTITY_H
#define AICALC_CORE_QUANTITY_H

#include <aicalc/quantity.h>
#include <aicalc/text.h>

/* A unit, and from how many of it on tables choose it, in either style; 0: never. */
struct aic_unit_row {
    struct aic_unit unit;
    unsigned char si_from, iec_from;
};

#define AIC_UNIT_HINTS 3

struct aic_dimension_info {
    const char *name;                  /* as users type it */
    const char *noun;                  /* what a quantity of it is: "a time" */
    const char *base;                  /* base unit as JSON shows it */
    const char *example;               /* a quantity as users type it */
    const char *hints[AIC_UNIT_HINTS]; /* units to propose for a bare number; NULL: no more */
    const struct aic_unit_row *units;
    size_t count;
    const char *usual; /* the unit that a bare number has; NULL: none */
};

const struct aic_dimension_info *aic_dimension_info(enum aic_dimension dimension);

/* The unit spelt exactly so, or NULL. */
const struct aic_unit *aic_unit_find(enum aic_dimension dimension, struct aic_span symbol);

/* One of the unit in base units. */
double aic_unit_size(const struct aic_unit *unit);

/* A quantity being read: what the messages need to know. */
struct aic_reading {
    const char *parameter; /* may be NULL */
    enum aic_dimension dimension;
    struct aic_span text;
    const char *like;        /* a plausible value, for hints; may be NULL */
    double usual;            /* that value, where it is wanted; not above 0: not known */
    struct aic_error *error; /* may be NULL */
};

/* A number with its unit, at the head of a text. */
struct aic_part {
    struct aic_span number, unit; /* the unit may be empty */
    struct aic_span whole;        /* both, and the space between them */
    struct aic_span rest;         /* what follows */
};

/* Each says what is wrong and what to type instead, and returns false. */
bool aic_refuse_text(const struct aic_reading *reading);
bool aic_refuse_rest(const struct aic_reading *reading, const struct aic_part *part,
                     const char *range); /* what the whole would be as a range; NULL: none */
bool aic_refuse_bare(const struct aic_reading *reading, const struct aic_part *part);
bool aic_refuse_unit(const struct aic_reading *reading, const struct aic_part *part);
bool aic_refuse_size(const struct aic_reading *reading, bool too_large);
bool aic_refuse_order(const struct aic_reading *reading);
bool aic_refuse_factors(const struct aic_reading *reading);

#endif
