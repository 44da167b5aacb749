/* SPDX-License-Identifier: Apache-2.0 */
/* What can be asked about a composition and its answers: its parts, names, feeds. */
#include <string.h>

#include "engine/composition/composition.h"

size_t aic_part_count(const struct aic_calculator *calculator)
{
    const struct aic_composition *composition = calculator->composition;
    return composition ? composition->part_count - composition->own_count : 0;
}

static const struct part *part_at(const struct aic_composition *composition, size_t index)
{
    return &composition->parts[composition->own_count + index];
}

struct aic_part_view aic_part_at(const struct aic_calculator *calculator, size_t index)
{
    const struct part *part = part_at(calculator->composition, index);
    return (struct aic_part_view){
        .name = part->calculator->name,
        .help = part->calculator->help,
        .calculator = part->calculator,
        .first_input = part->first_input,
        .inputs = part->inputs,
        .first_result = part->first_result,
        .results = part->results,
        .in = part->in_base,
        .out = part->out_base,
        .unasked = part->row->unasked,
    };
}

const struct aic_composition_table *aic_composition_table_of(
    const struct aic_calculator *calculator)
{
    return calculator->composition ? calculator->composition->table : NULL;
}

bool aic_part_verdict(const struct aic_calculator *calculator, size_t *result)
{
    const struct aic_composition *composition = calculator->composition;
    struct source source = { .field = NULL };
    bool has_one =
        composition && composition->table->verdict &&
        aic_composition_result(composition, aic_span_of(composition->table->verdict), &source);
    *result = source.result;
    return has_one;
}

size_t aic_deciding_at(const struct aic_calculator *calculator, size_t k)
{
    const struct aic_composition *composition = calculator->composition;
    return composition && k < composition->deciding_count ? composition->deciding[k]
                                                          : aic_table_size(&calculator->results);
}

static bool has_value(const struct aic_composition *composition, const void *out, size_t result)
{
    const struct aic_field *field = &composition->results[result];
    return aic_value_load(field, (const char *)out + field->offset).set;
}

/* Results that were read and not computed do not say which parts were asked: those with a value. */
bool aic_part_is_asked(const struct aic_calculator *calculator, const void *out, size_t index)
{
    const struct aic_composition *composition = calculator->composition;
    const struct part *part = part_at(composition, index);
    unsigned char asked = ((const unsigned char *)out)[composition->own_count + index];
    bool has_any = false;
    for (size_t i = 0; asked == 0xFF && !has_any && i < part->results; i++) {
        has_any = has_value(composition, out, part->first_result + i);
    }
    return asked == 1 || has_any;
}

const struct aic_unasked *aic_part_unasked(const struct aic_calculator *calculator, const void *out,
                                           size_t index)
{
    const struct aic_composition *composition = calculator->composition;
    unsigned char asked = ((const unsigned char *)out)[composition->own_count + index];
    return asked >= NOT_ASKED && asked < NOT_ASKED + AIC_UNASKED_MAX
               ? &part_at(composition, index)->row->unasked[asked - NOT_ASKED]
               : NULL;
}

/* Of a calculator of rows: a flag that leaves results out is false. */
static const char *find_denial(const struct aic_calculator *calculator, const char *out)
{
    const struct aic_denial *denial = calculator->denials;
    for (; denial && denial->flag; denial++) {
        size_t flag = aic_table_find(&calculator->results, denial->flag, strlen(denial->flag));
        const struct aic_field *field = aic_table_at(&calculator->results, flag, NULL);
        struct aic_value value = aic_value_load(field, out + field->offset);
        if (value.set && value.number == 0) {
            return denial->reason;
        }
    }
    return NULL;
}

const char *aic_why_no(const struct aic_calculator *calculator, const void *out, size_t result)
{
    const struct aic_composition *composition = calculator->composition;
    if (!composition) {
        return find_denial(calculator, out);
    }
    size_t p = aic_part_of_result(calculator, result);
    const struct aic_unasked *why = aic_part_unasked(calculator, out, p);
    if (why) {
        return why->kind == AIC_ANSWER_IS_NO ? why->reason : NULL;
    }
    const char *denial = find_denial(part_at(composition, p)->calculator,
                                     (const char *)out + part_at(composition, p)->out_base);
    for (p = 0; !denial && p < aic_part_count(calculator);
         p++) { /* it rests on a part that was not asked */
        why = aic_part_unasked(calculator, out, p);
        denial = why && why->kind == AIC_ANSWER_IS_NO ? why->reason : NULL;
    }
    return denial;
}

