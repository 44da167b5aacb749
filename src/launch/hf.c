/* SPDX-License-Identifier: Apache-2.0 */
/* Transformers' Trainer, TRL, LLaMA-Factory and ms-swift; axolotl. */
#include <math.h>
#include <string.h>

#include "launch/launchers.h"
#include "launch/trainers.h"

static const char attentions[] = "eager disabled false False";
static const char type_names[] =
    "bf16:bfloat16,bf16,torch.bfloat16 fp16:float16,fp16,torch.float16 "
    "fp32:float32,fp32,torch.float32";

/* Names that a file of axolotl has for the same. */
struct names {
    const char *model[8];
    const char *seq, *micro_batch, *steps, *accumulation, *deepspeed, *fsdp, *fsdp_config;
    const char *fsdp_version, *rank, *targets, *in_4bit, *in_8bit, *bf16, *fp16, *tf32;
    const char *optimizer, *checkpointing;
};

static const struct row hf_rows[] = {
    ROW("--max-seq-length", "seq", TAKE_COUNT),
    ROW("--per-device-train-batch-size", "micro_batch", TAKE_COUNT),
    ROW("--max-steps", "steps", TAKE_POSITIVE),
    ROW("--zero-stage", "zero", TAKE_COUNT),
    ROW("--deepspeed-autotp-size", "tp", TAKE_ABOVE_ONE),
    END_OF_ROWS,
};
static const char hf_others[] =
    "--model-name-or-path --model-name --gradient-accumulation-steps --deepspeed --fsdp "
    "--fsdp-config --use-peft --finetuning-type --lora-rank --load-in-4bit --load-in-8bit "
    "--quantization-bit --lora-target --bf16 --pure-bf16 --fp16 --tf32 --torch-dtype --optim "
    "--gradient-checkpointing --disable-gradient-checkpointing --attn-implementation "
    "--use-liger-kernel";

static const struct row axolotl_rows[] = {
    ROW("sequence_len", "seq", TAKE_COUNT),
    ROW("micro_batch_size", "micro_batch", TAKE_COUNT),
    ROW("max_steps", "steps", TAKE_POSITIVE),
    ROW("tensor_parallel_size", "tp", TAKE_ABOVE_ONE),
    ROW("context_parallel_size", "cp", TAKE_ABOVE_ONE),
    ROW("expert_parallel_size", "ep", TAKE_ABOVE_ONE),
    END_OF_ROWS,
};
static const char axolotl_others[] =
    "base_model gradient_accumulation_steps dp_shard_size dp_replicate_size deepspeed fsdp "
    "fsdp_config fsdp_version adapter lora_r lora_target_linear lora_target_modules "
    "load_in_4bit load_in_8bit bf16 fp16 tf32 optimizer gradient_checkpointing "
    "flash_attention sdp_attention attn_implementation eager_attention "
    "liger_fused_linear_cross_entropy plugins";

static const struct names hf_names = {
    .model = { "--model-name-or-path", "--model-name", NULL },
    .accumulation = "--gradient-accumulation-steps",
    .deepspeed = "--deepspeed",
    .fsdp = "--fsdp",
    .fsdp_config = "--fsdp-config",
    .fsdp_version = "--fsdp-version",
    .rank = "--lora-rank",
    .targets = "--lora-target",
    .in_4bit = "--load-in-4bit",
    .in_8bit = "--load-in-8bit",
    .bf16 = "--bf16",
    .fp16 = "--fp16",
    .tf32 = "--tf32",
    .optimizer = "--optim",
    .checkpointing = "--gradient-checkpointing",
};

static const struct names axolotl_names = {
    .model = { "base_model", NULL },
    .accumulation = "gradient_accumulation_steps",
    .deepspeed = "deepspeed",
    .fsdp = "fsdp",
    .fsdp_config = "fsdp_config",
    .fsdp_version = "fsdp_version",
    .rank = "lora_r",
    .targets = "lora_target_modules",
    .in_4bit = "load_in_4bit",
    .in_8bit = "load_in_8bit",
    .bf16 = "bf16",
    .fp16 = "fp16",
    .tf32 = "tf32",
    .optimizer = "optimizer",
    .checkpointing = "gradient_checkpointing",
};

