// SPDX-License-Identifier: Apache-2.0
// The part of WASI (preview 1) that the program asks for, over files that are in memory or blobs.

const ERRNO = { success: 0, acces: 2, badf: 8, exist: 20, inval: 28, isdir: 31, noent: 44, nosys: 52, notdir: 54, spipe: 70 };
const TYPE = { character: 2, folder: 3, file: 4 };
const ROOT = 3; // the descriptor of the folder "/"
const ALL_RIGHTS = (1n << 30n) - 1n;
const SEEKING = (1n << 2n) | (1n << 5n); // what a terminal cannot

/** @typedef {Uint8Array | Blob} Content of a file: bytes, or a blob of which only what is read is loaded (in a worker). */

class Exit extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** @param {Content} content @param {number} at @param {number} length */
function bytesOf(content, at, length) {
  if (content instanceof Uint8Array) return content.subarray(at, at + length);
  // @ts-ignore: workers have it, and this is read in workers
  return new Uint8Array(new FileReaderSync().readAsArrayBuffer(content.slice(at, at + length)));
}

/** @param {Content} content */
const sizeOf = (content) => (content instanceof Uint8Array ? content.byteLength : content.size);

/** Bytes that grow by doubling. */
class Growing {
  bytes = new Uint8Array(1 << 14);
  length = 0;
  /** @param {Uint8Array} more @param {number} [at] */
  write(more, at = this.length) {
    if (at + more.length > this.bytes.length) {
      const grown = new Uint8Array(2 * (at + more.length));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    this.bytes.set(more, at);
    this.length = Math.max(this.length, at + more.length);
  }
  get written() {
    return this.bytes.slice(0, this.length);
  }
}

/** @param {string} path */
function clean(path) {
  const parts = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/**
 * One run of the program.
 * @param {WebAssembly.Module} module
 * @param {string[]} args
 * @param {{stdin?: Uint8Array, files?: Map<string, Content>, env?: Record<string, string>,
 *   onError?: (part: Uint8Array) => void}} given with onError standard error is a terminal, which hears it at once
 * @returns {{code: number, stdout: Uint8Array, stderr: Uint8Array, files: Map<string, Content>}} files that were
 *   written are among those that were given
 */
export function run(module, args, { stdin = new Uint8Array(), files = new Map(), env = {}, onError } = {}) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const output = [new Growing(), new Growing()];
  /** @type {Map<number, {path: string, content: Content | Growing, at: number, folder?: boolean}>} */
  const open = new Map([
    [0, { path: '', content: stdin, at: 0 }],
    [1, { path: '', content: output[0], at: 0 }],
    [2, { path: '', content: output[1], at: 0 }],
    [ROOT, { path: '', content: new Uint8Array(), at: 0, folder: true }],
  ]);
  let next = ROOT + 1;
  /** @type {WebAssembly.Memory} */
  let memory;
  const view = () => new DataView(memory.buffer);
  const text = (/** @type {number} */ at, /** @type {number} */ length) =>
    clean(decoder.decode(new Uint8Array(memory.buffer, at, length)));
  const isFolder = (/** @type {string} */ path) =>
    path === '' || [...files.keys()].some((name) => name.startsWith(path + '/'));

  /** @param {string[]} strings */
  const lists = (strings) => {
    const encoded = strings.map((word) => encoder.encode(word + '\0'));
    return {
      sizes(/** @type {number} */ count, /** @type {number} */ size) {
        view().setUint32(count, encoded.length, true);
        view().setUint32(size, encoded.reduce((sum, word) => sum + word.length, 0), true);
        return ERRNO.success;
      },
      get(/** @type {number} */ pointers, /** @type {number} */ at) {
        encoded.forEach((word, i) => {
          view().setUint32(pointers + 4 * i, at, true);
          new Uint8Array(memory.buffer, at, word.length).set(word);
          at += word.length;
        });
        return ERRNO.success;
      },
    };
  };

  /** Writes a struct filestat. @param {number} at @param {number} type @param {number} size @param {string} path */
  const stat = (at, type, size, path) => {
    let number = 7n;
    for (const byte of encoder.encode(path)) number = BigInt.asUintN(64, number * 31n + BigInt(byte));
    new Uint8Array(memory.buffer, at, 64).fill(0);
    view().setBigUint64(at + 8, number, true);
    view().setUint8(at + 16, type);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(size), true);
    return ERRNO.success;
  };

  /** @param {number} vectors @param {number} count @param {(part: Uint8Array) => number} use */
  const each = (vectors, count, use) => {
    let total = 0;
    for (let i = 0; i < count; i++) {
      const part = new Uint8Array(memory.buffer, view().getUint32(vectors + 8 * i, true), view().getUint32(vectors + 8 * i + 4, true));
      const used = use(part);
      total += used;
      if (used < part.length) break;
    }
    return total;
  };

  const length = (/** @type {Content | Growing} */ content) => (content instanceof Growing ? content.length : sizeOf(content));
  const words = lists(['aicalc', ...args]);
  const variables = lists(Object.entries(env).map(([name, value]) => `${name}=${value}`));

