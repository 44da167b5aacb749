/* SPDX-License-Identifier: Apache-2.0 */
/* Quantities: every unit, every way of being wrong, and what is written reads back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <aicalc/quantity.h>
#include <aicalc/text.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static enum aic_dimension dimension_at(int i)
{
    return (enum aic_dimension)i;
}

static double read_or_fail(const char *text, enum aic_dimension dimension)
{
    struct aic_error error;
    double value = NAN;
    if (!aic_quantity_read(text, strlen(text), dimension, NULL, &value, &error)) {
        fail_msg("'%s' as %s: %s", text, aic_dimension_name(dimension), error.message);
    }
    return value;
}

/* ---------------------------------------------------------------- reading --- */

struct quantity {
    const char *text;
    enum aic_dimension dimension;
    double value;
};

/* Each value is exact: the same double as the C literal. */
static const struct quantity quantities[] = {
    { "32", AIC_COUNT, 32 },
    { "-2.5", AIC_COUNT, -2.5 },
    { "1_000", AIC_COUNT, 1000 },
    { "8.03B", AIC_COUNT, 8030000000 },
    { "1.46M", AIC_COUNT, 1460000 },
    { "15.6T", AIC_COUNT, 15600000000000 },
    { "2788k", AIC_COUNT, 2788000 },
    { "2*8", AIC_COUNT, 16 },
    { "2 * 8 * 4k", AIC_COUNT, 64000 },
    { "8*80GiB", AIC_BYTES, 687194767360 },
    { "80GiB*8", AIC_BYTES, 687194767360 },
    { "0*8", AIC_COUNT, 0 },
    { "1mo", AIC_TIME, 2628000 },
    { "1y6mo", AIC_TIME, 31536000 + 6 * 2628000 },
    { "$2.5/h", AIC_MONEY_RATE, 2.5 },
    { "$1500", AIC_MONEY, 1500 },
    { "$500k", AIC_MONEY, 500e3 },
    { "1.5M$", AIC_MONEY, 1.5e6 },
    { "325kUSD", AIC_MONEY, 325e3 },
    { "2*$750", AIC_MONEY, 1500 },
    { "$0.023/GB/mo", AIC_STORAGE_PRICE, 0.023 * 1.073741824 },
    { "128Ki", AIC_TOKENS, 131072 },
    { "1Mi", AIC_TOKENS, 1048576 },
    { "4k", AIC_TOKENS, 4000 },
    { "8192 token", AIC_TOKENS, 8192 },
    { "0", AIC_BYTES, 0 },
    { "-0.0", AIC_BYTES, 0 },
    { "0e5", AIC_BYTES, 0 },
    { "80GB", AIC_BYTES, 80000000000 },
    { "80 GB", AIC_BYTES, 80000000000 },
    { "80GiB", AIC_BYTES, 85899345920 },
    { "0.1kB", AIC_BYTES, 100 },
    { "2EB", AIC_BYTES, 2e18 },
    { "1EiB", AIC_BYTES, 0x1p60 },
    { "1e3EB", AIC_BYTES, 1e21 },
    { "8b", AIC_BYTES, 1 },
    { "400Gb", AIC_BYTES, 50000000000 },
    { "40GB/s", AIC_RATE, 40000000000 },
    { "3.33GiB/s", AIC_RATE, 3.33 * 0x1p30 },
    { "40Gbps", AIC_RATE, 5000000000 },
    { "400Gb/s", AIC_RATE, 50000000000 },
    { "3.2Tbps", AIC_RATE, 400000000000 },
    { "56kbps", AIC_RATE, 7000 },
    { "5500/s", AIC_COUNT_RATE, 5500 },
    { "10k/s", AIC_COUNT_RATE, 10000 },
    { "90/min", AIC_COUNT_RATE, 1.5 },
    { "7200/h", AIC_COUNT_RATE, 2 },
    { "86.4k/d", AIC_COUNT_RATE, 1 },
    { "400token/s", AIC_COUNT_RATE, 400 },
    { "1ns", AIC_TIME, 1e-9 },
    { "14us", AIC_TIME, 14e-6 },
    { "2.7ms", AIC_TIME, 0.0027 },
    { "1.5h", AIC_TIME, 5400 },
    { "1.1h", AIC_TIME, 3960 },
    { "5m", AIC_TIME, 300 },
    { "5min", AIC_TIME, 300 },
    { "30d", AIC_TIME, 2592000 },
    { "2w", AIC_TIME, 1209600 },
    { "1h30m", AIC_TIME, 5400 },
    { "1d2h3min4s5ms", AIC_TIME, 93784.005 },
    { "-1h30m", AIC_TIME, -5400 },
    { "1.5h.5m", AIC_TIME, 5430 },
    { "1h0m", AIC_TIME, 3600 },
    { "40%", AIC_RATIO, 0.4 },
    { "0.4", AIC_RATIO, 0.4 },
    { "24GFLOP", AIC_FLOP, 24e9 },
    { "1YFLOP", AIC_FLOP, 1e24 },
    { "989.4TFLOP/s", AIC_FLOP_RATE, 989.4e12 },
    { "10.2kW", AIC_POWER, 10200 },
    { "5mW", AIC_POWER, 0.005 },
    { "1kWh", AIC_ENERGY, 3.6e6 },
    { "0.1kWh", AIC_ENERGY, 360000 },
    { "2.5MWh", AIC_ENERGY, 9e9 },
    { "3MJ", AIC_ENERGY, 3e6 },
    { "11390t", AIC_CARBON, 1.139e10 },
    { "414g/kWh", AIC_CARBON_INTENSITY, 414 },
    { "0.414kg/kWh", AIC_CARBON_INTENSITY, 414 },
    { "414kg/MWh", AIC_CARBON_INTENSITY, 414 },
    { "1500USD", AIC_MONEY, 1500 },
    { "1500$", AIC_MONEY, 1500 },
    { "2.5$/h", AIC_MONEY_RATE, 2.5 },
    { "60USD/d", AIC_MONEY_RATE, 2.5 },
    { "0.08$/kWh", AIC_ENERGY_PRICE, 0.08 },
    { "80USD/MWh", AIC_ENERGY_PRICE, 0.08 },
    { "0.023USD/GiB/mo", AIC_STORAGE_PRICE, 0.023 },
    { "1024USD/TiB/mo", AIC_STORAGE_PRICE, 1 },
    { "1$/GB/mo", AIC_STORAGE_PRICE, 1.073741824 },
    { "1000$/TB/mo", AIC_STORAGE_PRICE, 1.073741824 },
    { "0.09USD/GiB", AIC_TRANSFER_PRICE, 0.09 },
    { "92.16USD/TiB", AIC_TRANSFER_PRICE, 0.09 },
    { "1$/GB", AIC_TRANSFER_PRICE, 1.073741824 },
    { "0.005USD/kreq", AIC_REQUEST_PRICE, 0.005 },
    { "5USD/Mreq", AIC_REQUEST_PRICE, 0.005 },
    { "0.000005USD/req", AIC_REQUEST_PRICE, 0.005 },
    { "2.5USD/Mobj/mo", AIC_OBJECT_PRICE, 0.0025 },
    { "0.0025USD/kobj/mo", AIC_OBJECT_PRICE, 0.0025 },
    { "0.0000025USD/obj/mo", AIC_OBJECT_PRICE, 0.0025 },
    { "6USD/MB/s/mo", AIC_THROUGHPUT_PRICE, 6 },
    { "6000USD/GB/s/mo", AIC_THROUGHPUT_PRICE, 6 },
    { "1.048576USD/MiB/s/mo", AIC_THROUGHPUT_PRICE, 1 },
    { "0.005USD/IOPS/mo", AIC_IOPS_PRICE, 0.005 },
    { "200USD/kW/mo", AIC_POWER_PRICE, 200 },
    { "0.2$/W/mo", AIC_POWER_PRICE, 200 },
    { "180000$/MW/mo", AIC_POWER_PRICE, 180 },
    { "200MB/s/TiB", AIC_THROUGHPUT_DENSITY, 2e8 },
    { "128MiB/s/TiB", AIC_THROUGHPUT_DENSITY, 0x1p27 },
    { "50TB/d", AIC_BYTES_PER_DAY, 50e12 },
    { "2.5/d", AIC_PER_DAY, 2.5 },
    { "5e10token/d", AIC_TOKENS_PER_DAY, 5e10 },
    { "50B/d", AIC_TOKENS_PER_DAY, 5e10 },
    { "2e6h", AIC_HOURS, 2e6 },
    { "2d", AIC_HOURS, 48 },
    { "12h/d", AIC_HOURS_PER_DAY, 12 },
    { "500$/d", AIC_MONEY_PER_DAY, 500 },
    { "900USD/mo", AIC_MONEY_PER_MONTH, 900 },
    { "120000$/y", AIC_MONEY_PER_YEAR, 120000 },
    { "50USD/TB", AIC_MONEY_PER_TB, 50 },
};

