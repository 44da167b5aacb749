/* SPDX-License-Identifier: Apache-2.0 */
/* The registry of a host: all calculators, and the compositions that were formed for it. */
#include <aicalc/registry.h>

#include <string.h>

#define COMPOSITION(name) extern const struct aic_composition_table aic_##name;
#include "compositions.inc" /* made by the build: COMPOSITION(plan) ... */
#undef COMPOSITION

#define COMPOSITION(name) &aic_##name,
static const struct aic_composition_table *const tables[] = {
#include "compositions.inc"
};
#undef COMPOSITION

#define TABLES (sizeof tables / sizeof tables[0])
_Static_assert(TABLES <= AIC_COMPOSITIONS_MAX, "a registry has room for all compositions");

const struct aic_composition_table *aic_composition_table_at(size_t index)
{
    return index < TABLES ? tables[index] : NULL;
}

void aic_registry_init(struct aic_registry *registry)
{
    memset(registry, 0, sizeof *registry);
}

void aic_registry_clear(struct aic_registry *registry)
{
    for (size_t i = 0; i < TABLES; i++) {
        aic_composition_free(registry->formed[i]);
        registry->formed[i] = NULL;
    }
}

static const struct aic_calculator *formed(struct aic_registry *registry, size_t index,
                                           struct aic_error *error)
{
    if (!registry->formed[index]) {
        registry->formed[index] =
            aic_composition_form(tables[index], error ? error : &registry->error);
    }
    return registry->formed[index] ? aic_composition_calculator(registry->formed[index]) : NULL;
}

const struct aic_calculator *aic_registry_at(struct aic_registry *registry, size_t index)
{
    size_t compositions = registry ? TABLES : 0;
    return index < compositions ? formed(registry, index, NULL)
                                : aic_calculator_at(index - compositions);
}

const struct aic_calculator *aic_registry_find(struct aic_registry *registry, const char *name,
                                               struct aic_error *error)
{
    const struct aic_calculator *calculator = aic_calculator_find(name);
    for (size_t i = 0; !calculator && registry && i < TABLES; i++) {
        if (strcmp(tables[i]->name, name) == 0) {
            return formed(registry, i, error);
        }
    }
    return calculator;
}

const char *aic_registry_name_at(const void *context, size_t index)
{
    return index < TABLES ? tables[index]->name : aic_calculator_name_at(context, index - TABLES);
}

const char *aic_registry_help_at(size_t index)
{
    const struct aic_calculator *calculator =
        index < TABLES ? NULL : aic_calculator_at(index - TABLES);
    return index < TABLES ? tables[index]->help : calculator ? calculator->help : NULL;
}
