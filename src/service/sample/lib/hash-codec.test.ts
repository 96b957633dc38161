import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeHash, decodeHash, type HashKind } from './hash-codec.ts'
import { createKey } from './seeded-random.ts'

const key = createKey('seed', 'chain')
const kinds = fc.constantFrom<HashKind>('fixed', 'user', 'fresh', 'transaction', 'block', 'other')
const numbers = fc.integer({ min: 0, max: 2 ** 48 - 1 })

it('a hash says what it was made for, in 20 or 32 bytes', () => {
  fc.assert(
    fc.property(kinds, numbers, fc.constantFrom(20, 32), (kind, number, bytes) => {
      const hash = encodeHash(key, kind, number, bytes)
      expect(hash).toMatch(/^0x[0-9a-f]+$/)
      expect(hash).toHaveLength(2 + 2 * bytes)
      expect(decodeHash(key, hash)).toEqual({ kind, number })
    }),
  )
})

it('a hash with any digit changed, or of another chain, is nobody’s', () => {
  fc.assert(
    fc.property(kinds, numbers, fc.integer({ min: 2, max: 41 }), (kind, number, at) => {
      const hash = encodeHash(key, kind, number, 20)
      const other = (parseInt(hash.charAt(at), 16) ^ 1).toString(16)
      expect(decodeHash(key, hash.slice(0, at) + other + hash.slice(at + 1))).toBeNull()
      expect(decodeHash(createKey('other seed', 'chain'), hash)).toBeNull()
    }),
  )
})

it('neighbours do not look alike', () => {
  const starts = new Set(
    Array.from({ length: 5000 }, (_, number) => encodeHash(key, 'user', number, 20).slice(0, 8)),
  )
  expect(starts.size).toBeGreaterThan(4990)
})
