/** The ledger of several addresses: the sums of each, without the movements between them. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collect } from '#service/sample/testing/collect.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { CallOutput } from '#shared/rpc/contract.ts'
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { cutChain } from '../testing/cut-chain.ts'
import { differencesOf, openLedger } from '../../testing/open-ledger.ts'

const chain = createSampleChain({ seed: 'several', transactions: 300, now: () => Date.UTC(2026, 9, 7, 12) })
const { reader, cut, rowsOf } = cutChain(chain)
let ledger: Awaited<ReturnType<typeof openLedger>>
let addresses: string[]
beforeAll(async () => {
  ledger = await openLedger(reader)
  // The zero address holds no tokens, so a mint has one side only.
  addresses = [...collect(chain).addresses.keys()].filter((one) => !/^0x0+$/.test(one)).slice(0, 24)
})
afterAll(() => ledger.close())

const nameOf = ([address = '', ...others]: readonly string[]) => ({ source: ledger.source, address, others })
type Lines = CallOutput<'ledger.statement'>['lines']
const ALL = { from: null, to: null, withSpam: true }
const statementOf = async (members: readonly string[], more: object = {}): Promise<Lines> =>
  (await ledger.call('ledger.statement', { ...nameOf(members), ...ALL, ...more })).lines
async function movementsOf(members: readonly string[], more: object = {}) {
  const all: LedgerMovement[] = []
  for (;;) {
    const page = { asset: null, offset: all.length, limit: 1_000, ...more }
    const asked = { ...nameOf(members), ...ALL, ...page }
    const { movements, total } = await ledger.call('ledger.movements', asked)
    all.push(...movements)
    if (all.length >= total) return all
  }
}
/** Sums over all lines by asset: in, out, balance and fees. */
function sumsOf(lines: Lines) {
  const sums = new Map<string, { came: bigint; went: bigint; held: bigint; fees: bigint }>()
  for (const line of lines) {
    const sum = sums.get(line.asset.id) ?? { came: 0n, went: 0n, held: 0n, fees: 0n }
    sums.set(line.asset.id, {
      came: sum.came + BigInt(line.in),
      went: sum.went + BigInt(line.out),
      held: sum.held + BigInt(line.closing),
      fees: sum.fees + BigInt(line.fees),
    })
  }
  return sums
}
const isNothing = ({ came, went, held }: { came: bigint; went: bigint; held: bigint }) =>
  came === 0n && went === 0n && held === 0n

test('a group has the sums of its members, without what went between them; fees stay', async () => {
  let between = 0
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(23), { minLength: 2, maxLength: 5 }).map((all) => all.map((n) => addresses[n]!)),
      async (members) => {
        const each = sumsOf((await Promise.all(members.map((one) => statementOf([one])))).flat())
        const both = sumsOf(await statementOf(members, { withWithin: true }))
        const group = sumsOf(await statementOf(members))
        const within = (await movementsOf(members, { withWithin: true })).filter((one) => one.within)
        between += within.length
        const shown = (sums: typeof each) =>
          new Map(
            [...sums].filter(([, sum]) => !isNothing(sum)).sort(([one], [other]) => (one < other ? -1 : 1)),
          )
        // With the movements between them, the ledger has all movements of its members.
        expect(shown(both)).toEqual(shown(each))
        const amountOf = (id: string, sign: 1 | -1) =>
          within
            .filter(({ asset, amount }) => asset === id && Math.sign(Number(amount)) === sign)
            .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
        for (const [id, { came, went, held, fees }] of each) {
          const [gained, lost] = [amountOf(id, 1), amountOf(id, -1)]
          expect(gained + lost).toBe(0n)
          expect(group.get(id) ?? { came: 0n, went: 0n, held: 0n, fees: 0n }).toEqual({
            came: came - gained,
            went: went + lost,
            held,
            fees,
          })
        }
        // Each movement has its address, and none is left that both sides show.
        const left = await movementsOf(members)
        expect(left.every(({ of }) => members.includes(of ?? ''))).toBe(true)
        const isBetween = ({ of, counterparty, transaction }: LedgerMovement) =>
          transaction !== null &&
          counterparty !== null &&
          counterparty.hash.toLowerCase() !== of &&
          members.includes(counterparty.hash.toLowerCase())
        expect(left.filter(isBetween)).toEqual([])
      },
    ),
    { numRuns: 40 },
  )
  expect(between).toBeGreaterThan(20)
})

test('it adds up where each does; else the one that does not is named, and its gap is its own', async () => {
  cut(undefined)
  const members = addresses.slice(0, 3)
  const whole = await ledger.call('ledger.proof', { ...nameOf(members), refresh: true })
  expect([whole.state, differencesOf(whole)]).toEqual(['adds_up', []])
  expect(whole.members?.map(({ address, state }) => [address, state])).toEqual(
    members.map((address) => [address, 'adds_up']),
  )
  const loser = members[1]!
  const [row] = await rowsOf('address-transactions', loser)
  cut({ list: 'address-transactions', address: loser, item: row! })
  const proof = await ledger.call('ledger.proof', { ...nameOf(members), refresh: true })
  expect(proof.state).toBe('differs')
  expect(proof.members?.filter(({ state }) => state === 'differs').map(({ address }) => address)).toEqual([
    loser,
  ])
  expect(new Set(proof.assets.flatMap(({ gaps }) => gaps.map(({ of }) => of)))).toEqual(new Set([loser]))
  cut(undefined)
  await ledger.call('ledger.proof', { ...nameOf(members), refresh: true })
})

test('a file of several addresses has no transfer between them, and says that it is of several', async () => {
  const members = addresses.slice(0, 4)
  const asked = { ...nameOf(members), ...ALL }
  const write = async (withWithin: boolean) =>
    (await ledger.call('ledger.export', { ...asked, withWithin, format: 'hledger' }))!
  const [without, withAll] = [await write(false), await write(true)]
  const within = (await movementsOf(members, { withWithin: true })).filter((one) => one.within)
  expect(withAll.movements - without.movements).toBe(within.length)
  expect(without.file).toContain('-and-3-more')
  expect(readFileSync(without.file, 'utf8')).toContain(':4-Addresses')
})
