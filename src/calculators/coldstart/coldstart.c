/* SPDX-License-Identifier: Apache-2.0 */
/*
 * coldstart: from one more replica to its first token, and what must stand ready meanwhile.
 *
 * A start is a sum of steps; inside the step of the weights reading, copying and uploading overlap,
 * so the slowest of them counts. While replicas start the load goes on: requests are a rate.
 */
#include <aicalc/coldstart.h>

#include <math.h>
#include <string.h>

#include <aicalc/kvcache.h>
#include <aicalc/storage.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/params_rows.h"
#include "calculators/shared/released_bytes.h"
#include "calculators/shared/shared_constants.h"
#include "calculators/shared/shared_inputs.h"
#include "calculators/shared/stored_inputs.h"
#include "calculators/shared/tier.h"

#define CALCULATOR coldstart
#define IN         struct aic_coldstart_in
#define OUT        struct aic_coldstart_out
/* Parts of the results. */

#define PER_SECOND .dimension = AIC_COUNT_RATE, .usual = "/s"

static const char *const paths[] = { "stream", "download", "local", "host", NULL };
enum {
    stream = AIC_PATH_STREAM,
    download = AIC_PATH_DOWNLOAD,
    local = AIC_PATH_LOCAL,
    host = AIC_PATH_HOST
};
enum { provisioned = AIC_BILLING_PROVISIONED, bf16 = AIC_WEIGHT_BF16 };
static const char *const transfers[] = { "bounce", "gds", NULL };
enum { gds = AIC_TRANSFER_GDS };
static const char *const links[] = { "source",      "node",       "connections",
                                     "local_write", "local_read", "peers",
                                     "host_copy",   "h2d",        NULL };
enum {
    by__source = AIC_WEIGHTS_BY_SOURCE,
    by__node = AIC_WEIGHTS_BY_NODE,
    by__connections = AIC_WEIGHTS_BY_CONNECTIONS,
    by__local_write = AIC_WEIGHTS_BY_LOCAL_WRITE,
    by__local_read = AIC_WEIGHTS_BY_LOCAL_READ,
    by__peers = AIC_WEIGHTS_BY_PEERS,
    by__host_copy = AIC_WEIGHTS_BY_HOST_COPY,
    by__h2d = AIC_WEIGHTS_BY_H2D
};
static const char *const steps[] = { "provision", "image",   "start",   "weights",
                                     "compile",   "capture", "profile", NULL };
enum {
    of__provision = AIC_START_PROVISION,
    of__image = AIC_START_IMAGE,
    of__start = AIC_START_ENGINE,
    of__weights = AIC_START_WEIGHTS,
    of__compile = AIC_START_COMPILE,
    of__capture = AIC_START_CAPTURE,
    of__profile = AIC_START_PROFILE
};

