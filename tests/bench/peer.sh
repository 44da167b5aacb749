# SPDX-License-Identifier: Apache-2.0
# peer.sh BENCH_START: the same figures of fitllm (npm, one file of JavaScript, no dependencies), which
# answers whether a model fits a GPU. FITLLM names the folder of the package; without it, a line.
set -eu
bench_start=$1
package=${FITLLM:-node_modules/fitllm}
if ! command -v node >/dev/null 2>&1 || ! [ -f "$package/engine.js" ]; then
    echo "fitllm: not installed (npm install fitllm, then FITLLM=its folder)"
    exit 0
fi
program=$package/bin/fitllm.mjs
version=$(sed -n 's/.*"version": *"\([^"]*\)".*/\1/p' "$package/package.json")
echo "fitllm $version on node $(node --version)"
"$bench_start" "$(command -v node)" "node $program Llama-3.1-8B-Instruct --gpu 4090 --json" |
    sed "s|$program|fitllm|"
cat >peer.mjs <<END
import * as engine from '$(cd "$package" && pwd)/engine.js';
const model = engine.MODELS.find((m) => m.name.startsWith('Llama-3.1-8B'));
const device = engine.gpuDevice(engine.GPUS.find((g) => g.name.includes('4090')));
let best = 0;
for (let round = 0; round < 15; round++) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < 100000; i++) engine.simulate(model, device, 8192 + i % 7, 'Q4_K_M');
  best = Math.max(best, 1e14 / Number(process.hrtime.bigint() - start));
}
console.log(best.toFixed(0).padStart(12) + '  simulate()/s: does it fit, with the longest context');
END
node peer.mjs
rm -f peer.mjs
