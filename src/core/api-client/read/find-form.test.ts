/** Tests that JSON Lines have each item as its source wrote it, whatever the reader makes of it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyItem } from '#shared/chain/testing/any-item.ts'
import { listItem } from '#shared/lists/list-items.ts'
import { LIST_IDS, type ListId } from '#shared/lists/list-table.ts'
import { rowsInOrder } from '#shared/lists/page.ts'
import { wireRow, wireText } from '#shared/lists/wire-row.ts'
import { readDetailBody } from './read-detail.ts'
import { readPageBody } from './read-page.ts'

/** What comes back of items, by way of a store that holds JSON. */
function written(list: ListId, items: readonly string[]): readonly string[] {
  const body = `{"items":[${items.join(' , ')}],"next_page_params":null}`
  const page = readPageBody(body, { list, counted: new Map(), host: 'here', keepsForm: true })
  return rowsInOrder(JSON.parse(JSON.stringify(page)) as typeof page).map(wireRow)
}

const HASH = `0x${'ab'.repeat(32)}`
it.each<[string, ListId, string]>([
  ['a nonce that is a number', 'address-transactions', `{"hash":"${HASH}","nonce":7,"block":3,"type":"2"}`],
  ['digits of a number', 'address-transactions', `{"hash":"${HASH}","fee":{"value":2.0e3,"x":[1.50,-0]}}`],
  [
    'a number beyond a double',
    'address-transactions',
    `{"hash":"${HASH}","value":${'9'.repeat(40)},"a":1e999}`,
  ],
  ['uncles', 'latest-blocks', `{"hash":"${HASH}","uncles_hashes":[{"hash":"${HASH}"}],"tx_count":0}`],
  [
    'topics',
    'address-logs',
    `{"tx_hash":"${HASH}","index":1,"topics":["${HASH}",null,null,null],"data":"0x"}`,
  ],
  ['one total', 'token-transfers', `{"tx_hash":"${HASH}","log_index":1,"total":{"value":"1","decimals":6}}`],
  ['no total', 'token-transfers', `{"transaction_hash":"${HASH}","log_index":1}`],
  ['a total that is null', 'token-transfers', `{"total":null,"transaction_hash":"${HASH}","log_index":1}`],
  [
    'long texts in odd places',
    'address-transactions',
    `{"hash":"${HASH}","status":["${'é'.repeat(70_000)}"],"raw_input":"0x${'00'.repeat(30_000)}"}`,
  ],
  ['a row that cannot be read', 'address-transactions', `{"hash":12.50,"raw_input":"${'z'.repeat(70_000)}"}`],
  ['no object', 'address-transactions', `"soon"`],
  ['a text that is named as our own', 'address-transactions', `{"hash":"${HASH}","chainglass:form":"{\\n"}`],
])('%s stays as it came', (_, list, item) => {
  expect(written(list, [item, item])).toEqual([item, item])
})

it('so does a thing', () => {
  const body = `{"hash":"${HASH}","nonce":1.0e0,"block":3}`
  expect(wireText(readDetailBody(body, 'transaction', 'here', true))).toBe(body)
})

it('a key that a source echoes is not in it', () => {
  const item = `{"hash":"${HASH}","status":["?apikey=hunter2hunter2"]}`
  expect(written('address-transactions', [item])[0]).not.toContain('hunter2')
})

/** Members of any item, some of them replaced by anything. */
const itemOf = (list: ListId) =>
  fc
    .tuple(
      anyItem(listItem(list)),
      fc.array(fc.tuple(fc.nat(30), fc.jsonValue({ maxDepth: 2 })), { maxLength: 3 }),
    )
    .map(([item, odd]) => {
      const names = Object.keys(item)
      const replaced = Object.fromEntries(odd.map(([at, value]) => [names[at % names.length] ?? 'x', value]))
      return JSON.stringify({ ...item, ...replaced })
    })

it.each(LIST_IDS)('%s: so does any item', (list) => {
  fc.assert(
    fc.property(fc.array(itemOf(list), { minLength: 1, maxLength: 3 }), (items) => {
      expect(written(list, items)).toEqual(items)
    }),
    { numRuns: 10 },
  )
})
