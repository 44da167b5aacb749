/* SPDX-License-Identifier: Apache-2.0 */
/* What servers say when they start: their configuration, and what the memory came to. */
#include <math.h>
#include <string.h>

#include "launch/logs.h"

#define MIB 1048576.0
#define GIB 1073741824.0

/* Keys of a line as settings of the flags of the same meaning; the first line that has one counts. */
static void add_pairs(struct work *work, const struct log_line *line, const char *const (*keys)[2])
{
    for (size_t i = 0; keys[i][0]; i++) {
        const char *value = aic_launch_pair(work->reader, line, keys[i][0]);
        if (!value || strcmp(value, "None") == 0 || strcmp(value, "False") == 0 ||
            aic_launch_setting(work, keys[i][1])) {
            continue;
        }
        struct setting *setting = aic_launch_add_setting(work, keys[i][1], keys[i][0], line->place);
        if (setting) {
            setting->value = strcmp(value, "True") == 0 ? "" : value;
        }
    }
}

/* GiB or MiB behind a number. */
static double bytes_at(const char *text)
{
    double value = aic_launch_number_at(text);
    text += strspn(text, " \t:=0123456789.");
    return value * (text[0] == 'M' ? MIB : GIB);
}

/* Behind the first of the marks that the line has; NULL: it has none. */
static const char *behind_any(const struct log_line *line, const char *const *marks)
{
    const char *behind = NULL;
    for (size_t i = 0; marks[i] && !behind; i++) {
        behind = aic_launch_behind(line, marks[i]);
    }
    return behind;
}

void aic_launch_vllm_log(struct work *work, const struct source *source)
{
    /* As releases to 0.7 say it, and since. */
    static const char *const took[] = { "Loading model weights took in total",
                                        "Loading model weights took", "Model loading took", NULL };
    static const char *const pools[] = { "Available KV cache memory:",
                                         "memory reserved for KV Cache is", NULL };
    static const char *const block_counts[] = { "# GPU blocks:", "# CUDA blocks:", "# cuda blocks:",
                                                "# rocm blocks:", NULL };
    static const char *const keys[][2] = { { "model", "--model" },
                                           { "tensor_parallel_size", "--tensor-parallel-size" },
                                           { "pipeline_parallel_size", "--pipeline-parallel-size" },
                                           { "data_parallel_size", "--data-parallel-size" },
                                           { "decode_context_parallel_size",
                                             "--decode-context-parallel-size" },
                                           { "max_seq_len", "--max-model-len" },
                                           { "max_model_len", "--max-model-len" },
                                           { "kv_cache_dtype", "--kv-cache-dtype" },
                                           { "quantization", "--quantization" },
                                           { "gpu_memory_utilization", "--gpu-memory-utilization" },
                                           { "max_num_seqs", "--max-num-seqs" },
                                           { "max_num_batched_tokens", "--max-num-batched-tokens" },
                                           { "block_size", "--block-size" },
                                           { "enable_expert_parallel", "--enable-expert-parallel" },
                                           { "speculative_config", "--speculative-config" },
                                           { "num_speculative_tokens", "--num-speculative-tokens" },
                                           { "num_spec_tokens", "--num-speculative-tokens" },
                                           { NULL, NULL } };
    struct log_line line = { .at = NULL };
    while (aic_launch_next_line(source, &line)) {
        const char *version = aic_launch_behind(&line, "LLM engine (v");
        const char *weights = behind_any(&line, took);
        const char *pool = behind_any(&line, pools);
        const char *tokens = aic_launch_behind(&line, "GPU KV cache size:");
        const char *blocks = behind_any(&line, block_counts);
        const char *length = aic_launch_behind(&line, "Maximum concurrency for ");
        if (version) {
            work->context.version = work->said.version = aic_launch_version(
                work->reader, aic_launch_keep(work->reader, version, strcspn(version, ")\n")));
        }
        if (version || aic_launch_behind(&line, "non-default args")) {
            add_pairs(work, &line, keys);
        }
        if (weights) {
            aic_launch_measure(work, "weights_per_gpu", bytes_at(weights), 0, &line);
            aic_launch_imply(work, "weight_memory", bytes_at(weights), &line);
        }
        if (pool) {
            aic_launch_measure(work, "kv_pool", bytes_at(pool), 0, &line);
            aic_launch_imply(work, "kv_memory", bytes_at(pool), &line);
        }
        if (tokens) {
            aic_launch_measure(work, "max_tokens", aic_launch_number_at(tokens), 0, &line);
        }
        if (blocks) {
            aic_launch_measure(work, "blocks", aic_launch_number_at(blocks), 0, &line);
        }
        const char *times = length ? aic_launch_behind(&line, "per request:") : NULL;
        if (times) {
            struct setting from = aic_launch_of_line("Maximum concurrency", "", &line);
            aic_launch_set_number(work, "context", aic_launch_number_at(length), &from);
            aic_launch_measure(work, "max_concurrency", aic_launch_number_at(times), 0, &line);
        }
    }
}

