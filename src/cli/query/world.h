/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stands around a question. The program has its system: files, standard output, a terminal. A host
 * of the library hands in what it has, and takes the answer.
 */
#ifndef AICALC_CLI_QUERY_WORLD_H
#define AICALC_CLI_QUERY_WORLD_H

#include <aicalc/recipe.h>

#include "cli/formats/format.h"

struct cli_options;
struct cli_query;

typedef int cli_writer(struct cli_query *query, const struct cli_format *format,
                       struct aic_sink *sink);

struct cli_world {
    void *context;
    struct aic_loader loader; /* texts and models that values name */
    /* Catalogs that hold without being named; those of options are read by the loader. */
    bool (*add_catalogs)(void *context, struct aic_catalog *catalog, struct aic_error *error);
    /* Refuses places that the answer cannot go to, before anything is read. */
    bool (*check_places)(const struct cli_options *options, struct aic_error *error);
    /* The same of a model that is swept. */
    bool (*check_swept)(const struct cli_options *options, const char *path,
                        struct aic_error *error);
    /* Calls `write` for each place that the answer goes to; the worst exit code. */
    int (*write)(void *context, struct cli_query *query, cli_writer *write);
    /* Says why there is no answer, which makes the exit code, and what one was made of. */
    int (*fail)(void *context, const struct cli_query *query, const struct aic_error *error);
    void (*note)(void *context, struct aic_span words);
    void (*tell)(void *context, const struct aic_error *what); /* what an answer lacks */
    /* How far a long question is: many things begin, one of `total` (0: nobody knows), they are done. */
    void (*begin)(void *context, const char *things);
    void (*step)(void *context, uint64_t done, uint64_t total);
    void (*end)(void *context);
    /* Before each evaluation; false stops. NULL: nothing does. */
    bool (*tick)(void *context);
    uint64_t most_cases; /* of a sweep; 0: as many as the program takes */
    bool color, unicode; /* for people */
    size_t columns;
};

#endif