static void test_reads_quantities_exactly(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(quantities); i++) {
        const struct quantity *c = &quantities[i];
        double value = read_or_fail(c->text, c->dimension);
        if (value != c->value || signbit(value) != signbit(c->value)) {
            fail_msg("'%s' is %.17g, not %.17g", c->text, value, c->value);
        }
    }
}

static void test_reads_no_further_than_length(void **state)
{
    (void)state;
    double value;
    assert_true(aic_quantity_read("80GiB/s", 5, AIC_BYTES, NULL, &value, NULL));
    assert_true(value == 85899345920.0);
    assert_true(aic_quantity_read("12", 1, AIC_COUNT, NULL, &value, NULL));
    assert_true(value == 1);
    assert_false(aic_quantity_read("5\0GB", 4, AIC_BYTES, NULL, &value, NULL));
}

/* ----------------------------------------------------------------- tables --- */

/* Each symbol means one thing, and one of it reads as the product of its row. */
static void test_every_unit_reads(void **state)
{
    (void)state;
    for (int d = 0; d < AIC_DIMENSIONS; d++) {
        const struct aic_unit *unit;
        size_t count = 0;
        for (; (unit = aic_dimension_unit(dimension_at(d), count)) != NULL; count++) {
            char text[64], power[32];
            snprintf(text, sizeof text, "1%s", unit->symbol);
            snprintf(power, sizeof power, "1e%d", unit->exp10);
            double expected;
            aic_number_read(power, strlen(power), 0, &expected);
            expected = expected * unit->multiplier / unit->divisor;
            assert_true(read_or_fail(text, dimension_at(d)) == expected);
            for (size_t j = 0; j < count; j++) {
                assert_string_not_equal(aic_dimension_unit(dimension_at(d), j)->symbol,
                                        unit->symbol);
            }
        }
        assert_true(count > 0);
        assert_null(aic_dimension_unit(dimension_at(d), count + 1));
    }
}

