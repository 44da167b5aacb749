/* SPDX-License-Identifier: Apache-2.0 */
/* Rows without a meaning; the headers beside this one give them theirs. */
#ifndef INPUT_ROWS
#define INPUT_ROWS  ROWS_OF(inputs)
#define RESULT_ROWS ROWS_OF(results)
#define NOTE_ROWS   ROWS_OF(notes)
#define SCREEN_ROWS ROWS_OF(screen)
#endif
/* Code calls these functions; texts that a row hands to another one keep their names. */
#include "core/elementary_names.h"
#undef GROUP
#undef INPUT
#undef BAND
#undef JUDGES
#undef DERIVED
#undef DERIVED_CASES
#undef NEEDS
#undef EXCLUDES
#undef ALIAS
#undef CONSTANT
#undef RESULT
#undef NAMESAKE
#undef CASES
#undef CHECK
#undef WARNING
#undef SAYS
#undef SHOWS
#undef SEARCHES
#undef WHEN
#undef OTHERWISE
#define GROUP(...)
#define INPUT(kind, name, help, attributes)
#define BAND(form, row, condition, low, high, source)
#define JUDGES(flag, row, relation, limit)
#define DERIVED(kind, name, help, attributes, expression)
#define DERIVED_CASES(kind, name, help, attributes, cases)
#define NEEDS(subject, why, ...)
#define EXCLUDES(subject, why, ...)
#define ALIAS(name, input, note)
#define CONSTANT(name, value, unit, meaning)
#define RESULT(kind, name, help, attributes, expression)
#define NAMESAKE(kind, name, help, attributes, expression)
#define CASES(kind, name, help, attributes, cases)
#define CHECK(...)
#define WARNING(id, condition, ...)
#define SAYS(condition, sentence)
#define SHOWS(result, condition)
#define SEARCHES(result, input, step, row, relation, limit)
