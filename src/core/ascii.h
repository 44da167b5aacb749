/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of ASCII characters: ctype.h would ask the locale. */
#ifndef AICALC_CORE_ASCII_H
#define AICALC_CORE_ASCII_H

#include <stdbool.h>

static inline bool aic_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool aic_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A letter of a name in shells, logs and programs. */
static inline bool aic_is_name(char c)
{
    return aic_is_letter(c) || aic_is_digit(c) || c == '_';
}

static inline char aic_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

#endif
