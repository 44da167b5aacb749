/* SPDX-License-Identifier: Apache-2.0 */
/* power: what deserves attention in an answer. */
#include "calculators/power/power.h"

#include <math.h>

#include "calculators/shared/format_quantity.h"

static void warn_draw(const struct aic_power_in *in, const struct aic_power_out *out,
                      struct aic_notes *notes)
{
    bool from_gpus = AIC_ORIGIN(in, node_power) == AIC_FROM_DEFAULT;
    if (from_gpus && in->host_factor == 1) {
        aic_warn(
            notes, "tdp-only",
            "host_factor 1 counts GPUs alone, without hosts, fans and power supplies; a DGX H100 "
            "draws 1.82 times its GPUs");
    }
    if (from_gpus && AIC_ORIGIN(in, host_factor) == AIC_FROM_DEFAULT) {
        aic_warn(notes, "host-factor-assumed",
                 "a node is taken to draw %g times its GPUs; give node_power or host_factor",
                 in->host_factor);
    }
    if (fmod(in->gpus, in->gpus_per_node) > 0) {
        aic_warn(notes, "partial-node",
                 "gpus ('%g') do not fill the last node: it counts whole, %g nodes of %g", in->gpus,
                 out->nodes, in->gpus_per_node);
    }
    if (out->cooling > AIC_COOLING_AIR && in->liquid_fraction == 0) {
        aic_warn(notes, "above-air-limit",
                 "%s per rack is above air_limit (%s) and liquid_fraction is 0; the limit is "
                 "practice, not physics: NVIDIA cools 40.8 kW of H100 and about 56 kW of B300 with "
                 "air",
                 aic_format(out->power_per_rack, AIC_POWER).text,
                 aic_format(in->air_limit, AIC_POWER).text);
    }
}

static void warn_energy(const struct aic_power_in *in, const struct aic_power_out *out,
                        struct aic_notes *notes)
{
    bool asked = aic_is_set(out->energy);
    if (asked && in->pue == 1) {
        aic_warn(notes, "no-pue", "pue 1 leaves cooling and losses out, as model cards do");
    }
    if (asked && in->load == 1) {
        aic_warn(
            notes, "nameplate",
            "load 1 counts the maximum all the time; in training nodes draw 70 to 90 %% of it");
    }
    if (aic_is_set(out->carbon_per_gpu_hour) &&
        AIC_ORIGIN(in, carbon_intensity) == AIC_FROM_CATALOG) {
        aic_warn(
            notes, "grid-mean",
            "carbon_intensity is a yearly mean of the grid; give what your contract or hour has");
    }
}

void aic_power_warn(const struct aic_power_in *in, const struct aic_power_out *out,
                    struct aic_notes *notes)
{
    warn_draw(in, out, notes);
    warn_energy(in, out, notes);
}
