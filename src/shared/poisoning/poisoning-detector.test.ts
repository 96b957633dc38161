import { describe, expect, test } from 'vitest'
import { partyTransferOf, type PartyTransfer } from './party-transfer.ts'
import { PoisoningDetector } from './poisoning-detector.ts'
import { isLookAlike } from './look-alike.ts'
import { labelledAccount } from './testing/labelled-rows.ts'

const ACCOUNTS = 300
const PAGE = 50

function transfer(item: object): PartyTransfer {
  const found = partyTransferOf(item)
  if (!found) throw new Error('It moves nothing.')
  return found
}

test('address poisoning is recognised: recall at least 99 %, false alarms at most 0.1 %', async ({
  annotate,
}) => {
  const counts = { attacks: 0, recognised: 0, honest: 0, alarms: 0 }
  const missed: Record<string, number> = {}
  for (let seed = 1; seed <= ACCOUNTS; seed++) {
    const { own, rows } = labelledAccount(seed)
    const detector = new PoisoningDetector(own)
    // As when reading a list: a page is learned and judged before the next one comes.
    for (let at = 0; at < rows.length; at += PAGE)
      for (const { item } of rows.slice(at, at + PAGE)) detector.see(transfer(item))
    for (const { item, attack } of rows) {
      const found = detector.isPoisoning(transfer(item))
      if (attack) {
        counts.attacks += 1
        if (found) counts.recognised += 1
        else missed[attack] = (missed[attack] ?? 0) + 1
      } else {
        counts.honest += 1
        if (found) counts.alarms += 1
      }
    }
  }
  const recall = counts.recognised / counts.attacks
  const alarms = counts.alarms / counts.honest
  await annotate(
    `address poisoning: recall ${(recall * 100).toFixed(2)} % of ${String(counts.attacks)}, ` +
      `false alarms ${(alarms * 100).toFixed(3)} % of ${String(counts.honest)}; missed ${JSON.stringify(missed)}`,
  )
  expect(counts.attacks).toBeGreaterThan(10_000)
  expect(recall).toBeGreaterThanOrEqual(0.99)
  expect(alarms).toBeLessThanOrEqual(0.001)
})

const OWN = `0x${'0a'.repeat(20)}`
const TRUE = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const FAKE = '0xd8da000000000000111111111111111111116045'
const paid = (to: string, block: number): PartyTransfer =>
  transfer({
    hash: '0x1',
    from: { hash: OWN },
    to: { hash: to },
    value: '1000000000000000000',
    block_number: block,
  })
const nothingFrom = (from: string, block: number): PartyTransfer =>
  transfer({ hash: '0x2', from: { hash: from }, to: { hash: OWN }, value: '0', block_number: block })

describe('an imitation', () => {
  test('is known once what it imitates is loaded, which is below it in a list', () => {
    const detector = new PoisoningDetector(OWN)
    detector.see(nothingFrom(FAKE, 12))
    expect(detector.isPoisoning(nothingFrom(FAKE, 12))).toBe(false)
    const before = detector.revision
    detector.see(paid(TRUE, 10))
    expect(detector.revision).toBeGreaterThan(before)
    expect(detector.isPoisoning(nothingFrom(FAKE, 12))).toBe(true)
    expect(detector.imitated.get(FAKE)).toBe(TRUE)
    expect(detector.isPoisoning(paid(TRUE, 10))).toBe(false)
  })

  test('that was paid stays marked, and what was paid is not folded', () => {
    const detector = new PoisoningDetector(OWN)
    const rows = [paid(FAKE, 14), nothingFrom(FAKE, 12), paid(TRUE, 10)]
    for (const row of rows) detector.see(row)
    expect(rows.map((row) => detector.isPoisoning(row))).toEqual([false, true, false])
    expect([...detector.imitated]).toEqual([[FAKE, TRUE]])
  })

  test('is one of whom this account deals with: of another account it is none', () => {
    const detector = new PoisoningDetector(`0x${'0b'.repeat(20)}`)
    detector.see(nothingFrom(FAKE, 12))
    detector.see(paid(TRUE, 10))
    expect(detector.imitated.size).toBe(0)
    const all = new PoisoningDetector(undefined)
    all.see(nothingFrom(FAKE, 12))
    all.see(paid(TRUE, 10))
    expect(all.imitated.get(FAKE)).toBe(TRUE)
  })

  test('of two addresses is told of the true one, and of the same however often its rows are seen', () => {
    const other = '0xd8da222222222222222222222222222222226045'
    const detector = new PoisoningDetector(OWN)
    const rows = [nothingFrom(FAKE, 12), paid(other, 11), paid(TRUE, 10)]
    const seeAll = () => {
      for (const row of rows) detector.see(row)
      return detector.revision
    }
    seeAll()
    expect(seeAll()).toBe(seeAll())
    expect(detector.imitated).toEqual(new Map([FAKE, other].map((one) => [one, TRUE])))
  })

  test('by the thousand is known for the first two hundred that look alike', () => {
    const detector = new PoisoningDetector(OWN)
    detector.see(paid(TRUE, 1))
    for (let nth = 0; nth < 20_000; nth++)
      detector.see(nothingFrom(`0xd8da${nth.toString(16).padStart(32, '1')}6045`, nth + 2))
    expect(detector.imitated.size).toBe(199)
  })
})

test('alike are addresses that somebody could have made alike', () => {
  expect(isLookAlike(TRUE, FAKE)).toBe(true)
  expect(isLookAlike(TRUE, TRUE)).toBe(false)
  expect(isLookAlike(`0x${'0'.repeat(36)}1001`, `0x${'0'.repeat(35)}21001`)).toBe(false)
  expect(isLookAlike(TRUE, `0xd8d${'1'.repeat(34)}045`)).toBe(false)
  expect(isLookAlike(TRUE, `0xd8d${'1'.repeat(33)}6045`)).toBe(true)
})

test('a token without whole units is worth nothing that is known, so it is not cheap', () => {
  const token = { address_hash: OWN, type: 'ERC-20', exchange_rate: '1' }
  const cheap = (decimals: string | null, value: string) =>
    transfer({
      from: { hash: OWN },
      to: { hash: TRUE },
      token: { ...token, decimals },
      total: [{ value, decimals }],
    }).cheap
  expect([cheap('2', '49'), cheap('2', '50'), cheap('78', '1'), cheap(null, '1')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
