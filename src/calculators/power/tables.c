/* SPDX-License-Identifier: Apache-2.0 */
/* power: inputs, rules and results. */
#include "calculators/power/power.h"

#define REAL(member)        AIC_FIELD_REAL(struct aic_power_in, member)
#define INTEGER(member)     AIC_FIELD_INTEGER(struct aic_power_in, member)
#define CATALOG(member, of) AIC_FIELD_REFERENCE(struct aic_power_in, member, of)

#define POWER   .dimension = AIC_POWER
#define RATIO   .dimension = AIC_RATIO
#define ABOVE_0 .flags = AIC_ABOVE_MIN

static const struct aic_field machine_fields[] = {
    { INTEGER(gpus), .help = "GPUs of the cluster; needed unless gpu_hours or site_power is given",
      .min = 1 },
    { CATALOG(node, AIC_NODES), .help = "node of the catalog: its power, height and GPUs" },
    { CATALOG(gpu, AIC_GPUS), .help = "GPU of the catalog: its power" },
    { CATALOG(grid, AIC_GRIDS), .help = "grid of the catalog: its carbon intensity" },
    { INTEGER(gpus_per_node), .help = "GPUs of one node", .preset = "8", .min = 1 },
    { REAL(node_power), .help = "maximum of one node", POWER, .flags = AIC_ABOVE_MIN | AIC_AUTO,
      .formula = "host_factor * gpus_per_node * gpu_power" },
    { REAL(gpu_power), .help = "thermal design power of one GPU", POWER },
    { REAL(host_factor),
      .help = "power of a node over that of its GPUs, where the node's is not known (A100 2.0, "
              "H100 1.82, B200 1.79, B300 1.65, NVL72 1.3 to 1.5; 1 is GPUs alone)",
      RATIO, .preset = "1.8", .min = 1, .flags = AIC_ASSUMPTION },
    { REAL(network_power_per_gpu), .help = "each GPU's share of the fabric", POWER, .preset = "0",
      .fed_by = "fabric.power_per_gpu" },
    { REAL(network_power), .help = "further network of the installation", POWER, .preset = "0" },
    { REAL(storage_power), .help = "storage of the installation", POWER, .preset = "0" },
    { REAL(other_power), .help = "other machines of the installation", POWER, .preset = "0" },
    { REAL(load), .help = "mean draw over maximum", RATIO, .max = 1, ABOVE_0, .preset = "1" },
    { REAL(pue), .help = "draw of the facility over that of its machines", RATIO, .preset = "1.3",
      .min = 1, .flags = AIC_ASSUMPTION },
};

static const struct aic_field rack_fields[] = {
    { REAL(rack_power), .help = "what one rack may draw", POWER, ABOVE_0 },
    { INTEGER(nodes_per_rack), .help = "nodes of one rack; unset: what rack_power feeds",
      .min = 1 },
    { INTEGER(node_height), .help = "height of one node", .unit = "U", .min = 1 },
    { INTEGER(rack_height), .help = "height of one rack", .unit = "U", .preset = "48", .min = 1 },
    { REAL(air_limit), .help = "most that a rack gives to air alone", POWER, .preset = "30kW" },
    { REAL(rear_door_limit), .help = "most that a rack gives to a rear-door heat exchanger", POWER,
      .preset = "50kW" },
    { REAL(liquid_fraction), .help = "share of the heat that leaves by liquid (NVL72 0.87)", RATIO,
      .max = 1, .preset = "0" },
    { REAL(air_temperature_rise), .help = "warming of the air through the machines", RATIO,
      .unit = "K", .preset = "15", ABOVE_0 },
    { REAL(water_temperature_rise), .help = "warming of the water through the loop", RATIO,
      .unit = "K", .preset = "10", ABOVE_0 },
};

static const struct aic_field site_fields[] = {
    { REAL(site_power), .help = "what the site can feed, at the meter", POWER },
    { REAL(duration), .help = "time of the run", .dimension = AIC_TIME },
    { REAL(gpu_hours), .help = "GPU hours of the run, instead of its time", .unit = "h",
      .fed_by = "train-time.gpu_hours" },
    { REAL(electricity_price), .help = "price of energy", .dimension = AIC_ENERGY_PRICE },
    { REAL(carbon_intensity), .help = "carbon of energy", .dimension = AIC_CARBON_INTENSITY },
    { REAL(wue), .help = "water of the site per energy of the machines", RATIO, .unit = "L/kWh" },
};

