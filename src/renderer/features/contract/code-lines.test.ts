/** Source files of contracts, and hostile ones that would block the window. */
import { expect, test } from 'vitest'
import { findLines, MAX_LINE_LENGTH, readCode } from './code-lines.ts'

const VAULT = `// SPDX-License-Identifier: MIT
/* of { two
   lines } */ import "./A{.sol";
contract Vault is A {
    uint256 public total = 1_000 ether;
    error TooMuch(uint256 wanted);
    function take(uint256 amount) external {
        if (amount > 1) { revert TooMuch(amount); }
    }
}`

test('a file has its tokens, blocks and declarations', () => {
  const { lines, folds, declarations, tokensOf } = readCode(VAULT)
  expect(lines).toHaveLength(10)
  expect([...folds]).toEqual([
    [6, 8],
    [3, 9],
  ])
  expect(declarations).toEqual([
    { kind: 'contract', name: 'Vault', line: 3 },
    { kind: 'error', name: 'TooMuch', line: 5 },
    { kind: 'function', name: 'take', line: 6 },
  ])
  expect(tokensOf(0)).toEqual([['comment', lines[0]]])
  expect(tokensOf(2)).toEqual([
    ['comment', '   lines } */'],
    ['plain', ' '],
    ['key', 'import'],
    ['plain', ' '],
    ['string', '"./A{.sol"'],
    ['plain', ';'],
  ])
  expect(tokensOf(4).filter(([kind]) => kind !== 'plain')).toEqual([
    ['type', 'uint256'],
    ['key', 'public'],
    ['number', '1_000'],
    ['key', 'ether'],
  ])
})

test('lines are all there, token by token', () => {
  const { lines, tokensOf } = readCode(VAULT)
  for (const [line, text] of lines.entries())
    expect(
      tokensOf(line)
        .map(([, part]) => part)
        .join(''),
    ).toBe(text)
})

test('lines are found in all files, whatever their case', () => {
  const files = [readCode(VAULT), readCode('toomuch')]
  expect(findLines(files, 'TOOMUCH', 10)).toEqual([
    { file: 0, line: 5 },
    { file: 0, line: 7 },
    { file: 1, line: 0 },
  ])
  expect(findLines(files, 'o', 2)).toHaveLength(2)
  expect(findLines(files, '', 2)).toEqual([])
})

test.each([
  ['one long line', 'x'.repeat(2_000_000)],
  ['open brackets', '{\n'.repeat(1_000_000)],
  ['open comments', '/*'.repeat(1_000_000)],
  ['open quotes', '"\\'.repeat(1_000_000)],
  ['slashes', '/'.repeat(2_000_000)],
  ['empty lines', '\n'.repeat(2_000_000)],
  ['digits', '1_'.repeat(1_000_000)],
  ['declarations', 'function f\n'.repeat(180_000)],
])('2 MB of %s are read in one go', (_, text) => {
  const { lines, omitted, declarations, tokensOf } = readCode(text)
  expect(tokensOf(0).reduce((sum, [, part]) => sum + part.length, 0)).toBeLessThanOrEqual(MAX_LINE_LENGTH)
  expect(lines.length).toBeLessThanOrEqual(500_000)
  expect(lines.length + omitted).toBe(text.split('\n').length)
  expect(declarations.length).toBeLessThanOrEqual(3_000)
  // A reader that passes over the text repeatedly takes minutes and exceeds the test's time limit.
})

test('a line of thousands of tokens is drawn in a few hundred parts, whole', () => {
  const line = '1;'.repeat(2_000)
  const tokens = readCode(line).tokensOf(0)
  expect(tokens.length).toBeLessThanOrEqual(302)
  expect(tokens.map(([, part]) => part).join('')).toBe(line)
})
