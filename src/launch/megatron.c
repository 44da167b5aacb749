/* SPDX-License-Identifier: Apache-2.0 */
/* Megatron-LM and Megatron-DeepSpeed by their flags, Megatron-Bridge and NeMo by their keys. */
#include <math.h>
#include <string.h>

#include "core/ascii.h"
#include "launch/logs.h"
#include "launch/trainers.h"

static const char optimizers[] = "adamw:adam,adamw sgd-momentum:sgd muon:muon,dist_muon lion";
static const char width_names[] = "fp32:fp32,float32,32 bf16:bf16,bfloat16,torch.bfloat16 "
                                  "fp16:fp16,float16,16,torch.float16 fp8 "
                                  "int8:uint8,int8,torch.uint8";

static const struct row megatron_rows[] = {
    ROW("--tensor-model-parallel-size", "tp", TAKE_COUNT),
    ROW("--pipeline-model-parallel-size", "pp", TAKE_COUNT),
    ROW("--context-parallel-size", "cp", TAKE_COUNT),
    ROW("--expert-model-parallel-size", "ep", TAKE_ABOVE_ONE),
    ROW("--moe-expert-parallel-size", "ep", TAKE_ABOVE_ONE), /* Megatron-DeepSpeed */
    ROW("--expert-tensor-parallel-size", "etp", TAKE_COUNT),
    ROW("--num-virtual-stages-per-pipeline-rank", "vpp", TAKE_ABOVE_ONE),
    ROW("--decoder-first-pipeline-num-layers", "first_stage_layers", TAKE_COUNT),
    ROW("--decoder-last-pipeline-num-layers", "last_stage_layers", TAKE_COUNT),
    SWITCH("--sequence-parallel", "sequence_parallel", TAKE_YES),
    ROW("--micro-batch-size", "micro_batch", TAKE_COUNT),
    ROW("--global-batch-size", "global_batch", TAKE_COUNT),
    ROW("--seq-length", "seq", TAKE_COUNT),
    ROW("--encoder-seq-length", "seq", TAKE_COUNT),
    ROW("--train-iters", "steps", TAKE_COUNT),
    ROW("--num-layers", "layers", TAKE_COUNT),
    ROW("--hidden-size", "hidden", TAKE_COUNT),
    ROW("--num-attention-heads", "heads", TAKE_COUNT),
    ROW("--kv-channels", "head_dim", TAKE_COUNT),
    ROW("--num-key-value-heads", "kv_heads", TAKE_COUNT),
    ROW("--ffn-hidden-size", "ffn", TAKE_COUNT),
    SWITCH("--swiglu", "gated", TAKE_YES),
    ROW("--glu-activation", "gated", TAKE_YES), /* Megatron-DeepSpeed of BLOOM */
    SWITCH("--untie-embeddings-and-output-weights", "tied_embeddings", TAKE_NO),
    SWITCH("--disable-bias-linear", "linear_bias", TAKE_NO),
    SWITCH("--add-qkv-bias", "qkv_bias", TAKE_YES),
    SWITCH("--qk-layernorm", "qk_norm", TAKE_YES),
    ROW("--padded-vocab-size", "vocab", TAKE_COUNT),
    ROW("--pad-vocab-size-to", "vocab", TAKE_COUNT),
    ROW("--vocab-size", "vocab", TAKE_COUNT),
    ROW("--make-vocab-size-divisible-by", "vocab_multiple", TAKE_COUNT),
    ROW("--num-experts", "experts", TAKE_ABOVE_ONE),
    ROW("--moe-router-topk", "experts_per_token", TAKE_COUNT),
    ROW("--topk", "experts_per_token", TAKE_COUNT),
    ROW("--moe-ffn-hidden-size", "expert_ffn", TAKE_COUNT),
    ROW("--moe-shared-expert-intermediate-size", "shared_expert_ffn", TAKE_POSITIVE),
    ROW("--mtp-num-layers", "mtp_layers", TAKE_POSITIVE),
    WORD("--optimizer", "optimizer", optimizers),
    WORD("--recompute-granularity", "recompute", "full selective"),
    END_OF_ROWS,
};
static const char megatron_others[] =
    "--num-layers-per-virtual-pipeline-stage --cp-comm-type --train-samples --train-tokens "
    "--num-query-groups --normalization --max-position-embeddings --position-embedding-type "
    "--tokenizer-type --tokenizer-model --tokenizer-name-or-path --merge-file "
    "--moe-layer-freq --expert-interval --q-lora-rank --kv-lora-rank --qk-head-dim "
    "--qk-pos-emb-head-dim "
    "--v-head-dim --fp8-format --fp8-recipe --fp4-format --main-grads-dtype --zero-stage "
    "--deepspeed-config --data-parallel-sharding-strategy --exp-avg-dtype --exp-avg-sq-dtype "
    "--recompute-modules --recompute-method --recompute-num-layers --attention-backend "
    "--transformer-impl --cross-entropy-fusion-impl --hidden-dropout";
