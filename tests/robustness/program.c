/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#define main program_main
#include "cli/main.c"
