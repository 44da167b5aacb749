/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows: the words in which the lists of a calculator are written.
 *
 * A list is included several times, each time with another meaning of its rows: as a table, as the
 * names of the inputs, as the code of compute(). So a result's expression stands once, and the text
 * that --explain and the reference print is the code that ran. docs/architecture.md has a line for
 * each word; here is what their arguments may be.
 *
 * Expressions see every input, every constant and the results above them by name, and `in`, `out`
 * and `notes` for calls. Without a WHEN that holds a result is left out; a result computed from an
 * unset number is left out too, because NaN stays NaN through arithmetic.
 *
 * Results are listed in the order in which they are computed, and shown in the order of the output
 * struct (AIC_SLOT).
 */
#ifndef AICALC_ENGINE_ROWS_H
#define AICALC_ENGINE_ROWS_H

#include <aicalc/calculator_rows.h>
#include <aicalc/field.h>

#include "core/elementary.h"

/* Attributes. */
#define BYTES     .dimension = AIC_BYTES
#define RATE      .dimension = AIC_RATE
#define COUNT     .dimension = AIC_COUNT
#define TOKENS    .dimension = AIC_TOKENS
#define TIME      .dimension = AIC_TIME
#define HOURS     .dimension = AIC_HOURS
#define RATIO     .dimension = AIC_RATIO
#define FLOP      .dimension = AIC_FLOP
#define FLOP_RATE .dimension = AIC_FLOP_RATE
#define POWER     .dimension = AIC_POWER
#define ENERGY    .dimension = AIC_ENERGY
#define CARBON    .dimension = AIC_CARBON
#define MONEY     .dimension = AIC_MONEY
#define UNIT(of)  .unit = of

#define PUBLISHED .basis = AIC_PUBLISHED
#define ESTIMATE  .basis = AIC_ESTIMATE
#define ASSUMED   .basis = AIC_ASSUMED

#define KEY          .flags = AIC_KEY
#define TERM         .flags = AIC_TERM
#define FACTOR       .flags = AIC_FACTOR
#define ABOVE_0      .flags = AIC_ABOVE_MIN
#define DISK         .flags = AIC_DISK
#define DISK_TERM    .flags = AIC_DISK | AIC_TERM
#define DISK_ABOVE_0 .flags = AIC_DISK | AIC_ABOVE_MIN
#define FLAGS(these) .flags = these

#define DEFAULT(text)   .default_text = text
#define EXAMPLE(text)   .example = text
#define USUAL(symbol)   .usual = symbol
#define AT_LEAST(value) .min = value
#define AT_MOST(value)  .max = value
#define CHOICES(names)  .choices = names
#define SPELT(words)    .spelt = words
#define CATALOG(kind)   .catalog = kind
#define PREFIX(names)   .prefix = names
#define FED_BY(results) .fed_by = results

#define PRESET(values) .preset = values
/* Of a result of which less, or more, is better with all else equal; of a flag, that it holds. */
#define LESS_IS_BETTER .better = AIC_LESS_IS_BETTER
#define MORE_IS_BETTER .better = AIC_MORE_IS_BETTER

#define PART_OF(whole) .part_of = whole
/* What a call does, in place of its text. */
#define SENTENCE(words) .sentence = words
#define TAKEN_OFF(part) .taken_off = part
#define RESTS_ON(names) .rests_on = names

/*
 * What expressions may call; the names are those that --explain prints. Rounding takes a quotient
 * that is off a whole number by 1e-12 of itself as that number, so that one bit adds no node.
 */
#define up(x)   ceil((x) * (1 - 1e-12))
#define down(x) floor((x) * (1 + 1e-12))

/* Of two to four numbers; one that is unset does not count. As fmin() and fmax(), but inlined. The functions
 * have the names of the macros, so that formulas of rows within macros read alike. */
static inline double min(double a, double b)
{
    return a < b || isnan(b) ? a : b;
}
static inline double max(double a, double b)
{
    return a > b || isnan(b) ? a : b;
}
#define PICK_4(a, b, c, d, name, ...) name
#define min(...)                      PICK_4(__VA_ARGS__, min_4, min_3, min, )(__VA_ARGS__)
#define max(...)                      PICK_4(__VA_ARGS__, max_4, max_3, max, )(__VA_ARGS__)
#define min_3(a, b, c)                min(a, min(b, c))
#define min_4(a, b, c, d)             min(min(a, b), min(c, d))
#define max_3(a, b, c)                max(a, max(b, c))
#define max_4(a, b, c, d)             max(max(a, b), max(c, d))

