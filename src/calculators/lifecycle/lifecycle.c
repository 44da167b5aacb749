/* SPDX-License-Identifier: Apache-2.0 */
/* lifecycle: one bill for items that live in up to four places one after the other. */
#include <aicalc/lifecycle.h>
#include <aicalc/storage.h>

#include "calculators/lifecycle/stage.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_constants.h"
#include "calculators/shared/tier_rows.h"

#define CALCULATOR lifecycle
#define IN         struct aic_lifecycle_in
#define OUT        struct aic_lifecycle_out

enum {
    STAGE_OF_hot = AIC_LIFE_HOT,
    STAGE_OF_warm = AIC_LIFE_WARM,
    STAGE_OF_cold = AIC_LIFE_COLD,
    STAGE_OF_archive = AIC_LIFE_ARCHIVE
};

static const char *const stage_names[] = { "hot", "warm", "cold", "archive", NULL };
static const char *const moves[] = { "lifecycle", "copy", NULL };

#include "engine/rows/tables.inc"

static const struct aic_assumption assumptions[] = {
    { "own-lifetime", "every item is billed for its whole life, also after duration",
      "S3 price list and FAQ", "total_cost" },
    { "end-of-run",
      "a provisioned stage is rented for duration; what it still holds then leaves at once",
      "follows from what is rented", "hot_capacity warm_capacity cold_capacity archive_capacity" },
    { "bands-per-stage", "each stage has the bands of its price to itself",
      "a class of a provider has bands of its own; other data in it would share them",
      "total_cost" },
    { "flat-reads", "reads are spread over the items evenly; what leaves a provider is not here",
      "transfer prices it", "read_back_cost" },
    { "transitions",
      "a move by the provider is charged by object: at the price of a transition at S3, of a write "
      "of the new class at GCS and Azure",
      "S3 price page and lifecycle documentation; GCS pricing (a change of class is a class A "
      "operation); Azure Blob access tiers",
      "request_cost" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc lifecycle --hot s3-standard --warm s3-standard-ia --archive s3-glacier-deep-archive "
    "--item-size 100TB",
    "aicalc lifecycle --hot local-nvme --warm fsx-lustre-persistent-2-250 --cold s3-standard "
    "--item-size 980GB --item-interval 30min --duration 30d --hot-age 2h --warm-age 48h --keep 30d",
    "aicalc lifecycle --hot fsx-lustre-persistent-2-250 --warm s3-standard "
    "--cold s3-glacier-instant --item-size 980GB --item-files 512 --item-interval 30min "
    "--duration 30d --hot-age 24h --warm-age 7d --keep 30d",
    "aicalc checkpoint --model llama-3.1-70b --gpus 512 --write-bw 40GB/s -o json | aicalc "
    "lifecycle --input - --hot s3-standard --cold s3-glacier-flexible --hot-count 48 --keep 180d "
    "--cold-every 48 --duration 90d",
    "aicalc lifecycle --hot s3-standard --warm s3-standard-ia --item-size 1MiB --hot-age 30d "
    "--sweep keep=60d,90d,180d,365d",
    "aicalc lifecycle --hot gcs-standard --archive gcs-archive --item-size 2PB --hot-age 30d "
    "--keep 400d --budget 'early_deletion_cost <= 0USD'",
    NULL,
};

/* Apart from compute(), which its buffers of texts would slow down. */
static void warn(const struct aic_lifecycle_in *in, const struct aic_lifecycle_out *computed,
                 const struct lives *stages, struct aic_notes *notes)
{
    const struct lives lives = *stages;
#include "engine/rows/code.inc"

#include "engine/rows/as_loaded.h"

#include RESULT_ROWS
#include "engine/rows/as_notes.h"
#include NOTE_ROWS
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_lifecycle_in *in = input;
    struct aic_lifecycle_out *out = output;
    struct aic_error *error = &notes->error;
    struct lives lives;
    aic_lifecycle_stages(in, &lives);
#include "engine/rows/as_values.h"
#include INPUT_ROWS
#include "engine/rows/as_results.h"
#define ONLY ITEM_PART
#include RESULT_ROWS
#include "engine/rows/as_checks.h"

#include NOTE_ROWS
    aic_lifecycle_bill(in, out, &lives);
#include "engine/rows/as_results.h"
#define ONLY BILL_PART
#include RESULT_ROWS

    if (!notes->quiet) {
        warn(in, out, &lives, notes);
    }
    return true;
}
#include "engine/rows/none.h"

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "never-pays", "never-reached", "early-deletion", NULL };

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_hot,           INDEX_warm,     INDEX_cold,    INDEX_archive,  INDEX_item_size,
    INDEX_item_interval, INDEX_duration, INDEX_hot_age, INDEX_warm_age, INDEX_keep,
};

/* Of what time the bill is. */
static const struct aic_content contents[] = {
    { "total_cost", AIC_PERIOD, "the whole life of each item", NULL, NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

/* What a person has to give. */
static const struct aic_demand demands[] = {
    { "item_size", "--item-size 1TB" },
    { "hot warm cold archive hot_storage_price warm_storage_price cold_storage_price "
      "archive_storage_price",
      "--hot s3-standard" },
    { NULL, NULL },
};

const struct aic_calculator aic_lifecycle = {
    .name = "lifecycle",
    .help = "what items cost that move to colder storage as they age, and whether that pays",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .contents = contents,
    .named = "hot",
    .demands = demands,
};
