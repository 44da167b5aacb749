/* SPDX-License-Identifier: Apache-2.0 */
/*
 * storage: how much of a provisioned tier has to be bought, as how many file
 * systems or servers, and what throughput the tier then gives.
 */
#include "calculators/storage/storage.h"

#include "calculators/shared/rounding.h"

/* One direction of a tier. */
struct direction {
    double throughput, per_tib, maximum; /* of one volume; NaN where unset */
    double required;                     /* 0 where nothing is required */
};

static struct direction reading(const struct aic_storage_in *in)
{
    return (struct direction){ in->read_throughput, in->read_throughput_per_tib,
                               in->max_read_throughput, aic_or(in->required_read_bw, 0) };
}

static struct direction writing(const struct aic_storage_in *in, const struct aic_storage_out *out)
{
    return (struct direction){ in->write_throughput, in->write_throughput_per_tib,
                               in->max_write_throughput, out->needed_write_bw };
}

/* A limit of 0 is none. */
static double limit(double value)
{
    return value > 0 ? value : NAN;
}

/*
 * The share of raw bytes that holds data. RAID-Z allocates whole sectors, each row of
 * data_shards with its own parity, and pads to a multiple of parity + 1 so that no
 * hole is too small to use (OpenZFS, vdev_raidz).
 */
static void find_usable_ratio(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    double parity = in->parity_shards;
    switch ((enum aic_redundancy)in->redundancy) {
    case AIC_REDUNDANCY_NONE:
        break;
    case AIC_REDUNDANCY_REPLICATION:
        out->usable_ratio = 1 / in->replicas;
        break;
    case AIC_REDUNDANCY_ERASURE:
        out->usable_ratio = in->data_shards / (in->data_shards + parity);
        break;
    case AIC_REDUNDANCY_RAIDZ: {
        double sectors = aic_up(in->record_size / in->sector_size);
        double allocated = sectors + parity * aic_up(sectors / in->data_shards);
        out->raidz_sectors = sectors;
        out->raidz_allocated = aic_up(allocated / (parity + 1)) * (parity + 1);
        out->usable_ratio = out->raidz_sectors / out->raidz_allocated;
        break;
    }
    }
}

/* Bytes that must be bought to get the throughput; NaN where it does not come with bytes. */
static double capacity_for(const struct aic_storage_in *in, const struct direction *d)
{
    if (!(d->per_tib > 0) || aic_is_set(in->throughput_price)) {
        return NAN;
    }
    return fmax(0, d->required - aic_or(d->throughput, 0)) / d->per_tib * AIC_STORAGE_TIB;
}

/* The most that one volume gives: its maximum, or a base that nothing raises. */
static double volume_limit(const struct aic_storage_in *in, const struct direction *d)
{
    bool is_fixed =
        !aic_is_set(d->maximum) && !aic_is_set(d->per_tib) && !aic_is_set(in->throughput_price);
    return limit(is_fixed ? d->throughput : d->maximum);
}

static void find_capacity_needed(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    struct direction reads = reading(in);
    struct direction writes = writing(in, out);
    out->capacity_for_data = out->resident_data / in->fill_limit;
    out->capacity_for_read = capacity_for(in, &reads);
    out->capacity_for_write = capacity_for(in, &writes);
    out->capacity_needed = fmax(out->capacity_for_data, fmax(aic_or(out->capacity_for_read, 0),
                                                             aic_or(out->capacity_for_write, 0)));
    out->volume_read_limit = volume_limit(in, &reads);
    out->volume_write_limit = volume_limit(in, &writes);
    out->volume_iops_limit = limit(in->max_iops);
    bool is_node = in->node_local == 1 && !aic_is_set(in->max_capacity);
    out->capacity_limit = limit(is_node ? in->local_nvme_capacity : in->max_capacity);
}

static void count_volumes(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    double reads = aic_or(in->required_read_bw, 0);
    double iops = aic_or(in->required_iops, 0);
    out->volumes_for_capacity = aic_or(aic_up(out->capacity_needed / out->capacity_limit), 0);
    out->volumes_for_read = aic_or(aic_up(reads / out->volume_read_limit), 0);
    out->volumes_for_write = aic_or(aic_up(out->needed_write_bw / out->volume_write_limit), 0);
    out->volumes_for_iops = aic_or(aic_up(iops / out->volume_iops_limit), 0);
    out->volumes = fmax(1, fmax(fmax(out->volumes_for_capacity, out->volumes_for_read),
                                fmax(out->volumes_for_write, out->volumes_for_iops)));
    out->file_systems = out->volumes;
}

