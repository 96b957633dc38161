/** Puts the files that src/core/abi reads beside the bundles: the signature pack, and the reader of bytecode. */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILES = {
  'signatures.bin': new URL('../../src/core/abi/signatures.bin', import.meta.url),
  'evmole_bg.wasm': new URL(import.meta.resolve('evmole/evmole_bg.wasm')),
}

export const abiFiles: Plugin = {
  name: 'chainglass:abi-files',
  apply: 'build',
  generateBundle() {
    for (const [fileName, file] of Object.entries(FILES))
      this.emitFile({ type: 'asset', fileName, source: readFileSync(file) })
  },
}
