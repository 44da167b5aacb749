/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint: what a run writes, what each tier keeps, what the drives endure. */
#include "calculators/checkpoint/checkpoint.h"

#include "calculators/shared/rounding.h"

static const double day = 86400;

/* Bytes of the latest `count` checkpoints, and of the full one that the oldest may build on. */
static double kept_bytes(const struct aic_checkpoint_in *in, const struct aic_checkpoint_out *out,
                         double count)
{
    if (count == 0) {
        return 0;
    }
    double size = out->checkpoint_bytes;
    double full = aic_up(count / in->full_every);
    double base = in->full_every > 1 ? 1 : 0;
    return (size * (full + base) + size * in->incremental_share * (count - full)) /
           in->compression_ratio;
}

/* A tier that holds `wanted` holds one more while the next is being written. */
static double slots(double checkpoints, double wanted)
{
    return wanted > 0 ? fmin(checkpoints, wanted + 1) : 0;
}

static void count_tiers(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    double all = out->checkpoints;
    out->hot_checkpoints = fmin(all, in->keep_hot);
    out->hot_kept = slots(all, out->hot_checkpoints);
    out->warm_checkpoints = fmin(all, aic_up(in->warm_retention / out->period));
    out->warm_kept = slots(all, out->warm_checkpoints);
    out->cold_checkpoints = in->cold_every > 0 ? aic_down(all / in->cold_every) : 0;
    if (aic_is_set(out->checkpoint_bytes)) {
        out->hot_bytes = kept_bytes(in, out, out->hot_kept);
        out->warm_bytes = kept_bytes(in, out, out->warm_kept);
        /* Each of these stands alone: a full one. */
        out->cold_bytes = out->cold_checkpoints * out->checkpoint_bytes / in->compression_ratio;
    }
}

static void count_wear(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    double node = out->largest_node_bytes * out->mean_share / in->compression_ratio;
    double daily = node * day / out->period * in->drive_copies * in->write_amplification;
    out->node_written_per_day = daily;
    out->drive_writes_per_day_used = daily / in->drive_capacity;
    if (aic_is_set(in->drive_endurance)) {
        out->drive_life = in->drive_endurance / daily * day;
    } else {
        out->drive_life =
            in->drive_capacity * in->drive_writes_per_day * in->drive_warranty / daily;
    }
}

void aic_checkpoint_volumes(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    if (!aic_is_set(out->period)) {
        return;
    }
    out->checkpoints_per_day = day / out->period;
    out->checkpoints = aic_down(in->duration / out->period);
    out->bytes_per_day = out->written_bytes * day / out->period;
    out->run_bytes = out->checkpoints * out->written_bytes;
    count_tiers(in, out);
    count_wear(in, out);
}
