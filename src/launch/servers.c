/* SPDX-License-Identifier: Apache-2.0 */
/* Servers of models: vLLM, SGLang, TensorRT-LLM, llama.cpp, and the load of a benchmark. */
#include "launch/logs.h"

#include <math.h>
#include <string.h>

/* Widths of the cache and of weights, as the servers name them. */
static const char cache_types[] = "fp8:fp8,fp8_e4m3,fp8_e5m2,fp8_inc bf16:bf16,bfloat16 "
                                  "fp16:fp16,float16 fp32:fp32,float32 fp8_ds_mla "
                                  "nvfp4:nvfp4,fp4_e2m1 int8";
static const char plain_types[] = "fp16:half,float16 bf16:bfloat16 fp32:float,float32";
static const char quantizations[] =
    "fp8:fp8,modelopt,modelopt_fp8,fbgemm_fp8,ptpc_fp8,w8a8_fp8 "
    "nvfp4:modelopt_fp4,petit_nvfp4,nvfp4 "
    "mxfp4:mxfp4,gpt_oss_mxfp4 "
    "int4:awq,gptq,awq_marlin,gptq_marlin,marlin,moe_wna16,auto_round,auto-round,w4afp8 "
    "nf4:bitsandbytes int8:experts_int8,tpu_int8,w8a8_int8 "
    "-:compressed-tensors,compressed_tensors,gguf,none,None";
static const char cache_quants[] = "fp16:f16 bf16 fp32:f32 q8_0 q4_0";

static const struct row vllm_rows[] = {
    ROW("--tensor-parallel-size", "tp", TAKE_COUNT),
    ROW("--pipeline-parallel-size", "pp", TAKE_COUNT),
    ROW("--data-parallel-size", "dp", TAKE_COUNT),
    ROW("--decode-context-parallel-size", "dcp", TAKE_COUNT),
    ROW("--max-model-len", "context", TAKE_SIZE),
    ROW("--max-num-seqs", "max_num_seqs", TAKE_SIZE),
    ROW("--max-num-batched-tokens", "max_num_batched_tokens", TAKE_SIZE),
    ROW("--block-size", "block_size", TAKE_SIZE),
    ROW("--kv-cache-memory-bytes", "kv_memory", TAKE_SIZE),
    ROW("--gpu-memory-utilization", "gpu_memory_utilization", TAKE_REAL),
    SWITCH("--disable-hybrid-kv-cache-manager", "swa_full", TAKE_YES),
    END_OF_ROWS,
};
static const char vllm_others[] =
    "--model --kv-cache-dtype --dtype --quantization --speculative-config "
    "--num-speculative-tokens --node-rank --nnodes --kv-transfer-config "
    "--disaggregation-mode --config";
static const char vllm_other_switches[] =
    "--enable-expert-parallel --headless --is-prefill-worker --is-decode-worker";

static const struct row sglang_rows[] = {
    ROW("--pp-size", "pp", TAKE_COUNT),
    ROW("--dp-size", "dp", TAKE_COUNT),
    ROW("--dcp-size", "dcp", TAKE_COUNT),
    ROW("--context-length", "context", TAKE_SIZE),
    ROW("--mem-fraction-static", "gpu_memory_utilization", TAKE_REAL),
    ROW("--page-size", "block_size", TAKE_COUNT),
    END_OF_ROWS,
};
static const char sglang_others[] =
    "--model-path --tp-size --ep-size --chunked-prefill-size --max-running-requests "
    "--kv-cache-dtype --dtype --quantization --torchao-config --speculative-num-draft-tokens "
    "--speculative-algorithm --speculative-draft-model-path --speculative-num-steps "
    "--speculative-eagle-topk --node-rank --nnodes --disaggregation-mode --config";
static const char sglang_other_switches[] = "--enable-dp-attention";

