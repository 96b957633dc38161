/** Puts the files that the core reads beside the bundles. */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILES = {
  // The signature pack, the reader of bytecode, what draws SVG with its fonts, the list of well-known tokens.
  'signatures.bin': new URL('../src/core/abi/signatures.bin', import.meta.url),
  'evmole_bg.wasm': new URL(import.meta.resolve('evmole/evmole_bg.wasm')),
  'resvg.wasm': new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')),
  'DejaVuSans.ttf': new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  'DejaVuSerif.ttf': new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf')),
  'DejaVuSansMono.ttf': new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf')),
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