/* What shards weights, gradients and states. */
struct sharding {
    struct deepspeed deepspeed;
    bool has_deepspeed, shards;
};

/* A key of a mapping of a document, or of the file of that name. */
static bool key_of(const struct node *mapping, const char *name, const char *key,
                   struct setting *setting)
{
    struct deepspeed file = { mapping, name };
    return aic_launch_deepspeed_value(&file, key, setting);
}

/* The strategy of FSDP: 1 to 5, or by name. NAN: none of them. */
static double strategy_of(struct work *work, const char *value, bool *hybrid)
{
    const char *name = aic_launch_lower(work->reader, value);
    const char *stage = aic_launch_mapped(work->reader,
                                          "3:full_shard,1 2:shard_grad_op,2 0:no_shard,3 "
                                          "h:hybrid_shard,4 g:hybrid_shard_zero2,5",
                                          name);
    *hybrid = stage && (stage[0] == 'h' || stage[0] == 'g');
    return !stage ? NAN : stage[0] == 'h' ? 3 : stage[0] == 'g' ? 2 : stage[0] - '0';
}

/* Sharding inside a node: its GPUs are the group. */
static void set_group(struct work *work, const struct setting *from)
{
    double group = aic_launch_flag(work->reader, "gpus_per_node")
                       ? aic_launch_number(work, "gpus_per_node")
                       : work->launcher.gpus_per_node;
    if (group >= 1) {
        aic_launch_set_number(work, "shard_group", group, from);
    }
}

static void set_strategy(struct work *work, const struct setting *from)
{
    bool hybrid;
    double stage = strategy_of(work, from->value, &hybrid);
    if (!isnan(stage)) {
        aic_launch_set_number(work, "zero", stage, from);
        if (hybrid) {
            set_group(work, from);
        }
    }
}

/* accelerate's setting of that name: an option of its command, else a key of its configuration. */
static bool accelerate_setting(struct work *work, const struct node *config, const char *name,
                               const char *key, struct setting *setting)
{
    char flag[64];
    struct aic_text text;
    aic_text_init(&text, flag, sizeof flag);
    aic_text_add(&text, "--");
    aic_text_add_spelt(&text, (struct aic_span){ key, strlen(key) }, '_', '-');
    const struct word *word = aic_launch_launcher_option(work->reader, &work->launcher, flag);
    if (!word) {
        return key_of(config, name, key, setting);
    }
    *setting = (struct setting){ .spelt = aic_launch_keep(work->reader, flag, text.length),
                                 .value = word->text,
                                 .at = word->at };
    return true;
}

/* A configuration of FSDP, of the trainer or of accelerate. */
static void read_fsdp(struct work *work, const struct node *config, const char *name)
{
    struct setting from;
    if (accelerate_setting(work, config, name, "fsdp_sharding_strategy", &from)) {
        set_strategy(work, &from);
    } else if (accelerate_setting(work, config, name, "fsdp_reshard_after_forward", &from) ||
               key_of(config, name, "reshard_after_forward", &from)) {
        bool hybrid;
        double stage = strategy_of(work, from.value, &hybrid);
        stage = isnan(stage) ? (strcmp(from.value, "true") == 0 ? 3 : 2) : stage;
        aic_launch_set_number(work, "zero", stage, &from);
    }
    if ((accelerate_setting(work, config, name, "fsdp_offload_params", &from) ||
         key_of(config, name, "offload_params", &from)) &&
        strcmp(from.value, "true") == 0) {
        aic_launch_set_word(work, "offload", "all", &from);
    }
    if ((accelerate_setting(work, config, name, "fsdp_activation_checkpointing", &from) ||
         key_of(config, name, "activation_checkpointing", &from)) &&
        strcmp(from.value, "true") == 0) {
        aic_launch_set_word(work, "recompute", "full", &from);
    }
}

