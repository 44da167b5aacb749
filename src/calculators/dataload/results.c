/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dataload: the result table. Rows with AIC_TERM are steps of the arithmetic
 * that make the formulas of the others closed.
 */
#include "calculators/dataload/dataload.h"

#define REAL(member)    AIC_FIELD_REAL(struct aic_dataload_out, member)
#define INTEGER(member) AIC_FIELD_INTEGER(struct aic_dataload_out, member)

#define TERM     .flags = AIC_TERM
#define ESTIMATE .basis = AIC_ESTIMATE
#define RATE     .dimension = AIC_RATE
#define PER_S    .dimension = AIC_COUNT_RATE
#define TIME     .dimension = AIC_TIME
#define SHARE    .dimension = AIC_RATIO
#define MONEY    .dimension = AIC_MONEY
#define DISK     .dimension = AIC_BYTES, .flags = AIC_DISK
#define MEMORY   .dimension = AIC_BYTES
/* The pace of one stage. */
#define LIMIT .dimension = AIC_COUNT_RATE, .flags = AIC_TERM, .basis = AIC_ESTIMATE

/* Bytes of a GiB in formulas. */
#define ONE_GIB "1073741824"

/* The sum of those of two that have values; the least of those of two or three. */
#define SUM_OF_2(a, b) a " + " b " else " a " else " b
#define MIN_OF_2(a, b) "min(" a ", " b ") else " a " else " b
#define MIN_OF_3(a, b, c)                                                                          \
    "min(" a ", " b ", " c ") else min(" a ", " b ") else min(" a ", " c                           \
    ") else " MIN_OF_2(b, c) " else " a

/* With overlap the slower of loading and compute, without it one after the other. */
#define UTILIZATION(rate)                                                                          \
    "if(overlap, min(1, " rate " / job_sample_rate), " rate " / (" rate                            \
    " + job_sample_rate)) else 1"

static const char *const stages[] = { "storage", "node",    "connections", "request-rate",
                                      "cache",   "workers", "cores",       NULL };