  /** @type {Record<string, (...args: any[]) => number>} */
  const functions = {
    args_sizes_get: words.sizes,
    args_get: words.get,
    environ_sizes_get: variables.sizes,
    environ_get: variables.get,
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return ERRNO.success;
    },
    fd_prestat_get(fd, at) {
      if (fd !== ROOT) return ERRNO.badf;
      view().setUint8(at, 0);
      view().setUint32(at + 4, 1, true);
      return ERRNO.success;
    },
    fd_prestat_dir_name(fd, at) {
      new Uint8Array(memory.buffer, at, 1)[0] = 0x2f;
      return fd === ROOT ? ERRNO.success : ERRNO.badf;
    },
    fd_fdstat_get(fd, at) {
      const file = open.get(fd);
      if (!file) return ERRNO.badf;
      new Uint8Array(memory.buffer, at, 24).fill(0);
      const isTerminal = fd === 2 && onError !== undefined;
      view().setUint8(at, file.folder ? TYPE.folder : isTerminal ? TYPE.character : fd < ROOT ? 0 : TYPE.file);
      view().setBigUint64(at + 8, isTerminal ? ALL_RIGHTS & ~SEEKING : ALL_RIGHTS, true);
      view().setBigUint64(at + 16, ALL_RIGHTS, true);
      return ERRNO.success;
    },
    fd_filestat_get(fd, at) {
      const file = open.get(fd);
      if (!file) return ERRNO.badf;
      return stat(at, file.folder ? TYPE.folder : fd < ROOT ? 0 : TYPE.file, length(file.content), file.path || `descriptor ${fd}`);
    },
    fd_read(fd, vectors, count, at) {
      const file = open.get(fd);
      if (!file || file.content instanceof Growing) return ERRNO.badf;
      if (file.folder) return ERRNO.isdir;
      const content = file.content;
      const total = each(vectors, count, (part) => {
        const bytes = bytesOf(content, file.at, part.length);
        part.set(bytes);
        file.at += bytes.length;
        return bytes.length;
      });
      view().setUint32(at, total, true);
      return ERRNO.success;
    },
    fd_write(fd, vectors, count, at) {
      const file = open.get(fd);
      if (!file || !(file.content instanceof Growing)) return ERRNO.badf;
      const growing = file.content;
      const before = growing.length;
      view().setUint32(at, each(vectors, count, (part) => (growing.write(part), part.length)), true);
      if (fd === 2 && onError) onError(growing.bytes.slice(before, growing.length));
      return ERRNO.success;
    },
    fd_seek(fd, offset, whence, at) {
      const file = open.get(fd);
      if (!file) return ERRNO.badf;
      if (fd < ROOT) return ERRNO.spipe;
      file.at = Number(offset) + [0, file.at, length(file.content)][whence];
      view().setBigUint64(at, BigInt(file.at), true);
      return ERRNO.success;
    },
    fd_close(fd) {
      const file = open.get(fd);
      if (!file) return ERRNO.badf;
      if (file.content instanceof Growing && fd > ROOT) files.set(file.path, file.content.written);
      open.delete(fd);
      return ERRNO.success;
    },
    fd_readdir(fd, at, size, cookie, used) {
      const file = open.get(fd);
      if (!file?.folder) return ERRNO.notdir;
      const prefix = file.path ? file.path + '/' : '';
      const names = [...new Set([...files.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length).split('/')[0]))].sort();
      let total = 0;
      for (let i = Number(cookie); i < names.length && total < size; i++) {
        const name = encoder.encode(names[i]);
        const entry = new Uint8Array(24 + name.length);
        const fields = new DataView(entry.buffer);
        fields.setBigUint64(0, BigInt(i + 1), true);
        fields.setUint32(16, name.length, true);
        fields.setUint8(20, files.has(prefix + names[i]) ? TYPE.file : TYPE.folder);
        entry.set(name, 24);
        const part = entry.subarray(0, size - total);
        new Uint8Array(memory.buffer, at + total, part.length).set(part);
        total += part.length;
      }
      view().setUint32(used, total, true);
      return ERRNO.success;
    },
    path_filestat_get(_fd, _flags, at, size, out) {
      const path = text(at, size);
      const content = files.get(path);
      if (content) return stat(out, TYPE.file, sizeOf(content), path);
      return isFolder(path) ? stat(out, TYPE.folder, 0, path) : ERRNO.noent;
    },
    path_open(_fd, _lookup, at, size, how, rights, _inheriting, _flags, out) {
      const path = text(at, size);
      const content = files.get(path);
      const [create, folder, exclusive, truncate] = [1, 2, 4, 8].map((bit) => (how & bit) !== 0);
      if (content && exclusive) return ERRNO.exist;
      if (content && folder) return ERRNO.notdir;
      if (!content && isFolder(path)) {
        if (rights & (1n << 6n)) return ERRNO.isdir;
        open.set(next, { path, content: new Uint8Array(), at: 0, folder: true });
      } else if (!content && !create) {
        return ERRNO.noent;
      } else {
        open.set(next, { path, content: create || truncate ? new Growing() : /** @type {Content} */ (content), at: 0 });
        if (create && !content) files.set(path, new Uint8Array());
      }
      view().setUint32(out, next++, true);
      return ERRNO.success;
    },
    path_rename(_fd, at, size, _other, to, length_) {
      const from = text(at, size);
      const content = files.get(from);
      if (!content) return ERRNO.noent;
      files.set(text(to, length_), content);
      files.delete(from);
      return ERRNO.success;
    },
    path_unlink_file: (_fd, at, size) => (files.delete(text(at, size)) ? ERRNO.success : ERRNO.noent),
    path_readlink: () => ERRNO.inval,
    fd_fdstat_set_flags: () => ERRNO.success,
    proc_exit(code) {
      throw new Exit(code);
    },
  };
  const imports = new Proxy(functions, { get: (own, name) => own[String(name)] ?? (() => ERRNO.nosys) });
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
  let code = 0;
  try {
    /** @type {() => void} */ (instance.exports._start)();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    code = error.code;
  }
  return { code, stdout: output[0].written, stderr: output[1].written, files };
}