static const char megatron_other_switches[] =
    "--group-query-attention --no-position-embedding --use-rotary-position-embeddings "
    "--multi-latent-attention --bf16 --fp16 --grad-reduce-in-bf16 "
    "--accumulate-allreduce-grads-in-fp32 --use-megatron-fsdp --use-torch-fsdp2 "
    "--use-distributed-optimizer --optimizer-cpu-offload --cpu-optimizer "
    "--recompute-activations --checkpoint-activations --use-flash-attn "
    "--cross-entropy-loss-fusion --no-gradient-accumulation-fusion";

static double number_of(struct work *work, const char *flag, const char *input)
{
    const struct setting *setting = aic_launch_setting(work, flag);
    double value;
    return setting && aic_launch_count(work, setting, input, &value) ? value : NAN;
}

static void set_count(struct work *work, const char *flag, const char *input, double silent)
{
    double value = number_of(work, flag, input);
    if (!isnan(value)) {
        aic_launch_set_number(work, input, value, aic_launch_setting(work, flag));
    } else if (!isnan(silent) && !aic_launch_setting(work, flag)) {
        aic_launch_set_default(work, input, silent);
    }
}

/* Virtual stages by the layers of each. */
static void set_stages(struct work *work)
{
    const struct setting *each =
        aic_launch_setting(work, "--num-layers-per-virtual-pipeline-stage");
    double layers = number_of(work, "--num-layers-per-virtual-pipeline-stage", "vpp");
    double stages =
        floor(floor(aic_launch_number(work, "layers") / aic_launch_degree(work, "pp")) / layers);
    if (stages > 1) {
        aic_launch_set_number(work, "vpp", stages, each);
    }
    const struct setting *method = aic_launch_setting(work, "--cp-comm-type");
    if (method && aic_launch_degree(work, "cp") > 1) {
        const char *name =
            aic_launch_keep(work->reader, method->value, strcspn(method->value, " "));
        if (strcmp(name, "p2p") == 0 || strcmp(name, "a2a") == 0) {
            aic_launch_set_word(work, "cp_method", name, method);
        } else {
            aic_launch_not_modelled(work, method, "");
        }
    }
}

static void set_attention(struct work *work)
{
    const struct setting *groups = aic_launch_setting(work, "--num-query-groups");
    const struct setting *grouped = aic_launch_switch(work, "--group-query-attention");
    if (aic_launch_switch(work, "--multi-latent-attention")) {
        aic_launch_unset(work, "head_dim");
        set_count(work, "--q-lora-rank", "q_lora_rank", NAN);
        set_count(work, "--kv-lora-rank", "kv_lora_rank", 512);
        set_count(work, "--qk-head-dim", "qk_nope_head_dim", 128);
        set_count(work, "--qk-pos-emb-head-dim", "qk_rope_head_dim", 64);
        set_count(work, "--v-head-dim", "v_head_dim", 128);
        return;
    }
    if (grouped && groups) {
        set_count(work, "--num-query-groups", "kv_heads", NAN);
    } else if (grouped) {
        aic_launch_set_number(work, "kv_heads", 1, grouped);
    } else if (!isnan(aic_launch_number(work, "heads"))) {
        aic_launch_set_default(work, "kv_heads", aic_launch_number(work, "heads"));
    }
}

/* Zeros and ones of `[0]*3+[1]*58`; false where it is no such list. */
static bool count_pattern(const char *at, double *zeros, bool *leading)
{
    double ones = 0, times, value;
    *zeros = 0;
    *leading = true;
    while (*at) {
        if (strchr("([+ ,)", *at)) {
            at++;
            continue;
        }
        size_t digits = aic_number_read(at, strlen(at), 0, &value);
        if (digits == 0 || (value != 0 && value != 1)) {
            return false;
        }
        at += digits;
        at += *at == ']';
        times = 1;
        if (*at == '*') {
            digits = aic_number_read(at + 1, strlen(at + 1), 0, &times);
            at += digits + 1;
        }
        *leading = *leading && (value != 0 || ones == 0);
        *zeros += value == 0 ? times : 0;
        ones += value == 1 ? times : 0;
    }
    return ones > 0;
}

/* Megatron-DeepSpeed, by a flag of its own: one expert a token, experts in every second layer. */
static bool is_megatron_deepspeed(const struct work *work)
{
    return aic_launch_setting(work, "--moe-expert-parallel-size") != NULL;
}

/* Megatron-DeepSpeed: experts in the last of every so many layers. */
static void set_interval(struct work *work)
{
    const struct setting *interval = aic_launch_setting(work, "--expert-interval");
    double every = 2, layers = aic_launch_number(work, "layers");
    if ((!interval && !is_megatron_deepspeed(work)) || isnan(layers) ||
        (interval && !aic_launch_count(work, interval, "dense_layers", &every)) || every <= 1) {
        return;
    }
    aic_launch_set_number(work, "dense_layers", layers - floor(layers / every), interval);
    aic_launch_set_yes(work, "dense_leading", false, interval);
}

