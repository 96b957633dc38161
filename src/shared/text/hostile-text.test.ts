import { describe, expect, test } from 'vitest'
import { cutText, plainName, replaceInvisible } from './hostile-text.ts'

describe('what can’t be seen', () => {
  test.each([
    ['direction', 'a\u202eb\u2066c\u200fd\u061ce', 'abcde'],
    ['zero width', 'U\u200bS\u200dD\u00ad\ufeffC\u2060', 'USDC'],
    ['control', 'a\u0000b\u001bc\u009fd', 'abcd'],
    ['line ends', 'a\u2028b\u2029c', 'abc'],
    ['tags', 'a\u{e0041}b', 'ab'],
  ])('%s', (_what, text, plain) => {
    expect(plainName(text)).toBe(plain)
  })

  test('is replaced run by run, and leaves a person’s emoji whole', () => {
    expect(replaceInvisible('a\u202e\u200bb\nc', ' ')).toBe('a b c')
    const family = '👨\u200d👩\u200d👧'
    expect(replaceInvisible(`${family}\u202e!`, ' ', { keepsJoiners: true })).toBe(`${family} !`)
  })
})

test('a name is one line, and short', () => {
  expect(plainName('  two\u00a0 \u3000words ')).toBe('two words')
  expect(plainName('x'.repeat(1e6))).toHaveLength(80)
  expect(cutText('ab😀', 3)).toBe('ab…')
  expect(cutText('a😀b', 3)).toBe('a…')
  expect(cutText('abc', 3)).toBe('abc')
})
