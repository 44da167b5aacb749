/* SPDX-License-Identifier: Apache-2.0 */
/* The index of the names of a large table: a hash with open addressing, at most half full. */
#include "engine/field_index.h"

#include <stdint.h>
#include <string.h>

#define MIX UINT64_C(0x9E3779B97F4A7C15) /* 2^64 by the golden ratio: Knuth, volume 3, 6.4 */

/* The bytes of a word, or fewer. */
static uint64_t load(const char *at, size_t length)
{
    uint64_t word = 0;
    for (size_t i = 0; i < length; i++) {
        word = word << 8 | (unsigned char)at[i];
    }
    return word;
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * MIX;
    return hash ^ hash >> 32;
}

/* Eight bytes at a time; the last eight may be looked at twice. */
static uint64_t hash_of(struct aic_span bytes)
{
    uint64_t hash = bytes.length, word;
    if (bytes.length < sizeof word) {
        return mix(hash, load(bytes.at, bytes.length));
    }
    for (size_t at = 0; at + sizeof word < bytes.length; at += sizeof word) {
        memcpy(&word, bytes.at + at, sizeof word);
        hash = mix(hash, word);
    }
    memcpy(&word, bytes.at + bytes.length - sizeof word, sizeof word);
    return mix(hash, word);
}

/* "storage." and "tier" of "storage.tier", which is hashed in these two pieces however it is given. */
static struct aic_span cut_prefix(struct aic_span *name)
{
    const char *dot = memchr(name->at, '.', name->length);
    const struct aic_span prefix = { name->at, dot ? (size_t)(dot + 1 - name->at) : 0 };
    name->at += prefix.length;
    name->length -= prefix.length;
    return prefix;
}

uint64_t aic_field_index_hash(struct aic_span prefix, struct aic_span name)
{
    if (prefix.length == 0) {
        prefix = cut_prefix(&name);
    }
    return prefix.length > 0 ? mix(hash_of(name), hash_of(prefix)) : hash_of(name);
}

static bool is_called(const char *name, struct aic_span prefix, struct aic_span rest)
{
    return (prefix.length == 0 || strncmp(name, prefix.at, prefix.length) == 0) &&
           strncmp(name + prefix.length, rest.at, rest.length) == 0 &&
           name[prefix.length + rest.length] == '\0';
}

/* A slot: 1 + the place, and above it bits of the hash, which tell most names apart. */
static uint32_t slot_value(uint64_t hash, size_t place)
{
    return (uint32_t)(hash >> 48) << 16 | (uint32_t)(place + 1);
}

size_t aic_field_index_find(const struct aic_field_index *index, struct aic_span prefix,
                            struct aic_span name)
{
    return aic_field_index_find_hashed(index, aic_field_index_hash(prefix, name), prefix, name);
}

size_t aic_field_index_find_hashed(const struct aic_field_index *index, uint64_t hash,
                                   struct aic_span prefix, struct aic_span name)
{
    uint32_t tag = slot_value(hash, 0) >> 16;
    size_t slot = (size_t)hash & index->mask;
    for (; index->slots[slot]; slot = (slot + 1) & index->mask) {
        size_t place = (index->slots[slot] & 0xFFFF) - 1u;
        if (index->slots[slot] >> 16 == tag && is_called(index->fields[place].name, prefix, name)) {
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

void aic_field_index_add(uint32_t *slots, size_t mask, size_t place, struct aic_span prefix,
                         struct aic_span name)
{
    uint64_t hash = aic_field_index_hash(prefix, name);
    size_t slot = (size_t)hash & mask;
    while (slots[slot]) {
        slot = (slot + 1) & mask;
    }
    slots[slot] = slot_value(hash, place);
}
