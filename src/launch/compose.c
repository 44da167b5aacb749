/* SPDX-License-Identifier: Apache-2.0 */
/* Compose: services with a program in their command, or a known image. */
#include <math.h>
#include <string.h>

#include "launch/manifests.h"

/* ${VAR:-x} from --set alone; $$ is a dollar. */
static const char *filled(struct reader *reader, const struct source *source,
                          const struct node *node)
{
    struct buffer buffer = { .reader = reader };
    struct shell shell = aic_launch_shell(reader, source);
    const char *at = node->text;
    while (*at) {
        const char *dollars = strstr(at, "$$");
        size_t length = dollars ? (size_t)(dollars - at) : strlen(at);
        const char *text = aic_launch_expand_plain(&shell, at, length, node->line);
        aic_launch_append(&buffer, text, strlen(text));
        at += length;
        if (dollars) {
            aic_launch_append(&buffer, "$", 1);
            at += 2;
        }
    }
    return aic_launch_text_of(&buffer);
}

/* A command as a list, or as a text that is cut as the shell does. */
static struct words words_of(const struct shell *shell, const struct node *node)
{
    struct reader *reader = shell->reader;
    const struct source *source = shell->source;
    struct words words = { NULL, 0 };
    if (node && node->kind == NODE_LIST) {
        for (const struct node *item = node->child; item; item = item->next) {
            if (item->kind < NODE_LIST && item->kind != NODE_NULL) {
                aic_launch_add_word(reader, &words, filled(reader, source, item),
                                    aic_launch_at_node(source, item));
            }
        }
    } else if (node && node->kind == NODE_TEXT) {
        words = aic_launch_split(shell, filled(reader, source, node), node->line);
    }
    return words;
}

/* `environment` as a mapping, or a list of NAME=VALUE. */
static void set_environment(struct shell *shell, const struct node *environment)
{
    bool is_list = environment && environment->kind == NODE_LIST;
    for (const struct node *item = environment ? environment->child : NULL; item;
         item = item->next) {
        const char *equals = is_list ? strchr(item->text, '=') : NULL;
        struct aic_launch_place at = aic_launch_at_node(shell->source, item);
        if (is_list && equals) {
            const char *text = filled(shell->reader, shell->source, item);
            equals = strchr(text, '=');
            aic_launch_set_variable(shell,
                                    aic_launch_keep(shell->reader, text, (size_t)(equals - text)),
                                    equals + 1, at);
        } else if (!is_list && item->kind < NODE_LIST) {
            aic_launch_set_variable(shell, item->key,
                                    item->kind == NODE_NULL
                                        ? aic_launch_environment(shell, item->key)
                                        : filled(shell->reader, shell->source, item),
                                    at);
        }
    }
}

static void set_devices(const struct source *source, const struct node *service,
                        struct context *context)
{
    const struct node *devices = aic_launch_at(service, "deploy/resources/reservations/devices");
    for (const struct node *device = devices ? devices->child : NULL; device;
         device = device->next) {
        const struct node *count = aic_launch_member(device, "count");
        const struct node *ids = aic_launch_member(device, "device_ids");
        double number;
        if (count && aic_number_read(count->text, strlen(count->text), 0, &number) > 0) {
            context->gpus = number;
            context->gpus_at = aic_launch_at_node(source, count);
        } else if (ids && ids->kind == NODE_LIST) {
            context->gpus = 0;
            context->gpus_at = aic_launch_at_node(source, ids);
            for (const struct node *id = ids->child; id; id = id->next) {
                context->gpus++;
            }
        }
    }
}

static void read_service(struct reader *reader, const struct source *source,
                         const struct node *service)
{
    struct shell shell = aic_launch_shell(reader, source);
    struct context context = aic_launch_no_context();
    const struct node *image = aic_launch_member(service, "image");
    const struct node *replicas = aic_launch_at(service, "deploy/replicas");
    context.name = aic_launch_format(reader, "service %s", service->key);
    context.image_at = aic_launch_at_node(source, image ? image : service);
    set_environment(&shell, aic_launch_member(service, "environment"));
    set_devices(source, service, &context);
    if (replicas) {
        aic_number_read(replicas->text, strlen(replicas->text), 0, &context.replicas);
        context.replicas_at = aic_launch_at_node(source, replicas);
    }
    aic_launch_run_image(&shell,
                         image && image->kind == NODE_TEXT ? filled(reader, source, image) : NULL,
                         words_of(&shell, aic_launch_member(service, "entrypoint")),
                         words_of(&shell, aic_launch_member(service, "command")), &context);
}

void aic_launch_compose(struct reader *reader, const struct source *source, const struct node *root)
{
    const struct node *services = aic_launch_member(root, "services");
    for (const struct node *service = services->child; service && !reader->failed;
         service = service->next) {
        if (service->kind == NODE_MAPPING && service->key) {
            read_service(reader, source, service);
        }
    }
}
