/* SPDX-License-Identifier: Apache-2.0 */
/*
 * storage: the result table. Rows with AIC_TERM are steps of the arithmetic
 * that make the formulas of the others closed.
 */
#include "calculators/storage/storage.h"

#define REAL(member)    AIC_FIELD_REAL(struct aic_storage_out, member)
#define INTEGER(member) AIC_FIELD_INTEGER(struct aic_storage_out, member)

#define MONEY .dimension = AIC_MONEY
#define TERM  .flags = AIC_TERM
/* Capacity is sold and billed in GiB, and read in them. */
#define CAPACITY   .dimension = AIC_BYTES
#define DISK       .dimension = AIC_BYTES, .flags = AIC_DISK
#define RATE       .dimension = AIC_RATE
#define TIME       .dimension = AIC_TIME
#define GIB        .unit = "GiB"
#define GIB_MONTHS .unit = "GiB mo"

/* Bytes of a GiB and of a TiB in formulas. */
#define ONE_GIB "1073741824"
#define ONE_TIB "1099511627776"

/* The price of a month with `v` GiB: three bands, two, or one price. */
#define BANDS(v)                                                                                   \
    "storage_price * min(" v ", storage_band_1 / " ONE_GIB ") + storage_price_2 * max(0, min(" v   \
    ", storage_band_2 / " ONE_GIB ") - storage_band_1 / " ONE_GIB                                  \
    ") + storage_price_3 * max(0, " v " - storage_band_2 / " ONE_GIB ")"                           \
    " else storage_price * min(" v ", storage_band_1 / " ONE_GIB ") + storage_price_2 * max(0, " v \
    " - storage_band_1 / " ONE_GIB ")"                                                             \
    " else storage_price * " v

/* The sum of those of two or three that have values, else 0. */
#define SUM_OF_2(a, b) a " + " b " else " a " else " b
#define SUM_OF_3(a, b, c)                                                                          \
    a " + " b " + " c " else " a " + " b " else " a " + " c " else " SUM_OF_2(b, c) " else " a

static const char *const capacity_bounds[] = { "data", "read-throughput", "write-throughput",
                                               "min-capacity", NULL };
static const char *const server_bounds[] = { "capacity", "bandwidth", NULL };

