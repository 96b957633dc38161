// The linter of components, but for the rules that need types: those, and all other code, are oxlint's
// (oxlint.config.ts). What is ours in both is in build/lint.
import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import globals from 'globals'
import ts from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'
import { BANNED_PACKAGES, bannedPackages, IGNORED, OWN_CHOICES } from './build/lint/laws.ts'
import chainglass from './build/lint/plugin.ts'

export default ts.config(
  { ignores: [...IGNORED, '**/*.{js,mjs,cjs,ts,mts,cts}'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...vue.configs['flat/recommended'],
  {
    files: ['src/renderer/**/*.vue'],
    extends: [ts.configs.eslintRecommended], // what the compiler finds is off
    plugins: { chainglass },
    languageOptions: {
      globals: { ...globals.es2024, ...globals.browser },
      parser: vueParser,
      parserOptions: { parser: ts.parser },
    },
    rules: {
      ...OWN_CHOICES,
      ...bannedPackages(BANNED_PACKAGES.renderer),
      'chainglass/layers': 'error',
      'vue/multi-word-component-names': 'off', // Hash, Amount, Badge are the field's own words
      'vue/require-default-prop': 'off', // absent is a value of its own under exactOptionalPropertyTypes
      'vue/no-v-html': 'error', // every string of a chain is hostile
    },
  },
  prettier,
)
