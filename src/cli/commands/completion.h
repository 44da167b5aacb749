/* SPDX-License-Identifier: Apache-2.0 */
/* The scripts that complete command lines, which the build puts into the program. */
#ifndef AICALC_CLI_COMMANDS_COMPLETION_H
#define AICALC_CLI_COMMANDS_COMPLETION_H

extern const char completion_bash[], completion_zsh[], completion_fish[];

#endif
