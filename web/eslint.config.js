import globals from 'globals';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules', 'build', 'fixtures'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      'svelte/no-at-html-tags': 'off', // our own drawings, and rules text that lib/markdown.ts has escaped
      'svelte/prefer-svelte-reactivity': 'off', // sets and maps here are values made anew, never changed in place
      'svelte/no-navigation-without-resolve': 'off', // links are fragments: there is no router to resolve them
    },
  },
);
