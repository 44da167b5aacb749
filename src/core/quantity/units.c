/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Units as data. A quantity in the base unit is number * 10^exp10 * multiplier
 * / divisor: the power of ten is applied before the number is rounded, so that
 * 40Gbps is 40e9 / 8 and 1.1h is 110 * 36, both exact.
 *
 * Decimal prefixes: SI brochure, 9th edition; binary ones: IEC 80000-13.
 */
#include "core/quantity/quantity.h"
#include "core/span.h"

#include <string.h>

/* Rows: tables choose the unit from one of it on, in one style or in both, or never. */
#define SHOWN(symbol, exp10)                                                                       \
    {                                                                                              \
        { symbol, exp10, 1, 1 }, 1, 1                                                              \
    }
#define DECIMAL(symbol, exp10)                                                                     \
    {                                                                                              \
        { symbol, exp10, 1, 1 }, 1, 0                                                              \
    }
#define BINARY(symbol, multiplier)                                                                 \
    {                                                                                              \
        { symbol, 0, multiplier, 1 }, 0, 1                                                         \
    }
#define HIDDEN(symbol, exp10, multiplier, divisor)                                                 \
    {                                                                                              \
        { symbol, exp10, multiplier, divisor }, 0, 0                                               \
    }
/* Where a unit is not a round multiple of the one before, two of it are easier to read. */
#define FROM_TWO(symbol, exp10, multiplier)                                                        \
    {                                                                                              \
        { symbol, exp10, multiplier, 1 }, 2, 2                                                     \
    }

/* Families of units, each followed by `per`. */
#define BYTES(per)                                                                                 \
    SHOWN("B" per, 0), DECIMAL("kB" per, 3), DECIMAL("MB" per, 6), DECIMAL("GB" per, 9),           \
        DECIMAL("TB" per, 12), DECIMAL("PB" per, 15), DECIMAL("EB" per, 18),                       \
        BINARY("KiB" per, 0x1p10), BINARY("MiB" per, 0x1p20), BINARY("GiB" per, 0x1p30),           \
        BINARY("TiB" per, 0x1p40), BINARY("PiB" per, 0x1p50), BINARY("EiB" per, 0x1p60)

#define BITS(per)                                                                                  \
    HIDDEN("b" per, 0, 1, 8), HIDDEN("kb" per, 3, 1, 8), HIDDEN("Mb" per, 6, 1, 8),                \
        HIDDEN("Gb" per, 9, 1, 8), HIDDEN("Tb" per, 12, 1, 8), HIDDEN("Pb" per, 15, 1, 8),         \
        HIDDEN("Eb" per, 18, 1, 8)

#define COUNTS                                                                                     \
    HIDDEN("k", 3, 1, 1), HIDDEN("M", 6, 1, 1), HIDDEN("B", 9, 1, 1), HIDDEN("T", 12, 1, 1)

/* Counts in a time of `seconds` base units of time. */
#define COUNTS_PER(per, seconds)                                                                   \
    HIDDEN(per, 0, 1, seconds), HIDDEN("k" per, 3, 1, seconds), HIDDEN("M" per, 6, 1, seconds),    \
        HIDDEN("B" per, 9, 1, seconds), HIDDEN("T" per, 12, 1, seconds)
#define TOKENS_PER(per, seconds) COUNTS_PER(per, seconds), HIDDEN("token" per, 0, 1, seconds)

#define FLOPS(per)                                                                                 \
    SHOWN("FLOP" per, 0), SHOWN("kFLOP" per, 3), SHOWN("MFLOP" per, 6), SHOWN("GFLOP" per, 9),     \
        SHOWN("TFLOP" per, 12), SHOWN("PFLOP" per, 15), SHOWN("EFLOP" per, 18),                    \
        SHOWN("ZFLOP" per, 21), SHOWN("YFLOP" per, 24)