static const struct aic_field bill_rows[] = {
    { REAL(storage_cost), .help = "what the tier costs in duration", .dimension = AIC_MONEY,
      .flags = AIC_KEY | AIC_LEAST, .part_of = "total_cost",
      .formula = "capacity_cost + request_charges + transfer_charges + service_charges" },
    { REAL(storage_cost_per_day), .help = "the same per day", .dimension = AIC_MONEY_PER_DAY,
      .formula = "storage_cost / (duration / 86400)" },
    { REAL(effective_price), .help = "what a GiB really costs, at the peak",
      .dimension = AIC_STORAGE_PRICE, .flags = AIC_KEY,
      .formula = "monthly_capacity_cost / (resident_data / " ONE_GIB ")" },
    { REAL(monthly_capacity_cost), .help = "run rate of the capacity at the peak",
      .dimension = AIC_MONEY_PER_MONTH, .formula = BANDS("peak_gib") },
    { REAL(minimum_time), .help = "minimum storage time of the data", TIME,
      .flags = AIC_TERM | AIC_PROSE,
      .formula = "min_storage_duration where duration is given, otherwise 0: a run rate "
                 "deletes nothing" },
    { REAL(data_billed_time), .help = "time for which the data is billed", TIME, TERM,
      .formula = "max(duration, minimum_time)" },
    { REAL(checkpoint_minimum_time), .help = "minimum storage time of a checkpoint", TIME,
      .flags = AIC_TERM | AIC_PROSE,
      .formula = "min_storage_duration where duration or checkpoint_retention is given, "
                 "otherwise 0" },
    { REAL(checkpoint_billed_time), .help = "time for which a checkpoint is billed", TIME, TERM,
      .formula = "max(checkpoint_retention, checkpoint_minimum_time)" },
    { REAL(data_billed_bytes), .help = "bytes that the data is billed as", CAPACITY, TERM,
      .formula = "max(data, file_count * min_object_size) + file_count * object_overhead"
                 " else data" },
    { REAL(checkpoint_billed_bytes), .help = "bytes that a checkpoint is billed as", CAPACITY, TERM,
      .formula = "max(checkpoint_size, checkpoint_files * min_object_size) + checkpoint_files * "
                 "object_overhead" },
    { REAL(billed_gib_months), .help = "what is billed in duration", GIB_MONTHS, TERM,
      .formula = "raw_capacity * data_billed_time / month / " ONE_GIB
                 " else provisioned_capacity * data_billed_time / month / " ONE_GIB
                 " else (data_billed_bytes * data_billed_time + checkpoints_written * "
                 "checkpoint_billed_bytes * checkpoint_billed_time) / month / " ONE_GIB
                 " else data_billed_bytes * data_billed_time / month / " ONE_GIB },
    { REAL(unused_gib_months), .help = "what of it is billed after the deletion", GIB_MONTHS, TERM,
      .formula = "raw_capacity * (data_billed_time - duration) / month / " ONE_GIB
                 " else provisioned_capacity * (data_billed_time - duration) / month / " ONE_GIB
                 " else (data_billed_bytes * (data_billed_time - duration) + checkpoints_written * "
                 "checkpoint_billed_bytes * (checkpoint_billed_time - checkpoint_retention)) / "
                 "month / " ONE_GIB
                 " else data_billed_bytes * (data_billed_time - duration) / month / " ONE_GIB },
    { REAL(billed_months), .help = "billing months that capacity_cost is spread over", .unit = "mo",
      .flags = AIC_TERM | AIC_PROSE, .rests_on = "billing",
      .formula = "max(1, duration / month) of stored bytes, data_billed_time / month of "
                 "provisioned ones" },
    { REAL(mean_gib), .help = "mean of each of these months", GIB, TERM,
      .formula = "billed_gib_months / billed_months" },
    { REAL(peak_gib), .help = "billed at the peak", GIB, TERM,
      .formula = "raw_capacity / " ONE_GIB " else provisioned_capacity / " ONE_GIB
                 " else (data_billed_bytes + checkpoints_kept * checkpoint_billed_bytes) / " ONE_GIB
                 " else data_billed_bytes / " ONE_GIB },
    { REAL(mean_month_cost), .help = "price of one of these months",
      .dimension = AIC_MONEY_PER_MONTH, TERM, .formula = BANDS("mean_gib") },
    { REAL(capacity_cost), .help = "price of the capacity", MONEY, .part_of = "storage_cost",
      .formula = "mean_month_cost * billed_months" },
    { REAL(unused_share), .help = "share of it that is billed after the deletion",
      .dimension = AIC_RATIO, TERM, .formula = "unused_gib_months / billed_gib_months" },
    { REAL(early_deletion_cost), .help = "part of it that is billed after the deletion", MONEY,
      .formula = "capacity_cost * unused_share else 0" },
    { REAL(write_request_cost), .help = "price of writing, by requests", MONEY,
      .part_of = "storage_cost", .formula = "write_requests / 1000 * write_request_price" },
    { REAL(transition_cost), .help = "price of moving the objects in", MONEY,
      .part_of = "storage_cost",
      .formula = "transition_requests / 1000 * transition_request_price" },
    { REAL(read_request_cost), .help = "price of reading, by requests", MONEY,
      .part_of = "storage_cost",
      .formula = SUM_OF_2("read_requests / 1000 * read_request_price",
                          "objects_read / 1000 * retrieval_request_price") },
    { REAL(request_charges), .help = "all charges by requests", MONEY, TERM,
      .formula = SUM_OF_3("write_request_cost", "transition_cost", "read_request_cost") " else 0" },
    { REAL(ingest_cost), .help = "price of writing, by bytes", MONEY, .part_of = "storage_cost",
      .formula = "(loads * data + checkpoints_written * checkpoint_size) / " ONE_GIB
                 " * ingest_price else loads * data / " ONE_GIB " * ingest_price" },
    { REAL(retrieval_cost), .help = "price of reading, by bytes", MONEY, .part_of = "storage_cost",
      .formula = "(epochs * data + restores * checkpoint_size) / " ONE_GIB " * retrieval_price"
                 " else epochs * data / " ONE_GIB " * retrieval_price" },
    { REAL(egress_cost), .help = "price of what leaves the region", MONEY,
      .part_of = "storage_cost", .formula = "egress / " ONE_GIB " * egress_price" },
    { REAL(transfer_charges), .help = "all charges by bytes", MONEY, TERM,
      .formula = SUM_OF_3("ingest_cost", "retrieval_cost", "egress_cost") " else 0" },
    { REAL(object_months), .help = "objects times the months that they are billed", .unit = "mo",
      TERM,
      .formula = "(file_count * data_billed_time + checkpoints_written * checkpoint_files * "
                 "checkpoint_billed_time) / month"
                 " else file_count * data_billed_time / month"
                 " else checkpoints_written * checkpoint_files * checkpoint_billed_time / month"
                 " else 0" },
    { REAL(object_rate), .help = "price of one object for a month",
      .dimension = AIC_MONEY_PER_MONTH, TERM,
      .formula =
          SUM_OF_2("object_price / 1000", "object_index / " ONE_GIB " * object_index_price") },
    { REAL(object_cost), .help = "price of monitoring and indexing objects", MONEY,
      .part_of = "storage_cost", .formula = "object_months * object_rate" },
    { REAL(throughput_cost), .help = "price of the throughput bought above the base", MONEY,
      .part_of = "storage_cost",
      .formula = "purchased_bw / 1e6 * throughput_price * duration / month" },
    { REAL(iops_cost), .help = "price of the I/O operations above the included", MONEY,
      .part_of = "storage_cost",
      .formula = "max(0, required_iops - volumes * included_iops) * iops_price * duration / month"
                 " else max(0, 0 - volumes * included_iops) * iops_price * duration / month" },
    { REAL(service_charges), .help = "charges for objects, throughput and I/O operations", MONEY,
      TERM, .formula = SUM_OF_3("object_cost", "throughput_cost", "iops_cost") " else 0" },
    { REAL(read_cost_per_epoch), .help = "price of reading data once", MONEY,
      .formula = SUM_OF_3("data / " ONE_GIB " * retrieval_price",
                          "read_requests_per_epoch / 1000 * read_request_price",
                          "file_count / 1000 * retrieval_request_price") },
    { REAL(write_cost_per_checkpoint), .help = "price of writing one checkpoint", MONEY,
      .formula = SUM_OF_2("write_requests_per_checkpoint / 1000 * write_request_price",
                          "checkpoint_size / " ONE_GIB " * ingest_price") },
};

