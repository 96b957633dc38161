/**
 * The same targets under libFuzzer, by @jazzer.js/core: fuzz.ts names one, and the folder of its corpus, in variables.
 */
import * as fc from 'fast-check'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { TARGETS } from './targets.ts'

const target = TARGETS.find(({ name }) => name === env.CHAINGLASS_FUZZ_TARGET)
if (!target) throw new Error('CHAINGLASS_FUZZ_TARGET names no target.')

// libFuzzer reads the folder once this module is there.
const corpus = env.CHAINGLASS_FUZZ_CORPUS ?? ''
mkdirSync(corpus, { recursive: true })
const inputs = [...(await target.seeds()), ...(target.grammar ? fc.sample(target.grammar, 200) : [])]
for (const [at, input] of inputs.entries()) writeFileSync(join(corpus, `seed-${at}`), input, 'latin1')

export async function fuzz(data) {
  try {
    await target.run(data.toString('latin1'))
  } catch (error) {
    if (!target.isDeclared?.(error)) throw error
  }
}
