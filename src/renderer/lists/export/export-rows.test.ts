import { describe, expect, test } from 'vitest'
import { withInvalidFields } from '#shared/chain/invalid-fields.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { rowsAsJson } from '../copy/row-text.ts'
import { csvValue } from '#shared/text/csv-cell.ts'
import { createCsvTable, fileName, jsonOf, type RowSource } from './export-rows.ts'

const rows: GridRow[] = [
  { kind: 'item', key: '1', item: { name: 'a, "b"', amount: '-1.5' } },
  {
    kind: 'unread',
    key: '2',
    unread: { path: 'amount', found: 'an object', expected: 'a text', raw: '{"amount":{}}' },
  },
  {
    kind: 'item',
    key: '3',
    item: withInvalidFields({ name: '=HYPERLINK("http://evil.example")', amount: '7', fee: null }, [
      { path: ['fee'], field: 'fee', found: 'an object', expected: 'a text', raw: '{"wei":1}' },
    ]),
  },
]
const source: RowSource = (visit) => {
  rows.forEach(visit)
}
const WHOLE = { chainId: '1', partial: false, folded: 0, unmatched: 0 }

describe('a file of the loaded rows', () => {
  test('CSV: quoted, no text that a table program would run, what could not be read in a column of its own', async () => {
    const table = createCsvTable(['name', 'amount'])
    table.add(['a, "b"', '-1.5'])
    table.add(['', ''], { amount: {} })
    table.add(['=HYPERLINK("http://evil.example")', '7'], { fee: '=1+1' })
    const csv = await table.end(WHOLE).text()
    expect(csv.split('\r\n')).toEqual([
      'name,amount,Could not be read (JSON)',
      '"a, ""b""",-1.5,',
      ',,"{""amount"":{}}"',
      '"\'=HYPERLINK(""http://evil.example"")",7,"{""fee"":""\\u003d1+1""}"',
      '',
    ])
  })

  test('what is not in it is said in its name and in its last line', async () => {
    const scope = { ...WHOLE, partial: true, folded: 12 }
    const table = createCsvTable(['name'])
    for (const name of ['a', 'b', 'c']) table.add([name])
    const csv = await table.end(scope).text()
    expect(csv.trimEnd().split('\r\n').at(-1)).toBe(
      '"# 3 rows; partial: more rows of this list are not loaded, 12 hidden rows left out"',
    )
    expect(fileName('address-tokens', {}, 'json', scope)).toMatch(/-partial-without-12-hidden\.json$/)
  })

  test.each(['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\tx'])('%s gets an apostrophe', (text) => {
    expect(csvValue(text)).toMatch(/^"?'/)
  })

  test('JSON: every item as it came, what could not be read too', async () => {
    const json = JSON.parse(await jsonOf(source).text()) as unknown[]
    expect(json).toEqual([
      { name: 'a, "b"', amount: '-1.5' },
      { amount: {} },
      { name: '=HYPERLINK("http://evil.example")', amount: '7', fee: { wei: 1 } },
    ])
    expect(JSON.parse(await jsonOf(() => undefined).text())).toEqual([])
  })

  test('the file is named after what it holds', () => {
    expect(fileName('address-transactions', { address_hash: '0x1234567890abcdef' }, 'csv', WHOLE)).toMatch(
      /^chainglass-address-transactions-0x12345678-\d{4}-\d\d-\d\d\.csv$/,
    )
  })
})

test('rows copied as JSON are as the API gave them', () => {
  expect(JSON.parse(rowsAsJson(rows))).toEqual([
    { name: 'a, "b"', amount: '-1.5' },
    { amount: {} },
    { name: '=HYPERLINK("http://evil.example")', amount: '7', fee: { wei: 1 } },
  ])
})
