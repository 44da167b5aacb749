/* SPDX-License-Identifier: Apache-2.0 */
/* cost: the bill of a run on rented and on owned GPUs, and from when owning pays. */
#include <aicalc/cost.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/power_rows.h"
#include "calculators/shared/shared_inputs.h"

#define CALCULATOR cost
#define IN         struct aic_cost_in
#define OUT        struct aic_cost_out

static const char *const tenures_asked[] = { "auto", "rent", "own", NULL };
enum { asked__rent = AIC_ASKED_RENT, asked__own = AIC_ASKED_OWN };

static const char *const rent_units[] = { "auto", "node", "gpu", NULL };
enum { by__auto = AIC_RENT_AUTO, by__node = AIC_RENT_NODE };

static const char *const tenures[] = { "rent", "own", NULL };
enum { rent = AIC_TENURE_RENT, own = AIC_TENURE_OWN };

static const struct aic_assumption assumptions[] = {
    { "never-counted",
      "never in it: people who train, failed experiments and ablations, evaluation, what comes "
      "before "
      "(prep) and after the run, tax",
      "definition of the bill", "total_cost" },
    { "rent-contains-power",
      "the price of a rented GPU contains power, cooling, staff and the network inside the region; "
      "storage and egress are billed apart",
      "price lists of GPU clouds", "rented_cost" },
    { "idle-hours",
      "an owned hour costs the same used or not, but for its electricity: an idle DGX H100 draws "
      "about a third of a busy one (not checked)",
      "vendor documents as recalled", "owned_per_useful_gpu_hour" },
    { "lifetime",
      "4 years lie between the 3 of most models of build or rent and the 5 to 6 in the books of "
      "hyperscalers; rents fall (H100 on AWS by 44 % in June 2025), so that a payback at today's "
      "rent is a lower bound",
      "Lenovo LP2225 (2025); v2-pseo-ai TCO page; legitlads accelerator ROI console",
      "annual_capital_cost" },
    { "network",
      "switches, optics and cables cost 12 % of the servers where fabric_cost is not known: public "
      "pages add 10 to 15 %",
      "v2-pseo-ai TCO page; randomcalculators.com, on-prem against cloud", "network_capex" },
    { "usual-price",
      "where no rent is given: the median of the on-demand offers of the nodes catalog, from a GPU "
      "cloud's to a hyperscaler's list price (H100: 5.07, from 3.20 to 12.29 USD/h): ask for yours",
      "nodes catalog", "rented_cost rented_per_month" },
    { "running",
      "an installation pays electricity (0.08 USD/kWh: industry in the USA, EIA 2024, recalled), a "
      "building (180 USD/kW/mo: wholesale colocation in North America without electricity, CBRE "
      "2024, "
      "recalled) and staff (500 USD per GPU and year: one engineer of 200,000 USD for 50 nodes of "
      "eight)",
      "EIA; CBRE; assumed", "annual_electricity_cost annual_facility_cost annual_staff_cost" },
    { "maintenance", "support and spares cost 5 % of the equipment's price a year (recalled)",
      "no page was found", "annual_maintenance_cost" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc cost --node p5.48xlarge --gpu-hours 6.4M --tokens 15T --storage-cost 120000USD",
    "aicalc cost --node dgx-h100 --gpus 1024 --node-capex 325000USD --gpu-price 3USD/h "
    "--electricity-price 0.06USD/kWh --staff-per-year 800000USD --duration 90d",
    "aicalc cost --gpu h100-sxm --gpus 512 --duration 30d",
    "aicalc cost --node p5.48xlarge --gpus 64 --duration 60d --one-time-cost 250000USD "
    "--saved-share 12%",
    "aicalc cost --node dgx-b200 --gpus 256 --node-capex 500000USD --colocation-price 180USD/kW/mo "
    "--gpu-price 5.5USD/h --sweep utilization=0.3,0.5,0.7,0.9",
    "aicalc cost --gpus 512 --gpu-capex 38000USD --gpu-price 2.5USD/h --solve utilization=min "
    "--budget 'owned_over_rented <= 1'",
    NULL,
};

#include "engine/rows/calculator.inc"

/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(rented_compute_cost), "gpu_price, node_price, committed_price" },
    { SLOT_OF(cost_per_gpu_hour), "gpu_price, utilization" },
    { SLOT_OF(electricity_per_gpu_hour), "load, pue" },
    { SLOT_OF(annual_electricity_cost), "load, pue" },
    { SLOT_OF(owned_per_useful_gpu_hour), "utilization" },
};

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "owned_per_useful_gpu_hour", AIC_GOAL_AT_MOST, "gpu_price", "utilization",
      "85% 90% 95% 100%" },
    { "owned_per_useful_gpu_hour", AIC_GOAL_AT_MOST, "gpu_price", "lifetime", "1460d 1825d 2190d" },
    { .verdict = NULL },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = {
    "never-pays",
    "longer-than-lifetime",
    "electricity-not-counted",
    "price-assumed",
    NULL,
};

