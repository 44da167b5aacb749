/* SPDX-License-Identifier: Apache-2.0 */
/* torchtitan's TOML, and the same keys as flags, which win. */
#include <math.h>
#include <string.h>

#include "launch/trainers.h"

/* The files of 2024 have degrees in other sections. */
static const struct row rows[] = {
    ROW("parallelism.tensor_parallel_degree", "tp", TAKE_COUNT),
    ROW("training.tensor_parallel_degree", "tp", TAKE_COUNT),
    ROW("parallelism.pipeline_parallel_degree", "pp", TAKE_COUNT),
    ROW("experimental.pipeline_parallel_degree", "pp", TAKE_COUNT),
    ROW("parallelism.context_parallel_degree", "cp", TAKE_COUNT),
    ROW("experimental.context_parallel_degree", "cp", TAKE_COUNT),
    ROW("parallelism.expert_parallel_degree", "ep", TAKE_ABOVE_ONE),
    ROW("parallelism.expert_tensor_parallel_degree", "etp", TAKE_COUNT),
    ROW("training.seq_len", "seq", TAKE_COUNT),
    ROW("training.steps", "steps", TAKE_POSITIVE),
    WORD("optimizer.name", "optimizer", "adamw:Adam,AdamW"),
    END_OF_ROWS,
};
static const char others[] =
    "model.name model.flavor model.hf_assets_path model.tokenizer_path model.converters "
    "job.config_file parallelism.data_parallel_shard_degree "
    "training.data_parallel_shard_degree training.data_parallel_degree "
    "parallelism.data_parallel_replicate_degree training.data_parallel_replicate_degree "
    "parallelism.fsdp_reshard_after_forward parallelism.pipeline_parallel_schedule "
    "experimental.pipeline_parallel_schedule parallelism.pipeline_parallel_layers_per_stage "
    "parallelism.pipeline_parallel_microbatch_size training.local_batch_size "
    "training.batch_size training.global_batch_size training.dtype "
    "training.enable_cpu_offload activation_checkpoint.mode "
    "activation_checkpoint.selective_ac_option float8.enable_float8_linear compile.enable "
    "training.compile";

/* The same key of one of two sections. */
static const struct setting *either(struct work *work, const char *section, const char *or_section,
                                    const char *key)
{
    const struct setting *found =
        aic_launch_setting(work, aic_launch_format(work->reader, "%s.%s", section, key));
    return found ? found
                 : aic_launch_setting(work,
                                      aic_launch_format(work->reader, "%s.%s", or_section, key));
}

static double count_of(struct work *work, const struct setting *setting, const char *input)
{
    double value;
    return setting && aic_launch_count(work, setting, input, &value) ? value : NAN;
}

static void set_model(struct work *work)
{
    const struct setting *name = aic_launch_setting(work, "model.name");
    const struct setting *flavor = aic_launch_setting(work, "model.flavor");
    const struct setting *path = aic_launch_setting(work, "model.hf_assets_path");
    path = path ? path : aic_launch_setting(work, "model.tokenizer_path");
    if (name && flavor) {
        aic_launch_set_model(work, flavor,
                             aic_launch_format(work->reader, "%s-%s", name->value, flavor->value),
                             true);
    } else if (path) {
        aic_launch_set_model(work, path, path->value, true);
    } else if (!aic_launch_flag(work->reader, "model")) {
        aic_launch_ask(work, "model", work->at, "the text names no model: add --model");
    }
}

