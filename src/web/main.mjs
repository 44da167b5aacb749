// SPDX-License-Identifier: Apache-2.0
// The page: a line and a form that always say the same, and the program's own answer beside them.
import { calculators, describe, element, row } from './form.mjs';
import { Program } from './program.mjs';
import { find, join, set, split, without } from './words.mjs';
/** @typedef {import('./words.mjs').Field} Field */

const RUN_AFTER = 150; // ms after a change
const FIRST = 'kvcache --model llama-3.1-70b --context 128Ki --tp 8 --gpu h100-sxm --weight-dtype fp8';
const FORMATS = { html: 'Answer', table: 'Table', json: 'JSON', brief: 'Brief', csv: 'CSV', markdown: 'Markdown', svg: 'Picture' };
const ENDINGS = { html: 'html', table: 'txt', json: 'json', brief: 'json', csv: 'csv', markdown: 'md', svg: 'svg' };
/** @typedef {keyof typeof FORMATS} Format */

/** @template {HTMLElement} T @param {string} id */
const at = (id) => /** @type {T} */ (document.getElementById(id));
const line = /** @type {HTMLTextAreaElement} */ (at('line'));
const menu = /** @type {HTMLSelectElement} */ (at('calculator'));
const frame = /** @type {HTMLIFrameElement} */ (at('page'));
// The module stands behind this script: the worker starts, and the form is seen, while it is read.
const packed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve)).then(() => at('module').textContent ?? '');
const program = new Program(at('worker').textContent ?? '', packed);

let words = split(FIRST);
/** @type {Format} */
let format = 'html';
/** @type {import('./form.mjs').Calculator | null} */
let calculator = null;
/** @type {string[] | null} */
let pinned = null;
/** @type {Map<Format, string>} */
const shown = new Map();
let asked = 0;
/** The words that ask for a format; the same question without any. */
const inFormat = (/** @type {Format} */ as) => (as === 'brief' ? ['-o', 'json', '--brief'] : ['-o', as]);
const inNone = (/** @type {string[]} */ of) => without(of, '-o').filter((word) => word !== '--brief');
/** The format that a question asks for, if it does. @param {string[]} of @returns {Format | undefined} */
function formatOf(of) {
  const given = of.includes('-o') ? of[of.indexOf('-o') + 1] : '';
  if (given === 'json' && of.includes('--brief')) return 'brief';
  return given in FORMATS && given !== 'brief' ? /** @type {Format} */ (given) : undefined;
}
let timer = 0;
/** @type {Set<string>} */
let names = new Set();

const say = (/** @type {string} */ text) => (at('status').textContent = text);

// The line

function fitLine() {
  line.style.height = 'auto';
  line.style.height = `${line.scrollHeight}px`;
}

function showLine() {
  line.value = join(words);
  fitLine();
  history.replaceState(null, '', '#' + encodeURIComponent(line.value).replaceAll('%20', '+').replaceAll('%3D', '='));
}

function readAddress() {
  const text = decodeURIComponent(location.hash.slice(1).replaceAll('+', '%20'));
  return text ? split(text) : null;
}

/** Asks another question. @param {string[]} next */
async function change(next, { wait = 0, keepLine = false } = {}) {
  words = next;
  const given = formatOf(next);
  if (given) choose(given);
  if (!keepLine) showLine();
  clearTimeout(timer);
  await showForm();
  timer = window.setTimeout(() => void run(), wait);
}

// The form

/** @param {Field} field @param {string} value */
function edit(field, value) {
  if (calculator) void change(set(words, calculator.flags, field, value), { wait: RUN_AFTER });
}

/** @param {Field} field @param {string} typed */
async function complete(field, typed) {
  const text = await program.text('__complete', words[0], `--${field.flag}`, typed);
  return text.split('\n').map((one) => one.split('\t')[0]).filter((one) => one && !one.startsWith(':'));
}

/** Opens `from .. to` of an input. @param {Field} field */
function openSweep(field) {
  const now = calculator && find(words, calculator.flags).get(field.name)?.value;
  const from = now || field.fallback || '1';
  const [, number, unit] = /^([\d.]+)(.*)$/.exec(from) ?? ['', '1', ''];
  at('sweep-name').textContent = field.name.replaceAll('_', ' ');
  const dialog = /** @type {HTMLDialogElement} */ (at('sweep'));
  dialog.dataset.field = field.name;
  /** @type {HTMLInputElement} */ (at('sweep-from')).value = from;
  /** @type {HTMLInputElement} */ (at('sweep-to')).value = `${8 * Number(number) || 8}${unit}`;
  dialog.showModal();
}

function sweep() {
  const dialog = /** @type {HTMLDialogElement} */ (at('sweep'));
  const field = calculator?.fields.get(dialog.dataset.field ?? '');
  if (!field || !calculator) return;
  const [from, to, step] = ['from', 'to', 'step'].map((id) => /** @type {HTMLInputElement} */ (at(`sweep-${id}`)).value.trim());
  const kept = without(set(words, calculator.flags, field, ''), '--sweep');
  choose('svg');
  void change([...kept, '--sweep', `${field.name}=${from}..${to}${step}`]);
}

