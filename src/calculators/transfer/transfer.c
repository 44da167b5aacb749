/* SPDX-License-Identifier: Apache-2.0 */
/* transfer: time and price of moving data between two places, over a network or on devices. */
#include <aicalc/transfer.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_constants.h"
#include "calculators/shared/shared_inputs.h"
#include "calculators/shared/tier_inputs.h"
#include "calculators/shared/tier_rows.h"

#define IN          struct aic_transfer_in
#define OUT         struct aic_transfer_out
#define INPUT_ROWS  "calculators/transfer/inputs.inc"
#define RESULT_ROWS "calculators/transfer/results.inc"
#define SCREEN_ROWS "calculators/transfer/screen.inc"
#define BAND_ROWS   "calculators/transfer/bands.inc"

static const char *const bounds[] = { "link",        "streams",    "files", "source",
                                      "destination", "encryption", NULL };
enum { by_link = AIC_TRANSFER_BY_LINK, by_streams = AIC_TRANSFER_BY_STREAMS };
enum { by_files = AIC_TRANSFER_BY_FILES, by_source = AIC_TRANSFER_BY_SOURCE };
enum { by_destination = AIC_TRANSFER_BY_DESTINATION, by_encryption = AIC_TRANSFER_BY_ENCRYPTION };

static const char *const ways[] = { "network", "devices", NULL };
enum { network = AIC_TRANSFER_NETWORK, by_devices = AIC_TRANSFER_DEVICES };

#define WARNING_ROWS "calculators/transfer/warnings.inc"
#include "engine/rows/tables.inc"

static const struct aic_group inputs[] = {
    INPUT_GROUP("Data", from, file_size),
    INPUT_GROUP("Way", link_bw, link_price),
    INPUT_GROUP("Goals", deadline, change_rate),
    INPUT_GROUP("Devices", device_capacity, shipping_time),
    INPUT_GROUP("Prices of the route", egress_price, egress_free),
    INPUT_GROUP("Prices of the source", from_egress_price, from_retrieval_time),
    INPUT_GROUP("Prices of the destination", to_write_request_price, to_ingest_price),
};

static const struct aic_group results[] = {
    RESULT_GROUP("Time", total_time, preparation_time),
    RESULT_GROUP("Goals", meets_deadline, sync_time),
    RESULT_GROUP("Price", transfer_cost, write_requests),
    RESULT_GROUP("Devices", faster, break_even_bw),
};

static const struct aic_assumption assumptions[] = {
    { "steady-rate",
      "the rate is steady from the first byte to the last: no slow start, no retries; losses are "
      "spread evenly (bursts hurt less), and congestion control that does not go by losses (BBR) "
      "is faster than the formula",
      "Mathis, Semke, Mahdavi, Ott: The macroscopic behavior of the TCP congestion avoidance "
      "algorithm, CCR 1997; RFC 1323: a window in a round trip",
      "transfer_time" },
    { "one-account",
      "nothing else leaves in the same months, and what an account gets free is not taken off",
      "S3 price list of May 2026; cloudcast cost.csv (0.02 USD/GB between AWS regions)",
      "egress_cost" },
    { "gib-billing", "a billed \"GB\" is 2^30 bytes", "AWS price lists and the examples of its FAQ",
      "transfer_cost" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc transfer --from s3-standard --data 1PB --file-size 1GB --link-bw 100Gbps",
    "aicalc transfer --from s3-standard --route aws-inter-region --to s3-standard --data 50TB "
    "--file-size 100MB --link-bw 50Gbps --deadline 6h",
    "aicalc transfer --data 10TB --file-size 100kB --link-bw 100Gbps --per-file-time 20ms "
    "--parallel-files 64",
    "aicalc transfer --data 400TB --link-bw 1Gbps --device-capacity 80TB --device-copy-bw 500MB/s "
    "--shipping-time 7d",
    NULL,
};

/* Apart from compute(), which its buffers of texts would slow down. */
static void warn(const struct aic_transfer_in *in, const struct aic_transfer_out *computed,
                 struct aic_notes *notes)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_loaded.h"

#include "calculators/transfer/results.inc"

#include "engine/rows/as_checks.h"

#include WARNING_ROWS
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_transfer_in *in = input;
    struct aic_transfer_out *out = output;
    struct aic_error *error = &notes->error;
#include "engine/rows/code.inc"

#include "engine/rows/as_checks.h"

#include "calculators/transfer/checks.inc"
#include "calculators/transfer/results.inc"

    if (!notes->quiet) {
        warn(in, out, notes);
    }
    return true;
}
#include "engine/rows/none.h"

const struct aic_calculator aic_transfer = {
    .name = "transfer",
    .help = "time and price of moving data between two places, over a network or on devices",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .compute = compute,
};