/* accelerate's degrees: tensors, a sequence by rings or heads, replicas of a sharded model. */
static void read_parallelism(struct work *work, const struct node *root, const char *name)
{
    static const char *const keys[] = { "tp", "cp", "sp" };
    const struct node *config = aic_launch_member(root, "parallelism_config");
    struct setting from, replicas;
    double degree, shards;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *key = aic_launch_format(work->reader, "parallelism_config_%s_size", keys[i]);
        bool is_sequence = keys[i][0] == 's';
        if (accelerate_setting(work, config, name, key, &from) &&
            aic_launch_count(work, &from, is_sequence ? "cp" : keys[i], &degree) && degree > 1) {
            aic_launch_set_number(work, is_sequence ? "cp" : keys[i], degree, &from);
            if (is_sequence) {
                aic_launch_set_word(work, "cp_method", "a2a", &from);
            }
        }
    }
    if (accelerate_setting(work, config, name, "parallelism_config_dp_replicate_size", &replicas) &&
        accelerate_setting(work, config, name, "parallelism_config_dp_shard_size", &from) &&
        aic_launch_count(work, &replicas, "shard_group", &degree) && degree > 1 &&
        aic_launch_count(work, &from, "shard_group", &shards) && shards > 1) {
        aic_launch_set_number(work, "shard_group", shards * aic_launch_degree(work, "cp"), &from);
    }
}

static void read_accelerate_deepspeed(struct work *work, const struct node *config,
                                      const char *name, struct sharding *sharding)
{
    double value;
    struct setting from;
    sharding->has_deepspeed = true;
    if (accelerate_setting(work, config, name, "deepspeed_config_file", &from)) {
        sharding->deepspeed = aic_launch_deepspeed_file(work, &from);
    } else if (accelerate_setting(work, config, name, "zero_stage", &from) &&
               aic_launch_count(work, &from, "zero", &value)) {
        aic_launch_set_number(work, "zero", value, &from);
    }
    bool all = accelerate_setting(work, config, name, "offload_param_device", &from) &&
               strcmp(from.value, "none") != 0;
    if (all || (accelerate_setting(work, config, name, "offload_optimizer_device", &from) &&
                strcmp(from.value, "none") != 0)) {
        aic_launch_set_word(work, "offload", all ? "all" : "optimizer", &from);
    }
}

/* What a configuration that was not given is called. */
static void read_accelerate_name(struct work *work, struct sharding *sharding)
{
    const char *file = work->launcher.config_word.text;
    const char *name = file ? aic_launch_lower(work->reader, aic_base_name(file)) : "";
    struct setting named = { .spelt = "--config_file",
                             .value = file ? file : "",
                             .at = work->launcher.config_word.at };
    if (strstr(name, "fsdp") || strstr(name, "ddp")) {
        aic_launch_set_number(work, "zero", strstr(name, "fsdp") ? 3 : 0, &named);
        aic_launch_note(work->reader, work, "approximated", "zero", named.at,
                        "what shards is told by the file's name alone");
    } else if (file) {
        sharding->deepspeed = aic_launch_deepspeed_file(work, &named);
        sharding->has_deepspeed = strstr(name, "zero") || strstr(name, "deepspeed");
    }
}

