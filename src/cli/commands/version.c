/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc --version */
#include "cli/commands/commands.h"
#include "cli/formats/report.h"

int command_version(const struct cli_options *options)
{
    struct cli_output output;
    (void)options;
    cli_output_open(&output, NULL);
    aic_sink_text(&output.sink, "aicalc " AICALC_VERSION "\n");
    return cli_output_close(&output, CLI_OK, NULL);
}
