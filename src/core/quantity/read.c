/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a quantity: a number, at most one space, a unit of the dimension. */
#include "core/quantity/quantity.h"

#include <math.h>

#include "core/ascii.h"

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
            return aic_refuse_rest(reading, &part);
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

bool aic_quantity_read(const char *text, size_t length, enum aic_dimension dimension,
                       const char *parameter, double *value, struct aic_error *error)
{
    const struct aic_reading reading = { parameter, dimension, { text, length }, error };
    const struct aic_unit *unit;
    struct aic_part part;
    double result = 0;
    if (!split(reading.text, &part)) {
        return aic_refuse_text(&reading);
    }
    if (part.unit.length == 0 && part.rest.length > 0) {
        return aic_refuse_rest(&reading, &part);
    }
    if (!read_part(&reading, &part, &unit, &result) || !add_parts(&reading, part, unit, &result)) {
        return false;
    }
    *value = result;
    return true;
}
