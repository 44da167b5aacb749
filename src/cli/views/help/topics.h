/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc help TOPIC: what is true of every calculator, a page for each subject. */
#ifndef AICALC_CLI_DOCS_TOPICS_H
#define AICALC_CLI_DOCS_TOPICS_H

#include <stddef.h>

/* Paragraphs, with line ends between them; lines that begin with a blank stand as they are. */
struct cli_topic {
    const char *name, *about, *text;
};

/* The i-th topic; NULL after the last. The topic of that name; NULL if there is none. */
const struct cli_topic *cli_topic_at(size_t i);
const struct cli_topic *cli_topic_find(const char *name);

/* A word that people look for, what it is about, and the calculators that answer it, with blanks. */
struct cli_errand {
    const char *word, *about, *calculators;
};

/* NULL: it is none. */
const struct cli_errand *cli_errand_find(const char *word);

/* Prints what answers it; returns the exit code. */
int cli_errand_show(const struct cli_errand *errand);

/* Prints a topic; returns the exit code. */
int cli_topic_show(const struct cli_topic *topic);

#endif