static const struct aic_field supply_rows[] = {
    { REAL(utilization), .help = "share of wall time in which the GPUs work, cache warm",
      .dimension = AIC_RATIO, ESTIMATE, .flags = AIC_KEY, .formula = UTILIZATION("supply_rate") },
    { AIC_FIELD_CHOICE(struct aic_dataload_out, supply_bound_by, stages),
      .help = "stage that sets the pace of loading", ESTIMATE, .flags = AIC_KEY | AIC_PROSE,
      .formula = "the stage whose limit is supply_rate; with workers 0 the slower of "
                 "serial_read_rate and serial_decode_rate" },
    { REAL(supply_rate), .help = "samples that the pipeline gives the job", PER_S, ESTIMATE,
      .formula = "1 / (1 / serial_read_rate + 1 / serial_decode_rate) else serial_read_rate"
                 " else serial_decode_rate else slowest_limit" },
    { REAL(supply_bw), .help = "the same in bytes", RATE, ESTIMATE,
      .formula = "supply_rate * sample_size" },
    { REAL(achieved_sample_rate), .help = "samples that the job trains on", PER_S, ESTIMATE,
      .formula = "job_sample_rate * utilization" },
    { REAL(request_rate), .help = "read requests that the storage gets", PER_S, ESTIMATE,
      .formula = "job_sample_rate * utilization * miss_ratio * requests_per_sample" },
    { REAL(data_stall), .help = "share of wall time in which the GPUs wait for data", SHARE,
      ESTIMATE, .formula = "1 - utilization" },
    { REAL(first_epoch_utilization), .help = "utilization while the cache fills", SHARE, ESTIMATE,
      .formula = UTILIZATION("first_epoch_rate") },
    { REAL(wasted_cost_per_hour), .help = "price of the GPUs that wait",
      .dimension = AIC_MONEY_RATE, ESTIMATE, .formula = "gpus * gpu_price * (1 - utilization)" },
    { REAL(wasted_cost_per_day), .help = "the same per day", .dimension = AIC_MONEY_PER_DAY,
      ESTIMATE, .formula = "24 * wasted_cost_per_hour" },
    { REAL(limit_storage), .help = "what the storage gives", LIMIT,
      .formula = "read_bw / (miss_ratio * sample_size)" },
    { REAL(limit_node), .help = "what the nodes take in", LIMIT,
      .formula = "nodes * node_intake / (miss_ratio * sample_size)" },
    { REAL(limit_connections), .help = "what the requests in flight bring", LIMIT,
      .formula = "connections / (miss_ratio * fetch_time)" },
    { REAL(limit_requests), .help = "what the prefixes answer", LIMIT,
      .formula = "prefixes * prefix_read_rate / (miss_ratio * requests_per_sample)" },
    { REAL(limit_cache), .help = "what the caches give", LIMIT,
      .formula = "nodes * cache_bw / (hit_ratio * sample_size)" },
    { REAL(limit_workers), .help = "what the loader processes get done", LIMIT,
      .formula = "loaders / worker_time" },
    { REAL(limit_cores), .help = "what the cores get done", LIMIT,
      .formula = "nodes * cpu_cores / cpu_time" },
    { REAL(slowest_limit), .help = "the smallest limit", PER_S, ESTIMATE,
      .flags = AIC_TERM | AIC_PROSE,
      .formula = "the smallest of limit_storage, limit_node, limit_connections, limit_requests, "
                 "limit_cache, limit_workers and limit_cores, of those that apply" },
    { REAL(serial_read_rate), .help = "with workers 0: what one process reads", PER_S, ESTIMATE,
      .flags = AIC_TERM | AIC_PROSE,
      .formula = "the smallest of limit_storage, limit_node, limit_connections, limit_requests, "
                 "limit_cache and loaders / worker_read_time, of those that apply" },
    { REAL(serial_decode_rate), .help = "with workers 0: what one process decodes", LIMIT,
      .formula = "min(loaders / cpu_time, limit_cores) else loaders / cpu_time" },
    { REAL(first_epoch_rate), .help = "what the pipeline gives while the cache fills", PER_S,
      ESTIMATE, .flags = AIC_TERM | AIC_PROSE,
      .formula = "supply_rate as it would be with a hit_ratio of 0",
      .rests_on = "read_bw sample_size nodes node_intake connections fetch_time prefixes "
                  "prefix_read_rate requests_per_sample loaders requests_per_worker cpu_time "
                  "limit_cores" },
};