const char *aic_result_instead(const struct aic_calculator *calculator, size_t result)
{
    const struct aic_composition *composition = calculator->composition;
    const struct aic_namesake *row = composition ? composition->table->namesakes : NULL;
    while (row && row->result && strcmp(row->result, composition->results[result].name) != 0) {
        row++;
    }
    return row ? row->instead : NULL;
}

/* Counted from the first part that is shown; the number of those where it is none's. */
static size_t shown_part(const struct aic_composition *composition, const struct part *part)
{
    return part ? (size_t)(part - part_at(composition, 0))
                : composition->part_count - composition->own_count;
}

size_t aic_part_of_input(const struct aic_calculator *calculator, size_t input)
{
    const struct aic_composition *composition = calculator->composition;
    return composition ? shown_part(composition, aic_composition_part_of_input(composition, input))
                       : 0;
}

size_t aic_part_of_result(const struct aic_calculator *calculator, size_t result)
{
    const struct aic_composition *composition = calculator->composition;
    return composition
               ? shown_part(composition, aic_composition_part_of_result(composition, result))
               : 0;
}

/* Its id begins with the name of the part. */
size_t aic_part_of_assumption(const struct aic_calculator *calculator,
                              const struct aic_assumption *assumption)
{
    const struct aic_composition *composition = calculator->composition;
    const struct aic_span name = { assumption->id, strcspn(assumption->id, ".") };
    return composition ? aic_composition_part(composition, name) - composition->own_count : 0;
}

const struct aic_field *aic_assumption_scope(const struct aic_calculator *calculator,
                                             const struct aic_assumption *assumption)
{
    const struct aic_composition *composition = calculator->composition;
    size_t part = aic_part_of_assumption(calculator, assumption);
    return composition ? &composition->results[part_at(composition, part)->first_result] : NULL;
}

size_t aic_plain_groups(const struct aic_calculator *calculator)
{
    return calculator->composition ? calculator->composition->plain_groups
                                   : calculator->inputs.count;
}

bool aic_part_plain(const struct aic_calculator *calculator, size_t input, size_t *plain)
{
    const struct aic_composition *composition = calculator->composition;
    const struct aic_field *field = composition ? composition->links[input].plain : NULL;
    if (field) {
        *plain = (size_t)(field - composition->inputs);
    }
    return field != NULL;
}

/* The feed of an input, that of the last step that has one. */
static const struct feed *find_feed(const struct aic_composition *composition, size_t input)
{
    const struct part *part = aic_composition_part_of_input(composition, input);
    for (size_t s = composition->step_count; part && s-- > 0;) {
        const struct step *step = &composition->steps[s];
        const struct feed *feed;
        for (size_t k = 0; &composition->parts[step->part] == part &&
                           (feed = aic_step_feed(composition, step, k));
             k++) {
            if (feed->input == input) {
                return feed;
            }
        }
    }
    return NULL;
}

/* The result that an input was handed; NULL: it was none. */
static const struct source *find_source(const struct aic_composition *composition, const void *in,
                                        const void *out, size_t input)
{
    const struct feed *feed = composition ? find_feed(composition, input) : NULL;
    if (!feed || !aic_is_passed(in, feed->field->offset) ||
        aic_origin_get(in, feed->field->offset) != AIC_FROM_ANSWER) {
        return NULL;
    }
    for (size_t i = 0; i < feed->count; i++) {
        const struct source *source = &feed->sources[i];
        if (((const char *)out)[source->part] == 1 && has_value(composition, out, source->result)) {
            return source;
        }
    }
    return NULL;
}

bool aic_part_feeder(const struct aic_calculator *calculator, const void *in, const void *out,
                     size_t input, size_t *result)
{
    const struct aic_composition *composition = calculator->composition;
    const struct source *source = find_source(composition, in, out, input);
    if (!source || source->result >= composition->shown_results) {
        return false;
    }
    *result = source->result;
    return true;
}

