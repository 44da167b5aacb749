/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commands that are run for somebody else: what they write is gathered, they read what was handed in and files of one
 * folder, they end in time. While a service is set this is so for all that io does.
 */
#ifndef AICALC_CLI_IO_SERVICE_H
#define AICALC_CLI_IO_SERVICE_H

#include <stdint.h>

#include <aicalc/json.h>
#include <aicalc/launch.h>

struct cli_service {
    struct aic_sink *out, *err;          /* in place of standard output and standard error */
    const struct aic_launch_text *texts; /* that stand under their names, as files do */
    size_t text_count;
    const char *folder; /* whose files may be read, by its real path; NULL: none */
    uint64_t most_cases;
    double until; /* of cli_seconds() */
};

/* Sets the service, or NULL: the program is run by its user. */
void cli_service_set(const struct cli_service *service);
const struct cli_service *cli_service(void);

/* Whether there is time left; as a tick of the library. */
bool cli_in_time(void *context);

/* The text under this name; NULL if none was handed in. */
const struct aic_launch_text *cli_service_text(const char *name);

/*
 * The path to open for one that was named: itself, or where it leads inside the folder of the service. free() it;
 * NULL: it may not be read, and the error says so.
 */
char *cli_readable(const char *path, struct aic_error *error);

#endif
