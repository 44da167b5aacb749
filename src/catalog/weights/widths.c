/* SPDX-License-Identifier: Apache-2.0 */
/* Widths of packed weights, which some formats leave to config.json. */
#include <math.h>

#include "catalog/weights/weights.h"

/* A whole number from 1 to 8; 0: none. */
static double width_of(const struct aic_json_value *object, const char *key)
{
    const struct aic_json_value *value = aic_json_member(object, key);
    double width = aic_json_is(value, AIC_JSON_NUMBER) ? aic_json_number_of(value) : 0;
    return width >= 1 && width <= 8 && width == floor(width) ? width : 0;
}

/* That of all groups, if they agree. */
static double group_width(const struct aic_json_value *quantization)
{
    const struct aic_json_value *groups = aic_json_member(quantization, "config_groups");
    double one = 0;
    AIC_JSON_EACH(group, groups) {
        double width = width_of(aic_json_member(group, "weights"), "num_bits");
        if (width == 0 || (one > 0 && width != one)) {
            return 0;
        }
        one = width;
    }
    return one;
}

struct widths aic_config_widths(const struct aic_json_value *config)
{
    const struct aic_json_value *places[] = {
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
