/* SPDX-License-Identifier: Apache-2.0 */
/* power: draw, racks, cooling, site, and the energy, cost and carbon of a run. */
#include "calculators/power/power.h"

#include "calculators/shared/node_power.h"
#include "calculators/shared/rounding.h"
#include "calculators/shared/format_quantity.h"

/* Air at 20 C: 1.2 kg/m3 and 1005 J/(kg K); water 4186 J/(L K). */
static const double air_heat = 1206;    /* J/(m3 K) */
static const double water_heat = 4186;  /* J/(L K) */
static const double cfm = 2118.880003;  /* cubic feet per minute in one m3/s */
static const double btu = 3.412141633;  /* BTU/h in one W */
static const double ton = 3516.8528421; /* W of one ton of refrigeration, 12,000 BTU/h */

static const struct aic_assumption assumptions[] = {
    { "node-maximum",
      "a node counts with its vendor's maximum: DGX H100 10.2 kW, B200 14.3 kW, B300 14.5 kW, "
      "GB300 "
      "NVL72 135 kW (18 trays of 7.5 kW); in training nodes draw 70 to 90 % of it on average",
      "NVIDIA DGX and SuperPOD documents; NVIDIA Mission Control FAQ", "node_power_max" },
    { "pue",
      "the meter sees the power of the machines times PUE, which contains the cooling; water (WUE) "
      "goes by the energy of the machines",
      "Uptime Institute surveys; The Green Grid, definitions of PUE and WUE",
      "facility_power energy energy_per_gpu_hour" },
    { "cooling-limits",
      "20 to 30 kW per rack with containment is the usual end of air, rear doors reach about 50 "
      "kW, "
      "then cold plates; practice, not physics: NVIDIA cools 40.8 kW of H100 with air",
      "NVIDIA DGX SuperPOD reference architectures", "cooling" },
    { "carbon", "operation only; making the hardware is not counted",
      "arXiv 2211.02001; Llama 2 and Llama 3.1 model cards; codecarbon data (b05965e: Our World in "
      "Data 2023, Google regions)",
      "carbon carbon_per_gpu_hour" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc power --node dgx-h100 --gpus 1024 --rack-power 45kW --pue 1.25",
    "aicalc power --node dgx-b200 --gpus 2048 --duration 30d --load 0.85 "
    "--electricity-price 0.07USD/kWh --grid usa",
    "aicalc power --node gb200-nvl72 --site-power 20MW --pue 1.15 --liquid-fraction 0.85",
    "aicalc power --gpu-hours 39.3M --gpu h100-sxm --grid usa --budget 'carbon <= 30000t'",
    NULL,
};

static void settle(void *input)
{
    struct aic_power_in *in = input;
    aic_settle_number(
        in, &in->node_power,
        aic_node_draw(in->node_power, in->gpus_per_node, in->gpu_power, in->host_factor));
}

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
        aic_fail(error, AIC_ERR_RANGE, "node_power", "node_power ('%g W') is not above 0",
                 in->node_power);
        return aic_suggest(error, "give gpu_power, such as 700W");
    }
    if (gpus > in->node_power) {
        aic_fail(error, AIC_ERR_CONFLICT, "node_power",
                 "the GPUs alone draw more than node_power: %g x %s = %s, above %s",
                 in->gpus_per_node, aic_say(in->gpu_power, AIC_POWER).text,
                 aic_say(gpus, AIC_POWER).text, aic_say(in->node_power, AIC_POWER).text);
        return aic_suggest(error, "check gpus_per_node, gpu_power and node_power");
    }
    return true;
}