/* The first screen: the first sentence whose condition holds, and the first eight results that are
 * known and whose condition holds, by their place in the table. */
void aic_screen_say(struct aic_screen *screen, bool holds, const char *sentence);
void aic_screen_show(struct aic_screen *screen, size_t result, bool is_known, bool holds);

/* Whether an input or a result has a value. */
static inline bool aic_known_number(double value)
{
    return !isnan(value);
}
static inline bool aic_known_choice(int value)
{
    return value >= 0;
}
static inline bool aic_known_flag(aic_flag value)
{
    return value >= 0;
}
static inline bool aic_known_name(const char *name)
{
    return name != NULL;
}
#define known(x)                                                                                   \
    _Generic((x), double                                                                           \
             : aic_known_number, int                                                               \
             : aic_known_choice, aic_flag                                                          \
             : aic_known_flag, const char *                                                        \
             : aic_known_name)(x)

/* The expression of a case in which a number is left out, though a later case would give one. */
#define unset NAN

/* Where the value of an input came from: derived or the table's default; the user; a catalog. */
#define is_default(input)      (AIC_ORIGIN(in, MEMBER(input)) == AIC_FROM_DEFAULT)
#define is_given(input)        AIC_GIVEN(in, MEMBER(input))
#define is_from_catalog(input) (AIC_ORIGIN(in, MEMBER(input)) == AIC_FROM_CATALOG)

/* `x`, or `otherwise` where it has no value. A function, so that rows of macros keep its name. */
static inline double value_or(double x, double otherwise)
{
    return aic_or(x, otherwise);
}

/* `x` where it is above 0, otherwise unset: a limit, a time or a need of 0 is none. */
static inline double aic_positive(double x)
{
    return x > 0 ? x : NAN;
}
#define positive(x) aic_positive(x)

/* The sum of those that have a value; unset where none has. */
static inline double aic_sum(double a, double b)
{
    return isnan(a) && isnan(b) ? NAN : aic_or(a, 0) + aic_or(b, 0);
}
#define sum(...)       PICK_4(__VA_ARGS__, , sum_3, aic_sum, )(__VA_ARGS__)
#define sum_3(a, b, c) aic_sum(aic_sum(a, b), c)

/* Flags. */
enum { no = 0, yes = 1 };

/* C types and unset values of the kinds. */
#define TYPE_REAL      double
#define TYPE_INTEGER   double
#define TYPE_CHOICE    int
#define TYPE_FLAG      aic_flag
#define TYPE_REFERENCE struct aic_name
#define UNSET_REAL     ((double)NAN)
#define UNSET_INTEGER  ((double)NAN)
#define UNSET_CHOICE   (-1)
#define UNSET_FLAG     (-1)

/* The list in parentheses, without them. */
#define UNPACKED(...) __VA_ARGS__
#define EXPANDED(...) __VA_ARGS__

/* Where the member of a row lies in the input struct: lists of a nested struct define it anew. */
#define MEMBER(name) name

/* Place of a result in its table: that of its member in the output struct. */
#define SLOT_OF(name)                                                                              \
    (offsetof(OUT, name) / sizeof(double) +                                                        \
     0 * sizeof(char[offsetof(OUT, name) % sizeof(double) == 0 ? 1 : -1]))

/* The list of that name in the folder of the calculator, as a path for #include. */
/* clang-format off */
#define ROWS_OF(list)     ROWS_FILE(calculators/CALCULATOR/list.inc)
/* clang-format on */
#define ROWS_FILE(path)   ROWS_STRING(path)
#define ROWS_STRING(path) #path

/* Some lists of results have parts that are evaluated alone too, between `#if WANTED(X_PART)` and
 * `#endif`. Who wants only some of them defines ONLY, such as (X_PART | Y_PART), before the list is
 * included; the list undefines it. */
#define WANTED(parts) (!(ONLY) || (ONLY) & (parts))

#define JOINED(a, b)   JOINED_(a, b)
#define JOINED_(a, b)  a##b
#define START_OF(line) JOINED(GROUP_, line)

#define LENGTH_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
