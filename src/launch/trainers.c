/* SPDX-License-Identifier: Apache-2.0 */
/* What the trainers share: GPUs, batch arithmetic, and DeepSpeed, alone or beside another. */
#include "launch/trainers.h"

#include <math.h>
#include <string.h>

#include "core/ascii.h"

double aic_launch_degree(const struct work *work, const char *name)
{
    double value = aic_launch_number(work, name);
    return value >= 1 ? value : 1;
}

const struct setting *aic_launch_first(const struct work *work, const char *const *flags)
{
    const struct setting *found = NULL;
    for (size_t i = 0; flags[i] && !found; i++) {
        found = aic_launch_setting(work, flags[i]);
    }
    return found;
}

static double layout_of(const struct work *work)
{
    return aic_launch_degree(work, "tp") * aic_launch_degree(work, "pp") *
           aic_launch_degree(work, "cp");
}

double aic_launch_data_parallel(const struct work *work)
{
    return floor(aic_launch_number(work, "gpus") / layout_of(work));
}

/* `place`: of GPUs that contradict the layout; NULL: they are not known. */
static void ask_gpus(struct work *work, const struct aic_launch_place *place)
{
    const char *hole = work->launcher.hole;
    if (aic_launch_flag(work->reader, "gpus")) {
        return;
    }
    if (hole && hole[0]) {
        aic_launch_ask(work, aic_launch_format(work->reader, "$%s", hole), work->launcher.at,
                       "the number of GPUs rests on $%s, which this text does not define: add "
                       "--set %s=VALUE, or --gpus",
                       hole, hole);
    } else if (place) {
        aic_launch_ask(work, "gpus", *place,
                       "%g GPUs are no multiple of %g, which %s takes: add --gpus",
                       work->launcher.gpus, layout_of(work), aic_launch_told(work, "tp pp cp"));
    } else {
        aic_launch_ask(work, "gpus", work->at, "the text does not say how many GPUs: add --gpus");
    }
}

void aic_launch_set_gpus(struct work *work)
{
    struct launcher *launcher = &work->launcher;
    struct setting from = { .spelt = launcher->spelt ? launcher->spelt : "",
                            .value = "",
                            .at = launcher->at };
    const struct slurm *slurm = work->context.shell ? &work->context.shell->slurm : NULL;
    if (!(launcher->gpus >= 1) && work->context.gpus >= 1) {
        launcher->gpus = work->context.gpus;
        from.spelt = "replicas";
        from.at = work->context.gpus_at;
    }
    if (slurm && slurm->gpu && !work->context.gpu) {
        work->context.gpu = aic_launch_find_gpu(work->reader, slurm->gpu);
        work->context.gpu_at = slurm->gpu_at;
        work->context.gpu_unknown = work->context.gpu ? NULL : slurm->gpu;
    }
    aic_launch_set_gpu(work);
    bool is_known = launcher->gpus >= 1 && launcher->gpus <= AIC_MAX_INTEGER;
    bool contradicts = is_known && fmod(launcher->gpus, layout_of(work)) != 0 &&
                       !aic_launch_flag(work->reader, "gpus");
    if (contradicts) {
        aic_launch_note(work->reader, work, "conflict", "gpus", from.at,
                        "%g GPUs (%s) are no multiple of %g, which %s takes", launcher->gpus,
                        from.spelt, layout_of(work), aic_launch_told(work, "tp pp cp"));
    } else if (is_known) {
        aic_launch_set_number(work, "gpus", launcher->gpus, &from);
    }
    if (launcher->gpus_per_node >= 1) {
        aic_launch_set_number(work, "gpus_per_node", launcher->gpus_per_node, &from);
    }
    if ((!is_known || contradicts) && !aic_launch_has(work, "gpus")) {
        ask_gpus(work, contradicts ? &from.at : NULL);
    }
}

void aic_launch_set_batch(struct work *work, const struct setting *steps, double accumulation)
{
    double batch =
        aic_launch_number(work, "micro_batch") * accumulation * aic_launch_data_parallel(work);
    if (batch >= 1 && batch <= AIC_MAX_INTEGER) {
        aic_launch_set_number(work, "global_batch", batch, steps);
    }
}

bool aic_launch_deepspeed_value(const struct deepspeed *file, const char *path,
                                struct setting *setting)
{
    const struct node *node = file->root ? aic_launch_at(file->root, path) : NULL;
    if (!node || node->kind == NODE_NULL || node->kind >= NODE_LIST ||
        strcmp(node->text, "auto") == 0) {
        return false;
    }
    *setting = (struct setting){ .flag = path, .spelt = path, .value = node->text };
    setting->at = (struct aic_launch_place){ file->name, node->line };
    return true;
}

