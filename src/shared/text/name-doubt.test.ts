import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LOOK_ALIKES } from './look-alikes.ts'
import { nameDoubt } from './name-doubt.ts'
import { WELL_KNOWN_NAMES } from './well-known-names.ts'

describe('a name that reads like a well-known one', () => {
  test.each([
    ['Cyrillic С', 'USD\u0421', 'USDC'],
    ['small Cyrillic с', 'usd\u0441', 'USDC'],
    ['all Cyrillic', '\u0412\u0422\u0421', 'BTC'],
    ['Greek', '\u0395\u03a4\u0397', 'ETH'],
    ['full width', 'ＵＳＤＣ', 'USDC'],
    ['mathematical', '𝐔𝐒𝐃𝐂', 'USDC'],
    ['circled', 'ⓊⓈⒹⒸ', 'USDC'],
    ['in boxes', '🆄🆂🅳🅲', 'USDC'],
    ['small capitals', 'ᴜꜱᴅᴄ', 'USDC'],
    ['accents', 'ÚSDĊ', 'USDC'],
    ['a digit', 'S0L', 'SOL'],
    ['a small l', 'DAl', 'DAI'],
    ['blanks', 'USD  Coin', 'USD Coin'],
    ['a blank behind', 'USDC ', 'USDC'],
    ['in a name of words', 'Теther USD', 'Tether USD'],
    ['something hidden', 'US\u200bDC', 'USDC'],
  ])('is marked: %s', (_how, name, imitated) => {
    expect(nameDoubt(name)).toEqual({ kind: 'imitates', name: imitated })
  })

  test('is marked whichever of its letters are other letters that look alike', () => {
    const known = WELL_KNOWN_NAMES.filter((name) => /^[A-Z]{3,}$/.test(name))
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.infiniteStream(fc.nat()), (name, numbers) => {
        const letters = Array.from(name, (letter) => {
          const alike = Array.from(LOOK_ALIKES[letter] ?? letter)
          return alike[numbers.next().value! % alike.length]!
        })
        fc.pre(letters.join('') !== name)
        expect(nameDoubt(letters.join(''))?.kind).toBe('imitates')
      }),
      { numRuns: 1_000 },
    )
  })

  test('is not marked where it is that name, in capitals or not, or is an honest name of its own', () => {
    for (const name of [
      ...WELL_KNOWN_NAMES,
      ...WELL_KNOWN_NAMES.map((one) => one.toLowerCase()),
      ...[
        'USD₮',
        'USD₮0',
        'POI',
        'bETH',
        'aEthUSDC',
        'USDC-LP',
        'Münzen',
        '∞',
        '星',
        'Δραχμή',
        'Цифровой рубль',
      ],
    ])
      expect(nameDoubt(name), name).toBeUndefined()
  })
})

test('a word of Latin letters with look-alike letters of another alphabet is marked, with what it reads like', () => {
  expect(nameDoubt('S\u0430mple D\u043ellar')).toEqual({ kind: 'mixed', name: 'Sample Dollar' })
  expect(nameDoubt('Привет World')).toBeUndefined()
  expect(nameDoubt('日本 Token')).toBeUndefined()
})

test('a name with something hidden is marked', () => {
  expect(nameDoubt('My\u200bCoin')).toEqual({ kind: 'hidden' })
  expect(nameDoubt('My Coin')).toBeUndefined()
})
