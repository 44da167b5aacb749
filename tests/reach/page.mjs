// SPDX-License-Identifier: Apache-2.0
// page.mjs PROGRAM PAGE EXAMPLES FIRST-HOUR [--measure]: the page in a headless Chromium, beside the native program.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test, after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { join, split } from '../../src/web/words.mjs';

const [program, file, list, firstHour, measure] = process.argv.slice(2);
const url = `file://${file}`;
const examples = readFileSync(list, 'utf8').trim().split('\n');
const questions = readFileSync(firstHour, 'utf8').match(/(?<=^\$ aicalc ).*/gm)?.filter((line) => !/[|<>]/.test(line)) ?? [];
const native = (line) => {
  const { stdout, status } = spawnSync(program, split(line), { env: { LANG: 'C.UTF-8' }, encoding: 'utf8', input: '', maxBuffer: 1 << 28 });
  return { stdout, status };
};
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser, page;
const foreign = [];

async function open(hash = '', options = {}) {
  const own = await browser.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true, ...options });
  // The page itself, and what it makes: nothing else is let through.
  await own.route('**', (route) => {
    const asked = route.request().url();
    if (asked.startsWith(url) || /^(blob|data):/.test(asked)) return route.continue();
    foreign.push(asked);
    return route.abort();
  });
  const opened = await own.newPage();
  // When the first answer stood there, as the page's own clock tells it.
  await opened.addInitScript(() => addEventListener('readystatechange', () => {
    const watch = new MutationObserver(() => (globalThis.firstAnswer ??= performance.now()));
    if (document.readyState === 'interactive') watch.observe(document.body, { attributeFilter: ['data-asked'] });
  }, true));
  opened.on('pageerror', (error) => foreign.push(`error: ${error.message}`));
  await opened.goto(url + hash);
  await answered(opened);
  return opened;
}
const answered = (of, before_ = '') => of.waitForFunction((old) => document.body.dataset.asked && document.body.dataset.asked !== old && !document.body.classList.contains('busy'), before_);
/** Types a line and waits for its answer. */
async function ask(line, of = page) {
  const old = await of.evaluate(() => document.body.dataset.asked);
  await of.fill('#line', line);
  await of.press('#line', 'Enter');
  await answered(of, old);
}
const text = (of = page) => of.locator('#text').evaluate((pre) => pre.textContent);
async function tab(name, of = page) {
  const old = await of.evaluate(() => document.body.dataset.asked);
  await of.click(`#tab-${name}`);
  await answered(of, old);
}

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--js-flags=--expose-gc'],
  });
  page = await open();
});
after(() => browser?.close());

test('every example of the help and question of the first hour, asked through the line, gives the bytes of the native program', async () => {
  assert.ok(questions.length > 40);
  for (const line of [...examples, ...questions]) {
    if ((await page.getAttribute('#tab-table', 'aria-selected')) !== 'true') await tab('table');
    await ask(line);
    const svg = await page.locator('#picture').getAttribute('src');
    const answer = (await page.isVisible('#picture')) ? decodeURIComponent(svg.slice(svg.indexOf(',') + 1)) : await text();
    assert.equal(answer, native(line).stdout, line);
  }
});

/** Sets what the form has of an example, all in one go; the words that it does not have. In the page. @param {string[]} words */
function fill(words) {
  for (const group of document.querySelectorAll('#groups details')) group.open = true;
  const left = [words[0]];
  for (let i = 1; i < words.length; i++) {
    const [, no, name] = /^--(no-)?(.*)$/.exec(words[i]) ?? [];
    const value = words[i + 1] === undefined || words[i + 1].startsWith('--') ? (no ? 'no' : 'yes') : words[i + 1];
    const control = name && document.querySelector(`#form [data-field="${name.replaceAll('-', '_')}"]`);
    const takes = control && (control.tagName !== 'SELECT' || [...control.options].some((one) => one.value === value));
    if (!takes) {
      left.push(words[i]);
      continue;
    }
    control.value = value;
    control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input'));
    if (value === words[i + 1]) i++;
  }
  return left;
}