static const struct aic_assumption assumptions[] = {
    { "overlap",
      "a streaming loader reads, copies and uploads at once, so the slowest link sets the time: 15 "
      "GB from a gp3 drive took 14.34 s (14.31 here), from io2 7.53 s (7.50). The default loader "
      "took 47.99 s from gp3: 0.3 of the drive",
      "NVIDIA Run:ai Model Streamer benchmarks (2024-10, 2025-09); arXiv 2505.23072 "
      "(fastsafetensors); ServerlessLLM, arXiv 2401.14351",
      "weights_time" },
    { "engine",
      "steps of the engine run on the CPU and depend on the machine more than on the model: a line "
      "in "
      "layers, parameters or bytes did no better than one number on starts it was not fitted to. "
      "Experts did: kernels are tuned and built at the start. 91 starts, of which the judged half "
      "is "
      "71 % off in the median, 43 % with experts; a kept compile cache makes compile_time about 5 "
      "s, "
      "engines without compilation 0",
      "arXiv 2606.07362; start-up logs of vLLM 0.6 to 0.30 and SGLang, 0.5B to 860 GB of weights",
      "engine_time" },
    { "source",
      "5 GB/s for a GPU, 40 GB/s for a node of eight, where nothing is said of the store: the "
      "upper end "
      "of what reference clusters plan for one node (recalled)",
      "NVIDIA reference architectures", "node_read_bw" },
    { "connections",
      "loaders open 16 reads on a node by default: 16 reads of 8 MiB at 100 ms and 85 MB/s are "
      "0.68 GB/s, "
      "far below the node's network",
      "Run:ai Model Streamer (16); safetensors over fsspec (8 to 32)", "connections" },
    { "even-shards",
      "each GPU takes an equal part, as tensor-parallel shards of dense layers are; where every "
      "rank reads the whole file, a node reads tp times as much",
      "vLLM documentation", "weights_per_gpu" },
    { "gds",
      "GPUDirect Storage reaches 94 % of PCIe 4 x16 into one GPU and 96 % of a 400 GbE port into "
      "four; without it writes lose half, reads less",
      "gds-bench.farmgpu.net", "h2d_time" },
    { "fluid-load",
      "requests are a rate that replicas share evenly; a ramp that still rises when the replicas "
      "come counts with its peak while the queue drains",
      "arithmetic of rates", "spare_replicas" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc coldstart --model llama-3.1-70b --tp 8 --node p5.48xlarge",
    "aicalc coldstart --model llama-3.1-8b --node-read-bw 2GB/s",
    "aicalc coldstart --model llama-3.1-70b --tp 8 --source-bw 10GB/s --starting-replicas 8 "
    "--replica-bw 40GB/s",
    "aicalc coldstart --model llama-3.1-70b --tp 8 --path download --source-bw 10GB/s "
    "--local-write-bw 4GB/s --local-read-bw 14GB/s --sweep loader_efficiency=0.3,1",
    "aicalc coldstart --model deepseek-v3 --tp 8 --tier s3-standard --node p5.48xlarge "
    "--sweep connections=16,64,256",
    "aicalc coldstart --model llama-3.1-405b --tp 8 --tier fsx-lustre-persistent-2-1000 "
    "--tier-capacity 9.6TiB --starting-replicas 4",
    "aicalc coldstart --model llama-3.1-8b --node-read-bw 2GB/s --request-rate 40/s "
    "--peak-rate 80/s --rate-per-replica 10/s --gpu-price 3USD/h --budget 'spare_replicas <= 4'",
    NULL,
};

#define OF_FILES                                                                                   \
    "stored_embedding stored_attention stored_mixer stored_mlp stored_experts stored_router "      \
    "stored_norms stored_head stored_other total_size"

/* What kvcache says of a model in that format; a bare count has its bits for all. */
static double weights_as_published(const struct aic_coldstart_in *in,
                                   const struct aic_params *counts)
{
    struct aic_kvcache_in kv;
    struct aic_kvcache_out out;
    struct aic_notes notes = { .quiet = true };
    if (aic_is_set(in->weights_size) || aic_is_set(in->weight_bits)) {
        return NAN;
    }
    memset(&kv, 0xFF, sizeof kv); /* everything unset */
    memset(&kv.origins, 0, sizeof kv.origins);
    kv.gpu.text = kv.node.text = NULL;
    kv.model = in->model;
    kv.sequences = kv.linear_states = kv.tp = kv.pp = kv.dcp = kv.dp = kv.ep = 1;
    kv.shared_prefix = kv.offload_latency = 0;
    kv.kv_dtype = AIC_KV_BF16;
    kv.engine = AIC_ENGINE_IDEAL;
    kv.swa_full = kv.kv_unified = kv.scale_up_is_pcie = no;
    kv.link = AIC_LINK_SWITCHED;
    kv.weight_dtype = in->weight_dtype;
    *aic_origin_at(&kv, offsetof(struct aic_kvcache_in, weight_dtype)) =
        AIC_ORIGIN(in, weight_dtype);
#define SAME_STORED(part) kv.stored_##part = in->stored_##part;
    AIC_EACH_PART(SAME_STORED)
#undef SAME_STORED
    kv.total_size = in->total_size;
    memset(&out, 0xFF, sizeof out);
    if (aic_is_set(in->model.layers) && aic_kvcache.compute(&kv, &out, &notes)) {
        return out.weights_total;
    }
    const struct aic_weight_format format = { in->weight_dtype, AIC_GIVEN(in, weight_dtype),
                                              in->weight_bits, -1 };
    return counts->total * aic_weight_bits(&in->model, &format, AIC_PLACE_EXPERTS) / 8;
}

/* fetch_time where every replica reads from the store itself. */
static double fetch_time_without_peers(const struct aic_coldstart_in *in,
                                       const struct aic_coldstart_out *computed)
{
#include "engine/rows/code.inc"
    replica_bw = NAN;
#include "engine/rows/as_loaded.h"
#define ONLY SHARD_PART
#include RESULT_ROWS
#include "engine/rows/as_locals.h"
#define ONLY FETCH_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    return fetch_time;
}

#include "engine/rows/tables.inc"

static void warn(const IN *in, const OUT *out, struct aic_notes *notes)
{
#include "engine/rows/warn.inc"
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_coldstart_in *in = input;
    struct aic_coldstart_out *out = output;
    struct aic_params counts = { .total = NAN };
    if (!AIC_MODEL_CHECK(in, notes)) {
        return false;
    }
    if (!aic_is_set(in->weights_size)) {
        aic_model_count(&in->model, &counts, notes);
    }
#include "engine/rows/compute.inc"
}

/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(weights_time), "loader_efficiency, node_read_bw, source_bw, local_read_bw" },
    { SLOT_OF(engine_time), "start_time" },
    { SLOT_OF(cold_start_time), "start_time, compile_time" },
    { SLOT_OF(lead_time), "metric_window" },
};

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "cold_start_time", AIC_GOAL_AT_MOST, "idle_time", "compile_time", "5s" },
    { "cold_start_time", AIC_GOAL_AT_MOST, "idle_time", "capture_time", "0s" },
    { "cold_start_time", AIC_GOAL_AT_MOST, "idle_time", "loader_efficiency", "1" },
    { "cold_start_time", AIC_GOAL_AT_MOST, "idle_time", "node_read_bw", "*2 *4" },
    { "cold_start_time", AIC_GOAL_AT_MOST, "idle_time", "source_bw", "*2 *4" },
    { .verdict = NULL },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = {
    "requests-wait",
    "idle-too-short",
    "source-shared",
    NULL,
};

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_model,
    INDEX_node,
    INDEX_tp,
    INDEX_path,
    INDEX_source_bw,
    INDEX_node_read_bw,
    INDEX_local_read_bw,
    INDEX_starting_replicas,
    INDEX_image_size,
    INDEX_peak_rate,
};

/* What a start waits for, and what is not in it. */
static const struct aic_content contents[] = {
    { "cold_start_time", AIC_CONTAINS, "a node", "provision_time", NULL },
    { "cold_start_time", AIC_CONTAINS, "image", "image_time", NULL },
    { "cold_start_time", AIC_CONTAINS, "engine", "engine_time", NULL },
    { "cold_start_time", AIC_CONTAINS, "weights", "weights_time", NULL },
    { "cold_start_time", AIC_LACKS, "a node", "--provision-time 3min", "!provision_time" },
    { "cold_start_time", AIC_LACKS, "image", "--image-size 15GB --image-bw 1GB/s", "!image_time" },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

const struct aic_calculator aic_coldstart = {
    .name = "coldstart",
    .help = "how long one more replica takes to its first token, and what must stand ready",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .levers = levers,
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .contents = contents,
};
