/* SPDX-License-Identifier: Apache-2.0 */
/* Axes: units, ticks of 1, 2 and 5, powers of two for what is counted in them. */
#include "cli/formats/svg/axis.h"

#include <string.h>

#include "core/elementary.h"

/* Counts from here on are labelled in k, M, B or T. */
#define LETTERS_FROM 1e5
/* Contexts are given in powers of two, the tokens of a corpus are not. */
#define BINARY_UP_TO 0x1p26

void svg_trim_zeros(char *text)
{
    size_t end = strcspn(text, " ");
    size_t point = strcspn(text, ".");
    size_t last = end;
    if (point >= end || memchr(text, 'e', end)) {
        return;
    }
    while (text[last - 1] == '0') {
        last--;
    }
    last -= text[last - 1] == '.';
    memmove(text + last, text + end, strlen(text + end) + 1);
}

void svg_label(const struct aic_field *field, struct aic_value value, enum aic_unit_style style,
               char *out, size_t capacity)
{
    double number = value.number;
    if (cli_is_number(field) && field->dimension == AIC_TOKENS && number >= 1024 &&
        number <= BINARY_UP_TO && fmod(number, 1024) == 0) {
        bool is_mega = fmod(number, 1048576) == 0;
        cli_print(out, capacity, "%g%s", number / (is_mega ? 1048576 : 1024),
                  is_mega ? "Mi" : "Ki");
        return;
    }
    cli_write_value(field, value, style, out, capacity);
    if (cli_is_number(field)) {
        svg_trim_zeros(out);
    }
}

void svg_axis_title(const char *name, const char *unit, bool log, char *out, size_t capacity)
{
    bool has_unit = unit[0] && strcmp(unit, "1") != 0;
    cli_print(out, capacity, "%s%s%s%s", name, has_unit ? ", " : "", has_unit ? unit : "",
              log ? ", logarithmic" : "");
}

/* A unit of labels: its size, and what follows the number there. */
struct scale {
    double size;
    const char *suffix;
};

/* The unit in which a table would print `value`; false where that has none. */
static bool unit_of_table(const struct svg_axis *axis, double value, struct scale *scale,
                          char *unit, size_t capacity)
{
    char words[CLI_VALUE_SIZE];
    cli_write_number(axis->field, value, axis->style, words, sizeof words);
    const char *symbol = strchr(words, ' ');
    const struct aic_unit *known;
    for (size_t i = 0; symbol && (known = aic_dimension_unit(axis->field->dimension, i)); i++) {
        if (strcmp(known->symbol, symbol + 1) == 0) {
            cli_print(unit, capacity, "%s", known->symbol);
            scale->size = pow(10, known->exp10) * known->multiplier / known->divisor;
            return true;
        }
    }
    return false;
}

/* Chooses the unit of all labels by the largest value, and writes the unit of the title. */
static struct scale choose_scale(struct svg_axis *axis)
{
    static const struct scale letters[] = {
        { 1e12, "T" }, { 1e9, "B" }, { 1e6, "M" }, { 1e3, "k" }
    };
    double largest = fmax(fabs(axis->low), fabs(axis->high));
    struct scale scale = { 1, "" };
    if (unit_of_table(axis, largest, &scale, axis->unit, sizeof axis->unit) && scale.size != 1) {
        return scale;
    }
    const char *unit = aic_field_unit(axis->field);
    cli_print(axis->unit, sizeof axis->unit, "%s", unit && strcmp(unit, "1") != 0 ? unit : "");
    if (axis->binary) {
        return (struct scale){ 1024, "Ki" };
    }
    for (size_t i = 0; i < 4 && largest >= LETTERS_FROM; i++) {
        if (largest >= letters[i].size) {
            return letters[i];
        }
    }
    return scale;
}

static void add_tick(struct svg_axis *axis, double value, const char *label)
{
    if (axis->tick_count < SVG_TICKS_MAX) {
        struct svg_tick *tick = &axis->ticks[axis->tick_count++];
        tick->value = value;
        cli_print(tick->label, sizeof tick->label, "%s", label);
    }
}

/* 1, 2 or 5 times a power of ten, the first that is at least `rough`. */
struct step {
    int mantissa, exponent;
};

static struct step nice_step(double rough)
{
    int exponent = (int)floor(log10(rough));
    double rest = rough / pow(10, exponent) * (1 - 1e-9);
    if (rest > 5) {
        return (struct step){ 1, exponent + 1 };
    }
    return (struct step){ rest > 2 ? 5 : rest > 1 ? 2 : 1, exponent };
}

/* `times` steps as a number, exact: the power of ten is applied once. */
static double steps(struct step step, double times)
{
    return step.exponent < 0 ? times * step.mantissa / pow(10, -step.exponent)
                             : times * step.mantissa * pow(10, step.exponent);
}

/* The step for binary labels: a power of two, at least 1. */
static double binary_step(double rough)
{
    return fmax(1, exp2(ceil(log2(rough))));
}

static void fit_linear(struct svg_axis *axis, bool round_ends, size_t wanted)
{
    struct scale scale = choose_scale(axis);
    axis->unit_size = scale.size;
    axis->suffix = scale.suffix;
    double low = axis->low / scale.size;
    double high = axis->high / scale.size;
    double rough = (high - low) / (double)wanted;
    bool whole = axis->field->kind == AIC_INTEGER && scale.size == 1;
    struct step step = nice_step(whole ? fmax(rough, 1) : rough);
    double size = axis->binary ? binary_step(rough) : steps(step, 1);
    double first = round_ends ? floor(low / size + 1e-9) : ceil(low / size - 1e-9);
    double last = round_ends ? ceil(high / size - 1e-9) : floor(high / size + 1e-9);
    if (round_ends) {
        axis->low = first * size * scale.size;
        axis->high = last * size * scale.size;
    }
    for (double i = first; i <= last && axis->tick_count < SVG_TICKS_MAX; i++) {
        double value = axis->binary ? i * size : steps(step, i);
        char label[SVG_LABEL_SIZE];
        struct aic_text text;
        aic_text_init(&text, label, sizeof label);
        aic_text_add_number(&text, value);
        aic_text_add(&text, value != 0 ? scale.suffix : "");
        add_tick(axis, value * scale.size, label);
    }
}

