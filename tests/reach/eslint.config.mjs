// SPDX-License-Identifier: Apache-2.0
// Every rule about mistakes; none about layout.
const names = ['constructor-super', 'for-direction', 'getter-return', 'no-async-promise-executor', 'no-class-assign', 'no-compare-neg-zero',
  'no-cond-assign', 'no-const-assign', 'no-constant-binary-expression', 'no-constant-condition', 'no-control-regex', 'no-debugger',
  'no-dupe-args', 'no-dupe-class-members', 'no-dupe-else-if', 'no-dupe-keys', 'no-duplicate-case', 'no-empty-pattern', 'no-eval',
  'no-fallthrough', 'no-func-assign', 'no-global-assign', 'no-implied-eval', 'no-import-assign', 'no-invalid-regexp', 'no-irregular-whitespace',
  'no-loss-of-precision', 'no-prototype-builtins', 'no-redeclare', 'no-self-assign', 'no-self-compare', 'no-shadow', 'no-sparse-arrays',
  'no-template-curly-in-string', 'no-unreachable', 'no-unsafe-finally', 'no-unsafe-negation', 'no-unused-vars', 'no-useless-escape',
  'no-var', 'no-with', 'require-yield', 'use-isnan', 'valid-typeof', 'eqeqeq'];

export default [
  { files: ['**/*.mjs'], languageOptions: { ecmaVersion: 2023, sourceType: 'module' }, rules: Object.fromEntries(names.map((name) => [name, 'error'])) },
];
