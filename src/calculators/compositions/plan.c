/* SPDX-License-Identifier: Apache-2.0 */
/* plan: a whole training cluster from one question. Tables and nothing else. */
#include <aicalc/calculator_rows.h>
#include <aicalc/checkpoint.h>
#include <aicalc/cost.h>
#include <aicalc/dataload.h>
#include <aicalc/fabric.h>
#include <aicalc/layout.h>
#include <aicalc/lifecycle.h>
#include <aicalc/network.h>
#include <aicalc/power.h>
#include <aicalc/storage.h>
#include <aicalc/store.h>
#include <aicalc/train_memory.h>
#include <aicalc/train_time.h>
#include <aicalc/transfer.h>

#include "calculators/compositions/compositions.h"

/* No layout was found that fits, or the one that is given does not; --among all asks all the same. */
#define NO_LAYOUT "layout.fits=no !layout.tp_used | job.sized train-memory.fits=no !among=all"
#define NOTHING_FITS                                                                               \
    {                                                                                              \
        NO_LAYOUT, AIC_ANSWER_IS_NO, "no layout fits", NULL                                        \
    }
#define NO_GPUS                                                                                    \
    {                                                                                              \
        "!gpus", AIC_LACKS_INPUT, "gpus are not given", "--gpus 512"                               \
    }
#define ADAPTERS(what)                                                                             \
    {                                                                                              \
        "job.adapters", AIC_LACKS_DATUM, what, NULL                                                \
    }

/* Parameters alone are a size, and no model whose layout could be searched. */
#define NO_MODEL                                                                                   \
    {                                                                                              \
        "!layers gpus layout=search", AIC_LACKS_DATUM, "params alone are no architecture",         \
            "--model llama-3.1-70b"                                                                \
    }

/* What only an owned installation pays. */
#define RENTED       "!node_capex !gpu_capex"
#define STAGES       "hot | warm | cold | archive"
#define WITHOUT_TIER "!tier !storage_price"

