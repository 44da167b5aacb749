/* SPDX-License-Identifier: Apache-2.0 */
/* Widths of packed weights, which some formats leave to config.json. */
#include <cjson/cJSON.h>
#include <math.h>

#include "catalog/weights/weights.h"

/* A whole number from 1 to 8; 0: none. */
static double width_of(const struct cJSON *object, const char *key)
{
    const struct cJSON *value = aic_json_member(object, key);
    double width = cJSON_IsNumber(value) ? value->valuedouble : 0;
    return width >= 1 && width <= 8 && width == floor(width) ? width : 0;
}

/* That of all groups, if they agree. */
static double group_width(const struct cJSON *quantization)
{
    const struct cJSON *groups = aic_json_member(quantization, "config_groups");
    double one = 0;
    for (const struct cJSON *group = groups ? groups->child : NULL; group; group = group->next) {
        double width = width_of(aic_json_member(group, "weights"), "num_bits");
        if (width == 0 || (one > 0 && width != one)) {
            return 0;
        }
        one = width;
    }
    return one;
}

struct widths aic_config_widths(const struct cJSON *config)
{
    const struct cJSON *places[] = {
        aic_json_member(config, "quantization_config"),
        aic_json_member(aic_json_member(config, "text_config"), "quantization_config"),
        aic_json_member(config, "quantization"),
    };
    struct widths widths = { 0, 0 };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        widths.bits = widths.bits > 0 ? widths.bits : width_of(places[i], "bits");
        widths.num_bits = widths.num_bits > 0 ? widths.num_bits : group_width(places[i]);
    }
    return widths;
}
