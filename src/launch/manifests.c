/* SPDX-License-Identifier: Apache-2.0 */
/* What Kubernetes, Compose and charts share: resources, labels, environments, containers. */
#include "launch/manifests.h"

#include "core/ascii.h"

#include <math.h>
#include <string.h>

static const char gpu_keys[] =
    "nvidia.com/gpu amd.com/gpu habana.ai/gaudi gpu.intel.com/i915 gpu.intel.com/xe google.com/tpu "
    "aws.amazon.com/neuron gpu";

struct aic_launch_place aic_launch_at_node(const struct source *source, const struct node *node)
{
    return aic_launch_place(source, node->line);
}

const char *aic_launch_without_templates(struct reader *reader, const char *text)
{
    const char *open = strstr(text, "{{");
    const char *close = open ? strstr(open, "}}") : NULL;
    if (!close) {
        return text;
    }
    struct buffer buffer = { .reader = reader };
    const char hole[] = { HOLE_BEGIN, HOLE_END };
    aic_launch_append(&buffer, text, (size_t)(open - text));
    aic_launch_append(&buffer, hole, 2);
    const char *rest = aic_launch_without_templates(reader, close + 2);
    aic_launch_append(&buffer, rest, strlen(rest));
    return aic_launch_text_of(&buffer);
}

void aic_launch_set_resources(struct reader *reader, const struct source *source,
                              const struct node *resources, struct context *context)
{
    const struct node *list = aic_launch_member(resources, "limits");
    list = list ? list : aic_launch_member(resources, "requests");
    for (const struct node *item = list ? list->child : NULL; item && item->key;
         item = item->next) {
        double count;
        if (strncmp(item->key, "nvidia.com/mig-", 15) == 0) {
            context->mig = item->key;
            context->gpu_at = aic_launch_at_node(source, item);
        }
        if (isnan(context->gpus) && aic_launch_mapped(reader, gpu_keys, item->key) &&
            aic_number_read(item->text, strlen(item->text), 0, &count) > 0) {
            context->gpus = count;
            context->gpus_at = aic_launch_at_node(source, item);
        }
    }
}

static bool list_has(const struct node *list, const char *text)
{
    for (const struct node *item = list ? list->child : NULL; item; item = item->next) {
        if (strcmp(item->text, text) == 0) {
            return true;
        }
    }
    return false;
}

void aic_launch_set_label(struct reader *reader, const struct source *source, const char *key,
                          const struct node *value, struct context *context)
{
    const struct node *machines = aic_launch_machines(reader);
    bool is_instance = list_has(aic_launch_member(machines, "instance_keys"), key);
    bool is_gpu = list_has(aic_launch_member(machines, "gpu_label_keys"), key);
    if ((!is_instance && !is_gpu) || context->gpu || context->node || value->kind != NODE_TEXT) {
        return;
    }
    context->gpu_at = aic_launch_at_node(source, value);
    if (is_instance) {
        const struct node *machine = aic_launch_instance(reader, value->text);
        const char *gpu = aic_launch_member_text(machine, "gpu");
        context->node = aic_launch_member_text(machine, "node");
        context->gpu = gpu ? aic_launch_find_gpu(reader, gpu) : NULL;
        context->gpu_unknown = context->gpu ? NULL : gpu ? gpu : value->text;
    } else {
        context->gpu = aic_launch_find_gpu(reader, value->text);
        context->gpu_unknown = context->gpu ? NULL : value->text;
    }
}

/* The length of a name up to its ')'. 0: none, this is $(( )) or $(command) of the shell. */
static size_t bracketed_name(const char *text)
{
    size_t length = 0;
    while (aic_is_name(text[length])) {
        length++;
    }
    return text[length] == ')' ? length : 0;
}

