/* SPDX-License-Identifier: Apache-2.0 */
/* dataload: the input table and the rules between inputs. */
#include "calculators/dataload/dataload.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_dataload_in, member)
#define INTEGER(member)       AIC_FIELD_INTEGER(struct aic_dataload_in, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_dataload_in, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_dataload_in, member, names)
#define REFERENCE(member, of) AIC_FIELD_REFERENCE(struct aic_dataload_in, member, of)

/* What must be there to divide by. */
#define SPAN   .dimension = AIC_TIME, .flags = AIC_ABOVE_MIN
#define PIECE  .dimension = AIC_BYTES, .flags = AIC_ABOVE_MIN | AIC_DISK
#define MEMORY .dimension = AIC_BYTES, .flags = AIC_ABOVE_MIN
#define SPEED  .dimension = AIC_RATE, .flags = AIC_ABOVE_MIN
#define PER_S  .dimension = AIC_COUNT_RATE, .flags = AIC_ABOVE_MIN
#define SHARE  .dimension = AIC_RATIO, .max = 1, .flags = AIC_ABOVE_MIN

static const char *const dtypes[] = { "bf16", "fp16", "fp8",  "fp32", "tf32",
                                      "fp4",  "int8", "fp64", NULL };
static const char *const scopes[] = { "node", "job", NULL };
static const char *const shuffles[] = { "none", "buffer", "index", NULL };

static const struct aic_field job_fields[] = {
    { REFERENCE(node, AIC_NODES), .help = "machine: its GPUs, their price, its drives" },
    { INTEGER(gpus), .help = "GPUs of the job", .preset = "1", .min = 1 },
    { INTEGER(gpus_per_node), .help = "GPUs of one node", .preset = "8", .min = 1 },
    { REAL(gpu_price), .help = "price of one GPU", .dimension = AIC_MONEY_RATE },
    { REAL(target_utilization), .help = "accelerator utilization that is good enough", SHARE,
      .preset = "0.9" },
    { FLAG(overlap), .help = "loading runs beside compute; no with workers 0", .flags = AIC_AUTO,
      .preset = "true", .formula = "if(workers == 0, 0, 1) else 1" },
};

static const struct aic_field demand_fields[] = {
    { REAL(sample_size), .help = "stored bytes of one sample (compressed image, record)",
      .dimension = AIC_BYTES, .flags = AIC_ABOVE_MIN | AIC_DISK | AIC_AUTO,
      .formula = "seq * bytes_per_token" },
    { INTEGER(seq), .help = "or tokens of one sample", .dimension = AIC_TOKENS, .min = 1 },
    { REAL(bytes_per_token), .help = "stored bytes of a token", .dimension = AIC_BYTES,
      .flags = AIC_ABOVE_MIN | AIC_DISK | AIC_ASSUMPTION, .preset = "4B" },
    { REAL(sample_rate), .help = "samples that one GPU consumes when it never waits", PER_S },
    { INTEGER(batch), .help = "samples of one GPU and step", .min = 1 },
    { REAL(step_time), .help = "or compute time of a step", SPAN },
    { REAL(flop_per_sample),
      .help = "or operations of a whole training step per sample (3x the forward pass)",
      .dimension = AIC_FLOP, .flags = AIC_ABOVE_MIN },
    { REFERENCE(gpu, AIC_GPUS), .help = "GPU that sets gpu_flops" },
    { CHOICE(compute_dtype, dtypes), .help = "number format of its matrix products",
      .preset = "bf16" },
    { REAL(gpu_flops), .help = "dense peak of one GPU", .dimension = AIC_FLOP_RATE,
      .flags = AIC_ABOVE_MIN },
    { REAL(mfu), .help = "share of the peak that training reaches", SHARE },
    { REAL(token_rate), .help = "or tokens per second of one GPU", PER_S,
      .fed_by = "train-time.tokens_per_second_per_gpu" },
};

