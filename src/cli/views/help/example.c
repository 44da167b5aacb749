/* SPDX-License-Identifier: Apache-2.0 */
/* Command lines as help shows them. */
#include <string.h>

#include "cli/formats/lines.h"
#include "cli/views/help/help.h"

#define GOES_ON 6 /* columns before an example that goes on */

void cli_help_command(struct aic_sink *sink, const char *command)
{
    size_t room = CLI_COLUMNS - CLI_INDENT - 2;
    cli_repeat(sink, ' ', CLI_INDENT);
    while (strlen(command) > room) {
        size_t length = room;
        while (length > 0 && !(command[length] == ' ' && command[length + 1] == '-')) {
            length--;
        }
        if (length == 0) {
            break;
        }
        aic_sink_bytes(sink, command, length);
        aic_sink_text(sink, " \\\n");
        cli_repeat(sink, ' ', GOES_ON);
        command += length + 1;
        room = CLI_COLUMNS - GOES_ON - 2;
    }
    aic_sink_text(sink, command);
    aic_sink_text(sink, "\n");
}