test('every example of the help, set in the form, says the same line and the same answer', async () => {
  await tab('table');
  let set = 0;
  for (const line of examples.filter((one) => !/ -o /.test(one))) {
    const words = split(line);
    await ask(words[0]);
    await page.waitForFunction(() => document.querySelector('#groups details'));
    const old = await page.evaluate(() => document.body.dataset.asked);
    const left = await page.evaluate(fill, words);
    if (left.length === words.length) continue;
    await answered(page, old);
    const says = await page.inputValue('#line');
    assert.deepEqual(split(says).sort(), words.filter((word) => !left.includes(word)).concat(words[0]).sort(), line);
    set += words.length - left.length;
    await ask(`${says} ${join(left.slice(1))}`);
    const { stdout } = native(await page.inputValue('#line'));
    if (!(await page.isVisible('#picture'))) assert.equal(await text(), stdout, line);
  }
  assert.ok(set > 500, `${set} words were set`);
});

test('a link asks again, and the other formats are those of the shell', async () => {
  const line = 'kvcache --model llama-3.1-8b --context 8Ki --gpu h100-sxm';
  await ask(line);
  const shared = await open(new URL(page.url()).hash);
  assert.equal(await shared.inputValue('#line'), line);
  for (const format of ['json', 'json --brief', 'csv', 'markdown']) {
    await tab(format.split('--').at(-1), shared);
    assert.equal(await text(shared), native(`${line} -o ${format}`).stdout);
  }
  await ask(`${line} -o jsonl`, shared);
  assert.equal(await text(shared), native(`${line} -o jsonl`).stdout);
  await tab('html', shared);
  assert.equal(await shared.locator('#page').getAttribute('srcdoc'), native(`${line} -o html`).stdout);
  await tab('svg', shared);
  const source = await shared.locator('#picture').getAttribute('src');
  assert.equal(decodeURIComponent(source.slice(source.indexOf(',') + 1)), native(`${line} -o svg`).stdout);
  await shared.context().close();
});

test('an error is that of the shell, at its field', async () => {
  await ask('kvcache --model llama-3.1-70b --context 12x');
  const { stderr } = spawnSync(program, split('kvcache --model llama-3.1-70b --context 12x'), { encoding: 'utf8' });
  assert.equal(`aicalc: ${await page.textContent('#error')}\n`, stderr);
  assert.equal(await page.getAttribute('#first-context', 'aria-invalid'), 'true');
  assert.match(await page.textContent('#first-context-error'), /is not a unit/);
  await page.fill('#first-context', '12Ki');
  await page.waitForFunction(() => document.getElementById('error').hidden);
});

test('a dropped file is read, and stays', async () => {
  const config = execFileSync(program, ['catalog', 'models', 'llama-3.1-8b', '-o', 'json'], { encoding: 'utf8' });
  const saved = native('kvcache --model llama-3.1-8b --context 8Ki -o json').stdout;
  await ask('kvcache --model llama-3.1-8b --context 4Ki');
  for (const [name, content, line] of [['saved.json', saved, 'kvcache --input saved.json'], ['own.json', config, 'kvcache --input saved.json --catalog own.json']]) {
    const old = await page.evaluate(() => document.body.dataset.asked);
    await page.setInputFiles('#file', { name, mimeType: 'application/json', buffer: Buffer.from(content) });
    await answered(page, old);
    assert.equal(await page.inputValue('#line'), line);
    assert.equal(await page.isHidden('#error'), true, await page.textContent('#error'));
  }
});

test('two answers side by side, and a sweep by a click', async () => {
  await tab('table');
  await ask('kvcache --model llama-3.1-8b --context 8Ki');
  await page.click('#pin');
  await ask('kvcache --model llama-3.1-8b --context 16Ki');
  assert.match(await text(), /context +8192 +16384/);
  assert.match(await page.textContent('#pinned'), /--context 8Ki/);
  await page.click('#unpin');
  await page.click('#first .field:has(#first-context) .sweep');
  await page.fill('#sweep-from', '4Ki');
  await page.fill('#sweep-to', '64Ki');
  const old = await page.evaluate(() => document.body.dataset.asked);
  await page.click('#sweep .main');
  await answered(page, old);
  assert.match(await page.inputValue('#line'), /--sweep 'context=4Ki\.\.64Ki\*2'|--sweep context=4Ki\.\.64Ki\*2/);
  assert.equal(await page.isVisible('#picture'), true);
});

