/* SPDX-License-Identifier: Apache-2.0 */
/* Running what the program does for somebody else: gathered, in time, with the files that were handed in. */
#include <stdlib.h>
#include <string.h>

#include "cli/ask/ask.h"
#include "cli/formats/json.h"
#include "cli/formats/report.h"
#include "cli/io/files.h"
#include "cli/io/service.h"
#include "cli/io/terminal.h"
#include "cli/mcp/mcp.h"
#include "cli/options/command.h"
#include "cli/views/calculators.h"

/* What a run stands on until it is done. */
struct stand {
    struct aic_sink out, err;
    struct aic_launch_text *texts;
    struct cli_gathered *made; /* texts of objects */
    struct cli_service service;
};

/* Hands in the texts; what is an object stands there as JSON. */
static bool hand_in(struct stand *stand, const struct aic_json_value *files,
                    struct aic_error *error)
{
    size_t count = aic_json_count(files), i = 0;
    stand->texts = calloc(count + 1, sizeof stand->texts[0]);
    stand->made = calloc(count + 1, sizeof stand->made[0]);
    if (!stand->texts || !stand->made) {
        return aic_fail_memory(error);
    }
    AIC_JSON_EACH(member, files) {
        struct aic_launch_text *text = &stand->texts[i];
        text->name = aic_json_key_of(member);
        text->text = aic_json_text_of(member);
        if (!text->text) {
            struct aic_sink sink = cli_gather(&stand->made[i]);
            struct aic_json_writer writer;
            aic_json_writer_init(&writer, &sink);
            cli_json_node(&writer, member, 1);
            if (sink.failed) {
                return aic_fail_memory(error);
            }
            text->text = cli_gathered_text(&stand->made[i]);
        }
        text->length = strlen(text->text);
        i++;
    }
    stand->service.text_count = count;
    return true;
}

static bool begin(struct stand *stand, struct mcp_run *run, struct aic_error *error)
{
    bool is_first = run->until <= 0;
    run->until = is_first ? cli_seconds() + MCP_SECONDS : run->until; /* of all that a call runs */
    cli_gathered_clear(&run->out);
    cli_gathered_clear(&run->err);
    *stand = (struct stand){ .out = cli_gather(&run->out), .err = cli_gather(&run->err) };
    stand->service = (struct cli_service){
        .out = &stand->out,
        .err = &stand->err,
        .folder = run->request->folder,
        .most_cases = MCP_CASES_MAX,
        .until = run->until,
    };
    bool ok = hand_in(stand, run->files, error);
    stand->service.texts = stand->texts;
    cli_service_set(&stand->service);
    return ok;
}

static void end(struct stand *stand)
{
    cli_service_set(NULL);
    for (size_t i = 0; stand->made && i < stand->service.text_count; i++) {
        cli_gathered_clear(&stand->made[i]);
    }
    free(stand->made);
    free(stand->texts);
}

/* What would be written was more than there is room for. */
static int check_room(struct stand *stand, int code, const struct mcp_run *run)
{
    struct aic_error error = { .code = AIC_OK };
    if (code >= CLI_WRONG || !stand->out.failed) {
        return code;
    }
    aic_fail(&error, AIC_ERR_RANGE, NULL, "the answer has more than %g bytes",
             (double)run->out.most);
    aic_suggest(&error, "name the results with 'fields', or ask for fewer cases");
    return cli_report(&error, NULL);
}

void mcp_run_command(struct mcp_run *run, mcp_command *command, const struct cli_typed *words)
{
    const struct cli_command *row = cli_command_find(words->at[0]);
    struct aic_error error = { .code = AIC_OK };
    struct cli_options options = { .words = NULL };
    struct stand stand;
    bool ok =
        begin(&stand, run, &error) && cli_options_read(&options, (enum cli_subject)row->subject,
                                                       NULL, (int)words->count, words->at, &error);
    run->code = ok ? command(&options) : cli_report(&error, NULL);
    if (stand.out.failed && run->code >= CLI_WRONG) {
        cli_gathered_clear(&run->err); /* it says that nobody takes what is written */
        run->code = CLI_OK;
    }
    run->code = check_room(&stand, run->code, run);
    cli_options_clear(&options);
    end(&stand);
}

void mcp_run_question(struct mcp_run *run, const char *question, size_t length)
{
    struct cli_files files = { .models = NULL };
    struct aic_error error = { .code = AIC_OK };
    struct stand stand;
    run->code = CLI_FAILED;
    if (begin(&stand, run, &error)) {
        const struct aic_loader loader = cli_loader(&files);
        const struct aic_ask host = {
            .registry = cli_registry(),
            .loader = &loader,
            .most_cases = MCP_CASES_MAX,
            .tick = cli_in_time,
            .notes = &stand.err,
            .unicode = true, /* as JSON is */
        };
        run->code = (int)aic_ask_json(question, length, &host, &stand.out, &error);
    }
    if (error.code == AIC_ERR_WRITE) {
        run->code = check_room(&stand, CLI_OK, run);
    } else if (error.code != AIC_OK) {
        int reported = cli_report(&error, NULL);
        run->code = reported > run->code ? reported : run->code;
    }
    cli_files_clear(&files);
    end(&stand);
}

void mcp_run_clear(struct mcp_run *run)
{
    cli_gathered_clear(&run->out);
    cli_gathered_clear(&run->err);
}
