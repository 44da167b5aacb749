/* SPDX-License-Identifier: Apache-2.0 */
/* Files that are read whole, and names of files. */
#ifndef AICALC_CLI_IO_FILES_H
#define AICALC_CLI_IO_FILES_H

#include <aicalc/aicalc.h>

/* A file that was opened; the text of one that was read whole, NULL of a part of a model. */
struct cli_file {
    struct cli_file *next;
    char *text; /* NUL-terminated */
    size_t length;
    char path[];
};

/* A model that was read, or why it was not. */
struct cli_model {
    struct cli_model *next;
    bool ok;
    struct aic_error error;
    struct aic_model_file file;
    char path[];
};

/* All files that were read; asked for again, a file is not read again. */
struct cli_files {
    struct cli_file *first;
    struct cli_model *models;
};

/* Reads a file, or standard input for "-"; of more than AIC_LAUNCH_LOG_MAX bytes the head. */
bool cli_files_read(struct cli_files *files, const char *path, const char **text, size_t *length,
                    struct aic_error *error);
void cli_files_clear(struct cli_files *files);

/* Remembers a file that is open, so that no answer is written over it; NULL without memory. */
struct cli_file *cli_files_add(struct cli_files *files, const char *path, struct aic_error *error);

/* What the library asks the program to read: texts, and models, each read once. */
struct aic_loader cli_loader(struct cli_files *files);

/* Opens a file that may be read, standard input for "-"; -1: the error says why not, and errno. */
int cli_files_open(const char *path, struct aic_error *error);

/* "cannot read 'a.json': ..." by errno; returns false. */
bool cli_fail_read(const char *path, struct aic_error *error);

/* Reads a file of at most `most` bytes as JSON; `name` stands for it in messages. */
bool cli_read_json(struct cli_files *files, const char *path, const char *name, size_t most,
                   struct aic_json *json, struct aic_error *error);

/* Two names of one file, or the same name. */
bool cli_is_same_file(const char *a, const char *b);

/* "-O would overwrite 'a.json', which --input reads"; returns false. */
bool cli_fail_overwrite(struct aic_error *error, const char *path, const char *reader);

/* Refuses to write over a file that was read, by whatever name. */
bool cli_check_unread(const struct cli_files *files, const char *const *paths, size_t count,
                      struct aic_error *error);

/* Refuses to write a file twice. */
bool cli_check_written_once(const char *const *paths, size_t count, struct aic_error *error);

#endif