void aic_launch_sglang_log(struct work *work, const struct source *source)
{
    static const char *const keys[][2] = { { "model_path", "--model-path" },
                                           { "tp_size", "--tp-size" },
                                           { "dp_size", "--dp-size" },
                                           { "pp_size", "--pp-size" },
                                           { "dcp_size", "--dcp-size" },
                                           { "ep_size", "--ep-size" },
                                           { "enable_dp_attention", "--enable-dp-attention" },
                                           { "context_length", "--context-length" },
                                           { "mem_fraction_static", "--mem-fraction-static" },
                                           { "kv_cache_dtype", "--kv-cache-dtype" },
                                           { "quantization", "--quantization" },
                                           { "speculative_algorithm", "--speculative-algorithm" },
                                           { "speculative_num_draft_tokens",
                                             "--speculative-num-draft-tokens" },
                                           { "page_size", "--page-size" },
                                           { "chunked_prefill_size", "--chunked-prefill-size" },
                                           { "max_running_requests", "--max-running-requests" },
                                           { NULL, NULL } };
    static const char *const of_rank[][2] = { { "chunked_prefill_size", "rank-chunk" },
                                              { "max_running_requests", "rank-requests" },
                                              { NULL, NULL } };
    struct log_line line = { .at = NULL };
    while (aic_launch_next_line(source, &line)) {
        const char *tokens = aic_launch_behind(&line, "max_total_num_tokens=");
        const char *weights = aic_launch_behind(&line, "mem usage=");
        if (aic_launch_behind(&line, "server_args=ServerArgs(")) {
            add_pairs(work, &line, keys);
        }
        if (tokens) {
            add_pairs(work, &line, of_rank);
            aic_launch_measure(work, "max_tokens", aic_launch_number_at(tokens), 0, &line);
        }
        if (weights && aic_launch_behind(&line, "Load weight end")) {
            aic_launch_measure(work, "weights_per_gpu", bytes_at(weights), 0, &line);
            aic_launch_imply(work, "weight_memory", bytes_at(weights), &line);
        }
    }
}

/* --- llama.cpp: buffers of each device --- */

#define DEVICES_MAX 32

/* What its buffers hold, and the result that the largest GPU's is held against. */
static const struct {
    const char *mark, *result;
} buffers[] = { { "model buffer size =", "weights_per_gpu" },
                { "KV buffer size =", "kv_per_gpu" },
                { "compute buffer size =", "overhead_per_gpu" } };
#define BUFFERS (sizeof buffers / sizeof buffers[0])

struct device {
    char name[32];
    double bytes[BUFFERS];
};

struct devices {
    struct device at[DEVICES_MAX];
    size_t count;
    struct log_line first[BUFFERS]; /* lines of such a buffer */
};

/* The device in front of "model buffer size"; NULL: memory of the host. */
static struct device *device_of(struct devices *devices, const struct log_line *line,
                                const char *mark)
{
    const char *end = mark;
    while (end > line->at && end[-1] == ' ') {
        end--;
    }
    const char *start = end;
    while (start > line->at && start[-1] != ' ' && start[-1] != ':') {
        start--;
    }
    size_t length = (size_t)(end - start);
    bool is_host = length >= 3 && strncmp(start, "CPU", 3) == 0;
    bool is_pinned = length >= 5 && strncmp(end - 5, "_Host", 5) == 0;
    if (is_host || is_pinned || length == 0 || length >= sizeof devices->at[0].name) {
        return NULL;
    }
    for (size_t i = 0; i < devices->count; i++) {
        if (strncmp(devices->at[i].name, start, length) == 0 &&
            devices->at[i].name[length] == '\0') {
            return &devices->at[i];
        }
    }
    if (devices->count == DEVICES_MAX) {
        return NULL;
    }
    memcpy(devices->at[devices->count].name, start, length);
    return &devices->at[devices->count++];
}

