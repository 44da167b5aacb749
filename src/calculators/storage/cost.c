/* SPDX-License-Identifier: Apache-2.0 */
/* storage: the bill, and what a useful GPU day costs with it. */
#include "calculators/storage/storage.h"

static const double requests_per_unit = 1000; /* prices are per 1,000 requests or objects */
static const double seconds_per_hour = 3600;
static const double seconds_per_day = 86400;
static const double hours_per_day = 24;

/* The price of a month with `gib` GiB: each band at its own price. */
static double bands(const struct aic_storage_in *in, double gib)
{
    if (!aic_is_set(in->storage_band_1)) {
        return in->storage_price * gib;
    }
    double first = in->storage_band_1 / AIC_STORAGE_GIB;
    double cost = in->storage_price * fmin(gib, first);
    if (!aic_is_set(in->storage_band_2)) {
        return cost + in->storage_price_2 * fmax(0, gib - first);
    }
    double second = in->storage_band_2 / AIC_STORAGE_GIB;
    return cost + in->storage_price_2 * fmax(0, fmin(gib, second) - first) +
           in->storage_price_3 * fmax(0, gib - second);
}

/*
 * What is deleted early is billed until the minimum. A run rate deletes
 * nothing: the minimum counts where somebody said how long things stay.
 */
static void find_billed_times(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    bool ends = AIC_GIVEN(in, duration);
    out->minimum_time = ends ? in->min_storage_duration : 0;
    out->data_billed_time = fmax(in->duration, out->minimum_time);
    if (aic_is_set(in->checkpoint_size)) {
        bool expires = ends || AIC_GIVEN(in, checkpoint_retention);
        out->checkpoint_minimum_time = expires ? in->min_storage_duration : 0;
        out->checkpoint_billed_time = fmax(in->checkpoint_retention, out->checkpoint_minimum_time);
    }
}

static void bill_provisioned(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    double gib = aic_or(out->raw_capacity, out->provisioned_capacity) / AIC_STORAGE_GIB;
    out->peak_gib = gib;
    out->billed_months = out->data_billed_time / in->month;
    out->billed_gib_months = gib * out->billed_months;
    out->unused_gib_months = gib * (out->data_billed_time - in->duration) / in->month;
}

/*
 * Bands apply to the mean of each month: a job of several months is spread over
 * them, a shorter one is the mean of one month.
 */
static void bill_stored(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    double files = aic_or(out->file_count, 0);
    double data = fmax(in->data, files * in->min_object_size) + files * in->object_overhead;
    double peak = data;
    double billed = data * out->data_billed_time;
    double unused = data * (out->data_billed_time - in->duration);
    out->data_billed_bytes = data;
    if (aic_is_set(in->checkpoint_size)) {
        double each = fmax(in->checkpoint_size, in->checkpoint_files * in->min_object_size) +
                      in->checkpoint_files * in->object_overhead;
        double all = out->checkpoints_written * each;
        peak += out->checkpoints_kept * each;
        billed += all * out->checkpoint_billed_time;
        unused += all * (out->checkpoint_billed_time - in->checkpoint_retention);
        out->checkpoint_billed_bytes = each;
    }
    out->peak_gib = peak / AIC_STORAGE_GIB;
    out->billed_months = fmax(1, in->duration / in->month);
    out->billed_gib_months = billed / in->month / AIC_STORAGE_GIB;
    out->unused_gib_months = unused / in->month / AIC_STORAGE_GIB;
}

void aic_storage_capacity_cost(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    find_billed_times(in, out);
    if (aic_storage_is_provisioned(in)) {
        bill_provisioned(in, out);
    } else {
        bill_stored(in, out);
    }
    if (out->billed_gib_months > 0) {
        out->unused_share = out->unused_gib_months / out->billed_gib_months;
    }
    out->mean_gib = out->billed_gib_months / out->billed_months;
    out->mean_month_cost = bands(in, out->mean_gib);
    out->capacity_cost = out->mean_month_cost * out->billed_months;
    out->early_deletion_cost = out->capacity_cost * aic_or(out->unused_share, 0);
    out->monthly_capacity_cost = bands(in, out->peak_gib);
    if (out->resident_data > 0) {
        out->effective_price = out->monthly_capacity_cost / (out->resident_data / AIC_STORAGE_GIB);
    }
}

/* The sum of two charges of one kind: NaN only where neither applies. */
static double sum(double a, double b)
{
    return aic_is_set(a) || aic_is_set(b) ? aic_or(a, 0) + aic_or(b, 0) : NAN;
}

