/** Tests the state of a graph in its path: written state is read again, and invalid state is harmless. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitsPlace, readFlowQuery, writeFlowQuery } from './flow-query.ts'
import { beginAt, ENDS, flowState, type FlowState } from './flow-state.ts'

const START = `0x${'ab'.repeat(20)}`
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`)
const state: fc.Arbitrary<FlowState> = fc.record({
  steps: fc.array(
    fc.record({
      of: fc.oneof(address, fc.constant(ENDS)),
      direction: fc.constantFrom('in' as const, 'out' as const),
      limit: fc.integer({ min: 1, max: 200 }),
      opens: fc.boolean(),
    }),
    { maxLength: 12 },
  ),
  removed: fc.array(address, { maxLength: 4 }),
  closed: fc.array(address, { maxLength: 4 }),
  folded: fc.array(
    fc.record({
      kind: fc.constantFrom('label' as const, 'group' as const),
      name: fc.string({ maxLength: 30 }),
    }),
    { maxLength: 3 },
  ),
  from: fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 })),
  to: fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 })),
  asset: fc.option(fc.constantFrom('coin', START)),
  min: fc.option(fc.bigInt({ min: 0n, max: 10n ** 77n }).map(String)),
  withSpam: fc.boolean(),
})

describe('the place of a graph', () => {
  test('gives back the state that was written', () => {
    fc.assert(
      fc.property(state, (written) => {
        fc.pre(fitsPlace(START, written))
        expect(readFlowQuery(START, writeFlowQuery(START, written))).toEqual(written)
      }),
    )
  })

  test('is short for what one begins with, and has room for forty steps', () => {
    expect(writeFlowQuery(START, beginAt(START))).toEqual({ from: START })
    const step = { of: START, direction: 'out', limit: 200, opens: true } as const
    expect(fitsPlace(START, { ...beginAt(START), steps: Array.from({ length: 40 }, () => step) })).toBe(true)
    expect(fitsPlace(START, { ...beginAt(START), steps: Array.from({ length: 60 }, () => step) })).toBe(false)
  })

  test('reads any text without throwing, within the bounds of a state', () => {
    const texts = fc.record({
      steps: fc.oneof(fc.string(), fc.stringMatching(/^[io]\d{1,4}-[0-9a-z]{0,40}!?$/)),
      without: fc.string(),
      together: fc.oneof(fc.string(), fc.json()),
      after: fc.string(),
      min: fc.string(),
      asset: fc.string({ maxLength: 400 }),
    })
    fc.assert(
      fc.property(texts, (query) => {
        expect(flowState.safeParse(readFlowQuery(START, query)).success).toBe(true)
      }),
    )
    expect(readFlowQuery(START, { steps: 'o8-1'.repeat(1_700) })).toEqual(beginAt(START))
  })
})
