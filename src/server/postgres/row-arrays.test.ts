import { expect, test } from 'vitest'
import { tableOf } from '#platform/table.ts'
import type { PostgresValue } from './postgres-messages.ts'
import { rowsInPostgres } from './row-arrays.ts'

test('of rows that replace each other the last of each key is sent, of bytes that are no text, too', () => {
  const sent: (readonly PostgresValue[])[] = []
  const { insertRows } = rowsInPostgres(
    () => new Map(),
    (_, values) => sent.push(values),
  )
  const table = tableOf<{ id: Uint8Array; nth: number }>('item', ['id', 'nth'])
  const rows = [0xfe, 0xff, 0xfe].map((byte, nth) => ({ id: Buffer.of(byte), nth }))
  insertRows(table, rows, 'replace')
  expect(sent).toEqual([[String.raw`{"\\xfe","\\xff"}`, '{2,1}']])
})
