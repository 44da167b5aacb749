// SPDX-License-Identifier: Apache-2.0
// The program in its worker: questions go one after the other; a long one can be stopped.

/** @typedef {{code: number, stdout: string, stderr: string, ms: number}} Reply */

export class Program {
  /** @type {Map<string, Uint8Array | Blob>} */
  files = new Map();
  /** @type {Map<number, {resolve: (reply: Reply) => void, reject: (reason: Error) => void}>} */
  #waiting = new Map();
  /** @type {Map<string, Promise<Reply>>} */
  #known = new Map();
  #next = 0;
  /** @type {(text: string) => void} */
  onProgress = () => {};
  /** @type {Worker} */
  #worker;
  /** @param {string} source of the worker @param {Promise<string>} packed the module: gzip, in base64 */
  constructor(source, packed) {
    this.source = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.packed = packed;
    this.#worker = this.#start();
  }

  #start() {
    const worker = new Worker(this.source);
    worker.onmessage = ({ data }) => {
      if (data.progress !== undefined) return this.onProgress(data.progress);
      this.#waiting.get(data.id)?.resolve(data);
      this.#waiting.delete(data.id);
    };
    void this.packed.then((packed) => worker.postMessage({ packed }));
    return worker;
  }

  /** Ends what is being asked; what waits fails. */
  stop() {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error('stopped'));
    this.#waiting.clear();
    this.#worker = this.#start();
  }

  get isBusy() {
    return this.#waiting.size > 0;
  }

  /** @param {string[]} words @param {Map<string, Uint8Array | Blob>} [files] @returns {Promise<Reply>} */
  ask(words, files = this.files) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, words, files });
    });
  }

  /** The same for what never changes: help, schemas. @param {string[]} words */
  async text(...words) {
    const key = words.join(' ');
    const reply = this.#known.get(key) ?? this.ask(words);
    this.#known.set(key, reply);
    return (await reply.catch((reason) => (this.#known.delete(key), Promise.reject(reason)))).stdout;
  }
}