static void set_offload(struct work *work, const struct deepspeed *file)
{
    struct setting from;
    bool is_all = aic_launch_deepspeed_value(file, "zero_optimization/offload_param/device", &from);
    if (is_all && (strcmp(from.value, "cpu") == 0 || strcmp(from.value, "nvme") == 0)) {
        aic_launch_set_word(work, "offload", "all", &from);
    } else if ((aic_launch_deepspeed_value(file, "zero_optimization/offload_optimizer/device",
                                           &from) &&
                strcmp(from.value, "none") != 0) ||
               (aic_launch_deepspeed_value(file, "zero_optimization/cpu_offload", &from) &&
                strcmp(from.value, "true") == 0)) {
        aic_launch_set_word(work, "offload", "optimizer", &from);
    } else {
        return;
    }
    if (strcmp(from.value, "nvme") == 0) {
        aic_launch_note(work->reader, work, "approximated", "offload", from.at,
                        "drives are taken as memory of the host");
    }
}

bool aic_launch_deepspeed_zero(struct work *work, const struct deepspeed *file)
{
    struct setting from;
    double value;
    bool has_stage = aic_launch_deepspeed_value(file, "zero_optimization/stage", &from);
    if (has_stage && aic_launch_count(work, &from, "zero", &value)) {
        aic_launch_set_number(work, "zero", value, &from);
    }
    set_offload(work, file);
    if (aic_launch_deepspeed_value(file, "zero_optimization/mics_shard_size", &from) &&
        aic_launch_count(work, &from, "shard_group", &value) && value > 0) {
        aic_launch_set_number(work, "shard_group", value, &from);
    }
    if (aic_launch_deepspeed_value(file, "zero_optimization/zero_hpz_partition_size", &from) &&
        strcmp(from.value, "1") != 0) {
        aic_launch_not_modelled(work, &from, "");
    }
    return has_stage;
}

const char *aic_launch_deepspeed_dtype(const struct deepspeed *file, struct setting *from)
{
    if (aic_launch_deepspeed_value(file, "bf16/enabled", from) &&
        strcmp(from->value, "true") == 0) {
        return "bf16";
    }
    if (aic_launch_deepspeed_value(file, "fp16/enabled", from) &&
        strcmp(from->value, "true") == 0) {
        return "fp16";
    }
    return NULL;
}

void aic_launch_deepspeed_types(struct work *work, const struct deepspeed *file)
{
    struct setting from, gradient;
    const char *type = aic_launch_deepspeed_dtype(file, &from);
    if (!type) {
        return;
    }
    if (aic_launch_deepspeed_value(file, "data_types/grad_accum_dtype", &gradient)) {
        aic_launch_set_word(work, "grad_dtype", gradient.value, &gradient);
    }
    aic_launch_set_word(work, "compute_dtype", type, &from);
    aic_launch_set_word(work, "weight_dtype", type, &from);
    aic_launch_set_word(work, "grad_dtype", type, &from);
}

void aic_launch_deepspeed_rest(struct work *work, const struct deepspeed *file)
{
    static const char optimizers[] = "adamw:adam,adamw,fusedadam,deepspeedcpuadam,cpuadam,"
                                     "onebitadam,zerooneadam lion:lion,fusedlion muon sgd";
    struct setting from;
    double value;
    if (aic_launch_deepspeed_value(file, "optimizer/type", &from)) {
        const char *name =
            aic_launch_mapped(work->reader, optimizers, aic_launch_lower(work->reader, from.value));
        if (name) {
            aic_launch_set_word(work, "optimizer", name, &from);
        } else {
            aic_launch_not_modelled(work, &from, from.value);
        }
    }
    if (aic_launch_deepspeed_value(file, "tensor_parallel/autotp_size", &from) &&
        aic_launch_count(work, &from, "tp", &value) && value > 1) {
        aic_launch_set_number(work, "tp", value, &from);
    }
    if (aic_launch_deepspeed_value(file, "sequence_parallel_size", &from) &&
        aic_launch_count(work, &from, "cp", &value) && value > 1) {
        aic_launch_set_number(work, "cp", value, &from);
        aic_launch_set_word(work, "cp_method", "a2a", &from);
    }
}

/* The stage in a file's name: zero3, z2, ds_z3, stage-2. */
static double stage_in_name(struct reader *reader, const char *path)
{
    const char *name = aic_launch_lower(reader, aic_base_name(path));
    static const char *const marks[] = { "zero", "stage", "z", NULL };
    for (size_t i = 0; marks[i]; i++) {
        for (const char *at = name; (at = strstr(at, marks[i])); at++) {
            const char *digit = at + strlen(marks[i]);
            digit += *digit == '-' || *digit == '_';
            if (*digit >= '0' && *digit <= '3' && !aic_is_digit(digit[1])) {
                return *digit - '0';
            }
        }
    }
    return NAN;
}

