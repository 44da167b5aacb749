/* SPDX-License-Identifier: Apache-2.0 */
#include <aicalc/aicalc.h>
#include <stdio.h>

int main(void)
{
    const struct aic_calculator *calculator = aic_calculator_find("kvcache");
    double bytes = 0;
    struct aic_error error;
    return !calculator || !aic_quantity_read("80GiB", 5, AIC_BYTES, NULL, &bytes, &error) ||
           printf("%s %.0f\n", calculator->name, bytes) < 0;
}
