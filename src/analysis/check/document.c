/* SPDX-License-Identifier: Apache-2.0 */
/* What check files and saved answers are read with. */
#include "analysis/check/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool aic_check_refuse(const struct aic_json *json, const struct aic_json_value *at,
                      const char *message, const char *suggestion, struct aic_error *error)
{
    aic_json_fail(json, at, error, AIC_ERR_JSON, NULL, "%s", message);
    return aic_suggest(error, "%s", suggestion);
}

bool aic_check_calculator(const struct aic_json *json, const struct aic_json_value *object,
                          struct aic_registry *registry, const struct aic_calculator **calculator,
                          struct aic_error *error)
{
    const struct aic_json_value *name = aic_json_member(object, "calculator");
    if (!aic_json_is(name, AIC_JSON_STRING)) {
        return aic_check_refuse(json, name ? name : object, "'calculator' names no calculator",
                                "for example \"calculator\": \"train-memory\"", error);
    }
    *calculator = aic_registry_find(registry, aic_json_text_of(name), NULL);
    if (*calculator) {
        return true;
    }
    aic_json_fail(json, name, error, AIC_ERR_UNKNOWN, NULL, "no calculator '%s'",
                  aic_json_text_of(name));
    const char *near =
        aic_nearest(aic_json_text_of(name), aic_registry_name_at, NULL, AIC_ALL_NAMES);
    return aic_suggest_name(error, near, "'aicalc help' lists the calculators");
}

bool aic_checks_allocate(struct aic_checks *checks, size_t check_count, size_t line_count,
                         struct aic_error *error)
{
    checks->at = calloc(check_count, sizeof checks->at[0]);
    checks->lines = calloc(line_count, sizeof checks->lines[0]);
    if (!checks->at || !checks->lines) {
        return aic_fail_memory(error);
    }
    checks->count = check_count;
    checks->line_count = line_count;
    return true;
}

void aic_check_line_init(struct aic_check_line *line, const struct aic_json_value *node)
{
    memset(line, 0, sizeof *line);
    line->node = node;
    line->margin = NAN;
    line->change = NAN;
}

struct aic_recipe aic_check_recipe(const struct aic_checks *checks, const struct aic_check *check)
{
    return (struct aic_recipe){
        .calculator = check->calculator,
        .catalog = checks->source.catalog,
        .input = checks->saved ? checks->source.json : NULL,
        .launch = check->launch,
        .settings = check->settings,
        .setting_count = check->setting_count,
        .settings_origin = AIC_FROM_FILE,
        .loader = checks->source.loader,
        .renews = checks->saved,
    };
}
