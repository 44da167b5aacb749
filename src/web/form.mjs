// SPDX-License-Identifier: Apache-2.0
// The form of a calculator, made of what the program says about it: -h, help and schema.
/** @typedef {import('./words.mjs').Field} Field */

/**
 * @typedef {{name: string, help: string, fields: Map<string, Field>, flags: Map<string, Field>, first: Field[],
 *   groups: {title: string, fields: Field[]}[]}} Calculator
 */

/** The calculators and their sentences. @param {string} help */
export function calculators(help) {
  const [, list] = /^Calculators\n([\s\S]*?)\n(?=\S|\n|$)/m.exec(help + '\n') ?? ['', ''];
  return [...list.matchAll(/^ {2}(\S+) +(\S.*(?:\n {10,}\S.*)*)/gm)].map(([, name, text]) => ({ name, help: text.replace(/\s+/g, ' ') }));
}

/** @param {string} name @param {any} property @returns {Field} */
function field(name, property) {
  const [, what, of] = /^(catalog|unit): (.*)$/.exec(property.$comment ?? '') ?? [];
  return {
    name,
    flag: name.replaceAll('_', '-'),
    help: property.description ?? '',
    choices: property.enum,
    isFlag: property.type === 'boolean',
    isNumber: property.anyOf !== undefined,
    catalog: what === 'catalog' ? of : undefined,
    unit: what === 'unit' && of !== '1' ? of : undefined,
    fallback: property.default,
  };
}

/** @param {import('./program.mjs').Program} program @param {string} name @returns {Promise<Calculator>} */
export async function describe(program, name) {
  const [schema, brief, help] = await Promise.all([program.text('schema', name), program.text(name, '-h'), program.text('help', name)]);
  const { properties, description } = JSON.parse(schema);
  const fields = new Map(Object.entries(properties).map(([key, property]) => [key, field(key, property)]));
  const flags = new Map([...fields.values()].map((one) => [one.flag, one]));
  const groups = [];
  for (const part of help.split(/\n\n(?=\S)/)) {
    const [title, ...lines] = part.split('\n');
    /** @type {Field[]} */
    const own = [];
    for (const [, flag, text] of lines.join('\n').matchAll(/^ {2}--([\w.-]+)((?:.|\n {10,})*)/gm)) {
      const one = flags.get(flag);
      if (!one) continue;
      own.push(one);
      const [, others] = /also\s+(--[\s\S]*)$/.exec(text) ?? [];
      for (const [, other] of (others ?? '').matchAll(/--([\w.-]+)/g)) if (!flags.has(other)) flags.set(other, one);
    }
    if (own.length) groups.push({ title, fields: own });
  }
  const first = [...brief.matchAll(/^ {2}--([\w.-]+)/gm)].map(([, flag]) => flags.get(flag)).filter((one) => one !== undefined);
  return { name, help: description, fields, flags, first, groups };
}

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/**
 * A row of the form. @param {Field} one @param {string} id @param {(field: Field, value: string) => void} change
 * @param {(field: Field) => void} sweep @param {(field: Field, typed: string) => Promise<string[]>} complete
 */
export function row(one, id, change, sweep, complete) {
  /** @type {Control} */
  let control;
  if (one.choices || one.isFlag) {
    control = /** @type {HTMLSelectElement} */ (element('select', {}));
    const unset = one.fallback !== undefined ? `default: ${one.fallback}` : 'not set';
    control.append(element('option', { value: '' }, unset));
    for (const choice of one.choices ?? ['yes', 'no']) control.append(element('option', { value: choice }, choice));
  } else {
    control = /** @type {HTMLInputElement} */ (
      element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', placeholder: one.fallback ?? one.unit ?? '' })
    );
    if (one.catalog) {
      const list = element('datalist', { id: `${id}-list` });
      control.setAttribute('list', list.id);
      const fill = async () => list.replaceChildren(...(await complete(one, '')).map((name) => element('option', { value: name })));
      control.addEventListener('focus', () => list.childElementCount || void fill().catch(() => {}));
      control.after(list);
      queueMicrotask(() => control.after(list));
    }
  }
  control.id = id;
  control.dataset.field = one.name;
  control.setAttribute('aria-describedby', `${id}-help ${id}-error`);
  control.addEventListener(control.tagName === 'SELECT' ? 'change' : 'input', () => change(one, control.value.trim()));
  const line = element('div', { class: 'control' }, control);
  if (one.isNumber) {
    const button = element('button', { type: 'button', class: 'sweep', title: `Sweep ${one.name}`, 'aria-label': `Sweep ${one.name}` }, '⋯');
    button.addEventListener('click', () => sweep(one));
    line.append(button);
  }
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, one.name.replaceAll('_', ' ')),
    line,
    element('p', { class: 'help', id: `${id}-help` }, one.help),
    element('p', { class: 'error', id: `${id}-error` }),
  );
}
