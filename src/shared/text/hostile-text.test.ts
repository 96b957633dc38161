import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutText, HIDDEN, plainName, plainUnit, replaceInvisible } from './hostile-text.ts'
import { nameDoubt } from './name-doubt.ts'

/** Listed by their effect, independently of the tested rule: each renders as nothing, or changes the direction. */
const INVISIBLE_RANGES: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x08],
  [0x0e, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d159, 0x1d159],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]
const invisible = fc
  .constantFrom(...INVISIBLE_RANGES)
  .chain(([from, to]) => fc.integer({ min: from, max: to }))
  .map((code) => String.fromCodePoint(code))
const blank = fc.constantFrom(
  ...' |\t|\n|\r|\u0085|\u00a0|\u1680|\u2003|\u2028|\u2029|\u202f|\u205f|\u3000'.split('|'),
)

describe('what can’t be seen', () => {
  test.each(INVISIBLE_RANGES)('makes another name: U+%s', (from, to) => {
    for (let code = from; code <= to; code++) {
      const hidden = String.fromCodePoint(code)
      for (const name of [`${hidden}USDC`, `US${hidden}DC`, `USDC${hidden}`]) {
        expect(plainName(name), code.toString(16)).toBe(name.replace(hidden, HIDDEN))
        expect(nameDoubt(name)).toEqual({ kind: 'imitates', name: 'USDC' })
      }
    }
  })

  test('wherever it stands, and with blanks, a name with it is not shown like the name without', () => {
    const gap = fc.array(fc.oneof(invisible, blank), { maxLength: 4 }).map((all) => all.join(''))
    fc.assert(
      fc.property(fc.array(gap, { minLength: 5, maxLength: 5 }), ([a, b, c, d, e]) => {
        const name = `${a!}U${b!}S${c!}D${d!}C${e!}`
        fc.pre(name !== 'USDC')
        expect(plainName(name) !== 'USDC' || nameDoubt(name)?.kind === 'imitates').toBe(true)
        if (replaceInvisible(name.replace(/[\s\u0085]/gu, ''), '!') !== 'USDC')
          expect(plainName(name)).not.toBe('USDC')
      }),
      { numRuns: 2_000 },
    )
  })

  test('is shown as one sign for a run of it, and is no name by itself', () => {
    expect(plainName('U\u200b\u200dS\u202eD\u00adC\ufeff')).toBe(['U', 'S', 'D', 'C', ''].join(HIDDEN))
    expect(plainName('a\u0000b\u001bc')).toBe(`a${HIDDEN}b${HIDDEN}c`)
    expect(plainName(' \u200b \u2800\u3164')).toBe('')
  })

  test('is left where it belongs: in emoji, and between letters that join', () => {
    for (const name of [
      '👨\u200d👩\u200d👧 family',
      '❤\ufe0f',
      '1\ufe0f\u20e3',
      '🏳\ufe0f\u200d🌈',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      'می\u200cخواهم',
      'क्\u200dष',
      'डिजिटल रुपया',
      'Doppelgänger',
      '星辰币',
    ]) {
      expect(plainName(name)).toBe(name)
      expect(nameDoubt(name)).toBeUndefined()
    }
    expect(plainName('😀\u200d😀')).toBe(`😀${HIDDEN}😀`)
    expect(plainName('1\ufe0f')).toBe(`1${HIDDEN}`)
    expect(replaceInvisible('a\u202e\u200bb', ' ')).toBe('a b')
  })
})

test('a name is one line, and short', () => {
  expect(plainName('  two\u00a0 \u3000words\r\n\tthree\u2028four ')).toBe('two words three four')
  expect(plainName('x'.repeat(1e6))).toHaveLength(80)
  expect(cutText('ab😀', 3)).toBe('ab…')
  expect(cutText('a😀b', 3)).toBe('a…')
  expect(cutText('abc', 3)).toBe('abc')
})

test.each([
  ['000 USDC', '“000 USDC”'],
  [',000\u2009USDC', '“,000 USDC”'],
  ['.5', '“.5”'],
  ['٠٠٠ USDC', '“٠٠٠ USDC”'],
  ['10^18', '“10^18”'],
  ['1INCH', '1INCH'],
  ['3Crv', '3Crv'],
  ['USDC 000', 'USDC 000'],
  ['0x00aa', '0x00aa'],
  ['', ''],
])('behind an amount the unit %j makes no other number of it', (unit, shown) => {
  expect(plainUnit(unit)).toBe(shown)
})
