// SPDX-License-Identifier: Apache-2.0
// answer.mjs NATIVE PACKAGE EXAMPLES: the function of the npm package beside the native program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { split } from '../../src/web/words.mjs';

const [native, folder, list] = process.argv.slice(2);
const { answer } = await import(pathToFileURL(resolve(folder, 'index.mjs')).href);
const lines = [...readFileSync(list, 'utf8').trim().split('\n'), 'kvcache --context 12x', 'nothing', 'explain mfu', 'kvcache --model missing.json -o json'];
for (const line of lines) {
  const words = split(line);
  const { status, stdout, stderr } = spawnSync(native, words, { env: { LANG: 'C.UTF-8' }, encoding: 'utf8', input: '', maxBuffer: 1 << 28 });
  const { code, stdout: ours, stderr: said } = await answer(words);
  assert.deepEqual({ code, ours, said }, { code: status, ours: stdout, said: stderr }, line);
}
const saved = await answer(['kvcache', '--model', 'llama-3.1-8b', '-O', 'a.json']);
assert.equal(saved.code, 0);
const again = await answer(['kvcache', '--input', 'a.json', '--context', '8Ki'], { files: saved.files });
assert.equal(again.code, 0, again.stderr);
const piped = await answer(['kvcache', '--input', '-'], { stdin: new TextDecoder().decode(saved.files['a.json']) });
assert.equal(piped.stdout, (await answer(['kvcache', '--model', 'llama-3.1-8b'])).stdout);
console.log(`${lines.length} questions, the same bytes`);
