/* SPDX-License-Identifier: Apache-2.0 */
/* --shard K/N: reading it, cutting out the part, and saying which it is. */
#include "cli/formats/shard.h"

#include <string.h>

#include "cli/formats/json.h"

/* Most parts: no scheduler hands out more. */
#define PARTS_MAX 1e9

/* A whole number from 1 on. */
static bool read_whole(const char *text, size_t length, uint64_t *number)
{
    double value = 0;
    if (!aic_quantity_read(text, length, AIC_COUNT, NULL, &value, NULL) ||
        !(value >= 1 && value <= AIC_MAX_INTEGER) || value != (double)(uint64_t)value) {
        return false;
    }
    *number = (uint64_t)value;
    return true;
}

bool cli_shard_read(struct cli_shard *shard, const char *text, struct aic_error *error)
{
    static const char form[] = "write K/N, the K-th of N parts, such as 3/64";
    *shard = (struct cli_shard){ .part = 1, .parts = 1 };
    if (!text) {
        return true;
    }
    const char *slash = strchr(text, '/');
    if (!slash || !read_whole(text, (size_t)(slash - text), &shard->part) ||
        !read_whole(slash + 1, strlen(slash + 1), &shard->parts)) {
        aic_fail(error, AIC_ERR_VALUE, NULL, "--shard: '%s' is no part of others", text);
        return aic_suggest(error, form);
    }
    if ((double)shard->parts > PARTS_MAX) {
        aic_fail(error, AIC_ERR_RANGE, NULL, "--shard: %g parts are too many, the most is %g",
                 (double)shard->parts, PARTS_MAX);
        return aic_suggest(error, form);
    }
    if (shard->part > shard->parts) {
        aic_fail(error, AIC_ERR_RANGE, NULL, "--shard: there is no part %g of %g",
                 (double)shard->part, (double)shard->parts);
        return aic_suggest(error, "K goes from 1 to N; N is the number of all parts");
    }
    return true;
}

void cli_shard_take(struct cli_shard *shard, uint64_t total)
{
    uint64_t each = total / shard->parts, longer = total % shard->parts, before = shard->part - 1;
    shard->total = total;
    shard->first = before * each + (before < longer ? before : longer);
    shard->count = each + (before < longer);
}

bool cli_shard_is_whole(const struct cli_shard *shard)
{
    return shard->count == shard->total;
}

void cli_shard_add(const struct cli_shard *shard, const char *thing, struct aic_text *text)
{
    if (shard->parts == 1) {
        return;
    }
    aic_text_format(text, "part %g of %g: ", (double)shard->part, (double)shard->parts);
    aic_text_format(text, "%s%s%s", shard->count == 0 ? "no " : "", thing,
                    shard->count == 1 ? "" : "s");
    if (shard->count > 0) {
        aic_text_format(text, " %g", (double)(shard->first + 1));
    }
    if (shard->count > 1) {
        aic_text_format(text, " to %g", (double)(shard->first + shard->count));
    }
    aic_text_format(text, " of %g", (double)shard->total);
}

void cli_shard_json(const struct cli_shard *shard, struct aic_json_writer *writer)
{
    if (shard->parts > 1) {
        cli_json_open(writer, "shard", '{', false);
        cli_json_number(writer, "part", (double)shard->part);
        cli_json_number(writer, "parts", (double)shard->parts);
        cli_json_number(writer, "first", (double)(shard->first + 1));
        cli_json_number(writer, "count", (double)shard->count);
        cli_json_number(writer, "total", (double)shard->total);
        aic_json_close(writer);
    }
}
