/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a quantity: a number, at most one space, a unit of the dimension. */
#include "core/quantity/quantity.h"

#include <math.h>
#include <string.h>

#include "core/ascii.h"
#include "core/span.h"

/* Bytes outside ASCII count as letters, so that a message names "µs" as a whole. */
static bool is_unit_char(char c)
{
    return aic_is_letter(c) || c == '/' || c == '%' || c == '$' || (unsigned char)c >= 0x80;
}

/* Splits a number and its unit off the head of `text`; false where there is no number. */
static bool split(struct aic_span text, struct aic_part *part)
{
    double ignored;
    size_t number = aic_number_read(text.at, text.length, 0, &ignored);
    size_t start = number;
    if (start + 1 < text.length && text.at[start] == ' ' && is_unit_char(text.at[start + 1])) {
        start++;
    }
    size_t end = start;
    while (end < text.length && is_unit_char(text.at[end])) {
        end++;
    }
    part->number = (struct aic_span){ text.at, number };
    part->unit = (struct aic_span){ text.at + start, end - start };
    part->whole = (struct aic_span){ text.at, end };
    part->rest = (struct aic_span){ text.at + end, text.length - end };
    return number > 0;
}

/* True where all digits before the exponent are 0. */
static bool is_zero(struct aic_span number)
{
    for (size_t i = 0; i < number.length && number.at[i] != 'e' && number.at[i] != 'E'; i++) {
        if (number.at[i] >= '1' && number.at[i] <= '9') {
            return false;
        }
    }
    return true;
}

/* True where a number may stand without a unit: a plain dimension, or 0 and nothing else. */
static bool may_be_bare(const struct aic_reading *reading, const struct aic_part *part)
{
    bool alone = part->number.length == reading->text.length;
    return aic_dimension_is_plain(reading->dimension) || (alone && is_zero(part->number));
}

/* The value of one part in base units, and its unit: NULL for a bare number. */
static bool read_part(const struct aic_reading *reading, const struct aic_part *part,
                      const struct aic_unit **unit, double *value)
{
    static const struct aic_unit one = { "", 0, 1, 1 };
    if (part->unit.length == 0) {
        *unit = NULL;
        if (!may_be_bare(reading, part)) {
            return aic_refuse_bare(reading, part);
        }
    } else {
        *unit = aic_unit_find(reading->dimension, part->unit);
        if (!*unit) {
            return aic_refuse_unit(reading, part);
        }
    }
    const struct aic_unit *factor = *unit ? *unit : &one;
    aic_number_read(part->number.at, part->number.length, factor->exp10, value);
    *value = *value * factor->multiplier / factor->divisor;
    if (isinf(*value) || (*value == 0 && !is_zero(part->number))) {
        return aic_refuse_size(reading, isinf(*value));
    }
    return true;
}

static bool starts_number(struct aic_span text)
{
    return text.length > 0 && (aic_is_digit(text.at[0]) || text.at[0] == '.');
}

/* "0.38-0.43" as "0.38..0.43", "10-20GB/s" as "10GB/s..20GB/s"; false where it is no range. */
static bool spell_range(const struct aic_reading *reading, const struct aic_part *part,
                        struct aic_text *out)
{
    struct aic_span last = { part->rest.at + 1, part->rest.length - 1 };
    double from, to;
    size_t number = aic_number_read(last.at, last.length, 0, &to);
    if (part->rest.at[0] != '-' || number == 0) {
        return false;
    }
    aic_text_add_bytes(out, part->number.at, part->number.length);
    if (part->unit.length > 0) {
        aic_text_add_bytes(out, part->unit.at, part->unit.length);
    } else {
        aic_text_add_bytes(out, last.at + number, last.length - number);
    }
    bool rises = !out->cut &&
                 aic_quantity_read(out->at, out->length, reading->dimension, NULL, &from, NULL) &&
                 aic_quantity_read(last.at, last.length, reading->dimension, NULL, &to, NULL) &&
                 from < to;
    aic_text_add(out, "..");
    aic_text_add_bytes(out, last.at, last.length);
    return rises;
}

static bool refuse_rest(const struct aic_reading *reading, const struct aic_part *part)
{
    char range[64];
    struct aic_text text;
    aic_text_init(&text, range, sizeof range);
    return aic_refuse_rest(reading, part, spell_range(reading, part, &text) ? range : NULL);
}

