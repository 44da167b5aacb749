/* SPDX-License-Identifier: Apache-2.0 */
/* storage: what lies on the tier, and the requests that bring and fetch it. */
#include "calculators/storage/storage.h"

#include "calculators/shared/rounding.h"

static void count_files(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    if (aic_is_set(in->files)) {
        out->file_count = in->files;
        out->mean_file_size = in->data / in->files;
    } else if (aic_is_set(in->file_size)) {
        out->file_count = aic_up(in->data / in->file_size);
        out->mean_file_size = fmin(in->file_size, in->data);
    }
}

/*
 * At the peak one checkpoint more is there than the retention holds: the
 * oldest goes when the newest is safe.
 */
static void count_checkpoints(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    out->resident_data = in->data;
    if (!aic_is_set(in->checkpoint_size)) {
        return;
    }
    double interval = in->checkpoint_interval;
    out->checkpoints_written = aic_down(in->duration / interval);
    out->checkpoints_kept =
        fmin(out->checkpoints_written, aic_up(in->checkpoint_retention / interval) + 1);
    out->resident_data += out->checkpoints_kept * in->checkpoint_size;
}

void aic_storage_contents(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    count_files(in, out);
    count_checkpoints(in, out);
}

/* Requests that write one file of `parts` parts: a multipart upload is opened and completed. */
static double write_requests(double parts)
{
    return parts <= 1 ? 1 : parts + 2;
}

/* Requests that read one file of `size` bytes. */
static double read_requests(const struct aic_storage_in *in, double size)
{
    return aic_is_set(in->read_size) ? fmax(1, aic_up(size / in->read_size)) : 1;
}

static void count_per_pass(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    if (aic_is_set(out->file_count)) {
        out->file_parts = aic_up(out->mean_file_size / in->part_size);
        out->read_requests_per_epoch = out->file_count * read_requests(in, out->mean_file_size);
        out->write_requests_per_load = out->file_count * write_requests(out->file_parts);
    }
    if (aic_is_set(in->checkpoint_size)) {
        double size = in->checkpoint_size / in->checkpoint_files;
        out->checkpoint_parts = aic_up(size / in->part_size);
        out->read_requests_per_restore = in->checkpoint_files * read_requests(in, size);
        out->write_requests_per_checkpoint =
            in->checkpoint_files * write_requests(out->checkpoint_parts);
    }
}

void aic_storage_requests(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    if (!aic_is_set(out->file_count) && !aic_is_set(in->checkpoint_size)) {
        return;
    }
    count_per_pass(in, out);
    double written = aic_or(out->checkpoints_written, 0);
    out->read_requests = in->epochs * aic_or(out->read_requests_per_epoch, 0) +
                         in->restores * aic_or(out->read_requests_per_restore, 0);
    if (in->lifecycle == 1) {
        out->transition_requests =
            in->loads * aic_or(out->file_count, 0) + written * in->checkpoint_files;
    } else {
        out->write_requests = in->loads * aic_or(out->write_requests_per_load, 0) +
                              written * aic_or(out->write_requests_per_checkpoint, 0);
    }
}
