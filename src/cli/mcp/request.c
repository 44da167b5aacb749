/* SPDX-License-Identifier: Apache-2.0 */
/* What all answers to requests share. */
#include "cli/formats/json.h"
#include "cli/mcp/mcp.h"

#define LIFETIME_MS 3600000.0 /* what is listed is the same as long as the program is */

bool mcp_fail(struct mcp_request *request, enum mcp_error code)
{
    request->failed = (int)code;
    return false;
}

void mcp_write_lifetime(const struct mcp_request *request, struct aic_json_writer *writer)
{
    if (request->is_modern) {
        cli_json_number(writer, "ttlMs", LIFETIME_MS);
        cli_json_text(writer, "cacheScope", "public");
    }
}