static void read_buffer(struct devices *devices, const struct log_line *line)
{
    for (size_t i = 0; i < BUFFERS; i++) {
        const char *behind = aic_launch_behind(line, buffers[i].mark);
        struct device *device =
            behind ? device_of(devices, line, behind - strlen(buffers[i].mark)) : NULL;
        if (device) {
            device->bytes[i] += aic_launch_number_at(behind) * MIB;
            devices->first[i] = devices->first[i].at ? devices->first[i] : *line;
        }
    }
}

/* A kind of buffer on the GPU that has most of it; GPUs with weights are the stages. */
static void measure_buffers(struct work *work, const struct devices *devices, size_t kind)
{
    const struct log_line *line = &devices->first[kind];
    double largest = 0, with_any = 0;
    for (size_t i = 0; i < devices->count; i++) {
        with_any += devices->at[i].bytes[kind] > 0;
        largest = fmax(largest, devices->at[i].bytes[kind]);
    }
    if (!(largest > 0)) {
        return;
    }
    aic_launch_measure(work, buffers[kind].result, largest, 0, line);
    if (kind == 0) {
        aic_launch_imply(work, "weight_memory", largest, line);
    }
    if (kind == 0 && with_any > 1) {
        struct setting from = aic_launch_of_line("model buffers", "", line);
        aic_launch_set_number(work, "pp", with_any, &from);
    }
}

/* " n_ctx     = 32768" */
static void add_number(struct work *work, const struct log_line *line, const char *mark,
                       const char *flag)
{
    const char *behind = aic_launch_behind(line, mark);
    if (!behind || behind[strspn(behind, " ")] != '=' || aic_launch_setting(work, flag)) {
        return;
    }
    struct setting *setting = aic_launch_add_setting(work, flag, mark + 1, line->place);
    if (setting) {
        setting->value = aic_launch_format(work->reader, "%g", aic_launch_number_at(behind));
    }
}

static void add_text(struct work *work, const struct log_line *line, const char *mark,
                     const char *ends, const char *flag)
{
    const char *behind = aic_launch_behind(line, mark);
    if (!behind || aic_launch_setting(work, flag)) {
        return;
    }
    size_t length = 0, most = (size_t)(line->at + line->length - behind);
    while (length < most && !strchr(ends, behind[length])) {
        length++;
    }
    struct setting *setting = aic_launch_add_setting(work, flag, mark, line->place);
    if (setting) {
        setting->value = aic_launch_keep(work->reader, behind, length);
    }
}

/* A draft is loaded behind the model, with buffers of its own. */
static bool is_second_model(struct work *work, const struct log_line *line)
{
    const struct setting *model = aic_launch_setting(work, "--model");
    const char *name = aic_launch_behind(line, " tensors from ");
    size_t length = model ? strlen(model->value) : 0;
    if (!name || !model ||
        (strncmp(name, model->value, length) == 0 && strchr(" \n", name[length]))) {
        return false;
    }
    name = aic_launch_keep(work->reader, name, strcspn(name, " \n"));
    aic_launch_note(work->reader, work, "not-modelled", aic_base_name(name), line->place,
                    "'%s' is loaded too: from this line on nothing is counted",
                    aic_launch_shown(work->reader, aic_base_name(name)));
    return true;
}

void aic_launch_llamacpp_log(struct work *work, const struct source *source)
{
    struct devices devices = { .count = 0 };
    struct log_line line = { .at = NULL };
    while (aic_launch_next_line(source, &line) && !is_second_model(work, &line)) {
        add_text(work, &line, " tensors from ", " \n", "--model");
        add_text(work, &line, "general.name str              = ", "\n", "general.name");
        add_text(work, &line, "K (", ")", "--cache-type-k");
        add_number(work, &line, " n_seq_max", "n_seq_max");
        add_number(work, &line, " n_ctx", "n_ctx");
        add_number(work, &line, " n_ubatch", "--ubatch-size");
        add_text(work, &line, "kv_unified    = ", "\n", "--kv-unified");
        read_buffer(&devices, &line);
    }
    for (size_t kind = 0; kind < BUFFERS; kind++) {
        measure_buffers(work, &devices, kind);
    }
}
