/* SPDX-License-Identifier: Apache-2.0 */
/*
 * power: what a cluster draws, the racks and the cooling it needs, the GPUs
 * that a site feeds; energy, its price and its carbon over a run.
 *
 * Names, units, ranges and meanings of all members: src/calculators/power, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_POWER_H
#define AICALC_POWER_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What takes the heat out of a rack; in the order of the choices. */
enum aic_cooling {
    AIC_COOLING_AUTO,
    AIC_COOLING_AIR,
    AIC_COOLING_REAR_DOOR,
    AIC_COOLING_LIQUID,
    AIC_COOLING_IMMERSION
};

struct aic_power_in {
    struct aic_origins origins;
    /* machines */
    double gpus;
    AIC_SLOT struct aic_name node, gpu, grid;
    AIC_SLOT double gpus_per_node;
    double node_power, gpu_power, host_factor;
    double network_power_per_gpu, network_power, storage_power, other_power;
    double load, pue;
    /* racks and cooling */
    double rack_power, nodes_per_rack, node_height, rack_height;
    double air_limit, rear_door_limit;
    AIC_SLOT int cooling_system;
    AIC_SLOT double liquid_fraction, cdu_power, cdu_spares, tank_power;
    double air_temperature_rise, water_temperature_rise;
    /* site and run */
    double site_power;
    double duration, gpu_hours, compute_low, compute_high;
    double electricity_price, carbon_intensity, wue;
};

/* In the order in which the results are shown. */
struct aic_power_out {
    /* draw */
    double facility_power, facility_power_per_gpu, average_power, it_power, it_power_per_gpu;
    double nodes, node_power_max, gpu_power_share;
    double power_per_node, fixed_power, gpus_powered; /* terms */
    /* site */
    double max_gpus_on_site;
    AIC_SLOT aic_flag fits;
    AIC_SLOT double site_share;
    /* racks */
    double racks;
    double nodes_by_height; /* term */
    double nodes_per_rack_used, gpus_per_rack, power_per_rack;
    AIC_SLOT int cooling;
    AIC_SLOT double airflow_cfm_per_rack;
    /* heat */
    double heat_btu_per_hour, cooling_tons, airflow, airflow_cfm, water_flow, liquid_heat, cdus,
        tanks;
    /* energy */
    double energy, it_energy, gpu_hours_used, electricity_cost, carbon, water;
    double energy_per_gpu_hour, electricity_cost_per_gpu_hour, carbon_per_gpu_hour;
    double power_per_gpu; /* term */
};

extern const struct aic_calculator aic_power;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
