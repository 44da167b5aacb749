/* SPDX-License-Identifier: Apache-2.0 */
#include "calculators/shared/boundary.h"

#include <math.h>

/* Every so many steps the range is halved. */
#define HALVED_EVERY 4

/* A number that was looked at: what is nearly in proportion to its need, and the need. */
struct point {
    double place, need;
};

static double place_of(const struct aic_boundary *boundary, double number)
{
    return boundary->falls ? 1 / number : number;
}

/* Where the line through two points reaches the limit; no number where they say nothing. */
static double on_line(const struct aic_boundary *boundary, struct point a, struct point b)
{
    double place = b.place + (boundary->most - b.need) * (a.place - b.place) / (a.need - b.need);
    return floor(boundary->falls ? 1 / place : place);
}

double aic_boundary_find(const struct aic_boundary *boundary, double low, double high)
{
    struct point last = { NAN, NAN }, before = { NAN, NAN };
    for (int step = 1; high - low > 1; step++) {
        double guess = step <= 2 ? low + 1 : on_line(boundary, before, last);
        if (step % HALVED_EVERY == 0 || isnan(guess)) {
            guess = floor((low + high) / 2);
        }
        guess = guess <= low ? low + 1 : guess >= high ? high - 1 : guess;
        before = last;
        last =
            (struct point){ place_of(boundary, guess), boundary->need(boundary->context, guess) };
        if ((last.need <= boundary->most) != boundary->falls) {
            low = guess;
        } else {
            high = guess;
        }
    }
    return low;
}
