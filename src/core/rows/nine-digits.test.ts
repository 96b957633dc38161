/** Amounts as numbers of nine digits each, and back. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, rawOf } from './amount-parts.ts'

const digits = fc.array(fc.constantFrom('0', '0', '1', '9', '5'), { minLength: 1, maxLength: 60 })
const raw = fc.tuple(fc.constantFrom('', '-'), digits).map(([sign, all]) => sign + all.join(''))

test('what fits comes back to its last digit, and compares as it does; of what does not, nothing is told', () => {
  fc.assert(
    fc.property(
      raw,
      fc.nat(80),
      fc.constantFrom(1, 2),
      fc.constantFrom(2, 3),
      (text, places, before, behind) => {
        const number = BigInt(text)
        const size = number < 0n ? -number : number
        const [unit, least] = [10n ** BigInt(places), 10n ** BigInt(9 * behind)]
        const fits = size / unit < 10n ** BigInt(9 * before) && (size * least) % unit === 0n
        const parts = partsOf(text, places, before, behind)
        expect(parts !== undefined).toBe(fits)
        if (!parts) return
        expect(parts).toHaveLength(before + behind)
        expect(rawOf(parts, behind, places)).toBe(number)
        const isBelow = number < 0n
        for (const part of parts) {
          expect(Math.abs(part)).toBeLessThan(1e9)
          expect(Object.is(part, -0) || (isBelow ? part > 0 : part < 0)).toBe(false)
        }
      },
    ),
    { numRuns: 500 },
  )
})
