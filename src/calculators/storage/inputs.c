/* SPDX-License-Identifier: Apache-2.0 */
/* storage: the input table and the rules between inputs. */
#include "calculators/storage/storage.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_storage_in, member)
#define INTEGER(member)       AIC_FIELD_INTEGER(struct aic_storage_in, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_storage_in, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_storage_in, member, names)

/* A time, a size or a rate that must be there to divide by. */
#define SPAN  .dimension = AIC_TIME, .flags = AIC_ABOVE_MIN
#define PIECE .dimension = AIC_BYTES, .flags = AIC_ABOVE_MIN | AIC_DISK
#define SPEED .dimension = AIC_RATE, .flags = AIC_ABOVE_MIN
#define SHARE .dimension = AIC_RATIO, .max = 1, .flags = AIC_ABOVE_MIN
/* What may be 0. */
#define BYTES .dimension = AIC_BYTES, .flags = AIC_DISK
#define RATE  .dimension = AIC_RATE
/* Sold in GiB: shown in the unit of the price. */
#define CAPACITY .dimension = AIC_BYTES

static const char *const billings[] = { "stored", "provisioned", NULL };
const char *const aic_storage_redundancies[] = { "none", "replication", "erasure", "raidz", NULL };

static const struct aic_field data_fields[] = {
    { AIC_FIELD_REFERENCE(struct aic_storage_in, node, AIC_NODES),
      .help = "machine: its drives, its GPUs and their price" },
    { AIC_FIELD_REFERENCE(struct aic_storage_in, tier, AIC_TIERS),
      .help = "storage tier: its prices, sizes and throughput" },
    { REAL(data), .help = "bytes kept for the whole duration (data set, weights)", CAPACITY,
      .preset = "0" },
    { INTEGER(files), .help = "files (objects) that make up data", .min = 1 },
    { REAL(file_size), .help = "mean size of such a file, instead of files", PIECE },
    { REAL(duration),
      .help = "how long the data stays and the job runs; unset: one month's run rate, nothing is "
              "deleted",
      SPAN, .preset = "730h" },
    { REAL(month), .help = "length of a billing month", SPAN, .preset = "730h" },
    { REAL(loads), .help = "times data is written into the tier in duration; 0: it is there",
      .preset = "1" },
    { REAL(epochs), .help = "times data is read in full in duration", .preset = "0" },
    { REAL(read_size), .help = "bytes of a read request; unset: one request reads a file", PIECE },
    { REAL(part_size), .help = "bytes of one part of a multipart upload", PIECE,
      .preset = "100MB" },
    { FLAG(lifecycle),
      .help = "all arrives by a lifecycle move from a warmer tier: transitions, no writes",
      .preset = "false" },
};

static const struct aic_field checkpoint_fields[] = {
    { REAL(checkpoint_size), .help = "bytes of one checkpoint written to this tier", PIECE,
      .fed_by = "checkpoint.written_bytes" },
    { REAL(checkpoint_interval), .help = "from the start of one checkpoint to that of the next",
      SPAN, .fed_by = "checkpoint.period" },
    { REAL(checkpoint_retention), .help = "how long each checkpoint stays in this tier",
      .dimension = AIC_TIME, .flags = AIC_ABOVE_MIN | AIC_AUTO, .formula = "duration" },
    { INTEGER(checkpoint_files), .help = "files of one checkpoint", .preset = "1", .min = 1,
      .fed_by = "checkpoint.files" },
    { REAL(checkpoint_window), .help = "time within which a checkpoint must be written", SPAN },
    { REAL(restores), .help = "checkpoints read back in duration", .preset = "0" },
};

static const struct aic_field need_fields[] = {
    { REAL(required_read_bw), .help = "read bandwidth that the job needs", RATE,
      .fed_by = "dataload.required_read_bw" },
    { REAL(required_write_bw), .help = "write bandwidth that the job needs", RATE,
      .fed_by = "checkpoint.required_write_bw" },
    { INTEGER(required_iops), .help = "I/O operations per second that the job needs" },
    { REAL(fill_limit), .help = "share of a provisioned file system that may be filled", SHARE,
      .preset = "1" },
    { REAL(egress), .help = "bytes that leave the region or cloud in duration", BYTES,
      .preset = "0" },
};

static const struct aic_field store_fields[] = {
    { CHOICE(redundancy, aic_storage_redundancies),
      .help = "of a self-managed store, whose price is then per raw byte", .preset = "none" },
    { INTEGER(replicas), .help = "copies of each byte (replication)", .preset = "3", .min = 1 },
    { INTEGER(data_shards), .help = "data shards of erasure coding; data drives of a RAID-Z group",
      .min = 1 },
    { INTEGER(parity_shards), .help = "parity shards of erasure coding; parity of a RAID-Z group" },
    { REAL(record_size), .help = "record of a RAID-Z pool", .dimension = AIC_BYTES,
      .flags = AIC_ABOVE_MIN, .preset = "128KiB" },
    { REAL(sector_size), .help = "sector of its drives", .dimension = AIC_BYTES,
      .flags = AIC_ABOVE_MIN, .preset = "4KiB" },
    { REAL(server_bw), .help = "payload that one server of a self-managed store serves", SPEED },
    { REAL(server_capacity), .help = "raw bytes of its drives", PIECE },
};

