/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kubernetes: any mapping that holds `containers` is a pod, whatever the kind around it. What pods
 * take from their ancestors (replicas, resources, labels) is that of the nearest.
 */
#include <math.h>
#include <string.h>

#include "launch/manifests.h"

/* A mapping on the way down, and those above it. */
struct frame {
    const struct node *node;
    const struct frame *up;
};

struct manifest {
    struct reader *reader;
    const struct source *source;
    const struct node *root;
    const char *kind, *title; /* "Job train", or the kind alone */
    bool is_multi_node;
    bool is_replica_job; /* pytorchReplicaSpecs and the like: one case of all pods */
    bool has_case;
    double job_gpus;
    struct aic_launch_place job_at; /* where they stand, if not in the pod with the program */
};

/* Terms with operator In and one value, wherever in `affinity` they stand; 32 levels at most. */
static void read_terms(struct reader *reader, const struct source *source, const struct node *node,
                       struct context *context)
{
    const char *key = aic_launch_member_text(node, "key");
    const char *operator= aic_launch_member_text(node, "operator");
    const struct node *values = aic_launch_member(node, "values");
    if (key && operator&& strcmp(operator, "In") == 0 && values && values->kind == NODE_LIST &&
        values->child && !values->child->next) {
        aic_launch_set_label(reader, source, key, values->child, context);
    }
    for (const struct node *child = node->child; child; child = child->next) {
        read_terms(reader, source, child, context);
    }
}

static void set_labels(const struct manifest *manifest, const struct node *pod,
                       struct context *context)
{
    const struct node *selector = aic_launch_member(pod, "nodeSelector");
    const struct node *affinity = aic_launch_at(pod, "affinity/nodeAffinity");
    for (const struct node *label = selector ? selector->child : NULL; label && label->key;
         label = label->next) {
        aic_launch_set_label(manifest->reader, manifest->source, label->key, label, context);
    }
    if (affinity) {
        read_terms(manifest->reader, manifest->source, affinity, context);
    }
}

static void set_replicas(const struct manifest *manifest, const struct node *node,
                         struct context *context)
{
    static const char *const keys[] = { "replicas", "replicaCount", "minReplicas", NULL };
    for (size_t i = 0; keys[i] && isnan(context->replicas); i++) {
        const char *text = aic_launch_member_text(node, keys[i]);
        if (text) {
            aic_number_read(text, strlen(text), 0, &context->replicas);
            context->replicas_at =
                aic_launch_at_node(manifest->source, aic_launch_member(node, keys[i]));
        }
    }
}

/* prefill, decode, or the service of an ancestor. */
static const char *part_of(const struct frame *frame, const char **role)
{
    const char *service = NULL;
    *role = NULL;
    for (; frame; frame = frame->up) {
        const char *key = frame->node->key ? frame->node->key : "";
        if (!*role && (strcmp(key, "prefill") == 0 || strcmp(key, "decode") == 0)) {
            *role = key;
        }
        if (!service && frame->up && frame->up->node->key &&
            strcmp(frame->up->node->key, "services") == 0 && frame->node->key) {
            service = frame->node->key;
        }
    }
    return *role ? *role : service;
}

/* The context of a container: the pod's, and that of what is around it. */
static struct context context_of(const struct manifest *manifest, const struct frame *frame,
                                 const struct node *container)
{
    struct reader *reader = manifest->reader;
    struct context context = aic_launch_no_context();
    const char *container_name = aic_launch_member_text(container, "name");
    const char *part = part_of(frame, &context.role);
    if (part) {
        context.name = aic_launch_format(reader, "%s, %s", manifest->title, part);
    } else if (container_name) {
        context.name =
            aic_launch_format(reader, "%s, container %s", manifest->title, container_name);
    } else {
        context.name = manifest->title;
    }
    aic_launch_set_resources(reader, manifest->source, aic_launch_member(container, "resources"),
                             &context);
    for (const struct frame *at = frame; at; at = at->up) {
        if (isnan(context.gpus)) {
            aic_launch_set_resources(reader, manifest->source,
                                     aic_launch_member(at->node, "resources"), &context);
        }
        set_replicas(manifest, at->node, &context);
        set_labels(manifest, at->node, &context);
    }
    context.is_multi_node = manifest->is_multi_node;
    context.is_replica_job = manifest->is_replica_job;
    if (manifest->is_replica_job) {
        context.gpus = manifest->job_gpus;
        context.gpus_at = context.gpus_at.name ? context.gpus_at : manifest->job_at;
        context.replicas = NAN;
    }
    return context;
}