/** @param {Field[]} fields @param {string} prefix */
const rows = (fields, prefix) => fields.map((one) => row(one, `${prefix}-${one.name}`, edit, openSweep, complete));

async function showForm() {
  const name = words[0] ?? '';
  at('form').hidden = !names.has(name);
  menu.value = names.has(name) ? name : '';
  if (!names.has(name)) {
    calculator = null;
    return;
  }
  if (calculator?.name !== name) {
    const described = await describe(program, name);
    if (words[0] !== name) return;
    calculator = described;
    at('about').textContent = described.help;
    at('first').replaceChildren(...rows(described.first, 'first'));
    at('groups').replaceChildren(
      ...described.groups.map(({ title, fields }, i) => {
        const body = element('div', { class: 'fields' });
        const details = element('details', {}, element('summary', {}, title, element('span', { class: 'count' }, String(fields.length))), body);
        details.addEventListener('toggle', () => {
          if (!body.childElementCount) body.replaceChildren(...rows(fields, `group${i}`));
          showValues();
        });
        return details;
      }),
    );
  }
  showValues();
}

function showValues() {
  if (!calculator) return;
  const found = find(words, calculator.flags);
  for (const control of document.querySelectorAll('#form [data-field]')) {
    const { value } = found.get(/** @type {HTMLElement} */ (control).dataset.field ?? '') ?? { value: '' };
    const own = /** @type {HTMLInputElement} */ (control);
    if (own !== document.activeElement || own.value.trim() !== value) own.value = value;
  }
}

/** A message where it belongs: at the field that it begins with, and above the answer. @param {string} text */
function showError(text) {
  const message = text.trim().replace(/^aicalc: /, '');
  const [, name] = /^([a-z][\w.]*): /.exec(message) ?? [];
  const box = at('error');
  box.textContent = message;
  box.hidden = !message;
  for (const control of document.querySelectorAll('#form [data-field]')) {
    const is = message !== '' && /** @type {HTMLElement} */ (control).dataset.field === name;
    control.toggleAttribute('aria-invalid', is);
    if (is) control.setAttribute('aria-invalid', 'true');
    at(`${control.id}-error`).textContent = is ? message.slice(name.length + 2) : '';
  }
}

// The answer

/** The question in a format; of two that are compared, both asked before. @param {Format} as */
async function ask(as) {
  const own = inNone(words);
  if (words.includes('-o') && !formatOf(words)) return program.ask(words); // one that has no tab
  if (!names.has(own[0] ?? '')) return program.ask(as === 'table' || as === 'html' ? words : [...own, ...inFormat(as)]);
  if (!pinned) return program.ask([...own, ...inFormat(as)]);
  const files = new Map(program.files);
  for (const [path, side] of /** @type {const} */ ([['pinned.json', pinned], ['this.json', own]])) {
    const saved = await program.ask([...side, '-o', 'json']);
    if (!saved.stdout) return saved;
    files.set(path, new TextEncoder().encode(saved.stdout));
  }
  return program.ask(['compare', 'pinned.json', 'this.json', '-o', as === 'brief' ? 'json' : as], files);
}

async function run() {
  const mine = ++asked;
  if (program.isBusy && timer) at('stop').hidden = false;
  const slow = window.setTimeout(() => (at('stop').hidden = false), 400);
  document.body.classList.add('busy');
  shown.clear();
  try {
    const reply = await ask(format);
    if (mine !== asked) return;
    showError(reply.code === 0 || reply.stdout ? '' : reply.stderr);
    at('notes').textContent = reply.stdout ? reply.stderr.trim() : '';
    if (reply.stdout) {
      shown.set(format, reply.stdout);
      showAnswer();
    }
    const ending = reply.code ? `, exit code ${reply.code}` : '';
    say(`${reply.stdout ? 'answered' : 'not answered'} in ${Math.max(1, Math.round(reply.ms))} ms${ending}`);
  } catch {
    if (mine === asked) say('stopped');
  } finally {
    clearTimeout(slow);
    if (mine === asked) {
      at('stop').hidden = true;
      document.body.classList.remove('busy');
      document.body.dataset.asked = String(asked);
    }
  }
}

function showAnswer() {
  const text = shown.get(format) ?? '';
  const isPage = format === 'html' && text.startsWith('<!DOCTYPE');
  const isPicture = format === 'svg' && text.startsWith('<svg');
  frame.hidden = !isPage;
  at('picture').hidden = !isPicture;
  at('text').hidden = isPage || isPicture;
  at('text').textContent = isPage || isPicture ? '' : text;
  if (isPage) frame.srcdoc = text;
  if (isPicture) /** @type {HTMLImageElement} */ (at('picture')).src = `data:image/svg+xml,${encodeURIComponent(text)}`;
}

/** The frame is as high as its page, so that one thing scrolls. */
function fitFrame() {
  const inner = frame.contentDocument;
  if (!inner?.body) return;
  const fit = () => (frame.style.height = `${inner.documentElement.offsetHeight + 2}px`);
  new ResizeObserver(fit).observe(inner.documentElement);
  fit();
}

