/** The ledger of each address of the sample chain adds up, and a row removed from a list is reported at its position. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collect } from '#service/sample/testing/collect.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { LEDGER_LISTS } from './collect-rows.ts'
import { cutChain } from './testing/cut-chain.ts'
import { differencesOf, openLedger } from '../testing/open-ledger.ts'

const NOW = Date.UTC(2026, 9, 7, 12)

describe.each([
  ['one', 260],
  [2, 333],
  [0x7fff_ffff, 97],
])('seed %s, %i transactions', (seed, transactions) => {
  test('every address adds up', async () => {
    const chain = createSampleChain({ seed, transactions, now: () => NOW })
    const ledger = await openLedger(chain)
    const found: Record<string, string[]> = {}
    let movements = 0
    const { addresses } = collect(chain)
    for (const address of addresses.keys()) {
      const proof = await ledger.prove(address)
      movements += proof.movements
      const differences = differencesOf(proof)
      if (differences.length > 0) found[address] = differences
    }
    await ledger.close()
    expect(found).toEqual({})
    expect(movements).toBeGreaterThan(addresses.size * 4)
  })
})

describe.each([
  { told: 'by the history of the balance', hasHistory: true },
  { told: 'by the state changes of transactions', hasHistory: false },
])('a row that is missing, $told', ({ hasHistory }) => {
  const chain = createSampleChain({ seed: 'cut', transactions: 120, now: () => NOW })
  const { reader, cut, rowsOf } = cutChain(chain, hasHistory)
  let ledger: Awaited<ReturnType<typeof openLedger>>
  const lists = LEDGER_LISTS.filter((list) => list !== 'address-coin-balances')
  /** Addresses with rows, by list: each list loses a row. */
  const owners = new Map<(typeof lists)[number], string[]>()
  beforeAll(async () => {
    ledger = await openLedger(reader)
    const { addresses } = collect(chain)
    for (const list of lists) {
      owners.set(list, [])
      for (const address of addresses.keys())
        if ((await rowsOf(list, address)).length > 0) owners.get(list)?.push(address)
    }
  })
  afterAll(() => ledger.close())

  /** The removed amount of one asset in one block. */
  interface Lost {
    readonly asset: string
    readonly amount: bigint
    readonly block: number
  }
  function lostOf(all: readonly LedgerMovement[], left: readonly LedgerMovement[]): Lost[] {
    const still = Map.groupBy(left, nameOf)
    const lost = all.filter((movement) => still.get(nameOf(movement))?.pop() === undefined)
    return [...Map.groupBy(lost, ({ asset }) => asset)].flatMap(([asset, own]) => {
      const amount = own.reduce((sum, movement) => sum + BigInt(movement.amount), 0n)
      return amount === 0n ? [] : [{ asset, amount, block: own[0]!.block }]
    })
  }
  /** A name without the row's key: of two rows told apart by their order, the second gets another key without the first. */
  const nameOf = ({ list, transaction, rule, asset, nft, block, amount }: LedgerMovement) =>
    [list, transaction, rule, asset, nft, block, amount].join(' ')

  test('is named by its amount, between the movements it stood between', async () => {
    const whole = new Map<string, LedgerMovement[] | null>()
    let [named, requests] = [0, 0]
    const cutLists = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(...lists), fc.nat(), async (who, list, which) => {
        const of = owners.get(list)!
        const address = of[who % of.length]!
        const rows = await rowsOf(list, address)
        cut(undefined)
        if (!whole.has(address)) {
          const differences = differencesOf(await ledger.prove(address, true))
          // Without the history the opening balance is unknown, so a difference is expected.
          if (hasHistory) expect(differences).toEqual([])
          whole.set(address, differences.length === 0 ? await ledger.movements(address) : null)
        }
        const all = whole.get(address) ?? []
        fc.pre(all.length > 0)
        cut({ list, address, item: rows[which % rows.length]! })
        const proof = await ledger.prove(address, true)
        const lost = lostOf(all, await ledger.movements(address))
        const differing = proof.assets.filter(({ state }) => state === 'differs')
        expect(differing.map(({ asset }) => asset.id).sort()).toEqual(lost.map(({ asset }) => asset).sort())
        for (const { asset, amount, block } of lost) {
          const { gaps, difference } = differing.find((one) => one.asset.id === asset)!
          expect([difference, gaps.length, gaps[0]?.amount]).toEqual([String(amount), 1, String(amount)])
          const { after, before } = gaps[0]!
          const own = all.filter((movement) => movement.asset === asset)
          const isAt = (movement: LedgerMovement) => (one: LedgerMovement) => nameOf(one) === nameOf(movement)
          const between = own.slice(
            after ? own.findIndex(isAt(after)) + 1 : 0,
            before ? own.findLastIndex(isAt(before)) : own.length,
          )
          const blocks = new Set(between.map((movement) => movement.block))
          expect(blocks).toContain(block)
          if (hasHistory && asset === 'coin') expect(blocks.size).toBe(1)
          named += 1
          cutLists.add(list)
        }
        requests = Math.max(requests, proof.asked / Math.max(1, Math.ceil(Math.log2(all.length + 1)) + 1))
      }),
      { numRuns: 300 },
    )
    expect(named).toBeGreaterThan(100)
    // Addresses with withdrawals or blocks have an opening balance, which only the history gives.
    if (hasHistory) expect(cutLists).toEqual(new Set(lists))
    expect(requests).toBeLessThan(6)
  })
})
