/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint: what deserves attention in an answer. */
#include "calculators/checkpoint/checkpoint.h"

#include "calculators/shared/failure_rows.h"
#include "calculators/shared/format_quantity.h"

/* Warnings start at these values. */
static const double resumable_bytes = 10; /* B per parameter: bf16 weights and fp32 Adam states */
static const double gradient_bytes = 16;  /* B per parameter: the recipe's 14 and a bf16 gradient */
static const double scaling_gpus = 4096;  /* HPCA 2025: below, failures do not scale with GPUs */
static const double storm_factor = 2;     /* bytes read over bytes written */
static const double goodput_margin = 0.02; /* goodput given up by the interval */
static const double part_size = 100e6;     /* B: usual multipart upload */
static const double create_rate = 10000;   /* 1/s: metadata server of a parallel file system */

static void warn_bytes(const struct aic_checkpoint_in *in, const struct aic_checkpoint_out *out,
                       struct aic_notes *notes)
{
    double each = out->bytes_per_param_saved;
    bool measured = aic_is_set(in->bytes_per_param) || aic_is_set(in->checkpoint_size);
    if (measured && each < resumable_bytes) {
        aic_warn(notes, "not-resumable",
                 "%g B per parameter do not hold Adam's states: training cannot resume from it",
                 each);
    }
    if (measured && each >= gradient_bytes) {
        aic_warn(
            notes, "gradients-counted",
            "%g B per parameter are more than weights and optimizer: gradients are seldom saved",
            each);
    }
    if (in->incremental_share < 1 && in->trainable_share == 1 && !(in->lora_rank > 0)) {
        aic_warn(notes, "all-state-changes",
                 "each Adam step changes every value: an incremental checkpoint of a full training "
                 "saves less than incremental_share promises");
    }
}

static void warn_layout(const struct aic_checkpoint_in *in, const struct aic_params *params,
                        const struct aic_checkpoint_out *out, struct aic_notes *notes)
{
    if (in->pp > 1 && !params->counted) {
        aic_warn(notes, "even-stages",
                 "the architecture is not known: all %g pipeline stages count alike", in->pp);
    }
    if (out->min_part_size > part_size) {
        aic_warn(notes, "object-parts",
                 "the largest file needs upload parts of %s: a store takes 10,000 parts at most",
                 aic_format(out->min_part_size, AIC_BYTES).text);
    }
    if (out->file_create_rate > create_rate) {
        aic_warn(notes, "metadata-storm",
                 "%g files within %s: metadata servers take about 10,000 per s", out->files,
                 aic_format(out->write_time, AIC_TIME).text);
    }
    if (in->restore == AIC_RESTORE_EACH && aic_is_set(in->gpus) &&
        out->restore_bytes > storm_factor * out->restore_chain_bytes) {
        aic_warn(notes, "restore-storm",
                 "replicas read the same bytes, %s in all; --restore shared reads %s once",
                 aic_format(out->restore_bytes, AIC_BYTES).text,
                 aic_format(out->restore_chain_bytes, AIC_BYTES).text);
    }
    if (out->host_memory_share > 1) {
        aic_warn(notes, "host-memory-short", "snapshots need %s of a node's %s host memory",
                 aic_format(out->host_memory_needed, AIC_BYTES).text,
                 aic_format(in->host_memory, AIC_BYTES).text);
    }
}

static void warn_rates(const struct aic_checkpoint_in *in, const struct aic_checkpoint_out *out,
                       struct aic_notes *notes)
{
    if (aic_is_set(in->write_bw) && !aic_is_set(in->node_write_bw) &&
        !aic_is_set(in->rank_write_bw)) {
        aic_warn(notes, "storage-only",
                 "only write_bw is given: nodes and writers count as fast enough to fill it");
    }
    if (aic_is_set(out->mtbf) && !aic_is_set(in->read_bw) && !aic_is_set(in->node_read_bw)) {
        aic_warn(notes, "restore-not-counted",
                 "no read bandwidth is given: a recovery counts restart_time without reading");
    }
    if (out->snapshot_time > out->allowed_stall) {
        aic_warn(notes, "snapshot-exceeds-target", "a snapshot blocks for %s, allowed are %s",
                 aic_format(out->snapshot_time, AIC_TIME).text,
                 aic_format(out->allowed_stall, AIC_TIME).text);
    }
}

