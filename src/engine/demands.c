/* SPDX-License-Identifier: Apache-2.0 */
/* What a person has to give, named at once. */
#include "engine/demands.h"

#include <string.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/text.h>

#define DEMANDS_MAX 8

/* Whether none of the inputs of a demand has a value; `blamed`: the error is about one of them. */
static bool is_unmet(const struct aic_calculator *calculator, const void *in,
                     const struct aic_demand *demand, const char *parameter, bool *blamed)
{
    bool unmet = true, about = false;
    for (const char *at = demand->inputs; *at;) {
        size_t offset, length = strcspn(at, " ");
        size_t input = aic_table_find(&calculator->inputs, at, length);
        const struct aic_field *field = aic_table_at(&calculator->inputs, input, &offset);
        unmet = unmet && !aic_value_load(field, (const char *)in + offset).set;
        about = about || strcmp(field->name, parameter) == 0;
        at += length + strspn(at + length, " ");
    }
    *blamed = unmet && about;
    return unmet;
}

void aic_demands_name_all(const struct aic_calculator *calculator, const void *in,
                          struct aic_error *error)
{
    const struct aic_demand *demand = calculator->demands, *unmet[DEMANDS_MAX];
    char names[256], flags[256], parameter[sizeof error->parameter];
    struct aic_text missing, adds;
    size_t count = 0;
    bool any_blamed = false;
    for (; demand && demand->inputs; demand++) {
        bool blamed;
        if (count < DEMANDS_MAX && is_unmet(calculator, in, demand, error->parameter, &blamed)) {
            unmet[count++] = demand;
            any_blamed = any_blamed || blamed;
        }
    }
    if (!any_blamed || (count == 1 && !calculator->composition)) { /* whose rows say more of one */
        return;
    }
    aic_text_init(&missing, names, sizeof names);
    aic_text_init(&adds, flags, sizeof flags);
    for (size_t i = 0; i < count; i++) {
        aic_text_add(&missing, i == 0 ? "" : i + 1 == count ? " and " : ", ");
        aic_text_add_bytes(&missing, unmet[i]->inputs, strcspn(unmet[i]->inputs, " "));
        aic_text_format(&adds, " %s", unmet[i]->add);
    }
    memcpy(parameter, error->parameter, sizeof parameter);
    aic_fail(error, AIC_ERR_MISSING, parameter, "%s %s not given", names,
             count == 1 ? "is" : "are");
    aic_suggest(error, "give%s", flags);
}