static const struct row trtllm_rows[] = {
    ROW("--pp-size", "pp", TAKE_COUNT),
    ROW("--max-seq-len", "context", TAKE_COUNT),
    ROW("--kv-cache-free-gpu-memory-fraction", "kv_free_fraction", TAKE_REAL),
    ROW("--kv-cache-config.free-gpu-memory-fraction", "kv_free_fraction", TAKE_REAL),
    ROW("--max-batch-size", "max_num_seqs", TAKE_COUNT),
    ROW("--max-num-tokens", "max_num_batched_tokens", TAKE_COUNT),
    ROW("--tokens-per-block", "block_size", TAKE_COUNT),
    ROW("--kv-cache-config.tokens-per-block", "block_size", TAKE_COUNT),
    WORD("--kv-cache-dtype", "kv_dtype", "-:auto fp8 nvfp4 bf16:bfloat16 fp16:float16 int8"),
    WORD("--kv-cache-config.dtype", "kv_dtype", "-:auto fp8 nvfp4 bf16:bfloat16 fp16:float16 int8"),
    END_OF_ROWS,
};
static const char trtllm_others[] =
    "--model --checkpoint-dir --model-dir --tp-size --ep-size --moe-expert-parallel-size "
    "--enable-attention-dp --kv-cache-config.max-tokens --speculative-config "
    "--extra-llm-api-options --disaggregation-mode";

static const struct row llamacpp_rows[] = {
    ROW("--parallel", "sequences", TAKE_POSITIVE),
    ROW("--ubatch-size", "max_num_batched_tokens", TAKE_COUNT),
    SWITCH("--swa-full", "swa_full", TAKE_YES),
    SWITCH("--kv-unified", "kv_unified", TAKE_YES),
    END_OF_ROWS,
};
static const char llamacpp_others[] =
    "--hf-file --model --model-url --hf-repo --ctx-size --cache-type-k --cache-type-v "
    "--tensor-split --device --split-mode --gpu-layers";

static const struct row load_rows[] = {
    ROW("--random-input-len", "prompt", TAKE_COUNT),
    ROW("--random-input", "prompt", TAKE_COUNT), /* as its parser completes it */
    ROW("--input-len", "prompt", TAKE_COUNT),
    ROW("--random-output-len", "answer", TAKE_COUNT),
    ROW("--random-output", "answer", TAKE_COUNT),
    ROW("--output-len", "answer", TAKE_COUNT),
    ROW("--sonnet-input-len", "prompt", TAKE_COUNT),
    ROW("--sonnet-output-len", "answer", TAKE_COUNT),
    END_OF_ROWS,
};
static const char load_others[] = "--request-rate --max-concurrency --random-prefix-len";

static const struct setting *first_of(const struct work *work, const char *const *flags)
{
    const struct setting *found = NULL;
    for (size_t i = 0; flags[i] && !found; i++) {
        found = aic_launch_setting(work, flags[i]);
        found = found && (found->value[0] || i == 0) ? found : NULL;
    }
    return found;
}

static void set_model(struct work *work, const char *const *flags)
{
    const struct setting *model = first_of(work, flags);
    if (model) {
        /* A width that a flag has named wins over that of the name. */
        aic_launch_set_model(work, model, model->value, aic_launch_has(work, "weight_dtype"));
    } else if (!aic_launch_flag(work->reader, "model")) {
        aic_launch_ask(work, "model", work->at, "the text names no model: add --model");
    }
}

static bool has_experts(const struct work *work)
{
    double experts = aic_launch_model_field(work, "experts");
    return isnan(experts) || experts > 1;
}

/* Weights: --quantization, else the name's format, else --dtype. */
static void set_weights(struct work *work)
{
    const struct setting *quantization = aic_launch_setting(work, "--quantization");
    if (quantization && aic_launch_is_told(work, quantization, "weight_dtype")) {
        const char *format = aic_launch_mapped(work->reader, quantizations, quantization->value);
        if (!format) {
            aic_launch_not_modelled(work, quantization, "a format that the calculators lack");
        } else if (format[0]) {
            aic_launch_set_word(work, "weight_dtype", format, quantization);
        }
    }
}

static void set_types(struct work *work)
{
    struct reader *reader = work->reader;
    const struct setting *dtype = aic_launch_setting(work, "--dtype");
    const struct setting *cache = aic_launch_setting(work, "--kv-cache-dtype");
    const char *plain = dtype ? aic_launch_mapped(reader, plain_types, dtype->value) : NULL;
    const char *in_dtype = plain && strcmp(plain, "bf16") != 0 ? plain : NULL;
    if (dtype && plain && !aic_launch_setting(work, "--quantization") &&
        !aic_launch_model_is_quantized(work)) {
        aic_launch_set_word(work, "weight_dtype", plain, dtype); /* stays a format that is there */
    }
    if (cache && strcmp(cache->value, "auto") != 0) {
        const char *type = aic_launch_mapped(reader, cache_types, cache->value);
        if (!aic_launch_is_told(work, cache, "kv_dtype")) {
            return;
        }
        if (type) {
            aic_launch_set_word(work, "kv_dtype", type, cache);
        } else {
            aic_launch_not_modelled(work, cache, "a type of cache that the calculators lack");
        }
    } else if (in_dtype) {
        aic_launch_set_word(work, "kv_dtype", in_dtype, dtype);
    }
}

