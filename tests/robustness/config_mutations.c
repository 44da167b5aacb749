/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config_mutations COUNT FOLDER FILE...: configurations of models with one thing changed, COUNT of them, always the
 * same ones. Each is read or refused with a reason; what is read holds numbers that a field can hold. A value
 * of another kind than before never changes what is read: it is refused, or nobody reads the key.
 */
#include "unit/config_reading.h"

#include <cjson/cJSON.h>

static uint64_t state = 0x9e3779b97f4a7c15;
static size_t refused, other_kinds;

static size_t below(size_t count)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % count);
}

static size_t count_nodes(const cJSON *node)
{
    size_t count = 0;
    const cJSON *child;
    cJSON_ArrayForEach(child, node)
    {
        count += 1 + count_nodes(child);
    }
    return count;
}

/* The node with a number in the order of the text, and the one that holds it. */
static cJSON *find_node(cJSON *node, size_t *number, cJSON **parent)
{
    cJSON *child;
    cJSON_ArrayForEach(child, node)
    {
        if ((*number)-- == 0) {
            *parent = node;
            return child;
        }
        cJSON *found = find_node(child, number, parent);
        if (found) {
            return found;
        }
    }
    return NULL;
}

/* Values of another kind than a number, a flag, a text, a list or an object in turn. */
static cJSON *other_kind(const cJSON *node)
{
    static const char *const values[] = { "7", "true", "\"text\"", "[3, \"x\"]", "{\"key\": 1}" };
    size_t is = cJSON_IsNumber(node)   ? 0
                : cJSON_IsBool(node)   ? 1
                : cJSON_IsString(node) ? 2
                : cJSON_IsArray(node)  ? 3
                                       : 4;
    return cJSON_Parse(values[(is + 1 + below(4)) % 5]);
}

static cJSON *other_number(void)
{
    static const double numbers[] = { 0,   1,   2,    3,     7,    -1,     0.5,
                                      2.5, 127, 1000, 99999, 1e15, 9.1e15, 1e300 };
    return cJSON_CreateNumber(numbers[below(COUNT(numbers))]);
}

/* Changes one thing; true where it is a value of another kind. A number may stand for a list of equal ones, or
 * for a pattern. */
static bool mutate(cJSON *root)
{
    size_t number = below(count_nodes(root));
    cJSON *parent = NULL;
    cJSON *node = find_node(root, &number, &parent);
    char *key = node->string ? strdup(node->string) : NULL;
    cJSON *changed;
    bool kind = false;
    switch (below(5)) {
    case 0:
        cJSON_Delete(cJSON_DetachItemViaPointer(parent, node));
        break;
    case 1:
        cJSON_ReplaceItemViaPointer(parent, node, cJSON_CreateNull());
        break;
    case 2:
        changed = other_kind(node);
        kind = !cJSON_IsNull(node) && key && parent == root && !cJSON_IsNumber(changed);
        cJSON_ReplaceItemViaPointer(parent, node, changed);
        break;
    case 3:
        cJSON_ReplaceItemViaPointer(parent, node, other_number());
        break;
    default:
        if (cJSON_IsArray(parent)) {
            cJSON_AddItemToArray(parent, cJSON_Duplicate(node, true));
        } else {
            cJSON_AddItemToObject(parent, below(2) ? "num_hidden_layers" : "layer_types",
                                  cJSON_Duplicate(node, true));
        }
    }
    if (key && parent->type == cJSON_Object) {
        /* cJSON keeps the name of what it replaces only in some versions */
        cJSON *child;
        cJSON_ArrayForEach(child, parent)
        {
            if (!child->string) {
                child->string = strdup(key);
            }
        }
    }
    free(key);
    return kind;
}

/* The fields without those of towers and number formats, whose readers leave out what they do not know. */
static void shorten(char *fields)
{
    static const char *const out[] = {
        " tower_params=",   " released_dtype=", " released_kv_dtype=",
        " attention_bits=", " mixer_bits=",     " mlp_bits=",
        " experts_bits=",   " head_bits=",      " embedding_bits="
    };
    for (size_t i = 0; i < COUNT(out); i++) {
        char *at = strstr(fields, out[i]);
        if (at) {
            size_t length = 1 + strcspn(at + 1, " ");
            memmove(at, at + length, strlen(at + length) + 1);
        }
    }
}

static bool check(struct reading *reading, struct reading *before, bool kind, const char *name,
                  const char *text)
{
    other_kinds += kind;
    if (!reading->ok) {
        refused++;
        bool says = reading->notes.error.code != AIC_OK && reading->notes.error.message[0];
        return says || (printf("%s: no reason: %s\n", name, text), false);
    }
    shorten(reading->fields);
    if (strstr(reading->fields, "nan") || strstr(reading->fields, "inf")) {
        printf("%s: not a number: %s\n%s\n", name, reading->fields, text);
        return false;
    }
    if (kind && before->ok && strcmp(reading->fields, before->fields) != 0) {
        printf("%s: a guess: %s\nwas %s\nof %s\n", name, reading->fields, before->fields, text);
        return false;
    }
    return true;
}

static char *read_whole(const char *folder, const char *name)
{
    char path[512];
    char *text = calloc(1 << 20, 1);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || !text || fread(text, 1, (1 << 20) - 1, file) == 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    return text;
}

/* `count` mutants of one file; the number of those that failed. */
static size_t mutants_of(const char *folder, const char *name, size_t count)
{
    static struct reading before, reading;
    size_t failed = 0;
    char *text = read_whole(folder, name);
    cJSON *root = cJSON_Parse(text);
    read_text(&before, name, text, strlen(text));
    shorten(before.fields);
    for (size_t i = 0; root && i < count; i++) {
        cJSON *mutant = cJSON_Duplicate(root, true);
        bool kind = mutate(mutant);
        char *written = cJSON_PrintUnformatted(mutant);
        read_text(&reading, name, written, strlen(written));
        failed += !check(&reading, &before, kind, name, written);
        cJSON_free(written);
        cJSON_Delete(mutant);
    }
    cJSON_Delete(root);
    free(text);
    return failed;
}

int main(int argc, char **argv)
{
    size_t failed = 0;
    if (argc < 4) {
        fprintf(stderr, "usage: config_mutations COUNT FOLDER FILE...\n");
        return 2;
    }
    size_t files = (size_t)argc - 3, count = (size_t)strtoul(argv[1], NULL, 10);
    for (size_t i = 0; i < files; i++) {
        failed += mutants_of(argv[2], argv[3 + i], (count + files - 1) / files);
    }
    printf("%zu files, %zu mutants of each: %zu with a value of another kind, %zu refused, %zu "
           "failed\n",
           files, (count + files - 1) / files, other_kinds, refused, failed);
    return failed > 0;
}