static const struct aic_field gpu_fields[] = {
    { INTEGER(gpus), .help = "GPUs that use the data", .min = 1 },
    { REAL(gpu_price), .help = "price of one GPU", .dimension = AIC_MONEY_RATE },
    { REAL(gpu_utilization), .help = "share of wall time in which the GPUs work, with this tier",
      SHARE, .fed_by = "dataload.utilization" },
    { REAL(other_cost), .help = "storage cost outside this tier (the bucket behind a file system)",
      .dimension = AIC_MONEY, .preset = "0" },
    { REAL(alternative_cost), .help = "storage cost of another option in duration",
      .dimension = AIC_MONEY },
    { REAL(alternative_utilization), .help = "GPU utilization with that option", SHARE },
};

static const struct aic_field capacity_fields[] = {
    { CHOICE(billing, billings), .help = "what the price is charged on: bytes stored or bought",
      .preset = "stored" },
    { REAL(storage_price), .help = "price of capacity, first band",
      .dimension = AIC_STORAGE_PRICE },
    { REAL(storage_band_1), .help = "bytes above which the second price holds", CAPACITY },
    { REAL(storage_price_2), .help = "price of capacity, second band",
      .dimension = AIC_STORAGE_PRICE },
    { REAL(storage_band_2), .help = "bytes above which the third price holds", CAPACITY },
    { REAL(storage_price_3), .help = "price of capacity, third band",
      .dimension = AIC_STORAGE_PRICE },
    { REAL(min_capacity), .help = "smallest file system or volume", CAPACITY, .preset = "0" },
    { REAL(capacity_step), .help = "step in which a larger one is sold", CAPACITY, .preset = "0" },
    { REAL(max_capacity), .help = "largest file system or volume", CAPACITY },
    { FLAG(ephemeral), .help = "lost with the machine or the file server", .preset = "false" },
    { FLAG(node_local), .help = "drives inside the nodes: a file system is one node's",
      .preset = "false" },
    { REAL(local_nvme_capacity), .help = "data drives of one node", PIECE },
    { INTEGER(gpus_per_node), .help = "GPUs of one node", .min = 1 },
};

static const struct aic_field throughput_fields[] = {
    { REAL(read_throughput), .help = "base read throughput of one file system or volume", RATE },
    { REAL(write_throughput), .help = "base write throughput of one file system or volume", RATE },
    { REAL(read_throughput_per_tib), .help = "read throughput that each TiB adds",
      .dimension = AIC_THROUGHPUT_DENSITY },
    { REAL(write_throughput_per_tib), .help = "write throughput that each TiB adds",
      .dimension = AIC_THROUGHPUT_DENSITY },
    { REAL(max_read_throughput), .help = "most that one file system or volume reads", RATE },
    { REAL(max_write_throughput), .help = "most that one file system or volume writes", RATE },
    { REAL(throughput_price), .help = "price of throughput above the base",
      .dimension = AIC_THROUGHPUT_PRICE },
    { INTEGER(included_iops), .help = "I/O operations per second that come with a volume",
      .preset = "0" },
    { INTEGER(max_iops), .help = "most I/O operations per second of one volume" },
    { REAL(iops_price), .help = "price of I/O operations above the included",
      .dimension = AIC_IOPS_PRICE },
    { REAL(first_byte_latency), .help = "of a read request; not used here, dataload reads it",
      .dimension = AIC_TIME },
    { REAL(stream_throughput), .help = "of one request; not used here, dataload reads it", RATE },
    { REAL(prefix_read_rate), .help = "reads per prefix; not used here, dataload reads it",
      .dimension = AIC_COUNT_RATE },
    { REAL(prefix_write_rate), .help = "writes per prefix; told by a tier, not used here",
      .dimension = AIC_COUNT_RATE },
};

static const struct aic_field charge_fields[] = {
    { REAL(write_request_price), .help = "price of PUT and LIST requests",
      .dimension = AIC_REQUEST_PRICE },
    { REAL(read_request_price), .help = "price of GET requests", .dimension = AIC_REQUEST_PRICE },
    { REAL(transition_request_price), .help = "price of lifecycle moves into the tier",
      .dimension = AIC_REQUEST_PRICE },
    { REAL(retrieval_request_price), .help = "price of restoring an archived object",
      .dimension = AIC_REQUEST_PRICE },
    { REAL(ingest_price), .help = "price of bytes written", .dimension = AIC_TRANSFER_PRICE },
    { REAL(retrieval_price), .help = "price of bytes read", .dimension = AIC_TRANSFER_PRICE },
    { REAL(egress_price), .help = "price of bytes sent out", .dimension = AIC_TRANSFER_PRICE },
    { REAL(min_object_size), .help = "smallest object that is billed", CAPACITY, .preset = "0" },
    { REAL(object_overhead), .help = "bytes billed on top of each object, at this tier's price",
      CAPACITY, .preset = "0" },
    { REAL(object_index), .help = "bytes of each object billed at a warmer tier's price", CAPACITY,
      .preset = "0" },
    { REAL(object_index_price), .help = "that warmer tier's price",
      .dimension = AIC_STORAGE_PRICE },
    { REAL(object_price), .help = "price of monitoring an object", .dimension = AIC_OBJECT_PRICE },
    { REAL(min_storage_duration), .help = "bytes removed earlier are billed until then",
      .dimension = AIC_TIME, .preset = "0" },
};