static const struct aic_field demand_rows[] = {
    { REAL(required_read_bw), .help = "what the storage must give for the target",
      .dimension = AIC_RATE, .flags = AIC_KEY,
      .formula = "target_utilization * full_speed_read_bw * miss_ratio" },
    { REAL(required_read_bw_per_node), .help = "the same per node", RATE,
      .formula = "required_read_bw / nodes" },
    { REAL(required_read_bw_per_gpu), .help = "the same per GPU", RATE,
      .formula = "required_read_bw / gpus" },
    { REAL(full_speed_read_bw), .help = "what GPUs that never wait consume", RATE,
      .formula = "job_sample_rate * sample_size" },
    { REAL(gpu_sample_rate), .help = "samples that one GPU consumes", PER_S,
      .formula = "sample_rate else batch / step_time else gpu_flops * mfu / flop_per_sample"
                 " else token_rate * bytes_per_token / sample_size" },
    { REAL(job_sample_rate), .help = "samples that all consume", PER_S,
      .formula = "gpus * gpu_sample_rate" },
    { INTEGER(nodes), .help = "nodes of the job", .formula = "up(gpus / gpus_per_node)" },
    { INTEGER(samples_total), .help = "samples of the data set",
      .formula = "samples else up(dataset_size / sample_size)" },
    { REAL(dataset_bytes), .help = "bytes of the data set", DISK,
      .formula = "samples_total * sample_size" },
    { REAL(hit_ratio), .help = "share of samples that the cache holds", SHARE,
      .formula = "cache_hit_ratio else min(1, cache_capacity * cache_nodes / dataset_bytes)" },
    { INTEGER(local_gpus), .help = "GPUs of a full node", TERM,
      .formula = "min(gpus, gpus_per_node)" },
    { INTEGER(cache_nodes), .help = "nodes whose caches count together",
      .flags = AIC_TERM | AIC_PROSE, .formula = "nodes where cache_scope is job, otherwise 1" },
    { REAL(miss_ratio), .help = "share of samples read from storage", SHARE, TERM,
      .formula = "1 - hit_ratio else 1" },
    { REAL(fetch_time), .help = "time of one sample on one connection", TIME,
      .formula = "(first_byte_latency * shard_requests + shard_samples * sample_size / "
                 "stream_throughput) / shard_samples"
                 " else first_byte_latency * shard_requests / shard_samples"
                 " else shard_samples * sample_size / stream_throughput / shard_samples" },
    { REAL(stream_bw), .help = "what one connection brings", RATE,
      .formula = "sample_size / fetch_time" },
    { INTEGER(asked_shard_samples), .help = "samples of a shard", TERM,
      .formula = "max(1, down(shard_size / sample_size)) else samples_per_shard" },
    { INTEGER(shard_samples), .help = "the same, at most all", TERM,
      .formula = "min(asked_shard_samples, samples_total) else asked_shard_samples" },
    { INTEGER(shard_requests), .help = "requests that read a shard", TERM,
      .formula = "max(1, up(shard_samples * sample_size / request_size)) else 1" },
    { REAL(requests_per_sample), .help = "requests per sample", TERM,
      .formula = "shard_requests / shard_samples" },
    { REAL(node_intake), .help = "what one node reads at most", RATE, TERM,
      .formula = MIN_OF_2("node_read_bw", "read_throughput") },
    { INTEGER(loaders), .help = "loader processes of the job", TERM,
      .formula = "gpus * max(1, workers) else gpus" },
    { REAL(worker_read_time), .help = "time for which a loader waits for a sample", TIME, TERM,
      .formula = "miss_ratio * fetch_time / requests_per_worker" },
    { REAL(worker_time), .help = "time of a loader for a sample", TIME, TERM,
      .formula = SUM_OF_2("cpu_time", "worker_read_time") },
};

static const struct aic_field enough_rows[] = {
    { INTEGER(max_gpus), .help = "GPUs that storage, connections and prefixes can feed", ESTIMATE,
      .formula = "down(shared_limit / (target_utilization * gpu_sample_rate))" },
    { INTEGER(connections_needed), .help = "requests in flight (Little's law)", ESTIMATE,
      .formula = "up(target_rate * miss_ratio * fetch_time)" },
    { INTEGER(workers_needed), .help = "loader processes per GPU", ESTIMATE,
      .formula = "up(target_utilization * gpu_sample_rate * worker_time)" },
    { INTEGER(cpu_cores_needed), .help = "cores per node", ESTIMATE,
      .formula = "up(target_rate * cpu_time / nodes)" },
    { INTEGER(prefixes_needed), .help = "prefixes", ESTIMATE,
      .formula = "up(target_rate * miss_ratio * requests_per_sample / prefix_read_rate)" },
    { REAL(cache_hit_needed), .help = "hit ratio with which the storage is fast enough", SHARE,
      ESTIMATE, .formula = "max(0, 1 - intake_bw / (target_rate * sample_size))" },
    { REAL(cache_capacity_needed), .help = "cache of a node that reaches it", DISK, ESTIMATE,
      .formula = "cache_hit_needed * dataset_bytes / cache_nodes" },
    { AIC_FIELD_FLAG(struct aic_dataload_out, dataset_fits_cache),
      .help = "the cache holds the data set", ESTIMATE,
      .formula = "cache_capacity * cache_nodes >= dataset_bytes" },
    { REAL(staging_bytes), .help = "bytes copied into the caches before the start", DISK, ESTIMATE,
      .formula = "min(dataset_bytes, cache_capacity * cache_nodes) * (nodes / cache_nodes)" },
    { REAL(staging_time), .help = "time of that copy, instead of a cold first epoch", TIME,
      ESTIMATE, .formula = "staging_bytes / intake_bw" },
    { REAL(shared_limit), .help = "what does not grow with the GPUs", LIMIT,
      .formula = MIN_OF_3("limit_storage", "limit_connections", "limit_requests") },
    { REAL(target_rate), .help = "samples that the job must get for the target", PER_S, TERM,
      .formula = "target_utilization * job_sample_rate" },
    { REAL(intake_bw), .help = "what storage and nodes let in", RATE, TERM,
      .formula = MIN_OF_2("read_bw", "nodes * node_intake") },
};

