// SPDX-License-Identifier: Apache-2.0
// The worker: asks the program, one question at a time.
import { run } from '../../web/npm/wasi.mjs';

/** @type {(packed: string) => void} */
let load;
/** Decoded, unpacked and compiled as it comes. @type {Promise<WebAssembly.Module>} */
const module = new Promise((resolve) => (load = resolve)).then((packed) => {
  // Browsers of before 2025 have no decoder of bytes: theirs is a tenth of a second slower.
  const bytes = Uint8Array.fromBase64?.(packed) ?? Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { 'content-type': 'application/wasm' } }));
});
const decoder = new TextDecoder();

/** Without the lines of progress, each of which takes the one before away. @param {string} text */
// eslint-disable-next-line no-control-regex
const shown = (text) => text.replace(/\r[^\r\n]*\x1b\[K/g, (line) => (line.length > 4 ? line.slice(1, -3) : ''));

self.onmessage = async ({ data }) => {
  if (data.packed) return load(data.packed);
  const start = performance.now();
  const onError = (/** @type {Uint8Array} */ part) => {
    const text = decoder.decode(part);
    if (text.startsWith('\r')) self.postMessage({ progress: shown(text) });
  };
  const { code, stdout, stderr } = run(await module, data.words, { files: data.files, env: { LANG: 'C.UTF-8', TERM: 'xterm' }, onError });
  const errors = shown(decoder.decode(stderr));
  self.postMessage({ id: data.id, code, stdout: decoder.decode(stdout), stderr: errors, ms: performance.now() - start });
};