const struct aic_group aic_storage_input_groups[AIC_STORAGE_INPUT_GROUPS] = {
    AIC_GROUP("Data", data_fields, 0),
    AIC_GROUP("Checkpoints", checkpoint_fields, 0),
    AIC_GROUP("Needs", need_fields, 0),
    AIC_GROUP("Self-managed store", store_fields, 0),
    AIC_GROUP("GPUs and the alternative", gpu_fields, 0),
    AIC_GROUP("Tier: capacity", capacity_fields, 0),
    AIC_GROUP("Tier: throughput", throughput_fields, 0),
    AIC_GROUP("Tier: charges", charge_fields, 0),
};

#define SUBJECT(member)      AIC_RULE(struct aic_storage_in, member)
#define GIVEN(member)        AIC_IF_GIVEN(struct aic_storage_in, member)
#define SET(member)          AIC_IF_SET(struct aic_storage_in, member)
#define EQUALS(member, what) AIC_IF_EQUALS(struct aic_storage_in, member, what)
#define ABOVE(member, what)  AIC_IF_ABOVE(struct aic_storage_in, member, what)

#define OF_DATA(member)                                                                            \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { ABOVE(data, 0) }, "it says into what data is cut"            \
    }
#define OF_CHECKPOINT(member)                                                                      \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { SET(checkpoint_size) }, "no checkpoint is written here"      \
    }
#define OF_SERVER(member)                                                                          \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { EQUALS(billing, AIC_BILLING_PROVISIONED) },                  \
            "a service that bills stored bytes has servers of its own"                             \
    }
#define OF_SHARDS(member)                                                                          \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS,                                                                \
            { EQUALS(redundancy, AIC_REDUNDANCY_ERASURE),                                          \
              EQUALS(redundancy, AIC_REDUNDANCY_RAIDZ) },                                          \
            NULL                                                                                   \
    }
#define OF_RAIDZ(member)                                                                           \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { EQUALS(redundancy, AIC_REDUNDANCY_RAIDZ) }, NULL             \
    }
#define BESIDE(member, other, why)                                                                 \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { SET(other) }, why                                            \
    }

const struct aic_rule aic_storage_rules[] = {
    { SUBJECT(files), AIC_EXCLUDES, { GIVEN(file_size) }, "each follows from the other" },
    OF_DATA(files),
    OF_DATA(file_size),
    BESIDE(checkpoint_size, checkpoint_interval, "it decides how many are written and kept"),
    OF_CHECKPOINT(checkpoint_interval),
    OF_CHECKPOINT(checkpoint_retention),
    OF_CHECKPOINT(checkpoint_files),
    OF_CHECKPOINT(checkpoint_window),
    OF_CHECKPOINT(restores),
    OF_SERVER(server_bw),
    OF_SERVER(server_capacity),
    { SUBJECT(replicas), AIC_NEEDS, { EQUALS(redundancy, AIC_REDUNDANCY_REPLICATION) }, NULL },
    OF_SHARDS(data_shards),
    OF_SHARDS(parity_shards),
    OF_RAIDZ(record_size),
    OF_RAIDZ(sector_size),
    BESIDE(alternative_cost, alternative_utilization, "the two options are compared by both"),
    BESIDE(alternative_utilization, alternative_cost, "the two options are compared by both"),
    BESIDE(gpus, gpu_price, "GPUs count by what they cost"),
    BESIDE(gpu_price, gpus, NULL),
    BESIDE(gpu_utilization, gpus, NULL),
    BESIDE(other_cost, gpus, "it belongs to the bill of a job"),
    BESIDE(alternative_cost, gpus, "options are compared by what a job costs"),
    BESIDE(storage_band_1, storage_price_2, "a band ends where the next price begins"),
    BESIDE(storage_price_2, storage_band_1, "a band ends where the next price begins"),
    BESIDE(storage_band_2, storage_price_3, "a band ends where the next price begins"),
    BESIDE(storage_price_3, storage_band_2, "a band ends where the next price begins"),
    BESIDE(storage_band_2, storage_band_1, "bands are counted from the first"),
};
_Static_assert(sizeof aic_storage_rules / sizeof aic_storage_rules[0] == AIC_STORAGE_RULES,
               "AIC_STORAGE_RULES is the length of the table");
