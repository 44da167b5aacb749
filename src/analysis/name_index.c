/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names to fields. An answer looks up hundreds of names in tables of a
 * hundred fields, which would be most of the time of a query; hence a hash with open
 * addressing, at most a third full.
 */
#include "analysis/name_index.h"

#include <string.h>

static size_t hash(struct aic_span name)
{
    size_t h = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < name.length; i++) {
        h = ((h ^ (unsigned char)name.at[i]) * 16777619u) & 0xFFFFFFFFu;
    }
    return (h ^ h >> 15) % AIC_NAMES_SIZE;
}

static void add_table(struct aic_names *names, const struct aic_table *table, size_t *next)
{
    for (size_t g = 0; g < table->count; g++) {
        for (size_t i = 0; i < table->groups[g].count; i++, ++*next) {
            const char *name = table->groups[g].fields[i].name;
            size_t slot = hash((struct aic_span){ name, strlen(name) });
            while (names->slots[slot]) {
                slot = (slot + 1) % AIC_NAMES_SIZE;
            }
            names->slots[slot] = (unsigned short)(*next + 1);
        }
    }
}

void aic_names_init(struct aic_names *names, const struct aic_calculator *calculator)
{
    size_t next = 0;
    names->calculator = calculator;
    if (calculator->composition) {
        return; /* its tables have indices of their own */
    }
    memset(names->slots, 0, sizeof names->slots);
    add_table(names, &calculator->inputs, &next);
    add_table(names, &calculator->results, &next);
}

enum aic_name_kind aic_names_find(const struct aic_names *names, struct aic_span name,
                                  size_t *index)
{
    size_t inputs = aic_table_size(&names->calculator->inputs);
    for (size_t slot = hash(name); names->slots[slot]; slot = (slot + 1) % AIC_NAMES_SIZE) {
        size_t i = names->slots[slot] - 1u;
        bool is_input = i < inputs;
        const struct aic_field *field =
            is_input ? aic_table_at(&names->calculator->inputs, i, NULL)
                     : aic_table_at(&names->calculator->results, i - inputs, NULL);
        if (strncmp(field->name, name.at, name.length) == 0 && field->name[name.length] == '\0') {
            *index = is_input ? i : i - inputs;
            return is_input ? AIC_NAME_INPUT : AIC_NAME_RESULT;
        }
    }
    return AIC_NAME_UNKNOWN;
}