static void set_dense_layers(struct work *work)
{
    const struct setting *setting = aic_launch_setting(work, "--moe-layer-freq");
    double every, zeros = 0, layers = aic_launch_number(work, "layers");
    bool leading = false;
    if (!setting) {
        set_interval(work);
    }
    if (!setting || !aic_launch_is_told(work, setting, "dense_layers")) {
        return;
    }
    size_t length = strlen(setting->value);
    bool is_number = aic_number_read(setting->value, length, 0, &every) == length && length > 0;
    if (is_number && every >= 1 && !isnan(layers)) {
        zeros = layers - ceil(layers / every);
    } else if (is_number || !count_pattern(setting->value, &zeros, &leading)) {
        aic_launch_not_modelled(work, setting, "no pattern that is read here");
        return;
    }
    if (zeros > 0) {
        aic_launch_set_number(work, "dense_layers", zeros, setting);
        if (!leading) {
            aic_launch_set_yes(work, "dense_leading", false, setting);
        }
    }
}

static void set_experts(struct work *work)
{
    if (isnan(aic_launch_number(work, "experts"))) {
        aic_launch_unset(work, "experts_per_token");
        aic_launch_unset(work, "expert_ffn");
        aic_launch_unset(work, "shared_expert_ffn");
        aic_launch_unset(work, "etp"); /* which a log always says */
        return;
    }
    aic_launch_set_default(work, "experts_per_token", is_megatron_deepspeed(work) ? 1 : 2);
    if (!isnan(aic_launch_number(work, "ffn"))) {
        aic_launch_set_default(work, "expert_ffn", aic_launch_number(work, "ffn"));
    }
    if (!isnan(aic_launch_number(work, "shared_expert_ffn"))) {
        aic_launch_set_number(work, "shared_experts", 1,
                              aic_launch_setting(work, "--moe-shared-expert-intermediate-size"));
    }
    set_dense_layers(work);
}

/* The vocabulary of a tokenizer, where the text does not say it; it is asked for where none is known. */
static void set_tokenizer(struct work *work, const struct setting *type,
                          const struct setting *merges, const struct setting *model)
{
    if (aic_launch_input_of(&work->said, "vocab")) {
        return;
    }
    if (type && strcmp(type->value, "GPT2BPETokenizer") == 0) {
        aic_launch_set_number(work, "vocab", 50257, type);
    } else if (type && strcmp(type->value, "Llama2Tokenizer") == 0) {
        aic_launch_set_number(work, "vocab", 32000, type);
    } else if (!type && merges) {
        aic_launch_set_number(work, "vocab", 50257, merges);
    } else if (model && !aic_launch_has_hole(model->value)) {
        struct found_model found = aic_launch_find_model(work->reader, model->value);
        double vocab = found.name ? aic_launch_field_of(work->reader, found.name, "vocab") : NAN;
        if (vocab > 0) {
            aic_launch_set_number(work, "vocab", vocab, model);
        }
    }
    if (!aic_launch_has(work, "vocab")) {
        aic_launch_ask(work, "vocab", work->at,
                       "the size of the vocabulary is in the tokenizer: add --vocab");
    }
}

static void set_vocab(struct work *work)
{
    static const char *const padded[] = { "--padded-vocab-size", "--pad-vocab-size-to", NULL };
    static const char *const models[] = { "--tokenizer-model", "--tokenizer-name-or-path", NULL };
    const struct setting *type = aic_launch_setting(work, "--tokenizer-type");
    const struct setting *merges = aic_launch_setting(work, "--merge-file");
    const struct setting *model = aic_launch_first(work, models);
    const struct setting *exact = aic_launch_first(work, padded);
    if (exact) {
        aic_launch_unset(work, "vocab_multiple");
        aic_launch_set_number(work, "vocab_multiple", 1, exact);
    }
    set_tokenizer(work, type, merges, model);
    aic_launch_set_default(work, "vocab_multiple", 128);
}

static void set_architecture(struct work *work)
{
    double hidden = aic_launch_number(work, "hidden");
    const struct setting *norm = aic_launch_setting(work, "--normalization");
    const struct setting *positions = aic_launch_setting(work, "--max-position-embeddings");
    const struct setting *type = aic_launch_setting(work, "--position-embedding-type");
    bool is_learned = (!type || strcmp(type->value, "learned_absolute") == 0) &&
                      !aic_launch_switch(work, "--no-position-embedding") &&
                      !aic_launch_switch(work, "--use-rotary-position-embeddings");
    set_attention(work);
    if (!isnan(hidden)) {
        bool gated = aic_launch_number(work, "gated") > 0;
        aic_launch_set_default(work, "ffn",
                               gated ? 64 * floor(floor(hidden * 8 / 3) / 64) : 4 * hidden);
    }
    aic_launch_set_yes(work, "gated", false, NULL);
    aic_launch_set_yes(work, "tied_embeddings", true, NULL);
    aic_launch_set_yes(work, "linear_bias", true, NULL);
    if (!aic_launch_switch(work, "--multi-latent-attention")) { /* its projections down have none */
        aic_launch_set_yes(work, "qkv_bias", aic_launch_number(work, "linear_bias") > 0, NULL);
    }
    bool is_rms = norm && strcmp(aic_launch_lower(work->reader, norm->value), "rmsnorm") == 0;
    aic_launch_set_yes(work, "norm_bias", !is_rms, norm);
    if (positions && is_learned) {
        set_count(work, "--max-position-embeddings", "learned_positions", NAN);
    }
    set_vocab(work);
    set_experts(work);
}

