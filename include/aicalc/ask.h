/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A question as JSON in, its answer in the format that it asks for out: the same bytes as those of the
 * command line that says the same.
 *
 *     {"calculator": "kvcache",
 *      "inputs": {"model": "llama-3.1-70b", "context": "128Ki", "gpu": "h100"},
 *      "budget": ["max_sequences >= 32"],
 *      "format": "json"}
 *
 * `inputs` has a value for each parameter: text with a unit, a number in base units, true or false. Beside it stand
 * the options of `aicalc help sweep` and its kin under their names: "sweep", "budget", "solve", "measured", "explain",
 * "sensitivity", "fields", "where", "sort", "top" and so on; an option that is given more than once takes a list, one
 * without a value true. "sweep" may be an object of lists, "compare" a list of objects, the inputs in which
 * the cases differ. "format" is table (where it is left out), json, csv, markdown, html or svg. "files" holds texts under
 * names that inputs and options may have: a config.json, a catalog, a saved answer, a manifest.
 */
#ifndef AICALC_ASK_H
#define AICALC_ASK_H

#include <stdint.h>

#include <aicalc/json.h>
#include <aicalc/recipe.h>
#include <aicalc/registry.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What became of a question; the program's exit codes. */
enum aic_asked {
    AIC_ASKED_ANSWERED, /* every budget holds */
    AIC_ASKED_EXCEEDED, /* answered, but for AIC_ERR_UNSOLVED; a budget does not hold */
    AIC_ASKED_WRONG,    /* the question is wrong: `error` says what, and what to ask instead */
    AIC_ASKED_FAILED    /* the tool failed, or was stopped */
};

/* What a host may say beside the question; all of it may be 0. */
struct aic_ask {
    /* Keeps the compositions (plan, service) from one question to the next; NULL: they are formed anew. Threads do not
     * share one. */
    struct aic_registry *registry;
    const struct aic_loader *loader; /* of files that "files" does not hold; NULL: there are none */
    uint64_t most_cases;             /* of a sweep */
    /* Before each evaluation of a sweep or a search; false stops it. */
    bool (*tick)(void *context);
    /* Catalogs that hold without being named; NULL: the built-in ones alone. */
    bool (*add_catalogs)(void *context, struct aic_catalog *catalog, struct aic_error *error);
    void *context;
    struct aic_sink
        *notes; /* a line for each note, such as a name that was short for several; may be NULL */
    size_t columns;      /* of text for people; 0: 80 */
    bool unicode, color; /* it may have more than ASCII, and styles of terminals */
};

/*
 * Answers. `text` need not end with NUL; `options` may be NULL. `sink` gets the answer where the code is
 * AIC_ASKED_ANSWERED or AIC_ASKED_EXCEEDED; else nothing of what it got is one. No files, no globals: threads may ask
 * at once.
 */
enum aic_asked aic_ask_json(const char *text, size_t length, const struct aic_ask *options,
                            struct aic_sink *sink, struct aic_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