static void read_container(struct manifest *manifest, const struct frame *frame,
                           const struct node *container)
{
    struct shell shell = aic_launch_shell(manifest->reader, manifest->source);
    struct words command = { NULL, 0 }, arguments = { NULL, 0 };
    struct context context = context_of(manifest, frame, container);
    const struct node *image = aic_launch_member(container, "image");
    size_t before = manifest->reader->work_count;
    context.image_at = aic_launch_at_node(manifest->source, image ? image : container);
    aic_launch_set_environment(&shell, aic_launch_member(container, "env"));
    aic_launch_add_items(&shell, &command, aic_launch_member(container, "command"));
    aic_launch_add_items(&shell, &arguments, aic_launch_member(container, "args"));
    if (manifest->is_replica_job && manifest->has_case) {
        return;
    }
    aic_launch_run_image(&shell, aic_launch_member_text(container, "image"), command, arguments,
                         &context);
    manifest->has_case = manifest->has_case || manifest->reader->work_count > before;
}

/* GPUs of all replicas of a training job, from the pods' own numbers. */
static double gpus_of_replicas(struct manifest *manifest, const struct node *specs)
{
    double all = 0;
    for (const struct node *spec = specs->child; spec; spec = spec->next) {
        const struct node *containers = aic_launch_at(spec, "template/spec/containers");
        struct context context = aic_launch_no_context();
        const char *text = aic_launch_member_text(spec, "replicas");
        double replicas = 1;
        if (strcmp(spec->key, "Launcher") == 0 || !containers || !containers->child) {
            continue;
        }
        if (text) {
            aic_number_read(text, strlen(text), 0, &replicas);
        }
        aic_launch_set_resources(manifest->reader, manifest->source,
                                 aic_launch_member(containers->child, "resources"), &context);
        all += replicas * context.gpus;
        manifest->job_at = context.gpus_at;
    }
    return all;
}

/* TrainJob: a container's fields in `trainer`; nodes times the processes or GPUs of each. */
static bool read_train_job(struct manifest *manifest)
{
    const struct node *spec = aic_launch_member(manifest->root, "spec");
    const struct node *trainer = aic_launch_member(spec, "trainer");
    struct frame above = { spec, NULL }, frame = { trainer, &above };
    const char *nodes = aic_launch_member_text(trainer, "numNodes");
    const char *each = aic_launch_member_text(trainer, "numProcPerNode");
    struct context context = aic_launch_no_context();
    double count = 1;
    if (strcmp(manifest->kind, "TrainJob") != 0 || !trainer) {
        return false;
    }
    aic_launch_set_resources(manifest->reader, manifest->source,
                             aic_launch_member(trainer, "resourcesPerNode"), &context);
    manifest->job_at = context.gpus_at;
    if (each && aic_number_read(each, strlen(each), 0, &context.gpus) > 0) { /* or such as auto */
        manifest->job_at =
            aic_launch_at_node(manifest->source, aic_launch_member(trainer, "numProcPerNode"));
    }
    if (nodes) {
        aic_number_read(nodes, strlen(nodes), 0, &count);
    }
    manifest->is_replica_job = true;
    manifest->job_gpus = count * context.gpus;
    read_container(manifest, &frame, trainer);
    return true;
}

/* Recursion ends: a document has 32 levels at most. */
static void walk(struct manifest *manifest, const struct node *node, const struct frame *up)
{
    struct frame frame = { node, up };
    struct reader *reader = manifest->reader;
    const struct node *containers = aic_launch_member(node, "containers");
    const struct node *main = aic_launch_member(node, "mainContainer");
    bool is_specs = node->key && (strcmp(node->key, "pytorchReplicaSpecs") == 0 ||
                                  strcmp(node->key, "mpiReplicaSpecs") == 0);
    if (reader->failed) {
        return;
    }
    if (is_specs && node->kind == NODE_MAPPING) {
        manifest->is_replica_job = true;
        manifest->job_gpus = gpus_of_replicas(manifest, node);
    }
    for (const struct node *item = containers && containers->kind == NODE_LIST ? containers->child
                                                                               : NULL;
         item; item = item->next) {
        read_container(manifest, &frame, item);
    }
    if (main && main->kind == NODE_MAPPING) {
        read_container(manifest, &frame, main);
    }
    for (const struct node *child = node->child; child; child = child->next) {
        walk(manifest, child, &frame);
    }
}

