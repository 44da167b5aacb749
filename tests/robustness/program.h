/* SPDX-License-Identifier: Apache-2.0 */
/* The program inside a test. */
#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

/* What main() of the program is: runs a command line; the exit code. It may be run again:
 * what it keeps of a run is cleared at its end. */
int program_main(int argc, char **argv);

#endif