static const struct aic_field gpu_rows[] = {
    { REAL(cost_per_useful_gpu_day), .help = "all costs over the GPU days that do useful work",
      .dimension = AIC_MONEY_PER_DAY, .flags = AIC_KEY | AIC_LEAST,
      .formula = "total_cost / (gpu_hours * utilization) * 24" },
    { REAL(cost_per_useful_day), .help = "the same for all GPUs of the job",
      .dimension = AIC_MONEY_PER_DAY, .formula = "total_cost / (duration / 86400 * utilization)" },
    { REAL(utilization), .help = "share of wall time in which the GPUs work",
      .dimension = AIC_RATIO, .formula = "gpu_utilization else read_supply_ratio" },
    { REAL(stretched_duration), .help = "wall time until duration of useful work is done", TIME,
      .formula = "duration / utilization" },
    { REAL(starvation_cost), .help = "price of the GPU hours spent waiting", MONEY,
      .formula = "compute_cost * (1 - utilization)" },
    { REAL(gpu_hours), .help = "GPU hours in duration", .dimension = AIC_HOURS,
      .formula = "gpus * duration / 3600" },
    { REAL(compute_cost), .help = "price of the GPUs", MONEY, .part_of = "total_cost",
      .formula = "gpu_hours * gpu_price" },
    { REAL(total_cost), .help = "price of GPUs and storage", MONEY,
      .formula = "compute_cost + storage_cost + other_cost" },
    { REAL(storage_share), .help = "share of it that is storage", .dimension = AIC_RATIO,
      .formula = "(storage_cost + other_cost) / total_cost" },
    { REAL(alternative_total), .help = "price of GPUs and the other option", MONEY, TERM,
      .formula = "compute_cost + alternative_cost" },
    { REAL(break_even_utilization), .help = "utilization below which the other option is cheaper",
      .dimension = AIC_RATIO,
      .formula = "alternative_utilization * total_cost / alternative_total" },
    { REAL(break_even_storage_cost), .help = "storage cost above which the other option is cheaper",
      MONEY,
      .formula = "alternative_total * utilization / alternative_utilization - compute_cost" },
    { REAL(saving_per_useful_gpu_day), .help = "what this tier saves against the other option",
      .dimension = AIC_MONEY_PER_DAY,
      .formula = "(alternative_total / (gpu_hours * alternative_utilization) - total_cost / "
                 "(gpu_hours * utilization)) * 24" },
};