/* A server of vLLM whose flags stand in fields of a kind of their own. */
static void run_fields(struct manifest *manifest, const struct node *spec, const struct node *model,
                       const struct node *list, struct words more, struct context context)
{
    struct shell shell = aic_launch_shell(manifest->reader, manifest->source);
    struct words words = { NULL, 0 };
    aic_launch_set_environment(&shell, aic_launch_member(spec, "env"));
    if (model) {
        aic_launch_add_word(manifest->reader, &words,
                            aic_launch_without_templates(manifest->reader, model->text),
                            aic_launch_at_node(manifest->source, model));
    }
    aic_launch_add_words(manifest->reader, &words, more);
    aic_launch_add_items(&shell, &words, list);
    aic_launch_run_server(&shell, &aic_launch_vllm, words, &context);
}

static struct context fields_context(struct manifest *manifest, const struct node *node,
                                     const char *part)
{
    struct frame frame = { node, NULL };
    struct context context = context_of(manifest, &frame, node);
    context.name =
        aic_launch_format(manifest->reader, "%s%s%s", manifest->title, part[0] ? ", " : "", part);
    return context;
}

/* InferenceService: predictor.model of format huggingface or vllm. */
static bool read_inference_service(struct manifest *manifest)
{
    const struct node *predictor = aic_launch_at(manifest->root, "spec/predictor");
    const struct node *model = aic_launch_member(predictor, "model");
    const struct node *format = aic_launch_at(model, "modelFormat/name");
    const struct node *uri = aic_launch_member(model, "storageUri");
    const char *name = format ? aic_launch_lower(manifest->reader, format->text) : "";
    if (strcmp(name, "huggingface") != 0 && strcmp(name, "vllm") != 0) { /* vLLM too */
        return false;
    }
    struct context context = fields_context(manifest, predictor, "");
    struct words none = { NULL, 0 };
    aic_launch_set_resources(manifest->reader, manifest->source,
                             aic_launch_member(model, "resources"), &context);
    run_fields(manifest, model, uri, aic_launch_member(model, "args"), none, context);
    return true;
}

/* `parallelism` of a workload as vLLM's own flags. */
static void add_parallelism(struct manifest *manifest, const struct node *parallelism,
                            struct words *words)
{
    static const char *const flags[][2] = { { "tensor", "--tensor-parallel-size" },
                                            { "pipeline", "--pipeline-parallel-size" },
                                            { "data", "--data-parallel-size" } };
    for (size_t i = 0; i < 3; i++) {
        const struct node *value = aic_launch_member(parallelism, flags[i][0]);
        if (value && value->kind == NODE_TEXT) {
            aic_launch_add_word(
                manifest->reader, words,
                aic_launch_format(manifest->reader, "%s=%s", flags[i][1], value->text),
                aic_launch_at_node(manifest->source, value));
        }
    }
    const struct node *expert = aic_launch_member(parallelism, "expert");
    if (expert && expert->kind == NODE_TRUE) {
        aic_launch_add_word(manifest->reader, words, "--enable-expert-parallel",
                            aic_launch_at_node(manifest->source, expert));
    }
}

static const struct node *additional_args(const struct node *workload)
{
    const struct node *containers = aic_launch_at(workload, "template/containers");
    for (const struct node *container = containers ? containers->child : NULL; container;
         container = container->next) {
        const struct node *env = aic_launch_member(container, "env");
        for (const struct node *item = env ? env->child : NULL; item; item = item->next) {
            const char *name = aic_launch_member_text(item, "name");
            if (name && strcmp(name, "VLLM_ADDITIONAL_ARGS") == 0) {
                return aic_launch_member(item, "value");
            }
        }
    }
    return NULL;
}

