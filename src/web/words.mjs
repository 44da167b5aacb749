// SPDX-License-Identifier: Apache-2.0
// A command line as words, and the inputs among them.

/** The words of a line, as a shell reads them. @param {string} line @returns {string[]} */
export function split(line) {
  const words = [];
  const part = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)/gsy;
  let word = null;
  for (let at = 0; at < line.length; ) {
    part.lastIndex = at;
    const found = part.exec(line);
    if (found) {
      word = (word ?? '') + (found[1] ?? found[2]?.replace(/\\(.)/gs, '$1') ?? found[3] ?? found[4]);
      at = part.lastIndex;
      continue;
    }
    if (/\s/.test(line[at])) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + line[at]; // a quote that is not closed
    }
    at++;
  }
  if (word !== null) words.push(word);
  return words[0] === 'aicalc' ? words.slice(1) : words;
}

/** @param {string[]} words */
export function join(words) {
  return words.map((word) => (/^[\w@%+=:,./*^-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** @typedef {{name: string, flag: string, help: string, choices?: string[], isFlag: boolean, catalog?: string, unit?: string,
 *   fallback?: string, isNumber: boolean}} Field */

/**
 * Where each input stands among the words: its first word, how many there are, its value.
 * @param {string[]} words @param {Map<string, Field>} flags by flag, other names too
 */
export function find(words, flags) {
  /** @type {Map<string, {at: number, count: number, value: string}>} */
  const found = new Map();
  for (let at = 1; at < words.length; at++) {
    const [, no, flag, , glued] = /^--(no-)?([^=]+)(=([\s\S]*))?$/.exec(words[at]) ?? [];
    if (!flag) continue;
    const value = /^--[^=]+=([\s\S]*)$/.exec(words[at])?.[1];
    const field = flags.get(flag) ?? (no === undefined ? undefined : flags.get(flag));
    if (!field) continue;
    if (field.isFlag) {
      found.set(field.name, { at, count: 1, value: no ? 'no' : 'yes' });
    } else if (glued !== undefined) {
      found.set(field.name, { at, count: 1, value: value ?? '' });
    } else {
      found.set(field.name, { at, count: 2, value: words[at + 1] ?? '' });
      at++;
    }
  }
  return found;
}

/** The words with an input set, or taken away (''). @param {string[]} words @param {Map<string, Field>} flags
 *  @param {Field} field @param {string} value */
export function set(words, flags, field, value) {
  const place = find(words, flags).get(field.name);
  const spelt = value === '' ? [] : field.isFlag ? [value === 'no' ? `--no-${field.flag}` : `--${field.flag}`] : [`--${field.flag}`, value];
  const changed = [...words];
  if (place) changed.splice(place.at, place.count, ...spelt);
  else changed.push(...spelt);
  return changed;
}

/** The words without an option and its value. @param {string[]} words @param {string[]} names */
export function without(words, ...names) {
  const kept = [];
  for (let i = 0; i < words.length; i++) {
    if (names.includes(words[i])) i++;
    else if (!names.some((name) => words[i].startsWith(name + '='))) kept.push(words[i]);
  }
  return kept;
}