static const struct aic_field capacity_rows[] = {
    { REAL(provisioned_capacity), .help = "capacity that must be bought", .dimension = AIC_BYTES,
      .flags = AIC_KEY, .formula = "file_systems * volume_capacity" },
    { AIC_FIELD_CHOICE(struct aic_storage_out, capacity_bound_by, capacity_bounds),
      .help = "what decides it", .flags = AIC_PROSE,
      .formula = "the first that is the greatest of capacity_for_data, capacity_for_read, "
                 "capacity_for_write and file_systems x min_capacity" },
    { INTEGER(file_systems), .help = "file systems or volumes that it takes",
      .formula = "max(1, volumes_for_capacity, volumes_for_read, volumes_for_write, "
                 "volumes_for_iops)" },
    { REAL(fill), .help = "share of the capacity in use at the peak", .dimension = AIC_RATIO,
      .formula = "resident_data / provisioned_capacity" },
    { REAL(resident_data), .help = "data and checkpoints on the tier at the peak", CAPACITY,
      .formula = "data + checkpoints_kept * checkpoint_size else data" },
    { REAL(capacity_for_data), .help = "capacity that holds it", CAPACITY,
      .formula = "resident_data / fill_limit" },
    { REAL(capacity_for_read), .help = "capacity that brings the read bandwidth", CAPACITY,
      .formula = "max(0, required_read_bw - read_throughput) / read_throughput_per_tib * " ONE_TIB
                 " else required_read_bw / read_throughput_per_tib * " ONE_TIB " else 0" },
    { REAL(capacity_for_write), .help = "capacity that brings the write bandwidth", CAPACITY,
      .formula = "max(0, needed_write_bw - write_throughput) / write_throughput_per_tib * " ONE_TIB
                 " else needed_write_bw / write_throughput_per_tib * " ONE_TIB },
    { REAL(raw_capacity), .help = "the same with redundancy", CAPACITY,
      .formula = "provisioned_capacity / usable_ratio" },
    { REAL(usable_ratio), .help = "share of raw bytes that holds data", .dimension = AIC_RATIO,
      .rests_on = "redundancy",
      .formula = "raidz_sectors / raidz_allocated"
                 " else data_shards / (data_shards + parity_shards) else 1 / replicas" },
    { INTEGER(servers), .help = "servers of a self-managed store",
      .formula = "max(1, servers_for_capacity, servers_for_bw)" },
    { AIC_FIELD_CHOICE(struct aic_storage_out, servers_bound_by, server_bounds),
      .help = "what decides their number", .flags = AIC_PROSE,
      .formula = "capacity where servers_for_capacity is at least servers_for_bw, "
                 "otherwise bandwidth" },
    { REAL(servers_bw), .help = "what they serve together", RATE,
      .formula = "servers * server_bw" },
    { INTEGER(raidz_sectors), .help = "sectors of a RAID-Z record", TERM,
      .formula = "up(record_size / sector_size)" },
    { INTEGER(raidz_allocated), .help = "sectors allocated for it, with parity and padding", TERM,
      .formula = "up((raidz_sectors + parity_shards * up(raidz_sectors / data_shards)) / "
                 "(parity_shards + 1)) * (parity_shards + 1)" },
    { REAL(needed_write_bw), .help = "write bandwidth that the job and its checkpoints need", RATE,
      TERM,
      .formula = "max(required_write_bw, checkpoint_size / checkpoint_window)"
                 " else required_write_bw else checkpoint_size / checkpoint_window else 0" },
    { REAL(capacity_needed), .help = "capacity before it is cut into volumes", CAPACITY, TERM,
      .formula = "max(capacity_for_data, capacity_for_read, capacity_for_write)"
                 " else max(capacity_for_data, capacity_for_read)"
                 " else max(capacity_for_data, capacity_for_write) else capacity_for_data" },
    { REAL(capacity_limit), .help = "largest volume", CAPACITY, TERM,
      .formula = "max_capacity else local_nvme_capacity" },
    { REAL(volume_read_limit), .help = "most that one volume reads", RATE, TERM,
      .formula = "max_read_throughput else read_throughput" },
    { REAL(volume_write_limit), .help = "most that one volume writes", RATE, TERM,
      .formula = "max_write_throughput else write_throughput" },
    { INTEGER(volume_iops_limit), .help = "most I/O operations per second of one volume", TERM,
      .formula = "max_iops" },
    { INTEGER(volumes_for_capacity), .help = "volumes that hold the capacity", TERM,
      .formula = "up(capacity_needed / capacity_limit) else 0" },
    { INTEGER(volumes_for_read), .help = "volumes that give the read bandwidth", TERM,
      .formula = "up(required_read_bw / volume_read_limit) else 0" },
    { INTEGER(volumes_for_write), .help = "volumes that give the write bandwidth", TERM,
      .formula = "up(needed_write_bw / volume_write_limit) else 0" },
    { INTEGER(volumes_for_iops), .help = "volumes that give the I/O operations", TERM,
      .formula = "up(required_iops / volume_iops_limit) else 0" },
    { INTEGER(volumes), .help = "file systems or volumes; 1 of a service that bills stored bytes",
      TERM, .formula = "file_systems else 1" },
    { INTEGER(capacity_steps), .help = "steps of a volume above the minimum", TERM,
      .formula = "up(capacity_needed / volumes / capacity_step)" },
    { REAL(volume_capacity), .help = "capacity of one volume", CAPACITY, TERM,
      .formula = "capacity_steps * capacity_step"
                 " else max(min_capacity, capacity_needed / volumes) else resident_data" },
    { INTEGER(servers_for_capacity), .help = "servers that hold the capacity", TERM,
      .formula = "up(raw_capacity / server_capacity)"
                 " else up(provisioned_capacity / server_capacity) else 0" },
    { INTEGER(servers_for_bw), .help = "servers that give the bandwidth", TERM,
      .formula = "up(max(required_read_bw, needed_write_bw) / server_bw)"
                 " else up(needed_write_bw / server_bw) else 0" },
};