/* Widths of numbers. Without --bf16 or --fp16 everything is fp32. */
static void set_types(struct work *work)
{
    static const char *const fp8[] = { "--fp8-format", "--fp8-recipe", NULL };
    const struct setting *bf16 = aic_launch_switch(work, "--bf16");
    const struct setting *half = bf16 ? bf16 : aic_launch_switch(work, "--fp16");
    const struct setting *reduced = aic_launch_switch(work, "--grad-reduce-in-bf16");
    const struct setting *main = aic_launch_setting(work, "--main-grads-dtype");
    const struct setting *full = aic_launch_switch(work, "--accumulate-allreduce-grads-in-fp32");
    const char *width = bf16 ? "bf16" : half ? "fp16" : "fp32";
    if (bf16 && aic_launch_first(work, fp8)) {
        aic_launch_set_word(work, "compute_dtype", "fp8", aic_launch_first(work, fp8));
    }
    aic_launch_set_word(work, "compute_dtype", width, half);
    aic_launch_set_word(work, "weight_dtype", width, half);
    const char *named = main ? aic_launch_mapped(work->reader, width_names, main->value) : NULL;
    if (reduced) {
        aic_launch_set_word(work, "grad_dtype", "bf16", reduced);
    } else if (named) {
        aic_launch_set_word(work, "grad_dtype", named, main);
    } else if (full) {
        aic_launch_set_word(work, "grad_dtype", "fp32", full);
    }
    aic_launch_set_default_word(work, "grad_dtype", half && !bf16 ? "fp16" : "fp32");
    if (aic_launch_setting(work, "--fp4-format")) {
        aic_launch_not_modelled(work, aic_launch_setting(work, "--fp4-format"), "");
    }
}

static void set_zero(struct work *work)
{
    const struct setting *config = aic_launch_setting(work, "--deepspeed-config");
    const struct setting *fsdp = aic_launch_switch(work, "--use-megatron-fsdp");
    const struct setting *torch = aic_launch_switch(work, "--use-torch-fsdp2");
    const struct setting *distributed = aic_launch_switch(work, "--use-distributed-optimizer");
    const struct setting *strategy = aic_launch_setting(work, "--data-parallel-sharding-strategy");
    set_count(work, "--zero-stage", "zero", NAN);
    if (config && !aic_launch_has(work, "zero")) {
        struct deepspeed file = aic_launch_deepspeed_file(work, config);
        aic_launch_deepspeed_zero(work, &file);
    } else if (fsdp && strategy) {
        const char *stage = aic_launch_mapped(
            work->reader, "0:no_shard 1:optim 2:optim_grads 3:optim_grads_params", strategy->value);
        if (stage) {
            aic_launch_set_number(work, "zero", stage[0] - '0', strategy);
        }
    }
    if (torch) {
        aic_launch_set_number(work, "zero", 3, torch);
    } else if (distributed) {
        aic_launch_set_number(work, "zero", 1, distributed);
    }
    aic_launch_set_default(work, "zero", 0);
}

static void set_recompute(struct work *work)
{
    const struct setting *activations = aic_launch_switch(work, "--recompute-activations");
    const struct setting *all = aic_launch_switch(work, "--checkpoint-activations");
    const struct setting *modules = aic_launch_setting(work, "--recompute-modules");
    const struct setting *method = aic_launch_setting(work, "--recompute-method");
    const char *recompute = aic_launch_word(work, "recompute");
    if (!recompute && activations) {
        aic_launch_set_word(work, "recompute", "selective", activations);
    } else if (!recompute && all) {
        aic_launch_set_word(work, "recompute", "full", all);
    }
    if (recompute && strcmp(recompute, "full") == 0 && method &&
        strcmp(method->value, "block") == 0) {
        set_count(work, "--recompute-num-layers", "recompute_layers", NAN);
    }
    if (modules && strcmp(modules->value, "core_attn") != 0) {
        aic_launch_note(work->reader, work, "approximated", "recompute", modules->at,
                        "other modules than core_attn are taken as it alone");
    }
    aic_launch_set_default_word(work, "recompute", "none");
}