/* The name, the example and the base unit of each dimension hold what they promise. */
static void test_every_dimension_explains_itself(void **state)
{
    (void)state;
    for (int d = 0; d < AIC_DIMENSIONS; d++) {
        enum aic_dimension dimension = dimension_at(d);
        read_or_fail(aic_dimension_example(dimension), dimension);
        for (int other = 0; other < d; other++) {
            assert_string_not_equal(aic_dimension_name(dimension),
                                    aic_dimension_name(dimension_at(other)));
        }
        char text[64];
        const char *base = aic_dimension_base(dimension);
        snprintf(text, sizeof text, "7%s", base[0] == '1' ? base + 1 : base);
        assert_true(read_or_fail(text, dimension) == 7);
        bool bare = aic_quantity_read("7", 1, dimension, NULL, &(double){ 0 }, NULL);
        assert_int_equal(bare, aic_dimension_is_plain(dimension));
        assert_true(aic_quantity_read("0", 1, dimension, NULL, &(double){ 0 }, NULL));
    }
}

/* ----------------------------------------------------------------- errors --- */

struct refusal {
    const char *text;
    enum aic_dimension dimension;
    enum aic_code code;
    const char *message;
    const char *suggestion;
};

static const struct refusal refusals[] = {
    /* no unit */
    { "80", AIC_BYTES, AIC_ERR_UNIT, "x: '80' has no unit",
      "write 80GB (10^9 bytes) or 80GiB (2^30 bytes)" },
    { "40", AIC_RATE, AIC_ERR_UNIT, "x: '40' has no unit",
      "write 40GB/s (10^9 bytes), 40GiB/s (2^30 bytes) or 40Gbps (10^9 bits)" },
    { "1073741824", AIC_BYTES, AIC_ERR_UNIT, "x: '1073741824' has no unit", "write 1073741824B" },
    { "30", AIC_TIME, AIC_ERR_UNIT, "x: '30' has no unit", "write 30s, 30min or 30h" },
    { "1h30", AIC_TIME, AIC_ERR_UNIT, "x: '30' has no unit", "write 30s, 30min or 30h" },
    { "1h0", AIC_TIME, AIC_ERR_UNIT, "x: '0' has no unit", "write 0s, 0min or 0h" },
    { "0.5", AIC_PER_DAY, AIC_ERR_UNIT, "x: '0.5' has no unit", "write 0.5/d" },
    /* half a unit, or in the wrong case */
    { "80G", AIC_BYTES, AIC_ERR_UNIT, "x: '80G': 'G' is not a unit of bytes: it can mean GB or GiB",
      "write 80GB (10^9 bytes) or 80GiB (2^30 bytes)" },
    { "80gb", AIC_BYTES, AIC_ERR_UNIT,
      "x: '80gb': 'gb' is not a unit of bytes: it can mean GB or GiB",
      "write 80GB (10^9 bytes) or 80GiB (2^30 bytes)" },
    { "16KB", AIC_BYTES, AIC_ERR_UNIT,
      "x: '16KB': 'KB' is not a unit of bytes: it can mean kB or KiB",
      "write 16kB (10^3 bytes) or 16KiB (2^10 bytes)" },
    { "80M", AIC_BYTES, AIC_ERR_UNIT, "x: '80M': 'M' is not a unit of bytes: it can mean MB or MiB",
      "write 80MB (10^6 bytes) or 80MiB (2^20 bytes)" },
    { "80Gi", AIC_BYTES, AIC_ERR_UNIT, "x: '80Gi': 'Gi' is not a unit of bytes: it can mean GiB",
      "write 80GiB (2^30 bytes)" },
    { "40G", AIC_RATE, AIC_ERR_UNIT,
      "x: '40G': 'G' is not a unit of rate: it can mean GB/s, GiB/s or Gbps",
      "write 40GB/s (10^9 bytes), 40GiB/s (2^30 bytes) or 40Gbps (10^9 bits)" },
    { "40gbps", AIC_RATE, AIC_ERR_UNIT,
      "x: '40gbps': 'gbps' is not a unit of rate: it can mean Gbps", "write 40Gbps (10^9 bits)" },
    { "40GBps", AIC_RATE, AIC_ERR_UNIT,
      "x: '40GBps': 'GBps' is not a unit of rate: it can mean GB/s or GiB/s",
      "write 40GB/s (10^9 bytes) or 40GiB/s (2^30 bytes)" },
    { "70b", AIC_COUNT, AIC_ERR_UNIT, "x: '70b': 'b' is not a unit of count: it can mean B",
      "write 70B" },
    { "128K", AIC_TOKENS, AIC_ERR_UNIT,
      "x: '128K': 'K' is not a unit of tokens: it can mean k or Ki", "write 128k or 128Ki" },
    { "5M", AIC_TIME, AIC_ERR_UNIT, "x: '5M': 'M' is not a unit of time: it can mean m",
      "write 5m" },
    { "5mw", AIC_POWER, AIC_ERR_UNIT, "x: '5mw': 'mw' is not a unit of power: it can mean mW or MW",
      "write 5mW or 5MW" },
    /* another dimension */
    { "5min", AIC_TOKENS, AIC_ERR_UNIT, "x: '5min' is a time, not a number of tokens",
      "write for example 128Ki" },
    { "40GB", AIC_RATE, AIC_ERR_UNIT, "x: '40GB' is a number of bytes, not a rate",
      "write 40GB/s" },
    { "2.5USD", AIC_MONEY_RATE, AIC_ERR_UNIT,
      "x: '2.5USD' is an amount of money, not a price per time", "write 2.5USD/h" },
    /* a range with a dash, and products */
    { "0.38-0.43", AIC_RATIO, AIC_ERR_VALUE, "x: '-0.43' is not understood after '0.38'",
      "a range has two dots: 0.38..0.43" },
    { "10-20GB/s", AIC_RATE, AIC_ERR_VALUE, "x: '-20GB/s' is not understood after '10'",
      "a range has two dots: 10GB/s..20GB/s" },
    { "1h-90min", AIC_TIME, AIC_ERR_VALUE, "x: '-90min' is not understood after '1h'",
      "a range has two dots: 1h..90min" },
    { "2*", AIC_COUNT, AIC_ERR_VALUE, "x: the value is empty", "write for example 70B" },
    { "*8", AIC_COUNT, AIC_ERR_VALUE, "x: the value is empty", "write for example 70B" },
    { "2*80", AIC_BYTES, AIC_ERR_UNIT, "x: '80' has no unit",
      "write 80GB (10^9 bytes) or 80GiB (2^30 bytes)" },
    { "2GB*3GB", AIC_BYTES, AIC_ERR_UNIT, "x: '2GB*3GB' has more than one factor with a unit",
      "write a unit behind one of the factors" },
    { "1e300*1e300", AIC_COUNT, AIC_ERR_RANGE, "x: '1e300*1e300' is too large for a number",
      "the limit is about 1.8e308 base units" },
    { "$-5/h", AIC_MONEY_RATE, AIC_ERR_VALUE, "x: '$-5/h' is not a number",
      "write for example 2.5USD/h" },
    { "40Gbps", AIC_BYTES, AIC_ERR_UNIT, "x: '40Gbps' is a rate, not a number of bytes",
      "write for example 80GiB" },
    { "1h30m", AIC_COUNT, AIC_ERR_UNIT, "x: '1h' is a time, not a count", "write for example 70B" },
    { "5k", AIC_POWER, AIC_ERR_UNIT, "x: '5k' is a count, not a power", "write for example 700W" },
    { "8Ki", AIC_COUNT, AIC_ERR_UNIT, "x: '8Ki' is a number of tokens, not a count",
      "write for example 70B" },
    { "0.02USD/GB", AIC_STORAGE_PRICE, AIC_ERR_UNIT,
      "x: '0.02USD/GB' is a price of transfer, not a price of storage", "write 0.02USD/GB/mo" },
    /* no unit of any */
    { "5mins", AIC_TIME, AIC_ERR_UNIT, "x: '5mins': 'mins' is not a unit of time", "write 5min" },
    { "989TFLOPS", AIC_FLOP_RATE, AIC_ERR_UNIT,
      "x: '989TFLOPS': 'TFLOPS' is not a unit of flop_rate", "write 989TFLOP/s" },
    { "5fortnights", AIC_TIME, AIC_ERR_UNIT, "x: '5fortnights': 'fortnights' is not a unit of time",
      "the units of time are ns us ms s min m h d w mo y" },
    { "70x", AIC_COUNT, AIC_ERR_UNIT, "x: '70x': 'x' is not a unit of count",
      "the units of count are k M B T, or none" },
    { "5\xC2\xB5s", AIC_TIME, AIC_ERR_UNIT, "x: '5\xC2\xB5s': '\xC2\xB5s' is not a unit of time",
      "the units of time are ns us ms s min m h d w mo y" },
    { "30m1h", AIC_TIME, AIC_ERR_UNIT, "x: '30m1h' does not go from large units to small ones",
      "write for example 1h30m" },
    { "1m1min", AIC_TIME, AIC_ERR_UNIT, "x: '1m1min' does not go from large units to small ones",
      "write for example 1h30m" },
    /* no quantity */
    { "", AIC_BYTES, AIC_ERR_VALUE, "x: the value is empty", "write for example 80GiB" },
    { "abc", AIC_COUNT, AIC_ERR_VALUE, "x: 'abc' is not a number", "write for example 70B" },
    { "GB", AIC_BYTES, AIC_ERR_VALUE, "x: 'GB' is not a number", "write for example 80GiB" },
    { " 5GB", AIC_BYTES, AIC_ERR_VALUE, "x: ' 5GB' is not a number", "write for example 80GiB" },
    { "nan", AIC_RATIO, AIC_ERR_VALUE, "x: 'nan' is not a finite number", "write for example 40%" },
    { "-Infinity", AIC_RATIO, AIC_ERR_VALUE, "x: '-Infinity' is not a finite number",
      "write for example 40%" },
    { "5  GB", AIC_BYTES, AIC_ERR_VALUE, "x: '  GB' is not understood after '5'",
      "write for example 80GiB" },
    { "5 ", AIC_COUNT, AIC_ERR_VALUE, "x: ' ' is not understood after '5'",
      "write for example 70B" },
    { "5GB extra", AIC_BYTES, AIC_ERR_VALUE, "x: ' extra' is not understood after '5GB'",
      "write for example 80GiB" },
    { "5GB2MB", AIC_BYTES, AIC_ERR_VALUE, "x: '2MB' is not understood after '5GB'",
      "write for example 80GiB" },
    { "1h-30m", AIC_TIME, AIC_ERR_VALUE, "x: '-30m' is not understood after '1h'",
      "write for example 1h30m" },
    { "1.2.3s", AIC_TIME, AIC_ERR_VALUE, "x: '.3s' is not understood after '1.2'",
      "write for example 1h30m" },
    { "1,000", AIC_COUNT, AIC_ERR_VALUE, "x: ',000' is not understood after '1'",
      "write 1_000 or 1000 for a thousand, 0.5 for a half" },
    { "5\x1B[31m", AIC_BYTES, AIC_ERR_VALUE, "x: '?[31m' is not understood after '5'",
      "write for example 80GiB" },
    /* no number of its size */
    { "1e999", AIC_COUNT, AIC_ERR_RANGE, "x: '1e999' is too large for a number",
      "the limit is about 1.8e308 base units" },
    { "-1e308GB", AIC_BYTES, AIC_ERR_RANGE, "x: '-1e308GB' is too large for a number",
      "the limit is about 1.8e308 base units" },
    { "1e-999", AIC_COUNT, AIC_ERR_RANGE, "x: '1e-999' is too small to be distinguished from 0",
      "write 0 if nothing is meant" },
};