const struct aic_group aic_power_input_groups[AIC_POWER_INPUT_GROUPS] = {
    AIC_GROUP("Machines", machine_fields, 0),
    AIC_GROUP("Racks and cooling", rack_fields, 0),
    AIC_GROUP("Site and run", site_fields, 0),
};

#undef REAL

/* gpu_hours is the subject, so that an answer's hours are left aside and not the user's time. */
const struct aic_rule aic_power_rules[] = {
    { AIC_RULE(struct aic_power_in, gpu_hours),
      AIC_EXCLUDES,
      { AIC_IF_GIVEN(struct aic_power_in, duration) },
      "each says how long the run is" },
    { AIC_RULE(struct aic_power_in, duration),
      AIC_NEEDS,
      { AIC_IF_SET(struct aic_power_in, gpus) },
      "energy is that of gpus over a time" },
};
_Static_assert(sizeof aic_power_rules / sizeof aic_power_rules[0] == AIC_POWER_RULES,
               "AIC_POWER_RULES is the length of the table");

#define REAL(member) AIC_FIELD_REAL(struct aic_power_out, member)

/* Rests on what vendors print. */
#define VENDOR_POWER .dimension = AIC_POWER, .basis = AIC_PUBLISHED
#define VENDOR       .basis = AIC_PUBLISHED
#define ENERGY       .dimension = AIC_ENERGY, .basis = AIC_PUBLISHED
#define MONEY        .dimension = AIC_MONEY, .basis = AIC_PUBLISHED
#define CARBON       .dimension = AIC_CARBON, .basis = AIC_PUBLISHED
#define KEY          .flags = AIC_KEY

static const char *const coolings[] = { "air", "rear_door", "liquid", NULL };

static const struct aic_field draw_rows[] = {
    { REAL(facility_power), .help = "maximum at the meter", VENDOR_POWER, KEY,
      .formula = "it_power * pue" },
    { REAL(facility_power_per_gpu), .help = "maximum at the meter for each GPU", VENDOR_POWER,
      .formula = "facility_power / gpus" },
    { REAL(average_power), .help = "mean draw at the meter", .dimension = AIC_POWER,
      .basis = AIC_ASSUMED, .formula = "facility_power * load" },
    { REAL(it_power), .help = "maximum of all machines", VENDOR_POWER,
      .formula = "nodes * power_per_node + fixed_power" },
    { REAL(it_power_per_gpu), .help = "maximum of all machines for each GPU", VENDOR_POWER,
      .formula = "it_power / gpus" },
    { REAL(nodes), .help = "nodes of the cluster", .formula = "ceil(gpus / gpus_per_node)" },
    { REAL(node_power_max), .help = "maximum of one node", VENDOR_POWER, .formula = "node_power" },
    { REAL(gpu_power_share), .help = "share of a node's power that its GPUs take",
      .dimension = AIC_RATIO, VENDOR, .formula = "gpus_per_node * gpu_power / node_power_max" },
    { REAL(power_per_node), .help = "maximum of a node with its share of the fabric", VENDOR_POWER,
      .flags = AIC_TERM, .formula = "node_power_max + gpus_per_node * network_power_per_gpu" },
    { REAL(fixed_power), .help = "what the installation draws beside its nodes", VENDOR_POWER,
      .flags = AIC_TERM, .formula = "network_power + storage_power + other_power" },
};

static const struct aic_field site_rows[] = {
    { REAL(max_gpus_on_site), .help = "GPUs that the site feeds", VENDOR,
      .formula = "gpus_per_node * max(0, down((site_power / pue - fixed_power) / "
                 "power_per_node))" },
    { AIC_FIELD_FLAG(struct aic_power_out, fits), .help = "the site feeds this cluster", VENDOR,
      .formula = "facility_power <= site_power * (1 + 1e-12)" },
    { REAL(site_share), .help = "share of the site's power", .dimension = AIC_RATIO, VENDOR,
      .formula = "facility_power / site_power" },
};

