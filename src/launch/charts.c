/* SPDX-License-Identifier: Apache-2.0 */
/* Values of charts: vLLM's production stack, and llm-d's modelservice. */
#include <math.h>
#include <string.h>

#include "launch/manifests.h"

static void add_flag(struct reader *reader, struct words *words, const struct source *source,
                     const struct node *value, const char *flag)
{
    if (value && value->text[0]) {
        const char *text = aic_launch_without_templates(reader, value->text);
        aic_launch_add_word(reader, words, aic_launch_format(reader, "%s=%s", flag, text),
                            aic_launch_at_node(source, value));
    }
}

static double count_of(const struct node *mapping, const char *key)
{
    const char *text = aic_launch_member_text(mapping, key);
    double value;
    return text && aic_number_read(text, strlen(text), 0, &value) > 0 ? value : NAN;
}

/* `expression` items of nodeSelectorTerms: key, operator, values. */
static void read_selector(struct reader *reader, const struct source *source,
                          const struct node *node, struct context *context)
{
    const char *key = aic_launch_member_text(node, "key");
    const struct node *values = aic_launch_member(node, "values");
    if (key && values && values->child && !values->child->next) {
        aic_launch_set_label(reader, source, key, values->child, context);
    }
    for (const struct node *child = node ? node->child : NULL; child; child = child->next) {
        read_selector(reader, source, child, context);
    }
}

static struct context model_context(struct reader *reader, const struct source *source,
                                    const struct node *spec)
{
    struct context context = aic_launch_no_context();
    const char *name = aic_launch_member_text(spec, "name");
    const char *repository = aic_launch_member_text(spec, "repository");
    const char *tag = aic_launch_member_text(spec, "tag");
    const struct node *type = aic_launch_member(spec, "requestGPUType");
    const struct node *ray = aic_launch_at(spec, "raySpec/enabled");
    context.name = aic_launch_format(reader, "modelSpec %s", name ? name : "?");
    if (repository && strstr(repository, "vllm-openai") && tag) {
        context.version = aic_launch_version(reader, tag);
    }
    context.gpus = count_of(spec, "requestGPU");
    /* On Ray replicas are the workers of one engine. */
    context.is_multi_node = ray && ray->kind == NODE_TRUE;
    context.replicas = context.is_multi_node ? NAN : count_of(spec, "replicaCount");
    if (!isnan(context.gpus)) {
        context.gpus_at = aic_launch_at_node(source, aic_launch_member(spec, "requestGPU"));
    }
    if (!isnan(context.replicas)) {
        context.replicas_at = aic_launch_at_node(source, aic_launch_member(spec, "replicaCount"));
    }
    if (type && strncmp(type->text, "nvidia.com/mig-", 15) == 0) {
        context.mig = type->text;
        context.gpu_at = aic_launch_at_node(source, type);
    }
    const struct node *terms = aic_launch_member(spec, "nodeSelectorTerms");
    if (terms) {
        read_selector(reader, source, terms, &context);
    }
    return context;
}