static void warn_failures(const struct aic_checkpoint_in *in, const struct aic_checkpoint_out *out,
                          struct aic_notes *notes)
{
    if (!aic_is_set(out->mtbf)) {
        return;
    }
    bool scaled = !aic_is_set(in->job_mtbf);
    if (scaled && !aic_is_set(in->node_mtbf) && AIC_ORIGIN(in, gpu_mtbf) == AIC_FROM_DEFAULT) {
        aic_warn(notes, "mtbf-assumed",
                 "no mean time between failures is given: 50,000 h per GPU is assumed");
    }
    if (scaled && in->gpus < scaling_gpus) {
        aic_warn(
            notes, "mtbf-inverse-scaling",
            "the mean time between failures is scaled to %g GPUs: jobs this small were measured "
            "to fail up to 3.7 times more often",
            in->gpus);
    }
    if (out->mtbf > in->duration) {
        aic_warn(notes, "seldom-fails", "a failure is expected every %s, the run takes %s",
                 aic_format(out->mtbf, AIC_TIME).text, aic_format(in->duration, AIC_TIME).text);
    }
    if (out->checkpoint_cost_time >= 2 * out->mtbf) {
        aic_warn(notes, "daly-limit",
                 "a checkpoint costs %s and the job fails every %s: little work survives",
                 aic_format(out->checkpoint_cost_time, AIC_TIME).text,
                 aic_format(out->mtbf, AIC_TIME).text);
    }
}

/* The goodput of an answer with another interval and what a checkpoint then adds to it. */
static double goodput_at(const struct aic_checkpoint_out *answer, double interval_used,
                         double cost_per_period)
{
    struct aic_checkpoint_out at_interval;
    struct aic_checkpoint_out *out = &at_interval;
    double mtbf = answer->mtbf;
    double drain_time = answer->drain_time;
    double rto = answer->rto;
    double largest_exponent = AIC_EXPONENT_MAX;
#include "engine/rows/as_results.h"

#include "calculators/checkpoint/results_goodput.inc"

#include "engine/rows/none.h"
    return goodput;
}

static void warn_interval(const struct aic_checkpoint_in *in, const struct aic_checkpoint_out *out,
                          struct aic_notes *notes)
{
    if (out->interval_used < out->stall) {
        aic_warn(
            notes, "interval-below-stall", "the interval of %s is shorter than the stall of %s",
            aic_format(out->interval_used, AIC_TIME).text, aic_format(out->stall, AIC_TIME).text);
    }
    if (out->drain_wait > 0) {
        aic_warn(notes, "drain-wait",
                 "each checkpoint waits %s for the drain of the one before; goodput comes out "
                 "about 2 %% low",
                 aic_format(out->drain_wait, AIC_TIME).text);
    }
    /* At the optimum no drain is waited for. */
    double best = goodput_at(out, out->optimal_interval, out->checkpoint_cost_time);
    if (aic_is_set(in->interval) && best - out->goodput > goodput_margin) {
        aic_warn(notes, "far-from-optimum", "an interval of %s would give a goodput of %s",
                 aic_format(out->optimal_interval, AIC_TIME).text,
                 aic_format(best, AIC_RATIO).text);
    }
    if (out->drive_life < in->duration) {
        aic_warn(notes, "drive-worn", "the drives last %s, the run takes %s",
                 aic_format(out->drive_life, AIC_TIME).text,
                 aic_format(in->duration, AIC_TIME).text);
    }
}

void aic_checkpoint_warn(const struct aic_checkpoint_in *in, const struct aic_params *params,
                         const struct aic_checkpoint_out *out, struct aic_notes *notes)
{
    warn_bytes(in, out, notes);
    warn_layout(in, params, out, notes);
    warn_rates(in, out, notes);
    warn_failures(in, out, notes);
    warn_interval(in, out, notes);
}
