/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages for a text that is no quantity of its dimension: what it is
 * instead, if that is known, and what the user may have meant.
 */
#include "core/quantity/quantity.h"

#include <stdint.h>
#include <string.h>

#include "core/ascii.h"
#include "core/elementary.h"
#include "core/utf8.h"

/* Part of the user's text for a message. */
struct quote {
    char text[48];
};

static struct quote quote(struct aic_span span)
{
    struct quote quote = { "" };
    aic_utf8_excerpt(quote.text, sizeof quote.text, span.at, span.length);
    return quote;
}

/* aic_fail() with the parameter in front of the message. */
static bool refuse(const struct aic_reading *reading, enum aic_code code, const char *format, ...)
    AIC_PRINTF(3, 4);

static bool refuse(const struct aic_reading *reading, enum aic_code code, const char *format, ...)
{
    char message[sizeof((struct aic_error *)0)->message];
    struct aic_text text;
    aic_text_init(&text, message, sizeof message);
    if (reading->parameter) {
        aic_text_format(&text, "%s: ", reading->parameter);
    }
    va_list arguments;
    va_start(arguments, format);
    aic_text_vformat(&text, format, arguments);
    va_end(arguments);
    return aic_fail(reading->error, code, reading->parameter, "%s", message);
}

static bool suggest_example(const struct aic_reading *reading)
{
    return aic_suggest(reading->error, "write for example %s",
                       reading->like ? reading->like : aic_dimension_example(reading->dimension));
}

/* True where the text starts with `word`, which is in lower case. */
static bool starts_with(struct aic_span text, const char *word)
{
    size_t length = strlen(word);
    if (text.length < length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (aic_lower(text.at[i]) != word[i]) {
            return false;
        }
    }
    return true;
}

bool aic_refuse_text(const struct aic_reading *reading)
{
    struct aic_span word = reading->text;
    if (word.length == 0) {
        refuse(reading, AIC_ERR_VALUE, "the value is empty");
        return suggest_example(reading);
    }
    if (word.at[0] == '+' || word.at[0] == '-') {
        word.at++;
        word.length--;
    }
    bool not_finite = starts_with(word, "inf") || starts_with(word, "nan");
    refuse(reading, AIC_ERR_VALUE, "'%s' is not a %snumber", quote(reading->text).text,
           not_finite ? "finite " : "");
    return suggest_example(reading);
}

bool aic_refuse_rest(const struct aic_reading *reading, const struct aic_part *part,
                     const char *range)
{
    refuse(reading, AIC_ERR_VALUE, "'%s' is not understood after '%s'", quote(part->rest).text,
           quote(part->whole).text);
    if (range) {
        return aic_suggest(reading->error, "a range has two dots: %s", range);
    }
    if (part->unit.length == 0 && part->rest.at[0] == ',') {
        return aic_suggest(reading->error, "write 1_000 or 1000 for a thousand, 0.5 for a half");
    }
    if (part->unit.length == 0 && part->rest.length == 2 && strncmp(part->rest.at, ":1", 2) == 0) {
        return aic_suggest(reading->error, "write %s for %s:1", quote(part->whole).text,
                           quote(part->whole).text);
    }
    return suggest_example(reading);
}

bool aic_refuse_size(const struct aic_reading *reading, bool too_large)
{
    struct quote text = quote(reading->text);
    if (too_large) {
        refuse(reading, AIC_ERR_RANGE, "'%s' is too large for a number", text.text);
        return aic_suggest(reading->error, "the limit is about 1.8e308 base units");
    }
    refuse(reading, AIC_ERR_RANGE, "'%s' is too small to be distinguished from 0", text.text);
    return aic_suggest(reading->error, "write 0 if nothing is meant");
}

bool aic_refuse_factors(const struct aic_reading *reading)
{
    refuse(reading, AIC_ERR_UNIT, "'%s' has more than one factor with a unit",
           quote(reading->text).text);
    return aic_suggest(reading->error, "write a unit behind one of the factors");
}

bool aic_refuse_order(const struct aic_reading *reading)
{
    refuse(reading, AIC_ERR_UNIT, "'%s' does not go from large units to small ones",
           quote(reading->text).text);
    return suggest_example(reading);
}

/* Units that may have been meant, to be listed with the number. */
#define CHOICES_MAX 3

/* From here on a number without a unit is taken for one in the base unit. */
#define LARGE 1e6

