/* SPDX-License-Identifier: Apache-2.0 */
/* What can be asked about a composition and its answers: its parts, names, feeds, values unused. */
#include <string.h>

#include "engine/composition/run.h"
#include "engine/rules.h"

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
        .needs = part->needs,
    };
}

bool aic_part_verdict(const struct aic_calculator *calculator, size_t *result)
{
    const struct aic_composition *composition = calculator->composition;
    const char *name = composition ? composition->table->verdict : NULL;
    *result = name ? aic_table_find(&calculator->results, name, strlen(name)) : 0;
    return name != NULL;
}

size_t aic_deciding_at(const struct aic_calculator *calculator, size_t k)
{
    const struct aic_composition *composition = calculator->composition;
    return composition && k < composition->deciding_count ? composition->deciding[k]
                                                          : aic_table_size(&calculator->results);
}

/* Results that were read and not computed do not say which parts were asked: those with a value. */
static bool has_results(const struct aic_composition *composition, const struct part *part,
                        const void *out)
{
    for (size_t i = 0; i < part->results; i++) {
        const struct aic_field *field = &composition->results[part->first_result + i];
        if (aic_value_load(field, (const char *)out + field->offset).set) {
            return true;
        }
    }
    return false;
}

bool aic_part_is_asked(const struct aic_calculator *calculator, const void *out, size_t index)
{
    const struct aic_composition *composition = calculator->composition;
    unsigned char asked = ((const unsigned char *)out)[composition->own_count + index];
    return asked == 1 ||
           (asked == 0xFF && has_results(composition, part_at(composition, index), out));
}

/* True where an earlier part was asked for the value of this input, and had none. */
static bool is_without_answer(const struct fed *fed, const char *out)
{
    bool was_asked = false;
    for (size_t i = 0; i < fed->count; i++) {
        const struct feeder *feeder = &fed->feeders[i];
        if (out[feeder->part] == 1) {
            if (aic_value_load(feeder->field, out + feeder->offset).set) {
                return false;
            }
            was_asked = true;
        }
    }
    return was_asked;
}

/* What a part is not asked for want of: an input to which an earlier one found no answer. */
static const struct fed *find_awaited(const struct part *part, const char *out)
{
    for (size_t i = 0; i < part->asked_count; i++) {
        for (size_t f = 0; f < part->fed_count; f++) {
            if (part->fed[f].own == part->asked[i].offset &&
                is_without_answer(&part->fed[f], out)) {
                return &part->fed[f];
            }
        }
    }
    return NULL;
}

/* The verdict is that it cannot be. */
static bool is_impossible(const struct aic_composition *composition, const char *out)
{
    size_t verdict;
    if (!aic_part_verdict(&composition->calculator, &verdict)) {
        return false;
    }
    const struct aic_field *field = &composition->results[verdict];
    struct aic_value value = aic_value_load(field, out + field->offset);
    return value.set && value.number == 0;
}

const char *aic_part_wants(const struct aic_calculator *calculator, const void *out, size_t index)
{
    const struct aic_composition *composition = calculator->composition;
    const struct part *part = part_at(composition, index);
    const struct fed *awaited = is_impossible(composition, out) ? find_awaited(part, out) : NULL;
    return awaited ? composition->results[awaited->feeders[0].result].name : part->needs;
}

/* Counted from the first part that is shown; the number of those where it is none's. */
static size_t shown_part(const struct aic_composition *composition, size_t part)
{
    return part > composition->own_count ? part - 1 - composition->own_count
                                         : composition->part_count - composition->own_count;
}

size_t aic_part_of_input(const struct aic_calculator *calculator, size_t input)
{
    const struct aic_composition *composition = calculator->composition;
    return composition ? shown_part(composition, composition->input_part[input]) : 0;
}

size_t aic_part_of_result(const struct aic_calculator *calculator, size_t result)
{
    const struct aic_composition *composition = calculator->composition;
    return composition ? shown_part(composition, composition->result_part[result]) : 0;
}

size_t aic_part_of_assumption(const struct aic_calculator *calculator,
                              const struct aic_assumption *assumption)
{
    const struct aic_composition *composition = calculator->composition;
    return composition
               ? shown_part(composition,
                            1u + composition->assumption_part[assumption - calculator->assumptions])
               : 0;
}