/* Shards, replicas and stages: zero, shard_group, and GPUs where nothing else says them. */
static void set_sharding(struct work *work)
{
    const struct setting *shard =
        either(work, "parallelism", "training", "data_parallel_shard_degree");
    shard = shard ? shard : aic_launch_setting(work, "training.data_parallel_degree");
    const struct setting *replicate =
        either(work, "parallelism", "training", "data_parallel_replicate_degree");
    const struct setting *reshard =
        aic_launch_setting(work, "parallelism.fsdp_reshard_after_forward");
    double shards = count_of(work, shard, "gpus");
    double replicas = count_of(work, replicate, "gpus");
    double pp = aic_launch_degree(work, "pp"), cp = aic_launch_degree(work, "cp");
    replicas = replicas >= 1 ? replicas : 1;
    if (shards > 0 && !(work->launcher.gpus >= 1)) {
        work->launcher.gpus = shards * replicas * aic_launch_degree(work, "tp") * pp * cp;
        work->launcher.at = shard->at;
        work->launcher.spelt = shard->spelt;
    }
    if (shards > 1 && replicas > 1) {
        aic_launch_set_number(work, "shard_group", shards * cp, shard);
    }
    const char *policy = reshard ? reshard->value : "default";
    bool keeps = strcmp(policy, "never") == 0 || (strcmp(policy, "default") == 0 && pp > 1);
    if (shards == 1) {
        aic_launch_set_number(work, "zero", 0, shard);
    } else {
        aic_launch_set_number(work, "zero", keeps ? 2 : 3,
                              reshard && strcmp(policy, "default") != 0 ? reshard : shard);
    }
}

/* A pipeline has micro batches of its own. */
static void set_batches(struct work *work)
{
    const struct setting *local = aic_launch_setting(work, "training.local_batch_size");
    const struct setting *global = aic_launch_setting(work, "training.global_batch_size");
    const struct setting *micro =
        aic_launch_setting(work, "parallelism.pipeline_parallel_microbatch_size");
    local = local ? local : aic_launch_setting(work, "training.batch_size");
    double batch = count_of(work, local, "micro_batch"),
           all = count_of(work, global, "global_batch");
    if (aic_launch_degree(work, "pp") > 1) {
        double each = count_of(work, micro, "micro_batch");
        aic_launch_set_number(work, "micro_batch", each >= 1 ? each : 1, each >= 1 ? micro : NULL);
    } else if (batch >= 1) {
        aic_launch_set_number(work, "micro_batch", batch, local);
    }
    double ranks = aic_launch_data_parallel(work);
    if (all > 0) {
        aic_launch_set_number(work, "global_batch", all, global);
    } else if (batch * ranks >= 1) {
        aic_launch_set_number(work, "global_batch", batch * ranks, local);
    }
}

static void set_schedule(struct work *work)
{
    const struct setting *schedule =
        either(work, "parallelism", "experimental", "pipeline_parallel_schedule");
    double layers = aic_launch_model_field(work, "layers"), pp = aic_launch_degree(work, "pp");
    const struct setting *each =
        aic_launch_setting(work, "parallelism.pipeline_parallel_layers_per_stage");
    if (!schedule || pp <= 1) {
        return;
    }
    if (strcmp(schedule->value, "Interleaved1F1B") == 0) {
        double stages = floor(layers / pp / count_of(work, each, "vpp"));
        aic_launch_set_number(work, "vpp", stages > 1 ? stages : 2, stages > 1 ? each : schedule);
    } else if (strcmp(schedule->value, "1F1B") != 0 && strcmp(schedule->value, "GPipe") != 0) {
        aic_launch_not_modelled(work, schedule, "");
    }
}

/* Every n-th layer is recomputed whole, or some operations of each. */
static void set_recompute(struct work *work)
{
    const struct setting *mode = aic_launch_setting(work, "activation_checkpoint.mode");
    const struct setting *option =
        aic_launch_setting(work, "activation_checkpoint.selective_ac_option");
    double every = 2, layers = aic_launch_model_field(work, "layers");
    const char *name = mode ? mode->value : "selective";
    if (strcmp(name, "none") == 0 || strcmp(name, "full") == 0) {
        aic_launch_set_word(work, "recompute", name, mode);
        return;
    }
    if (strcmp(name, "selective") != 0) {
        aic_launch_not_modelled(work, mode, "");
        return;
    }
    bool is_every = !option || (aic_number_read(option->value, strlen(option->value), 0, &every) ==
                                    strlen(option->value) &&
                                every >= 1);
    double count = floor(floor(layers / aic_launch_degree(work, "pp")) / every);
    if (is_every && count >= 1) {
        aic_launch_set_word(work, "recompute", "full", mode);
        aic_launch_set_number(work, "recompute_layers", count, option ? option : mode);
    } else {
        aic_launch_set_word(work, "recompute", "selective", mode);
        aic_launch_note(work->reader, work, "approximated", "recompute", mode ? mode->at : work->at,
                        "operations of each layer are taken as the attention core alone");
    }
}

