/* SPDX-License-Identifier: Apache-2.0 */
/* The index of the names of a large table: a hash with open addressing, at most half full. */
#include "engine/field_index.h"

#include <string.h>

static size_t add_bytes(size_t hash, struct aic_span bytes)
{
    for (size_t i = 0; i < bytes.length; i++) {
        hash = ((hash ^ (unsigned char)bytes.at[i]) * 16777619u) & 0xFFFFFFFFu; /* FNV-1a */
    }
    return hash;
}

static size_t slot_of(const struct aic_field_index *index, struct aic_span prefix,
                      struct aic_span name)
{
    size_t hash = add_bytes(add_bytes(2166136261u, prefix), name);
    return (hash ^ hash >> 15) & index->mask;
}

static bool is_called(const char *name, struct aic_span prefix, struct aic_span rest)
{
    return strncmp(name, prefix.at, prefix.length) == 0 &&
           strncmp(name + prefix.length, rest.at, rest.length) == 0 &&
           name[prefix.length + rest.length] == '\0';
}

size_t aic_field_index_find(const struct aic_field_index *index, struct aic_span prefix,
                            struct aic_span name)
{
    size_t slot = slot_of(index, prefix, name);
    for (; index->slots[slot]; slot = (slot + 1) & index->mask) {
        size_t place = index->slots[slot] - 1u;
        if (is_called(index->fields[place].name, prefix, name)) {
            return place;
        }
    }
    return index->count;
}

size_t aic_field_index_slots(size_t count)
{
    size_t slots = 64;
    while (slots < 2 * count) {
        slots *= 2;
    }
    return slots;
}

void aic_field_index_add(struct aic_field_index *index, size_t place)
{
    const struct aic_span none = { "", 0 };
    const char *name = index->fields[place].name;
    size_t slot = slot_of(index, none, (struct aic_span){ name, strlen(name) });
    while (index->slots[slot]) {
        slot = (slot + 1) & index->mask;
    }
    index->slots[slot] = (unsigned short)(place + 1);
}
