/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cost: the bill of a run on GPUs that are rented and on GPUs that are owned, what a GPU hour and a
 * million tokens cost either way, and from when owning pays.
 *
 * Names, units, ranges and meanings of all members: src/calculators/cost, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_COST_H
#define AICALC_COST_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Which bill is asked for, and which one it is; in the order of the choices. */
enum aic_tenure_asked { AIC_ASKED_AUTO, AIC_ASKED_RENT, AIC_ASKED_OWN };
enum aic_rent_unit { AIC_RENT_AUTO, AIC_RENT_NODE, AIC_RENT_GPU };
enum aic_tenure { AIC_TENURE_RENT, AIC_TENURE_OWN };

struct aic_cost_in {
    struct aic_origins origins;
    /* run */
    AIC_SLOT struct aic_name node, gpu;
    AIC_SLOT double gpus, gpus_per_node;
    double gpu_hours, duration, tokens;
    double storage_cost, transfer_cost, other_cost;
    double compute_low, compute_high, tokens_low, tokens_high;
    double one_time_cost, saved_share;
    AIC_SLOT int tenure;
    /* rent */
    AIC_SLOT double gpu_price, usual_price, usual_price_low, usual_price_high, node_price;
    AIC_SLOT int rent_unit;
    AIC_SLOT double committed_price;
    /* machines */
    double node_power, gpu_power, host_factor;
    /* purchase */
    double node_capex, gpu_capex;
    double fabric_cost, network_share, storage_capex;
    double facility_capex, facility_lifetime;
    double colocation_price;
    AIC_SLOT aic_flag colocation_includes_power;
    AIC_SLOT double lifetime, residual_value, discount_rate;
    double maintenance, staff_per_gpu, staff_per_year, other_per_year;
    double utilization;
    /* electricity */
    double electricity_cost, electricity_price;
    double network_power_per_gpu, load, pue, idle_load;
};

/* In the order in which the results are shown. */
struct aic_cost_out {
    /* bill */
    double total_cost, total_cost_low, total_cost_high;
    AIC_SLOT int tenure_used;
    AIC_SLOT double cost_per_gpu_hour, compute_share, gpu_hours_used, nodes;
    double rented_compute_cost, rented_cost, rented_cost_low, rented_cost_high, committed_cost;
    double gpus_billed, gpu_hours_billed, rented_per_month;
    AIC_SLOT aic_flag rent_is_usual;                                 /* term */
    AIC_SLOT int tenure_meant;                                       /* term */
    AIC_SLOT double on_demand_price, price_of_gpu, billed_over_used; /* terms */
    double gpus_paid;                                                /* term */
    double rental_price, side_cost, owned_side_cost;                 /* terms */
    /* purchase */
    double server_capex, network_capex, capex, capex_per_gpu;
    double gpus_installed, nodes_installed, equipment; /* terms */
    /* year */
    double annual_capital_cost, annual_maintenance_cost, annual_facility_cost;
    double annual_electricity_cost, annual_staff_cost, annual_cost, owned_per_month, capital_share,
        electricity_share;
    double recovery_share, recovery_rate, facility_recovery_share,
        facility_recovery_rate;                             /* terms */
    double power_per_gpu, gpu_hours_per_year, annual_spend; /* terms */
    /* owned */
    double electricity_per_gpu_hour, owned_per_gpu_hour, owned_per_useful_gpu_hour;
    double owned_compute_cost, owned_cost, lifetime_share;
    double lifetime_gpu_hours; /* term */
    /* compared */
    double lifetime_cost, lifetime_rent, lifetime_saving, owned_over_rented;
    AIC_SLOT int cheaper;
    AIC_SLOT double break_even_utilization, break_even_time;
    double price_per_hour, fixed_per_gpu_hour, gain_per_useful_hour, annual_gain; /* terms */
    double own_by_year_1, own_by_year_2, own_by_year_3;
    double rent_by_year_1, rent_by_year_2, rent_by_year_3;
    double committed_by_year_1, committed_by_year_2, committed_by_year_3;
    /* tokens */
    double cost_per_million_tokens, rented_cost_per_million_tokens;
    double owned_cost_per_million_tokens;
    /* paid once */
    double saving_per_day, payback_time;
};

extern const struct aic_calculator aic_cost;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
