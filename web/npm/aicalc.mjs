#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// aicalc in the shell, by WebAssembly: the same files, pipes, colours and exit codes as of the program.
import { readFileSync } from 'node:fs';
import { parse } from 'node:path';
import process from 'node:process';
import tty from 'node:tty';

// That WASI is experimental in Node is nothing that an answer should begin with.
process.removeAllListeners('warning');
process.on('warning', () => {});
const { WASI } = await import('node:wasi');

// Node opens pipes so that a write does not wait, and its WASI has no way to: a slow reader would get a cut answer.
for (const stream of [process.stdout, process.stderr]) stream._handle?.setBlocking?.(true);

const folder = process.cwd();
const { root } = parse(folder);
const env = { ...process.env, PWD: '/' + folder.slice(root.length).replaceAll('\\', '/') };
if (tty.isatty(1)) env.COLUMNS = String(process.stdout.columns ?? 80);
const wasi = new WASI({
  version: 'preview1',
  args: ['aicalc', ...process.argv.slice(2)],
  env,
  preopens: { '/': root },
  returnOnExit: true,
});
const module = new WebAssembly.Module(readFileSync(new URL('./aicalc.wasm', import.meta.url)));
// Node's pipes do not wait: one to which nothing was written yet is asked again, as any program would wait for it.
const { wasi_snapshot_preview1: system } = wasi.getImportObject();
const ERRNO_AGAIN = 6;
const clock = new Int32Array(new SharedArrayBuffer(4));
const fd_read = (...where) => {
  let code;
  while ((code = system.fd_read(...where)) === ERRNO_AGAIN) Atomics.wait(clock, 0, 0, 5);
  return code;
};
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: { ...system, fd_read } });
process.exitCode = wasi.start(instance);
