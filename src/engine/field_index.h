/* SPDX-License-Identifier: Apache-2.0 */
/* The index of the names of a large table: a hash with open addressing, at most half full. */
#ifndef AICALC_ENGINE_FIELD_INDEX_H
#define AICALC_ENGINE_FIELD_INDEX_H

#include <stdint.h>

#include <aicalc/field.h>

struct aic_field_index {
    const struct aic_field *fields;
    size_t count;
    size_t mask;           /* slots less one: a power of two */
    const uint32_t *slots; /* 0 empty, else 1 + place (below 2^16) and a tag of the name */
};

/* How many slots the index of so many names has. */
size_t aic_field_index_slots(size_t count);

/* Adds the name of a field, which is `prefix` `name`, to the slots of an index, which were zeroed. A
 * prefix ends at the first dot of the name. */
void aic_field_index_add(uint32_t *slots, size_t mask, size_t place, struct aic_span prefix,
                         struct aic_span name);

/* The hash of a name, for several indices. */
uint64_t aic_field_index_hash(struct aic_span prefix, struct aic_span name);
size_t aic_field_index_find_hashed(const struct aic_field_index *index, uint64_t hash,
                                   struct aic_span prefix, struct aic_span name);

/* Place of the field called `prefix` `name`; the number of fields where there is none. */
size_t aic_field_index_find(const struct aic_field_index *index, struct aic_span prefix,
                            struct aic_span name);

#endif