/* $(NAME) of the container's environment; the orchestrator turns $$(NAME) into $(NAME). */
static const char *with_environment(struct shell *shell, const struct node *node)
{
    const char *text = aic_launch_without_templates(shell->reader, node->text);
    struct buffer buffer = { .reader = shell->reader };
    const char *from = text;
    for (const char *open; (open = strstr(from, "$(")) && !shell->reader->failed;) {
        bool is_escaped = open > from && open[-1] == '$';
        size_t length = bracketed_name(open + 2);
        aic_launch_append(&buffer, from, (size_t)(open - from) - is_escaped);
        from = open + 2;
        if (length == 0 || is_escaped) {
            aic_launch_append(&buffer, "$(", 2);
            continue;
        }
        const char *name = aic_launch_keep(shell->reader, from, length);
        const struct variable *variable = aic_launch_variable(shell, name);
        const char *value = variable && variable->words.count > 0
                                ? variable->words.at[0].text
                                : aic_launch_environment(shell, name);
        value = value ? value : aic_launch_hole_of(shell, name);
        aic_launch_append(&buffer, value, strlen(value));
        if (buffer.length > VARIABLE_MAX) {
            aic_launch_refuse(shell->reader, aic_launch_at_node(shell->source, node), AIC_ERR_FILE,
                              "a word grows above 4 MiB");
        }
        from += length + 1;
    }
    if (from == text) {
        return text;
    }
    aic_launch_append(&buffer, from, strlen(from));
    return aic_launch_text_of(&buffer);
}

void aic_launch_add_items(struct shell *shell, struct words *words, const struct node *list)
{
    bool is_list = list && list->kind == NODE_LIST;
    for (const struct node *item = is_list ? list->child : list; item;
         item = is_list ? item->next : NULL) {
        if (item->kind >= NODE_LIST || item->kind == NODE_NULL) {
            continue;
        }
        aic_launch_add_word(shell->reader, words, with_environment(shell, item),
                            aic_launch_at_node(shell->source, item));
        if (words->count > 0) {
            words->at[words->count - 1].keeps_lines = item->keeps_lines;
        }
    }
}

void aic_launch_set_environment(struct shell *shell, const struct node *env)
{
    for (const struct node *item = env ? env->child : NULL; item; item = item->next) {
        const char *name =
            item->kind == NODE_MAPPING ? aic_launch_member_text(item, "name") : item->key;
        const struct node *value =
            item->kind == NODE_MAPPING ? aic_launch_member(item, "value") : item;
        if (!name || item->kind == NODE_LIST) {
            continue;
        }
        bool is_told = value && value->kind < NODE_LIST && value->kind != NODE_NULL;
        aic_launch_set_variable(shell, name,
                                is_told ? with_environment(shell, value)
                                        : aic_launch_environment(shell, name),
                                aic_launch_at_node(shell->source, item));
    }
}

void aic_launch_run_image(struct shell *shell, const char *image, struct words command,
                          struct words arguments, struct context *context)
{
    bool has_entry_point = false;
    const struct dialect *dialect =
        image ? aic_launch_image(shell->reader, image, &context->version, &has_entry_point) : NULL;
    aic_launch_add_words(shell->reader, &command, arguments);
    for (size_t i = 0; i < arguments.count && command.count >= arguments.count; i++) {
        command.at[command.count - arguments.count + i].keeps_lines = arguments.at[i].keeps_lines;
    }
    if (dialect && has_entry_point && command.count == arguments.count) {
        aic_launch_run_server(shell, dialect, command, context);
    } else if (command.count > 0) {
        aic_launch_run_program(shell, command, context);
    }
}

struct words aic_launch_split(const struct shell *shell, const char *text, int line)
{
    struct reader *reader = shell->reader;
    struct source *one = aic_launch_take(reader, sizeof *one);
    struct words words = { NULL, 0 };
    if (!one) {
        return words;
    }
    *one = (struct source){ .name = shell->source->name,
                            .text = text,
                            .length = strlen(text),
                            .line = line,
                            .one_line = true };
    struct shell own = *shell;
    own.source = one;
    const struct command *command = aic_launch_parse_shell(reader, one);
    for (; command && command->kind == SHELL_SIMPLE; command = command->next) {
        for (size_t i = 0; i < command->words.count && !reader->failed; i++) {
            aic_launch_expand(&own, command->words.at[i], &words);
        }
    }
    return words;
}