static void test_refusals_teach(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refusals); i++) {
        const struct refusal *c = &refusals[i];
        struct aic_error error;
        double value = 17;
        if (aic_quantity_read(c->text, strlen(c->text), c->dimension, "x", &value, &error)) {
            fail_msg("'%s' was read", c->text);
        }
        assert_string_equal(error.message, c->message);
        assert_string_equal(error.suggestion, c->suggestion);
        assert_string_equal(error.parameter, "x");
        assert_int_equal(error.code, c->code);
        assert_true(value == 17);
    }
}

/* What makes the number plausible for its field is proposed. */
static void test_hints_are_plausible(void **state)
{
    static const struct {
        const char *text, *like;
        enum aic_dimension dimension;
        const char *suggestion;
    } hints[] = {
        { "30", "730h", AIC_TIME, "write 30d" },
        { "5", "5min", AIC_TIME, "write 5min" },
        { "10", "20ms", AIC_TIME, "write 10ms" },
        { "50000", "50677h", AIC_TIME, "write 50000h" },
        { "1", "1y", AIC_TIME, "write 1y" },
        { "100", "100TB", AIC_BYTES, "write 100TB (10^12 bytes) or 100TiB (2^40 bytes)" },
        { "128", "128KiB", AIC_BYTES, "write 128KiB (2^10 bytes) or 128kB (10^3 bytes)" },
        { "400", "400Gbps", AIC_RATE,
          "write 400Gbps (10^9 bits), 400GB/s (10^9 bytes) or 400GiB/s (2^30 bytes)" },
        { "100", NULL, AIC_RATE,
          "write 100GB/s (10^9 bytes), 100GiB/s (2^30 bytes) or 100Gbps (10^9 bits)" },
        { "12", "10kW", AIC_POWER, "write 12kW" },
        { "2.5", "2.5USD/h", AIC_MONEY_RATE, "write 2.5USD/h" },
        { "0.08", "0", AIC_ENERGY_PRICE, "write 0.08USD/kWh" },
        { "30GB", "730h", AIC_TIME, "write for example 730h" },
        { "30days", "730h", AIC_TIME, "write 30d" },
        { "x", "730h", AIC_TIME, "write for example 730h" },
        { "$", "2USD/h", AIC_MONEY_RATE, "write for example 2USD/h" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(hints); i++) {
        struct aic_error error;
        double value;
        assert_false(aic_quantity_read_like(hints[i].text, strlen(hints[i].text),
                                            hints[i].dimension, "x", hints[i].like, &value,
                                            &error));
        assert_string_equal(error.suggestion, hints[i].suggestion);
    }
}

static void test_refuses_without_a_name_or_a_listener(void **state)
{
    (void)state;
    struct aic_error error;
    double value;
    assert_false(aic_quantity_read("80", 2, AIC_BYTES, NULL, &value, &error));
    assert_string_equal(error.message, "'80' has no unit");
    assert_string_equal(error.parameter, "");
    for (size_t i = 0; i < COUNT(refusals); i++) {
        const struct refusal *c = &refusals[i];
        assert_false(aic_quantity_read(c->text, strlen(c->text), c->dimension, NULL, &value, NULL));
    }
}

/* A long text is quoted in part, so that the message still says what is wrong. */
static void test_long_texts_are_quoted_in_part(void **state)
{
    (void)state;
    char text[5000];
    struct aic_error error;
    double value;
    memset(text, '7', sizeof text);
    text[sizeof text - 1] = 'x';
    assert_false(aic_quantity_read(text, sizeof text, AIC_BYTES, "data", &value, &error));
    assert_non_null(strstr(error.message, "777...': 'x' is not a unit of bytes"));
    memset(text + 1, 'x', sizeof text - 1);
    assert_false(aic_quantity_read(text, sizeof text, AIC_BYTES, "data", &value, &error));
    assert_non_null(strstr(error.message, "xxx...' is not a unit of bytes"));
    assert_true(strlen(error.message) < 200);
}

/* Each suggested quantity can be typed as it stands: "write A (why), B or C". */
static void test_suggestions_can_be_typed(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refusals); i++) {
        const struct refusal *c = &refusals[i];
        char words[320];
        if (c->code != AIC_ERR_UNIT || strncmp(c->suggestion, "write ", 6) != 0) {
            continue;
        }
        snprintf(words, sizeof words, "%s", c->suggestion + 6);
        for (char *word = strtok(words, " ,"); word; word = strtok(NULL, " ,")) {
            if (word[0] >= '0' && word[0] <= '9') {
                read_or_fail(word, c->dimension);
            } else if (word[0] == '(') {
                strtok(NULL, " ,"); /* the "bytes)" of "(10^9 bytes)" */
            }
        }
    }
}

