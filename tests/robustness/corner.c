/* SPDX-License-Identifier: Apache-2.0 */
#include "corner.h"

#include <string.h>

/* An end where the table has none. */
#define LARGE 1e15

static bool is_number(const struct aic_field *field)
{
    return field->kind == AIC_REAL || field->kind == AIC_INTEGER;
}

static bool is_inside(const struct aic_field *field, double number)
{
    return number >= field->min && !(field->flags & AIC_ABOVE_MIN && number == field->min) &&
           !(field->max > 0 && number > field->max) &&
           !(field->flags & AIC_BELOW_MAX && number == field->max);
}

/* The corner of the field at `index`; false where there are not so many. Of references, which name what
 * gives many inputs at once, there is none. */
static bool corner_at(const struct aic_field *field, size_t index, struct aic_setting *setting)
{
    const double ends[] = { field->min, 1, 2, field->max > 0 ? field->max : LARGE };
    *setting = (struct aic_setting){ field->name, NULL, (double)index };
    switch (field->kind) {
    case AIC_FLAG:
        return index < 2;
    case AIC_CHOICE:
        setting->text = field->choices[index];
        return setting->text;
    case AIC_REFERENCE:
        return false;
    default:
        for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
            bool is_new = is_inside(field, ends[i]) && !(i == 1 && ends[0] == 1);
            if (is_new && index-- == 0) {
                setting->number = ends[i];
                return true;
            }
        }
        return false;
    }
}

/* The place of an input among settings, or their number. */
static size_t place_of(const struct aic_setting *settings, size_t count, const char *name)
{
    size_t at = 0;
    while (at < count && strcmp(settings[at].name, name) != 0) {
        at++;
    }
    return at;
}

/* Sets an input; returns how many settings there are then. */
static size_t put(struct aic_setting *settings, size_t count, struct aic_setting setting)
{
    size_t at = place_of(settings, count, setting.name);
    if (at == WALK_SETTINGS) {
        return count;
    }
    settings[at] = setting;
    return at == count ? count + 1 : count;
}

static size_t leave_out(struct aic_setting *settings, size_t count, const char *name)
{
    size_t at = place_of(settings, count, name);
    if (at == count) {
        return count;
    }
    settings[at] = settings[count - 1];
    return count - 1;
}

void corner_each(const struct walk *walk, corner_visit visit, void *context)
{
    const struct aic_table *inputs = &walk->calculator->inputs;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        struct aic_setting settings[WALK_SETTINGS], corner;
        for (size_t index = 0; corner_at(field, index, &corner); index++) {
            memcpy(settings, walk->settings, sizeof settings);
            visit(context, settings, put(settings, walk->count, corner));
        }
        memcpy(settings, walk->settings, sizeof settings);
        size_t count = leave_out(settings, walk->count, field->name);
        if (count < walk->count) {
            visit(context, settings, count);
        }
    }
}

/* A random input that has corners; quantities, of which fewer conditions ask, half as often. */
static const struct aic_field *choose(struct walk *walk)
{
    const struct aic_table *inputs = &walk->calculator->inputs;
    for (;;) {
        const struct aic_field *field =
            aic_table_at(inputs, walk_below(walk, aic_table_size(inputs)), NULL);
        struct aic_setting corner;
        bool is_wanted = field->kind != AIC_REAL || walk_below(walk, 2) == 0;
        if (is_wanted && corner_at(field, 0, &corner)) {
            return field;
        }
    }
}

static struct aic_setting random_corner(struct walk *walk, const struct aic_field *field)
{
    struct aic_setting corner;
    size_t count = 0;
    while (corner_at(field, count, &corner)) {
        count++;
    }
    corner_at(field, walk_below(walk, count), &corner);
    return corner;
}

size_t corner_some(struct walk *walk, struct aic_setting *settings)
{
    const struct aic_field *last = NULL;
    struct aic_setting corner = { NULL, NULL, 0 };
    size_t count = walk->count;
    memcpy(settings, walk->settings, sizeof walk->settings);
    for (size_t inputs = 2 + walk_below(walk, 2); inputs > 0; inputs--) {
        if (count > 0 && walk_below(walk, 4) == 0) {
            count = leave_out(settings, count, settings[walk_below(walk, count)].name);
            continue;
        }
        const struct aic_field *field = choose(walk);
        bool is_same = last && is_number(field) && is_number(last) &&
                       field->dimension == last->dimension && is_inside(field, corner.number);
        double number = corner.number;
        corner = random_corner(walk, field);
        if (is_same && walk_below(walk, 2) == 0) {
            corner.number = number;
        }
        count = put(settings, count, corner);
        last = field;
    }
    return count;
}