static void set_kernels(struct work *work)
{
    const struct setting *backend = aic_launch_setting(work, "--attention-backend");
    const struct setting *implementation = aic_launch_setting(work, "--transformer-impl");
    const struct setting *fusion = aic_launch_switch(work, "--cross-entropy-loss-fusion");
    const struct setting *by = aic_launch_setting(work, "--cross-entropy-fusion-impl");
    const struct setting *dropout = aic_launch_setting(work, "--hidden-dropout");
    const struct setting *unfused = aic_launch_switch(work, "--no-gradient-accumulation-fusion");
    bool is_local = implementation && strcmp(implementation->value, "local") == 0;
    double share;
    if (backend &&
        (strcmp(backend->value, "unfused") == 0 || strcmp(backend->value, "local") == 0)) {
        aic_launch_set_yes(work, "flash_attention", false, backend);
    } else if (is_local && !aic_launch_switch(work, "--use-flash-attn")) {
        aic_launch_set_yes(work, "flash_attention", false, implementation);
    }
    aic_launch_set_yes(work, "flash_attention", true, NULL);
    if (fusion) {
        bool is_te = by && strcmp(by->value, "te") == 0;
        aic_launch_set_word(work, "loss", is_te ? "fused" : "native-fused", fusion);
    }
    aic_launch_set_default_word(work, "loss", "unfused");
    if (dropout && aic_number_read(dropout->value, strlen(dropout->value), 0, &share) > 0) {
        aic_launch_set_yes(work, "dropout", share > 0, dropout);
    }
    aic_launch_set_yes(work, "dropout", true, NULL);
    aic_launch_set_yes(work, "wgrad_buffers", !is_local && !unfused,
                       is_local ? implementation : unfused);
}

static void set_optimizer(struct work *work)
{
    static const char *const offloads[] = { "--optimizer-cpu-offload", "--cpu-optimizer", NULL };
    const struct setting *first = aic_launch_setting(work, "--exp-avg-dtype");
    const struct setting *second = aic_launch_setting(work, "--exp-avg-sq-dtype");
    const struct setting *offload = aic_launch_first(work, offloads);
    if (offload && !offload->is_no) {
        aic_launch_set_word(work, "offload", "optimizer", offload);
    }
    if (!first && !second) {
        return;
    }
    const char *type = first && second && strcmp(first->value, second->value) == 0
                           ? aic_launch_mapped(work->reader, width_names, first->value)
                           : NULL;
    if (type) {
        aic_launch_set_word(work, "optimizer_dtype", type, first);
    } else {
        aic_launch_not_modelled(work, first ? first : second, "moments of two widths");
    }
}

static void set_length(struct work *work)
{
    const struct setting *samples = aic_launch_setting(work, "--train-samples");
    const struct setting *tokens = aic_launch_setting(work, "--train-tokens");
    double seq = aic_launch_number(work, "seq"), count;
    if (aic_launch_has(work, "steps")) {
        return;
    }
    if (samples && aic_launch_count(work, samples, "tokens", &count) && count * seq >= 1) {
        aic_launch_set_number(work, "tokens", count * seq, samples);
    } else if (tokens && aic_launch_count(work, tokens, "tokens", &count)) {
        aic_launch_set_number(work, "tokens", count, tokens);
    }
}

static void finish_megatron(struct work *work)
{
    aic_launch_apply_rows(work);
    if (aic_launch_setting(work, "--num-layers")) {
        set_architecture(work);
    } else if (!aic_launch_flag(work->reader, "model")) {
        aic_launch_ask(work, "model", work->at, "the text has no --num-layers: add --model");
    }
    set_stages(work);
    set_types(work);
    set_zero(work);
    set_optimizer(work);
    set_recompute(work);
    set_kernels(work);
    set_length(work);
    aic_launch_set_yes(work, "sequence_parallel", false, NULL);
    aic_launch_set_gpus(work);
    aic_launch_set_batch(work, NULL, 1);
}