/* ---------------------------------------------------------------- writing --- */

struct writing {
    double value;
    enum aic_dimension dimension;
    const char *unit;
    enum aic_unit_style style;
    const char *text;
};

static const struct writing writings[] = {
    { 42949672960, AIC_BYTES, NULL, AIC_UNITS_IEC, "40.00 GiB" },
    { 42949672960, AIC_BYTES, NULL, AIC_UNITS_SI, "42.95 GB" },
    { 42949672960, AIC_BYTES, "B", AIC_UNITS_AUTO, "42.95 GB" },
    { 42949672960, AIC_BYTES, NULL, AIC_UNITS_RAW, "42949672960 B" },
    { 512, AIC_BYTES, NULL, AIC_UNITS_IEC, "512 B" },
    { 0.5625, AIC_BYTES, NULL, AIC_UNITS_IEC, "0.5625 B" },
    { 0, AIC_BYTES, NULL, AIC_UNITS_IEC, "0 B" },
    { 1000, AIC_BYTES, NULL, AIC_UNITS_SI, "1.000 kB" },
    { 999960, AIC_BYTES, NULL, AIC_UNITS_SI, "1.000 MB" },
    { 999940, AIC_BYTES, NULL, AIC_UNITS_SI, "999.9 kB" },
    { 3e22, AIC_BYTES, NULL, AIC_UNITS_SI, "30000 EB" },
    { 5e9, AIC_RATE, NULL, AIC_UNITS_SI, "5.000 GB/s" },
    { 5e9, AIC_RATE, NULL, AIC_UNITS_IEC, "4.657 GiB/s" },
    { 2e8, AIC_THROUGHPUT_DENSITY, NULL, AIC_UNITS_SI, "200.0 MB/s/TiB" },
    { 5e13, AIC_BYTES_PER_DAY, NULL, AIC_UNITS_AUTO, "50.00 TB/d" },

    { 32, AIC_COUNT, "layer", AIC_UNITS_AUTO, "32 layer" },
    { 32, AIC_COUNT, "1", AIC_UNITS_AUTO, "32" },
    { 8030261248, AIC_COUNT, "parameter", AIC_UNITS_AUTO, "8.030B parameter" },
    { 15.6e12, AIC_TOKENS, "token", AIC_UNITS_AUTO, "15.6T token" },
    { 2.5, AIC_COUNT, NULL, AIC_UNITS_AUTO, "2.5" },
    { 1.0 / 3, AIC_COUNT, NULL, AIC_UNITS_AUTO, "0.3333" },
    { 1.5e17, AIC_COUNT, NULL, AIC_UNITS_AUTO, "150000T" },
    { 123456.789, AIC_COUNT_RATE, "token/s", AIC_UNITS_AUTO, "123457 token/s" },
    { 5500, AIC_COUNT_RATE, "1/s", AIC_UNITS_AUTO, "5500 /s" },
    { 0.31, AIC_PER_DAY, NULL, AIC_UNITS_AUTO, "0.31 /d" },
    { 0.9, AIC_RATIO, NULL, AIC_UNITS_AUTO, "0.9" },
    { 0.5490196, AIC_RATIO, NULL, AIC_UNITS_AUTO, "0.5490" },
    { 0.5490196, AIC_RATIO, NULL, AIC_UNITS_RAW, "0.5490196" },

    { 0, AIC_TIME, NULL, AIC_UNITS_AUTO, "0 s" },
    { 1.5e-6, AIC_TIME, NULL, AIC_UNITS_AUTO, "1.500 us" },
    { 30, AIC_TIME, NULL, AIC_UNITS_AUTO, "30 s" },
    { 90, AIC_TIME, NULL, AIC_UNITS_AUTO, "90 s" },
    { 120, AIC_TIME, NULL, AIC_UNITS_AUTO, "2.000 min" },
    { 7002, AIC_TIME, NULL, AIC_UNITS_AUTO, "116.7 min" },
    { 45000, AIC_TIME, NULL, AIC_UNITS_AUTO, "12.50 h" },
    { 2592000, AIC_TIME, NULL, AIC_UNITS_AUTO, "30.00 d" },
    { 2592000, AIC_TIME, NULL, AIC_UNITS_RAW, "2592000 s" },
    { -45000, AIC_TIME, NULL, AIC_UNITS_AUTO, "-12.50 h" },
    { 1.945, AIC_HOURS, NULL, AIC_UNITS_AUTO, "1.945 h" },
    { 30840000.25, AIC_HOURS, NULL, AIC_UNITS_AUTO, "30840000 h" },

    { 9.894e14, AIC_FLOP_RATE, NULL, AIC_UNITS_AUTO, "989.4 TFLOP/s" },
    { 5.7e24, AIC_FLOP, NULL, AIC_UNITS_AUTO, "5.700 YFLOP" },
    { 10200, AIC_POWER, NULL, AIC_UNITS_AUTO, "10.20 kW" },
    { 9.9e13, AIC_ENERGY, NULL, AIC_UNITS_AUTO, "27.50 GWh" },
    { 5e6, AIC_ENERGY, NULL, AIC_UNITS_AUTO, "5.000 MJ" },
    { 1.139e10, AIC_CARBON, NULL, AIC_UNITS_AUTO, "11390 t" },
    { 414, AIC_CARBON_INTENSITY, NULL, AIC_UNITS_AUTO, "414 g/kWh" },

    { 1234.56, AIC_MONEY, NULL, AIC_UNITS_AUTO, "1234.56 USD" },
    { 2.5, AIC_MONEY_RATE, NULL, AIC_UNITS_AUTO, "2.50 USD/h" },
    { 9.999, AIC_MONEY, NULL, AIC_UNITS_AUTO, "10.00 USD" },
    { -9.999, AIC_MONEY_PER_DAY, NULL, AIC_UNITS_AUTO, "-10.00 USD/d" },
    { 0.0032, AIC_MONEY, NULL, AIC_UNITS_AUTO, "0.0032 USD" },
    { 63590400, AIC_MONEY_PER_MONTH, NULL, AIC_UNITS_AUTO, "63590400.00 USD/mo" },
    { 1234.567, AIC_MONEY, NULL, AIC_UNITS_RAW, "1234.567 USD" },
    { 0.11972, AIC_STORAGE_PRICE, NULL, AIC_UNITS_AUTO, "0.11972 USD/GiB/mo" },
    { 0.023, AIC_STORAGE_PRICE, NULL, AIC_UNITS_AUTO, "0.023 USD/GiB/mo" },
    { 1.0 / 3, AIC_REQUEST_PRICE, NULL, AIC_UNITS_AUTO, "0.333333 USD/kreq" },
};