static const struct aic_field throughput_rows[] = {
    { REAL(read_bw), .help = "read bandwidth of the tier", RATE, .basis = AIC_ESTIMATE,
      .formula = "min(read_base + purchased_bw, volumes * max_read_throughput)"
                 " else min(read_base, volumes * max_read_throughput)"
                 " else volumes * max_read_throughput"
                 " else read_base + purchased_bw else read_base" },
    { REAL(write_bw), .help = "write bandwidth of the tier", RATE, .basis = AIC_ESTIMATE,
      .formula = "min(write_base + purchased_bw, volumes * max_write_throughput)"
                 " else min(write_base, volumes * max_write_throughput)"
                 " else volumes * max_write_throughput"
                 " else write_base + purchased_bw else write_base" },
    { REAL(purchased_bw), .help = "throughput bought above the base", RATE,
      .formula = "max(0, read_to_buy, write_to_buy)" },
    { REAL(read_supply_ratio), .help = "share of the required read bandwidth that is there",
      .dimension = AIC_RATIO, .basis = AIC_ESTIMATE,
      .formula = "min(1, read_bw / required_read_bw)" },
    { REAL(epoch_read_time), .help = "time to read data once", TIME, .basis = AIC_ESTIMATE,
      .formula = "data / read_bw" },
    { REAL(checkpoint_write_time), .help = "time to write one checkpoint", TIME,
      .basis = AIC_ESTIMATE, .formula = "checkpoint_size / write_bw" },
    { REAL(read_base), .help = "read throughput that comes with the capacity", RATE, TERM,
      .formula = "volumes * (read_throughput + read_throughput_per_tib * volume_capacity / " ONE_TIB
                 ") else volumes * read_throughput_per_tib * volume_capacity / " ONE_TIB
                 " else volumes * read_throughput else 0" },
    { REAL(write_base), .help = "write throughput that comes with the capacity", RATE, TERM,
      .formula =
          "volumes * (write_throughput + write_throughput_per_tib * volume_capacity / " ONE_TIB
          ") else volumes * write_throughput_per_tib * volume_capacity / " ONE_TIB
          " else volumes * write_throughput else 0" },
    { REAL(read_to_buy), .help = "read bandwidth that is missing from it", RATE, TERM,
      .formula = "required_read_bw - read_base else 0 - read_base else 0" },
    { REAL(write_to_buy), .help = "write bandwidth that is missing from it", RATE, TERM,
      .formula = "needed_write_bw - write_base else 0" },
};