/* In the order in which they are asked; what their own rows say feeds them is not said again. */
static const struct aic_part_row parts[] = {
    { .calculator = &aic_job, .is_own = true },
    { .calculator = &aic_fabric,
      .unasked = { NO_GPUS,
                   { "job.one_domain", AIC_LACKS_DATUM, "one scale-up domain needs no fabric", NULL },
                   { "!nic_bw !fabric !leaf_radix", AIC_LACKS_DATUM,
                     "the node's port rate is not known", "--nic-bw 50GB/s" },
                   { "!fabric !leaf_radix", AIC_LACKS_DATUM, "no fabric has the node's port rate",
                     "--fabric ib-ndr" } } },
    { .calculator = &aic_layout,
      .unasked = { { "layout=given", AIC_LACKS_DATUM, "the layout is given", NULL },
                   { "activation_per_token | activation_memory", AIC_LACKS_DATUM,
                     "measured activations are of one layout, whose degrees are taken as they are",
                     NULL },
                   NO_GPUS,
                   NO_MODEL,
                   ADAPTERS("it searches full training, and adapters are trained"),
                   { "!gpu_flops | !gpu_memory | !nvlink_bw", AIC_LACKS_DATUM,
                     "a rate or the memory of the GPU is not known", "--gpu h100-sxm" } },
      .feeds = { { .input = "oversubscription",
                   .results = "fabric.loaded_ratio fabric.leaf_ratio" } } },
    { .calculator = &aic_train_memory,
      .unasked = { NO_MODEL,
                   { "layout.fits=no !layout.tp_used", AIC_ANSWER_IS_NO, "no layout fits", NULL } } },
    { .calculator = &aic_network,
      .unasked = { NO_GPUS,
                   { "gpus=1", AIC_LACKS_DATUM, "a single GPU sends nothing", NULL },
                   NO_MODEL,
                   ADAPTERS("it counts the gradients of full training, and adapters are trained"),
                   NOTHING_FITS,
                   { "!nic_bw !nvlink_bw", AIC_LACKS_DATUM, "no rate of a port or link is known",
                     "--nic-bw 50GB/s" } },
      .feeds = { { .input = "oversubscription",
                   .results = "fabric.loaded_ratio fabric.leaf_ratio" } } },
    { .calculator = &aic_checkpoint, .unasked = { NOTHING_FITS } },
    { .calculator = &aic_train_time,
      .unasked = { { "!tokens !steps", AIC_LACKS_INPUT, "tokens are not given", "--tokens 2T" },
                   NOTHING_FITS },
      .feeds = { { .input = "trainable_share",
                   .results = "train-memory.params_trainable train-memory.params_total",
                   .form = AIC_FEED_SHARE,
                   .unless = "!job.adapters" } } },
    { .calculator = &aic_dataload,
      .unasked = { NOTHING_FITS,
                   { "!job.sized", AIC_LACKS_INPUT, "gpus are not given", "--gpus 512" },
                   { "!token_rate !sample_rate !step_time !flop_per_sample consumer=none",
                     AIC_LACKS_INPUT, "no speed of a run is known", "--tokens 2T" } },
      .feeds = { { .input = "token_rate",
                   .results =
                       "train-time.tokens_per_second_per_gpu layout.tokens_per_second_per_gpu" },
                 { .input = "samples",
                   .results = "train-time.tokens_total",
                   .over = "seq epochs",
                   .whole = true,
                   .unless = "dataset_size | sample_size" },
                 { .input = "read_bw", .results = "" } } },
    { .calculator = &aic_storage,
      .unasked = { NOTHING_FITS,
                   { "!data !checkpoint_size", AIC_LACKS_DATUM, "nothing is kept there", NULL } },
      .feeds = { /* without a period one checkpoint is what is stored */
                 { .input = "data",
                   .results = "dataload.dataset_bytes checkpoint.written_bytes",
                   .form = AIC_FEED_SUM,
                   .unless = "checkpoint.period | " STAGES },
                 { .input = "data",
                   .results = "dataload.dataset_bytes",
                   .unless = "!checkpoint.period !hot !warm !cold !archive" },
                 { .input = "checkpoint_size",
                   .results = "checkpoint.written_bytes",
                   .unless = "!checkpoint.period | " STAGES },
                 { .input = "checkpoint_interval",
                   .results = "checkpoint.period",
                   .unless = STAGES },
                 { .input = "checkpoint_files",
                   .results = "checkpoint.files",
                   .unless = "!checkpoint.period | " STAGES },
                 { .input = "checkpoint_retention",
                   .results = "job.retention",
                   .unless = "!checkpoint.period | " STAGES },
                 { .input = "required_read_bw",
                   .results = "dataload.required_read_bw",
                   .unless = WITHOUT_TIER },
                 { .input = "required_write_bw",
                   .results = "checkpoint.effective_write_bw checkpoint.required_write_bw",
                   .unless = WITHOUT_TIER " | " STAGES },
                 { .input = "gpu_utilization", .results = "" },
                 { .input = "other_cost", .results = "" } } },
    { .calculator = &aic_dataload,
      .after = "storage",
      .feeds = { { .input = "read_bw",
                   .results = "storage.read_bw",
                   .unless = "node_local | tier_capacity" } } },
    { .calculator = &aic_train_time,
      .after = "dataload",
      .feeds = { { .input = "mfu",
                   .results = "layout.mfu_used network.mfu_with_network",
                   .times = "dataload.utilization" } } },
    { .calculator = &aic_keep, .is_own = true },
    { .calculator = &aic_checkpoint,
      .after = "train-time",
      .feeds = { { .input = "cold_every", .results = "keep.lasting_every" } } },
    { .calculator = &aic_lifecycle,
      .unasked = { { "!hot !warm !cold !archive", AIC_LACKS_INPUT, "no stage is named: checkpoints stay in storage's tier",
                     "--hot s3-standard --cold s3-glacier-flexible" },
                   NOTHING_FITS,
                   { "!item_interval", AIC_LACKS_DATUM, "no period of checkpoints is known",
                     "--interval 30min" },
                   { "checkpoint.checkpoints=0", AIC_LACKS_DATUM,
                     "the run is shorter than a period of checkpoints", NULL } },
      .feeds = { { .input = "item_window", .results = "checkpoint.write_time" },
                 { .input = "hot_count", .results = "keep.hot_count" },
                 { .input = "hot_age", .results = "keep.hot_until" },
                 { .input = "warm_age", .results = "keep.warm_until" },
                 { .input = "keep", .results = "keep.keep_until" },
                 { .input = "cold_every", .results = "keep.lasting_every" } } },
    { .calculator = &aic_storage, .after = "storage" },
    { .calculator = &aic_store,
      .unasked = { { "!drive !drive_price !server_price", AIC_LACKS_INPUT, "no drives of one's own are named", "--drive nvme-gen5-tlc-15tb" },
                   NOTHING_FITS },
      .feeds = { { .input = "data", .results = "storage.resident_data" },
                 { .input = "required_write_bw",
                   .results = "checkpoint.effective_write_bw checkpoint.required_write_bw" } } },
    { .calculator = &aic_transfer,
      .unasked = { { "!from !to !route", AIC_LACKS_INPUT, "nothing is moved",
                     "--transfer.from s3-standard" },
                   NOTHING_FITS },
      .feeds = { { .input = "data", .results = "dataload.dataset_bytes" } } },
    { .calculator = &aic_power,
      .unasked = { { "!gpu !node_power !gpu_power", AIC_LACKS_DATUM, "no GPU is named",
                     "--gpu h100-sxm" },
                   { "!node_power !gpu_power", AIC_LACKS_DATUM,
                     "neither the node nor the GPU states its power", "--node-power 10kW" },
                   { "!gpus !gpu_hours !site_power", AIC_LACKS_INPUT, "gpus are not given",
                     "--gpus 512" } } },
    { .calculator = &aic_cost,
      .unasked = { { "!gpu !gpu_price !node_price !committed_price !node_capex !gpu_capex",
                     AIC_LACKS_DATUM, "no GPU is named", "--gpu h100-sxm" },
                   { "!gpu_price !node_price !committed_price !usual_price !node_capex !gpu_capex",
                     AIC_LACKS_DATUM, "no price is known", "--gpu-price 2.5USD/h" },
                   { "!gpus !gpu_hours", AIC_LACKS_INPUT, "gpus are not given", "--gpus 512" } },
      .feeds = { { .input = "storage_cost",
                   .results = "storage.storage_cost lifecycle.total_cost",
                   .form = AIC_FEED_SUM },
                 { .input = "gpu_price", .results = "job.spot" },
                 { .input = "electricity_cost",
                   .results = "power.electricity_cost",
                   .unless = RENTED },
                 { .input = "fabric_cost", .results = "fabric.fabric_cost", .unless = RENTED },
                 { .input = "network_power_per_gpu",
                   .results = "fabric.power_per_gpu",
                   .unless = RENTED },
                 { .input = "storage_capex", .results = "store.capex", .unless = RENTED } } },
    { .calculator = &aic_kept,
      .is_own = true,
      .feeds = { { .input = "checkpoints_kept", .results = "storage.checkpoints_kept" },
                 { .input = "checkpoints_written", .results = "checkpoint.checkpoints" },
                 { .input = "checkpoint_written", .results = "checkpoint.written_bytes" },
                 { .input = "resident", .results = "storage.resident_data" },
                 { .input = "capacity_for_data",
                   .results = "storage.capacity_for_data storage.resident_data" },
                 { .input = "capacity",
                   .results = "storage.provisioned_capacity storage.resident_data" },
                 { .input = "capacity_price", .results = "storage.monthly_capacity_cost" },
                 { .input = "run_time", .results = "train-time.train_time" } } },
    { .calculator = NULL },
};