/* Tokens of a draft count where it is known how many of them are accepted. */
static void set_draft(struct work *work, const struct setting *from, const char *tokens)
{
    if (!from) {
        return;
    }
    if (!aic_launch_flag(work->reader, "acceptance") || !tokens) {
        aic_launch_not_modelled(work, from, "add --as serve --acceptance");
        return;
    }
    struct setting draft = *from;
    double value;
    draft.value = tokens;
    draft.node = NULL;
    if (aic_launch_count(work, &draft, "draft_tokens", &value)) {
        aic_launch_set_number(work, "draft_tokens", value, &draft);
    }
}

static void drop_worker(struct work *work, const struct setting *why)
{
    work->is_dropped = true;
    work->reader->worker = why->at;
    aic_launch_note(work->reader, NULL, "worker", work->said.name, why->at,
                    "%s makes this a worker of another case",
                    aic_launch_shown(work->reader, why->spelt));
}

static void set_role(struct work *work)
{
    const char *role = work->context.role;
    const struct setting *mode = aic_launch_setting(work, "--disaggregation-mode");
    const char *kv = aic_launch_option(work, "--kv-transfer-config", "kv_role");
    if (mode && (strcmp(mode->value, "prefill") == 0 || strcmp(mode->value, "decode") == 0)) {
        role = mode->value;
    } else if (aic_launch_switch(work, "--is-prefill-worker") ||
               (kv && strcmp(kv, "kv_producer") == 0)) {
        role = "prefill";
    } else if (aic_launch_switch(work, "--is-decode-worker") ||
               (kv && strcmp(kv, "kv_consumer") == 0)) {
        role = "decode";
    }
    if (role) {
        aic_launch_note(work->reader, work, "role", role, work->at,
                        "one side of a disaggregated service: %s", role);
    }
}

static bool is_worker(struct work *work)
{
    const struct setting *rank = aic_launch_setting(work, "--node-rank");
    const struct setting *headless = aic_launch_switch(work, "--headless");
    double value;
    if (headless) {
        drop_worker(work, headless);
    } else if (rank && aic_number_read(rank->value, strlen(rank->value), 0, &value) > 0 &&
               value > 0) {
        drop_worker(work, rank);
    }
    return work->is_dropped;
}

static double degree(const struct work *work, const char *name)
{
    double value = aic_launch_number(work, name);
    return isnan(value) ? 1 : value;
}

/* GPUs of the pod against the layout; replicas; the GPU that labels name. */
static void set_context(struct work *work)
{
    const struct context *context = &work->context;
    double wanted = degree(work, "tp") * degree(work, "pp") * degree(work, "dp");
    struct setting replicas = { .spelt = "replicas", .value = "", .at = context->replicas_at };
    aic_launch_set_gpu(work);
    if (context->replicas > 1) {
        replicas.value = aic_launch_format(work->reader, "%g", context->replicas);
        aic_launch_set_number(work, "replicas", context->replicas, &replicas);
    }
    if (isnan(context->gpus) || work->said.ask_count > 0) {
        return;
    }
    if (wanted > context->gpus && !context->is_multi_node) {
        aic_launch_note(work->reader, work, "conflict", "tp", context->gpus_at,
                        "the pod has %g %s, and %s needs %g", context->gpus,
                        context->gpus == 1 ? "GPU" : "GPUs", aic_launch_told(work, "tp pp dp"),
                        wanted);
    } else if (wanted < context->gpus) {
        const char *unused = aic_launch_format(work->reader, "%g", context->gpus - wanted);
        aic_launch_note(work->reader, work, "gpus-unused", unused, context->gpus_at,
                        "the pod has %g GPUs, the engine takes %g", context->gpus, wanted);
    }
}