struct choices {
    const struct aic_unit *units[CHOICES_MAX];
    size_t count;
};

/* ", " or " or " in front of the i-th choice. */
static const char *before(const struct choices *choices, size_t i)
{
    return i == 0 ? "" : i + 1 == choices->count ? " or " : ", ";
}

static bool is_of_bytes(enum aic_dimension dimension)
{
    return aic_dimension_base(dimension)[0] == 'B';
}

static bool is_of_bits(const struct aic_unit *unit)
{
    return unit->divisor == 8;
}

/* " (10^9 bytes)", " (2^30 bytes)": what the letters of a unit of bytes prove. */
static void add_meaning(struct aic_text *text, const struct aic_unit *unit)
{
    bool binary = unit->multiplier > 1;
    aic_text_format(text, " (%d^%d %s)", binary ? 2 : 10,
                    binary ? ilogb(unit->multiplier) : unit->exp10,
                    is_of_bits(unit) ? "bits" : "bytes");
}

/* "write 80GB (10^9 bytes) or 80GiB (2^30 bytes)". Returns false. */
static bool suggest_choices(const struct aic_reading *reading, struct aic_span number,
                            const struct choices *choices)
{
    char list[sizeof((struct aic_error *)0)->suggestion];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    for (size_t i = 0; i < choices->count; i++) {
        aic_text_format(&text, "%s%s%s", before(choices, i), quote(number).text,
                        choices->units[i]->symbol);
        if (is_of_bytes(reading->dimension) && aic_unit_size(choices->units[i]) != 1) {
            add_meaning(&text, choices->units[i]);
        }
    }
    return aic_suggest(reading->error, "write %s", list);
}

/* How far off the plausible value a number is in this unit, as a factor in logarithms. */
static double distance(double number, const struct aic_unit *unit, double usual)
{
    return fabs(log(number * aic_unit_size(unit) / usual));
}

static void add_choice(struct choices *choices, const struct aic_unit *unit, double number,
                       double usual)
{
    size_t i = choices->count++;
    for (; i > 0 && distance(number, choices->units[i - 1], usual) > distance(number, unit, usual);
         i--) {
        choices->units[i] = choices->units[i - 1];
    }
    choices->units[i] = unit;
}

/* The hints with another prefix: "TB", "TiB" for "GB", "GiB". */
static struct choices with_prefix(const struct aic_dimension_info *info, char prefix,
                                  enum aic_dimension dimension, double number, double usual)
{
    struct choices choices = { .count = 0 };
    for (size_t i = 0; i < AIC_UNIT_HINTS && info->hints[i]; i++) {
        struct quote symbol = quote((struct aic_span){ info->hints[i], strlen(info->hints[i]) });
        symbol.text[0] = prefix == 'k' && symbol.text[1] == 'i' ? 'K' : prefix;
        const struct aic_unit *unit =
            aic_unit_find(dimension, (struct aic_span){ symbol.text, strlen(symbol.text) });
        if (unit) {
            add_choice(&choices, unit, number, usual);
        }
    }
    return choices;
}

/* The units of bytes that differ in nothing but what their letters count, the nearest first. */
static struct choices plausible_bytes(enum aic_dimension dimension, double number, double usual)
{
    static const char prefixes[] = "kMGTPE";
    const struct aic_dimension_info *info = aic_dimension_info(dimension);
    struct choices best = { .count = 0 };
    for (const char *prefix = prefixes; *prefix; prefix++) {
        struct choices found = with_prefix(info, *prefix, dimension, number, usual);
        if (best.count == 0 || (found.count > 0 && distance(number, found.units[0], usual) <
                                                       distance(number, best.units[0], usual))) {
            best = found;
        }
    }
    return best;
}

/* The unit that people write first: "/s" for a rate, where "M/d" is as near. NULL: none. */
static const struct aic_unit *first_hint(enum aic_dimension dimension)
{
    const char *symbol = aic_dimension_info(dimension)->hints[0];
    return symbol ? aic_unit_find(dimension, (struct aic_span){ symbol, strlen(symbol) }) : NULL;
}