/* accelerate's own: its options, its configuration. */
static void read_accelerate(struct work *work, struct sharding *sharding)
{
    struct source source = { .name = "" };
    const struct node *root = NULL;
    struct setting from;
    if (work->launcher.config) {
        source = *work->launcher.config;
        root = aic_launch_config(work->reader, &source);
    }
    read_parallelism(work, root, source.name);
    bool is_fsdp = accelerate_setting(work, NULL, "", "use_fsdp", &from);
    bool is_deepspeed = !is_fsdp && accelerate_setting(work, NULL, "", "use_deepspeed", &from);
    if (!is_fsdp && !is_deepspeed && key_of(root, source.name, "distributed_type", &from)) {
        is_fsdp = strcmp(from.value, "FSDP") == 0;
        is_deepspeed = strcmp(from.value, "DEEPSPEED") == 0;
        if (!is_fsdp && !is_deepspeed) {
            aic_launch_set_number(work, "zero", 0, &from);
        }
    }
    if (is_fsdp) {
        read_fsdp(work, aic_launch_member(root, "fsdp_config"), source.name);
        aic_launch_set_number(work, "zero", 3, &from);
    } else if (is_deepspeed) {
        read_accelerate_deepspeed(work, aic_launch_member(root, "deepspeed_config"), source.name,
                                  sharding);
    } else if (!work->launcher.config) {
        read_accelerate_name(work, sharding);
    }
}

/* Words of --fsdp, mostly in one text: "full_shard auto_wrap offload". */
static void set_options(struct work *work, const struct setting *fsdp, const char *text)
{
    for (size_t length; *(text += strspn(text, " ")); text += length) {
        struct setting one = *fsdp;
        length = strcspn(text, " ");
        one.value = aic_launch_keep(work->reader, text, length);
        set_strategy(work, &one);
        if (strcmp(one.value, "offload") == 0) {
            aic_launch_set_word(work, "offload", "all", &one);
        }
    }
}

/* Configurations that ms-swift has by itself: zero0 to zero3, with `_offload` behind. */
static bool set_own_stage(struct work *work, const struct setting *deepspeed)
{
    const char *name = deepspeed->value;
    bool is_own = work->dialect == &aic_launch_swift &&
                  (aic_launch_mapped(work->reader, "zero0 zero1 zero2 zero3", name) ||
                   aic_launch_mapped(work->reader, "zero2_offload zero3_offload", name));
    if (is_own) {
        aic_launch_set_number(work, "zero", name[4] - '0', deepspeed);
    }
    if (is_own && name[5] != '\0') {
        aic_launch_set_word(work, "offload", name[4] == '3' ? "all" : "optimizer", deepspeed);
    }
    return is_own;
}

static void set_sharding(struct work *work, const struct names *names, struct sharding *sharding)
{
    const struct setting *deepspeed = aic_launch_switch(work, names->deepspeed);
    const struct setting *fsdp = aic_launch_switch(work, names->fsdp);
    const struct setting *config = aic_launch_switch(work, names->fsdp_config);
    if (deepspeed && deepspeed->value[0]) {
        sharding->has_deepspeed = true;
        if (!set_own_stage(work, deepspeed)) {
            sharding->deepspeed = aic_launch_deepspeed_file(work, deepspeed);
            aic_launch_deepspeed_zero(work, &sharding->deepspeed);
        }
    }
    if (config && config->node) {
        read_fsdp(work, config->node, config->at.name);
    } else if (config && config->value[0]) {
        struct source *found = aic_launch_find_file(work->reader, config->value);
        struct source source = found ? *found : (struct source){ .name = "" };
        if (found) {
            read_fsdp(work, aic_launch_config(work->reader, &source), source.name);
        }
    }
    for (size_t i = 0; fsdp && i < fsdp->values.count; i++) {
        set_options(work, fsdp, fsdp->values.at[i].text);
    }
    if ((config || fsdp) && (config ? config->value[0] || config->node : fsdp->value[0] != '\0')) {
        aic_launch_set_number(work, "zero", 3, fsdp ? fsdp : config);
    }
    read_accelerate(work, sharding);
    sharding->shards = sharding->has_deepspeed || aic_launch_number(work, "zero") > 0;
    if (work->said.ask_count == 0) {
        aic_launch_set_default(work, "zero", 0);
    }
}

static bool has_any(const char *list, const char *const *words)
{
    for (size_t i = 0; words[i]; i++) {
        if (strstr(list, words[i])) {
            return true;
        }
    }
    return false;
}