const struct aic_field *aic_assumption_scope(const struct aic_calculator *calculator,
                                             const struct aic_assumption *assumption)
{
    const struct aic_composition *composition = calculator->composition;
    size_t part = aic_part_of_assumption(calculator, assumption);
    return composition ? &composition->results[part_at(composition, part)->first_result] : NULL;
}

/* The part of a field of either table; NULL: a plain input, or a field of neither. */
static const struct part *part_of(const struct aic_composition *composition,
                                  const struct aic_field *field)
{
    size_t number = 0;
    const struct aic_field *inputs = composition->input_fields, *results = composition->results;
    if (field >= inputs && field < inputs + composition->input_index.count) {
        number = composition->input_part[field - inputs];
    } else if (field >= results && field < results + composition->result_index.count) {
        number = composition->result_part[field - results];
    }
    return number > 0 ? &composition->parts[number - 1] : NULL;
}

size_t aic_plain_groups(const struct aic_calculator *calculator)
{
    return calculator->composition ? calculator->composition->plain_groups
                                   : calculator->inputs.count;
}

bool aic_part_plain(const struct aic_calculator *calculator, size_t input, size_t *plain)
{
    const struct aic_composition *composition = calculator->composition;
    if (!composition || !composition->plain_of[input]) {
        return false;
    }
    *plain = composition->plain_of[input] - 1u;
    return true;
}

static const struct fed *find_fed(const struct aic_composition *composition, size_t input)
{
    size_t number = composition->input_part[input];
    const struct part *part = number > 0 ? &composition->parts[number - 1] : NULL;
    for (size_t i = 0; part && i < part->fed_count; i++) {
        if (part->fed[i].input == input) {
            return &part->fed[i];
        }
    }
    return NULL;
}

bool aic_part_feeder(const struct aic_calculator *calculator, const void *in, const void *out,
                     size_t input, size_t *result)
{
    const struct aic_composition *composition = calculator->composition;
    const struct fed *fed = composition ? find_fed(composition, input) : NULL;
    if (!fed || !aic_is_passed(in, fed->own) || aic_origin_get(in, fed->own) != AIC_FROM_ANSWER) {
        return false;
    }
    for (size_t i = 0; i < fed->count; i++) {
        const struct feeder *feeder = &fed->feeders[i];
        if (((const char *)out)[feeder->part] == 1 &&
            aic_value_load(feeder->field, (const char *)out + feeder->offset).set) {
            *result = feeder->result;
            return true;
        }
    }
    return false;
}

/* True where the input of a part holds what the plain name, or the composition's own default, gave. */
static bool holds_plain(const struct aic_composition *composition, const void *in, size_t input)
{
    size_t plain = composition->plain_of[input];
    const struct aic_field *field = &composition->input_fields[input];
    if (!plain) {
        return false;
    }
    size_t offset = composition->input_fields[plain - 1].offset;
    enum aic_origin origin = aic_origin_get(in, field->offset);
    enum aic_origin of_plain = aic_origin_get(in, offset);
    if (!aic_is_passed(in, field->offset)) {
        /* Neither was set: the default of both. */
        return origin == AIC_FROM_DEFAULT && of_plain == AIC_FROM_DEFAULT && !field->derived &&
               composition->input_fields[plain - 1].default_text;
    }
    return origin == of_plain || (origin == AIC_FROM_ANSWER && of_plain == AIC_FROM_DEFAULT &&
                                  !find_fed(composition, input));
}

bool aic_part_find(const struct aic_calculator *calculator, const void *in,
                   const struct aic_field *of, struct aic_span name, bool *is_input, size_t *index)
{
    const struct aic_composition *composition = calculator->composition;
    const struct part *part = of ? part_of(composition, of) : NULL;
    const struct aic_span prefix = part ? part->prefix : (struct aic_span){ "", 0 };
    uint64_t hash = aic_field_index_hash(prefix, name);
    *index = aic_field_index_find_hashed(&composition->input_index, hash, prefix, name);
    *is_input = *index < composition->input_index.count;
    if (*is_input) {
        if (part && holds_plain(composition, in, *index)) {
            *index = composition->plain_of[*index] - 1u;
        }
        return true;
    }
    *index = aic_field_index_find_hashed(&composition->result_index, hash, prefix, name);
    return *index < composition->result_index.count;
}