bool aic_part_is_assumed(const struct aic_calculator *calculator, const void *in, const void *out,
                         size_t input)
{
    const struct aic_composition *composition = calculator->composition;
    const struct source *source = find_source(composition, in, out, input);
    return source && source->result >= composition->shown_results;
}

bool aic_part_repeats(const struct aic_calculator *calculator, const void *in, size_t input)
{
    const struct aic_composition *composition = calculator->composition;
    const struct aic_field *plain = composition ? composition->links[input].plain : NULL;
    if (!plain) {
        return false;
    }
    const struct aic_field *field = &composition->inputs[input];
    enum aic_origin origin = aic_origin_get(in, field->offset);
    enum aic_origin of_plain = aic_origin_get(in, plain->offset);
    if (!aic_is_passed(in, field->offset)) {
        /* Neither was set: the default of both. */
        return origin == AIC_FROM_DEFAULT && of_plain == AIC_FROM_DEFAULT && !field->derived &&
               plain->default_text;
    }
    return origin == of_plain || (origin == AIC_FROM_ANSWER && of_plain == AIC_FROM_DEFAULT &&
                                  !find_feed(composition, input));
}

/* The part of a field of either table; NULL: a plain input, or a field of neither. */
static const struct part *part_of(const struct aic_composition *composition,
                                  const struct aic_field *field)
{
    const struct aic_table *inputs = &composition->calculator.inputs;
    const struct aic_table *results = &composition->calculator.results;
    if (field >= inputs->fields && field < inputs->fields + inputs->field_count) {
        return aic_composition_part_of_input(composition, (size_t)(field - inputs->fields));
    }
    if (field >= results->fields && field < results->fields + results->field_count) {
        return aic_composition_part_of_result(composition, (size_t)(field - results->fields));
    }
    return NULL;
}

/* Cuts "storage." off a name; the part that it is of, NULL: there is no such part. */
static const struct part *cut_part(const struct aic_composition *composition, struct aic_span *name)
{
    const char *dot = memchr(name->at, '.', name->length);
    const struct aic_span prefix = { name->at, dot ? (size_t)(dot - name->at) : 0 };
    size_t p = aic_composition_part(composition, prefix);
    if (!dot || p < composition->own_count || p == composition->part_count) {
        return NULL;
    }
    *name = (struct aic_span){ dot + 1, name->length - prefix.length - 1 };
    return &composition->parts[p];
}

/* In the tables of a calculator of rows. */
static bool find_in_tables(const struct aic_calculator *calculator, struct aic_span name,
                           bool *is_input, size_t *index)
{
    *index = aic_table_find(&calculator->inputs, name.at, name.length);
    *is_input = *index < aic_table_size(&calculator->inputs);
    if (!*is_input) {
        *index = aic_table_find(&calculator->results, name.at, name.length);
    }
    return *is_input || *index < aic_table_size(&calculator->results);
}

bool aic_name_find(const struct aic_calculator *calculator, const void *in,
                   const struct aic_field *of, struct aic_span name, bool *is_input, size_t *index)
{
    const struct aic_composition *composition = calculator->composition;
    if (!composition) {
        return find_in_tables(calculator, name, is_input, index);
    }
    const struct part *scope = of ? part_of(composition, of) : NULL;
    const struct part *part = scope ? scope : cut_part(composition, &name);
    if (!part) {
        *index = aic_composition_plain(composition, name);
        *is_input = *index < composition->plain_count;
        return *is_input;
    }
    const struct aic_field *input = aic_composition_input(composition, part, name);
    *is_input = input != NULL;
    if (input) {
        *index = (size_t)(input - composition->inputs);
        if (scope && aic_part_repeats(calculator, in, *index)) {
            aic_part_plain(calculator, *index, index);
        }
        return true;
    }
    size_t at = aic_table_find(&part->calculator->results, name.at, name.length);
    *index = part->first_result + at;
    return at < part->results;
}

size_t aic_reference_at(const struct aic_calculator *calculator, size_t k)
{
    const struct aic_composition *composition = calculator->composition;
    size_t count = aic_table_size(&calculator->inputs);
    if (!composition) {
        return k < count ? k : count;
    }
    return k < composition->reference_count ? composition->references[k] : count;
}
