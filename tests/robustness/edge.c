/* SPDX-License-Identifier: Apache-2.0 */
#include "edge.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS 5

/* What two questions are compared by. */
enum sight { SEES_KINDS, SEES_WHOLE_NUMBERS };

static uint64_t mix(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * 0x100000001b3u;
}

static uint64_t mix_text(uint64_t sum, const char *text)
{
    for (; *text; text++) {
        sum = mix(sum, (unsigned char)*text);
    }
    return mix(sum, 256);
}

static uint64_t shape_of_answer(const struct walk *walk, const struct aic_answer *answer,
                                enum sight sight)
{
    const struct aic_table *results = &walk->calculator->results;
    uint64_t sum = 1;
    for (size_t r = 0; r < aic_table_size(results); r++) {
        const struct aic_field *field = aic_table_at(results, r, NULL);
        struct aic_value value = aic_answer_result(answer, r);
        bool is_kind = field->kind == AIC_FLAG || field->kind == AIC_CHOICE;
        bool is_seen = is_kind || (sight == SEES_WHOLE_NUMBERS && field->kind == AIC_INTEGER);
        uint64_t bits = 0;
        if (value.set && is_seen) {
            memcpy(&bits, &value.number, sizeof bits);
        }
        sum = mix(mix(sum, value.set), bits);
    }
    for (size_t i = 0; i < answer->notes.count; i++) {
        sum = mix_text(sum, answer->notes.notes[i].id);
    }
    return sum;
}

static uint64_t shape(const struct walk *walk, struct edge *edge, double number, enum sight sight)
{
    static struct aic_question question; /* large; the tests of one program ask in turn */
    struct aic_answer answer;
    struct aic_error error;
    edge->settings[edge->at].number = number;
    bool ok = walk_ask(walk, edge->settings, edge->count, &question, &answer, &error);
    uint64_t sum = ok ? shape_of_answer(walk, &answer, sight)
                      : mix_text(mix(2, (uint64_t)error.code), error.parameter);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    return sum;
}

/* Puts a random input that is a number among the settings; false: it is of another kind. */
static bool choose_input(struct walk *walk, struct edge *edge)
{
    const struct aic_table *inputs = &walk->calculator->inputs;
    memcpy(edge->settings, walk->settings, sizeof edge->settings);
    edge->count = walk->count;
    struct aic_setting setting = walk_setting(walk, walk_below(walk, aic_table_size(inputs)));
    size_t index = aic_table_find(inputs, setting.name, strlen(setting.name));
    const struct aic_field *field = aic_table_at(inputs, index, NULL);
    if (setting.text || field->kind == AIC_FLAG) {
        return false;
    }
    for (edge->at = 0; edge->at < edge->count; edge->at++) {
        if (strcmp(edge->settings[edge->at].name, setting.name) == 0) {
            break;
        }
    }
    if (edge->at == WALK_SETTINGS) {
        return false;
    }
    edge->count += edge->at == edge->count;
    edge->settings[edge->at] = setting;
    edge->low = aic_question_value(&walk->question, index).number;
    edge->high = setting.number;
    return true;
}

/* The grid: `number` is a whole number of these steps where the step is at least 1, otherwise a
 * whole number divided by `parts`. */
struct grid {
    double step, parts;
};

static struct grid grid_for(const struct walk *walk, const struct edge *edge, bool fine)
{
    const struct aic_table *inputs = &walk->calculator->inputs;
    const char *name = edge->settings[edge->at].name;
    size_t index = aic_table_find(inputs, name, strlen(name));
    double size = fmax(fabs(edge->low), fabs(edge->high));
    double digits = ceil(log10(size)) - DIGITS;
    bool is_whole = aic_table_at(inputs, index, NULL)->kind == AIC_INTEGER;
    if (is_whole || (fine && size > 1e3 && size < 0x1p53)) {
        return (struct grid){ 1, 1 };
    }
    return digits >= 0 ? (struct grid){ pow(10, digits), 1 } : (struct grid){ 1, pow(10, -digits) };
}

bool edge_find(struct walk *walk, struct edge *edge)
{
    enum sight sight = walk_below(walk, 3) == 0 ? SEES_WHOLE_NUMBERS : SEES_KINDS;
    bool fine = walk_below(walk, 2) == 0;
    if (!choose_input(walk, edge) || edge->low == edge->high) {
        return false;
    }
    struct grid grid = grid_for(walk, edge, fine);
    double low = floor(fmin(edge->low, edge->high) * grid.parts / grid.step);
    double high = ceil(fmax(edge->low, edge->high) * grid.parts / grid.step);
    if (fmax(fabs(low), high) >= 0x1p53) { /* beyond, neighbours are more than a step apart */
        return false;
    }
    uint64_t shape_low = shape(walk, edge, low * grid.step / grid.parts, sight);
    if (shape_low == shape(walk, edge, high * grid.step / grid.parts, sight)) {
        return false;
    }
    while (high - low > 1) {
        double middle = floor(low + (high - low) / 2);
        bool same = shape(walk, edge, middle * grid.step / grid.parts, sight) == shape_low;
        *(same ? &low : &high) = middle;
    }
    edge->low = low * grid.step / grid.parts;
    edge->high = high * grid.step / grid.parts;
    return true;
}
