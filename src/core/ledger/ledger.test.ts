/** Ledgers over the contract: periods, pages, kept lists and incomplete lists. */
import { afterEach, expect, test } from 'vitest'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { LedgerProgress } from '#shared/rpc/contract/ledger.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { differencesOf, openLedger } from '../testing/open-ledger.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
const chain = createSampleChain({ seed: 'ledger', transactions: 700, now: () => NOW })
const suggestedAddress = (name: string) =>
  chain.suggestedAddresses().find((one) => one.name === name)!.address
let ledger: Awaited<ReturnType<typeof openLedger>>
afterEach(() => ledger.close())

test('opening, in, out and closing of one period go on in the next, to what is held now', async () => {
  ledger = await openLedger(chain)
  const address = suggestedAddress('Whale')
  const proof = await ledger.prove(address)
  const all = await ledger.movements(address)
  expect(all.map(({ place }) => place)).toEqual(all.map((_, place) => place))
  const middle = all[Math.floor(all.length / 2)]!.time!
  const statement = (from: number | null, to: number | null) =>
    ledger.call('ledger.statement', { source: ledger.source, address, from, to, withSpam: true })
  const [first, second] = [await statement(null, middle), await statement(middle, null)]
  expect(first.movements + second.movements).toBe(all.length)
  for (const { asset, reported } of proof.assets.filter(({ state }) => state === 'adds_up')) {
    const [one, other] = [first, second].map(({ lines }) => lines.find((line) => line.asset.id === asset.id))
    expect(other?.opening ?? '0').toBe(one?.closing ?? '0')
    expect(other?.closing ?? '0').toBe(reported)
    expect(BigInt(other?.opening ?? 0) + BigInt(other?.in ?? 0) - BigInt(other?.out ?? 0)).toBe(
      BigInt(other?.closing ?? 0),
    )
  }
  // A period whose end is before its start is empty.
  expect(await statement(middle, 0)).toMatchObject({ movements: 0 })
})

test('movements come newest first, by asset and period, page by page', async () => {
  ledger = await openLedger(chain)
  const address = suggestedAddress('Whale')
  const all = await ledger.movements(address)
  const coins = all.filter(({ asset }) => asset === 'coin').reverse()
  const page = (offset: number, limit: number) =>
    ledger.call('ledger.movements', {
      source: ledger.source,
      address,
      asset: 'coin',
      from: null,
      to: null,
      offset,
      limit,
    })
  expect(await page(0, 3)).toMatchObject({ total: coins.length, movements: coins.slice(0, 3) })
  expect((await page(coins.length - 2, 10)).movements).toEqual(coins.slice(-2))
  expect((await page(coins.length, 10)).movements).toEqual([])
})

test('what is kept of an instance adds up, and asks for no more than what is new', async () => {
  ledger = await openLedger(chain, 'instance')
  const address = suggestedAddress('Scam token')
  expect(differencesOf(await ledger.prove(address))).toEqual([])
  const again = await ledger.prove(address, true)
  expect([again.state, again.revision]).toEqual(['adds_up', 2])
})

test('of an instance, long lists that nobody keeps are named, and nothing is claimed', async () => {
  ledger = await openLedger(chain, 'instance')
  const { state, lists, assets } = await ledger.prove(suggestedAddress('Harbour Exchange'))
  expect([state, assets]).toEqual(['incomplete', []])
  expect(lists.filter((one) => one.state === 'incomplete').map(({ list }) => list)).toContain(
    'address-transactions',
  )
})

test('an address that nothing happened to adds up', async () => {
  ledger = await openLedger(chain)
  expect(await ledger.prove(suggestedAddress('Nobody'))).toMatchObject({
    state: 'adds_up',
    movements: 0,
    block: null,
  })
})

test('progress says how many rows were read, then how many of them were added up, and then nothing', async () => {
  ledger = await openLedger(chain, 'instance')
  async function follow(address: string) {
    const name = { source: ledger.source, address }
    expect(await readState(ledger.client, 'ledger.progress', name)).toBeNull()
    const seen: (LedgerProgress | null)[] = []
    const stop = ledger.client.subscribe('ledger.progress', name, (progress) => seen.push(progress))
    const { lists } = await ledger.prove(address)
    stop()
    expect(seen.at(-1)).toBeNull()
    const told = seen.filter((progress) => progress !== null)
    const rowsOf = (step: LedgerProgress['step']) =>
      told.filter((progress) => progress.step === step).map(({ rows }) => rows)
    const rows = lists.reduce((sum, list) => sum + list.rows, 0)
    return { rows, read: rowsOf('reading'), added: rowsOf('adding_up'), last: told.at(-1)?.step }
  }
  const short = await follow(suggestedAddress('Scam token'))
  expect(short.rows).toBeGreaterThan(10)
  expect([short.read.at(-1), short.added.at(-1), short.last]).toEqual([short.rows, short.rows, 'adding_up'])
  // An incomplete list is read page by page, and not summed.
  const long = await follow(suggestedAddress('Harbour Exchange'))
  expect(new Set(long.read).size).toBeGreaterThan(3)
  expect(long.read).toEqual(long.read.toSorted((a, b) => a - b))
  expect([long.read.at(-1), long.added]).toEqual([long.rows, []])
})

test('who goes away ends it, and who comes back has it made again', async () => {
  ledger = await openLedger(chain)
  const name = { source: ledger.source, address: suggestedAddress('Whale') }
  const leaving = new AbortController()
  const left = ledger.client.call('ledger.proof', name, { signal: leaving.signal })
  const seen = new Promise<void>((begins) => {
    ledger.client.subscribe('ledger.progress', name, (progress) => {
      if (progress) begins()
    })
  })
  await seen
  leaving.abort()
  const back = ledger.prove(name.address)
  expect(await left).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  expect(await back).toMatchObject({ state: 'adds_up', revision: 2 })
})

test('what was made goes with what is kept', async () => {
  ledger = await openLedger(chain)
  const address = suggestedAddress('Whale')
  expect(await ledger.prove(address)).toMatchObject({ revision: 1 })
  expect(await ledger.prove(address)).toMatchObject({ revision: 1 })
  await ledger.call('archive.forget', { source: null })
  expect(await ledger.prove(address)).toMatchObject({ revision: 2 })
})

test('what is not an address, a time or a page is refused', async () => {
  ledger = await openLedger(chain)
  const { source } = ledger
  const address = suggestedAddress('Whale')
  const period = { from: null, to: null }
  const refused = { ok: false, error: { code: 'invalid_input' } }
  expect(await ledger.client.call('ledger.proof', { source, address: '0x1' })).toMatchObject(refused)
  expect(
    await ledger.client.call('ledger.statement', { source, address, from: null, to: 9e15 }),
  ).toMatchObject(refused)
  expect(
    await ledger.client.call('ledger.movements', {
      source,
      address,
      asset: null,
      ...period,
      offset: 0,
      limit: 5_000,
    }),
  ).toMatchObject(refused)
  expect(await ledger.client.call('ledger.proof', { source: 'none', address })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  })
})
