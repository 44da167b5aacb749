/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: what a preset, an input that stands for values of others, does in each part. */
#include <string.h>

#include <aicalc/text.h>

#include "core/span.h"
#include "engine/composition/composition.h"

/* One value of a preset, "weight_dtype nf4". */
struct item {
    struct aic_span name, value, whole;
};

static bool next_item(const char **rest, struct item *item)
{
    *rest += strspn(*rest, ", ");
    size_t length = strcspn(*rest, ",");
    size_t name = strcspn(*rest, " ");
    if (length == 0) {
        return false;
    }
    item->name = (struct aic_span){ *rest, name };
    item->value = (struct aic_span){ *rest + name + 1, length - name - 1 };
    item->whole = (struct aic_span){ *rest, length };
    *rest += length;
    return true;
}

/* The input of that name in a part's own table; NULL: it has none. */
static const struct aic_field *field_of(const struct part *part, struct aic_span name)
{
    const struct aic_table *inputs = &part->calculator->inputs;
    return aic_table_at(inputs, aic_table_find(inputs, name.at, name.length), NULL);
}

/* Whether a part has the input of a preset and does not know its value. */
static bool lacks(const struct part *part, const struct item *item)
{
    struct aic_value value;
    const struct aic_field *field = field_of(part, item->name);
    return field && !aic_value_read(field, item->value.at, item->value.length, &value, NULL);
}

/* Whether a part's preset of that name sets something else. */
static bool differs(const struct part *part, struct aic_span preset, const struct item *item)
{
    const struct aic_field *field = field_of(part, preset);
    const char *rest = field && field->preset ? field->preset : "";
    struct item other;
    while (next_item(&rest, &other)) {
        if (aic_spans_agree(other.name, item->name)) {
            return !aic_spans_agree(other.value, item->value);
        }
    }
    return false;
}

/* A value that every part knows is set under the plain name, any other in the parts themselves. */
static bool is_plain_value(const struct aic_composition *composition, struct aic_span preset,
                           const struct item *item)
{
    bool all = aic_composition_plain(composition, item->name) < composition->plain_count;
    for (size_t p = 0; all && p < composition->part_count; p++) {
        all =
            !lacks(&composition->parts[p], item) && !differs(&composition->parts[p], preset, item);
    }
    return all;
}

/* Adds "prefix" "item" to a list that has it not yet. */
static void add_item(struct aic_text *list, struct aic_span prefix, const struct item *item)
{
    char words[128];
    struct aic_text one;
    const char *rest = list->at;
    struct item other;
    aic_text_init(&one, words, sizeof words);
    aic_text_add_bytes(&one, prefix.at, prefix.length);
    aic_text_add_bytes(&one, item->whole.at, item->whole.length);
    while (next_item(&rest, &other)) {
        if (aic_spans_agree(other.whole, (struct aic_span){ words, one.length })) {
            return;
        }
    }
    aic_text_format(list, "%s%s", list->length ? ", " : "", words);
}

/* What a plain preset stands for: what it does in each part that has it. NULL: nothing, or no memory. */
static const char *preset_of(struct aic_composition *composition, struct aic_span preset)
{
    const struct aic_span none = { "", 0 };
    char words[512];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        const struct aic_field *field = field_of(part, preset);
        const char *rest = field && field->preset ? field->preset : "";
        struct item item;
        while (next_item(&rest, &item)) {
            add_item(&text, is_plain_value(composition, preset, &item) ? none : part->prefix,
                     &item);
        }
    }
    return text.length > 0 ? aic_pool_join(&composition->pool, none, words) : NULL;
}

void aic_composition_form_presets(struct aic_composition *composition)
{
    for (size_t i = 0; i < composition->plain_count; i++) {
        struct aic_field *field = &composition->inputs[i];
        if (field->kind == AIC_FLAG) {
            field->preset = preset_of(composition, aic_span_of(field->name));
            field->flags |= field->default_text || field->preset ? 0 : AIC_OPEN;
        }
    }
}