static const struct aic_field rack_rows[] = {
    { REAL(racks), .help = "racks of the cluster", KEY,
      .formula = "ceil(nodes / nodes_per_rack_used)" },
    { REAL(nodes_by_height), .help = "nodes that one rack has room for", .flags = AIC_TERM,
      .formula = "floor(rack_height / node_height)" },
    { REAL(nodes_per_rack_used), .help = "nodes of one rack",
      .formula = "nodes_per_rack"
                 " else min(down(rack_power / node_power_max), nodes_by_height)"
                 " else down(rack_power / node_power_max)" },
    { REAL(gpus_per_rack), .help = "GPUs of one rack",
      .formula = "nodes_per_rack_used * gpus_per_node" },
    { REAL(power_per_rack), .help = "maximum of one rack", VENDOR_POWER,
      .formula = "nodes_per_rack_used * node_power_max" },
    { AIC_FIELD_CHOICE(struct aic_power_out, cooling, coolings), .help = "what takes that heat out",
      .basis = AIC_ASSUMED, .flags = AIC_PROSE,
      .formula = "air up to air_limit of power_per_rack, rear_door up to rear_door_limit, "
                 "liquid above" },
    { REAL(airflow_cfm_per_rack), .help = "air through one rack", .unit = "CFM", VENDOR,
      .formula = "power_per_rack * (1 - liquid_fraction) / (1206 * air_temperature_rise) * "
                 "2118.880003" },
};

static const struct aic_field heat_rows[] = {
    { REAL(heat_btu_per_hour), .help = "heat of all machines", .unit = "BTU/h", VENDOR,
      .formula = "it_power * 3.412141633" },
    { REAL(cooling_tons), .help = "the same in tons of refrigeration", .unit = "ton", VENDOR,
      .formula = "it_power / 3516.8528421" },
    { REAL(airflow), .help = "air through all machines", .unit = "m3/s", VENDOR,
      .formula = "it_power * (1 - liquid_fraction) / (1206 * air_temperature_rise)" },
    { REAL(airflow_cfm), .help = "the same in cubic feet per minute", .unit = "CFM", VENDOR,
      .formula = "airflow * 2118.880003" },
    { REAL(water_flow), .help = "water through all loops", .unit = "L/min", VENDOR,
      .formula = "it_power * liquid_fraction / (4186 * water_temperature_rise) * 60" },
};

static const struct aic_field energy_rows[] = {
    { REAL(energy), .help = "energy of the run at the meter", ENERGY, KEY,
      .formula = "it_energy * pue" },
    { REAL(it_energy), .help = "energy of the run without the facility", ENERGY,
      .formula = "power_per_gpu * load * gpu_hours_used * 3600" },
    { REAL(gpu_hours_used), .help = "GPU hours of the run", .dimension = AIC_HOURS, VENDOR,
      .formula = "gpu_hours else gpus * duration / 3600" },
    { REAL(electricity_cost), .help = "price of the energy", MONEY,
      .formula = "energy / 3.6e6 * electricity_price" },
    { REAL(carbon), .help = "carbon of the energy", CARBON,
      .formula = "energy / 3.6e6 * carbon_intensity" },
    { REAL(water), .help = "water that the site takes", .unit = "L", VENDOR,
      .formula = "it_energy / 3.6e6 * wue" },
    { REAL(energy_per_gpu_hour), .help = "energy of one GPU hour at the meter", ENERGY,
      .formula = "power_per_gpu * load * pue * 3600" },
    { REAL(electricity_cost_per_gpu_hour), .help = "price of that energy", MONEY,
      .formula = "energy_per_gpu_hour / 3.6e6 * electricity_price" },
    { REAL(carbon_per_gpu_hour), .help = "carbon of that energy", CARBON,
      .formula = "energy_per_gpu_hour / 3.6e6 * carbon_intensity" },
    { REAL(power_per_gpu), .help = "maximum of all machines for each GPU", VENDOR_POWER,
      .flags = AIC_TERM, .formula = "it_power / gpus else power_per_node / gpus_per_node" },
};

const struct aic_group aic_power_result_groups[AIC_POWER_RESULT_GROUPS] = {
    AIC_GROUP("Draw", draw_rows, 0),     AIC_GROUP("Site", site_rows, 0),
    AIC_GROUP("Racks", rack_rows, 0),    AIC_GROUP("Heat", heat_rows, 0),
    AIC_GROUP("Energy", energy_rows, 0),
};
