/* SPDX-License-Identifier: Apache-2.0 */
/* Each text in turn: whose document it is, and who reads it. */
#include "launch/case.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A document of another use, which has an option of its own. */
static void refuse_other(struct reader *reader, const struct source *source,
                         const struct node *root)
{
    const char *schema = aic_launch_member_text(root, "schema");
    struct aic_launch_place at = aic_launch_place(source, source->line);
    if (aic_launch_has_key(root, "architectures") && aic_launch_has_key(root, "model_type")) {
        aic_launch_refuse(reader, at, AIC_ERR_USAGE,
                          "this is the configuration of a model: give it with --model");
    }
    if (schema && strncmp(schema, "aicalc", 6) == 0) {
        aic_launch_refuse(reader, at, AIC_ERR_USAGE,
                          "this is a document of aicalc ('%s'): give it with --input, or "
                          "to 'aicalc check'",
                          aic_launch_shown(reader, schema));
    }
}

/* Files that another text may name: they are read by themselves only where none does. */
static bool is_support(const struct dialect *dialect)
{
    return dialect == &aic_launch_deepspeed || dialect == &aic_launch_accelerate ||
           dialect->is_server;
}

static void read_document(struct reader *reader, const struct source *source,
                          const struct node *root, int pass)
{
    const struct dialect *dialect = aic_launch_kind_of(reader, root);
    refuse_other(reader, source, root);
    if (root->kind != NODE_MAPPING ||
        (pass == 1 && aic_launch_measured_document(reader, source, root))) {
        return;
    }
    bool is_manifest = aic_launch_has_key(root, "kind") && aic_launch_has_key(root, "apiVersion");
    bool is_compose = aic_launch_has_key(root, "services");
    bool is_chart =
        aic_launch_has_key(root, "servingEngineSpec") || aic_launch_has_key(root, "modelArtifacts");
    void (*read)(struct reader *, const struct source *, const struct node *) =
        is_manifest  ? aic_launch_pods
        : is_compose ? aic_launch_compose
        : is_chart   ? aic_launch_helm
                     : NULL;
    if (read && pass == 1) {
        read(reader, source, root);
    } else if (!read && dialect && is_support(dialect) == (pass == 2)) {
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
    reader->text = index;
    if (source.named) {
        return;
    }
    if (pass == 0) {
        enum format format = aic_launch_format_of(&source);
        if (format == FORMAT_LOG) {
            aic_launch_read_log(reader, &source);
        } else if (format == FORMAT_SHELL) {
            struct shell shell = aic_launch_shell(reader, &source);
            aic_launch_slurm(&shell, &source);
            aic_launch_run_shell(&shell, &source);
        }
    } else {
        const struct node *root = source.root ? source.root : aic_launch_config(reader, &source);
        reader->sources[index].root = (struct node *)(uintptr_t)root;
        bool is_list = root && root->kind == NODE_LIST;
        for (root = is_list ? root->child : root; root && !reader->failed; root = root->next) {
            read_document(reader, &source, root, pass);
        }
    }
}