static bool is_on(const struct setting *setting)
{
    return setting && !setting->is_no && strcmp(setting->value, "false") != 0;
}

static void set_types(struct work *work)
{
    const struct setting *dtype = aic_launch_setting(work, "training.dtype");
    const struct setting *converters = aic_launch_setting(work, "model.converters");
    const struct setting *float8 = aic_launch_setting(work, "float8.enable_float8_linear");
    const struct setting *compile = aic_launch_setting(work, "compile.enable");
    compile = compile ? compile : aic_launch_setting(work, "training.compile");
    const struct setting *offload = aic_launch_setting(work, "training.enable_cpu_offload");
    if (converters && strstr(converters->value, "float8")) {
        aic_launch_set_word(work, "compute_dtype", "fp8", converters);
    } else if (is_on(float8)) {
        aic_launch_set_word(work, "compute_dtype", "fp8", float8);
    }
    if (dtype && strcmp(dtype->value, "bfloat16") == 0) {
        aic_launch_set_word(work, "weight_dtype", "bf16", dtype);
        aic_launch_set_word(work, "grad_dtype", "bf16", dtype);
        aic_launch_set_yes(work, "master_weights", false, dtype);
        aic_launch_set_word(work, "optimizer_dtype", "bf16", dtype);
    }
    aic_launch_set_default_word(work, "compute_dtype", "bf16");
    aic_launch_set_default_word(work, "weight_dtype", "fp32");
    aic_launch_set_default_word(work, "grad_dtype", "fp32");
    aic_launch_set_yes(work, "sequence_parallel", true, NULL);
    aic_launch_set_default_word(work, "loss", "plain");
    double micro = aic_launch_number(work, "micro_batch");
    if (is_on(compile) && aic_launch_degree(work, "pp") == 1 &&
        aic_launch_number(work, "global_batch") == micro * aic_launch_data_parallel(work)) {
        aic_launch_set_word(work, "gradient_buffers", "freed", compile);
    }
    if (is_on(offload)) {
        aic_launch_set_word(work, "offload", "all", offload);
    }
}

static void finish(struct work *work)
{
    aic_launch_apply_rows(work);
    set_model(work);
    set_sharding(work);
    aic_launch_set_gpus(work);
    set_batches(work);
    set_schedule(work);
    set_recompute(work);
    set_types(work);
}

void aic_launch_titan_job(struct shell *shell, struct words words, size_t from,
                          const struct launcher *launcher)
{
    struct work *work = aic_launch_new_work(shell->reader, &aic_launch_torchtitan, shell->context,
                                            words.at[from > 0 ? from - 1 : 0].at);
    if (!work) {
        return;
    }
    work->launcher = *launcher;
    work->context.shell = shell;
    aic_launch_read_flags(work, (struct words){ words.at + from, words.count - from });
    const struct setting *config = aic_launch_setting(work, "job.config_file");
    struct source *given = config ? aic_launch_find_file(shell->reader, config->value) : NULL;
    if (given) {
        struct source source = *given;
        aic_launch_read_keys(work, aic_launch_config(shell->reader, &source), source.name, true,
                             true);
    }
    aic_launch_finish_work(work);
}

const struct dialect aic_launch_torchtitan = { .name = "torchtitan",
                                               .program = "torchtitan",
                                               .calculators = { "train-memory" },
                                               .rows = rows,
                                               .others = others,
                                               .has_keys = true,
                                               .finish = finish };
