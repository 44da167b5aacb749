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
const instance = new WebAssembly.Instance(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
