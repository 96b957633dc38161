/** The same targets under libFuzzer, by @jazzer.js/core: CHAINGLASS_FUZZ_TARGET names one. See the workflow. */
import type { Buffer } from 'node:buffer'
import { registerHooks } from 'node:module'

// What only Electron has is not needed to read its inputs.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: 'data:text/javascript,export const app = {}', shortCircuit: true }
      : next(specifier, context),
})
const { TARGETS } = await import('./targets.ts')
const target = TARGETS.find(({ name }) => name === process.env.CHAINGLASS_FUZZ_TARGET)
if (!target) throw new Error('CHAINGLASS_FUZZ_TARGET names no target.')

export async function fuzz(data: Buffer): Promise<void> {
  try {
    await target?.run(data.toString('latin1'))
  } catch (error) {
    if (!target?.isDeclared?.(error)) throw error
  }
}
