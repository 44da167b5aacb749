/* SPDX-License-Identifier: Apache-2.0 */
/* power: draw, racks, cooling, site, and the energy, cost and carbon of a run. */
#include <aicalc/power.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/power_rows.h"
#include "calculators/shared/shared_inputs.h"

#define CALCULATOR power
#define IN         struct aic_power_in
#define OUT        struct aic_power_out

static const char *const coolings[] = { "auto", "air", "rear_door", "liquid", "immersion", NULL };
enum {
    by__auto = AIC_COOLING_AUTO,
    air = AIC_COOLING_AIR,
    rear_door = AIC_COOLING_REAR_DOOR,
    liquid = AIC_COOLING_LIQUID,
    immersion = AIC_COOLING_IMMERSION,
};

static const struct aic_assumption assumptions[] = {
    { "node-maximum",
      "a node counts with its vendor's maximum: DGX H100 10.2 kW, B200 14.3 kW, B300 14.5 kW, "
      "GB300 NVL72 135 kW (18 trays of 7.5 kW); in training nodes draw 70 to 90 % of it on average",
      "NVIDIA DGX and SuperPOD documents; NVIDIA Mission Control FAQ", "node_power_max" },
    { "pue",
      "the meter sees the power of the machines times PUE, which contains the cooling; water (WUE) "
      "goes by the energy of the machines",
      "Uptime Institute surveys; The Green Grid, definitions of PUE and WUE",
      "facility_power energy energy_per_gpu_hour" },
    { "cooling-limits",
      "20 to 30 kW per rack with containment is the usual end of air, rear doors reach about 50 "
      "kW, then cold plates; practice, not physics: NVIDIA cools 40.8 kW of H100 with air",
      "NVIDIA DGX SuperPOD reference architectures", "cooling" },
    { "cdu",
      "coolant distribution units are sold from 70 kW in a rack to 2 MW in a row, and one more "
      "than "
      "needed is practice (N+1); take the vendor's rating at your water temperature",
      "vendors' data sheets", "cdus" },
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
    "aicalc power --node gb200-nvl72 --gpus 1152 --cdu-power 1.2MW",
    "aicalc power --node dgx-b200 --gpus 512 --cooling-system immersion --tank-power 100kW",
    "aicalc power --gpu-hours 39.3M --gpu h100-sxm --grid usa --budget 'carbon <= 30000t'",
    NULL,
};

#include "engine/rows/calculator.inc"

/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(average_power), "load" }, { SLOT_OF(it_energy), "load" },
    { SLOT_OF(energy), "load, pue" },   { SLOT_OF(electricity_cost), "load" },
    { SLOT_OF(carbon), "load" },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "above-air-limit", "above-rear-door-limit", NULL };

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_node,     INDEX_gpus,       INDEX_rack_power,        INDEX_pue,  INDEX_load,
    INDEX_duration, INDEX_site_power, INDEX_electricity_price, INDEX_grid, INDEX_liquid_fraction,
};

/* What the bill contains, and what it lacks. */
static const struct aic_content contents[] = {
    { "electricity_cost", AIC_WITHIN, "nodes, cooling and losses of the site", NULL, NULL },
    { "electricity_cost", AIC_WITHIN, "network between the nodes", NULL, "network_power_per_gpu" },
    { "electricity_cost", AIC_LACKS, "network between the nodes", "--network-power-per-gpu 100W",
      "!network_power_per_gpu" },
    { "electricity_cost", AIC_PERIOD, "run", NULL, NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

/* What a person has to give. */
static const struct aic_demand demands[] = {
    { "gpus gpu_hours site_power", "--gpus 1024" },
    { "node gpu node_power gpu_power", "--node dgx-h100" },
    { NULL, NULL },
};

const struct aic_calculator aic_power = {
    .name = "power",
    .help = "draw, racks, cooling and site of a cluster; energy, cost and carbon of a run",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .contents = contents,
    .named = "node gpu",
    .demands = demands,
};
