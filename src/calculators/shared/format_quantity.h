/* SPDX-License-Identifier: Apache-2.0 */
/* Quantities in the words of a message: "1.2 ms". */
#ifndef AICALC_CALCULATORS_SHARED_FORMAT_QUANTITY_H
#define AICALC_CALCULATORS_SHARED_FORMAT_QUANTITY_H

#include <aicalc/quantity.h>

struct aic_words {
    char text[AIC_QUANTITY_SIZE];
};

/* `aic_say(x, AIC_TIME).text` lives until the end of the full expression. */
static inline struct aic_words aic_say(double value, enum aic_dimension dimension)
{
    struct aic_words words = { "" };
    aic_quantity_write(words.text, sizeof words.text, value, dimension, NULL, AIC_UNITS_SI);
    return words;
}

/* The same with bytes in GiB, where prices and memory are counted so. */
static inline struct aic_words aic_say_binary(double value, enum aic_dimension dimension)
{
    struct aic_words words = { "" };
    aic_quantity_write(words.text, sizeof words.text, value, dimension, NULL, AIC_UNITS_IEC);
    return words;
}

#endif
