/* SPDX-License-Identifier: Apache-2.0 */
/* The registry of the program: what it holds lives from the first question to the exit. */
#include "cli/calculators.h"

#include "cli/formed/formed.h"

static struct aic_registry registry;

/* The registry holds what the build formed as if it had formed it; nothing of it ever changes. */
static struct aic_composition *held(size_t index)
{
    return (struct aic_composition *)cli_formed[index];
}

void cli_calculators_begin(void)
{
    for (size_t i = 0; aic_composition_table_at(i); i++) {
        registry.formed[i] = held(i);
    }
}

struct aic_registry *cli_registry(void)
{
    return &registry;
}

const struct aic_calculator *cli_calculator_at(size_t index)
{
    return aic_registry_at(&registry, index);
}

const struct aic_calculator *cli_calculator_find(const char *name)
{
    return aic_registry_find(&registry, name, NULL);
}

bool cli_calculators_form(struct aic_error *error)
{
    const struct aic_composition_table *table;
    for (size_t i = 0; (table = aic_composition_table_at(i)); i++) {
        if (!aic_registry_find(&registry, table->name, error)) {
            return false;
        }
    }
    return true;
}

void cli_calculators_clear(void)
{
    for (size_t i = 0; aic_composition_table_at(i); i++) {
        if (registry.formed[i] == held(i)) {
            registry.formed[i] = NULL; /* it is not on the heap */
        }
    }
    aic_registry_clear(&registry);
}
