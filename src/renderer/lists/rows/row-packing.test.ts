import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { pack, unpack } from './row-packing.ts'

const rowsOf = (items: readonly unknown[]): GridRow[] =>
  items.map((item, index) => ({ kind: 'item', key: String(index), item }))

describe('packed rows', () => {
  test('items of any JSON come back as they were', () => {
    const item = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const rows = rowsOf(items)
        expect(JSON.stringify(unpack(pack(rows)))).toBe(JSON.stringify(rows))
      }),
    )
  })

  test('a row that could not be read comes back as it was', () => {
    const unread = { position: 3, path: 'value', found: 'an object', expected: 'a text', raw: '{"value":{}}' }
    const rows: GridRow[] = [...rowsOf([{ a: 1 }]), { kind: 'unread', key: 'unread:0:3', unread }]
    expect(unpack(pack(rows))).toEqual(rows)
  })

  test('a hostile key named __proto__ stays a key', () => {
    const rows = rowsOf(JSON.parse('[{"__proto__":{"polluted":true},"a":1}]') as object[])
    const [back] = unpack(pack(rows))
    const item = back?.kind === 'item' ? back.item : undefined
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype)
    expect(JSON.stringify(item)).toBe('{"__proto__":{"polluted":true},"a":1}')
  })

  test('takes under half of the room of the same JSON where rows are alike', () => {
    const from = {
      hash: `0x${'1'.repeat(40)}`,
      is_contract: false,
      name: null,
      ens_domain_name: 'somebody.eth',
    }
    const rows = rowsOf(
      Array.from({ length: 50 }, (_, index) => ({
        transaction_hash: `0x${String(index).padStart(64, '0')}`,
        block_number: index,
        confirmation_duration: [0, 2000],
        from: { ...from },
        to: { ...from },
      })),
    )
    expect(pack(rows).length).toBeLessThan(JSON.stringify(rows).length / 2)
  })
})
