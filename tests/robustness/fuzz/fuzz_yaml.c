/* SPDX-License-Identifier: Apache-2.0 */
/* YAML: what is read is a tree that is written as JSON, and that is read as the same tree. */
#include "launches.h"

static bool same(const struct node *a, const struct node *b)
{
    if (a->kind != b->kind || (a->kind == NODE_TEXT && strcmp(a->text, b->text) != 0)) {
        return false;
    }
    a = a->child;
    b = b->child;
    for (; a && b; a = a->next, b = b->next) {
        if (!a->key != !b->key || (a->key && strcmp(a->key, b->key) != 0) || !same(a, b)) {
            return false;
        }
    }
    return !a && !b;
}

static void use(struct reader *reader, const struct source *source)
{
    const struct node *root = aic_launch_read_yaml(reader, source);
    must(reader->failed == !root || source->text[strspn(source->text, " \t\n")] == '\0' || !root);
    for (; root && !reader->failed; root = root->next) {
        const char *text = aic_launch_json_of(reader, root);
        const struct source again = {
            .name = "again", .text = text, .length = strlen(text), .line = 1
        };
        if (root->kind < NODE_LIST) {
            continue;
        }
        /* What JSON refuses, such as bytes that are no UTF-8, is written otherwise. */
        struct aic_error error = { .code = AIC_OK }, *before = reader->error;
        reader->error = &error;
        const struct node *read = aic_launch_read_json(reader, &again);
        reader->error = before;
        must(read || reader->failed);
        must(!read || strstr(text, "\xEF\xBF\xBD") || strstr(text, "\\u") || same(root, read));
        reader->failed = false;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_source(data, size, use);
    return 0;
}