/* Flags of a configuration file that the command names. */
static void read_config(struct work *work, const char *flag, bool flatten)
{
    const struct setting *config = aic_launch_setting(work, flag);
    if (!config || !config->value[0]) {
        return;
    }
    struct source *found = aic_launch_find_file(work->reader, config->value);
    if (!found) {
        aic_launch_note_missing(work->reader, work, config->value, config->at);
        return;
    }
    struct source source = *found;
    aic_launch_read_keys(work, aic_launch_config(work->reader, &source), source.name, true,
                         flatten);
}

static void set_engine(struct work *work)
{
    work->is_serving = true;
    aic_launch_set_default_word(work, "engine", work->dialect->program);
}

/* vLLM's own share of the memory changed with a version. */
static void set_utilization(struct work *work)
{
    double major, minor;
    const char *version = work->context.version;
    size_t read = aic_number_read(version, strcspn(version, "."), 0, &major);
    if (version[read] == '.' &&
        aic_number_read(version + read + 1, strlen(version + read + 1), 0, &minor) > 0 &&
        major < 20) { /* a year, as NVIDIA's images have, tells nothing */
        aic_launch_set_default(work, "gpu_memory_utilization",
                               major > 0 || minor >= 22 ? 0.92 : 0.9);
    }
}

/* With the switch experts are divided among all GPUs of all replicas. */
static void set_vllm_experts(struct work *work)
{
    const struct setting *ep = aic_launch_switch(work, "--enable-expert-parallel");
    double gpus = degree(work, "tp") * degree(work, "dp");
    if (ep && !has_experts(work)) {
        aic_launch_note(work->reader, work, "conflict", ep->spelt, ep->at,
                        "%s has no experts, which '%s' is for",
                        aic_launch_word(work, "model") ? aic_launch_word(work, "model")
                                                       : "the model",
                        ep->spelt);
    } else if (ep && gpus > 1) {
        aic_launch_set_number(work, "ep", gpus, ep);
    }
}

static void set_vllm_draft(struct work *work)
{
    const struct setting *draft = aic_launch_whole_or_key(work, "--speculative-config");
    const struct setting *tokens = aic_launch_setting(work, "--num-speculative-tokens");
    set_draft(work, tokens ? tokens : draft,
              tokens ? tokens->value
                     : aic_launch_option(work, "--speculative-config", "num_speculative_tokens"));
}

static void finish_vllm(struct work *work)
{
    static const char *const models[] = { "", "--model", NULL };
    read_config(work, "--config", false);
    if (is_worker(work)) {
        return;
    }
    set_engine(work);
    set_weights(work);
    set_model(work, models);
    aic_launch_apply_rows(work);
    set_types(work);
    set_vllm_experts(work);
    set_vllm_draft(work);
    set_utilization(work);
    set_role(work);
    set_context(work);
}

/* A value of all GPUs that attention groups share, of one of them: at least 1. */
static double share_of(const struct work *work, double value)
{
    double dp = degree(work, "dp");
    bool shares = aic_launch_switch(work, "--enable-dp-attention") && dp > 1;
    return shares ? fmax(1, floor(value / dp)) : value;
}

/* Attention replicated over data: each group of tp/dp GPUs has its own share. */
static void set_sglang_layout(struct work *work)
{
    const struct setting *tp = aic_launch_setting(work, "--tp-size");
    const struct setting *ep = aic_launch_setting(work, "--ep-size");
    double count, experts;
    if (tp && aic_launch_count(work, tp, "tp", &count)) {
        bool shares = aic_launch_switch(work, "--enable-dp-attention") && degree(work, "dp") > 1;
        aic_launch_set_number(work, "tp", share_of(work, count), tp);
        if (shares && has_experts(work)) {
            aic_launch_set_number(work, "ep", count, tp);
        }
    }
    if (ep && aic_launch_count(work, ep, "ep", &experts) && experts > 1 && has_experts(work)) {
        aic_launch_set_number(work, "ep", experts, ep);
    }
}

/* Steps and sequences, of one attention group where there are several. */
static void set_sglang_steps(struct work *work, const char *flag, const char *input)
{
    const struct setting *setting = aic_launch_setting(work, flag);
    double value;
    if (!setting || !aic_launch_count(work, setting, input, &value)) {
        return;
    }
    if (value < 1) {
        aic_launch_not_modelled(work, setting, "no chunks");
    } else {
        aic_launch_set_number(work, input, share_of(work, value), setting);
    }
}

