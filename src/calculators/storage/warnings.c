/* SPDX-License-Identifier: Apache-2.0 */
/* storage: what deserves attention in an answer. */
#include "calculators/storage/storage.h"

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/rounding.h"
#include "calculators/shared/shared_constants.h"

/* Warnings start at these values. */
static const double high_fill = 0.8;      /* Lustre targets fill unevenly (ml-engineering) */
static const double overhead_share = 0.1; /* of the data, billed on top of it */
static const double upload_parts = 10000; /* S3 takes a multipart upload in at most these */
static const double noise = 1e-12;        /* a share that misses the requirement by less meets it */

static bool charges_requests(const struct aic_storage_in *in)
{
    return in->write_request_price > 0 || in->read_request_price > 0 ||
           in->transition_request_price > 0 || in->retrieval_request_price > 0;
}

static void warn_price(const struct aic_storage_in *in, const struct aic_storage_out *out,
                       struct aic_notes *notes)
{
    if (!aic_is_set(in->storage_price)) {
        aic_warn(notes, "no-price",
                 "storage_price is not known: no cost is given; give it, 0 if the capacity is paid "
                 "for elsewhere");
    }
    if (charges_requests(in) && in->data > 0 && !aic_is_set(out->file_count)) {
        aic_warn(notes, "requests-not-counted",
                 "the tier charges requests, and into how many files data is cut is not known: "
                 "give files or file_size");
    }
    if (in->egress > 0 && !aic_is_set(in->egress_price)) {
        aic_warn(notes, "egress-not-priced",
                 "%s leave the region and egress_price is not known: the bill leaves them out",
                 aic_format_binary(in->egress, AIC_BYTES).text);
    }
}

/* A run rate does not know that something is deleted. */
static bool hides_minimum(const struct aic_storage_in *in)
{
    bool has_data = in->data > 0 || in->billing == AIC_BILLING_PROVISIONED;
    bool ends = AIC_GIVEN(in, duration);
    bool expires = ends || AIC_GIVEN(in, checkpoint_retention);
    return (has_data && !ends) || (aic_is_set(in->checkpoint_size) && !expires);
}

static void warn_minimum(const struct aic_storage_in *in, const struct aic_storage_out *out,
                         struct aic_notes *notes)
{
    double days = in->min_storage_duration / AIC_SECONDS_PER_DAY;
    if (out->early_deletion_cost > 0) {
        aic_warn(notes, "early-deletion",
                 "%s of the bill are for time after the deletion: the tier bills at least %g "
                 "days",
                 aic_format(out->early_deletion_cost, AIC_MONEY).text, days);
    }
    if (in->min_storage_duration > 0 && hides_minimum(in)) {
        aic_warn(notes, "minimum-duration",
                 "what is deleted within %g days is billed until then: give duration or "
                 "checkpoint_retention if it is",
                 days);
    }
}

static void warn_capacity(const struct aic_storage_in *in, const struct aic_storage_out *out,
                          struct aic_notes *notes)
{
    double nodes = aic_up(in->gpus / in->gpus_per_node);
    if (in->node_local == 1 && out->file_systems > nodes) {
        aic_warn(notes, "capacity-short",
                 "the drives of %g nodes are needed, and %g GPUs are %g nodes", out->file_systems,
                 in->gpus, nodes);
    }
    if (out->capacity_bound_by == AIC_CAPACITY_BY_MINIMUM) {
        aic_warn(notes, "min-capacity",
                 "the smallest size sold, %s, is more than is needed: effective_price is above the "
                 "list; a tier with a smaller minimum may be cheaper",
                 aic_format_binary(in->min_capacity, AIC_BYTES).text);
    } else if (out->capacity_bound_by > AIC_CAPACITY_BY_DATA) {
        aic_warn(notes, "throughput-bound",
                 "%s bandwidth and not bytes decides the capacity: effective_price is above the "
                 "list; a tier with more throughput per TiB may be cheaper",
                 out->capacity_bound_by == AIC_CAPACITY_BY_READS ? "read" : "write");
    }
    if (out->file_systems > 1) {
        aic_warn(notes, "several-file-systems",
                 "it takes %g file systems: the data must be split, each is mounted apart",
                 out->file_systems);
    }
    if (out->fill > high_fill) {
        aic_warn(notes, "high-fill",
                 "%g %% full at the peak: storage targets fill unevenly and slow down above 80 %%; "
                 "fill_limit 0.8 keeps that free",
                 floor(out->fill * 1000 + 0.5) / 10);
    }
}

/* Throughput bought or sized for exactly what is required is not short of it. */
static bool is_short(double bw, double required)
{
    return bw < required * (1 - noise);
}

static void warn_throughput(const struct aic_storage_in *in, const struct aic_storage_out *out,
                            struct aic_notes *notes)
{
    if (is_short(out->read_bw, in->required_read_bw)) {
        aic_warn(notes, "read-throughput-short", "the tier reads %s, required are %s",
                 aic_format(out->read_bw, AIC_RATE).text,
                 aic_format(in->required_read_bw, AIC_RATE).text);
    }
    if (is_short(out->write_bw, out->needed_write_bw)) {
        aic_warn(notes, "write-throughput-short", "the tier writes %s, required are %s",
                 aic_format(out->write_bw, AIC_RATE).text,
                 aic_format(out->needed_write_bw, AIC_RATE).text);
    }
}

static void warn_objects(const struct aic_storage_in *in, const struct aic_storage_out *out,
                         struct aic_notes *notes)
{
    double files = out->file_count;
    if (in->ephemeral == 1 && aic_is_set(in->checkpoint_size)) {
        aic_warn(notes, "ephemeral-tier",
                 "checkpoints here are lost with the machine that they are to protect against");
    }
    if (aic_is_set(in->write_request_price) && in->lifecycle == 0 &&
        (out->file_parts > upload_parts || out->checkpoint_parts > upload_parts)) {
        double parts = fmax(aic_or(out->file_parts, 0), aic_or(out->checkpoint_parts, 0));
        aic_warn(notes, "too-many-parts",
                 "a file needs %g parts of %s, an object store takes 10,000: give a larger "
                 "part_size or more files",
                 parts, aic_format_binary(in->part_size, AIC_BYTES).text);
    }
    if (files * in->min_object_size > in->data ||
        files * in->object_overhead > overhead_share * in->data) {
        aic_warn(notes, "small-objects",
                 "files of %s are billed as more than they hold: pack them into larger ones",
                 aic_format_binary(out->mean_file_size, AIC_BYTES).text);
    }
}

void aic_storage_warn(const struct aic_storage_in *in, const struct aic_storage_out *out,
                      struct aic_notes *notes)
{
    warn_price(in, out, notes);
    warn_minimum(in, out, notes);
    warn_capacity(in, out, notes);
    warn_throughput(in, out, notes);
    warn_objects(in, out, notes);
}
