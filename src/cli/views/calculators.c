/* SPDX-License-Identifier: Apache-2.0 */
/* The registry of the program: what it holds lives from the first question to the exit. */
#include "cli/views/calculators.h"

static struct aic_registry registry;

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
    aic_registry_clear(&registry);
}
