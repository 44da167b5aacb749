/* SPDX-License-Identifier: Apache-2.0 */
/* Exit codes. */
#ifndef AICALC_CLI_FORMATS_EXIT_H
#define AICALC_CLI_FORMATS_EXIT_H

/* Fixed for ever; aic_ask_json() has the same. */
enum cli_exit {
    CLI_OK = 0,       /* answered, every budget holds */
    CLI_EXCEEDED = 1, /* a budget is exceeded */
    CLI_WRONG = 2,    /* the question is wrong */
    CLI_FAILED = 3    /* the tool failed */
};

#endif