/** @param {Format} next */
function choose(next) {
  format = next;
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const is = tab.id === `tab-${next}`;
    tab.setAttribute('aria-selected', String(is));
    /** @type {HTMLElement} */ (tab).tabIndex = is ? 0 : -1;
  }
  at('answer').setAttribute('aria-labelledby', `tab-${next}`);
}

function makeTabs() {
  const tabs = Object.entries(FORMATS).map(([name, label]) => {
    const tab = element('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'answer' }, label);
    tab.addEventListener('click', () => {
      choose(/** @type {Format} */ (name));
      words = inNone(words);
      showLine();
      void run();
    });
    return tab;
  });
  at('tabs').replaceChildren(...tabs);
  at('tabs').addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const i = tabs.findIndex((tab) => tab === document.activeElement);
    const next = tabs[(i + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
  choose(format);
}

// What is dropped

/** The words that ask about a file, by what it begins with. @param {File} file */
async function wordsFor(file) {
  const head = await file.slice(0, 4096).text();
  const path = file.name;
  if (/"schema"\s*:\s*"aicalc-catalog\//.test(head)) return [...words, '--catalog', path];
  if (/"schema"\s*:\s*"aicalc-check\//.test(head)) return ['check', path];
  const saved = /"schema"\s*:\s*"aicalc\/1"[\s\S]*?"calculator"\s*:\s*"([\w-]+)"/.exec(head);
  if (saved) return [saved[1], '--input', path];
  const isModel = /\.(safetensors|gguf)$/.test(path) || (/\.json$/.test(path) && /"(model_type|architectures|weight_map|hidden_size)"/.test(head));
  if (!isModel) return ['read', path];
  const model = calculator?.fields.get('model');
  return calculator && model ? set(words, calculator.flags, model, path) : ['model', '--model', path];
}

/** @param {FileList | File[]} files */
async function take(files) {
  for (const file of files) {
    program.files.set(file.name, file);
    await change(await wordsFor(file));
    say(`${file.name} stays on this machine`);
  }
}

// Everything together

const copy = (/** @type {string} */ text, /** @type {string} */ what) =>
  navigator.clipboard.writeText(text).then(() => say(`${what} copied`), () => say('this browser does not let a page copy'));

function download() {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([shown.get(format) ?? '']));
  link.download = `${words[0] ?? 'aicalc'}.${ENDINGS[format]}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {string[] | null} side */
function pin(side) {
  pinned = side;
  at('pinned').hidden = !side;
  at('pinned-line').textContent = side ? join(side) : '';
  void run();
}

function listen() {
  const askLine = () => void change(split(line.value), { keepLine: true }).then(showLine);
  at('ask').addEventListener('submit', (event) => (event.preventDefault(), askLine()));
  line.addEventListener('input', fitLine);
  line.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      askLine();
    }
  });
  menu.addEventListener('change', async () => {
    const help = await program.text('help', menu.value);
    const [, example] = /^ {2}aicalc (.*)$/m.exec(help) ?? [];
    void change(example ? split(example) : [menu.value]);
  });
  at('form').addEventListener('submit', (event) => (event.preventDefault(), void run()));
  at('stop').addEventListener('click', () => program.stop());
  at('copy-line').addEventListener('click', () => void copy(`aicalc ${join(words)}`, 'command'));
  at('copy-link').addEventListener('click', () => void copy(location.href, 'link'));
  at('copy').addEventListener('click', () => void copy(shown.get(format) ?? '', 'answer'));
  at('download').addEventListener('click', download);
  at('pin').addEventListener('click', () => pin(inNone(words)));
  at('unpin').addEventListener('click', () => pin(null));
  at('sweep').addEventListener('close', () => /** @type {HTMLDialogElement} */ (at('sweep')).returnValue === 'ask' && sweep());
  at('skip').addEventListener('click', () => at('answer').focus());
  at('jump').addEventListener('click', () => (at('form').scrollIntoView(), /** @type {HTMLElement | null} */ (document.querySelector('#first input'))?.focus()));
  const file = /** @type {HTMLInputElement} */ (at('file'));
  file.addEventListener('change', () => file.files && void take(file.files).then(() => (file.value = '')));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer) void take(event.dataTransfer.files);
  });
  frame.addEventListener('load', fitFrame);
  addEventListener('hashchange', () => void change(readAddress() ?? split(FIRST)));
  addEventListener('resize', fitLine);
  program.onProgress = (text) => text && say(text);
}

async function start() {
  makeTabs();
  listen();
  words = readAddress() ?? words;
  choose(formatOf(words) ?? 'html');
  showLine();
  names = new Set([words[0]]); // before the list is there: what most lines begin with
  void run();
  const listed = program.text('help'); // behind the answer
  const list = calculators(await listed);
  names = new Set(list.map(({ name }) => name));
  menu.replaceChildren(element('option', { value: '', disabled: '', hidden: '' }, 'a command'), ...list.map(({ name, help }) => element('option', { value: name, title: help }, name)));
  await showForm();
  if (!names.has(words[0])) await run();
}

void start();