/* What a rent and an owned installation pay for. */
/* clang-format off */
#define OF_RENT(total, when)                                                                           \
    { total, AIC_CONTAINS, "GPUs with their power, cooling and building", "rented_compute_cost", when }, \
    { total, AIC_CONTAINS, "storage", "storage_cost", when }
#define OF_OWN(total, when)                                                                  \
    { total, AIC_CONTAINS, "owned GPUs at {utilization} use", "owned_compute_cost", when },  \
    { total, AIC_WITHIN, "capital", "capital_share", when },                                 \
    { total, AIC_WITHIN, "maintenance", NULL, "annual_maintenance_cost " when },             \
    { total, AIC_WITHIN, "building", NULL, "annual_facility_cost " when },                   \
    { total, AIC_WITHIN, "staff", NULL, "annual_staff_cost " when },                         \
    { total, AIC_WITHIN, "electricity", "electricity_share", "annual_electricity_cost " when }, \
    { total, AIC_LACKS, "electricity", "--node-power 10kW",                    \
      "!annual_electricity_cost !colocation_includes_power " when },                         \
    { total, AIC_CONTAINS, "storage", "storage_cost", "!storage_capex " when }
#define OF_BOTH(total)                                                                        \
    { total, AIC_CONTAINS, "moving data", "transfer_cost", NULL },                            \
    { total, AIC_CONTAINS, "other", "other_cost", NULL },                                     \
    { total, AIC_LACKS, "storage", "--storage-cost 100000USD", "!storage_cost !storage_capex" }, \
    { total, AIC_LACKS, "failures and checkpoints, unless the hours have them", NULL,         \
      "gpu_hours" },                                                                          \
    { total, AIC_PERIOD, "run", NULL, NULL }
/* clang-format on */

static const struct aic_content contents[] = {
    OF_RENT("total_cost", "tenure_used=rent"),
    OF_OWN("total_cost", "tenure_used=own"),
    OF_BOTH("total_cost"),
    OF_RENT("rented_cost", NULL),
    OF_BOTH("rented_cost"),
    OF_OWN("owned_cost", ""),
    OF_BOTH("owned_cost"),
    { "capex", AIC_CONTAINS, "servers", "server_capex", NULL },
    { "capex", AIC_CONTAINS, "network", "network_capex", NULL },
    { "capex", AIC_CONTAINS, "storage", "storage_capex", NULL },
    { "capex", AIC_CONTAINS, "building", "facility_capex", NULL },
    { "capex", AIC_LACKS, "storage", "--storage-capex 1000000USD", "!storage_capex" },
    { "annual_cost", AIC_LACKS, "electricity", "--node-power 10kW", "!annual_electricity_cost" },
    { "annual_cost", AIC_LACKS, "building", "--facility-capex 5000000USD",
      "!annual_facility_cost !facility_capex" },
    { "annual_cost", AIC_LACKS, "staff", "--staff-per-gpu 500USD", "!annual_staff_cost" },
    { "owned_per_month", AIC_WITHIN, "capital", "capital_share", NULL },
    { "owned_per_month", AIC_WITHIN, "maintenance", NULL, "annual_maintenance_cost" },
    { "owned_per_month", AIC_WITHIN, "building", NULL, "annual_facility_cost" },
    { "owned_per_month", AIC_WITHIN, "staff", NULL, "annual_staff_cost" },
    { "owned_per_month", AIC_WITHIN, "electricity", "electricity_share",
      "annual_electricity_cost" },
    { "owned_per_month", AIC_LACKS, "electricity", "--node-power 10kW",
      "!annual_electricity_cost !colocation_includes_power" },
    { "owned_per_month", AIC_LACKS, "building", "--facility-capex 5000000USD",
      "!annual_facility_cost !facility_capex" },
    { "rented_per_month", AIC_WITHIN, "GPUs with their power, cooling and building", NULL, NULL },
    { "rented_per_month", AIC_LACKS, "storage", NULL, NULL },
    { .total = NULL },
};

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_node,   INDEX_gpu_hours,  INDEX_duration,    INDEX_gpus,     INDEX_gpu_price,
    INDEX_tenure, INDEX_node_capex, INDEX_utilization, INDEX_lifetime, INDEX_tokens,
};

const struct aic_calculator aic_cost = {
    .name = "cost",
    .help = "the bill of a run on rented and on owned GPUs, and from when owning pays",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .levers = levers,
    .first_warnings = first_warnings,
    .contents = contents,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .named = "node gpu",
};
