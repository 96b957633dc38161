/** What is said of the calls inside a transaction where the source has no trace of it. */
import { expect, test } from 'vitest'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { operationsDomain } from './operations-domain.ts'

const ENTRY_POINT = `0x${'ee'.repeat(20)}`
const word = (value: string) => value.padStart(64, '0')
/** `handleOps([], beneficiary)`. */
const BUNDLE = `765e827f${word('40')}${word('1')}${word('')}`
const FORWARD = `0x6fadcf72${word('ee'.repeat(20))}${word('40')}${word('64')}`

async function traceOf(raw_input: string | undefined) {
  const transaction = {
    hash: `0x${'1'.repeat(64)}`,
    to: { hash: ENTRY_POINT },
    raw_input,
    status: 'ok',
    type: 2,
  }
  const { handlers } = operationsDomain({
    reading: {
      'details.read': ({ detail }: { detail: string }) => {
        if (detail === 'transaction') return { item: transaction }
        throw new ChainglassFailure({ code: 'not_found' })
      },
      'lists.page': () => ({ items: [], keys: [], unread: [], next: null }),
    },
    decode: () => Promise.resolve({ results: [] }),
    abis: { contracts: { known: () => [], behind: () => [] }, chainOf: () => '1' },
  } as never)
  const request = { source: 'x', hash: transaction.hash, askSource: false }
  const { trace } = await handlers['operations.read'](request, {} as never)
  return trace
}

test('a bundle that another call carries may have been undone, caught and left no log: a trace is missing', async () => {
  expect(await traceOf(`${FORWARD}${BUNDLE}`)).toBe('absent')
  expect(await traceOf(`0x${BUNDLE}${BUNDLE}`)).toBe('absent')
  // The source does not say what its input is.
  expect(await traceOf(undefined)).toBe('absent')
})

test('a bundle that a contract makes up itself may have been undone, too: only what was logged is known', async () => {
  expect(await traceOf(FORWARD)).toBe('logged')
  expect(await traceOf(`${FORWARD}0${BUNDLE}0`)).toBe('logged')
})

test('the call of an EntryPoint without another bundle needs none, also where its digits read as one at half a byte', async () => {
  expect(await traceOf('0x')).toBe('unneeded')
  expect(await traceOf(`0x${BUNDLE}`)).toBe('unneeded')
  expect(await traceOf(`0x${BUNDLE}0${BUNDLE}0`)).toBe('unneeded')
})