static const struct aic_field memory_rows[] = {
    { REAL(prefetch_memory_per_node), .help = "batches that the loaders of a node hold ready",
      MEMORY, .formula = "local_gpus * workers * prefetch_factor * batch * decoded_size" },
    { REAL(shuffle_memory_per_node), .help = "shuffle buffers of a node", MEMORY,
      .formula = "local_gpus * max(1, workers) * shuffle_buffer * sample_size" },
    { REAL(host_memory_share), .help = "share of host memory that both take", SHARE,
      .formula = "(prefetch_memory_per_node + shuffle_memory_per_node) / host_memory"
                 " else prefetch_memory_per_node / host_memory" },
};

static const struct aic_field first_batch_rows[] = {
    { REAL(first_batch_time), .help = "time until the first step, caches empty", TIME, ESTIMATE,
      .part_of = "run_time",
      .formula = "first_byte_latency + first_batch_bytes / (cold_read_rate * sample_size) + "
                 "batch_decode_time"
                 " else first_batch_bytes / (cold_read_rate * sample_size) + batch_decode_time" },
    { REAL(first_batch_bytes), .help = "bytes fetched until then", DISK, ESTIMATE,
      .formula = "if(whole_shards, first_batch_shards * shard_samples * sample_size, "
                 "first_batch_samples * sample_size)" },
    { REAL(first_batch_shards), .help = "shards touched until then, on average", ESTIMATE,
      .formula = "if(window_shards > 1, -window_shards * expm1(first_batch_samples * "
                 "log1p(-1 / window_shards)), 1) else up(first_batch_samples / shard_samples)" },
    { REAL(cold_read_rate), .help = "samples that come in with empty caches", PER_S, ESTIMATE,
      .flags = AIC_TERM | AIC_PROSE,
      .formula = "the smallest of the limits of storage, node, connections, requests and loaders "
                 "that read, all with a hit_ratio of 0",
      .rests_on = "read_bw sample_size nodes node_intake connections fetch_time prefixes "
                  "prefix_read_rate requests_per_sample loaders requests_per_worker" },
    { REAL(first_batch_samples), .help = "samples loaded until then", TERM,
      .formula = "min(samples_total, max(gpus * batch, loaders * shuffle_buffer))"
                 " else max(gpus * batch, loaders * shuffle_buffer)"
                 " else min(samples_total, gpus * batch) else gpus * batch" },
    { INTEGER(window_shards), .help = "shards that an index shuffle draws from", TERM,
      .formula = "up(shuffle_window / shard_samples)" },
    { REAL(batch_decode_time), .help = "core time of a batch, over the workers", TIME, TERM,
      .formula = "batch * cpu_time / max(1, workers) else batch * cpu_time else 0" },
};

