import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pack, unpack } from './row-packing.ts'

describe('packed rows', () => {
  test('any JSON comes back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(unpack(pack(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('a hostile key named __proto__ stays a key', () => {
    const rows = JSON.parse('[{"__proto__":{"polluted":true},"a":1,"b":2,"c":3}]') as object[]
    const [back] = unpack(pack(rows)) as object[]
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype)
    expect(JSON.stringify(back)).toBe(JSON.stringify(rows[0]))
  })

  test('takes under half of the room of the same JSON where rows are alike', () => {
    const from = {
      hash: `0x${'1'.repeat(40)}`,
      is_contract: false,
      name: null,
      ens_domain_name: 'somebody.eth',
    }
    const rows = Array.from({ length: 50 }, (_, index) => ({
      transaction_hash: `0x${String(index).padStart(64, '0')}`,
      block_number: index,
      confirmation_duration: [0, 2000],
      from: { ...from },
      to: { ...from },
    }))
    expect(pack(rows).length).toBeLessThan(JSON.stringify(rows).length / 2)
  })
})
