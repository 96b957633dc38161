import { expect, test } from 'vitest'
import type { TraceFrame } from './call-trace.ts'
import { thrownIn } from './thrower.ts'

const ERROR = `0x12345678${'00'.repeat(32)}`
const failed = (traceAddress: readonly number[], output: string): TraceFrame => ({
  ...{
    kind: 'call',
    from: null,
    created: null,
    value: '0',
    gas: null,
    gasUsed: null,
    input: '0x',
  },
  ...{ to: `0x${String(traceAddress.length).padStart(40, '0')}`, error: 'execution reverted' },
  ...{ traceAddress, output },
})

test('the deepest call of a long chain threw what all of them passed on; each frame is looked at a few times', () => {
  const depth = 300
  let reads = 0
  const frames = Array.from({ length: depth }, (_, level) => {
    const frame = failed(Array<number>(level).fill(0), ERROR)
    return Object.defineProperty({ ...frame }, 'traceAddress', {
      get() {
        reads += 1
        return frame.traceAddress
      },
    })
  })
  expect(thrownIn(frames)?.to).toBe(failed(Array<number>(depth - 1).fill(0), ERROR).to)
  expect(reads).toBeLessThan(depth * 10)
})

test('an error that its caller wrapped is found, and one that was caught is not', () => {
  const wrapped = `0x08c379a0${ERROR.slice(2)}`
  const [root, caught, thrower] = [failed([], wrapped), failed([0], '0xdeadbeef'), failed([1], ERROR)]
  expect(thrownIn([root, caught, thrower])).toMatchObject({ data: ERROR, to: thrower.to })
  expect(thrownIn([root, caught])).toMatchObject({ data: wrapped, to: root.to })
})

test('a revert without a word hands on what its last call threw, and no other', () => {
  const silent = failed([], '0x')
  expect(thrownIn([silent, failed([0], ERROR)])).toMatchObject({ data: ERROR })
  expect(thrownIn([silent, failed([0], ERROR), { ...failed([1], '0x'), error: null }])).toBeUndefined()
})