/* The nearest of the three sets of matrices that adapters are counted for. */
static void set_targets(struct work *work, const struct setting *targets)
{
    static const char *const mlp[] = { "gate_proj", "up_proj", "down_proj", "fc1",
                                       "fc2",       "mlp",     NULL };
    static const char *const known[] = { "q_proj", "k_proj", "v_proj", "o_proj", NULL };
    const char *list = targets->value;
    bool has_q = strstr(list, "q_proj"), has_v = strstr(list, "v_proj");
    if (strcmp(list, "all") == 0 || strcmp(list, "all-linear") == 0 || has_any(list, mlp)) {
        aic_launch_set_word(work, "lora_targets", "all", targets);
    } else if (has_q && has_v && !strstr(list, "k_proj") && !strstr(list, "o_proj")) {
        aic_launch_set_word(work, "lora_targets", "qv", targets);
    } else {
        aic_launch_set_word(work, "lora_targets", "attention", targets);
        if (!has_any(list, known)) {
            aic_launch_note(work->reader, work, "approximated", "lora_targets", targets->at,
                            "other matrices are taken as those of attention");
        }
    }
}

/* True where adapters are trained, false where whole weights are. */
static bool set_adapters(struct work *work, const struct names *names)
{
    bool is_swift = work->dialect == &aic_launch_swift; /* trains adapters unless it is told */
    const struct setting *type = aic_launch_setting(work, "--finetuning-type");
    const struct setting *adapter = aic_launch_switch(work, "adapter");
    const struct setting *peft = aic_launch_switch(work, "--use-peft");
    const struct setting *rank = aic_launch_setting(work, names->rank);
    const struct setting *in_4bit = aic_launch_switch(work, names->in_4bit);
    const struct setting *targets = aic_launch_setting(work, names->targets);
    const struct setting *all = aic_launch_switch(work, "lora_target_linear");
    bool is_full = type && strcmp(type->value, "lora") != 0;
    const struct setting *from = type && !is_full ? type : adapter ? adapter : peft;
    from = from ? from : rank;
    from = from ? from : in_4bit;
    if (is_full && strcmp(type->value, "full") != 0) {
        aic_launch_not_modelled(work, type, "");
    }
    if (is_full || (!from && !is_swift) || (work->dialect == &aic_launch_axolotl && !adapter)) {
        return false;
    }
    double value;
    if (rank && aic_launch_count(work, rank, "lora_rank", &value)) {
        aic_launch_set_number(work, "lora_rank", value, rank);
    } else if (!rank) {
        aic_launch_set_default(work, "lora_rank", peft && !type ? 16 : 8);
    }
    if (all) {
        aic_launch_set_word(work, "lora_targets", "all", all);
    } else if (targets && aic_launch_is_told(work, targets, "lora_targets")) {
        set_targets(work, targets);
    }
    return true;
}

/* Weights that are held in fewer bits. */
static void set_bits(struct work *work, const struct names *names)
{
    const struct setting *in_4bit = aic_launch_switch(work, names->in_4bit);
    const struct setting *in_8bit = aic_launch_switch(work, names->in_8bit);
    const struct setting *bits = aic_launch_setting(work, "--quantization-bit");
    if (bits && strcmp(bits->value, "4") == 0) {
        in_4bit = bits;
    } else if (bits && strcmp(bits->value, "8") == 0) {
        in_8bit = bits;
    }
    if (in_4bit) {
        aic_launch_set_word(work, "weight_dtype", "nf4", in_4bit);
    } else if (in_8bit) {
        aic_launch_set_word(work, "weight_dtype", "int8", in_8bit);
    }
}

