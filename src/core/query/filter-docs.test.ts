/** docs/filter.md describes each word of the filter language, and its examples work on the sample chain. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { readAll } from '#service/sample/testing/read-list.ts'
import { checkQuery } from '#shared/query/check-query.ts'
import { compileQuery } from '#shared/query/compile-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import type { Queried, RowContext } from '#shared/query/row-fields.ts'
import { ALL_WORDS } from '#shared/query/words.ts'

const document = readFileSync(new URL('../../../docs/filter.md', import.meta.url), 'utf8')
const sectionOf = (heading: string) => document.split(heading)[1]?.split(/\n## |\n[A-Z][^\n|]+:\n/)[0] ?? ''
const examplesOf = (heading: string) =>
  [...sectionOf(heading).matchAll(/^\| `([^`]+)` \|/gm)].map(([, filter]) => filter!)

const chain = createSampleChain({ seed: 'filter', transactions: 1234, now: () => Date.UTC(2026, 9, 7, 12) })
const [busiest, whale] = chain.suggestedAddresses().map(({ address }) => address.toLowerCase())
const params = { address_hash: busiest! }
const context: RowContext = {
  ownAddress: busiest!,
  ownToken: undefined,
  coin: { symbol: 'ETH', decimals: 18 },
  labels: new Map([[whale!, 'Whale']]),
  zone: 'utc',
}

test('every word is told', () => {
  const told = [...sectionOf('## Words').matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([a-z]+):?`/g)].map(([, word]) => word!),
  )
  expect(told.toSorted()).toEqual(ALL_WORDS.toSorted())
})

describe.each([
  ['Transactions of an address:', 'transaction', readAll(chain, 'address-transactions', { params })],
  ['Token transfers of an address:', 'transfer', readAll(chain, 'address-token-transfers', { params })],
] as const)('%s', (heading, resource: Queried, rows: readonly object[]) => {
  test.each(examplesOf(heading))('%s', (filter) => {
    const { query, errors } = parseQuery(filter)
    expect(errors).toEqual([])
    expect(checkQuery(query!, resource, context)).toEqual([])
    const found = rows.filter(
      compileQuery(query!, resource as 'transaction', context) as (row: object) => boolean,
    )
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(rows.length)
  })
})