/* What makes a number a plausible value of its field; none where that is not known. */
static struct choices plausible_units(const struct aic_reading *reading, struct aic_span text)
{
    struct choices choices = { .count = 0 };
    double usual = reading->usual, number = 0;
    aic_number_read(text.at, text.length, 0, &number);
    number = fabs(number);
    if (number == 0 || !(usual > 0)) {
        return choices;
    }
    if (is_of_bytes(reading->dimension)) {
        return plausible_bytes(reading->dimension, number, usual);
    }
    const struct aic_unit *unit, *best = aic_dimension_unit(reading->dimension, 0);
    for (size_t i = 1; (unit = aic_dimension_unit(reading->dimension, i)); i++) {
        if (distance(number, unit, usual) < distance(number, best, usual)) {
            best = unit;
        }
    }
    const struct aic_unit *first = first_hint(reading->dimension);
    bool is_about =
        first && distance(number, first, usual) < distance(number, best, usual) + log(10);
    add_choice(&choices, is_about ? first : best, number, usual);
    return choices;
}

/* Puts the base unit first for a number that hardly stands for a larger one: 1073741824. */
static void prefer_base(const struct aic_reading *reading, struct aic_span text,
                        struct choices *choices)
{
    const char *symbol = aic_dimension_base(reading->dimension);
    double usual = reading->usual, number = 0;
    aic_number_read(text.at, text.length, 0, &number);
    number = fabs(number);
    if (!symbol || number < LARGE) {
        return;
    }
    const struct aic_unit *base =
        aic_unit_find(reading->dimension, (struct aic_span){ symbol, strlen(symbol) });
    if (!base) {
        return; /* shown, and not typed: 1/s */
    }
    bool is_counted = fmod(number, 1000) != 0; /* to the last one */
    if (choices->count == 0 || is_counted ||
        distance(number, base, usual) < distance(number, choices->units[0], usual)) {
        *choices = (struct choices){ .units = { base }, .count = 1 };
    }
}

bool aic_refuse_bare(const struct aic_reading *reading, const struct aic_part *part)
{
    const struct aic_dimension_info *info = aic_dimension_info(reading->dimension);
    struct choices choices = plausible_units(reading, part->number);
    prefer_base(reading, part->number, &choices);
    for (size_t i = 0; choices.count == i && i < AIC_UNIT_HINTS && info->hints[i]; i++) {
        struct aic_span symbol = { info->hints[i], strlen(info->hints[i]) };
        choices.units[choices.count++] = aic_unit_find(reading->dimension, symbol);
    }
    refuse(reading, AIC_ERR_UNIT, "'%s' has no unit", quote(part->number).text);
    return suggest_choices(reading, part->number, &choices);
}

/*
 * What is left of a unit apart from the ways in which people vary it: case, and
 * with bytes the letter B and the spelling of "/s". "GB/s", "Gbps", "gb", "G": "g".
 */
struct stem {
    char text[24];
    size_t length;
};

/* Something is left: "Bps" is B/s. */
static bool drop_end(struct stem *stem, const char *end)
{
    size_t length = strlen(end);
    if (stem->length <= length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (stem->text[stem->length - length + i] != aic_lower(end[i])) {
            return false;
        }
    }
    stem->length -= length;
    return true;
}

static struct stem stem_of(struct aic_span unit, enum aic_dimension dimension)
{
    struct stem stem;
    stem.length = unit.length < sizeof stem.text ? unit.length : sizeof stem.text;
    for (size_t i = 0; i < stem.length; i++) {
        stem.text[i] = aic_lower(unit.at[i]);
    }
    if (is_of_bytes(dimension)) {
        if (!drop_end(&stem, aic_dimension_base(dimension) + 1) && dimension == AIC_RATE) {
            drop_end(&stem, "ps");
        }
        drop_end(&stem, "b");
    }
    return stem;
}

static bool ends_with(struct aic_span text, const char *end)
{
    size_t length = strlen(end);
    return text.length >= length && memcmp(text.at + text.length - length, end, length) == 0;
}

/* True where `typed` can stand for `unit`. An 'i' left out counts: "128K" may be Ki. */
static bool may_mean(enum aic_dimension dimension, struct aic_span typed,
                     const struct aic_unit *unit)
{
    struct aic_span symbol = { unit->symbol, strlen(unit->symbol) };
    struct stem known = stem_of(symbol, dimension);
    struct stem asked = stem_of(typed, dimension);
    bool longer = known.length == asked.length + 1 && known.text[asked.length] == 'i';
    if (asked.length == 0 || (known.length != asked.length && !longer) ||
        memcmp(known.text, asked.text, asked.length) != 0) {
        return false;
    }
    if (!is_of_bytes(dimension)) {
        return true;
    }
    /* bits are meant where "bps" says so, or a small b behind a capital, and possibly where no capital B
     * denies it */
    bool chosen = typed.at[0] >= 'A' && typed.at[0] <= 'Z' && ends_with(typed, "b");
    bool bits = chosen || ends_with(typed, "bps");
    bool bytes = memchr(typed.at, 'B', typed.length) != NULL;
    return is_of_bits(unit) ? !bytes && (chosen || ends_with(symbol, "bps")) : !bits;
}