bool aic_part_repeats(const struct aic_calculator *calculator, const void *in, size_t input)
{
    const struct aic_composition *composition = calculator->composition;
    return composition && composition->input_part[input] > 0 && holds_plain(composition, in, input);
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

/* ---- values that the user gave and nobody used ---- */

static bool fail_not_asked(const struct part *part, const char *name, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_CONFLICT, name, "%s: %s uses it, and is not asked", name,
             part->calculator->name);
    return aic_suggest(error, "give %s, or leave %s out", part->needs, name);
}

/* What the part says of the value that it left aside. */
static bool fail_refused(const struct run *run, const struct part *part, const char *name,
                         struct aic_error *error)
{
    if (aic_rules_refuse(part->calculator, run->in + part->in_base, name, error)) {
        return aic_name_part(part->calculator->name, error);
    }
    aic_fail(error, AIC_ERR_CONFLICT, name, "%s: %s has no use for it here", name,
             part->calculator->name);
    return aic_suggest(error, "leave %s out; 'aicalc help %s' says what goes with it", name,
                       part->calculator->name);
}

/* What became of a plain value: `has` tells a part that knows it. */
enum use { IS_USED, IS_REFUSED, IS_NOT_ASKED };

/* Looks for a part that was asked and kept the plain value. */
static enum use find_use(const struct run *run, size_t plain, const struct part **has)
{
    const struct aic_composition *composition = run->composition;
    enum use use = IS_NOT_ASKED;
    *has = NULL;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        size_t number = part->link_of[plain];
        if (number == 0) {
            continue;
        }
        size_t offset = part->links[number - 1].own;
        if (run->out[p] &&
            (aic_is_passed(run->in, offset) || aic_origin_get(run->in, offset) >= AIC_FROM_FILE)) {
            return IS_USED;
        }
        if (!*has || (run->out[p] && use == IS_NOT_ASKED)) {
            *has = part;
            use = run->out[p] ? IS_REFUSED : IS_NOT_ASKED;
        }
    }
    return *has ? use : IS_USED; /* the composition's own */
}

static bool check_plain(const struct run *run, size_t plain, struct aic_error *error)
{
    const char *name = run->composition->input_fields[plain].name;
    const struct part *has;
    enum use use = find_use(run, plain, &has);
    return use == IS_USED || (use == IS_REFUSED ? fail_refused(run, has, name, error)
                                                : fail_not_asked(has, name, error));
}

/* Values that were set for a part that is not asked. */
static bool check_part(const struct run *run, const struct part *part, struct aic_error *error)
{
    if (!aic_run_has_own(part, run->in + part->in_base)) {
        return true;
    }
    for (size_t i = 0; i < part->inputs; i++) {
        const struct aic_field *field = &run->composition->input_fields[part->first_input + i];
        if (!aic_is_passed(run->in, field->offset) &&
            aic_origin_get(run->in, field->offset) >= AIC_FROM_FILE) {
            return fail_not_asked(part, field->name, error);
        }
    }
    return true;
}

/* A part waits for what the verdict says there is not. */
static bool ends_early(const struct aic_composition *composition, const char *out)
{
    if (!is_impossible(composition, out)) {
        return false;
    }
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        if (out[p] != 1 && find_awaited(&composition->parts[p], out)) {
            return true;
        }
    }
    return false;
}

static bool check_plain_inputs(const struct run *run, struct aic_error *error)
{
    for (size_t i = 0; i < run->chosen_count; i++) {
        size_t plain = run->chosen[i];
        if (aic_origin_get(run->in, AIC_PLAIN_OFFSET(plain)) >= AIC_FROM_FILE &&
            !check_plain(run, plain, error)) {
            return false;
        }
    }
    return true;
}

static bool check_parts(const struct run *run, struct aic_error *error)
{
    const struct aic_composition *composition = run->composition;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        if (!run->out[p] && !check_part(run, &composition->parts[p], error)) {
            return false;
        }
    }
    return true;
}

bool aic_composition_check_unused(const struct run *run, struct aic_error *error)
{
    if (check_plain_inputs(run, error) && check_parts(run, error)) {
        return true;
    }
    if (!ends_early(run->composition, run->out)) {
        return false;
    }
    memset(error, 0, sizeof *error);
    return true;
}
