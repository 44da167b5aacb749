/* SPDX-License-Identifier: Apache-2.0 */
/* --shard K/N: the K-th of N contiguous parts of cases, for more of them than one machine asks. */
#ifndef AICALC_CLI_FORMATS_SHARD_H
#define AICALC_CLI_FORMATS_SHARD_H

#include <stdint.h>

#include <aicalc/aicalc.h>

struct cli_shard {
    uint64_t part, parts;         /* K and N; without --shard 1 of 1 */
    uint64_t total, first, count; /* of all cases those from `first` on, counted from 0 */
};

/* Reads "K/N"; NULL is all of it. False: `error` says what is wrong. */
bool cli_shard_read(struct cli_shard *shard, const char *text, struct aic_error *error);

/* Finds the part of `total` cases: the parts differ by one case at most, the longer ones first. */
void cli_shard_take(struct cli_shard *shard, uint64_t total);

/* True where it holds all cases. */
bool cli_shard_is_whole(const struct cli_shard *shard);

/* "part 3 of 64: cases 33 to 48 of 1024"; the member "shard" of JSON, where it is a part. */
void cli_shard_add(const struct cli_shard *shard, const char *thing, struct aic_text *text);
void cli_shard_json(const struct cli_shard *shard, struct aic_json_writer *writer);

#endif
