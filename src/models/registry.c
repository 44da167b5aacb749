/* SPDX-License-Identifier: Apache-2.0 */
/* All calculators, one line each, in the order of the help. */
#include <aicalc/calculator.h>

#include <string.h>

#include <aicalc/checkpoint.h>
#include <aicalc/collective.h>
#include <aicalc/dataload.h>
#include <aicalc/fabric.h>
#include <aicalc/kvcache.h>
#include <aicalc/network.h>
#include <aicalc/power.h>
#include <aicalc/storage.h>
#include <aicalc/train_memory.h>
#include <aicalc/train_time.h>

static const struct aic_calculator *const calculators[] = {
    &aic_checkpoint, &aic_train_memory, &aic_train_time, &aic_kvcache,  &aic_network,
    &aic_storage,    &aic_collective,   &aic_fabric,     &aic_dataload, &aic_power,
};

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
