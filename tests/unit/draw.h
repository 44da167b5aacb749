/* SPDX-License-Identifier: Apache-2.0 */
/* A generator of a test's own: the same draws on every machine. */
#ifndef AICALC_TEST_DRAW_H
#define AICALC_TEST_DRAW_H

#include <stdint.h>

static uint64_t draw_state = 20261122;

/* A whole number from 0 to below - 1. */
static unsigned draw(unsigned below)
{
    draw_state ^= draw_state << 13;
    draw_state ^= draw_state >> 7;
    draw_state ^= draw_state << 17;
    return (unsigned)(draw_state >> 33) % below;
}

/* 1, 2, 4 .. 2^most. */
static double power_of_two(unsigned most)
{
    return (double)(1u << draw(most + 1));
}

#endif