/* One volume as it is sold: at least the minimum, above it in whole steps. */
static void size_volume(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    double share = out->capacity_needed / out->volumes;
    if (share <= in->min_capacity) {
        out->volume_capacity = in->min_capacity;
    } else if (in->capacity_step > 0) {
        out->capacity_steps = aic_up(share / in->capacity_step);
        out->volume_capacity = out->capacity_steps * in->capacity_step;
    } else {
        out->volume_capacity = share;
    }
    out->provisioned_capacity = out->volumes * out->volume_capacity;
    out->raw_capacity = out->provisioned_capacity / out->usable_ratio;
    if (out->provisioned_capacity > 0) {
        out->fill = out->resident_data / out->provisioned_capacity;
    }
}

/* The first that equals the greatest. */
static int capacity_bound(const struct aic_storage_in *in, const struct aic_storage_out *out)
{
    double minimum = out->volumes * in->min_capacity;
    double greatest = fmax(out->capacity_needed, minimum);
    if (out->capacity_for_data == greatest) {
        return AIC_CAPACITY_BY_DATA;
    }
    if (out->capacity_for_read == greatest) {
        return AIC_CAPACITY_BY_READS;
    }
    return out->capacity_for_write == greatest ? AIC_CAPACITY_BY_WRITES : AIC_CAPACITY_BY_MINIMUM;
}

static void count_servers(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    if (!aic_is_set(in->server_bw) && !aic_is_set(in->server_capacity)) {
        return;
    }
    double raw = aic_or(out->raw_capacity, out->provisioned_capacity);
    double bw = fmax(aic_or(in->required_read_bw, 0), out->needed_write_bw);
    out->servers_for_capacity = aic_or(aic_up(raw / in->server_capacity), 0);
    out->servers_for_bw = aic_or(aic_up(bw / in->server_bw), 0);
    out->servers = fmax(1, fmax(out->servers_for_capacity, out->servers_for_bw));
    out->servers_bound_by = out->servers_for_capacity >= out->servers_for_bw
                                ? AIC_SERVERS_BY_CAPACITY
                                : AIC_SERVERS_BY_BANDWIDTH;
    out->servers_bw = out->servers * in->server_bw;
}

void aic_storage_provision(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    out->needed_write_bw = fmax(aic_or(in->required_write_bw, 0),
                                aic_or(in->checkpoint_size / in->checkpoint_window, 0));
    find_usable_ratio(in, out);
    if (!aic_storage_is_provisioned(in)) {
        out->volumes = 1;
        out->volume_capacity = out->resident_data;
        return;
    }
    find_capacity_needed(in, out);
    count_volumes(in, out);
    size_volume(in, out);
    out->capacity_bound_by = capacity_bound(in, out);
    count_servers(in, out);
}

/*
 * What comes with the capacity, of all volumes. Unknown where the tier says nothing of
 * this direction, and where a maximum is all it says and no more can be bought.
 */
static double base(const struct aic_storage_in *in, const struct aic_storage_out *out,
                   const struct direction *d)
{
    bool says_base = aic_is_set(d->throughput) || aic_is_set(d->per_tib);
    bool sells = aic_is_set(d->maximum) && aic_is_set(in->throughput_price);
    if (!says_base && !sells) {
        return NAN;
    }
    double dense = aic_or(d->per_tib, 0) * out->volume_capacity / AIC_STORAGE_TIB;
    return out->volumes * (aic_or(d->throughput, 0) + dense);
}

static double supply(const struct aic_storage_out *out, const struct direction *d, double base_bw)
{
    double ceiling = out->volumes * d->maximum;
    if (!aic_is_set(base_bw)) {
        return limit(ceiling);
    }
    return limit(fmin(base_bw + aic_or(out->purchased_bw, 0), aic_or(ceiling, INFINITY)));
}

void aic_storage_throughput(const struct aic_storage_in *in, struct aic_storage_out *out)
{
    struct direction reads = reading(in);
    struct direction writes = writing(in, out);
    out->read_base = base(in, out, &reads);
    out->write_base = base(in, out, &writes);
    if (aic_is_set(in->throughput_price)) {
        out->read_to_buy = aic_or(reads.required - out->read_base, 0);
        out->write_to_buy = aic_or(writes.required - out->write_base, 0);
        out->purchased_bw = fmax(0, fmax(out->read_to_buy, out->write_to_buy));
    }
    out->read_bw = supply(out, &reads, out->read_base);
    out->write_bw = supply(out, &writes, out->write_base);
    if (aic_is_set(out->read_bw) && aic_is_set(in->required_read_bw)) {
        out->read_supply_ratio = fmin(1, out->read_bw / in->required_read_bw);
    }
    if (in->data > 0) {
        out->epoch_read_time = in->data / out->read_bw;
    }
    out->checkpoint_write_time = in->checkpoint_size / out->write_bw;
}