static void find_choices(enum aic_dimension dimension, struct aic_span typed,
                         struct choices *choices)
{
    const struct aic_unit *unit;
    choices->count = 0;
    for (size_t i = 0; (unit = aic_dimension_unit(dimension, i)) != NULL; i++) {
        if (choices->count < CHOICES_MAX && may_mean(dimension, typed, unit)) {
            choices->units[choices->count++] = unit;
        }
    }
}

static bool refuse_doubtful(const struct aic_reading *reading, const struct aic_part *part,
                            const struct choices *choices)
{
    char list[64];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    for (size_t i = 0; i < choices->count; i++) {
        aic_text_format(&text, "%s%s", before(choices, i), choices->units[i]->symbol);
    }
    refuse(reading, AIC_ERR_UNIT, "'%s': '%s' is not a unit of %s: it can mean %s",
           quote(part->whole).text, quote(part->unit).text, aic_dimension_name(reading->dimension),
           list);
    return suggest_choices(reading, part->number, choices);
}

/*
 * The dimension that has the unit. Counts are asked last: a B or a T is more
 * often the beginning of another unit. AIC_DIMENSIONS: none has it.
 */
static enum aic_dimension dimension_of(struct aic_span unit)
{
    for (int d = AIC_BYTES; d < AIC_DIMENSIONS; d++) {
        if (aic_unit_find((enum aic_dimension)d, unit)) {
            return (enum aic_dimension)d;
        }
    }
    if (aic_unit_find(AIC_COUNT, unit)) {
        return AIC_COUNT;
    }
    return aic_unit_find(AIC_TOKENS, unit) ? AIC_TOKENS : AIC_DIMENSIONS;
}

/* Words that people write for a unit, between the strokes of one. */
static const struct spelling {
    const char *typed, *meant;
} spellings[] = {
    { "hour", "h" },      { "hours", "h" },    { "hr", "h" },        { "hrs", "h" },
    { "sec", "s" },       { "secs", "s" },     { "second", "s" },    { "seconds", "s" },
    { "mins", "min" },    { "minute", "min" }, { "day", "d" },       { "days", "d" },
    { "minutes", "min" }, { "week", "w" },     { "weeks", "w" },     { "month", "mo" },
    { "months", "mo" },   { "year", "y" },     { "years", "y" },     { "yr", "y" },
    { "usd", "USD" },     { "dollar", "USD" }, { "dollars", "USD" }, { "tokens", "token" },
    { "tok", "token" },   { "request", "" },   { "requests", "" },   { "req", "" },
    { "samples", "" },    { "qps", "/s" },     { "watt", "W" },      { "watts", "W" },
};

/* Ends of words behind a prefix: "Gbit" and "GBytes" are "Gb" and "GB". */
static const struct spelling ends[] = {
    { "bit", "b" }, { "bits", "b" }, { "byte", "B" }, { "bytes", "B" }, { "flops", "FLOP/s" },
};

/* What stands before such an end, a prefix of one or two letters at most; SIZE_MAX: it has none. */
static size_t prefix_before(struct aic_span word, const struct spelling *end)
{
    size_t length = strlen(end->typed);
    bool has = word.length >= length && word.length <= length + 2 &&
               starts_with((struct aic_span){ word.at + word.length - length, length }, end->typed);
    return has ? word.length - length : SIZE_MAX;
}

static void add_spelt(struct aic_text *text, struct aic_span word)
{
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        if (strlen(spellings[i].typed) == word.length && starts_with(word, spellings[i].typed)) {
            aic_text_add(text, spellings[i].meant);
            return;
        }
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t prefix = prefix_before(word, &ends[i]);
        if (prefix < SIZE_MAX) {
            aic_text_add_bytes(text, word.at, prefix);
            aic_text_add(text, ends[i].meant);
            return;
        }
    }
    aic_text_add_bytes(text, word.at, word.length);
}

