/** The hidden rows of a list equal those found by testing each row. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AddressRef } from '#shared/chain/address.ts'
import { labelledAccount } from '#shared/poisoning/testing/labelled-rows.ts'
import { isScamItem } from '#shared/chain/reputation.ts'
import { partyTransferOf } from '#shared/poisoning/party-transfer.ts'
import { PoisoningDetector } from '#shared/poisoning/poisoning-detector.ts'
import { createQueryWorld } from './testing/kept-world.ts'

let world: ReturnType<typeof createQueryWorld>
beforeEach(() => {
  world = createQueryWorld()
})
afterEach(() => {
  world.close()
})

const OWN = `0x${'0a'.repeat(20)}`
const TOKENS = [
  { symbol: 'USDC', exchange_rate: '1.0001' },
  { symbol: 'USDC', exchange_rate: null },
  { symbol: 'PTS', exchange_rate: null },
  { symbol: 'PTS', exchange_rate: null, reputation: 'scam' },
].map((token, at) => ({
  ...token,
  address_hash: `0x${String(at + 1).repeat(40)}`,
  name: null,
  decimals: '6',
}))
/** Addresses, some of which look alike. */
const PARTIES = ['d8da', 'd8db', 'beef'].flatMap((head) =>
  ['11', '22', '33'].map((middle) => `0x${head}${middle.repeat(16)}6045`),
)

interface MadeRow {
  readonly isTransfer: boolean
  readonly item: { readonly from?: AddressRef; readonly to?: AddressRef }
}

const transfer: fc.Arbitrary<MadeRow> = fc
  .record({
    isTransfer: fc.boolean(),
    isPaid: fc.boolean(),
    party: fc.constantFrom(...PARTIES),
    isScam: fc.constantFrom(false, false, false, true),
    value: fc.constantFrom('0', '1', '9000', '5000000', String(10n ** 18n)),
    token: fc.constantFrom(...TOKENS),
    input: fc.constantFrom('0x', '0x', '0xa9059cbb'),
  })
  .map(({ isTransfer, isPaid, party, isScam, value, token, input }) => {
    const [own, other] = [{ hash: OWN }, { hash: party, is_scam: isScam }]
    const sides = isPaid ? { from: own, to: other } : { from: other, to: own }
    const item = isTransfer
      ? { ...sides, token, total: [{ value, decimals: '6' }] }
      : { ...sides, value, raw_input: input }
    return { isTransfer, item }
  })
interface Account {
  readonly own: string
  readonly rows: readonly MadeRow[]
}
const account: fc.Arbitrary<Account> = fc.oneof(
  fc.record({ own: fc.constant(OWN), rows: fc.array(transfer, { maxLength: 60 }) }),
  fc.integer({ min: 1, max: 10_000 }).map((seed) => {
    const { own, rows } = labelledAccount(seed)
    return { own, rows: rows.map(({ item }) => ({ isTransfer: 'token' in item, item })) }
  }),
)

test('rows that imitate a counterparty, or are marked as scam, are left out, counted, and marked', async () => {
  let runs = 0
  const seen = { scam: 0, imitations: 0 }
  const asked = fc.record({ account, ofTransfers: fc.boolean(), isTimed: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(asked, async ({ account: { own, rows: made }, ofTransfers, isTimed }) => {
      const source = `source ${String((runs += 1))}`
      const list = ofTransfers ? 'address-token-transfers' : 'address-transactions'
      const items = made.flatMap(({ isTransfer, item }, at) => {
        const hash = `0x${at.toString(16).padStart(64, '0')}`
        const place = {
          block_number: 1_000 - at,
          // Without a timestamp the columns are incomplete, and the row is read from its body.
          ...(isTimed ? { timestamp: '2026-01-01T00:00:00Z' } : {}),
        }
        if (isTransfer !== ofTransfers) return []
        return [
          isTransfer
            ? { ...item, transaction_hash: hash, log_index: 1, ...place }
            : { ...item, hash, position: 0, ...place },
        ]
      })
      const keyOf = (item: object) => `row ${String(items.indexOf(item as never))}`
      const scope = world.scope({ source, list, address: own })
      world.hold(scope, items, keyOf)

      const detector = new PoisoningDetector(own)
      // Two passes, because later rows can change how earlier ones are judged.
      for (const item of [...items, ...items]) {
        const one = partyTransferOf(item)
        if (one) detector.see(one)
      }
      const folded = { scam: 0, imitations: 0, isOfNewest: false }
      const keys = items.flatMap((item) => {
        const one = partyTransferOf(item)
        const reason = isScamItem(item, own)
          ? 'scam'
          : one && detector.isPoisoning(one)
            ? 'imitations'
            : undefined
        if (reason) folded[reason] += 1
        return reason ? [] : [keyOf(item)]
      })

      const all = await world.find({ scope, fold: false })
      const imitated = [...detector.imitated].sort()
      const few = items.slice(0, 200).flatMap(({ from, to }) => [from?.hash, to?.hash])
      if (items.length === 0) return
      expect([...(all.imitated ?? [])].sort()).toEqual(imitated.filter(([one]) => few.includes(one)))
      expect(all).toMatchObject({ count: items.length, folded: { scam: 0, imitations: 0 } })

      const found = []
      for (let offset = 0; offset === 0 || offset < keys.length; offset += 200)
        found.push(...(await world.find({ scope, fold: true, offset })).rows)
      expect(found.map(({ key }) => key)).toEqual(keys)
      expect(await world.find({ scope, fold: true, limit: 0 })).toMatchObject({
        count: keys.length,
        folded,
      })
      expect(await world.addUp({ scope, fold: true })).toMatchObject({
        totals: { rows: keys.length },
        folded,
      })
      seen.scam += folded.scam
      seen.imitations += folded.imitations
    }),
    { numRuns: 100 },
  )
  expect(seen.scam).toBeGreaterThan(100)
  expect(seen.imitations).toBeGreaterThan(100)
})