static void set_sglang_draft(struct work *work)
{
    const struct setting *tokens = aic_launch_setting(work, "--speculative-num-draft-tokens");
    const struct setting *algorithm = aic_launch_setting(work, "--speculative-algorithm");
    set_draft(work, tokens ? tokens : algorithm, tokens ? tokens->value : "1");
}

static void finish_sglang(struct work *work)
{
    static const char *const models[] = { "--model-path", NULL };
    read_config(work, "--config", false);
    if (is_worker(work)) {
        return;
    }
    set_engine(work);
    const struct setting *torchao = aic_launch_setting(work, "--torchao-config");
    if (torchao && torchao->value[0]) {
        static const char *const forms[][2] = { { "int4wo", "int4" },
                                                { "int8", "int8" },
                                                { "fp8", "fp8" } };
        for (size_t i = 0; i < 3; i++) {
            if (strncmp(torchao->value, forms[i][0], strlen(forms[i][0])) == 0) {
                aic_launch_set_word(work, "weight_dtype", forms[i][1], torchao);
            }
        }
    }
    set_weights(work);
    set_model(work, models);
    aic_launch_apply_rows(work);
    set_types(work);
    set_sglang_layout(work);
    set_sglang_steps(work, "--chunked-prefill-size", "max_num_batched_tokens");
    set_sglang_steps(work, "--max-running-requests", "max_num_seqs");
    set_sglang_draft(work);
    set_role(work);
    set_context(work);
}

static void set_trtllm_layout(struct work *work)
{
    const struct setting *tp = aic_launch_setting(work, "--tp-size");
    const struct setting *ep = aic_launch_setting(work, "--ep-size");
    ep = ep ? ep : aic_launch_setting(work, "--moe-expert-parallel-size");
    double count = 1, experts;
    if (tp && !aic_launch_count(work, tp, "tp", &count)) {
        return;
    }
    if (aic_launch_switch(work, "--enable-attention-dp") && tp && count > 1) {
        aic_launch_set_number(work, "tp", 1, tp);
        aic_launch_set_number(work, "dp", count, tp);
        if (has_experts(work)) {
            aic_launch_set_number(work, "ep", count, tp);
        }
    } else if (tp) {
        aic_launch_set_number(work, "tp", count, tp);
    }
    if (ep && aic_launch_count(work, ep, "ep", &experts) && experts > 1 && has_experts(work)) {
        aic_launch_set_number(work, "ep", experts, ep);
    }
}

static void finish_trtllm(struct work *work)
{
    static const char *const models[] = { "", "--model", "--checkpoint-dir", "--model-dir", NULL };
    static const char *const uncounted[] = { "--kv-cache-config.max-tokens", "--speculative-config",
                                             "--speculative-config.decoding-type" };
    work->quiet = true; /* its options file has keys of the whole library */
    read_config(work, "--extra-llm-api-options", true);
    set_engine(work);
    set_model(work, models);
    aic_launch_apply_rows(work);
    set_trtllm_layout(work);
    for (size_t i = 0; i < sizeof uncounted / sizeof uncounted[0]; i++) {
        const struct setting *setting = aic_launch_setting(work, uncounted[i]);
        if (setting) {
            aic_launch_not_modelled(work, setting, "");
        }
    }
    set_role(work);
    set_context(work);
}

/* The word of a variable of the program; NULL: there is none. */
static const struct word *variable_of(const struct work *work, const char *name)
{
    const struct shell *shell = work->context.shell;
    const struct variable *variable = shell ? aic_launch_variable(shell, name) : NULL;
    return variable && variable->words.count > 0 ? &variable->words.at[0] : NULL;
}

/* As llama.cpp reads a variable of a switch. */
static bool is_off(const struct work *work, const char *text)
{
    return aic_launch_mapped(work->reader, "-:0,off,disabled,false", text) != NULL;
}

static void take_variable(struct work *work, const char *const *names, const struct word *word,
                          const char *value)
{
    struct setting *setting = aic_launch_add_setting(work, names[1], names[0], word->at);
    if (setting) {
        setting->value = value;
        setting->from_file = true;
    }
}

