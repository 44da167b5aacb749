/* SPDX-License-Identifier: Apache-2.0 */
/* dataload: the pace of each stage in samples per second, and which one is the slowest. */
#include "calculators/dataload/dataload.h"

/* The slowest of some stages; without a limit the rate is NaN and the stage -1. */
struct pace {
    double rate;
    int stage;
};
static const struct pace unlimited = { NAN, -1 };

/* A stage that is as slow as one before it is not the one that binds. */
static void slow_down(struct pace *pace, double limit, int stage)
{
    if (limit < pace->rate || (isnan(pace->rate) && !isnan(limit))) {
        *pace = (struct pace){ limit, stage };
    }
}

/*
 * Limits of the stages that read from storage what the cache does not hold, with a share
 * `hit` of the samples in it. NaN: no limit, also where nothing is read.
 */
static double per_miss(double rate, double hit)
{
    return hit < 1 ? rate / (1 - hit) : NAN;
}

static double storage_limit(const struct aic_dataload_in *in, double hit)
{
    return per_miss(in->read_bw / in->sample_size, hit);
}

static double node_limit(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                         double hit)
{
    return per_miss(out->nodes * out->node_intake / in->sample_size, hit);
}

static double connections_limit(const struct aic_dataload_in *in,
                                const struct aic_dataload_out *out, double hit)
{
    return per_miss(in->connections / out->fetch_time, hit);
}

static double requests_limit(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                             double hit)
{
    return per_miss(in->prefixes * in->prefix_read_rate / out->requests_per_sample, hit);
}

static double cache_limit(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                          double hit)
{
    return hit > 0 ? out->nodes * in->cache_bw / (hit * in->sample_size) : NAN;
}

/* Time for which a loader waits for a sample that it reads itself; NaN where it does not. */
static double worker_read_time(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                               double hit)
{
    if (aic_is_set(in->connections) || !(hit < 1)) {
        return NAN;
    }
    return (1 - hit) * out->fetch_time / in->requests_per_worker;
}

static double worker_time(const struct aic_dataload_in *in, double read_time)
{
    bool works = aic_is_set(in->cpu_time) || aic_is_set(read_time);
    return works ? aic_or(in->cpu_time, 0) + aic_or(read_time, 0) : NAN;
}

static double workers_limit(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                            double time)
{
    return aic_is_set(in->workers) ? out->loaders / time : NAN;
}

static double cores_limit(const struct aic_dataload_in *in, const struct aic_dataload_out *out)
{
    return out->nodes * in->cpu_cores / in->cpu_time;
}

/* The slowest of the stages that bring the bytes. */
static struct pace reading(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                           double hit)
{
    struct pace pace = unlimited;
    slow_down(&pace, storage_limit(in, hit), AIC_STAGE_STORAGE);
    slow_down(&pace, node_limit(in, out, hit), AIC_STAGE_NODE);
    slow_down(&pace, connections_limit(in, out, hit), AIC_STAGE_CONNECTIONS);
    slow_down(&pace, requests_limit(in, out, hit), AIC_STAGE_REQUESTS);
    slow_down(&pace, cache_limit(in, out, hit), AIC_STAGE_CACHE);
    return pace;
}

/* One process that reads and then decodes: the two times add up. */
struct serial {
    struct pace read, decode;
};

static struct serial serial_paces(const struct aic_dataload_in *in,
                                  const struct aic_dataload_out *out, double hit)
{
    struct serial serial = { reading(in, out, hit), unlimited };
    slow_down(&serial.read, out->loaders / worker_read_time(in, out, hit), AIC_STAGE_WORKERS);
    slow_down(&serial.decode, out->loaders / in->cpu_time, AIC_STAGE_WORKERS);
    slow_down(&serial.decode, cores_limit(in, out), AIC_STAGE_CORES);
    return serial;
}

static struct pace serial_pace(const struct serial *serial)
{
    const struct pace *read = &serial->read;
    const struct pace *decode = &serial->decode;
    if (decode->stage < 0) {
        return *read;
    }
    if (read->stage < 0) {
        return *decode;
    }
    return (struct pace){ 1 / (1 / read->rate + 1 / decode->rate),
                          decode->rate < read->rate ? decode->stage : read->stage };
}

static struct pace supply(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                          double hit)
{
    if (in->workers == 0) {
        const struct serial serial = serial_paces(in, out, hit);
        return serial_pace(&serial);
    }
    struct pace pace = reading(in, out, hit);
    double time = worker_time(in, worker_read_time(in, out, hit));
    slow_down(&pace, workers_limit(in, out, time), AIC_STAGE_WORKERS);
    slow_down(&pace, cores_limit(in, out), AIC_STAGE_CORES);
    return pace;
}

/* The limits of a warm epoch, for whoever wants to see them all. */
static void write_limits(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    double hit = aic_or(out->hit_ratio, 0);
    out->loaders = in->gpus * fmax(1, aic_or(in->workers, 1));
    out->worker_read_time = worker_read_time(in, out, hit);
    out->worker_time = worker_time(in, out->worker_read_time);
    out->limit_storage = storage_limit(in, hit);
    out->limit_node = node_limit(in, out, hit);
    out->limit_connections = connections_limit(in, out, hit);
    out->limit_requests = requests_limit(in, out, hit);
    out->limit_cache = cache_limit(in, out, hit);
    out->limit_cores = cores_limit(in, out);
    if (in->workers == 0) {
        const struct serial serial = serial_paces(in, out, hit);
        out->serial_read_rate = serial.read.rate;
        out->serial_decode_rate = serial.decode.rate;
    } else {
        out->limit_workers = workers_limit(in, out, out->worker_time);
        out->slowest_limit = supply(in, out, hit).rate;
    }
}

/* With overlap the slowest sets the pace; without, loading and compute take turns. */
static double utilization(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                          double rate)
{
    double wanted = out->job_sample_rate;
    if (isnan(rate)) {
        return 1;
    }
    return in->overlap == 1 ? fmin(1, rate / wanted) : rate / (rate + wanted);
}

static void write_costs(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    double u = out->utilization;
    out->achieved_sample_rate = out->job_sample_rate * u;
    out->data_stall = 1 - u;
    out->request_rate = out->job_sample_rate * u * out->miss_ratio * out->requests_per_sample;
    out->wasted_cost_per_hour = in->gpus * in->gpu_price * (1 - u);
    out->wasted_cost_per_day = 24 * out->wasted_cost_per_hour;
}

/* The slowest way in with an empty cache, which is how a run starts. */
static double cold_read_rate(const struct aic_dataload_in *in, const struct aic_dataload_out *out)
{
    struct pace pace = reading(in, out, 0);
    if (aic_is_set(in->workers)) {
        slow_down(&pace, out->loaders / worker_read_time(in, out, 0), AIC_STAGE_WORKERS);
    }
    return pace.rate;
}

void aic_dataload_supply(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    write_limits(in, out);
    out->cold_read_rate = cold_read_rate(in, out);
    struct pace warm = supply(in, out, aic_or(out->hit_ratio, 0));
    struct pace cold = supply(in, out, 0);
    if (warm.stage < 0 && cold.stage < 0) {
        return;
    }
    out->supply_rate = warm.rate;
    out->supply_bound_by = warm.stage;
    out->supply_bw = out->supply_rate * in->sample_size;
    out->utilization = utilization(in, out, warm.rate);
    if (aic_is_set(out->hit_ratio)) {
        out->first_epoch_rate = cold.rate;
        out->first_epoch_utilization = utilization(in, out, cold.rate);
    }
    write_costs(in, out);
}
