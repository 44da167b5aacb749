/* SPDX-License-Identifier: Apache-2.0 */
/* Configurations: whose they are, and those that are a question by themselves. */
#include "launch/case.h"

#include <math.h>
#include <string.h>

static bool is_mapping(const struct node *root, const char *key)
{
    const struct node *node = aic_launch_member(root, key);
    return node && node->kind == NODE_MAPPING;
}

/* One of these options is a key; `_` and `-` are one. */
static bool has_option(const struct node *root, const char *const *keys)
{
    for (const struct node *child = root->child; child; child = child->next) {
        for (size_t i = 0; keys[i]; i++) {
            size_t length = strlen(keys[i]);
            bool same = strlen(child->key) == length;
            for (size_t j = 0; same && j < length; j++) {
                same = child->key[j] == keys[i][j] || (child->key[j] == '_' && keys[i][j] == '-');
            }
            if (same) {
                return true;
            }
        }
    }
    return false;
}

static const struct dialect *kind_of_options(const struct node *root)
{
    static const char *const trtllm[] = { "kv-cache-config",
                                          "enable-attention-dp",
                                          "cuda-graph-config",
                                          "moe-config",
                                          "moe-expert-parallel-size",
                                          "kv-cache-free-gpu-mem-fraction",
                                          NULL };
    static const char *const sglang[] = { "model-path",     "mem-fraction-static",  "tp-size",
                                          "context-length", "chunked-prefill-size", NULL };
    static const char *const vllm[] = { "tensor-parallel-size", "max-model-len",
                                        "gpu-memory-utilization", NULL };
    return has_option(root, trtllm)   ? &aic_launch_trtllm
           : has_option(root, sglang) ? &aic_launch_sglang
           : has_option(root, vllm)   ? &aic_launch_vllm
                                      : NULL;
}

const struct dialect *aic_launch_kind_of(struct reader *reader, const struct node *root)
{
    const struct node *model = aic_launch_member(root, "model");
    (void)reader;
    if (root->kind != NODE_MAPPING) {
        return NULL;
    }
    if (aic_launch_has_key(root, "zero_optimization") ||
        aic_launch_has_key(root, "train_micro_batch_size_per_gpu") ||
        (aic_launch_has_key(root, "train_batch_size") && !is_mapping(root, "model"))) {
        return &aic_launch_deepspeed;
    }
    if (aic_launch_has_key(root, "base_model")) {
        return &aic_launch_axolotl;
    }
    if (aic_launch_has_key(root, "model_name_or_path") ||
        aic_launch_has_key(root, "per_device_train_batch_size")) {
        return &aic_launch_hf;
    }
    if (is_mapping(root, "model") &&
        (aic_launch_has_key(root, "trainer") || aic_launch_has_key(root, "train") ||
         aic_launch_has_key(model, "tensor_model_parallel_size"))) {
        return &aic_launch_bridge;
    }
    if (is_mapping(root, "parallelism") ||
        (is_mapping(root, "training") && is_mapping(root, "model"))) {
        return &aic_launch_torchtitan;
    }
    if (aic_launch_has_key(root, "distributed_type") ||
        aic_launch_has_key(root, "compute_environment")) {
        return &aic_launch_accelerate;
    }
    return kind_of_options(root);
}

struct work *aic_launch_start_job(struct reader *reader, const struct source *source,
                                  const struct node *root, const struct dialect *dialect,
                                  const struct context *context)
{
    struct aic_launch_place at = aic_launch_place(source, root->line);
    bool flatten = dialect == &aic_launch_torchtitan || dialect == &aic_launch_bridge ||
                   dialect == &aic_launch_trtllm;
    struct context named = context ? *context : aic_launch_no_context();
    if (!named.name[0]) {
        named.name = source->name;
    }
    struct work *work = aic_launch_new_work(reader, dialect, &named, at);
    if (!work) {
        return NULL;
    }
    work->quiet = dialect == &aic_launch_trtllm;
    work->document = root;
    if (dialect == &aic_launch_accelerate) {
        work->launcher.config = aic_launch_find_file(reader, source->file ? source->file : "");
        const char *processes = aic_launch_member_text(root, "num_processes");
        const char *machines = aic_launch_member_text(root, "num_machines");
        double several;
        if (processes) {
            aic_number_read(processes, strlen(processes), 0, &work->launcher.gpus);
            work->launcher.at = at;
            work->launcher.spelt = "num_processes";
            if (machines && aic_number_read(machines, strlen(machines), 0, &several) > 0) {
                work->launcher.gpus_per_node = floor(work->launcher.gpus / several);
            }
        }
    } else {
        aic_launch_read_keys(work, root, source->name, false, flatten);
    }
    return work;
}
