import { expect, test } from 'vitest'
import { collectSeenNames, seenSection } from './seen-section.ts'

const hash = (digit: string) => `0x${digit.repeat(40)}`
const TOKEN = { address_hash: hash('a'), name: 'Sample Dollar', symbol: 'SUSD', reputation: 'ok' }

const listOf = (items: readonly object[]) => ({
  rowsHere: () => items.map((item, index) => ({ kind: 'item', key: String(index), item }) as const),
})
const find = (text: string, items: readonly object[], labels = new Map<string, string>()) =>
  seenSection({ text, targets: [] }, collectSeenNames([listOf(items)]), {
    source: 'eth',
    labels,
    pretender: () => undefined,
  }).items

test('addresses and tokens of rows are found by their names, each once', () => {
  const row = {
    from: { hash: hash('1'), name: 'SwapRouter' },
    to: { hash: hash('2'), ens_domain_name: 'dollar.eth', name: null },
    token: TOKEN,
  }
  expect(find('dollar', [row, row]).map(({ label }) => label)).toEqual(['dollar.eth', 'Sample Dollar'])
  expect(find('swap', [row])).toMatchObject([{ label: 'SwapRouter', icon: { kind: 'address' } }])
  expect(find('susd', [row])).toMatchObject([
    { label: 'Sample Dollar', isExact: true, icon: { kind: 'token' } },
  ])
  expect(find('nothing', [row])).toEqual([])
})

test('a scam and a look-alike are marked, and not opened by Enter alone', () => {
  const rows = [{ token: { ...TOKEN, reputation: 'scam' } }, { from: { hash: hash('3'), name: 'USD\u0421' } }]
  expect(find('sample dollar', rows)[0]).toMatchObject({ mark: { label: 'scam' } })
  expect(find('sample dollar', rows)[0]?.isExact).toBeUndefined()
  expect(find('usd\u0441', rows)[0]).toMatchObject({ mark: { label: 'not USDC' } })
})

test('what the person has named stands among the watched ones', () => {
  const row = { from: { hash: hash('1'), name: 'SwapRouter' } }
  expect(find('swap', [row], new Map([[hash('1'), 'Router']]))).toEqual([])
})

test('rows that are anything do no harm, and only so many are looked through', () => {
  expect(find('aa', [{ from: null, to: 'x', token: [], odd: { hash: 5 } }])).toEqual([])
  const many = Array.from({ length: 2_000 }, (_, n) => ({
    from: { hash: `0x${String(n).padStart(40, '0')}`, name: `Name ${String(n)}` },
  }))
  expect(collectSeenNames([listOf(many)]).length).toBeLessThanOrEqual(300)
})