static const struct aic_field storage_fields[] = {
    { REFERENCE(tier, AIC_TIERS), .help = "storage tier: its latency, request rates and prices" },
    { FLAG(node_local), .help = "the tier is the drives of each node", .preset = "false" },
    { REAL(read_throughput), .help = "what the drives of one node give", .dimension = AIC_RATE },
    { REAL(local_nvme_capacity), .help = "data drives of one node", PIECE },
    { REAL(read_bw), .help = "what the storage gives the whole job", SPEED,
      .fed_by = "storage.read_bw" },
    { REAL(node_read_bw), .help = "what one node can take in (NIC, mount, client)", SPEED },
    { REAL(first_byte_latency), .help = "time until a read request begins to flow",
      .dimension = AIC_TIME },
    { REAL(stream_throughput), .help = "rate of one request once it flows", SPEED },
    { INTEGER(connections), .help = "read requests in flight, made apart from the workers",
      .min = 1 },
    { REAL(prefix_read_rate), .help = "read requests per second of one prefix", PER_S },
    { INTEGER(prefixes), .help = "prefixes over which the files are spread", .preset = "1",
      .min = 1 },
    { REAL(read_request_price), .help = "price of read requests", .dimension = AIC_REQUEST_PRICE },
    { REAL(retrieval_price), .help = "price of bytes read", .dimension = AIC_TRANSFER_PRICE },
};

static const struct aic_field loader_fields[] = {
    { INTEGER(workers), .help = "loader processes of one GPU (DataLoader num_workers)" },
    { INTEGER(requests_per_worker), .help = "requests that each keeps in flight", .preset = "1",
      .min = 1 },
    { REAL(cpu_time), .help = "core time to decode and augment a sample", SPAN },
    { INTEGER(cpu_cores), .help = "cores of one node for the loader", .min = 1 },
    { INTEGER(prefetch_factor), .help = "batches that each worker holds ready", .preset = "2",
      .min = 1 },
    { REAL(decoded_size), .help = "bytes of a decoded sample in host memory",
      .dimension = AIC_BYTES, .flags = AIC_ABOVE_MIN | AIC_AUTO, .formula = "sample_size" },
    { REAL(host_memory), .help = "host memory of one node", MEMORY },
};

static const struct aic_field cache_fields[] = {
    { REAL(cache_hit_ratio), .help = "share of samples read from the cache in a warm epoch",
      .dimension = AIC_RATIO, .max = 1 },
    { REAL(cache_capacity), .help = "or cache of one node; the drives of a named node",
      .dimension = AIC_BYTES, .flags = AIC_DISK | AIC_AUTO, .formula = "local_nvme_capacity" },
    { CHOICE(cache_scope, scopes),
      .help = "node: any node may get any sample; job: they keep theirs or share",
      .preset = "node" },
    { REAL(cache_bw), .help = "read rate of one node's cache", SPEED },
};

static const struct aic_field dataset_fields[] = {
    { INTEGER(samples), .help = "samples of the data set", .min = 1 },
    { REAL(dataset_size), .help = "or its bytes", PIECE },
    { INTEGER(samples_per_shard), .help = "samples in one file", .preset = "1", .min = 1 },
    { REAL(shard_size), .help = "or the bytes of a file", PIECE },
    { REAL(request_size), .help = "bytes of a range read; unset: one request per file", PIECE },
    { INTEGER(epochs), .help = "passes over the data set", .preset = "1", .min = 1 },
    { CHOICE(shuffle, shuffles),
      .help = "in order, through a buffer that is filled first, or drawn from a window",
      .preset = "none" },
    { INTEGER(shuffle_buffer), .help = "samples in the buffer of each loader process", .min = 1 },
    { INTEGER(shuffle_window), .help = "samples among which an index shuffle draws", .min = 1,
      .flags = AIC_AUTO, .formula = "samples_total" },
    { FLAG(whole_shards), .help = "a shard is fetched whole before its first sample is used",
      .preset = "false" },
};

static const struct aic_field benchmark_fields[] = {
    { REAL(memory_multiple), .help = "benchmark data over host memory, so that it is not cached",
      .flags = AIC_ABOVE_MIN, .preset = "5" },
    { INTEGER(min_steps), .help = "steps that a benchmark epoch has at least", .preset = "500",
      .min = 1 },
};

const struct aic_group aic_dataload_input_groups[AIC_DATALOAD_INPUT_GROUPS] = {
    AIC_GROUP("Job", job_fields, 0),
    AIC_GROUP("Demand", demand_fields, 0),
    AIC_GROUP("Storage", storage_fields, 0),
    AIC_GROUP("Loader", loader_fields, 0),
    AIC_GROUP("Cache", cache_fields, 0),
    AIC_GROUP("Data set", dataset_fields, 0),
    AIC_GROUP("Benchmark data set", benchmark_fields, 0),
};