struct deepspeed aic_launch_deepspeed_file(struct work *work, const struct setting *setting)
{
    struct deepspeed file = { NULL, "" };
    struct reader *reader = work->reader;
    if (setting->node) {
        file = (struct deepspeed){ setting->node, setting->at.name };
        return file;
    }
    struct source *found = aic_launch_find_file(reader, setting->value);
    if (found) {
        struct source source = *found;
        file = (struct deepspeed){ aic_launch_config(reader, &source), source.name };
        return file;
    }
    double stage = stage_in_name(reader, setting->value);
    aic_launch_note_missing(reader, work, setting->value, setting->at);
    if (!isnan(stage)) {
        aic_launch_set_number(work, "zero", stage, setting);
        aic_launch_note(reader, work, "approximated", "zero", setting->at,
                        "stage %g is that in the file's name", stage);
    } else if (!aic_launch_flag(reader, "zero")) {
        aic_launch_ask(work, "zero", setting->at, "'%s' was not given: add it, or --zero",
                       aic_launch_shown(reader, aic_base_name(setting->value)));
    }
    return file;
}

/* Two of batch, micro batch and steps give the third; three that disagree are said. */
static void set_deepspeed_batch(struct work *work, const struct deepspeed *file)
{
    struct setting global, micro, steps;
    double batch = NAN, each = NAN, accumulation = NAN, ranks = aic_launch_data_parallel(work);
    bool has_global = aic_launch_deepspeed_value(file, "train_batch_size", &global) &&
                      aic_launch_count(work, &global, "global_batch", &batch);
    bool has_micro = aic_launch_deepspeed_value(file, "train_micro_batch_size_per_gpu", &micro) &&
                     aic_launch_count(work, &micro, "micro_batch", &each);
    bool has_steps = aic_launch_deepspeed_value(file, "gradient_accumulation_steps", &steps) &&
                     aic_launch_count(work, &steps, "global_batch", &accumulation);
    if (has_micro) {
        aic_launch_set_number(work, "micro_batch", each, &micro);
    } else if (has_global && has_steps && batch / accumulation / ranks >= 1) {
        aic_launch_set_number(work, "micro_batch", floor(batch / accumulation / ranks), &global);
    }
    if (has_global && has_micro && has_steps && batch != each * accumulation * ranks &&
        !isnan(ranks)) {
        aic_launch_note(work->reader, work, "conflict", "global_batch", global.at,
                        "train_batch_size %g is not %g (%s:%d) * %g (%s:%d) * %g ranks", batch,
                        each, micro.at.name, micro.at.line, accumulation, steps.at.name,
                        steps.at.line, ranks);
    }
    if (has_global) {
        aic_launch_set_number(work, "global_batch", batch, &global);
    } else {
        aic_launch_set_batch(work,
                             has_steps   ? &steps
                             : has_micro ? &micro
                                         : NULL,
                             has_steps ? accumulation : 1);
    }
}

static void finish_deepspeed(struct work *work)
{
    struct deepspeed file = { work->document, work->at.name };
    struct setting from;
    if (!aic_launch_deepspeed_zero(work, &file)) {
        aic_launch_set_default(work, "zero", 0);
    }
    aic_launch_deepspeed_types(work, &file);
    if (!aic_launch_deepspeed_dtype(&file, &from)) {
        aic_launch_set_default_word(work, "compute_dtype", "fp32");
        aic_launch_set_default_word(work, "weight_dtype", "fp32");
        aic_launch_set_default_word(work, "grad_dtype", "fp32");
    }
    aic_launch_deepspeed_rest(work, &file);
    if (!aic_launch_flag(work->reader, "model")) {
        aic_launch_ask(work, "model", work->at, "DeepSpeed's file names no model: add --model");
    }
    aic_launch_set_gpus(work);
    set_deepspeed_batch(work, &file);
}

/* Its sections; what is in them is read by path. */
static const char deepspeed_others[] =
    "train_batch_size train_micro_batch_size_per_gpu gradient_accumulation_steps "
    "zero_optimization bf16 fp16 optimizer data_types tensor_parallel sequence_parallel_size";

const struct dialect aic_launch_deepspeed = { .name = "deepspeed",
                                              .program = "deepspeed",
                                              .calculators = { "train-memory" },
                                              .others = deepspeed_others,
                                              .finish = finish_deepspeed };
