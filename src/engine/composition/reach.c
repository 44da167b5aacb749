/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: what the value of an input reaches, for moves of single inputs. */
#include "engine/composition/composition.h"

static uint32_t feeders_of(const struct part *part)
{
    uint32_t all = 0;
    for (size_t i = 0; i < part->fed_count; i++) {
        const struct fed *fed = &part->fed[i];
        for (size_t k = 0; k < fed->count; k++) {
            all |= aic_part_bit(fed->feeders[k].part);
        }
        all |= fed->unless.field ? aic_part_bit(fed->unless.part) : 0;
    }
    return all;
}

static bool is_asked_by_fed(const struct part *part)
{
    for (size_t i = 0; i < part->fed_count; i++) {
        if (aic_part_asks(part, part->fed[i].own)) {
            return true;
        }
    }
    return false;
}

static void mark(unsigned char *ruled, size_t offset, unsigned by)
{
    ruled[AIC_SLOT_OF(offset)] |= (unsigned char)by;
}

static void mark_rule(unsigned char *ruled, const struct aic_rule *rule)
{
    mark(ruled, rule->subject.offset, RULED_BY_RULES);
    for (size_t i = 0; i < AIC_CONDITIONS_MAX && rule->conditions[i].test != AIC_TEST_NONE; i++) {
        mark(ruled, rule->conditions[i].member.offset, RULED_BY_RULES);
    }
}

static bool form_ruled(struct aic_composition *composition, struct part *part)
{
    const struct aic_calculator *calculator = part->calculator;
    unsigned char *ruled =
        aic_pool_take(&composition->pool, AIC_SLOT_OF(calculator->in_size), sizeof ruled[0]);
    for (size_t r = 0; ruled && r < calculator->rule_count; r++) {
        mark_rule(ruled, &calculator->rules[r]);
    }
    for (size_t i = 0; ruled && i < part->fed_count; i++) {
        mark(ruled, part->fed[i].own - part->in_base, RULED_BY_FEEDS);
        if (part->fed[i].multiple) {
            mark(ruled, part->fed[i].multiple - part->in_base, RULED_BY_FEEDS);
        }
    }
    part->ruled = ruled;
    return ruled != NULL;
}

static bool may_ask(const struct part *part, size_t plain)
{
    size_t number = part->link_of[plain];
    return aic_part_asks(part, AIC_PLAIN_OFFSET(plain)) ||
           (number > 0 && aic_part_asks(part, part->links[number - 1].own));
}

static bool form_plain(struct aic_composition *composition)
{
    size_t count = composition->plain_count;
    uint32_t *linked = aic_pool_take(&composition->pool, count, sizeof linked[0]);
    uint32_t *asking = aic_pool_take(&composition->pool, count, sizeof asking[0]);
    if (!linked || !asking) {
        return false;
    }
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        for (size_t i = 0; i < count; i++) {
            linked[i] |= part->link_of[i] > 0 ? aic_part_bit(p) : 0;
            asking[i] |= may_ask(part, i) ? aic_part_bit(p) : 0;
        }
    }
    composition->linked = linked;
    composition->asking = asking;
    return true;
}

bool aic_composition_form_reach(struct aic_composition *composition, struct aic_error *error)
{
    bool ok = form_plain(composition);
    for (size_t p = 0; ok && p < composition->part_count; p++) {
        struct part *part = &composition->parts[p];
        part->fed_by = feeders_of(part);
        part->asked_by_fed = is_asked_by_fed(part);
        ok = form_ruled(composition, part);
    }
    return ok || aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
}