test('a long sweep can be stopped', async () => {
  await tab('table');
  await page.fill('#line', 'kvcache --model llama-3.1-8b --sweep context=1..100000+1 --sweep sequences=1..100+1 --sort kv_total --top 3');
  await page.press('#line', 'Enter');
  await page.click('#stop');
  await page.waitForFunction(() => document.getElementById('status').textContent === 'stopped');
  await ask('units');
  assert.equal(await text(), native('units').stdout);
});

test('the keyboard is enough', async () => {
  const own = await open();
  await own.keyboard.press('Tab'); // to the answer
  await own.keyboard.press('Tab'); // the calculators
  await own.keyboard.press('Tab');
  assert.equal(await own.evaluate(() => document.activeElement?.id), 'line');
  const old = await own.evaluate(() => document.body.dataset.asked);
  await own.keyboard.press('Control+A');
  await own.keyboard.type('model --model llama-3.1-8b');
  await own.keyboard.press('Enter');
  await answered(own, old);
  await own.focus('#tab-html');
  const before_ = await own.evaluate(() => document.body.dataset.asked);
  await own.keyboard.press('ArrowRight');
  await answered(own, before_);
  assert.equal(await text(own), native('model --model llama-3.1-8b').stdout);
  await own.context().close();
});

test('axe finds nothing, light and dark, wide and narrow; nothing is wider than the window', async () => {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1200, 768, 320]) {
      const own = await open('', { colorScheme, viewport: { width, height: 900 } });
      await own.waitForSelector('#first .field');
      await own.click('#groups summary');
      // The answer's own page runs no script, axe's neither; tests/cli/browser.sh looks at it.
      await own.addScriptTag({ content: axe });
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      const { violations } = await own.evaluate((values) => globalThis.axe.run(document, { iframes: false, runOnly: { type: 'tag', values } }), tags);
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`), [], `${colorScheme}, ${width}`);
      assert.ok(await own.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} is wide enough`);
      await own.context().close();
    }
  }
});

test('memory stays flat over 1,000 answers', async () => {
  const own = await open('#units');
  await tab('table', own);
  const used = async () => {
    await own.evaluate(() => globalThis.gc?.());
    return own.evaluate(() => performance.memory.usedJSHeapSize);
  };
  const asks = (from, to) => own.evaluate(async ([first, last]) => {
    const line = document.getElementById('line');
    for (let i = first; i < last; i++) {
      const old = document.body.dataset.asked;
      line.value = `power --node dgx-h100 --gpus ${8 * (i + 1)}`;
      line.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      while (document.body.dataset.asked === old) await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }, [from, to]);
  await asks(0, 100);
  const before_ = await used();
  await asks(100, 1000);
  const grown = (await used()) - before_;
  assert.ok(grown < 2e6, `${grown} bytes more`);
  await own.context().close();
});

test('no request left the page, nothing failed in it', () => assert.deepEqual(foreign, []));

if (measure) {
  test('figures', async () => {
    const median = (numbers) => Math.round(numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]);
    const first = [];
    for (let i = 0; i < 20; i++) {
      const own = await open();
      first.push(await own.evaluate(() => globalThis.firstAnswer));
      await own.context().close();
    }
    console.log(`first answer: ${median(first)} ms`);
    for (const line of ['kvcache --model llama-3.1-70b --context 128Ki', examples.find((one) => one.startsWith('serve ')), examples.find((one) => one.startsWith('plan '))]) {
      const own = await open();
      const next = [];
      for (let i = 0; i < 20; i++) {
        next.push(
          await own.evaluate(async (typed) => {
            const box = document.getElementById('line');
            const old = document.body.dataset.asked;
            const start = performance.now();
            box.value = typed;
            box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
            while (document.body.dataset.asked === old) await new Promise((resolve) => setTimeout(resolve, 1));
            return performance.now() - start;
          }, line),
        );
      }
      console.log(`next answer of ${line.split(' ')[0]}: ${median(next)} ms`);
      await own.context().close();
    }
  });
}
