/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the program share: exit codes, reports of failure, output, files. */
#ifndef AICALC_CLI_CLI_H
#define AICALC_CLI_CLI_H

#include <aicalc/aicalc.h>

/* Exit codes, fixed for ever. */
enum cli_exit {
    CLI_OK = 0,       /* answered, every budget holds */
    CLI_EXCEEDED = 1, /* a budget is exceeded */
    CLI_WRONG = 2,    /* the question is wrong */
    CLI_FAILED = 3    /* the tool failed */
};

enum cli_format { CLI_TABLE, CLI_JSON, CLI_CSV, CLI_MARKDOWN, CLI_SVG };

/* Prints an error on stderr, as text or as JSON, and returns the exit code for it. */
int cli_report(const struct aic_error *error, enum cli_format format);

/* A usage error: message, then what to type instead (may be NULL). Returns CLI_WRONG. */
int cli_usage(enum cli_format format, const char *suggestion, const char *message, ...)
    AIC_PRINTF(3, 4);

/* Standard output or a file, gathered into few writes. */
struct cli_output {
    struct aic_sink sink; /* what renderers write to */
    int descriptor;
    const char *path; /* NULL: standard output */
    int reason;       /* errno of the last failure */
    size_t used;
    char buffer[1 << 14];
};

void cli_output_open(struct cli_output *output);

/* The same for a file, made anew; that it cannot be made is told on closing. */
void cli_output_create(struct cli_output *output, const char *path);

/* Writes what is left; `code` if all went out, else CLI_FAILED with a message. */
int cli_output_close(struct cli_output *output, int code, enum cli_format format);

/* Two names of one file, or the same name; and whether a file's name has this ending. */
bool cli_is_same_file(const char *a, const char *b);
bool cli_has_ending(const char *path, const char *ending);

/* A file that was read whole. */
struct cli_file {
    struct cli_file *next;
    char *path;
    char *text; /* NUL-terminated */
    size_t length;
};

/* All files that were read; asked for again, a file is not read again. */
struct cli_files {
    struct cli_file *first;
};

/* Reads a file, or standard input for "-"; at most AIC_JSON_FILE_MAX bytes. */
bool cli_files_read(struct cli_files *files, const char *path, const char **text, size_t *length,
                    struct aic_error *error);
void cli_files_clear(struct cli_files *files);

/* Whether words for people may be coloured: --color, NO_COLOR, a terminal. */
enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER };
bool cli_use_color(enum cli_color color);

/* Whether the environment's locale says that text is UTF-8. */
bool cli_use_unicode(void);

/* Columns of the terminal; CLI_COLUMNS where standard output is none. */
#define CLI_COLUMNS 80
int cli_columns(void);

struct cli_option;

/* A command that is no calculator: found, listed, completed and described by this table. */
struct cli_command {
    const char *name;
    const char *arguments;            /* as help shows them; "": none */
    const char *help;                 /* NULL: not listed, another name or for scripts */
    const struct cli_option *options; /* those that it takes; a NULL name ends them */
    int (*run)(int argc, char **argv);
};

extern const struct cli_command cli_commands[]; /* a NULL name ends them */

/* Commands: argv[0] is the command's name. They return the exit code. */
int cli_calculate(const struct aic_calculator *calculator, int argc, char **argv);
int cli_catalog(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_diff(int argc, char **argv);
int cli_completion(int argc, char **argv);
int cli_complete(int argc, char **argv);
int cli_schema(int argc, char **argv);
int cli_units(int argc, char **argv);
int cli_help(int argc, char **argv);

/* Adds "--kv-heads N", the option of an input. */
void cli_write_option(const struct aic_field *field, struct aic_text *text);

/* Prints the manual's page on a calculator, or on the program (NULL), in roff or Markdown. */
int cli_manual(const struct aic_calculator *calculator, bool roff);

/* Prints the help of one calculator. */
int cli_help_calculator(const struct aic_calculator *calculator);

/* Catalogs as configured: built in, then $XDG_CONFIG_HOME, AICALC_CATALOG, --catalog. */
bool cli_load_catalogs(struct aic_catalog *catalog, struct cli_files *files,
                       const char *const *paths, size_t count, bool no_config,
                       struct aic_error *error);

#endif
