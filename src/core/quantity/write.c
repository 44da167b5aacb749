/* SPDX-License-Identifier: Apache-2.0 */
/* Writing a quantity for people: which unit, and how many digits. */
#include "core/quantity/quantity.h"

#include <math.h>
#include <string.h>

/* Significant digits of tables, and of prices, which are compared with price lists. */
#define DIGITS       4
#define PRICE_DIGITS 6

/* Counts from here on are written with k, M, B or T: seven digits can still be read at a glance. */
#define LETTERS_FROM 1e7

/* Cents are written from one dollar up to what leaves them exact. */
#define CENTS_FROM  1.0
#define CENTS_BELOW 1e13

/* Just below a unit its four digits would be rounded up to it: 999.96 kB is 1.000 MB. */
#define ROUNDS_UP 0.99995

/* To be read: letters from here on; above a hundred dollars nobody reads cents. */
#define MILLIONS_FROM      1e6
#define WHOLE_DOLLARS_FROM 100.0
#define PERCENT_STEPS      1e6 /* 100 times 0.07 is not 7 */

enum notation {
    IN_CHOSEN_UNIT, /* "40.00 GiB" */
    AS_COUNT,       /* "131072 token": in full where it is whole and not too long, else "15T" */
    AS_MONEY,       /* "1234.56 USD" */
    AS_PRICE        /* "0.023 USD/GiB/mo" */
};

static enum notation notation_of(enum aic_dimension dimension)
{
    switch (dimension) {
    case AIC_MONEY:
    case AIC_MONEY_RATE:
    case AIC_MONEY_PER_DAY:
    case AIC_MONEY_PER_MONTH:
    case AIC_MONEY_PER_YEAR:
    case AIC_MONEY_PER_TB:
        return AS_MONEY;
    case AIC_COUNT:
    case AIC_TOKENS:
    case AIC_COUNT_RATE:
    case AIC_RATIO:
    case AIC_CARBON_INTENSITY:
    case AIC_PER_DAY:
    case AIC_TOKENS_PER_DAY:
    case AIC_HOURS:
    case AIC_HOURS_PER_DAY:
        return AS_COUNT;
    default:
        return aic_dimension_is_price(dimension) ? AS_PRICE : IN_CHOSEN_UNIT;
    }
}

/* Exactly these digits, zeros at the end included. */
static void add_rounded(struct aic_text *text, double value, int digits)
{
    char number[AIC_NUMBER_SIZE];
    aic_text_add_bytes(text, number, aic_number_write_short(number, value, digits));
}

/* The number itself where so many digits hold it, without zeros at the end; else rounded. */
static void add_digits(struct aic_text *text, double value, int digits)
{
    char number[AIC_NUMBER_SIZE];
    double read = NAN;
    size_t length = aic_number_write_short(number, value, digits);
    aic_number_read(number, length, 0, &read);
    if (read == value) {
        length = aic_number_write(number, value);
    }
    aic_text_add_bytes(text, number, length);
}

/* A long count in millions and so on: "70.55B". */
static void add_with_letter(struct aic_text *text, double value)
{
    static const struct {
        double size;
        char letter;
    } letters[] = { { 1e12, 'T' }, { 1e9, 'B' }, { 1e6, 'M' } };
    size_t i = 0;
    while (fabs(value) < letters[i].size * ROUNDS_UP) {
        i++;
    }
    add_digits(text, value / letters[i].size, DIGITS);
    aic_text_add_bytes(text, &letters[i].letter, 1);
}

static void add_count(struct aic_text *text, double value, enum aic_dimension dimension)
{
    bool has_letters = dimension == AIC_COUNT || dimension == AIC_TOKENS;
    if (has_letters && fabs(value) >= LETTERS_FROM) {
        add_with_letter(text, value);
    } else {
        add_digits(text, value, DIGITS);
    }
}

static void add_money(struct aic_text *text, double value)
{
    double magnitude = fabs(value);
    if (!(magnitude >= CENTS_FROM && magnitude < CENTS_BELOW)) {
        add_digits(text, value, DIGITS);
        return;
    }
    double cents = nearbyint(magnitude * 100);
    double whole = floor(cents / 100);
    int rest = (int)(cents - whole * 100);
    aic_text_format(text, "%s%g.%d%d", value < 0 ? "-" : "", whole, rest / 10, rest % 10);
}