static void read_model_spec(struct reader *reader, const struct source *source,
                            const struct node *spec)
{
    static const char *const fields[][2] = {
        { "tensorParallelSize", "--tensor-parallel-size" },
        { "pipelineParallelSize", "--pipeline-parallel-size" },
        { "maxModelLen", "--max-model-len" },
        { "maxNumSeqs", "--max-num-seqs" },
        { "gpuMemoryUtilization", "--gpu-memory-utilization" },
        { "dtype", "--dtype" },
        { "maxLoras", "--max-loras" },
        { "runner", "--runner" },
        { "convert", "--convert" },
    };
    static const char *const misplaced[] = { "extraArgs", "tensorParallelSize", NULL };
    const struct node *enabled = aic_launch_member(spec, "enabled");
    const struct node *config = aic_launch_member(spec, "vllmConfig");
    const struct node *model = aic_launch_member(spec, "modelURL");
    const struct node *lora = aic_launch_member(spec, "enableLoRA");
    struct shell shell = aic_launch_shell(reader, source);
    struct words words = { NULL, 0 };
    struct context context = model_context(reader, source, spec);
    if (enabled && enabled->kind == NODE_FALSE) {
        return;
    }
    if (model && model->kind == NODE_TEXT) {
        aic_launch_add_word(reader, &words, aic_launch_without_templates(reader, model->text),
                            aic_launch_at_node(source, model));
    }
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        add_flag(reader, &words, source, aic_launch_member(config, fields[i][0]), fields[i][1]);
    }
    if (lora && lora->kind == NODE_TRUE) {
        aic_launch_add_word(reader, &words, "--enable-lora", aic_launch_at_node(source, lora));
    }
    aic_launch_add_items(&shell, &words, aic_launch_member(config, "extraArgs"));
    size_t before = reader->work_count;
    aic_launch_run_server(&shell, &aic_launch_vllm, words, &context);
    for (size_t i = 0; misplaced[i] && reader->work_count > before; i++) {
        const struct node *node = aic_launch_member(spec, misplaced[i]);
        if (node) {
            aic_launch_note(reader, reader->last, "unread", misplaced[i],
                            aic_launch_at_node(source, node),
                            "the chart reads '%s' inside vllmConfig alone", misplaced[i]);
        }
    }
}

/* decode and prefill of modelservice. */
static void read_side(struct reader *reader, const struct source *source, const struct node *root,
                      const char *role)
{
    const struct node *side = aic_launch_member(root, role);
    const struct node *create = aic_launch_member(side, "create");
    const struct node *uri = aic_launch_at(root, "modelArtifacts/uri");
    const struct node *containers = aic_launch_member(side, "containers");
    const struct node *parallelism = aic_launch_member(side, "parallelism");
    if (create && create->kind == NODE_FALSE) {
        return;
    }
    for (const struct node *container = containers ? containers->child : NULL; container;
         container = container->next) {
        struct shell shell = aic_launch_shell(reader, source);
        struct context context = aic_launch_no_context();
        struct words words = { NULL, 0 };
        const char *name = aic_launch_member_text(container, "name");
        const char *how = aic_launch_member_text(container, "modelCommand");
        const char *image = aic_launch_member_text(container, "image");
        bool is_custom = how && strcmp(how, "custom") == 0;
        bool has_entry_point;
        context.name = aic_launch_format(reader, "%s, container %s", role, name ? name : "?");
        context.role = role;
        context.replicas = count_of(side, "replicas");
        if (!isnan(context.replicas)) {
            context.replicas_at = aic_launch_at_node(source, aic_launch_member(side, "replicas"));
        }
        aic_launch_set_resources(reader, source, aic_launch_member(container, "resources"),
                                 &context);
        aic_launch_set_environment(&shell, aic_launch_member(container, "env"));
        if (image) {
            aic_launch_image(reader, image, &context.version, &has_entry_point);
        }
        if (is_custom) {
            aic_launch_add_items(&shell, &words, aic_launch_member(container, "command"));
            aic_launch_add_items(&shell, &words, aic_launch_member(container, "args"));
            aic_launch_run_program(&shell, words, &context);
            continue;
        }
        if (uri && uri->kind == NODE_TEXT) {
            aic_launch_add_word(reader, &words, uri->text, aic_launch_at_node(source, uri));
        }
        add_flag(reader, &words, source, aic_launch_member(parallelism, "tensor"),
                 "--tensor-parallel-size");
        add_flag(reader, &words, source, aic_launch_member(parallelism, "data"),
                 "--data-parallel-size");
        aic_launch_add_items(&shell, &words, aic_launch_member(container, "args"));
        aic_launch_run_server(&shell, &aic_launch_vllm, words, &context);
    }
}

void aic_launch_helm(struct reader *reader, const struct source *source, const struct node *root)
{
    const struct node *specs = aic_launch_at(root, "servingEngineSpec/modelSpec");
    for (const struct node *spec = specs ? specs->child : NULL; spec && !reader->failed;
         spec = spec->next) {
        read_model_spec(reader, source, spec);
    }
    if (aic_launch_member(root, "modelArtifacts")) {
        read_side(reader, source, root, "decode");
        read_side(reader, source, root, "prefill");
    }
}
