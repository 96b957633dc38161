import { expect, test } from 'vitest'
import { parseTargets } from '#shared/targets/parse-target.ts'
import { searchText } from './search-text.ts'

const asked = (typed: string) => searchText(typed, parseTargets(typed).targets)

test.each([
  ['usdc', 'usdc'],
  ['  Wrapped   Ether ', 'Wrapped Ether'],
  ['vitalik.eth', 'vitalik.eth'],
  ['星', '星'],
  ['🦄', '🦄'],
])('a name is searched for: %s', (typed, text) => {
  expect(asked(typed)).toBe(text)
})

test.each([
  ['nothing', ''],
  ['one letter', 'a'],
  ['an address', `0x${'ab'.repeat(20)}`],
  // A private key has the same form: the app must not send it anywhere as a name.
  ['a hash, or a key', 'ab'.repeat(32)],
  ['a block', '21000000'],
  ['half a hash', '0xabcdef12'],
  ['a question about what is kept', '?usdc'],
  ['a link', 'https://example.org/?q=usdc'],
  [
    'a phrase that unlocks a wallet',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
  ],
  ['a note', 'x'.repeat(61)],
])('%s is sent nowhere', (_, typed) => {
  expect(asked(typed)).toBeUndefined()
})
