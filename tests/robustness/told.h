/* SPDX-License-Identifier: Apache-2.0 */
/* What a reader says of a text, all of it, as lines. */
#ifndef AICALC_TESTS_TOLD_H
#define AICALC_TESTS_TOLD_H

#include <stdbool.h>
#include <stddef.h>

#include <aicalc/launch.h>

#include "variants.h"

/* Text that grows. */
struct page {
    char *at;
    size_t length, capacity;
};

/* A text to be read, and what stands around it. */
struct subject {
    char name[1024];
    enum variant_form form;
    char *text;
    size_t length;
    void (*tell)(struct page *page, const struct subject *subject, const char *text, size_t length);
    /* Of a launch: all of its texts, of which this one is `index`, a command or a file. */
    struct aic_launch_request request;
    size_t index;
    /* Of a model: its path, and this file in it, of which `text` is the head of so many bytes. */
    char path[1024], file[1024];
    size_t file_length;
    bool is_config;             /* a configuration alone */
    enum aic_catalog_kind kind; /* of names */
    size_t most;                /* variants of a kind */
};

void told_launch(struct page *page, const struct subject *subject, const char *text, size_t length);
/* The tree that a document is. */
void told_yaml(struct page *page, const struct subject *subject, const char *text, size_t length);
void told_toml(struct page *page, const struct subject *subject, const char *text, size_t length);
/* A model's files, one of which has this text; of a file of safetensors it is the header. */
void told_model(struct page *page, const struct subject *subject, const char *text, size_t length);
void told_release(struct page *page, const struct subject *subject, const char *text,
                  size_t length);
void told_catalog(struct page *page, const struct subject *subject, const char *text,
                  size_t length);
void told_import(struct page *page, const struct subject *subject, const char *text, size_t length);
/* Names, one a line: those of lines that are not as in the subject. */
void told_names(struct page *page, const struct subject *subject, const char *text, size_t length);
void told_checks(struct page *page, const struct subject *subject, const char *text, size_t length);
#endif
