// SPDX-License-Identifier: Apache-2.0
// aicalc as a function: the same answers as those of the shell.
import { run } from './wasi.mjs';

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** The program, compiled once, wherever it lies. */
async function load() {
  const url = new URL('./aicalc.wasm', import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
}

/**
 * What the program answers: `answer(['kvcache', '--model', 'llama-3.1-70b', '--context', '128Ki'])`.
 * @param {string[]} words the command line behind `aicalc`
 * @param {{stdin?: string, files?: Record<string, string | Uint8Array>, env?: Record<string, string>}} [given]
 *   standard input; files by their paths, which are all that can be read; variables of the environment
 * @returns {Promise<{code: number, stdout: string, stderr: string, files: Record<string, Uint8Array>}>} the exit code, what
 *   was printed, and the files as they are then, those that -O wrote among them
 */
export async function answer(words, { stdin = '', files = {}, env = {} } = {}) {
  compiled ??= load();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  /** @type {Map<string, Uint8Array>} */
  const there = new Map();
  for (const [path, content] of Object.entries(files)) {
    there.set(path.replace(/^(\.?\/)+/, ''), typeof content === 'string' ? encoder.encode(content) : content);
  }
  const given = { stdin: encoder.encode(stdin), files: there, env: { LANG: 'C.UTF-8', ...env } };
  const { code, stdout, stderr } = run(await compiled, words, given);
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr), files: Object.fromEntries(there) };
}