/* Names that would mean two things: the parts that they reach; a name of no part needs PART.NAME. */
static const struct aic_plain_name only[] = {
    { "checkpoint_size", "checkpoint" },
    { "read_bw", "checkpoint" },
    { "write_bw", "checkpoint" },
    { "compression_ratio", "checkpoint" },
    { "cold_every", "checkpoint" },
    { "drive_capacity", "checkpoint" },
    { "drive_writes_per_day", "checkpoint" },
    { "drive_warranty", "checkpoint" },
    { "write_amplification", "checkpoint" },
    { "epochs", "dataload" },
    { "trainable_share", "train-time" },
    { "deadline", "train-time" },
    { "loss", "layout" },
    { "loss", "train-memory" },
    { "link_bw", "fabric" },
    { "other_cost", "cost" },
    { "checkpoint_stall", NULL }, /* what a checkpoint costs is the checkpoint's answer */
    { "from", NULL },
    { "to", NULL },
    { NULL, NULL },
};

/* Energy, draw, electricity and carbon are power's rows, of whole nodes with the fabric's share. */
static const struct aic_left_aside aside[] = {
    { "node_power gpu_power host_factor load pue electricity_price carbon_intensity grid",
      "train-time", NULL, false },
    { "load pue electricity_price", "cost", "electricity_cost | " RENTED, false },
    { "host_factor node_power gpu_power", "cost", RENTED, false },
    { "tokens", "cost", "!gpu_hours !duration", false },
    { "gpu_price", "cost", "spot_price", .first = true },
    { "oversubscription", "layout", "fabric.leaf_ratio", .first = true },
    { "oversubscription", "network", "fabric.leaf_ratio", .first = true },
    { "duration", "power", "gpu_hours", false },
    { "gpus", "storage", "!gpu_price", false },
    { "gpu_memory", "train-memory", "!job.sized", false }, /* nothing is judged without GPUs */
    { "seq", "dataload", "sample_size", false },
    { "tier", "dataload", "read_bw", false },
    { "gpu compute_dtype mfu", "dataload", "!flop_per_sample", false },
    { "nic_bw", "checkpoint", "!exposed_fraction", false },
    { "local_write_bw", "checkpoint", "levels=1", false },
    { "loss_rate", "checkpoint", NULL, false },
    { NULL, NULL, NULL, false },
};

