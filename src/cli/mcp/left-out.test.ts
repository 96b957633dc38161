/** Tests that tools say what is missing from their answers. The core's answers are the test's own. */
import { expect, it } from 'vitest'
import type { AddressOnChain, EverywhereSource } from '#shared/rpc/contract/everywhere.ts'
import type { FlowStep } from '#shared/rpc/contract/flow.ts'
import { createShape } from './shape.ts'
import type { Tool, ToolContext } from './tool.ts'
import { allChains } from './tools/all-chains.ts'
import { flow } from './tools/flow.ts'

const ADDRESS = `0x${'1'.repeat(40)}`

interface Core {
  readonly calls?: Readonly<Record<string, (input: never) => unknown>>
  readonly events?: Readonly<Record<string, (input: never) => unknown>>
}

async function run({ calls = {}, events = {} }: Core, tool: Tool, input: object) {
  const notes: string[] = []
  const session = {
    source: { id: 'one', name: 'One' },
    signal: new AbortController().signal,
    call: (name: string, given: unknown) => Promise.resolve(calls[name]?.(given as never)),
    client: {
      subscribe(name: string, given: unknown, listener: (data: unknown) => void) {
        const event = events[name]
        if (event) listener(event(given as never))
        return () => undefined
      },
    },
  }
  const context = {
    session,
    note: (text: string) => notes.push(text),
    progress: () => undefined,
    shape: createShape({}),
  } as unknown as ToolContext
  const { data } = await tool.run(context, input as never)
  return { data, notes }
}

const source = (id: string, chainId: string, credits: EverywhereSource['credits'] = null) =>
  ({
    source: id,
    name: id,
    chainId,
    coin: { symbol: 'ETH', decimals: 18 },
    isTest: false,
    credits,
  }) as EverywhereSource
const answered = (id: string, more: Partial<AddressOnChain> = {}): AddressOnChain => ({
  ...{ source: id, state: 'answered', error: null, keptAt: null, missing: [], otherChain: null },
  facts: {
    isKnown: true,
    who: null,
    balance: '7',
    transactions: null,
    transfers: null,
    tokens: null,
    last: null,
    first: null,
  },
  ...more,
})

const everywhere = (sources: readonly EverywhereSource[], rows: readonly AddressOnChain[]) => {
  const asked: string[] = []
  const core: Core = {
    calls: { 'everywhere.sources': () => sources },
    events: {
      'everywhere.answers': ({ sources: ids }: { sources: readonly string[] }) => {
        asked.push(...ids)
        return rows.filter((row) => ids.includes(row.source))
      },
    },
  }
  return { core, asked }
}

it('a chain id asks the free source of it, and one that takes credits only where none is free', async () => {
  const pro = { least: 1, most: 9 }
  const { core, asked } = everywhere(
    [source('one', '1'), source('pro:1', '1', pro), source('pro:8', '8', pro)],
    ['one', 'pro:1', 'pro:8'].map((id) => answered(id)),
  )
  const of = (chains: string[]) => {
    asked.length = 0
    return run(core, allChains, { address: ADDRESS, chains })
  }
  await of(['1'])
  expect(asked).toEqual(['one'])
  await of(['8'])
  expect(asked).toEqual(['pro:8'])
  await of(['pro:1'])
  expect(asked).toEqual(['pro:1'])
})

it('what of a chain could not be read is said, and that it says to be another one', async () => {
  const { core } = everywhere(
    [source('one', '1'), source('two', '2')],
    [
      answered('one', { missing: [{ part: 'tokens', error: { code: 'timeout', afterMs: 9, host: 'one' } }] }),
      answered('two', {
        state: 'failed',
        error: { code: 'bad_response', kind: 'other_chain', host: 'two' },
        otherChain: { says: '5' },
      }),
    ],
  )
  expect((await run(core, allChains, { address: ADDRESS })).data).toMatchObject({
    chains: [
      { source: 'one', missing: [{ part: 'tokens', problem: expect.any(String) as string }] },
      { source: 'two', state: 'failed', other_chain: { says: '5' } },
    ],
  })
})

it('a source that goes meanwhile is not waited for', async () => {
  const { core } = everywhere([source('one', '1'), source('two', '2')], [answered('one')])
  const { data, notes } = await run(core, allChains, { address: ADDRESS })
  expect(data).toMatchObject({ asked: 1, chains: [{ source: 'one' }] })
  expect(notes).toEqual(['1 of the sources went meanwhile, and was not asked.'])
})

const step: FlowStep = {
  ...{ parties: [], sums: [], counterparties: 0, others: 0, below: 0, assetsLeftOut: 0, stop: null },
  ...{ assets: [], leftOut: [], lists: [], isCut: false, unchecked: 0 },
}

it('a symbol among assets that are not all there finds nothing: the address is asked for', async () => {
  const token = { id: `0x${'2'.repeat(40)}`, token: { symbol: 'USDC' }, tokenId: null }
  const steps = (assetsLeftOut: number): Core => ({
    calls: { 'flow.step': () => ({ ...step, assets: [token], assetsLeftOut }) },
  })
  const input = { address: ADDRESS, direction: 'out', with_spam: false, limit: 10, asset: 'usdc' }
  await expect(run(steps(2), flow, input)).rejects.toThrow(/name the token’s address/)
  await expect(run(steps(0), flow, input)).resolves.toBeDefined()
  await expect(run(steps(2), flow, { ...input, asset: token.id })).resolves.toBeDefined()
})

it('a flow says which assets and which spam are in no sum', async () => {
  const left = [{ rule: 'scam-token', movements: 4 }] as const
  const core: Core = { calls: { 'flow.step': () => ({ ...step, assetsLeftOut: 2, leftOut: left }) } }
  const input = { address: ADDRESS, direction: 'out', with_spam: false, limit: 10 }
  expect((await run(core, flow, input)).notes).toEqual([
    '2 sums of further assets are left out: those of the fewest movements. Name one in asset.',
    '4 movements look like spam (scam-token) and are in no sum: with_spam adds them.',
  ])
})
