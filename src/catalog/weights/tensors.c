/* SPDX-License-Identifier: Apache-2.0 */
/* The tensors of a model: they are added as their headers stream by, and found by name afterwards. */
#include <stdlib.h>
#include <string.h>

#include "catalog/weights/weights.h"

struct arena_block {
    struct arena_block *next;
    char bytes[];
};

void *aic_arena_take(struct arena *arena, size_t size)
{
    if (!arena->first || size > arena->left) { /* nothing at all has a place too */
        size_t room = size > ARENA_BYTES ? size : ARENA_BYTES;
        struct arena_block *block = malloc(sizeof *block + room);
        if (!block) {
            return NULL;
        }
        block->next = arena->first;
        arena->first = block;
        /* what a large piece leaves is nothing */
        arena->left = room;
    }
    arena->left -= size;
    return arena->first->bytes + arena->left;
}

void aic_arena_clear(struct arena *arena)
{
    while (arena->first) {
        struct arena_block *next = arena->first->next;
        free(arena->first);
        arena->first = next;
    }
    arena->left = 0;
}

static bool add_block(struct tensors *tensors)
{
    if (tensors->block_count == tensors->block_capacity) {
        size_t capacity = tensors->block_capacity ? 2 * tensors->block_capacity : 8;
        struct tensor **blocks = realloc(tensors->blocks, capacity * sizeof blocks[0]);
        if (!blocks) {
            return false;
        }
        tensors->blocks = blocks;
        tensors->block_capacity = capacity;
    }
    struct tensor *block = malloc(BLOCK_TENSORS * sizeof *block);
    if (!block) {
        return false;
    }
    tensors->blocks[tensors->block_count++] = block;
    return true;
}

struct tensor *aic_tensors_add(struct tensors *tensors, const char *name, size_t length)
{
    if (tensors->count == tensors->block_count * BLOCK_TENSORS && !add_block(tensors)) {
        return NULL;
    }
    char *kept = aic_arena_take(&tensors->names, length + 1);
    if (!kept) {
        return NULL;
    }
    memcpy(kept, name, length);
    kept[length] = '\0';
    struct tensor *tensor = aic_tensor_at(tensors, tensors->count++);
    *tensor = (struct tensor){ .name = kept, .length = (uint16_t)length };
    return tensor;
}

int aic_tensors_by_name(const void *a, const void *b)
{
    const struct tensor *const *first = a;
    const struct tensor *const *second = b;
    return strcmp((*first)->name, (*second)->name);
}

bool aic_tensors_sort(struct tensors *tensors, const struct tensor **twice, struct aic_error *error)
{
    *twice = NULL;
    tensors->by_name = malloc((tensors->count + 1) * sizeof tensors->by_name[0]);
    if (!tensors->by_name) {
        return aic_fail_memory(error);
    }
    for (size_t i = 0; i < tensors->count; i++) {
        tensors->by_name[i] = aic_tensor_at(tensors, i);
    }
    qsort(tensors->by_name, tensors->count, sizeof tensors->by_name[0], aic_tensors_by_name);
    for (size_t i = 1; i < tensors->count && !*twice; i++) {
        if (strcmp(tensors->by_name[i - 1]->name, tensors->by_name[i]->name) == 0) {
            *twice = tensors->by_name[i];
        }
    }
    return true;
}

/* STEM + SUFFIX as one text: readers refuse longer names of tensors, and suffixes stand in the code. */
struct joined {
    char text[NAME_MAX_BYTES + 64];
    size_t length;
};

static struct joined join(const char *stem, size_t length, const char *suffix)
{
    struct joined joined;
    struct aic_text text;
    aic_text_init(&text, joined.text, sizeof joined.text);
    aic_text_add_bytes(&text, stem, length);
    aic_text_add(&text, suffix);
    joined.length = text.length;
    return joined;
}

/* The first tensor whose name is not before that text; their number where there is none. */
static size_t lower_bound(const struct tensors *tensors, const char *name)
{
    size_t low = 0, high = tensors->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(tensors->by_name[middle]->name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const struct tensor *aic_tensors_find(const struct tensors *tensors, const char *stem,
                                      size_t length, const char *suffix)
{
    const struct joined name = join(stem, length, suffix);
    size_t at = lower_bound(tensors, name.text);
    return at < tensors->count && strcmp(tensors->by_name[at]->name, name.text) == 0
               ? tensors->by_name[at]
               : NULL;
}

bool aic_tensors_has_prefix(const struct tensors *tensors, const char *stem, size_t length,
                            const char *suffix)
{
    const struct joined name = join(stem, length, suffix);
    size_t at = lower_bound(tensors, name.text);
    return at < tensors->count && strncmp(tensors->by_name[at]->name, name.text, name.length) == 0;
}

void aic_tensors_clear(struct tensors *tensors)
{
    for (size_t i = 0; i < tensors->block_count; i++) {
        free(tensors->blocks[i]);
    }
    free(tensors->blocks);
    free(tensors->by_name);
    aic_arena_clear(&tensors->names);
    *tensors = (struct tensors){ .count = 0 };
}