/* llama.cpp takes flags from the environment too: LLAMA_ARG_CTX_SIZE is -c. */
static void read_environment(struct work *work)
{
    static const char *const names[][2] = { { "LLAMA_ARG_MODEL", "--model" },
                                            { "LLAMA_ARG_HF_REPO", "--hf-repo" },
                                            { "LLAMA_ARG_HF_FILE", "--hf-file" },
                                            { "LLAMA_ARG_MODEL_URL", "--model-url" },
                                            { "LLAMA_ARG_N_PARALLEL", "--parallel" },
                                            { "LLAMA_ARG_CTX_SIZE", "--ctx-size" },
                                            { "LLAMA_ARG_UBATCH", "--ubatch-size" },
                                            { "LLAMA_ARG_CACHE_TYPE_K", "--cache-type-k" },
                                            { "LLAMA_ARG_CACHE_TYPE_V", "--cache-type-v" },
                                            { "LLAMA_ARG_TENSOR_SPLIT", "--tensor-split" },
                                            { "LLAMA_ARG_DEVICE", "--device" },
                                            { "LLAMA_ARG_SPLIT_MODE", "--split-mode" },
                                            { "LLAMA_ARG_N_GPU_LAYERS", "--gpu-layers" } };
    static const char *const switches[][2] = { { "LLAMA_ARG_SWA_FULL", "--swa-full" },
                                               { "LLAMA_ARG_KV_UNIFIED", "--kv-unified" } };
    static const char *const uncounted[] = { "LLAMA_ARG_N_CPU_MOE", "LLAMA_ARG_CPU_MOE",
                                             "LLAMA_ARG_OVERRIDE_TENSOR" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct word *word = variable_of(work, names[i][0]);
        if (word) {
            take_variable(work, names[i], word, word->text);
        }
    }
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        const struct word *word = variable_of(work, switches[i][0]);
        if (word) {
            take_variable(work, switches[i], word, is_off(work, word->text) ? "false" : "");
        }
    }
    for (size_t i = 0; i < sizeof uncounted / sizeof uncounted[0]; i++) {
        const struct word *word = variable_of(work, uncounted[i]);
        struct setting setting = { .spelt = uncounted[i] };
        if (word && word->text[0] && !is_off(work, word->text)) {
            setting.at = word->at;
            aic_launch_not_modelled(work, &setting, "");
        }
    }
}

static void set_llama_model(struct work *work)
{
    static const char *const models[] = { "--hf-file", "--model", "--model-url", "--hf-repo",
                                          NULL };
    set_model(work, models);
    const struct setting *repo = aic_launch_setting(work, "--hf-repo");
    if (repo && !aic_launch_setting(work, "--hf-file") && !aic_launch_setting(work, "--model") &&
        !aic_launch_has_hole(repo->value)) {
        aic_launch_set_word(work, "weight_dtype", "q4_k_m",
                            repo); /* what -hf fetches unless told */
    }
}

static int width_of(const char *type)
{
    static const char *const order[] = { "q4_0", "q8_0", "fp16", "bf16", "fp32", NULL };
    int i = 0;
    while (order[i] && strcmp(order[i], type) != 0) {
        i++;
    }
    return i;
}

static void set_llama_cache(struct work *work)
{
    const struct setting *types[] = { aic_launch_setting(work, "--cache-type-k"),
                                      aic_launch_setting(work, "--cache-type-v") };
    const char *widest = NULL;
    const struct setting *from = NULL;
    for (size_t i = 0; i < 2; i++) {
        const char *type =
            types[i] ? aic_launch_mapped(work->reader, cache_quants, types[i]->value) : "fp16";
        if (!type) {
            aic_launch_not_modelled(work, types[i], "a type of cache that the calculators lack");
            type = "fp16";
        }
        if (widest && strcmp(widest, type) != 0) {
            aic_launch_note(work->reader, work, "approximated", "kv_dtype", work->at,
                            "keys and values are of two types: the wider is taken");
        }
        if (!widest || width_of(type) > width_of(widest)) {
            widest = type;
            from = types[i];
        }
    }
    aic_launch_set_word(work, "kv_dtype", widest, from);
}

/* Shares of a list above 0: 3,1 is two; of devices each, as 0 is one. */
static double shares_of(const char *list, bool of_devices, bool *equal)
{
    double count = 0, first = NAN, value;
    *equal = true;
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ",/");
        bool is_number = length > 0 && aic_number_read(at, length, 0, &value) == length;
        if (!is_number || of_devices || value > 0) {
            count++;
            *equal = *equal && (!is_number || isnan(first) || value == first);
            first = is_number ? value : first;
        }
        at += length + (at[length] != '\0');
    }
    return count;
}

