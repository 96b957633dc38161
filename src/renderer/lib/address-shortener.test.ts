import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTick, watchEffect } from 'vue'
import { AddressShortener } from './address-shortener.ts'

const own = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const digits = (length: number) =>
  fc
    .array(fc.constantFrom(...Array.from({ length: 16 }, (_, digit) => digit.toString(16))), {
      minLength: length,
      maxLength: length,
    })
    .map((all) => all.join(''))
/** Shares some digits with `own` at both ends, as an address ground by an attacker does. */
const alike = fc
  .tuple(fc.integer({ min: 4, max: 18 }), fc.integer({ min: 4, max: 18 }), digits(40))
  .map(
    ([head, tail, middle]) =>
      `0x${own.slice(2, 2 + head)}${middle.slice(head, 40 - tail)}${own.slice(-tail)}`,
  )

test('an address is shortened in its middle, in whatever case it came', () => {
  const { shorten } = bound()
  expect(shorten('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).toBe('0xd8dA…6045')
  expect(shorten(own)).toBe('0xd8da…6045')
  expect(shorten('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).toBe('0xd8dA…6045')
  expect(shorten('0xshort')).toBe('0xshort')
})

test('no two different addresses are shortened alike, however alike they are', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          alike,
          digits(40).map((hex) => `0x${hex}`),
        ),
        { maxLength: 60 },
      ),
      (all) => {
        const { shorten } = bound()
        const addresses = [...new Set([own, ...all])]
        for (const address of addresses) shorten(address)
        const shown = addresses.map(shorten)
        expect(new Set(shown).size).toBe(addresses.length)
        for (const [index, text] of shown.entries()) {
          const [head = '', tail = ''] = text.split('…')
          expect(addresses[index]!.startsWith(head) && addresses[index]!.endsWith(tail)).toBe(true)
        }
      },
    ),
  )
})

test('thousands of look-alikes are told apart', () => {
  const { shorten } = bound()
  const all = Array.from(
    { length: 5_000 },
    (_, nth) => `${own.slice(0, 6)}${nth.toString(16).padStart(32, '0')}${own.slice(-4)}`,
  )
  for (const address of all) shorten(address)
  expect(new Set(all.map(shorten)).size).toBe(all.length)
})

test('from watched and recent addresses, too, which are not forgotten', () => {
  const { shorten, keepApart } = bound()
  keepApart([own])
  for (let nth = 0; nth < 25_000; nth++) shorten(`0x${nth.toString(16).padStart(40, '7')}`)
  const other = `${own.slice(0, 6)}${'0'.repeat(32)}${own.slice(-4)}`
  expect(shorten(other)).toBe('0xd8da0…06045')
  expect(shorten(own)).toBe('0xd8da6…96045')
})

test('what shows an address is drawn again when it has to become longer, and nothing else is', async () => {
  const { shorten } = bound()
  const drawn: string[] = []
  let others = 0
  watchEffect(() => drawn.push(shorten(own)))
  watchEffect(() => {
    others += 1
    shorten(`0x${'1'.repeat(40)}`)
  })
  for (let nth = 0; nth < 100; nth++) shorten(`0x${nth.toString(16).padStart(40, '7')}`)
  await nextTick()
  expect(drawn).toEqual(['0xd8da…6045'])
  shorten(`${own.slice(0, 6)}${'0'.repeat(32)}${own.slice(-4)}`)
  await nextTick()
  await nextTick()
  expect(drawn).toEqual(['0xd8da…6045', '0xd8da6…96045'])
  expect(others).toBe(1)
})

function bound() {
  const shortener = new AddressShortener()
  return {
    shorten: (address: string) => shortener.shorten(address),
    keepApart: (addresses: readonly string[]) => {
      shortener.keepApart(addresses)
    },
  }
}