/* "Gb/s" as "Gbps", which is how links are sold. */
static void write_bps(struct aic_text *text)
{
    static const char end[] = "b/s";
    const size_t length = sizeof end - 1;
    if (text->length > length && memcmp(text->at + text->length - length, end, length) == 0 &&
        strchr("kMGT", text->at[text->length - length - 1])) {
        memcpy(text->at + text->length - length, "bps", length);
    }
}

/* The unit of the dimension that other words say: "Gbit/s", "USD/hour", "minutes"; NULL: none. */
static const struct aic_unit *unit_in_words(enum aic_dimension dimension, struct aic_span typed)
{
    char spelt[48];
    struct aic_text text;
    aic_text_init(&text, spelt, sizeof spelt);
    for (size_t at = 0; at < typed.length;) {
        const char *stroke = memchr(typed.at + at, '/', typed.length - at);
        size_t end = stroke ? (size_t)(stroke - typed.at) : typed.length;
        add_spelt(&text, (struct aic_span){ typed.at + at, end - at });
        aic_text_add(&text, stroke ? "/" : "");
        at = end + (stroke != NULL);
    }
    if (dimension == AIC_RATE) {
        write_bps(&text);
    }
    return text.cut ? NULL : aic_unit_find(dimension, (struct aic_span){ text.at, text.length });
}

/* Says the units there are: which of them was meant would be a guess at the quantity. */
static bool suggest_units(const struct aic_reading *reading)
{
    const struct aic_dimension_info *info = aic_dimension_info(reading->dimension);
    char list[sizeof((struct aic_error *)0)->suggestion];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    for (size_t i = 0; i < info->count; i++) {
        aic_text_format(&text, " %s", info->units[i].unit.symbol);
    }
    return aic_suggest(reading->error, "the units of %s are%s%s", info->name, list,
                       aic_dimension_is_plain(reading->dimension) ? ", or none" : "");
}

/* The same quantity in a unit that is one, or all units where that would be a guess. */
static bool suggest_unit(const struct aic_reading *reading, const struct aic_part *part)
{
    const struct aic_unit *unit = unit_in_words(reading->dimension, part->unit);
    return unit ? aic_suggest(reading->error, "write %s%s", quote(part->number).text, unit->symbol)
                : suggest_units(reading);
}

/* A unit that wants a time or a currency behind it, "100GB" for a rate: "100GB/s". False where it is none. */
static bool suggest_per(const struct aic_reading *reading, const struct aic_part *part)
{
    static const char *const tails[] = { "/s", "/h", "/d", "/mo", "USD" };
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        char symbol[32];
        struct aic_text text;
        aic_text_init(&text, symbol, sizeof symbol);
        aic_text_add_bytes(&text, part->unit.at, part->unit.length);
        aic_text_add(&text, tails[i]);
        if (aic_unit_find(reading->dimension, (struct aic_span){ symbol, text.length })) {
            aic_suggest(reading->error, "write %s%s", quote(part->number).text, symbol);
            return true;
        }
    }
    return false;
}

/* What a quantity of another dimension lacks; it is another quantity in any unit of this one. */
static bool suggest_own(const struct aic_reading *reading, const struct aic_part *part)
{
    return suggest_per(reading, part) ? false : suggest_example(reading);
}

bool aic_refuse_unit(const struct aic_reading *reading, const struct aic_part *part)
{
    enum aic_dimension other = dimension_of(part->unit);
    bool foreign = AIC_BYTES <= other && other < AIC_DIMENSIONS;
    struct choices choices;
    find_choices(reading->dimension, part->unit, &choices);
    if (choices.count > 0 && (!foreign || aic_dimension_is_plain(reading->dimension))) {
        return refuse_doubtful(reading, part, &choices);
    }
    if (other < AIC_DIMENSIONS) {
        refuse(reading, AIC_ERR_UNIT, "'%s' is %s, not %s", quote(part->whole).text,
               aic_dimension_info(other)->noun, aic_dimension_info(reading->dimension)->noun);
        return suggest_own(reading, part);
    }
    refuse(reading, AIC_ERR_UNIT, "'%s': '%s' is not a unit of %s", quote(part->whole).text,
           quote(part->unit).text, aic_dimension_name(reading->dimension));
    return suggest_unit(reading, part);
}