static const struct aic_field run_rows[] = {
    { REAL(run_time), .help = "time of all epochs", TIME, ESTIMATE,
      .formula = "first_batch_time + first_epoch_time + later_epochs_time"
                 " else first_epoch_time + later_epochs_time" },
    { REAL(run_utilization), .help = "share of it in which the GPUs work", SHARE, ESTIMATE,
      .formula = "min(1, compute_time / run_time)" },
    { REAL(compute_time), .help = "time of all epochs if the GPUs never waited", TIME,
      .formula = "epochs * samples_total / job_sample_rate" },
    { REAL(run_cost), .help = "price of the GPUs for the run", MONEY, ESTIMATE,
      .formula = "gpus * gpu_price * run_time / 3600" },
    { REAL(wasted_cost), .help = "part of it spent waiting for data", MONEY, ESTIMATE,
      .formula = "run_cost * (1 - run_utilization)" },
    { REAL(first_epoch_time), .help = "time of the first epoch", TIME, ESTIMATE, TERM,
      .part_of = "run_time",
      .formula = "samples_total / job_sample_rate / first_epoch_utilization"
                 " else samples_total / job_sample_rate / utilization" },
    { REAL(later_epochs_time), .help = "time of the others", TIME, ESTIMATE, TERM,
      .part_of = "run_time",
      .formula = "(epochs - 1) * samples_total / job_sample_rate / utilization" },
};

static const struct aic_field request_rows[] = {
    { INTEGER(shards), .help = "files of the data set",
      .formula = "full_shards + if(rest_samples > 0, 1, 0)" },
    { REAL(requests_per_epoch), .help = "requests that read it once, cache empty",
      .formula = "full_shards * shard_requests + rest_requests" },
    { REAL(requests_per_epoch_unsharded), .help = "the same with one file per sample",
      .formula = "samples_total * max(1, up(sample_size / request_size)) else samples_total" },
    { REAL(requests), .help = "requests of the run",
      .formula = "requests_per_epoch * read_passes" },
    { REAL(bytes_read), .help = "bytes that the storage gives in the run", DISK,
      .formula = "dataset_bytes * read_passes" },
    { REAL(read_cost), .help = "what the tier charges for them", MONEY,
      .formula = SUM_OF_2("requests / 1000 * read_request_price",
                          "bytes_read / " ONE_GIB " * retrieval_price") },
    { REAL(read_cost_unsharded), .help = "the same with one file per sample", MONEY,
      .formula = SUM_OF_2("requests_per_epoch_unsharded * read_passes / 1000 * "
                          "read_request_price",
                          "bytes_read / " ONE_GIB " * retrieval_price") },
    { INTEGER(full_shards), .help = "full files", TERM,
      .formula = "floor(samples_total / shard_samples)" },
    { INTEGER(rest_samples), .help = "samples of the last file, if it is not full", TERM,
      .formula = "samples_total - full_shards * shard_samples" },
    { INTEGER(rest_requests), .help = "requests that read it", TERM,
      .formula = "if(rest_samples > 0, max(1, up(rest_samples * sample_size / request_size)), 0)"
                 " else if(rest_samples > 0, 1, 0)" },
    { REAL(read_passes), .help = "epochs that come from the storage", TERM,
      .formula = "1 + (epochs - 1) * miss_ratio" },
};

static const struct aic_field benchmark_rows[] = {
    { REAL(benchmark_samples), .help = "samples of a data set that memory cannot hide",
      .formula = "max(up(memory_multiple * nodes * host_memory / sample_size), "
                 "min_steps * gpus * batch)" },
    { REAL(benchmark_files), .help = "its files",
      .formula = "up(benchmark_samples / asked_shard_samples)" },
    { REAL(benchmark_dataset_size), .help = "its bytes", DISK,
      .formula = "benchmark_files * asked_shard_samples * sample_size" },
};

const struct aic_group aic_dataload_result_groups[AIC_DATALOAD_RESULT_GROUPS] = {
    AIC_GROUP("Supply", supply_rows, 0),
    AIC_GROUP("Demand", demand_rows, 0),
    AIC_GROUP("Enough for the target", enough_rows, 0),
    AIC_GROUP("Loader memory", memory_rows, 0),
    AIC_GROUP("First batch", first_batch_rows, 0),
    AIC_GROUP("Run", run_rows, 0),
    AIC_GROUP("Requests", request_rows, 0),
    AIC_GROUP("Benchmark data set", benchmark_rows, 0),
};