/* A rack holds at least one node, and what it is told to hold. */
static bool check_rack(const struct aic_power_in *in, struct aic_error *error)
{
    double nodes = aic_or(in->nodes_per_rack, 1);
    double fed = aic_down(in->rack_power / in->node_power);
    double high = floor(in->rack_height / in->node_height);
    const char *subject = aic_is_set(in->nodes_per_rack) ? "nodes_per_rack" : "node_power";
    if (nodes > fed) {
        aic_fail(error, AIC_ERR_CONFLICT, fed < 1 ? "rack_power" : subject,
                 "the nodes of a rack draw %g x %s = %s, above rack_power ('%s')", nodes,
                 aic_say(in->node_power, AIC_POWER).text,
                 aic_say(nodes * in->node_power, AIC_POWER).text,
                 aic_say(in->rack_power, AIC_POWER).text);
        return fed < 1 ? aic_suggest(error, "a rack_power of at least %s would do",
                                     aic_say(in->node_power, AIC_POWER).text)
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

static void count_draw(const struct aic_power_in *in, struct aic_power_out *out)
{
    out->node_power_max = in->node_power;
    out->gpu_power_share = in->gpus_per_node * in->gpu_power / in->node_power;
    out->power_per_node = in->node_power + in->gpus_per_node * in->network_power_per_gpu;
    out->fixed_power = in->network_power + in->storage_power + in->other_power;
    out->nodes = ceil(in->gpus / in->gpus_per_node);
    out->it_power = out->nodes * out->power_per_node + out->fixed_power;
    out->it_power_per_gpu = out->it_power / in->gpus;
    out->facility_power = out->it_power * in->pue;
    out->facility_power_per_gpu = out->facility_power / in->gpus;
    out->average_power = out->facility_power * in->load;
}

/* m3/s of air that carry the heat of `power` which no liquid carries. */
static double airflow_of(const struct aic_power_in *in, double power)
{
    return power * (1 - in->liquid_fraction) / (air_heat * in->air_temperature_rise);
}

static void count_heat(const struct aic_power_in *in, struct aic_power_out *out)
{
    out->heat_btu_per_hour = out->it_power * btu;
    out->cooling_tons = out->it_power / ton;
    out->airflow = airflow_of(in, out->it_power);
    out->airflow_cfm = out->airflow * cfm;
    out->water_flow =
        out->it_power * in->liquid_fraction / (water_heat * in->water_temperature_rise) * 60;
}

static void count_racks(const struct aic_power_in *in, struct aic_power_out *out)
{
    double fed = aic_down(in->rack_power / in->node_power);
    double nodes = aic_or(in->nodes_per_rack, fed);
    if (!aic_is_set(nodes)) {
        return;
    }
    out->nodes_by_height = floor(in->rack_height / in->node_height);
    nodes = fmin(nodes, out->nodes_by_height); /* of a number and NaN: the number */
    out->nodes_per_rack_used = nodes;
    out->gpus_per_rack = nodes * in->gpus_per_node;
    out->racks = ceil(out->nodes / nodes);
    out->power_per_rack = nodes * in->node_power;
    out->cooling = out->power_per_rack <= in->air_limit         ? AIC_COOLING_AIR
                   : out->power_per_rack <= in->rear_door_limit ? AIC_COOLING_REAR_DOOR
                                                                : AIC_COOLING_LIQUID;
    out->airflow_cfm_per_rack = airflow_of(in, out->power_per_rack) * cfm;
}

static void count_site(const struct aic_power_in *in, struct aic_power_out *out)
{
    if (!aic_is_set(in->site_power)) {
        return;
    }
    double nodes = aic_down((in->site_power / in->pue - out->fixed_power) / out->power_per_node);
    out->max_gpus_on_site = in->gpus_per_node * fmax(0, nodes);
    if (aic_is_set(in->gpus)) {
        out->fits = out->facility_power <= in->site_power * (1 + 1e-12);
        if (in->site_power > 0) {
            out->site_share = out->facility_power / in->site_power;
        }
    }
}

static void count_energy(const struct aic_power_in *in, struct aic_power_out *out)
{
    /* Without gpus the loads of the whole installation have no one to share them. */
    double power = aic_or(out->it_power_per_gpu, out->power_per_node / in->gpus_per_node);
    out->power_per_gpu = power;
    out->energy_per_gpu_hour = power * in->load * in->pue * aic_seconds_per_hour;
    double kwh = out->energy_per_gpu_hour / aic_joules_per_kwh;
    out->electricity_cost_per_gpu_hour = kwh * in->electricity_price;
    out->carbon_per_gpu_hour = kwh * in->carbon_intensity;

    out->gpu_hours_used = aic_or(in->gpu_hours, in->gpus * in->duration / aic_seconds_per_hour);
    out->it_energy = power * in->load * out->gpu_hours_used * aic_seconds_per_hour;
    out->energy = out->it_energy * in->pue;
    out->electricity_cost = out->energy / aic_joules_per_kwh * in->electricity_price;
    out->carbon = out->energy / aic_joules_per_kwh * in->carbon_intensity;
    out->water = out->it_energy / aic_joules_per_kwh * in->wue;
}

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
                 aic_say(out->power_per_rack, AIC_POWER).text,
                 aic_say(in->air_limit, AIC_POWER).text);
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

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_power_in *in = input;
    struct aic_power_out *out = output;
    if (!check_question(in, &notes->error) || !check_node(in, &notes->error) ||
        !check_rack(in, &notes->error)) {
        return false;
    }
    count_draw(in, out);
    count_heat(in, out);
    count_racks(in, out);
    count_site(in, out);
    count_energy(in, out);
    if (!notes->quiet) {
        warn_draw(in, out, notes);
        warn_energy(in, out, notes);
    }
    return true;
}

const struct aic_calculator aic_power = {
    .name = "power",
    .help = "draw, racks, cooling and site of a cluster; energy, cost and carbon of a run",
    .in_size = sizeof(struct aic_power_in),
    .out_size = sizeof(struct aic_power_out),
    .inputs = { aic_power_input_groups, AIC_POWER_INPUT_GROUPS },
    .results = { aic_power_result_groups, AIC_POWER_RESULT_GROUPS },
    .rules = aic_power_rules,
    .rule_count = AIC_POWER_RULES,
    .assumptions = assumptions,
    .examples = examples,
    .settle = settle,
    .compute = compute,
};
