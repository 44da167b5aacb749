// SPDX-License-Identifier: Apache-2.0
/** What may be given beside the words. */
export interface Given {
  /** Standard input. */
  stdin?: string;
  /** Files by their paths, which are all that can be read. */
  files?: Record<string, string | Uint8Array>;
  /** Variables of the environment. */
  env?: Record<string, string>;
}
export interface Answer {
  /** The exit code: 0 an answer, 1 a budget that does not hold, 2 a wrong question and so on, as in the shell. */
  code: number;
  stdout: string;
  stderr: string;
  /** The files as they are afterwards, those that -O wrote among them. */
  files: Record<string, Uint8Array>;
}
/** What the program answers; `words` is the command line behind `aicalc`. */
export function answer(words: string[], given?: Given): Promise<Answer>;
