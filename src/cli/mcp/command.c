/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc mcp [--files DIR]: answers assistants on standard input and output. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/io/system.h"
#include "cli/mcp/mcp.h"

static const char usage[] =
    "aicalc mcp [--files DIR]: a server of the Model Context Protocol on standard input and "
    "output\n\n"
    "An assistant starts it; docs/assistants.md shows how. Revisions 2025-06-18, 2025-11-25 and\n"
    "2026-07-28.\n\n"
    "Tools\n"
    "  ask, parameters, explain, catalog, compare, check, read\n\n"
    "Options\n"
    "  --files DIR  files of this folder may be read: models, catalogs, manifests. Without it "
    "none\n"
    "               is opened; texts are handed in. Links do not lead out of it\n\n"
    "Limits\n"
    "  10,000 cases a sweep, 10 seconds a call, 1 MiB a line\n";

static bool read_input(void *context, char *bytes, size_t capacity, size_t *count)
{
    (void)context;
    return cli_read(CLI_STDIN, bytes, capacity, count);
}

static bool write_output(void *context, const char *bytes, size_t length)
{
    (void)context;
    return cli_write_all(CLI_STDOUT, bytes, length);
}

static int serve(const char *folder)
{
    struct aic_sink sink = { write_output, NULL, false };
    struct aic_error error = { .code = AIC_OK };
    if (mcp_serve(read_input, NULL, folder, &sink)) {
        return CLI_OK;
    }
    aic_fail(&error, AIC_ERR_WRITE, NULL, "cannot answer: %s", cli_reason(errno));
    return cli_report(&error, NULL);
}

static int serve_folder(const char *folder)
{
    struct cli_status status;
    char *real = cli_real_path(folder);
    if (!real || !cli_status_at(real, &status) || status.kind != CLI_FOLDER) {
        int reason = real ? ENOTDIR : errno;
        free(real);
        return cli_usage(NULL, "give a folder: aicalc mcp --files DIR", "--files '%s': %s", folder,
                         cli_reason(reason));
    }
    int code = serve(real);
    free(real);
    return code;
}

int command_mcp(const struct cli_options *options)
{
    const char *word = options->word_count > 0 ? options->words[0] : NULL;
    struct cli_output output;
    if (word && (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0)) {
        cli_output_open(&output, NULL);
        aic_sink_text(&output.sink, usage);
        return cli_output_close(&output, CLI_OK, NULL);
    }
    if (!word) {
        return serve(NULL);
    }
    if (options->word_count == 2 && strcmp(word, "--files") == 0) {
        return serve_folder(options->words[1]);
    }
    return cli_usage(NULL, "write 'aicalc mcp' or 'aicalc mcp --files DIR'",
                     "mcp takes no '%s' here", word);
}