static void charge_requests(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    if (aic_is_set(out->read_requests)) {
        out->objects_read =
            in->epochs * aic_or(out->file_count, 0) + in->restores * in->checkpoint_files;
    }
    out->write_request_cost = out->write_requests / requests_per_unit * in->write_request_price;
    out->transition_cost =
        out->transition_requests / requests_per_unit * in->transition_request_price;
    out->read_request_cost =
        sum(out->read_requests / requests_per_unit * in->read_request_price,
            out->objects_read / requests_per_unit * in->retrieval_request_price);
    out->request_charges = aic_or(sum(out->write_request_cost, out->transition_cost), 0) +
                           aic_or(out->read_request_cost, 0);
}

static void charge_transfers(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    double size = aic_or(in->checkpoint_size, 0);
    double written = aic_or(out->checkpoints_written, 0);
    if (in->lifecycle == 0) {
        out->ingest_cost =
            (in->loads * in->data + written * size) / AIC_STORAGE_GIB * in->ingest_price;
    }
    out->retrieval_cost =
        (in->epochs * in->data + in->restores * size) / AIC_STORAGE_GIB * in->retrieval_price;
    out->egress_cost = in->egress / AIC_STORAGE_GIB * in->egress_price;
    out->transfer_charges =
        aic_or(sum(sum(out->ingest_cost, out->retrieval_cost), out->egress_cost), 0);
}

static void charge_objects(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    double written = aic_or(out->checkpoints_written, 0) * in->checkpoint_files;
    out->object_rate = sum(in->object_price / requests_per_unit,
                           in->object_index / AIC_STORAGE_GIB * in->object_index_price);
    if (aic_is_set(out->object_rate)) {
        out->object_months = (aic_or(out->file_count, 0) * out->data_billed_time +
                              written * aic_or(out->checkpoint_billed_time, 0)) /
                             in->month;
        out->object_cost = out->object_months * out->object_rate;
    }
}

static void charge_services(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    double months = in->duration / in->month;
    double iops = fmax(0, aic_or(in->required_iops, 0) - out->volumes * in->included_iops);
    charge_objects(in, out);
    out->throughput_cost = out->purchased_bw / 1e6 * in->throughput_price * months;
    out->iops_cost = iops * in->iops_price * months;
    out->service_charges =
        aic_or(sum(sum(out->object_cost, out->throughput_cost), out->iops_cost), 0);
}

/* What one more epoch and one more checkpoint cost. */
static void charge_per_pass(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    out->read_cost_per_epoch =
        sum(sum(in->data / AIC_STORAGE_GIB * in->retrieval_price,
                out->read_requests_per_epoch / requests_per_unit * in->read_request_price),
            out->file_count / requests_per_unit * in->retrieval_request_price);
    if (in->lifecycle == 0) {
        out->write_cost_per_checkpoint =
            sum(out->write_requests_per_checkpoint / requests_per_unit * in->write_request_price,
                in->checkpoint_size / AIC_STORAGE_GIB * in->ingest_price);
    }
}

void aic_storage_charges(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    charge_requests(in, out);
    charge_transfers(in, out);
    charge_services(in, out);
    charge_per_pass(in, out);
    out->storage_cost =
        out->capacity_cost + out->request_charges + out->transfer_charges + out->service_charges;
    out->storage_cost_per_day = out->storage_cost / (in->duration / seconds_per_day);
}

static void compare(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    double other = in->alternative_utilization;
    double total = out->compute_cost + in->alternative_cost;
    double useful_hours = out->gpu_hours * out->utilization;
    out->alternative_total = total;
    if (total > 0) {
        out->break_even_utilization = other * out->total_cost / total;
    }
    out->break_even_storage_cost = total * out->utilization / other - out->compute_cost;
    out->saving_per_useful_gpu_day =
        (total / (out->gpu_hours * other) - out->total_cost / useful_hours) * hours_per_day;
}

/*
 * A starved job keeps the GPUs and the storage longer: the whole bill is divided by
 * the utilization, never the storage alone.
 */
void aic_storage_useful_cost(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    if (!aic_is_set(in->gpus)) {
        return;
    }
    double storage = out->storage_cost + in->other_cost;
    double u = aic_or(in->gpu_utilization, out->read_supply_ratio);
    out->gpu_hours = in->gpus * in->duration / seconds_per_hour;
    out->compute_cost = out->gpu_hours * in->gpu_price;
    out->total_cost = out->compute_cost + storage;
    if (out->total_cost > 0) {
        out->storage_share = storage / out->total_cost;
    }
    out->utilization = u;
    out->starvation_cost = out->compute_cost * (1 - u);
    out->cost_per_useful_gpu_day = out->total_cost / (out->gpu_hours * u) * hours_per_day;
    out->cost_per_useful_day = out->total_cost / (in->duration / seconds_per_day * u);
    out->stretched_duration = in->duration / u;
    compare(in, out);
}
