/* SPDX-License-Identifier: Apache-2.0 */
/* power: what can be asked. */
#include "calculators/power/power.h"

#include "calculators/shared/format_quantity.h"
#include "engine/rows/rows.h"

static bool check_question(const struct aic_power_in *in, struct aic_error *error)
{
    if (!aic_is_set(in->gpus) && !aic_is_set(in->gpu_hours) && !aic_is_set(in->site_power)) {
        aic_fail(error, AIC_ERR_MISSING, "gpus",
                 "nothing to size: no gpus, gpu_hours or site_power");
        return aic_suggest(error, "give gpus, such as 1024");
    }
    return true;
}

static bool check_node(const struct aic_power_in *in, struct aic_error *error)
{
    double gpus = in->gpus_per_node * in->gpu_power;
    if (!aic_is_set(in->node_power)) {
        aic_fail(error, AIC_ERR_MISSING, "node_power",
                 "neither node_power nor gpu_power is known: what a node draws cannot be told");
        return aic_suggest(error, "give node or gpu, or node_power such as 10.2kW");
    }
    if (!(in->node_power > 0)) {
        aic_fail(error, AIC_ERR_RANGE, "node_power", "node_power ('%g W') must be above 0",
                 in->node_power);
        return aic_suggest(error, "give gpu_power, such as 700W");
    }
    if (gpus > in->node_power) {
        aic_fail(error, AIC_ERR_CONFLICT, "node_power",
                 "the GPUs alone draw more than node_power: %g x %s = %s, above %s",
                 in->gpus_per_node, aic_format(in->gpu_power, AIC_POWER).text,
                 aic_format(gpus, AIC_POWER).text, aic_format(in->node_power, AIC_POWER).text);
        return aic_suggest(error, "check gpus_per_node, gpu_power and node_power");
    }
    return true;
}

/* A rack holds at least one node, and what it is told to hold. */
static bool check_rack(const struct aic_power_in *in, struct aic_error *error)
{
    double nodes = aic_or(in->nodes_per_rack, 1);
    double fed = down(in->rack_power / in->node_power);
    double high = floor(in->rack_height / in->node_height);
    const char *subject = aic_is_set(in->nodes_per_rack) ? "nodes_per_rack" : "node_power";
    if (nodes > fed) {
        aic_fail(error, AIC_ERR_CONFLICT, fed < 1 ? "rack_power" : subject,
                 "the nodes of a rack draw %g x %s = %s, above rack_power ('%s')", nodes,
                 aic_format(in->node_power, AIC_POWER).text,
                 aic_format(nodes * in->node_power, AIC_POWER).text,
                 aic_format(in->rack_power, AIC_POWER).text);
        return fed < 1 ? aic_suggest(error, "a rack_power of at least %s would do",
                                     aic_format(in->node_power, AIC_POWER).text)
                       : aic_suggest(error, "nodes_per_rack of at most %g would do", fed);
    }
    if (nodes > high) {
        aic_fail(error, AIC_ERR_CONFLICT, high < 1 ? "node_height" : subject,
                 "the nodes of a rack are %g x %g U = %g U high, above rack_height ('%g U')", nodes,
                 in->node_height, nodes * in->node_height, in->rack_height);
        return high < 1
                   ? aic_suggest(error, "a rack_height of at least %g would do", in->node_height)
                   : aic_suggest(error, "nodes_per_rack of at most %g would do", high);
    }
    return true;
}

bool aic_power_check(const struct aic_power_in *in, struct aic_error *error)
{
    return check_question(in, error) && check_node(in, error) && check_rack(in, error);
}
