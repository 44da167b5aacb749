/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launches: the commands, manifests, configurations and logs that people have, read as questions.
 *
 * A text sets inputs exactly as flags would, each with the file and the line where it stands. Nothing
 * is executed, no file that a text names is opened: the texts are handed in, and the same texts give
 * the same cases. What is not read is said in notes, never dropped.
 */
#ifndef AICALC_LAUNCH_H
#define AICALC_LAUNCH_H

#include <aicalc/catalog.h>
#include <aicalc/error.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Sizes of what is read: a log is read by lines, and may be larger. */
#define AIC_LAUNCH_TEXT_MAX  ((size_t)1 << 20)
#define AIC_LAUNCH_LOG_MAX   ((size_t)1 << 26)
#define AIC_LAUNCH_CASES_MAX 256

/* A text and what messages call it: "vllm.yaml", "stdin", "command". */
struct aic_launch_text {
    const char *name;
    const char *text;
    size_t length;
};

/* NAME=VALUE: a variable of the text's starting environment, or a flag of a calculator. */
struct aic_launch_pair {
    const char *name, *value;
};

struct aic_launch_request {
    const struct aic_launch_text *texts;
    size_t text_count;
    const struct aic_launch_pair *variables;
    size_t variable_count;
    const struct aic_launch_pair *flags; /* they win before anything is derived from a value */
    size_t flag_count;
    const struct aic_catalog *catalog;
};

/* Where something stands: file and line; line 0: in no line of a text. */
struct aic_launch_place {
    const char *name;
    int line;
};

enum aic_launch_origin {
    AIC_LAUNCH_PROGRAM, /* what the program does when the text is silent */
    AIC_LAUNCH_TEXT,
    AIC_LAUNCH_FLAG /* a flag said something else than the text, and won */
};

enum aic_launch_kind { AIC_LAUNCH_NUMBER, AIC_LAUNCH_WORD, AIC_LAUNCH_YES_NO };

/* An input of a calculator, in base units. */
struct aic_launch_input {
    const char *name;
    enum aic_launch_kind kind;
    double number;    /* of NUMBER; 0 or 1 of YES_NO */
    const char *text; /* of WORD */
    enum aic_launch_origin origin;
    struct aic_launch_place place;
    const char *spelt; /* "--tensor-parallel-size 4", as the text has it */
};

struct aic_launch_note {
    const char *id; /* "unknown", "not-modelled", ... */
    const char *subject;
    struct aic_launch_place place;
    const char *text;       /* a sentence for people */
    const char *suggestion; /* may be "" */
};

/* A figure of a log, under the name of the result that it is held against. */
struct aic_launch_measured {
    const char *result;
    double value;
    double size; /* of a message of nccl-tests; 0: of the whole run */
    struct aic_launch_place place;
};

struct aic_launch_case {
    const char *name; /* "Deployment llama, container vllm" */
    const char *dialect;
    const char *version; /* of the program; "" where it is not known */
    const char *calculators[3];
    struct aic_launch_input *inputs;
    size_t input_count;
    struct aic_launch_note *notes;
    size_t note_count;
    struct aic_launch_note *asks; /* what must be given: inputs, and "$NAME" */
    size_t ask_count;
    struct aic_launch_measured *measured;
    size_t measured_count;
    struct aic_launch_input *implied; /* inputs that the measured figures replace, if asked to */
    size_t implied_count;
    size_t text; /* index of the text that it was found in */
};

struct aic_launch {
    struct aic_launch_case *cases;
    size_t case_count;
    struct aic_launch_note *notes; /* those of no case */
    size_t note_count;
    void *memory; /* holds everything above */
};

/*
 * Reads the texts. Fails with a message that begins with NAME:LINE where a text cannot be read or
 * holds nothing that this knows; then there is nothing to release. `request` need not outlive it.
 */
bool aic_launch_read(const struct aic_launch_request *request, struct aic_launch *launch,
                     struct aic_error *error);
void aic_launch_clear(struct aic_launch *launch);

/* The input of a case by its name, or NULL. */
const struct aic_launch_input *aic_launch_input_of(const struct aic_launch_case *of,
                                                   const char *name);

/* What must be given before the case can be asked of a calculator; false: `error` tells all of it. */
bool aic_launch_case_check(const struct aic_launch_case *of,
                           const struct aic_calculator *calculator, struct aic_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