/* The width of the arithmetic: the trainer's, else accelerate's. */
static const struct setting *compute_setting(struct work *work, const struct names *names,
                                             struct setting *own, const char **type)
{
    const struct setting *pure = aic_launch_switch(work, "--pure-bf16");
    const struct setting *bf16 = aic_launch_switch(work, names->bf16);
    const struct setting *fp16 = aic_launch_switch(work, names->fp16);
    const struct setting *found = pure ? pure : bf16 ? bf16 : fp16;
    *type = found == fp16 && fp16 ? "fp16" : "bf16";
    if (!found && aic_launch_switch(work, names->tf32)) {
        *type = "fp32";
        return aic_launch_switch(work, names->tf32);
    }
    if (!found) {
        struct source source = { .name = "" };
        const struct node *root = NULL;
        if (work->launcher.config) {
            source = *work->launcher.config;
            root = aic_launch_config(work->reader, &source);
        }
        if (accelerate_setting(work, root, source.name, "mixed_precision", own) &&
            (strcmp(own->value, "bf16") == 0 || strcmp(own->value, "fp16") == 0)) {
            *type = own->value;
            return own;
        }
    }
    if (!found) {
        *type = "fp32";
    }
    return found;
}

/* Everything in the few bits that the weights are loaded in. */
static void set_pure(struct work *work, const struct setting *from, const char *type)
{
    aic_launch_set_word(work, "weight_dtype", type, from);
    aic_launch_set_word(work, "grad_dtype", type, from);
    aic_launch_set_word(work, "optimizer_dtype", type, from);
    aic_launch_set_yes(work, "master_weights", false, from);
}

static void set_types(struct work *work, const struct names *names, const struct sharding *sharding,
                      bool has_adapters)
{
    struct setting own;
    const char *type;
    const struct setting *compute = compute_setting(work, names, &own, &type);
    const struct setting *loaded = aic_launch_setting(work, "--torch-dtype");
    const char *loaded_type =
        loaded ? aic_launch_mapped(work->reader, type_names, loaded->value) : NULL;
    const struct setting *pure = aic_launch_switch(work, "--pure-bf16");
    bool is_axolotl = work->dialect == &aic_launch_axolotl;
    if (work->dialect == &aic_launch_swift && !compute) { /* computes in what it loads */
        loaded_type = loaded_type ? loaded_type : "bf16";
        type = strcmp(loaded_type, "fp32") == 0 ? "fp16" : loaded_type;
        compute = loaded;
    }
    bool loads_few = loaded_type && strcmp(loaded_type, "fp32") != 0;
    if (sharding->has_deepspeed) {
        aic_launch_deepspeed_types(work, &sharding->deepspeed);
    }
    if (has_adapters) {
        aic_launch_set_word(work, "compute_dtype", type, compute);
        aic_launch_set_word(work, "weight_dtype",
                            loaded_type                            ? loaded_type
                            : strcmp(type, "bf16") == 0 && compute ? "bf16"
                                                                   : "fp32",
                            loaded_type ? loaded : compute);
        return;
    }
    if (pure || (!sharding->shards && is_axolotl && compute && strcmp(type, "bf16") == 0)) {
        set_pure(work, pure ? pure : compute, "bf16");
    } else if (!sharding->shards && loads_few) {
        set_pure(work, loaded, loaded_type);
        if (!compute) {
            aic_launch_set_word(work, "compute_dtype", loaded_type, loaded);
        }
    } else if (sharding->has_deepspeed) {
        aic_launch_set_word(work, "weight_dtype", type, compute);
        aic_launch_set_word(work, "grad_dtype", type, compute);
    }
    aic_launch_set_word(work, "compute_dtype", type, compute);
    aic_launch_set_default_word(work, "weight_dtype", "fp32");
    aic_launch_set_default_word(work, "grad_dtype", "fp32");
}

