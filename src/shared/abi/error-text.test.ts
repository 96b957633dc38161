/** Reverts whose text contains the data of another error, as contracts write that pass on a caught error. */
import { concat, encodeAbiParameters, encodeErrorResult, parseAbi, stringToHex, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { AbiItemKind } from './abi-item.ts'
import { decodeError } from './decode.ts'
import { standardCandidates } from './standards.ts'

const ABI = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error ERC721NonexistentToken(uint256 tokenId)',
  'error ReentrancyGuardReentrantCall()',
])
const find = (kind: AbiItemKind, selector: string) => standardCandidates(kind, selector)
const error = (reason: string) => encodeErrorResult({ abi: ABI, errorName: 'Error', args: [reason] })
const panic = encodeErrorResult({ abi: ABI, errorName: 'Panic', args: [17n] })
const ofToken = encodeErrorResult({ abi: ABI, errorName: 'ERC721NonexistentToken', args: [7n] })
/** Encodes `Error(string)` whose text is these bytes. */
const errorOf = (...parts: readonly Hex[]): Hex =>
  concat(['0x08c379a0', encodeAbiParameters([{ type: 'bytes' }], [concat(parts)])])
const reasonOf = (data: string) => decodeError({ to: null, data }, find)?.arguments[0]?.value
const outer = stringToHex('outer: ')

test.each([
  ['a text', error('no chance'), 'no chance'],
  ['a text with letters of many bytes', error('kein Glück 🎲'), 'kein Glück 🎲'],
  ['a text and an error', errorOf(outer, error('inner')), 'outer: inner'],
  ['an error in an error in an error', errorOf(outer, errorOf(outer, error('inner'))), 'outer: outer: inner'],
  ['a text and a panic', errorOf(outer, panic), 'outer: Panic(code: 17)'],
  ['a text and an error of a standard', errorOf(outer, ofToken), 'outer: ERC721NonexistentToken(tokenId: 7)'],
  ['an error and no text', errorOf(error('inner')), 'inner'],
  ['bytes that are neither', errorOf(outer, '0xff00ee'), 'outer: 0xff00ee'],
  ['zeros behind the text', errorOf(stringToHex('late'), '0x000000'), 'late'],
  ['an error that is cut', errorOf(outer, error('inner').slice(0, 74) as Hex), /^outer: /],
])('%s', (_, data, reason) => {
  if (typeof reason === 'string') expect(reasonOf(data)).toBe(reason)
  else expect(reasonOf(data)).toMatch(reason)
})

test('errors inside errors are opened as deep as people write them, and no deeper', () => {
  let data = error('innermost')
  for (let depth = 0; depth < 40; depth++) data = errorOf(outer, data)
  expect(String(reasonOf(data))).toMatch(/^(?:outer: ){8}/)
})

test('many beginnings of errors in a long text hold nothing up', () => {
  const begun = concat(Array.from({ length: 20_000 }, () => '0x08c379a0' as const))
  expect(reasonOf(errorOf(outer, begun))).toMatch(/^outer: /)
})

describe('an error is all of the data', () => {
  test.each([
    ['a standard one', ofToken],
    ['Panic', panic],
    ['Error', error('no chance')],
  ])('%s with bytes behind it is another one', (_, data) => {
    expect(decodeError({ to: null, data }, find)).not.toBeNull()
    expect(decodeError({ to: null, data: `${data}${'ab'.repeat(40)}` }, find)).toBeNull()
    expect(decodeError({ to: null, data: `${data}ab` }, find)).toBeNull()
  })
})
