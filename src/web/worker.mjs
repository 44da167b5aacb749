// SPDX-License-Identifier: Apache-2.0
// The worker: asks the program, one question at a time.
import { run } from '../../web/npm/wasi.mjs';

/** @type {Promise<WebAssembly.Module>} */
let module;
const decoder = new TextDecoder();

/** @param {string} packed */
async function load(packed) {
  const letters = atob(packed);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i); // a function a letter takes ten times as long
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

/** Without the lines of progress, each of which takes the one before away. @param {string} text */
// eslint-disable-next-line no-control-regex
const shown = (text) => text.replace(/\r[^\r\n]*\x1b\[K/g, (line) => (line.length > 4 ? line.slice(1, -3) : ''));

self.onmessage = async ({ data }) => {
  if (data.packed) {
    module = load(data.packed);
    return;
  }
  const start = performance.now();
  const onError = (/** @type {Uint8Array} */ part) => {
    const text = decoder.decode(part);
    if (text.startsWith('\r')) self.postMessage({ progress: shown(text) });
  };
  const { code, stdout, stderr } = run(await module, data.words, { files: data.files, env: { LANG: 'C.UTF-8', TERM: 'xterm' }, onError });
  const errors = shown(decoder.decode(stderr));
  self.postMessage({ id: data.id, code, stdout: decoder.decode(stdout), stderr: errors, ms: performance.now() - start });
};