/* Adds what follows the first part of a time, each in a smaller unit: the 30m of 1h30m. */
static bool add_parts(const struct aic_reading *reading, struct aic_part part,
                      const struct aic_unit *unit, double *value)
{
    double sign = reading->text.at[0] == '-' ? -1 : 1;
    while (part.rest.length > 0) {
        const struct aic_unit *larger = unit;
        struct aic_part next;
        double term = 0;
        if (reading->dimension != AIC_TIME || !starts_number(part.rest) ||
            !split(part.rest, &next)) {
            return refuse_rest(reading, &part);
        }
        if (!read_part(reading, &next, &unit, &term)) {
            return false;
        }
        if (aic_unit_size(unit) >= aic_unit_size(larger)) {
            return aic_refuse_order(reading);
        }
        *value += sign * term;
        part = next;
    }
    return true;
}

/* Longest text whose dollar sign is moved. */
#define PRICE_SIZE 64

/* "$2.5/h" as "2.5$/h" and "$500k" as "500k$", in `out`; other texts as they are. */
static struct aic_span price_of(struct aic_span text, char *out)
{
    double ignored;
    size_t number = 0;
    bool is_price = text.length > 0 && text.at[0] == '$' && text.length < PRICE_SIZE;
    if (is_price && starts_number((struct aic_span){ text.at + 1, text.length - 1 })) {
        number = aic_number_read(text.at + 1, text.length - 1, 0, &ignored);
    }
    if (number == 0) {
        return text;
    }
    if (number + 2 == text.length && strchr("kMB", text.at[number + 1])) {
        number++; /* thousands, millions or billions, and nothing behind */
    }
    memcpy(out, text.at + 1, number);
    out[number] = '$';
    memcpy(out + number + 1, text.at + number + 1, text.length - number - 1);
    return (struct aic_span){ out, text.length };
}

/* One number with its unit, or a sum of times. */
static bool read_sum(const struct aic_reading *typed, double *value)
{
    char price[PRICE_SIZE];
    struct aic_reading reading = *typed;
    const struct aic_unit *unit;
    struct aic_part part;
    reading.text = price_of(typed->text, price);
    if (!split(reading.text, &part)) {
        return aic_refuse_text(&reading);
    }
    if (part.unit.length == 0 && part.rest.length > 0) {
        return refuse_rest(&reading, &part);
    }
    return read_part(&reading, &part, &unit, value) && add_parts(&reading, part, unit, value);
}

/* Bare numbers and at most one quantity with '*' between them: 2*8, 8*80GiB. */
static bool read_product(const struct aic_reading *reading, double *value)
{
    struct aic_span rest = reading->text;
    bool has_unit = false;
    double product = 1;
    for (bool is_last = false; !is_last;) {
        const char *star = memchr(rest.at, '*', rest.length);
        struct aic_reading factor = *reading;
        double number = 0;
        is_last = !star;
        factor.text = (struct aic_span){ rest.at, star ? (size_t)(star - rest.at) : rest.length };
        rest = (struct aic_span){ rest.at + factor.text.length + !is_last,
                                  rest.length - factor.text.length - !is_last };
        factor.text = aic_trimmed(factor.text);
        size_t length = aic_number_read(factor.text.at, factor.text.length, 0, &number);
        bool is_bare = length > 0 && length == factor.text.length;
        if (!is_bare || (is_last && !has_unit)) {
            if (has_unit) {
                return aic_refuse_factors(reading);
            }
            has_unit = true;
            if (!read_sum(&factor, &number)) {
                return false;
            }
        }
        product *= number;
    }
    *value = product;
    return isfinite(product) || aic_refuse_size(reading, true);
}

bool aic_quantity_read_like(const char *text, size_t length, enum aic_dimension dimension,
                            const char *parameter, const char *like, double *value,
                            struct aic_error *error)
{
    struct aic_reading reading = { parameter, dimension, { text, length }, like, 0, error };
    bool is_product = length > 0 && memchr(text, '*', length) != NULL;
    bool (*read)(const struct aic_reading *, double *) = is_product ? read_product : read_sum;
    double result = 0;
    if (read(&reading, &result)) {
        *value = result;
        return true;
    }
    if (error && like && error->code == AIC_ERR_UNIT &&
        aic_quantity_read(like, strlen(like), dimension, NULL, &reading.usual, NULL)) {
        read(&reading, &result); /* fails again, and knows what is usual */
    }
    return false;
}

bool aic_quantity_read(const char *text, size_t length, enum aic_dimension dimension,
                       const char *parameter, double *value, struct aic_error *error)
{
    return aic_quantity_read_like(text, length, dimension, parameter, NULL, value, error);
}