static void set_optimizer(struct work *work, const struct names *names)
{
    static const struct {
        const char *pattern, *name; /* NULL: states that are none of these */
    } kinds[] = { { "adamw*8bit", "adamw-8bit" },
                  { "paged_adamw*8bit", "adamw-8bit" },
                  { "ao_adamw_8bit", "adamw-8bit" },
                  { "*8bit", NULL },
                  { "*4bit", NULL },
                  { "adamw*", "adamw" },
                  { "adam", "adamw" },
                  { "paged_adamw*", "adamw" },
                  { "adafactor", "adafactor" },
                  { "*lion*", "lion" },
                  { "sgd", "sgd" },
                  { "muon", "muon" },
                  { "*", NULL } };
    const struct setting *optimizer = aic_launch_setting(work, names->optimizer);
    if (!optimizer || !optimizer->value[0] || !aic_launch_is_told(work, optimizer, "optimizer")) {
        return;
    }
    size_t i = 0;
    while (!aic_launch_matches(kinds[i].pattern, optimizer->value)) {
        i++;
    }
    if (kinds[i].name) {
        aic_launch_set_word(work, "optimizer", kinds[i].name, optimizer);
    } else {
        aic_launch_not_modelled(work, optimizer, optimizer->value);
    }
}

static void set_recompute(struct work *work, const struct names *names)
{
    const struct setting *checkpointing = aic_launch_setting(work, names->checkpointing);
    const struct setting *disabled = aic_launch_switch(work, "--disable-gradient-checkpointing");
    bool is_on = !disabled && aic_launch_switch(work, names->checkpointing) != NULL;
    checkpointing = disabled ? disabled : checkpointing;
    if (checkpointing && strcmp(checkpointing->value, "offload") == 0) {
        aic_launch_set_number(work, "activation_offload", 1, checkpointing);
    }
    if (checkpointing) {
        aic_launch_set_word(work, "recompute", is_on ? "full" : "none", checkpointing);
    }
    bool recomputes =
        work->dialect == &aic_launch_swift || aic_launch_setting(work, "--finetuning-type");
    aic_launch_set_default_word(work, "recompute", recomputes ? "full" : "none");
}

static void set_model(struct work *work, const struct names *names, bool has_adapters)
{
    const struct setting *model = aic_launch_first(work, names->model);
    if (!model) {
        if (!aic_launch_flag(work->reader, "model")) {
            aic_launch_ask(work, "model", work->at, "the text names no model: add --model");
        }
        return;
    }
    /* A release in few bits is trained with adapters over it; otherwise the width is the trainer's. */
    struct found_model found = aic_launch_find_model(work->reader, model->value);
    bool is_int4 = has_adapters && found.format && strcmp(found.format, "int4") == 0;
    aic_launch_set_model(work, model, model->value, !is_int4);
}

static void set_batch(struct work *work, const struct names *names)
{
    const struct setting *steps = aic_launch_setting(work, names->accumulation);
    const struct setting *micro = aic_launch_setting(work, "--per-device-train-batch-size");
    micro = micro ? micro : aic_launch_setting(work, "micro_batch_size");
    double accumulation = 1;
    bool is_swift = work->dialect == &aic_launch_swift;
    if (is_swift || work->dialect == &aic_launch_hf) {
        aic_launch_set_default(work, "micro_batch", is_swift ? 1 : 8);
    }
    if (is_swift && !steps) { /* as many as make a batch of 16 */
        double each = aic_launch_number(work, "micro_batch") * aic_launch_data_parallel(work);
        accumulation = fmax(1, ceil(16 / each));
    }
    if (steps && !aic_launch_count(work, steps, "global_batch", &accumulation)) {
        return;
    }
    aic_launch_set_batch(work, steps ? steps : micro, accumulation);
}

/* What the trainers have in common. */
static void finish_common(struct work *work, const struct names *names)
{
    struct sharding sharding = { .shards = false };
    aic_launch_apply_rows(work);
    bool has_adapters = set_adapters(work, names);
    set_bits(work, names);
    set_model(work, names, has_adapters);
    set_sharding(work, names, &sharding);
    set_types(work, names, &sharding, has_adapters);
    set_optimizer(work, names);
    if (sharding.has_deepspeed) {
        aic_launch_deepspeed_rest(work, &sharding.deepspeed);
    }
    set_recompute(work, names);
}