/* The largest unit of the style of which there is enough; the smallest for less than that. */
static const struct aic_unit *choose_unit(double value, enum aic_dimension dimension,
                                          enum aic_unit_style style)
{
    const struct aic_dimension_info *info = aic_dimension_info(dimension);
    const struct aic_unit *chosen = NULL;
    double largest = 0;
    for (size_t i = 0; i < info->count; i++) {
        const struct aic_unit_row *row = &info->units[i];
        unsigned from = style == AIC_UNITS_IEC ? row->iec_from : row->si_from;
        double size = aic_unit_size(&row->unit);
        bool enough = fabs(value) >= from * size * ROUNDS_UP && size > largest;
        if (from > 0 && (!chosen || enough)) {
            chosen = &row->unit;
            largest = size;
        }
    }
    return chosen;
}

static void add_in_chosen_unit(struct aic_text *text, double value, enum aic_dimension dimension,
                               enum aic_unit_style style)
{
    const struct aic_unit *unit = choose_unit(value, dimension, style);
    double size = aic_unit_size(unit);
    if (value == 0 || (size == 1 && value == floor(value))) {
        aic_text_add_number(text, value);
    } else {
        add_rounded(text, value / size, DIGITS);
    }
    aic_text_format(text, " %s", value == 0 ? aic_dimension_base(dimension) : unit->symbol);
}

/* The word behind a number that is in base units; what only says "1" is left out. */
static void add_base_unit(struct aic_text *text, enum aic_dimension dimension, const char *unit)
{
    const char *word = aic_dimension_is_plain(dimension) ? "" : aic_dimension_base(dimension);
    if (unit && notation_of(dimension) == AS_COUNT) {
        word = unit;
    }
    word += word[0] == '1';
    if (word[0]) {
        aic_text_format(text, " %s", word);
    }
}

size_t aic_quantity_write(char *out, size_t capacity, double value, enum aic_dimension dimension,
                          const char *unit, enum aic_unit_style style)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    enum notation notation = notation_of(dimension);
    if (style == AIC_UNITS_RAW) {
        aic_text_add_number(&text, value);
    } else if (notation == IN_CHOSEN_UNIT) {
        add_in_chosen_unit(&text, value, dimension, style);
        return text.length;
    } else if (notation == AS_MONEY) {
        add_money(&text, value);
    } else if (notation == AS_PRICE) {
        add_digits(&text, value, PRICE_DIGITS);
    } else {
        add_count(&text, value, dimension);
    }
    add_base_unit(&text, dimension, unit);
    return text.length;
}

/* Dollars to be read: cents below a hundred, "12,345" below 100,000, letters from a million on. */
static void add_dollars(struct aic_text *text, double value)
{
    double magnitude = fabs(value);
    aic_text_add(text, value < 0 ? "-$" : "$");
    if (magnitude >= MILLIONS_FROM * ROUNDS_UP) {
        add_with_letter(text, magnitude);
    } else if (magnitude < WHOLE_DOLLARS_FROM) {
        add_money(text, magnitude);
    } else {
        double dollars = nearbyint(magnitude);
        double thousands = floor(dollars / 1000);
        double rest = dollars - 1000 * thousands;
        if (thousands > 0) {
            aic_text_format(text, "%g,%s%g", thousands,
                            rest < 10    ? "00"
                            : rest < 100 ? "0"
                                         : "",
                            rest);
        } else {
            aic_text_format(text, "%g", dollars);
        }
    }
}

/* The time behind an amount of money: "/h" of USD/h. */
static const char *time_of(enum aic_dimension dimension)
{
    const char *slash = strchr(aic_dimension_base(dimension), '/');
    return slash ? slash : "";
}

size_t aic_quantity_show(char *out, size_t capacity, double value, enum aic_dimension dimension,
                         const char *unit, enum aic_unit_style style, bool is_share)
{
    struct aic_text text;
    enum notation notation = notation_of(dimension);
    aic_text_init(&text, out, capacity);
    if (style != AIC_UNITS_RAW && notation == AS_MONEY) {
        add_dollars(&text, value);
        aic_text_add(&text, time_of(dimension));
    } else if (style != AIC_UNITS_RAW && is_share) {
        add_digits(&text, nearbyint(100 * value * PERCENT_STEPS) / PERCENT_STEPS, DIGITS);
        aic_text_add(&text, " %");
    } else if (style != AIC_UNITS_RAW && notation == AS_COUNT && fabs(value) >= MILLIONS_FROM) {
        add_with_letter(&text, value);
        add_base_unit(&text, dimension, unit);
    } else {
        return aic_quantity_write(out, capacity, value, dimension, unit, style);
    }
    return text.length;
}
