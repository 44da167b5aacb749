/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a storage tier bills, as cases of rows: graduated prices, prices by age, objects and
 * requests. They stand in lists where the names of the tier's fields are in sight.
 */
#ifndef AICALC_CALCULATORS_SHARED_TIER_ROWS_H
#define AICALC_CALCULATORS_SHARED_TIER_ROWS_H

/* clang-format off */

/* An object that takes longer until it can be read is in an archive: it serves no reads. */
#define CONSTANT_ARCHIVE_TIME                                                                      \
    CONSTANT(archive_time, 60, "s", "a longer retrieval_time is that of an archive: an object is " \
                                    "restored before it is read")

/* A month with `amount` GiB: each band at its own price. */
#define MONTH_COST(amount)                                                                         \
    WHEN(!known(amount), unset)                                                                    \
    WHEN(known(storage_band_2), storage_price * min(amount, storage_band_1 / gib) +                \
                                    storage_price_2 * max(0, min(amount, storage_band_2 / gib) -   \
                                                                 storage_band_1 / gib) +           \
                                    storage_price_3 * max(0, amount - storage_band_2 / gib))       \
    WHEN(known(storage_band_1), storage_price * min(amount, storage_band_1 / gib) +                \
                                    storage_price_2 * max(0, amount - storage_band_1 / gib))       \
    OTHERWISE(storage_price * amount)

/* A month in which `amount` GiB leave; `p` as in tier_inputs.h. */
#define EGRESS_COST(p, amount)                                                                     \
    WHEN(!known(amount), unset)                                                                    \
    WHEN(known(p##egress_band_3),                                                                  \
         p##egress_price * min(amount, p##egress_band_1 / gib) +                                   \
             p##egress_price_2 *                                                                   \
                 max(0, min(amount, p##egress_band_2 / gib) - p##egress_band_1 / gib) +            \
             p##egress_price_3 *                                                                   \
                 max(0, min(amount, p##egress_band_3 / gib) - p##egress_band_2 / gib) +            \
             p##egress_price_4 * max(0, amount - p##egress_band_3 / gib))                          \
    WHEN(known(p##egress_band_2),                                                                  \
         p##egress_price * min(amount, p##egress_band_1 / gib) +                                   \
             p##egress_price_2 *                                                                   \
                 max(0, min(amount, p##egress_band_2 / gib) - p##egress_band_1 / gib) +            \
             p##egress_price_3 * max(0, amount - p##egress_band_2 / gib))                          \
    WHEN(known(p##egress_band_1),                                                                  \
         p##egress_price * min(amount, p##egress_band_1 / gib) +                                   \
             p##egress_price_2 * max(0, amount - p##egress_band_1 / gib))                          \
    OTHERWISE(p##egress_price * amount)

/*
 * What a GiB costs from one age to a later one, in a class that moves objects down by itself: a
 * price for each stretch of its life, storage_price after the last.
 */
#define AGED_COST(billed, from, to)                                                                \
    WHEN(known(billed) && known(age_band_3),                                                         \
         (age_price_1 * max(0, min(to, age_band_1) - (from)) +                                     \
          age_price_2 * max(0, min(to, age_band_2) - max(from, age_band_1)) +                      \
          age_price_3 * max(0, min(to, age_band_3) - max(from, age_band_2)) +                      \
          storage_price * max(0, to - max(from, age_band_3))) / month)                             \
    WHEN(known(billed) && known(age_band_2),                                                         \
         (age_price_1 * max(0, min(to, age_band_1) - (from)) +                                     \
          age_price_2 * max(0, min(to, age_band_2) - max(from, age_band_1)) +                      \
          storage_price * max(0, to - max(from, age_band_2))) / month)                             \
    WHEN(known(billed) && known(age_band_1),                                                         \
         (age_price_1 * max(0, min(to, age_band_1) - (from)) +                                     \
          storage_price * max(0, to - max(from, age_band_1))) / month)
/* The price at one age. */
#define PRICE_AT_AGE(age)                                                                          \
    WHEN(age < age_band_1, age_price_1)                                                            \
    WHEN(age < age_band_2, age_price_2)                                                            \
    WHEN(age < age_band_3, age_price_3)                                                            \
    WHEN(known(age_band_1), storage_price)

/* What `files` objects of `size` bytes together are billed as, where stored bytes are billed. */
#define BILLED_BYTES(files, size)                                                                  \
    WHEN(known(storage_price) && billing == stored && known(files) && known(size),                 \
         max(size, files * min_object_size) + files * object_overhead)

/* Into how many files data is cut, and of which size they are. */
#define FILE_ROWS                                                                                  \
    CASES(REAL, file_count, "files that make up data", (TERM),                                     \
          WHEN(known(files), files)                                                                \
          OTHERWISE(up(data / file_size)))                                                         \
    CASES(REAL, mean_file_size,                                                                    \
          "mean size of a file of data", (BYTES, FLAGS(AIC_DISK | AIC_TERM)),                      \
          WHEN(known(files), data / files)                                                         \
          WHEN(known(file_size), min(file_size, data)))

/* Requests for `files` files of `size` bytes; an upload in `parts` is opened and completed. */
#define READ_REQUESTS(files, size)                                                                 \
    WHEN(known(size) && known(read_size), files * max(1, up(size / read_size)))                    \
    WHEN(known(size), files)
#define WRITE_REQUESTS(files, parts)                                                               \
    WHEN(parts <= 1, files)                                                                        \
    WHEN(known(parts), files * (parts + 2))

/* clang-format on */

#endif
