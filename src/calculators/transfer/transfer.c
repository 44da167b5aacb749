/* SPDX-License-Identifier: Apache-2.0 */
/* transfer: time and price of moving data between two places, over a network or on devices. */
#include <aicalc/storage.h>
#include <aicalc/transfer.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_constants.h"
#include "calculators/shared/shared_inputs.h"
#include "calculators/shared/tier_inputs.h"
#include "calculators/shared/tier_rows.h"

#define CALCULATOR transfer
#define IN         struct aic_transfer_in
#define OUT        struct aic_transfer_out

static const char *const bounds[] = {
    "link",
    "streams",
    "files",
    "source",
    "source-requests",
    "destination",
    "destination-requests",
    "encryption",
    NULL,
};
enum { by__link = AIC_TRANSFER_BY_LINK, by__streams = AIC_TRANSFER_BY_STREAMS };
enum { by__files = AIC_TRANSFER_BY_FILES, by__source = AIC_TRANSFER_BY_SOURCE };
enum { by__source_requests = AIC_TRANSFER_BY_SOURCE_REQUESTS };
enum { by__destination = AIC_TRANSFER_BY_DESTINATION, by__encryption = AIC_TRANSFER_BY_ENCRYPTION };
enum { by__destination_requests = AIC_TRANSFER_BY_DESTINATION_REQUESTS };

enum { provisioned = AIC_BILLING_PROVISIONED };

static const char *const clouds[] = { "none", "aws", "gcp", "azure", NULL };
enum { of__none = AIC_CLOUD_NONE };
/* What a message proposes for a source of each. */
static const char *const same_region_routes[] = { "own-network", "aws-same-region",
                                                  "gcp-same-region", "azure-same-region" };

static const char *const ways[] = { "network", "devices", NULL };
enum { network = AIC_TRANSFER_NETWORK, by__devices = AIC_TRANSFER_DEVICES };

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
    { "acceleration",
      "an accelerated route ends TCP at an edge near the client; what lies behind is the "
      "provider's "
      "network and is not bounded here, and its own price is that of the route",
      "S3 Transfer Acceleration: 0.04 USD/GB on top", "acceleration_gain" },
    { "object-clients",
      "clients of object stores open many connections: the rate of a request bounds only the "
      "streams that are given",
      "aws s3 sync, gsutil -m, azcopy and rclone", "streams_limit" },
    { "gib-billing", "a billed \"GB\" is 2^30 bytes", "AWS price lists and the examples of its FAQ",
      "transfer_cost" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc transfer --from s3-standard --data 500TB",
    "aicalc transfer --from s3-standard --data 1PB --file-size 1GB --link-bw 100Gbps",
    "aicalc transfer --from s3-standard --route aws-inter-region --to s3-standard --data 50TB "
    "--file-size 100MB --link-bw 50Gbps --deadline 6h",
    "aicalc transfer --from s3-standard --to fsx-lustre-persistent-2-250 --data 100TB "
    "--file-size 500MB --link-bw 400Gbps",
    "aicalc transfer --to s3-standard --route aws-acceleration-in --data 5TB --file-size 1GB "
    "--link-bw 10Gbps --rtt 180ms --edge-rtt 8ms --window 4MiB --streams 16",
    "aicalc transfer --data 10TB --file-size 100kB --link-bw 100Gbps --per-file-time 20ms "
    "--parallel-files 64",
    "aicalc transfer --data 400TB --link-bw 1Gbps --device-capacity 80TB --device-copy-bw 500MB/s "
    "--shipping-time 7d",
    NULL,
};

#include "engine/rows/calculator.inc"

#define BY_A_LIMIT "link_share, window, per_file_time"
/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(transfer_rate), BY_A_LIMIT },
    { SLOT_OF(transfer_time), BY_A_LIMIT },
    { SLOT_OF(total_time), BY_A_LIMIT },
    { SLOT_OF(stream_bw), "window, loss, rtt" },
    { SLOT_OF(device_time), "device_copy_bw, shipping_time" },
};

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "meets_deadline", AIC_GOAL_FLAG, NULL, "streams", "=streams_needed" },
    { "meets_deadline", AIC_GOAL_FLAG, NULL, "parallel_files", "=parallel_files_needed" },
    { "meets_deadline", AIC_GOAL_FLAG, NULL, "link_bw", "*2 *4 *10" },
    { "keeps_up", AIC_GOAL_FLAG, NULL, "streams", "=streams_needed" },
    { "keeps_up", AIC_GOAL_FLAG, NULL, "parallel_files", "=parallel_files_needed" },
    { "keeps_up", AIC_GOAL_FLAG, NULL, "link_bw", "*2 *4 *10" },
    { .verdict = NULL },
};

/* Results that are asked for by an input. */
static const struct aic_asked_as asked_as[] = {
    { "total_time", "deadline" },
    { "transfer_time", "deadline" },
    { NULL, NULL },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "archive-tier", NULL };

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_from,    INDEX_to,      INDEX_route, INDEX_data,     INDEX_file_size,
    INDEX_link_bw, INDEX_streams, INDEX_rtt,   INDEX_deadline, INDEX_device_capacity,
};

/* What a person has to give. */
static const struct aic_demand demands[] = {
    { "data", "--data 10TB" },
    { "link_bw from to source_read_bw destination_write_bw encryption_bw", "--link-bw 100Gbps" },
    { NULL, NULL },
};

/* What the price lacks; what it contains say the rows that are part of it. */
static const struct aic_content contents[] = {
    { "transfer_cost", AIC_LACKS, "requests", "--file-size 100MB", "unpriced_requests" },
    { "transfer_cost", AIC_PERIOD, "transfer", NULL, NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

const struct aic_calculator aic_transfer = {
    .name = "transfer",
    .help = "time and price of moving data between two places, over a network or on devices",
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
    .asked_as = asked_as,
    .named = "from",
    .demands = demands,
};