#define SUBJECT(member)      AIC_RULE(struct aic_dataload_in, member)
#define GIVEN(member)        AIC_IF_GIVEN(struct aic_dataload_in, member)
#define SET(member)          AIC_IF_SET(struct aic_dataload_in, member)
#define EQUALS(member, what) AIC_IF_EQUALS(struct aic_dataload_in, member, what)
#define ABOVE(member, what)  AIC_IF_ABOVE(struct aic_dataload_in, member, what)

#define BESIDE(member, other, why)                                                                 \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { SET(other) }, why                                            \
    }
#define NOT_BESIDE(member, other)                                                                  \
    {                                                                                              \
        SUBJECT(member), AIC_EXCLUDES, { GIVEN(other) }, "each follows from the other"             \
    }
#define OF_DATASET(member, why)                                                                    \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { SET(samples), SET(dataset_size) }, why                       \
    }

static const char one_demand[] = "each says how fast a GPU consumes samples";
static const char no_peak[] = "no default: a guessed peak or MFU would decide the answer";
static const char of_flop[] = "it turns operations into a rate";
static const char of_loader[] = "it says what the loaders keep in memory";
static const char of_benchmark[] = "it sizes a benchmark that memory cannot hide";

const struct aic_rule aic_dataload_rules[] = {
    NOT_BESIDE(sample_size, seq),
    { SUBJECT(sample_rate),
      AIC_EXCLUDES,
      { GIVEN(step_time), GIVEN(flop_per_sample), GIVEN(token_rate) },
      one_demand },
    { SUBJECT(step_time), AIC_EXCLUDES, { GIVEN(flop_per_sample), GIVEN(token_rate) }, one_demand },
    { SUBJECT(flop_per_sample), AIC_EXCLUDES, { GIVEN(token_rate) }, one_demand },
    BESIDE(step_time, batch, "a step is so many samples"),
    { SUBJECT(bytes_per_token), AIC_NEEDS, { SET(token_rate), SET(seq) }, "no tokens are read" },
    BESIDE(flop_per_sample, gpu_flops, no_peak),
    BESIDE(flop_per_sample, mfu, no_peak),
    BESIDE(gpu, flop_per_sample, of_flop),
    BESIDE(gpu_flops, flop_per_sample, of_flop),
    BESIDE(mfu, flop_per_sample, of_flop),
    BESIDE(compute_dtype, flop_per_sample, of_flop),
    { SUBJECT(read_throughput),
      AIC_NEEDS,
      { EQUALS(node_local, 1) },
      "what one storage gives all nodes is read_bw" },
    { SUBJECT(read_throughput),
      AIC_NEEDS,
      { ABOVE(read_throughput, 0) },
      "drives that give nothing feed no GPU" },
    NOT_BESIDE(samples, dataset_size),
    NOT_BESIDE(samples_per_shard, shard_size),
    NOT_BESIDE(cache_hit_ratio, cache_capacity),
    OF_DATASET(cache_capacity, "what share of the data it holds is not known"),
    BESIDE(requests_per_worker, workers, NULL),
    { SUBJECT(requests_per_worker),
      AIC_EXCLUDES,
      { GIVEN(connections) },
      "beside connections the workers only decode" },
    BESIDE(cpu_cores, cpu_time, "cores count by the work of a sample"),
    { SUBJECT(overlap),
      AIC_EXCLUDES,
      { EQUALS(workers, 0) },
      "one process loads and computes in turn" },
    BESIDE(host_memory, batch, of_loader),
    BESIDE(shuffle, batch, "it decides what the first batch waits for"),
    BESIDE(whole_shards, batch, "it decides what the first batch waits for"),
    BESIDE(memory_multiple, host_memory, of_benchmark),
    BESIDE(min_steps, host_memory, of_benchmark),
    BESIDE(prefetch_factor, batch, of_loader),
    BESIDE(prefetch_factor, workers, of_loader),
    BESIDE(decoded_size, batch, of_loader),
    BESIDE(decoded_size, workers, of_loader),
    BESIDE(prefixes, prefix_read_rate, "what one prefix takes is not known"),
    OF_DATASET(epochs, "how long a pass is is not known"),
    { SUBJECT(shuffle_buffer), AIC_NEEDS, { EQUALS(shuffle, AIC_SHUFFLE_BUFFER) }, NULL },
    { SUBJECT(shuffle_window), AIC_NEEDS, { EQUALS(shuffle, AIC_SHUFFLE_INDEX) }, NULL },
};
_Static_assert(sizeof aic_dataload_rules / sizeof aic_dataload_rules[0] == AIC_DATALOAD_RULES,
               "AIC_DATALOAD_RULES is the length of the table");