static const struct row bridge_rows[] = {
    ROW("tensor_model_parallel_size", "tp", TAKE_COUNT),
    ROW("pipeline_model_parallel_size", "pp", TAKE_COUNT),
    ROW("context_parallel_size", "cp", TAKE_COUNT),
    ROW("expert_model_parallel_size", "ep", TAKE_ABOVE_ONE),
    ROW("expert_tensor_parallel_size", "etp", TAKE_COUNT),
    ROW("virtual_pipeline_model_parallel_size", "vpp", TAKE_ABOVE_ONE),
    SWITCH("sequence_parallel", "sequence_parallel", TAKE_YES),
    ROW("micro_batch_size", "micro_batch", TAKE_COUNT),
    ROW("global_batch_size", "global_batch", TAKE_COUNT),
    ROW("seq_length", "seq", TAKE_COUNT),
    ROW("encoder_seq_length", "seq", TAKE_COUNT),
    ROW("data.seq_length", "seq", TAKE_COUNT),
    ROW("dataset.seq_length", "seq", TAKE_COUNT),
    ROW("dataset.sequence_length", "seq", TAKE_COUNT),
    ROW("train_iters", "steps", TAKE_COUNT),
    ROW("max_steps", "steps", TAKE_POSITIVE),
    ROW("num_layers", "layers", TAKE_COUNT),
    ROW("hidden_size", "hidden", TAKE_COUNT),
    ROW("num_attention_heads", "heads", TAKE_COUNT),
    ROW("num_query_groups", "kv_heads", TAKE_COUNT),
    ROW("kv_channels", "head_dim", TAKE_COUNT),
    ROW("ffn_hidden_size", "ffn", TAKE_COUNT),
    ROW("vocab_size", "vocab", TAKE_COUNT),
    ROW("make_vocab_size_divisible_by", "vocab_multiple", TAKE_COUNT),
    ROW("num_moe_experts", "experts", TAKE_ABOVE_ONE),
    ROW("moe_router_topk", "experts_per_token", TAKE_COUNT),
    ROW("moe_ffn_hidden_size", "expert_ffn", TAKE_COUNT),
    ROW("num_layers_in_first_pipeline_stage", "first_stage_layers", TAKE_COUNT),
    ROW("num_layers_in_last_pipeline_stage", "last_stage_layers", TAKE_COUNT),
    WORD("recompute_granularity", "recompute", "full selective"),
    WORD("activations_checkpoint_granularity", "recompute", "full selective"),
    SWITCH("bias", "linear_bias", TAKE_YES),
    SWITCH("share_embeddings_and_output_weights", "tied_embeddings", TAKE_YES),
    /* Options of run_recipe.py; the keys above win over them. */
    ROW("--tensor-model-parallel-size", "tp", TAKE_COUNT),
    ROW("-tp", "tp", TAKE_COUNT),
    ROW("--pipeline-model-parallel-size", "pp", TAKE_COUNT),
    ROW("-pp", "pp", TAKE_COUNT),
    ROW("--context-parallel-size", "cp", TAKE_COUNT),
    ROW("-cp", "cp", TAKE_COUNT),
    ROW("--virtual-pipeline-model-parallel-size", "vpp", TAKE_ABOVE_ONE),
    ROW("-vp", "vpp", TAKE_ABOVE_ONE),
    ROW("--expert-model-parallel-size", "ep", TAKE_ABOVE_ONE),
    ROW("-ep", "ep", TAKE_ABOVE_ONE),
    ROW("--expert-tensor-parallel-size", "etp", TAKE_COUNT),
    ROW("-etp", "etp", TAKE_COUNT),
    ROW("--micro-batch-size", "micro_batch", TAKE_COUNT),
    ROW("-mb", "micro_batch", TAKE_COUNT),
    ROW("--global-batch-size", "global_batch", TAKE_COUNT),
    ROW("-gb", "global_batch", TAKE_COUNT),
    ROW("--seq-length", "seq", TAKE_COUNT),
    ROW("-sl", "seq", TAKE_COUNT),
    ROW("--max-steps", "steps", TAKE_POSITIVE),
    ROW("-ms", "steps", TAKE_POSITIVE),
    END_OF_ROWS,
};
static const char bridge_others[] =
    "--recipe --model --mode devices num_nodes precision mixed_precision "
    "mixed_precision.precision fp8 ddp.grad_reduce_in_fp32 mixed_precision.grad_reduce_in_fp32 "
    "optim.grad_sync_dtype ddp.use_megatron_fsdp dist.use_megatron_fsdp "
    "ddp.use_distributed_optimizer optimizer.use_distributed_optimizer optim.name activation "
    "normalization hidden_dropout tokenizer.type tokenizer.model recompute_method "
    "activations_checkpoint_method recompute_num_layers activations_checkpoint_num_layers "
    "rampup_batch_size";

/* A key of the same meaning, in whichever of model., train. and trainer. it stands. */
static const struct setting *key_of(struct work *work, const char *name)
{
    static const char *const sections[] = {
        "", "ddp.", "dist.", "optimizer.", "mixed_precision.", "optim.", NULL
    };
    const struct setting *found = NULL;
    for (size_t i = 0; sections[i] && !found; i++) {
        const char *flag = aic_launch_format(work->reader, "%s%s", sections[i], name);
        found = aic_launch_setting(work, flag);
    }
    return found;
}

static bool is_true(const struct setting *setting)
{
    return setting && !setting->is_no && !aic_launch_is_false(setting->value);
}

