import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { coinAsset, tokenAsset } from '../assets/asset.ts'
import { layOutFlows } from './flow-layout.ts'
import { amountLabel, bandLabels, nameLabels, partyLabel } from './flow-labels.ts'
import type { Flow, Party } from './flows.ts'
import { amountRectangle, nameRectangle, overlap } from './label-geometry.ts'

const COIN = coinAsset({ symbol: 'ETH', decimals: 18 })
const hash = `0x${'ab'.repeat(20)}`
const party = (hash: string, validator = false): Party => ({
  kind: 'address',
  key: hash,
  address: { hash },
  validator,
})
const flow = (fields: Partial<Flow>): Flow => ({
  key: 'flow',
  from: party(hash),
  to: party(`0x${'cd'.repeat(20)}`),
  asset: COIN,
  amount: 10n ** 18n,
  ...fields,
})

test('a party has the name of its address, else its role, else its short hash', () => {
  const unnamed = () => undefined
  expect(partyLabel(party(hash), () => 'Harbour Exchange')).toBe('Harbour Exchange')
  expect(partyLabel(party(hash, true), unnamed)).toBe('Validator')
  expect(partyLabel(party(hash), unnamed)).toBe('0xabab…abab')
  expect(partyLabel({ kind: 'source', key: 'source' }, unnamed)).toBe('New')
  expect(partyLabel({ kind: 'sink', key: 'sink' }, unnamed)).toBe('Burnt')
  expect(partyLabel({ kind: 'pool', key: 'pool', asset: COIN }, unnamed)).toBe('Not known (ETH)')
})

test('a name beside a box has two lines at most, broken between words and cut', () => {
  const linesOf = (name: string) =>
    nameLabels(
      layOutFlows([flow({})])!,
      () => name,
      () => undefined,
    )[0]?.lines
  expect(linesOf('Harbour Exchange')).toEqual(['Harbour', 'Exchange'])
  expect(linesOf('Whale')).toEqual(['Whale'])
  expect(linesOf('Averyveryverylongword')).toEqual(['Averyv…ngword'])
  expect(linesOf('One two three four five six seven')).toEqual(['One two three', 'four f… seven'])
})

test('an amount has its asset; a single NFT its name only', () => {
  const token = { address_hash: hash, name: 'Portraits', symbol: 'PRT', type: 'ERC-1155', decimals: null }
  const nft = tokenAsset(token, '7')
  expect(amountLabel(flow({}))).toBe('1 ETH')
  expect(amountLabel(flow({ asset: nft, amount: 1n }))).toBe('Portraits #7')
  expect(amountLabel(flow({ asset: nft, amount: 5n }))).toBe('5 × Portraits #7')
})

test('only a band that is long enough has a label', () => {
  const pool: Party = { kind: 'pool', key: 'pool', asset: COIN }
  const symbol = 'A_VERY_LONG_TOKEN_SYMBOL'
  const long = tokenAsset({ address_hash: hash, name: 'x', symbol })
  const picture = layOutFlows([
    flow({ key: 'in', to: pool }),
    flow({ key: 'out', from: pool }),
    flow({ key: 'long', from: pool, asset: long }),
  ])!
  expect(bandLabels(picture, []).map(({ band }) => band.flow.key)).toEqual(['in', 'out'])
})

test('no name and no amount stands over another, however many parties there are', () => {
  const someone = fc.integer({ min: 1, max: 14 }).map((nth) => party(`0x${String(nth).padStart(40, '2')}`))
  const assets = ['A', 'B', 'C'].map((symbol, nth) =>
    tokenAsset({ address_hash: `0x${String(nth).repeat(40)}`, name: symbol, symbol, decimals: '6' }),
  )
  const flows = fc
    .array(
      fc.record({
        from: someone,
        to: someone,
        asset: fc.constantFrom(...assets),
        amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
      }),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    .map((all) =>
      all.filter(({ from, to }) => from.key !== to.key).map((each, nth) => ({ ...each, key: String(nth) })),
    )
    .filter(({ length }) => length > 0)
  fc.assert(
    fc.property(flows, fc.boolean(), (all, warned) => {
      const picture = layOutFlows(all)!
      const warningOf = () => (warned ? { label: 'scam', title: 'scam' } : undefined)
      const names = nameLabels(picture, (each) => `Harbour Exchange ${each.key.slice(-4)}`, warningOf)
      expect(names).toHaveLength(picture.boxes.length)
      const outer = names.filter(({ anchor }) => anchor !== 'middle').map(nameRectangle)
      for (const [at, one] of outer.entries())
        for (const other of outer.slice(at + 1)) expect(overlap(one, other)).toBe(false)
      const amounts = bandLabels(picture, names).map(({ band, x, y }) =>
        amountRectangle(amountLabel(band.flow), x, y - 4),
      )
      const everything = [...amounts, ...names.map(nameRectangle)]
      for (const [at, one] of amounts.entries())
        for (const other of everything.slice(at + 1)) expect(overlap(one, other)).toBe(false)
    }),
    { numRuns: 150 },
  )
})