static void set_llama_gpus(struct work *work)
{
    const struct setting *mode = aic_launch_setting(work, "--split-mode");
    const struct setting *split = aic_launch_setting(work, "--tensor-split");
    const struct setting *device = aic_launch_setting(work, "--device");
    const struct word *visible = variable_of(work, "CUDA_VISIBLE_DEVICES");
    bool equal = true;
    struct setting environment = { .spelt = "CUDA_VISIBLE_DEVICES", .value = "" };
    if (visible) {
        environment.value = visible->text;
        environment.at = visible->at;
    }
    const struct setting *from = split ? split : device ? device : &environment;
    if (mode && (strcmp(mode->value, "row") == 0 || strcmp(mode->value, "tensor") == 0)) {
        aic_launch_not_modelled(work, mode, "parts of each matrix on several GPUs");
    }
    if ((mode && strcmp(mode->value, "layer") != 0) || aic_launch_has_hole(from->value)) {
        return;
    }
    double count = shares_of(from->value, from != split, &equal);
    if (count > 1) {
        aic_launch_set_number(work, "pp", count, from);
        if (split && !equal) {
            aic_launch_note(work->reader, work, "approximated", "pp", split->at,
                            "the shares of the GPUs are unequal: they are taken as equal");
        }
    }
}

static void finish_llamacpp(struct work *work)
{
    const struct setting *layers = aic_launch_setting(work, "--gpu-layers");
    double count, cells, model_layers;
    read_environment(work);
    set_engine(work);
    set_llama_model(work);
    aic_launch_apply_rows(work);
    const struct setting *context = aic_launch_setting(work, "--ctx-size");
    if (context && aic_launch_count(work, context, "context", &cells) && cells > 0) {
        aic_launch_set_number(work, "context", ceil(cells / degree(work, "sequences")), context);
    }
    set_llama_cache(work);
    set_llama_gpus(work);
    model_layers = aic_launch_model_field(work, "layers");
    if (layers && aic_number_read(layers->value, strlen(layers->value), 0, &count) > 0 &&
        count >= 0 && count < model_layers + 1) {
        aic_launch_not_modelled(work, layers, "part of the weights stays on the host");
    }
    set_context(work);
}

static void finish_load(struct work *work)
{
    const struct setting *rate = aic_launch_setting(work, "--request-rate");
    const struct setting *most = aic_launch_setting(work, "--max-concurrency");
    double value;
    work->quiet = true;
    work->is_dropped = true; /* its inputs are those of the server beside it */
    aic_launch_apply_rows(work);
    const struct setting *prefix = aic_launch_setting(work, "--random-prefix-len");
    if (prefix && aic_launch_has(work, "prompt") &&
        aic_launch_count(work, prefix, "prompt", &value)) { /* in front of what is random */
        value += aic_launch_number(work, "prompt");
        aic_launch_unset(work, "prompt");
        aic_launch_set_number(work, "prompt", value, prefix);
    }
    if (rate && aic_number_read(rate->value, strlen(rate->value), 0, &value) > 0) {
        aic_launch_set_number(work, "rate", value, rate);
    } else if (most && aic_launch_count(work, most, "concurrency", &value)) {
        aic_launch_set_number(work, "concurrency", value, most);
    }
}

/* A degree of 1 says nothing in a log, which prints all of them; tp does. */
static void unset_ones(struct work *work, const char *const *degrees)
{
    for (size_t i = 0; degrees[i]; i++) {
        if (degree(work, degrees[i]) == 1) {
            aic_launch_unset(work, degrees[i]);
        }
    }
}

static void finish_vllm_log(struct work *work)
{
    static const char *const models[] = { "--model", NULL };
    static const char *const degrees[] = { "pp", "dp", "dcp", NULL };
    set_engine(work);
    set_weights(work);
    set_model(work, models);
    aic_launch_apply_rows(work);
    set_types(work);
    unset_ones(work, degrees);
    set_vllm_experts(work);
    set_vllm_draft(work);
    set_utilization(work);
}