static void set_bridge_types(struct work *work)
{
    const struct setting *precision = key_of(work, "precision");
    precision = precision ? precision : aic_launch_setting(work, "mixed_precision");
    const struct setting *in_fp32 = key_of(work, "grad_reduce_in_fp32");
    const struct setting *sync = key_of(work, "grad_sync_dtype");
    const struct setting *fp8 = aic_launch_setting(work, "fp8");
    const char *value = precision ? precision->value : "";
    const char *width = strncmp(value, "16", 2) == 0 || strstr(value, "fp16") ? "fp16"
                        : strncmp(value, "32", 2) == 0                        ? "fp32"
                                                                              : "bf16";
    width = strstr(value, "bf16") ? "bf16" : width;
    if (strstr(value, "fp8") || is_true(fp8)) {
        aic_launch_set_word(work, "compute_dtype", "fp8", strstr(value, "fp8") ? precision : fp8);
    }
    aic_launch_set_word(work, "compute_dtype", width, precision);
    aic_launch_set_word(work, "weight_dtype", width, precision);
    if (in_fp32) {
        aic_launch_set_word(work, "grad_dtype", is_true(in_fp32) ? "fp32" : "bf16", in_fp32);
    } else if (sync) {
        const char *type = aic_launch_mapped(work->reader, width_names, sync->value);
        aic_launch_set_word(work, "grad_dtype", type ? type : "fp32", sync);
    }
    aic_launch_set_default_word(work, "grad_dtype", "fp32");
}

static void set_bridge_zero(struct work *work)
{
    const struct setting *fsdp = key_of(work, "use_megatron_fsdp");
    const struct setting *distributed = key_of(work, "use_distributed_optimizer");
    const struct setting *name = aic_launch_setting(work, "optim.name");
    if (is_true(fsdp)) {
        aic_launch_set_number(work, "zero", 3, fsdp);
    } else if (distributed) {
        aic_launch_set_number(work, "zero", is_true(distributed), distributed);
    } else if (name) {
        bool shards = strcmp(name->value, "mcore_distributed_optim") == 0 ||
                      strcmp(name->value, "distributed_fused_adam") == 0;
        aic_launch_set_number(work, "zero", shards, name);
    }
    aic_launch_set_default(work, "zero", 1);
}

/* The recipe, or the model that it is of. */
static const struct setting *recipe_of(const struct work *work)
{
    const struct setting *recipe = aic_launch_setting(work, "--recipe");
    return recipe ? recipe : aic_launch_setting(work, "--model");
}

/* NAME_pretrain_config, NAME_sft_8gpu_h100_bf16_config and the like name the model. */
static void set_recipe(struct work *work, const struct setting *recipe)
{
    static const char *const modes[] = { "_pretrain_", "_sft_", "_peft_", "_finetune_", NULL };
    const struct setting *mode = aic_launch_setting(work, "--mode");
    const char *end = NULL;
    for (size_t i = 0; modes[i] && !end; i++) {
        end = strstr(recipe->value, modes[i]);
    }
    size_t length = end ? (size_t)(end - recipe->value) : strlen(recipe->value);
    aic_launch_set_model(work, recipe, aic_launch_keep(work->reader, recipe->value, length), true);
    if (mode && (strcmp(mode->value, "lora") == 0 || strcmp(mode->value, "dora") == 0)) {
        aic_launch_not_modelled(work, mode, "whole weights are taken, not adapters");
    } else if (end && strncmp(end, "_peft_", 6) == 0) {
        aic_launch_not_modelled(work, recipe, "whole weights are taken, not adapters");
    }
}

static void set_bridge_model(struct work *work)
{
    const struct setting *recipe = recipe_of(work);
    const struct setting *activation = aic_launch_setting(work, "activation");
    const struct setting *norm = aic_launch_setting(work, "normalization");
    const struct setting *dropout = aic_launch_setting(work, "hidden_dropout");
    double share;
    if (recipe) {
        set_recipe(work, recipe);
        return;
    }
    if (!aic_launch_setting(work, "num_layers")) {
        if (!aic_launch_flag(work->reader, "model")) {
            aic_launch_ask(work, "model", work->at, "the text has no num_layers: add --model");
        }
        return;
    }
    if (activation && strstr(activation->value, "glu")) {
        aic_launch_set_yes(work, "gated", true, activation);
    }
    if (norm && strstr(aic_launch_lower(work->reader, norm->value), "rms")) {
        aic_launch_set_yes(work, "norm_bias", false, norm);
    }
    if (aic_launch_has(work, "linear_bias")) {
        aic_launch_set_yes(work, "qkv_bias", aic_launch_number(work, "linear_bias") > 0, NULL);
    }
    if (dropout && aic_number_read(dropout->value, strlen(dropout->value), 0, &share) > 0) {
        aic_launch_set_yes(work, "dropout", share > 0, dropout);
    }
    if (!isnan(aic_launch_number(work, "hidden"))) { /* gated or not */
        aic_launch_set_default(work, "ffn", 4 * aic_launch_number(work, "hidden"));
    }
    set_experts(work);
    /* Of Hugging Face's library the type is a model. */
    const struct setting *type = aic_launch_setting(work, "tokenizer.type");
    bool is_model = type && strchr(type->value, '/');
    set_tokenizer(work, is_model ? NULL : type, NULL,
                  is_model ? type : aic_launch_setting(work, "tokenizer.model"));
}

