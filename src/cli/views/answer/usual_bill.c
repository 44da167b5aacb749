/* SPDX-License-Identifier: Apache-2.0 */
/* What GPU hours without a price would cost: the catalog's entry of the GPU, as the calculator of bills takes it. */
#include "cli/views/answer/usual_bill.h"

#include <string.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/question.h>

static struct aic_value value_of(const struct aic_table *table, const void *values,
                                 const char *name, const struct aic_field **field)
{
    size_t offset, index = aic_table_find(table, name, strlen(name));
    *field = index < aic_table_size(table) ? aic_table_at(table, index, &offset) : NULL;
    return *field ? aic_value_load(*field, (const char *)values + offset)
                  : (struct aic_value){ false, 0, NULL };
}

/* "3.20..12.29": both ends as numbers of the field, without the unit where both have it. */
static void write_ends(const struct aic_field *field, double low, double high, char *out)
{
    char last[CLI_VALUE_SIZE];
    struct aic_text text;
    char first[CLI_VALUE_SIZE];
    cli_write_number(field, low, AIC_UNITS_AUTO, first, sizeof first);
    cli_write_number(field, high, AIC_UNITS_AUTO, last, sizeof last);
    cli_drop_same_unit(first, last);
    aic_text_init(&text, out, CLI_VALUE_SIZE);
    aic_text_format(&text, "%s..%s", first, last);
}

static void write_bill(const struct aic_question *cost, double hours, const struct aic_field *money,
                       struct cli_usual_bill *found)
{
    const struct aic_table *inputs = &cost->calculator->inputs;
    const struct aic_field *field, *end;
    struct aic_value price = value_of(inputs, cost->in, "usual_price", &field);
    struct aic_value low = value_of(inputs, cost->in, "usual_price_low", &end);
    struct aic_value high = value_of(inputs, cost->in, "usual_price_high", &end);
    char *unit;
    found->known = price.set;
    if (!found->known) {
        return;
    }
    cli_write_number(field, price.number, AIC_UNITS_AUTO, found->price, sizeof found->price);
    cli_write_number(money, price.number * hours, AIC_UNITS_AUTO, found->bill, sizeof found->bill);
    if (low.set && high.set) {
        write_ends(field, low.number, high.number, found->prices);
        if ((unit = strchr(found->prices, ' '))) {
            *unit = '\0'; /* which the price before it has */
        }
    }
}

/* The hours that nobody pays; NaN: there are none. */
static double unpaid_hours(const struct aic_calculator *calculator, const void *out,
                           const struct aic_field **money)
{
    const struct aic_field *field;
    const struct aic_hired *hired = calculator->hired;
    struct aic_value hours = value_of(&calculator->results, out, hired->hours, &field);
    bool is_paid = value_of(&calculator->results, out, hired->bill, money).set;
    return hours.set && !is_paid ? hours.number : (double)NAN;
}

bool cli_usual_bill_find(const struct aic_calculator *calculator, const void *in, const void *out,
                         const struct aic_catalog *catalog, struct cli_usual_bill *found,
                         struct aic_error *error)
{
    const struct aic_field *money, *field;
    struct aic_question cost;
    struct aic_entry entry;
    *found = (struct cli_usual_bill){ .known = false };
    if (!calculator->hired) {
        return true;
    }
    const double hours = unpaid_hours(calculator, out, &money);
    struct aic_value gpu = value_of(&calculator->inputs, in, "gpu", &field);
    struct aic_error unknown = { .code = AIC_OK };
    if (!(hours > 0) || !gpu.set ||
        !aic_catalog_find(catalog, AIC_GPUS, gpu.name, &entry, &unknown)) {
        *error = aic_code_is_internal(unknown.code) ? unknown : *error;
        return !aic_code_is_internal(unknown.code);
    }
    bool ok = aic_question_init(&cost, aic_calculator_find("cost"), error) &&
              aic_entry_apply(&cost, AIC_GPUS, &entry, error);
    if (ok) {
        write_bill(&cost, hours, money, found);
        found->input = calculator->hired->price;
    }
    aic_question_clear(&cost);
    aic_entry_clear(&entry);
    return ok;
}

void cli_usual_bill_add(const struct cli_usual_bill *bill, struct aic_text *text)
{
    const struct aic_span input = { bill->input, strlen(bill->input) };
    aic_text_format(text, "at the usual %s", bill->price);
    if (bill->prices[0]) {
        aic_text_format(text, " (%s)", bill->prices);
    }
    aic_text_format(text, ": %s, --", bill->bill);
    aic_text_add_spelt(text, input, '_', '-');
}
