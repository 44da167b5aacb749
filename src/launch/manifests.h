/* SPDX-License-Identifier: Apache-2.0 */
/* What Kubernetes, Compose and charts share. */
#ifndef AICALC_LAUNCH_MANIFESTS_H
#define AICALC_LAUNCH_MANIFESTS_H

#include "launch/case.h"

struct aic_launch_place aic_launch_at_node(const struct source *source, const struct node *node);
/* `{{ ... }}` is not known: it becomes a hole. */
const char *aic_launch_without_templates(struct reader *reader, const char *text);
/* GPUs of `limits`, else `requests`, where none are known yet. */
void aic_launch_set_resources(struct reader *reader, const struct source *source,
                              const struct node *resources, struct context *context);
/* A label of a node: its GPU or its machine. */
void aic_launch_set_label(struct reader *reader, const struct source *source, const char *key,
                          const struct node *value, struct context *context);
/* Items of a list as words, $(NAME) filled in. */
void aic_launch_add_items(struct shell *shell, struct words *words, const struct node *list);
/* Pairs of name and value, or a mapping, as variables; what comes from elsewhere is not known. */
void aic_launch_set_environment(struct shell *shell, const struct node *env);
/* A container: its command, else the entry point of its image, with these arguments. */
void aic_launch_run_image(struct shell *shell, const char *image, struct words command,
                          struct words arguments, struct context *context);
/* A text of one line as words of the shell, whose variables it may name. */
struct words aic_launch_split(const struct shell *shell, const char *text, int line);

#endif