/* The key that a path names, which begins at the root, or one or more levels above: NULL, none. */
static const struct setting *referred(struct work *work, const char *path)
{
    const struct setting *found = NULL;
    for (path += strspn(path, "."); path && !found;) {
        const char *dot = strchr(path, '.');
        found = aic_launch_setting(work, path);
        path = dot ? dot + 1 : NULL;
    }
    return found;
}

/* What `${model.seq_length}` or `${multiply:4, ${.hidden_size}}` stands for; NULL: not known. */
static const char *resolved(struct work *work, const char *text, int depth)
{
    size_t length = strlen(text);
    double first, second;
    if (strncmp(text, "${", 2) != 0) {
        return text;
    }
    if (depth > 8 || text[length - 1] != '}') {
        return NULL;
    }
    const char *inside = aic_launch_keep(work->reader, text + 2, length - 3);
    const char *comma = strchr(inside, ',');
    if (strncmp(inside, "multiply:", 9) == 0 && comma) {
        const char *one = aic_launch_keep(work->reader, inside + 9, (size_t)(comma - inside) - 9);
        const char *other = comma + 1 + strspn(comma + 1, " ");
        one = resolved(work, one, depth + 1);
        other = resolved(work, other, depth + 1);
        bool are_numbers = one && other && aic_number_read(one, strlen(one), 0, &first) > 0 &&
                           aic_number_read(other, strlen(other), 0, &second) > 0;
        return are_numbers ? aic_launch_format(work->reader, "%g", first * second) : NULL;
    }
    const struct setting *setting = strchr(inside, ':') ? NULL : referred(work, inside);
    return setting ? resolved(work, setting->value, depth + 1) : NULL;
}

/* OmegaConf's references to other keys; what else stands in `${ }` is asked for where it decides. */
static void resolve(struct work *work)
{
    const char nothing[] = { HOLE_BEGIN, HOLE_END, 0 };
    for (size_t i = 0; i < work->setting_count; i++) {
        const char *value = resolved(work, work->settings[i].value, 0);
        work->settings[i].value =
            value ? value : aic_launch_keep(work->reader, nothing, sizeof nothing - 1);
    }
}

static void finish_bridge(struct work *work)
{
    static const char *const methods[] = { "recompute_method", "activations_checkpoint_method",
                                           NULL };
    static const char *const layers[] = { "recompute_num_layers",
                                          "activations_checkpoint_num_layers", NULL };
    const struct setting *method = aic_launch_first(work, methods);
    const struct setting *count = aic_launch_first(work, layers);
    const struct setting *devices = aic_launch_setting(work, "devices");
    const struct setting *nodes = aic_launch_setting(work, "num_nodes");
    const struct setting *ramp = aic_launch_setting(work, "rampup_batch_size");
    double each, several, number;
    resolve(work);
    aic_launch_apply_rows(work);
    set_bridge_model(work);
    set_bridge_types(work);
    set_bridge_zero(work);
    const char *recompute = aic_launch_word(work, "recompute");
    if (method && count && strcmp(method->value, "block") == 0 && recompute &&
        strcmp(recompute, "full") == 0 &&
        aic_launch_count(work, count, "recompute_layers", &number)) {
        aic_launch_set_number(work, "recompute_layers", number, count);
    }
    if (!recipe_of(work)) {
        aic_launch_set_yes(work, "sequence_parallel", false, NULL);
        aic_launch_set_default_word(work, "recompute", "none");
    }
    aic_launch_set_default_word(work, "loss", "unfused");
    aic_launch_set_yes(work, "wgrad_buffers", true, NULL);
    if (ramp && ramp->value[0]) {
        aic_launch_not_modelled(work, ramp, "");
    }
    if (!(work->launcher.gpus >= 1) && devices && nodes &&
        aic_launch_count(work, devices, "gpus", &each) &&
        aic_launch_count(work, nodes, "gpus", &several)) {
        work->launcher.gpus = each * several;
        work->launcher.gpus_per_node = each;
        work->launcher.at = devices->at;
        work->launcher.spelt = devices->spelt;
    }
    aic_launch_set_gpus(work);
}

const struct dialect aic_launch_megatron = { .name = "megatron",
                                             .program = "megatron",
                                             .calculators = { "train-memory" },
                                             .rows = megatron_rows,
                                             .others = megatron_others,
                                             .other_switches = megatron_other_switches,
                                             .takes_prefixes = true,
                                             .takes_many = true,
                                             .finish = finish_megatron };
const struct dialect aic_launch_megatron_log_dialect = { .name = "megatron-log",
                                                         .program = "megatron",
                                                         .calculators = { "train-memory" },
                                                         .rows = megatron_rows,
                                                         .others = megatron_others,
                                                         .other_switches = megatron_other_switches,
                                                         .finish = finish_megatron };
const struct dialect aic_launch_bridge = { .name = "bridge",
                                           .calculators = { "train-memory" },
                                           .rows = bridge_rows,
                                           .others = bridge_others,
                                           .has_keys = true,
                                           .ignores_others = true,
                                           .sections = "model. train. trainer.",
                                           .finish = finish_bridge };
