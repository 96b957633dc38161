/** Puts the files that the core reads beside the bundles. */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILES = {
  // The signature pack, the reader of bytecode, the list of well-known tokens.
  'signatures.bin': new URL('../src/core/abi/signatures.bin', import.meta.url),
  'evmole_bg.wasm': new URL(import.meta.resolve('evmole/evmole_bg.wasm')),
  'well-known-tokens.tsv': new URL('../src/core/tokens/well-known-tokens.tsv', import.meta.url),
}

export const coreFiles: Plugin = {
  name: 'chainglass:core-files',
  apply: 'build',
  generateBundle() {
    for (const [fileName, file] of Object.entries(FILES))
      this.emitFile({ type: 'asset', fileName, source: readFileSync(file) })
  },
}
