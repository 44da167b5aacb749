/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint the other way round: the bandwidth that a stall or a loss allows. */
#include "calculators/checkpoint/checkpoint.h"

#include "calculators/shared/failures.h"

/* A rate that moves `bytes` in `room`; none where there is no room. */
static double rate_for(double bytes, double room)
{
    return room > 0 ? bytes / room : NAN;
}

/* At the interval given: a synchronous write must fit the stall, a drain the time between. */
static void require_for_stall(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    out->allowed_stall =
        aic_or(in->max_stall, in->interval * in->target_stall / (1 - in->target_stall));
    if (in->mode == AIC_MODE_ASYNC) {
        out->drain_room = in->interval + (in->buffers > 1 ? out->device_copy_time : 0);
        out->required_write_bw = rate_for(out->written_bytes, out->drain_room - in->write_latency);
        out->required_snapshot_bw = rate_for(out->largest_rank_bytes, out->allowed_stall);
    } else {
        out->required_write_bw =
            rate_for(out->written_bytes, out->allowed_stall - in->write_latency);
    }
}

/*
 * The longest synchronous write that loses no more than `loss` at the best interval. There the
 * loss is interval / M; a longer interval that min_interval asks for leaves less.
 */
static double longest_write(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    double mtbf = out->mtbf;
    double loss = in->target_overhead;
    out->best_interval = fmax(loss * mtbf, aic_or(in->min_interval, 0));
    if (out->best_interval == loss * mtbf) {
        return mtbf * aic_excess(-log1p(-loss)); /* -ln(1 - loss) - loss */
    }
    return mtbf * log1p(out->best_interval / (mtbf * (1 - loss))) - out->best_interval;
}

/*
 * The longest drain: it delays when a checkpoint counts, and must end before the next
 * snapshot needs its buffer. NaN where snapshots alone cost more than the loss.
 */
static double longest_drain(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    double mtbf = out->mtbf;
    double copy = out->device_copy_time;
    if (!aic_is_set(copy)) {
        return NAN;
    }
    out->best_exponent = aic_optimum_exponent(copy, mtbf);
    double best = fmax(aic_optimal_interval(copy, mtbf), aic_or(in->min_interval, 0));
    out->best_interval = best;
    /* Goodput at that interval without recovery and drain; 1 - best / M at the optimum. */
    out->best_share = best / mtbf / expm1((best + copy) / mtbf);
    if (out->best_share <= 1 - in->target_overhead) {
        return NAN;
    }
    return fmin(mtbf * log(out->best_share / (1 - in->target_overhead)),
                best + (in->buffers > 1 ? copy : 0));
}

static void require_for_goodput(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    if (!aic_is_set(out->mtbf) || !aic_is_set(out->written_bytes) || in->drain_slowdown > 0) {
        return;
    }
    out->affordable_write_time =
        in->mode == AIC_MODE_ASYNC ? longest_drain(in, out) : longest_write(in, out);
    out->required_write_bw_optimal =
        rate_for(out->written_bytes, out->affordable_write_time - in->write_latency);
}

void aic_checkpoint_required(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    require_for_stall(in, out);
    require_for_goodput(in, out);
}
