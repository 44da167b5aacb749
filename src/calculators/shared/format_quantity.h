/* SPDX-License-Identifier: Apache-2.0 */
/* Quantities as the text of a message: "1.2 ms". */
#ifndef AICALC_CALCULATORS_SHARED_FORMAT_QUANTITY_H
#define AICALC_CALCULATORS_SHARED_FORMAT_QUANTITY_H

#include <aicalc/quantity.h>

struct aic_quantity_text {
    char text[AIC_QUANTITY_SIZE];
};

/* `aic_format(x, AIC_TIME).text` lives until the end of the full expression; a ratio is a share. */
static inline struct aic_quantity_text aic_format(double value, enum aic_dimension dimension)
{
    struct aic_quantity_text quantity = { "" };
    if (dimension == AIC_RATIO) {
        aic_quantity_show(quantity.text, sizeof quantity.text, value, dimension, NULL, AIC_UNITS_SI,
                          true);
    } else {
        aic_quantity_write(quantity.text, sizeof quantity.text, value, dimension, NULL,
                           AIC_UNITS_SI);
    }
    return quantity;
}

/* Money as people read it: "$24.3M". */
static inline struct aic_quantity_text aic_format_money(double value)
{
    struct aic_quantity_text quantity = { "" };
    aic_quantity_show(quantity.text, sizeof quantity.text, value, AIC_MONEY, NULL, AIC_UNITS_AUTO,
                      false);
    return quantity;
}

/* The same with bytes in GiB, where prices and memory are counted so. */
static inline struct aic_quantity_text aic_format_binary(double value, enum aic_dimension dimension)
{
    struct aic_quantity_text quantity = { "" };
    aic_quantity_write(quantity.text, sizeof quantity.text, value, dimension, NULL, AIC_UNITS_IEC);
    return quantity;
}

#endif
