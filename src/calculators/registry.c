/* SPDX-License-Identifier: Apache-2.0 */
/* All calculators in the order of the help: the list of src/calculators/CMakeLists.txt. */
#include <aicalc/calculator.h>

#include <string.h>

#define CALCULATOR(name) extern const struct aic_calculator aic_##name;
#include "calculators.inc" /* made by the build: CALCULATOR(checkpoint) ... */
#undef CALCULATOR

#define CALCULATOR(name) &aic_##name,
static const struct aic_calculator *const calculators[] = {
#include "calculators.inc"
};
#undef CALCULATOR

const struct aic_calculator *aic_calculator_at(size_t index)
{
    return index < sizeof calculators / sizeof calculators[0] ? calculators[index] : NULL;
}

const struct aic_calculator *aic_calculator_find(const char *name)
{
    for (size_t i = 0; i < sizeof calculators / sizeof calculators[0]; i++) {
        if (strcmp(calculators[i]->name, name) == 0) {
            return calculators[i];
        }
    }
    return NULL;
}

const char *aic_calculator_name_at(const void *context, size_t index)
{
    (void)context;
    const struct aic_calculator *calculator = aic_calculator_at(index);
    return calculator ? calculator->name : NULL;
}