static void test_writes_for_people(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(writings); i++) {
        const struct writing *c = &writings[i];
        char text[AIC_QUANTITY_SIZE];
        size_t length =
            aic_quantity_write(text, sizeof text, c->value, c->dimension, c->unit, c->style);
        assert_string_equal(text, c->text);
        assert_int_equal(length, strlen(text));
    }
}

/* Of each dimension, over thirty powers of ten, in each style: back within the digits shown. */
static void test_what_is_written_reads_back(void **state)
{
    (void)state;
    static const double mantissas[] = { 1, 1.2345678, 2.5, 5.99996, 9.99951, 9.99996 };
    for (int d = 0; d < AIC_DIMENSIONS; d++) {
        for (int style = AIC_UNITS_AUTO; style <= AIC_UNITS_RAW; style++) {
            for (int e = -12; e <= 20; e++) {
                for (size_t m = 0; m < 2 * COUNT(mantissas); m++) {
                    double value = mantissas[m / 2] * pow(10, e) * (m % 2 ? -1 : 1);
                    char text[AIC_QUANTITY_SIZE];
                    aic_quantity_write(text, sizeof text, value, dimension_at(d), NULL,
                                       (enum aic_unit_style)style);
                    double back = read_or_fail(text, dimension_at(d));
                    /* four digits, or the nearest cent */
                    bool money = aic_dimension_base(dimension_at(d))[0] == 'U';
                    double bound = 0.00051 * fabs(value) + (money ? 0.0051 : 0);
                    bound = style == AIC_UNITS_RAW ? 0 : bound;
                    if (!(fabs(back - value) <= bound)) {
                        fail_msg("%.17g is written as '%s'", value, text);
                    }
                }
            }
        }
    }
}

static void test_writing_stays_in_bounds(void **state)
{
    (void)state;
    char text[8];
    memset(text, '#', sizeof text);
    assert_int_equal(aic_quantity_write(text, 6, 32, AIC_COUNT, "layer", AIC_UNITS_AUTO), 5);
    assert_string_equal(text, "32 la");
    assert_int_equal(text[6], '#');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_quantities_exactly),
        cmocka_unit_test(test_reads_no_further_than_length),
        cmocka_unit_test(test_every_unit_reads),
        cmocka_unit_test(test_every_dimension_explains_itself),
        cmocka_unit_test(test_refusals_teach),
        cmocka_unit_test(test_hints_are_plausible),
        cmocka_unit_test(test_refuses_without_a_name_or_a_listener),
        cmocka_unit_test(test_long_texts_are_quoted_in_part),
        cmocka_unit_test(test_suggestions_can_be_typed),
        cmocka_unit_test(test_writes_for_people),
        cmocka_unit_test(test_what_is_written_reads_back),
        cmocka_unit_test(test_writing_stays_in_bounds),
    };
    return cmocka_run_group_tests_name("quantity", tests, NULL, NULL);
}