static const struct aic_namesake namesakes[] = {
    { "train-time.energy", "power.energy" },
    { "train-time.carbon", "power.carbon" },
    { "train-time.electricity_cost", "power.electricity_cost" },
    { "train-time.average_power", "power.it_power" },
    { NULL, NULL },
};

/* What nobody named; the fabric reaches its part alone. */
static const struct aic_assumed_entry assumes[] = {
    { "node", AIC_ENTRY_OF_GPU, "gpu", "nic_bw gpus_per_node", "node-assumed" },
    { "fabric.fabric", AIC_ENTRY_OF_PORT, "nic_bw", "fabric leaf_radix", "fabric-assumed" },
    { "grid", AIC_ENTRY_NAMED, "world", "carbon_intensity", "grid-mean" },
    { NULL, AIC_ENTRY_NAMED, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc plan --model llama-3.1-70b --node dgx-h100 --gpus 1024 --tokens 15T",
    "aicalc plan --model llama-3.1-8b --node p5.48xlarge --gpus 64 --tokens 1T --tier "
    "fsx-lustre-scratch-2 --part cost",
    "aicalc plan --model llama-3.1-70b --node dgx-h100 --gpus 1024 --tokens 15T --fabric ib-ndr "
    "--grid usa --budget train-memory.fits --budget 'train-time.train_time <= 200d'",
    "aicalc plan --model llama-3.1-70b --gpus 1152 --tokens 15T "
    "--sweep node=dgx-h100,dgx-b200,gb200-nvl72 --compare",
    NULL,
};

/* What was asked, how long and for how much, with the bands of whole runs and offers; a bill of GPUs alone
 * says so. */
#define ON         "{model} on {train-time.tokens_total} tokens, {gpus} {gpu}: "
#define ON_NODES   "{model} on {train-time.tokens_total} tokens, {gpus} {gpu} ({cost.nodes} {node}): "
#define ON_PART    "{model} on {train-time.tokens_total} tokens, {cost.gpus_billed} {gpu} ({cost.nodes} {node}), {gpus} used: "
#define TIME       "{train-time.train_time}{train-time.train_time~}, "
#define MEMORY     "{train-memory.total_memory} of {gpu_memory}"
#define BILLED     "train-time.train_time cost.total_cost train-memory.fits gpus "
#define GPUS_ALONE "!storage.storage_cost !lifecycle.total_cost "
#define BILL       "{cost.total_cost}{cost.total_cost~}"
/* Where nodes are what is rented, all GPUs of them are paid. */
#define SAYS(more, answer)                                                                         \
    { BILLED "node cost.nodes cost.gpus_billed>gpus " more, ON_PART answer },                      \
        { BILLED "node cost.nodes " more, ON_NODES answer },                                       \
    {                                                                                              \
        BILLED more, ON answer                                                                     \
    }
#define OF_A_SIZE(when, answer)                                                                    \
    { when " model", "{model}" answer },                                                           \
    {                                                                                              \
        when, "{params} parameters" answer                                                         \
    }
static const struct aic_composed_sentence sentences[] = {
    { "layout.nearest_memory !layout.fits gpu_memory node power.nodes",
      "{model} does not fit on {gpus} {gpu} ({power.nodes} {node}) in any of {layout.candidates} "
      "layouts: the "
      "least "
      "takes {layout.nearest_memory} of {gpu_memory} a GPU" },
    { "layout.nearest_memory !layout.fits gpu_memory",
      "{model} does not fit on {gpus} {gpu} in any of {layout.candidates} layouts: the least takes "
      "{layout.nearest_memory} of {gpu_memory} a GPU" },
    { "train-memory.fits=no gpu_memory node power.nodes",
      "{model} does not fit on {gpus} {gpu} ({power.nodes} {node}): it takes " MEMORY " a GPU" },
    { "train-memory.fits=no gpu_memory",
      "{model} does not fit on {gpus} {gpu}: it takes " MEMORY " a GPU" },
    SAYS("layout.measured_class=unmeasured ", TIME BILL ", fits (" MEMORY "); steps not measured on this GPU"),
    SAYS(GPUS_ALONE, TIME BILL " for GPUs, fits (" MEMORY ")"),
    SAYS("", TIME BILL ", fits (" MEMORY ")"),
    { "train-time.train_time train-memory.fits gpus node power.nodes",
      "{model} on {train-time.tokens_total} tokens, {gpus} {gpu} ({power.nodes} {node}): " TIME "{train-time.gpu_hours} of GPUs, fits (" MEMORY ")" },
    { "train-time.train_time train-memory.fits gpus",
      ON TIME "{train-time.gpu_hours} of GPUs, fits (" MEMORY ")" },
    { "!layers !model gpus train-time.train_time cost.total_cost node cost.nodes",
      "{params} parameters on {train-time.tokens_total} tokens, {gpus} {gpu} ({cost.nodes} {node}): " TIME BILL
      ", at the usual share of the peak; whether it fits takes a model: --model llama-3.1-70b" },
    { "!layers !model gpus checkpoint.checkpoint_bytes !tokens !steps",
      "{params} parameters on {gpus} {gpu}: checkpoints of {checkpoint.checkpoint_bytes}; whether it fits "
      "takes a model: --model llama-3.1-70b, and a run --tokens 2T" },
    { "layout.step_time train-memory.fits gpus",
      "{model} on {gpus} {gpu}: a step takes {layout.step_time}{layout.step_time~}, "
      "{layout.tokens_per_second} in all, fits (" MEMORY "); --tokens 2T asks for a run" },
    OF_A_SIZE("train-time.gpu_hours",
              " on {train-time.tokens_total} tokens: {train-time.gpu_hours} of GPUs at the usual share of their peak; "
              "--gpus 512 asks for the cluster, --solve gpus --budget 'train-time.train_time <= 30d' "
              "for its size"),
    OF_A_SIZE("train-time.flops_total", " on {train-time.tokens_total} tokens: {train-time.flops_total}; --gpu h100-sxm "
                                        "--gpus 512 asks for the cluster"),
    { "!gpus train-memory.total_memory checkpoint.checkpoint_bytes",
      "{model}: {train-memory.total_memory} on one GPU, checkpoints of "
      "{checkpoint.checkpoint_bytes}; --gpu h100-sxm --gpus 512 --tokens 2T asks for a plan" },
    { NULL, NULL },
};
#undef SAYS
#undef OF_A_SIZE

/* What was limited: kept or not, and whether that holds over the band of whole runs. */
static const struct aic_composed_sentence endings[] = {
    { "train-time.train_time>deadline", "; too late: the deadline is {deadline}" },
    { "train-time.train_time_high>deadline !train-time.train_time>deadline",
      "; in time for {deadline}, tight: not at the slow end of the band" },
    { "deadline>train-time.train_time_high", "; in time for {deadline}" },
    { "checkpoint.stall>max_stall",
      "; too long: a checkpoint stalls for {checkpoint.stall}, {max_stall} are allowed" },
    { "max_stall checkpoint.stall !checkpoint.stall>max_stall",
      "; a checkpoint stalls for {checkpoint.stall}, within {max_stall}" },
    { "power.fits=no", "; the site does not feed it: {power.facility_power} of {site_power}" },
    { "power.fits", "; the site feeds it" },
    { "storage.serves=no !storage.shortfall=unknown-capacity !storage.shortfall=unknown-iops "
      "!storage.shortfall=unknown-read-throughput !storage.shortfall=unknown-write-throughput",
      "; the tier does not serve it ({storage.shortfall})" },
    { NULL, NULL },
};

/* What stands for values that nobody gave. */
static const struct aic_assumed_input assumed[] = {
    { "global_batch", "batch-assumed" },
    { "zero", "lora-assumed" },
    { "write_bw", "storage-assumed" },
    { "read_bw", "storage-assumed" },
    { "gpu_mtbf", "mtbf-assumed" },
    { "checkpoint.gpu_mtbf", "mtbf-assumed" },
    { "storage.checkpoint_retention", "retention-assumed" },
    { NULL, NULL },
};

/* What has to be given, and what a whole plan rests on beside it. */
static const struct aic_demand demands[] = {
    { "model params layers", "--model llama-3.1-70b" },
    { "gpu gpu_flops", "--gpu h100-sxm" },
    { "gpus", "--gpus 512" },
    { "tokens steps", "--tokens 2T" },
    { NULL, NULL },
};

static const struct aic_composed_sentence titles[] = {
    { BILLED, "{model} on {gpus} {gpu}: {train-time.train_time}, {cost.total_cost}" },
    { "layout.nearest_memory !layout.fits | train-memory.fits=no gpus",
      "{model} does not fit on {gpus} {gpu}" },
    { "train-memory.fits gpus", "{model} on {gpus} {gpu}" },
    { NULL, NULL },
};

/* Of the layout that was found, of the one that takes least where none fits with what that lacks, or of the one
 * that was given. */
#define DEGREE(name) "layout." name "_used layout.nearest_" name " " name " train-memory." name
static const struct aic_composed_value degrees[] = {
    { "tp", DEGREE("tp"), true, "gpus layers | gpus layout=given", NULL },
    { "pp", DEGREE("pp"), true, NULL, NULL },
    { "vpp", DEGREE("vpp"), false, NULL, NULL },
    { "cp", DEGREE("cp"), false, NULL, NULL },
    { "ep", DEGREE("ep"), true, "experts", NULL },
    { "etp", DEGREE("etp"), false, "experts", NULL },
    { "dp", "layout.dp layout.nearest_dp train-memory.dp", true, NULL, NULL },
    { "zero", DEGREE("zero"), true, NULL, NULL },
    { "recompute", DEGREE("recompute"), true, NULL, NULL },
    { "offload", DEGREE("offload"), false, NULL, NULL },
    { "micro batch", DEGREE("micro_batch"), true, NULL, NULL },
    { "batch", "global_batch", true, NULL, " x {seq} tokens" },
    { "host memory a node", "train-memory.host_memory_per_node layout.nearest_host_memory", false,
      NULL, NULL },
    { "lacking", "layout.memory_lacking", false, NULL, NULL },
    { NULL, NULL, false, NULL, NULL },
};
#undef DEGREE

/* What the bill and the time contain, what they lack, and the flag that puts it in. */
static const struct aic_content contents[] = {
    { "cost.total_cost", AIC_CONTAINS, "GPUs", "cost.rented_compute_cost",
      "cost.tenure_used=rent" },
    { "cost.total_cost", AIC_CONTAINS, "owned GPUs, idle hours included", "cost.owned_compute_cost",
      "cost.tenure_used=own" },
    { "cost.total_cost", AIC_WITHIN, "electricity", "cost.electricity_share",
      "cost.tenure_used=own" },
    { "cost.total_cost", AIC_WITHIN, "fabric", NULL, "cost.tenure_used=own fabric.fabric_cost" },
    { "cost.total_cost", AIC_WITHIN, "own drives", NULL, "cost.tenure_used=own store.capex" },
    { "cost.total_cost", AIC_WITHIN, "checkpoints and failures", "train-time.lost_time",
      "train-time.lost_time" },
    { "cost.total_cost", AIC_WITHIN, "waits for data", "dataload.data_stall", NULL },
    { "cost.total_cost", AIC_CONTAINS, "storage", "storage.storage_cost",
      "cost.tenure_used=rent | !store.capex" },
    { "cost.total_cost", AIC_CONTAINS, "stages of checkpoints", "lifecycle.total_cost",
      "cost.tenure_used=rent | !store.capex" },
    { "cost.total_cost", AIC_CONTAINS, "moving data", "transfer.transfer_cost", NULL },
    { "cost.total_cost", AIC_CONTAINS, "other", "other_cost", NULL },
    { "cost.total_cost", AIC_LACKS, "electricity", "--node-power 10kW",
      "cost.tenure_used=own !power.electricity_cost" },
    { "cost.total_cost", AIC_LACKS, "storage ({storage.resident_data}) and waits for data",
      "--tier fsx-lustre-persistent-2-250",
      "storage.resident_data !storage.storage_cost !store.capex" },
    { "cost.total_cost", AIC_LACKS, "own drives", "--node-capex 325000USD --tenure own",
      "cost.tenure_used=rent store.capex" },
    { "cost.total_cost", AIC_LACKS, "checkpoints kept for good ({checkpoint.cold_bytes})",
      "--cold s3-glacier-flexible", "checkpoint.cold_bytes !lifecycle.total_cost" },
    { "cost.total_cost", AIC_LACKS, "moving data", "--transfer-cost 10000USD",
      "transfer.transfer_time !transfer.transfer_cost" },
    { "cost.total_cost", AIC_LACKS, "failures", "--gpu-mtbf 50000h",
      "train-time.gpu_hours !train-time.lost_time" },
    { "cost.total_cost", AIC_PERIOD, "run", NULL, NULL },
    { "train-time.train_time", AIC_CONTAINS, "computing and waits for data",
      "train-time.compute_time", "dataload.data_stall" },
    { "train-time.train_time", AIC_CONTAINS, "computing", "train-time.compute_time",
      "!dataload.data_stall" },
    { "train-time.train_time", AIC_CONTAINS, "checkpoints and failures", "train-time.lost_time",
      NULL },
    { "train-time.train_time", AIC_LACKS, "waits for data", "--tier fsx-lustre-persistent-2-250",
      "!storage.read_bw" },
    { "train-time.train_time", AIC_PERIOD, "run", NULL, NULL },
    { "train-time.cost", AIC_WITHIN, "GPU hours, not in whole nodes", NULL, NULL },
    { "train-time.cost", AIC_LACKS, "all else: cost.total_cost is the bill", NULL, NULL },
    { "train-time.cost", AIC_PERIOD, "run", NULL, NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

/* Where nothing fits, nearest first. */
static const struct aic_way_out ways_out[] = {
    { "tp pp vpp cp ep etp micro_batch zero recompute offload sequence_parallel layout",
      AIC_WAY_WITHOUT, NULL, NULL },
    { "gpus", AIC_WAY_MORE, "gpus_per_node", NULL },
    { "node", AIC_WAY_ENTRY, "gpu", NULL },
    { "zero", AIC_WAY_VALUE, "3", NULL },
    { "recompute", AIC_WAY_VALUE, "full", NULL },
    { "offload", AIC_WAY_VALUE, "optimizer", NULL },
    { "seq", AIC_WAY_VALUE, NULL, NULL },
    { NULL, AIC_WAY_VALUE, NULL, NULL },
};

const struct aic_composition_table aic_plan = {
    .name = "plan",
    .help =
        "a whole training cluster: layout, memory, time, network, checkpoints, data, power, bill",
    .parts = parts,
    .only = only,
    .aside = aside,
    .namesakes = namesakes,
    .assumes = assumes,
    .assumed = assumed,
    .demands = demands,
    .examples = examples,
    .asks = "model node gpus tokens seq global_batch layout fabric tier gpu_price",
    .decides = "train-memory.fits layout.nearest_memory layout.memory_lacking "
               "train-time.train_time cost.total_cost train-time.gpu_hours "
               "layout.step_time network.exposed_fraction train-memory.total_memory "
               "power.facility_power power.energy checkpoint.required_write_bw "
               "checkpoint.goodput storage.storage_cost",
    .sentences = sentences,
    .endings = endings,
    .titles = titles,
    .line_title = "layout",
    .line = degrees,
    .contents = contents,
    .ways_out = ways_out,
    .yes = "fits",
    .deciding = "train-memory.total_memory",
    .moves = "seq global_batch write_bw checkpoint.gpu_mtbf usual_price",
    .moved = "cost.total_cost train-time.train_time",
    .verdict = "train-memory.fits",
};