#define MONEY(per, exp10, multiplier, divisor)                                                     \
    HIDDEN("USD" per, exp10, multiplier, divisor), HIDDEN("$" per, exp10, multiplier, divisor)

static const struct aic_unit_row count_units[] = { COUNTS };
static const struct aic_unit_row tokens_units[] = {
    COUNTS,
    HIDDEN("Ki", 0, 0x1p10, 1),
    HIDDEN("Mi", 0, 0x1p20, 1),
    HIDDEN("token", 0, 1, 1),
};
static const struct aic_unit_row bytes_units[] = { BYTES(""), BITS("") };
static const struct aic_unit_row rate_units[] = {
    BYTES("/s"),
    BITS("/s"),
    HIDDEN("kbps", 3, 1, 8),
    HIDDEN("Mbps", 6, 1, 8),
    HIDDEN("Gbps", 9, 1, 8),
    HIDDEN("Tbps", 12, 1, 8),
};
static const struct aic_unit_row count_rate_units[] = {
    TOKENS_PER("/s", 1),       TOKENS_PER("/sec", 1),   TOKENS_PER("/min", 60),
    TOKENS_PER("/h", 3600),    TOKENS_PER("/hr", 3600), TOKENS_PER("/d", 86400),
    TOKENS_PER("/day", 86400), HIDDEN("rps", 0, 1, 1),
};
/* A month is 730 h, a twelfth of a year of 8,760 h, as clouds bill it. */
static const struct aic_unit_row time_units[] = {
    SHOWN("ns", -9),          SHOWN("us", -6),
    SHOWN("ms", -3),          SHOWN("s", 0),
    FROM_TWO("min", 1, 6),    HIDDEN("m", 1, 6, 1),
    FROM_TWO("h", 2, 36),     FROM_TWO("d", 2, 864),
    HIDDEN("w", 2, 6048, 1),  HIDDEN("mo", 3, 2628, 1),
    HIDDEN("y", 3, 31536, 1),
};
static const struct aic_unit_row ratio_units[] = { HIDDEN("%", -2, 1, 1) };
static const struct aic_unit_row flop_units[] = { FLOPS("") };
static const struct aic_unit_row flop_rate_units[] = { FLOPS("/s") };
static const struct aic_unit_row power_units[] = {
    SHOWN("mW", -3), SHOWN("W", 0), SHOWN("kW", 3), SHOWN("MW", 6), SHOWN("GW", 9),
};
static const struct aic_unit_row energy_units[] = {
    SHOWN("J", 0),          SHOWN("kJ", 3),         SHOWN("MJ", 6),          HIDDEN("Wh", 2, 36, 1),
    FROM_TWO("kWh", 5, 36), FROM_TWO("MWh", 8, 36), FROM_TWO("GWh", 11, 36),
};
static const struct aic_unit_row carbon_units[] = { SHOWN("g", 0), SHOWN("kg", 3), SHOWN("t", 6) };
static const struct aic_unit_row carbon_intensity_units[] = {
    HIDDEN("g/kWh", 0, 1, 1),
    HIDDEN("kg/kWh", 3, 1, 1),
    HIDDEN("kg/MWh", 0, 1, 1),
};
static const struct aic_unit_row money_units[] = {
    MONEY("", 0, 1, 1),      HIDDEN("kUSD", 3, 1, 1), HIDDEN("MUSD", 6, 1, 1),
    HIDDEN("BUSD", 9, 1, 1), HIDDEN("k$", 3, 1, 1),   HIDDEN("M$", 6, 1, 1),
    HIDDEN("B$", 9, 1, 1),
};
static const struct aic_unit_row money_rate_units[] = {
    MONEY("/h", 0, 1, 1),
    MONEY("/hr", 0, 1, 1),
    MONEY("/d", 0, 1, 24),
    MONEY("/mo", 0, 1, 730),
};
static const struct aic_unit_row energy_price_units[] = {
    MONEY("/kWh", 0, 1, 1),
    MONEY("/MWh", -3, 1, 1),
};
static const struct aic_unit_row storage_price_units[] = {
    MONEY("/GiB/mo", 0, 1, 1),
    MONEY("/GB/mo", -9, 0x1p30, 1),
    MONEY("/TiB/mo", 0, 1, 0x1p10),
    MONEY("/TB/mo", -12, 0x1p30, 1),
};
static const struct aic_unit_row transfer_price_units[] = {
    MONEY("/GiB", 0, 1, 1),
    MONEY("/GB", -9, 0x1p30, 1),
    MONEY("/TiB", 0, 1, 0x1p10),
    MONEY("/TB", -12, 0x1p30, 1),
};
static const struct aic_unit_row request_price_units[] = {
    MONEY("/kreq", 0, 1, 1),
    MONEY("/req", 3, 1, 1),
    MONEY("/Mreq", -3, 1, 1),
};
static const struct aic_unit_row object_price_units[] = {
    MONEY("/kobj/mo", 0, 1, 1),
    MONEY("/obj/mo", 3, 1, 1),
    MONEY("/Mobj/mo", -3, 1, 1),
};
static const struct aic_unit_row throughput_price_units[] = {
    MONEY("/MB/s/mo", 0, 1, 1),
    MONEY("/MiB/s/mo", 6, 1, 0x1p20),
    MONEY("/GB/s/mo", -3, 1, 1),
};
static const struct aic_unit_row iops_price_units[] = { MONEY("/IOPS/mo", 0, 1, 1) };
static const struct aic_unit_row power_price_units[] = {
    MONEY("/kW/mo", 0, 1, 1),
    MONEY("/W/mo", 3, 1, 1),
    MONEY("/MW/mo", -3, 1, 1),
};
static const struct aic_unit_row throughput_density_units[] = { BYTES("/s/TiB") };
static const struct aic_unit_row bytes_per_day_units[] = { BYTES("/d") };
static const struct aic_unit_row per_day_units[] = { COUNTS_PER("/d", 1) };
static const struct aic_unit_row tokens_per_day_units[] = { TOKENS_PER("/d", 1) };
static const struct aic_unit_row hours_units[] = { HIDDEN("h", 0, 1, 1), HIDDEN("d", 0, 24, 1) };
static const struct aic_unit_row hours_per_day_units[] = { HIDDEN("h/d", 0, 1, 1) };
static const struct aic_unit_row money_per_day_units[] = { MONEY("/d", 0, 1, 1) };
static const struct aic_unit_row money_per_month_units[] = { MONEY("/mo", 0, 1, 1) };
static const struct aic_unit_row money_per_year_units[] = { MONEY("/y", 0, 1, 1) };
static const struct aic_unit_row money_per_tb_units[] = { MONEY("/TB", 0, 1, 1) };

