/* SPDX-License-Identifier: Apache-2.0 */
/* Rows without a meaning; the headers beside this one give them theirs. */
#undef INPUT
#undef BAND
#undef ENDS
#undef JUDGES
#undef EXPLAINED_BY
#undef DERIVED
#undef DERIVED_CASES
#undef DERIVED_FOUND
#undef NEEDS
#undef EXCLUDES
#undef RENAMED
#undef ALIAS
#undef REMOVED
#undef CONSTANT
#undef RESULT
#undef NAMESAKE
#undef CASES
#undef FOUND
#undef CHECK
#undef WARNING
#undef SAYS
#undef SHOWS
#undef MENDS
#undef RAISES
#undef LOWERS
#undef WARNS_FIRST
#undef ASKS
#undef RAISED
#undef SEARCHES
#undef CHOOSES
#undef STACKS
#undef WHEN
#undef OTHERWISE
#define INPUT(kind, name, help, attributes)
#define BAND(row, condition, low, high, source)
#define ENDS(row, condition, low, high, source)
#define JUDGES(flag, row, relation, limit)
#define EXPLAINED_BY(row, ...)
#define DERIVED(kind, name, help, attributes, expression)
#define DERIVED_CASES(kind, name, help, attributes, cases)
#define DERIVED_FOUND(kind, name, help, attributes, call, sentence)
#define NEEDS(subject, why, ...)
#define EXCLUDES(subject, why, ...)
#define RENAMED(old, now)
#define ALIAS(name, input, note)
#define REMOVED(old, instead)
#define CONSTANT(name, value, unit, meaning)
#define RESULT(kind, name, help, attributes, expression)
#define NAMESAKE(kind, name, help, attributes, expression)
#define CASES(kind, name, help, attributes, cases)
#define FOUND(kind, name, help, attributes, call, sentence)
#define CHECK(code, parameter, condition, message, advice)
#define SAYS(condition, sentence)
#define SHOWS(result, condition)
#define MENDS(verdict, input, values)
#define RAISES(result, goal, input, values)
#define LOWERS(result, goal, input, values)
#define WARNS_FIRST(id)
#define ASKS(input)
#define RAISED(id, condition, text)
#define SEARCHES(result, input, step, row, relation, limit)
#define CHOOSES(input, value)
#define STACKS(result, input, last, rest, label)