/* Values at which a logarithmic axis of times may have a tick: people count in 60 and 24. */
static const double nice_times[] = { 1,          5,           15,         60,    300,
                                     900,        3600,        3600 * 6,   86400, 86400 * 7,
                                     86400 * 30, 86400 * 100, 86400 * 365 };

/* The i-th candidate of a logarithmic axis, upwards; `stride` thins them out. */
static double log_candidate(const struct svg_axis *axis, bool binary, int stride, int i)
{
    static const double mantissas[] = { 1, 2, 5 };
    if (axis->field->dimension == AIC_TIME && i > 0) {
        size_t last = sizeof nice_times / sizeof nice_times[0] - 1;
        size_t index = (size_t)i * (size_t)stride;
        return index <= last ? nice_times[index] : INFINITY;
    }
    if (binary) {
        return exp2(i * stride);
    }
    int third = ((i % 3) + 3) % 3;
    int decade = (i - third) / 3;
    return stride > 1 ? pow(10, i * (stride - 1)) : mantissas[third] * pow(10, decade);
}

/* Counts the candidates on the axis, and makes ticks of them where `add`. */
static size_t walk_candidates(struct svg_axis *axis, bool binary, int stride, bool add)
{
    size_t count = 0;
    for (int i = -120; i <= 240; i++) {
        double value = log_candidate(axis, binary, stride, i);
        if (value < axis->low * (1 - 1e-9) || value > axis->high * (1 + 1e-9)) {
            continue;
        }
        count++;
        if (add) {
            char label[SVG_LABEL_SIZE];
            svg_label(axis->field, (struct aic_value){ true, value, NULL }, axis->style, label,
                      sizeof label);
            add_tick(axis, value, label);
        }
    }
    return count;
}

/* Bytes that tables print in GiB, and tokens that were swept in Ki. */
static bool is_binary(const struct svg_axis *axis)
{
    char words[CLI_VALUE_SIZE];
    cli_write_number(axis->field, 0x1p30, axis->style, words, sizeof words);
    return axis->binary || strcmp(words, "1.000 GiB") == 0;
}

static void fit_log(struct svg_axis *axis, size_t wanted)
{
    static const int strides[] = { 1, 2, 3, 4, 5, 7, 10, 20, 40 };
    bool binary = is_binary(axis);
    size_t i = 0;
    while (i + 1 < sizeof strides / sizeof strides[0] &&
           walk_candidates(axis, binary, strides[i], false) > wanted) {
        i++;
    }
    axis->unit[0] = '\0';
    walk_candidates(axis, binary, strides[i], true);
}

void svg_axis_fit(struct svg_axis *axis, double low, double high, bool round_ends, size_t wanted)
{
    double room = low != 0 ? fabs(low) / 2 : 1;
    bool single = low == high; /* one value: room around it */
    axis->tick_count = 0;
    if (axis->log) {
        axis->low = single ? low / 2 : low;
        axis->high = single ? high * 2 : high;
        fit_log(axis, wanted);
    } else {
        axis->low = single ? low - room : low;
        axis->high = single ? high + room : high;
        fit_linear(axis, round_ends, wanted);
    }
}

void svg_axis_mark(struct svg_axis *axis, const double *values, size_t count)
{
    double free_from = -INFINITY;
    axis->tick_count = 0;
    const char *unit = aic_field_unit(axis->field);
    cli_print(axis->unit, sizeof axis->unit, "%s",
              aic_dimension_is_plain(axis->field->dimension) && unit ? unit : "");
    for (size_t i = 0; i < count; i++) {
        char label[SVG_LABEL_SIZE];
        svg_label(axis->field, (struct aic_value){ true, values[i], NULL }, axis->style, label,
                  sizeof label);
        double half = svg_text_width(label, SVG_TICK_SIZE) / 2;
        double at = svg_axis_at(axis, values[i]);
        if (at - half >= free_from) {
            add_tick(axis, values[i], label);
            free_from = at + half + SVG_TICK_SIZE;
        }
    }
}

bool svg_has_powers(const struct aic_field *field, enum aic_unit_style style, double least)
{
    char words[CLI_VALUE_SIZE];
    cli_write_number(field, least, style, words, sizeof words);
    return least > 0 && strncmp(words, "0 ", 2) != 0;
}

double svg_axis_at(const struct svg_axis *axis, double value)
{
    /* Differences, not ratios: those of values far apart are infinite. */
    double share = axis->log ? (log(value) - log(axis->low)) / (log(axis->high) - log(axis->low))
                             : (value - axis->low) / (axis->high - axis->low);
    return axis->from + share * (axis->to - axis->from);
}

void svg_axis_below(const struct svg_axis *axis, double top, double bottom, struct aic_sink *sink)
{
    const struct svg_font font = SVG_PLAIN(SVG_TICK_SIZE, SVG_MUTED, SVG_MIDDLE);
    for (size_t i = 0; i < axis->tick_count; i++) {
        double x = svg_axis_at(axis, axis->ticks[i].value);
        svg_line(sink, x, top, x, bottom, SVG_GRID, 1, NULL);
        svg_text(sink, x, bottom + 16, font, axis->ticks[i].label);
    }
}