static const struct aic_field count_rows[] = {
    { INTEGER(checkpoints_written), .help = "checkpoints written in duration",
      .formula = "down(duration / checkpoint_interval)" },
    { INTEGER(checkpoints_kept), .help = "checkpoints on the tier at the peak",
      .formula = "min(checkpoints_written, up(checkpoint_retention / checkpoint_interval) + 1)" },
    { REAL(read_requests), .help = "read requests in duration",
      .formula =
          SUM_OF_2("epochs * read_requests_per_epoch", "restores * read_requests_per_restore") },
    { REAL(write_requests), .help = "write requests in duration",
      .formula = SUM_OF_2("loads * write_requests_per_load",
                          "checkpoints_written * write_requests_per_checkpoint") },
    { REAL(transition_requests), .help = "objects moved in by lifecycle in duration",
      .formula = SUM_OF_2("loads * file_count", "checkpoints_written * checkpoint_files") },
    { REAL(read_requests_per_epoch), .help = "requests that read data once",
      .formula = "file_count * max(1, up(mean_file_size / read_size)) else file_count" },
    { REAL(write_requests_per_checkpoint), .help = "requests that write one checkpoint",
      .formula = "checkpoint_files * if(checkpoint_parts <= 1, 1, checkpoint_parts + 2)" },
    { REAL(file_count), .help = "files that make up data", TERM,
      .formula = "files else up(data / file_size)" },
    { REAL(mean_file_size), .help = "their mean size", DISK | AIC_TERM,
      .formula = "data / files else min(file_size, data)" },
    { REAL(file_parts), .help = "parts in which one of them is uploaded", TERM,
      .formula = "up(mean_file_size / part_size)" },
    { REAL(checkpoint_parts), .help = "parts in which one file of a checkpoint is uploaded", TERM,
      .formula = "up(checkpoint_size / checkpoint_files / part_size)" },
    { REAL(write_requests_per_load), .help = "requests that write data once", TERM,
      .formula = "file_count * if(file_parts <= 1, 1, file_parts + 2)" },
    { REAL(read_requests_per_restore), .help = "requests that read one checkpoint", TERM,
      .formula = "checkpoint_files * max(1, up(checkpoint_size / checkpoint_files / read_size))"
                 " else checkpoint_files" },
    { REAL(objects_read), .help = "objects that are restored from an archive", TERM,
      .formula = "epochs * file_count + restores * checkpoint_files"
                 " else restores * checkpoint_files" },
};

const struct aic_group aic_storage_result_groups[AIC_STORAGE_RESULT_GROUPS] = {
    AIC_GROUP("Bill", bill_rows, 0),
    AIC_GROUP("GPUs", gpu_rows, 0),
    AIC_GROUP("Capacity", capacity_rows, 0),
    AIC_GROUP("Throughput", throughput_rows, 0),
    AIC_GROUP("Checkpoints and requests", count_rows, 0),
};