/* What one rank came to stands as it is; arguments are for all ranks, but for the chunk. */
static void finish_sglang_log(struct work *work)
{
    static const char *const models[] = { "--model-path", NULL };
    static const char *const degrees[] = { "pp", "dcp", NULL };
    static const char *const steps[][3] = {
        { "rank-chunk", "--chunked-prefill-size", "max_num_batched_tokens" },
        { "rank-requests", "--max-running-requests", "max_num_seqs" }
    };
    set_engine(work);
    set_weights(work);
    set_model(work, models);
    aic_launch_apply_rows(work);
    set_types(work);
    set_sglang_layout(work);
    unset_ones(work, degrees);
    set_sglang_draft(work);
    for (size_t i = 0; i < 2; i++) {
        const struct setting *of_rank = aic_launch_setting(work, steps[i][0]);
        const struct setting *of_all = aic_launch_setting(work, steps[i][1]);
        double value;
        bool divides = !of_rank && i == 1;
        const struct setting *from = of_rank ? of_rank : of_all;
        if (from && aic_launch_count(work, from, steps[i][2], &value) && value >= 1) {
            aic_launch_set_number(work, steps[i][2], divides ? share_of(work, value) : value, from);
        }
    }
}

/* Cells of the log are those of all slots. */
static void finish_llamacpp_log(struct work *work)
{
    static const char *const models[] = { "--model", "general.name", NULL };
    const struct setting *slots = aic_launch_setting(work, "n_seq_max");
    const struct setting *cells = aic_launch_setting(work, "n_ctx");
    double count = 1, context;
    set_engine(work);
    set_model(work, models);
    aic_launch_apply_rows(work);
    if (slots && aic_launch_count(work, slots, "sequences", &count) && count >= 1) {
        aic_launch_set_number(work, "sequences", count, slots);
    }
    if (cells && aic_launch_count(work, cells, "context", &context) && count >= 1) {
        aic_launch_set_number(work, "context", floor(context / count), cells);
    }
    const struct setting *type = aic_launch_setting(work, "--cache-type-k");
    const char *name = type ? aic_launch_mapped(work->reader, cache_quants, type->value) : NULL;
    aic_launch_set_word(work, "kv_dtype", name ? name : "fp16", name ? type : NULL);
}

#define LOG_OF(program_, switches_)                                                                \
    {                                                                                              \
        .name = #program_ "-log", .program = #program_, .calculators = { "kvcache" },              \
        .rows = program_##_rows, .others = program_##_others, .other_switches = switches_,         \
        .is_server = true, .finish = finish_##program_##_log                                       \
    }
const struct dialect aic_launch_vllm_log_dialect = LOG_OF(vllm, vllm_other_switches),
                     aic_launch_sglang_log_dialect = LOG_OF(sglang, sglang_other_switches),
                     aic_launch_llamacpp_log_dialect = LOG_OF(llamacpp, NULL);
const struct dialect aic_launch_vllm = { .name = "vllm",
                                         .program = "vllm",
                                         .calculators = { "kvcache" },
                                         .rows = vllm_rows,
                                         .others = vllm_others,
                                         .other_switches = vllm_other_switches,
                                         .takes_prefixes = true,
                                         .is_server = true,
                                         .has_dotted_options = true,
                                         .has_model = true,
                                         .finish = finish_vllm };
const struct dialect aic_launch_sglang = { .name = "sglang",
                                           .program = "sglang",
                                           .calculators = { "kvcache" },
                                           .rows = sglang_rows,
                                           .others = sglang_others,
                                           .other_switches = sglang_other_switches,
                                           .takes_prefixes = true,
                                           .is_server = true,
                                           .finish = finish_sglang };
const struct dialect aic_launch_trtllm = { .name = "trtllm",
                                           .program = "trtllm",
                                           .calculators = { "kvcache" },
                                           .rows = trtllm_rows,
                                           .others = trtllm_others,
                                           .is_server = true,
                                           .has_model = true,
                                           .finish = finish_trtllm };
const struct dialect aic_launch_llamacpp = { .name = "llamacpp",
                                             .program = "llamacpp",
                                             .calculators = { "kvcache" },
                                             .rows = llamacpp_rows,
                                             .others = llamacpp_others,
                                             .keeps_underscores = true,
                                             .is_server = true,
                                             .finish = finish_llamacpp };
const struct dialect aic_launch_load = { .name = "load",
                                         .rows = load_rows,
                                         .others = load_others,
                                         .is_server = true,
                                         .finish = finish_load };