static void read_llm_workload(struct manifest *manifest, const struct node *workload,
                              const char *role)
{
    const struct node *uri = aic_launch_at(manifest->root, "spec/model/uri");
    const struct node *arguments = additional_args(workload);
    struct words words = { NULL, 0 };
    struct context context = fields_context(manifest, workload, role);
    add_parallelism(manifest, aic_launch_member(workload, "parallelism"), &words);
    if (arguments && arguments->kind == NODE_TEXT) {
        struct shell shell = aic_launch_shell(manifest->reader, manifest->source);
        aic_launch_add_words(manifest->reader, &words,
                             aic_launch_split(&shell, arguments->text, arguments->line));
    }
    context.role = role[0] ? role : NULL;
    context.is_multi_node = true;
    run_fields(manifest, workload, uri, NULL, words, context);
}

static bool read_llm_service(struct manifest *manifest)
{
    const struct node *spec = aic_launch_member(manifest->root, "spec");
    const struct node *prefill = aic_launch_member(spec, "prefill");
    if (strcmp(manifest->kind, "LLMInferenceService") != 0 || !aic_launch_at(spec, "model/uri")) {
        return false;
    }
    read_llm_workload(manifest, spec, prefill ? "decode" : "");
    if (prefill) {
        read_llm_workload(manifest, prefill, "prefill");
    }
    return true;
}

/* KubeAI: url, args, resourceProfile nvidia-gpu-NAME:N. */
static bool read_kubeai(struct manifest *manifest)
{
    const struct node *spec = aic_launch_member(manifest->root, "spec");
    const char *engine = aic_launch_member_text(spec, "engine");
    const struct node *profile = aic_launch_member(spec, "resourceProfile");
    if (strcmp(manifest->kind, "Model") != 0 || !engine || strcmp(engine, "VLLM") != 0) {
        return false;
    }
    struct context context = fields_context(manifest, spec, "");
    struct words none = { NULL, 0 };
    if (profile && strncmp(profile->text, "nvidia-gpu-", 11) == 0) {
        const char *colon = strchr(profile->text, ':');
        size_t length = strcspn(profile->text + 11, ":");
        const char *name = aic_launch_keep(manifest->reader, profile->text + 11, length);
        context.gpu_at = aic_launch_at_node(manifest->source, profile);
        context.gpu = aic_launch_find_gpu(manifest->reader, name);
        context.gpu_unknown = context.gpu ? NULL : name;
        context.gpus_at = context.gpu_at;
        if (colon) {
            aic_number_read(colon + 1, strlen(colon + 1), 0, &context.gpus);
        }
    }
    run_fields(manifest, spec, aic_launch_member(spec, "url"), aic_launch_member(spec, "args"),
               none, context);
    return true;
}

static void read_manifest(struct reader *reader, const struct source *source,
                          const struct node *root)
{
    static const char single[] = "Deployment StatefulSet Pod DaemonSet ReplicaSet Job CronJob "
                                 "InferenceService Model";
    const char *kind = aic_launch_member_text(root, "kind");
    const char *name = aic_launch_member_text(aic_launch_member(root, "metadata"), "name");
    struct manifest manifest = { .reader = reader, .source = source, .root = root };
    manifest.kind = kind ? kind : "";
    manifest.title = name ? aic_launch_format(reader, "%s %s", manifest.kind, name) : manifest.kind;
    manifest.is_multi_node = !aic_launch_mapped(reader, single, manifest.kind);
    if (!read_inference_service(&manifest) && !read_llm_service(&manifest) &&
        !read_kubeai(&manifest) && !read_train_job(&manifest)) {
        walk(&manifest, root, NULL);
    }
}

void aic_launch_pods(struct reader *reader, const struct source *source, const struct node *root)
{
    const struct node *items = aic_launch_member(root, "items");
    const char *kind = aic_launch_member_text(root, "kind");
    if (!kind || strcmp(kind, "List") != 0 || !items) {
        read_manifest(reader, source, root);
        return;
    }
    for (const struct node *item = items->child; item && !reader->failed; item = item->next) {
        read_manifest(reader, source, item);
    }
}