static void finish_hf(struct work *work)
{
    const struct setting *attention = aic_launch_setting(work, "--attn-implementation");
    const struct setting *liger = aic_launch_switch(work, "--use-liger-kernel");
    finish_common(work, &hf_names);
    if (attention && attention->value[0]) {
        aic_launch_set_yes(work, "flash_attention",
                           !attention->is_no &&
                               !aic_launch_mapped(work->reader, attentions, attention->value),
                           attention);
    }
    if (liger) {
        aic_launch_set_word(work, "kernels", "fused", liger);
        aic_launch_set_word(work, "loss", "chunked", liger);
    }
    aic_launch_set_default_word(work, "kernels", "eager");
    aic_launch_set_gpus(work);
    set_batch(work, &hf_names);
}

/* The groups that axolotl's own keys make. */
static void set_axolotl_gpus(struct work *work)
{
    const struct setting *shard = aic_launch_setting(work, "dp_shard_size");
    const struct setting *replicate = aic_launch_setting(work, "dp_replicate_size");
    double shards = 1, replicas = 1;
    if (!shard && !replicate) {
        return;
    }
    if ((shard && !aic_launch_count(work, shard, "gpus", &shards)) ||
        (replicate && !aic_launch_count(work, replicate, "gpus", &replicas))) {
        return;
    }
    work->launcher.gpus =
        shards * replicas * aic_launch_degree(work, "tp") * aic_launch_degree(work, "cp");
    work->launcher.at = shard ? shard->at : replicate->at;
    work->launcher.spelt = shard ? shard->spelt : replicate->spelt;
}

static void finish_axolotl(struct work *work)
{
    const struct setting *flash = aic_launch_switch(work, "flash_attention");
    const struct setting *eager = aic_launch_switch(work, "eager_attention");
    const struct setting *chosen = aic_launch_setting(work, "attn_implementation");
    const struct setting *liger = aic_launch_switch(work, "liger_fused_linear_cross_entropy");
    const struct setting *plugins = aic_launch_setting(work, "plugins");
    finish_common(work, &axolotl_names);
    flash = flash ? flash : aic_launch_switch(work, "sdp_attention");
    if (eager) {
        aic_launch_set_yes(work, "flash_attention", false, eager);
    } else if (chosen && chosen->value[0]) {
        aic_launch_set_yes(work, "flash_attention",
                           !aic_launch_mapped(work->reader, attentions, chosen->value), chosen);
    } else if (flash) {
        aic_launch_set_yes(work, "flash_attention", true, flash);
    }
    if (liger) {
        aic_launch_set_word(work, "kernels", "fused", liger);
        aic_launch_set_word(work, "loss", "chunked", liger);
    } else if (plugins && strstr(plugins->value, "CutCrossEntropy")) {
        aic_launch_set_word(work, "loss", "chunked", plugins);
    }
    aic_launch_set_default_word(work, "kernels", "eager");
    set_axolotl_gpus(work);
    aic_launch_set_gpus(work);
    set_batch(work, &axolotl_names);
}

#define TRAINER                                                                                    \
    .name = "hf", .program = "hf", .calculators = { "train-memory" }, .rows = hf_rows,             \
    .others = hf_others, .takes_many = true, .finish = finish_hf

const struct dialect aic_launch_hf = { TRAINER };
/* ms-swift's own command: the same flags, other defaults. */
const struct dialect aic_launch_swift = { TRAINER };
const struct dialect aic_launch_axolotl = { .name = "axolotl",
                                            .program = "axolotl",
                                            .calculators = { "train-memory" },
                                            .rows = axolotl_rows,
                                            .others = axolotl_others,
                                            .finish = finish_axolotl };
/* accelerate's configuration alone: what shards is known, the model and its batch are asked for. */
const struct dialect aic_launch_accelerate = { .name = "accelerate",
                                               .calculators = { "train-memory" },
                                               .rows = hf_rows,
                                               .others = hf_others,
                                               .ignores_others = true,
                                               .finish = finish_hf };