#define UNITS(rows) .units = rows, .count = sizeof(rows) / sizeof((rows)[0])
#define HINTS(...)  .hints = { __VA_ARGS__ }

/* Name, noun, base unit, example; what to propose for a bare number; the units. */
static const struct aic_dimension_info dimensions[AIC_DIMENSIONS] = {
    [AIC_COUNT] = { "count", "a count", "1", "70B", UNITS(count_units) },
    [AIC_TOKENS] = { "tokens", "a number of tokens", "token", "128Ki", UNITS(tokens_units) },
    [AIC_BYTES] = { "bytes", "a number of bytes", "B", "80GiB", HINTS("GB", "GiB"),
                    UNITS(bytes_units) },
    [AIC_RATE] = { "rate", "a rate", "B/s", "40GB/s", HINTS("GB/s", "GiB/s", "Gbps"),
                   UNITS(rate_units) },
    [AIC_COUNT_RATE] = { "count_rate", "a count per time", "1/s", "5k/s", HINTS("/s"),
                         UNITS(count_rate_units) },
    [AIC_TIME] = { "time", "a time", "s", "1h30m", HINTS("s", "min", "h"), UNITS(time_units) },
    [AIC_RATIO] = { "ratio", "a ratio", "1", "40%", UNITS(ratio_units) },
    [AIC_FLOP] = { "flop", "a number of operations", "FLOP", "24GFLOP", HINTS("GFLOP", "TFLOP"),
                   UNITS(flop_units) },
    [AIC_FLOP_RATE] = { "flop_rate", "a rate of operations", "FLOP/s", "989.4TFLOP/s",
                        HINTS("TFLOP/s"), UNITS(flop_rate_units) },
    [AIC_POWER] = { "power", "a power", "W", "700W", HINTS("W", "kW"), UNITS(power_units) },
    [AIC_ENERGY] = { "energy", "an energy", "J", "5MWh", HINTS("J", "kWh", "MWh"),
                     UNITS(energy_units) },
    [AIC_CARBON] = { "carbon", "a mass of carbon", "g", "30t", HINTS("kg", "t"),
                     UNITS(carbon_units) },
    [AIC_CARBON_INTENSITY] = { "carbon_intensity", "a mass of carbon per energy", "g/kWh",
                               "414g/kWh", HINTS("g/kWh"), UNITS(carbon_intensity_units) },
    [AIC_MONEY] = { "money", "an amount of money", "USD", "1500USD", HINTS("USD"),
                    UNITS(money_units), .usual = "USD" },
    [AIC_MONEY_RATE] = { "money_rate", "a price per time", "USD/h", "2.5USD/h", HINTS("USD/h"),
                         UNITS(money_rate_units), .usual = "USD/h" },
    [AIC_ENERGY_PRICE] = { "energy_price", "a price of energy", "USD/kWh", "0.08USD/kWh",
                           HINTS("USD/kWh"), UNITS(energy_price_units), .usual = "USD/kWh" },
    [AIC_STORAGE_PRICE] = { "storage_price", "a price of storage", "USD/GiB/mo", "0.023USD/GiB/mo",
                            HINTS("USD/GiB/mo", "USD/GB/mo"), UNITS(storage_price_units) },
    [AIC_TRANSFER_PRICE] = { "transfer_price", "a price of transfer", "USD/GiB", "0.09USD/GiB",
                             HINTS("USD/GiB", "USD/GB"), UNITS(transfer_price_units) },
    [AIC_REQUEST_PRICE] = { "request_price", "a price of requests", "USD/kreq", "0.005USD/kreq",
                            HINTS("USD/kreq", "USD/Mreq"), UNITS(request_price_units) },
    [AIC_OBJECT_PRICE] = { "object_price", "a price of objects", "USD/kobj/mo", "0.0025USD/kobj/mo",
                           HINTS("USD/kobj/mo"), UNITS(object_price_units) },
    [AIC_THROUGHPUT_PRICE] = { "throughput_price", "a price of throughput", "USD/MB/s/mo",
                               "6USD/MB/s/mo", HINTS("USD/MB/s/mo", "USD/MiB/s/mo"),
                               UNITS(throughput_price_units) },
    [AIC_IOPS_PRICE] = { "iops_price", "a price of IOPS", "USD/IOPS/mo", "0.005USD/IOPS/mo",
                         HINTS("USD/IOPS/mo"), UNITS(iops_price_units) },
    [AIC_POWER_PRICE] = { "power_price", "a price of power", "USD/kW/mo", "200USD/kW/mo",
                          HINTS("USD/kW/mo"), UNITS(power_price_units) },
    [AIC_THROUGHPUT_DENSITY] = { "throughput_density", "a rate per capacity", "B/s/TiB",
                                 "200MB/s/TiB", HINTS("MB/s/TiB", "MiB/s/TiB"),
                                 UNITS(throughput_density_units) },
    [AIC_BYTES_PER_DAY] = { "bytes_per_day", "a number of bytes per day", "B/d", "50TB/d",
                            HINTS("TB/d", "TiB/d"), UNITS(bytes_per_day_units) },
    [AIC_PER_DAY] = { "per_day", "a count per day", "1/d", "24/d", HINTS("/d"),
                      UNITS(per_day_units) },
    [AIC_TOKENS_PER_DAY] = { "tokens_per_day", "a number of tokens per day", "token/d",
                             "5e10token/d", HINTS("token/d"), UNITS(tokens_per_day_units) },
    [AIC_HOURS] = { "hours", "a number of hours", "h", "2e6h", HINTS("h"), UNITS(hours_units) },
    [AIC_HOURS_PER_DAY] = { "hours_per_day", "a number of hours per day", "h/d", "12h/d",
                            HINTS("h/d"), UNITS(hours_per_day_units) },
    [AIC_MONEY_PER_DAY] = { "money_per_day", "an amount of money per day", "USD/d", "500USD/d",
                            HINTS("USD/d"), UNITS(money_per_day_units) },
    [AIC_MONEY_PER_MONTH] = { "money_per_month", "an amount of money per month", "USD/mo",
                              "900USD/mo", HINTS("USD/mo"), UNITS(money_per_month_units) },
    [AIC_MONEY_PER_YEAR] = { "money_per_year", "an amount of money per year", "USD/y",
                             "120000USD/y", HINTS("USD/y"), UNITS(money_per_year_units) },
    [AIC_MONEY_PER_TB] = { "money_per_tb", "an amount of money per TB", "USD/TB", "50USD/TB",
                           HINTS("USD/TB"), UNITS(money_per_tb_units) },
};

