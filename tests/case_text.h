/* SPDX-License-Identifier: Apache-2.0 */
/* Cases in short lines, as tests/README.md describes them. */
#ifndef AICALC_TESTS_CASE_TEXT_H
#define AICALC_TESTS_CASE_TEXT_H

#include <cjson/cJSON.h>
#include <stddef.h>

/* The cases of a text, as an array of objects; NULL: `mistake` names the line. The text is changed. */
cJSON *case_text_read(char *text, char *mistake, size_t size);

#endif
