/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Quantities: numbers with a dimension, and the units people write them in.
 *
 * Inside the library every value is a double in the base unit of its
 * dimension. Units are case-sensitive and say what they mean: 10^9 B is GB,
 * 2^30 B is GiB, and a bare `80G` is refused.
 */
#ifndef AICALC_QUANTITY_H
#define AICALC_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

#include <aicalc/error.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum aic_dimension {
    AIC_COUNT,              /* 1; k M B T */
    AIC_TOKENS,             /* token; as count, and Ki Mi */
    AIC_BYTES,              /* B */
    AIC_RATE,               /* B/s */
    AIC_COUNT_RATE,         /* 1/s */
    AIC_TIME,               /* s */
    AIC_RATIO,              /* 1; % */
    AIC_FLOP,               /* FLOP */
    AIC_FLOP_RATE,          /* FLOP/s */
    AIC_POWER,              /* W */
    AIC_ENERGY,             /* J */
    AIC_CARBON,             /* g */
    AIC_CARBON_INTENSITY,   /* g/kWh */
    AIC_MONEY,              /* USD */
    AIC_MONEY_RATE,         /* USD/h */
    AIC_ENERGY_PRICE,       /* USD/kWh */
    AIC_STORAGE_PRICE,      /* USD/GiB/mo */
    AIC_TRANSFER_PRICE,     /* USD/GiB */
    AIC_REQUEST_PRICE,      /* USD/kreq */
    AIC_OBJECT_PRICE,       /* USD/kobj/mo */
    AIC_THROUGHPUT_PRICE,   /* USD/MB/s/mo */
    AIC_IOPS_PRICE,         /* USD/IOPS/mo */
    AIC_POWER_PRICE,        /* USD/kW/mo */
    AIC_THROUGHPUT_DENSITY, /* B/s/TiB */
    /* Units in which results are given and budgets are set. */
    AIC_BYTES_PER_DAY,   /* B/d */
    AIC_PER_DAY,         /* 1/d */
    AIC_TOKENS_PER_DAY,  /* token/d */
    AIC_HOURS,           /* h */
    AIC_HOURS_PER_DAY,   /* h/d */
    AIC_MONEY_PER_DAY,   /* USD/d */
    AIC_MONEY_PER_MONTH, /* USD/mo */
    AIC_MONEY_PER_YEAR,  /* USD/y */
    AIC_MONEY_PER_TB,    /* USD/TB */
    AIC_DIMENSIONS       /* how many there are */
};

/* One way to write a quantity: value * 10^exp10 * multiplier / divisor. */
struct aic_unit {
    const char *symbol;
    int exp10;
    double multiplier;
    double divisor;
};

/* Room for any text that aic_quantity_write() makes, with its NUL. */
#define AIC_QUANTITY_SIZE 64

/* How tables print: as the row prefers, all decimal, all binary, base units. */
enum aic_unit_style { AIC_UNITS_AUTO, AIC_UNITS_SI, AIC_UNITS_IEC, AIC_UNITS_RAW };

/* Name of a dimension as users type it (`units rate`), its base unit, an example. */
const char *aic_dimension_name(enum aic_dimension dimension);
const char *aic_dimension_base(enum aic_dimension dimension);
const char *aic_dimension_example(enum aic_dimension dimension);

/* Units of a dimension in the order of `aicalc units`; NULL at and after the end. */
const struct aic_unit *aic_dimension_unit(enum aic_dimension dimension, size_t index);

/* True for money and everything that is sold: what a catalog dates. */
bool aic_dimension_is_price(enum aic_dimension dimension);

/* The unit in which people mean a bare number, "USD/h" of prices of machines; NULL: they must say. */
const char *aic_dimension_usual(enum aic_dimension dimension);

/* True where a bare number is a quantity (counts, tokens, ratios). */
bool aic_dimension_is_plain(enum aic_dimension dimension);

/*
 * Reads text[0..length) as a quantity of `dimension`, in base units: a number as
 * of aic_number_read(), at most one space, a unit. Only a plain dimension and
 * zero need no unit. A time may be a sum of falling units: 1h30m. Factors may stand before or
 * behind: 2*8, 8*80GiB; and $2.5/h is 2.5$/h. `parameter`
 * names the field in the error (may be NULL). On failure `value` is left alone.
 * Fails with AIC_ERR_VALUE (no number, or more than a quantity), AIC_ERR_UNIT
 * or AIC_ERR_RANGE (overflow, or too small to be told from 0).
 */
bool aic_quantity_read(const char *text, size_t length, enum aic_dimension dimension,
                       const char *parameter, double *value, struct aic_error *error);

/* The same; of units that may have been meant, hints take those that come near `like` (a text, may
 * be NULL). */
bool aic_quantity_read_like(const char *text, size_t length, enum aic_dimension dimension,
                            const char *parameter, const char *like, double *value,
                            struct aic_error *error);

/*
 * Writes a quantity for people: four significant digits and the unit that
 * suits its size, such as "40.00 GiB" or "12.50 h"; whole counts in full, money
 * with cents, prices with six digits and in the unit in which they are sold.
 * IEC chooses KiB to EiB for bytes, AUTO and SI kB to EB; RAW writes the exact
 * number and the base unit. `unit` names what a count counts, and may have a
 * time: "layer", "token/s" (NULL or "1": nothing). Returns the length. Without such
 * a word aic_quantity_read() reads what this writes.
 */
size_t aic_quantity_write(char *out, size_t capacity, double value, enum aic_dimension dimension,
                          const char *unit, enum aic_unit_style style);

/*
 * The same to be read, not to be typed: "$56.4M" and "$2,480", "28.2M h", "1.27M token/s"; a
 * ratio that is a share in percent, "90.4 %". RAW as above.
 */
size_t aic_quantity_show(char *out, size_t capacity, double value, enum aic_dimension dimension,
                         const char *unit, enum aic_unit_style style, bool is_share);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