const struct aic_dimension_info *aic_dimension_info(enum aic_dimension dimension)
{
    return &dimensions[dimension];
}

const char *aic_dimension_name(enum aic_dimension dimension)
{
    return dimensions[dimension].name;
}

const char *aic_dimension_base(enum aic_dimension dimension)
{
    return dimensions[dimension].base;
}

const char *aic_dimension_example(enum aic_dimension dimension)
{
    return dimensions[dimension].example;
}

const struct aic_unit *aic_dimension_unit(enum aic_dimension dimension, size_t index)
{
    const struct aic_dimension_info *info = &dimensions[dimension];
    return index < info->count ? &info->units[index].unit : NULL;
}

const char *aic_dimension_usual(enum aic_dimension dimension)
{
    return dimensions[dimension].usual;
}

bool aic_dimension_is_plain(enum aic_dimension dimension)
{
    return dimension == AIC_COUNT || dimension == AIC_TOKENS || dimension == AIC_RATIO;
}

bool aic_dimension_is_price(enum aic_dimension dimension)
{
    switch (dimension) {
    case AIC_MONEY:
    case AIC_MONEY_RATE:
    case AIC_ENERGY_PRICE:
    case AIC_STORAGE_PRICE:
    case AIC_TRANSFER_PRICE:
    case AIC_REQUEST_PRICE:
    case AIC_OBJECT_PRICE:
    case AIC_THROUGHPUT_PRICE:
    case AIC_IOPS_PRICE:
    case AIC_POWER_PRICE:
        return true;
    default:
        return false;
    }
}

const struct aic_unit *aic_unit_find(enum aic_dimension dimension, struct aic_span symbol)
{
    const struct aic_dimension_info *info = &dimensions[dimension];
    for (size_t i = 0; i < info->count; i++) {
        if (aic_span_is(symbol, info->units[i].unit.symbol)) {
            return &info->units[i].unit;
        }
    }
    return NULL;
}

double aic_unit_size(const struct aic_unit *unit)
{
    double power = 1;
    for (int i = unit->exp10 < 0 ? -unit->exp10 : unit->exp10; i > 0; i--) {
        power *= 10;
    }
    double factor = unit->multiplier / unit->divisor;
    return unit->exp10 < 0 ? factor / power : factor * power;
}
