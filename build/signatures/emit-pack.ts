/** Puts the signature pack beside the bundles that read it (src/core/abi/known-signatures.ts). */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

export const signaturePack: Plugin = {
  name: 'chainglass:signature-pack',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(new URL('../../src/core/abi/signatures.bin', import.meta.url))
    this.emitFile({ type: 'asset', fileName: 'signatures.bin', source })
  },
}
