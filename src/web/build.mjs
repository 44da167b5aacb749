// SPDX-License-Identifier: Apache-2.0
// node build.mjs MODULE MODULES PAGE: one file of the sources beside this and the program; esbuild lies in MODULES.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [module, modules, page] = process.argv.slice(2);
const folder = dirname(fileURLToPath(import.meta.url));
const { buildSync } = createRequire(resolve(modules, 'x.js'))('esbuild');

/** Inside a script no "</script" may stand. @param {string} name */
const bundle = (name) =>
  buildSync({ entryPoints: [join(folder, name)], bundle: true, minify: true, format: 'iife', target: 'es2022', write: false, charset: 'utf8' })
    .outputFiles[0].text.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
const packed = gzipSync(readFileSync(module), { level: 9 });
packed[9] = 255; // the system that packed it: unknown, so that the page is the same everywhere
const parts = {
  '/*STYLE*/': readFileSync(join(folder, 'style.css'), 'utf8').replace(/\/\*.*?\*\/\n?/gs, ''),
  '<!--MODULE-->': packed.toString('base64'),
  '<!--WORKER-->': bundle('worker.mjs'),
  '<!--MAIN-->': bundle('main.mjs'),
};
let text = readFileSync(join(folder, 'index.html'), 'utf8');
for (const [mark, part] of Object.entries(parts)) text = text.replace(mark, () => part);
writeFileSync(page, text);
