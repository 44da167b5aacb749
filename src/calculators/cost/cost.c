/* SPDX-License-Identifier: Apache-2.0 */
/* cost: the bill of a run on rented and on owned GPUs, and from when owning pays. */
#include <aicalc/cost.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/power_rows.h"
#include "calculators/shared/shared_inputs.h"

#define IN          struct aic_cost_in
#define OUT         struct aic_cost_out
#define INPUT_ROWS  "calculators/cost/inputs.inc"
#define RESULT_ROWS "calculators/cost/results.inc"
#define SCREEN_ROWS "calculators/cost/screen.inc"
#define BAND_ROWS   "calculators/cost/bands.inc"

static const char *const tenures_asked[] = { "auto", "rent", "own", NULL };
enum { asked_rent = AIC_ASKED_RENT, asked_own = AIC_ASKED_OWN };

static const char *const tenures[] = { "rent", "own", NULL };
enum { none = -1, rent = AIC_TENURE_RENT, own = AIC_TENURE_OWN };

#define WARNING_ROWS "calculators/cost/warnings.inc"
#include "engine/rows/tables.inc"

static const struct aic_group inputs[] = {
    INPUT_GROUP("Run", node, tenure),
    INPUT_GROUP("Rent", gpu_price, committed_price),
    INPUT_GROUP("Purchase", node_capex, utilization),
    INPUT_GROUP("Electricity", electricity_cost, idle_load),
};

static const struct aic_group results[] = {
    RESULT_GROUP("Bill", total_cost, owned_side_cost),
    RESULT_GROUP("Purchase", server_capex, equipment),
    RESULT_GROUP("Year", annual_capital_cost, annual_spend),
    RESULT_GROUP("Owned", electricity_per_gpu_hour, lifetime_gpu_hours),
    RESULT_GROUP("Compared", lifetime_cost, committed_by_year_3),
    RESULT_GROUP("Tokens", cost_per_million_tokens, owned_cost_per_million_tokens),
};

static const struct aic_assumption assumptions[] = {
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
    { "maintenance", "support and spares cost 5 % of the equipment's price a year (recalled)",
      "no page was found", "annual_maintenance_cost" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc cost --node p5.48xlarge --gpu-hours 6.4M --tokens 15T --storage-cost 120000USD",
    "aicalc cost --node dgx-h100 --gpus 1024 --node-capex 325000USD --gpu-price 3USD/h "
    "--electricity-price 0.08USD/kWh --staff-per-year 800000USD",
    "aicalc cost --node dgx-b200 --gpus 256 --node-capex 500000USD --colocation-price 180USD/kW/mo "
    "--gpu-price 5.5USD/h --sweep utilization=0.3,0.5,0.7,0.9",
    "aicalc cost --gpus 512 --gpu-capex 38000USD --gpu-price 2.5USD/h --solve utilization=min "
    "--budget 'owned_over_rented <= 1'",
    NULL,
};

/* Apart from compute(), which its buffers of texts would slow down. */
static void warn(const struct aic_cost_in *in, const struct aic_cost_out *computed,
                 struct aic_notes *notes)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_loaded.h"

#include "calculators/cost/results.inc"

#include "engine/rows/as_checks.h"

#include WARNING_ROWS
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_cost_in *in = input;
    struct aic_cost_out *out = output;
    struct aic_error *error = &notes->error;
#include "engine/rows/code.inc"

#include "engine/rows/as_checks.h"

#include "calculators/cost/checks.inc"
#include "calculators/cost/results.inc"

    if (!notes->quiet) {
        warn(in, out, notes);
    }
    return true;
}
#include "engine/rows/none.h"

const struct aic_calculator aic_cost = {
    .name = "cost",
    .help = "the bill of a run on rented and on owned GPUs, and from when owning pays",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .compute = compute,
};
