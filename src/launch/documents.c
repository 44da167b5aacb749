/* SPDX-License-Identifier: Apache-2.0 */
/* What kind of text it is, by its content alone, and whose document. */
#include "launch/case.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/ascii.h"
#include "launch/data.h"

enum format { FORMAT_LOG, FORMAT_JSON, FORMAT_TOML, FORMAT_YAML, FORMAT_SHELL };

/* The first line that is neither blank nor a comment. */
static const char *first_line(const char *text)
{
    while (*text) {
        const char *at = text + strspn(text, " \t");
        if (*at != '\n' && *at != '#' && *at != '\0') {
            return at;
        }
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

static size_t key_end(const char *at)
{
    size_t length = 0;
    while (at[length] && (aic_is_letter(at[length]) || aic_is_digit(at[length]) ||
                          strchr("_-./\"'", at[length]))) {
        length++;
    }
    return length;
}

/* `[table]`, `[[table]]` or `key = value`. */
static bool is_toml(const char *line)
{
    size_t brackets = strspn(line, "[");
    if (brackets > 0 && brackets <= 2) {
        const char *name = line + brackets;
        size_t length = key_end(name);
        const char *behind = name + length + brackets;
        return length > 0 && strspn(name + length, "]") == brackets &&
               (*behind == '\n' || *behind == '\0' || *behind == ' ' || *behind == '#');
    }
    size_t length = key_end(line);
    return length > 0 && strncmp(line + length, " = ", 3) == 0;
}

/* `---`, `%YAML`, or `key:` with a blank or nothing behind it. */
static bool is_yaml(const char *line)
{
    if (strncmp(line, "---", 3) == 0 || strncmp(line, "%YAML", 5) == 0) {
        return true;
    }
    while (strncmp(line, "- ", 2) == 0) {
        line += 2 + strspn(line + 2, " ");
    }
    size_t length = key_end(line);
    return length > 0 && line[length] == ':' &&
           (line[length + 1] == '\0' || strchr(" \t\n", line[length + 1]));
}

static enum format format_of(const struct source *source)
{
    const char *start = source->text + strspn(source->text, " \t\n");
    const char *line = first_line(source->text);
    if (aic_launch_is_log(source)) {
        return FORMAT_LOG;
    }
    if (*start == '{' || (*start == '[' && !is_toml(start))) {
        return FORMAT_JSON;
    }
    return is_toml(line) ? FORMAT_TOML : is_yaml(line) ? FORMAT_YAML : FORMAT_SHELL;
}

/* A line that begins with {{ is a template's. */
static bool refuse_template(struct reader *reader, const struct source *source)
{
    int line = source->line;
    for (const char *at = source->text; *at; line++) {
        if (strncmp(at + strspn(at, " "), "{{", 2) == 0) {
            return !aic_launch_refuse(reader, aic_launch_place(source, line), AIC_ERR_USAGE,
                                      "a template; render it first: helm template ... | aicalc "
                                      "read -");
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return false;
}

static struct node *parse(struct reader *reader, const struct source *source, enum format format)
{
    if (format != FORMAT_SHELL && refuse_template(reader, source)) {
        return NULL;
    }
    switch (format) {
    case FORMAT_JSON:
        return aic_launch_read_json(reader, source);
    case FORMAT_TOML:
        return aic_launch_read_toml(reader, source);
    case FORMAT_YAML:
        return aic_launch_read_yaml(reader, source);
    default:
        return NULL;
    }
}

const struct node *aic_launch_config(struct reader *reader, const struct source *source)
{
    return parse(reader, source, format_of(source));
}

static struct node *data_tree(struct reader *reader, const char *name, const char *text,
                              size_t length)
{
    struct source source = { .name = name, .text = text, .length = length, .line = 1 };
    return reader->failed ? NULL : aic_launch_read_json(reader, &source);
}

/* The object of that name in the list of programs: the others are not read. No text in the list
 * holds a brace. */
static const char *program_text(const char *name, size_t *length)
{
    const char *at = (const char *)aic_launch_programs_json;
    size_t size = strlen(name), depth = 0;
    while ((at = strstr(at, name)) &&
           (at[-1] != '"' || strncmp(at + size, "\": {", 4) != 0)) {
        at++;
    }
    at = at ? at + size + 3 : NULL;
    for (*length = 0; at && (*length == 0 || depth > 0); ++*length) {
        depth += at[*length] == '{';
        depth -= at[*length] == '}';
    }
    return at;
}

const struct node *aic_launch_program(struct reader *reader, const char *name)
{
    struct node *node = reader->programs;
    size_t length;
    while (node && strcmp(node->key, name) != 0) {
        node = node->next;
    }
    const char *text = node ? NULL : program_text(name, &length);
    if (text && (node = data_tree(reader, "programs.json", text, length))) {
        node->key = name;
        node->next = reader->programs;
        reader->programs = node;
    }
    return node;
}

const struct node *aic_launch_machines(struct reader *reader)
{
    if (!reader->machines) {
        reader->machines = data_tree(reader, "machines.json",
                                     (const char *)aic_launch_machines_json,
                                     aic_launch_machines_size);
    }
    return reader->machines;
}

static bool has_key(const struct node *root, const char *key)
{
    return aic_launch_member(root, key) != NULL;
}

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
    if (!root || root->kind != NODE_MAPPING) {
        return NULL;
    }
    if (has_key(root, "zero_optimization") || has_key(root, "train_micro_batch_size_per_gpu") ||
        (has_key(root, "train_batch_size") && !is_mapping(root, "model"))) {
        return &aic_launch_deepspeed;
    }
    if (has_key(root, "base_model")) {
        return &aic_launch_axolotl;
    }
    if (has_key(root, "model_name_or_path") || has_key(root, "per_device_train_batch_size")) {
        return &aic_launch_hf;
    }
    if (is_mapping(root, "model") && (has_key(root, "trainer") || has_key(root, "train") ||
                                      has_key(model, "tensor_model_parallel_size"))) {
        return &aic_launch_bridge;
    }
    if (is_mapping(root, "parallelism") ||
        (is_mapping(root, "training") && is_mapping(root, "model"))) {
        return &aic_launch_torchtitan;
    }
    if (has_key(root, "distributed_type") || has_key(root, "compute_environment")) {
        return &aic_launch_accelerate;
    }
    return kind_of_options(root);
}

struct work *aic_launch_start_job(struct reader *reader, const struct source *source,
                                  const struct node *root, const struct dialect *dialect,
                                  const struct context *context)
{
    struct aic_launch_place at = aic_launch_place(source, root->line > 0 ? root->line : 1);
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
        double several = 1;
        if (processes &&
            aic_number_read(processes, strlen(processes), 0, &work->launcher.gpus) > 0) {
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

/* A document of another use, which has an option of its own. */
static bool refuse_other(struct reader *reader, const struct source *source,
                         const struct node *root)
{
    const char *schema = aic_launch_member_text(root, "schema");
    struct aic_launch_place at = aic_launch_place(source, source->line);
    if (has_key(root, "architectures") && has_key(root, "model_type")) {
        return !aic_launch_refuse(reader, at, AIC_ERR_USAGE,
                                  "this is the configuration of a model: give it with --model");
    }
    if (schema && strncmp(schema, "aicalc", 6) == 0) {
        return !aic_launch_refuse(reader, at, AIC_ERR_USAGE,
                                  "this is a document of aicalc ('%s'): give it with --input, or "
                                  "to 'aicalc check'",
                                  aic_launch_shown(reader, schema));
    }
    return false;
}

/* Files that another text may name: they are read by themselves only where none does. */
static bool is_support(const struct dialect *dialect)
{
    return dialect == &aic_launch_deepspeed || dialect == &aic_launch_accelerate ||
           (dialect && dialect->is_server);
}

static void read_document(struct reader *reader, const struct source *source,
                          const struct node *root, int pass)
{
    const struct dialect *dialect = aic_launch_kind_of(reader, root);
    if (refuse_other(reader, source, root) || root->kind != NODE_MAPPING ||
        (pass == 1 && aic_launch_measured_document(reader, source, root))) {
        return;
    }
    bool is_manifest = has_key(root, "kind") && has_key(root, "apiVersion");
    bool is_compose = has_key(root, "services");
    bool is_chart = has_key(root, "servingEngineSpec") || has_key(root, "modelArtifacts");
    if (is_manifest || is_compose || is_chart) {
        if (pass == 1 && is_manifest) {
            aic_launch_pods(reader, source, root);
        } else if (pass == 1 && is_compose) {
            aic_launch_compose(reader, source, root);
        } else if (pass == 1) {
            aic_launch_helm(reader, source, root);
        }
        return;
    }
    if (dialect && is_support(dialect) == (pass == 2)) {
        struct work *work = aic_launch_start_job(reader, source, root, dialect, NULL);
        if (work) {
            aic_launch_finish_work(work);
        }
    }
}

/* Three passes over the texts: shell and logs, documents, and those that others may name. */
void aic_launch_read_source(struct reader *reader, size_t index, int pass)
{
    struct source source = reader->sources[index];
    enum format format = format_of(&source);
    reader->text = index;
    if (source.named) {
        return;
    }
    if (format == FORMAT_LOG) {
        if (pass == 0) {
            aic_launch_read_log(reader, &source);
        }
    } else if (format == FORMAT_SHELL) {
        struct shell shell = { .reader = reader, .source = &source };
        if (pass == 0) {
            aic_launch_slurm(&shell, &source);
            aic_launch_run_shell(&shell, &source);
        }
    } else if (pass > 0) {
        const struct node *root = source.root ? source.root : parse(reader, &source, format);
        reader->sources[index].root = (struct node *)(uintptr_t)root;
        bool is_list = root && root->kind == NODE_LIST;
        for (root = is_list ? root->child : root; root && !reader->failed; root = root->next) {
            read_document(reader, &source, root, pass);
        }
    }
}
