import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineUp, type PositionedRow } from './line-up.ts'
import { ownLines } from './lined-rows.ts'

/** Three rows to a block, the newest first. */
const row = (n: number): PositionedRow => ({
  key: String(n),
  place: { block: Math.floor(n / 3), index: n % 3 },
  mark: 'both',
})
const shown = (
  one: readonly PositionedRow[],
  other: readonly PositionedRow[],
  direction: 'asc' | 'desc' = 'desc',
) =>
  lineUp(one, other, direction).map((line) => [
    line.one === undefined ? '' : one[line.one]!.key,
    line.other === undefined ? '' : other[line.other]!.key,
  ])

test('a row of both stands on one line, and the others where the chain has them', () => {
  const [one, other] = [[9, 8, 7, 4].map(row), [9, 6, 4, 1].map(row)]
  const lines = [
    ['9', '9'],
    ['8', ''],
    ['7', ''],
    ['', '6'],
    ['4', '4'],
    ['', '1'],
  ]
  expect(shown(one, other)).toEqual(lines)
  expect(shown([...one].reverse(), [...other].reverse(), 'asc')).toEqual(lines.reverse())
})

test('what no block has yet stands above all others, also in a list that begins with the oldest', () => {
  const pending: PositionedRow = { key: 'new', place: null, mark: 'unknown' }
  expect(shown([pending, row(2)], [row(3)])).toEqual([
    ['new', ''],
    ['', '3'],
    ['2', ''],
  ])
  expect(shown([row(3)], [pending, row(2)], 'asc')).toEqual([
    ['', 'new'],
    ['', '2'],
    ['3', ''],
  ])
})

test('of a row that a list shows on another line, nothing is said', () => {
  const [one, other] = [[2, 1].map(row), [1, 2, 0].map(row)]
  const lines = lineUp(one, other, 'desc')
  expect(shown(one, other)).toEqual([
    ['2', ''],
    ['1', '1'],
    ['', '2'],
    ['', '0'],
  ])
  expect(ownLines(lines, ['one', one], ['other', other])).toEqual([
    { row: 0 },
    { row: 1 },
    { lacks: 'unknown' },
    { lacks: 'both' },
  ])
  expect(ownLines(lines, ['other', other], ['one', one])[0]).toEqual({ lacks: 'unknown' })
})

const list = fc.array(fc.nat(60), { maxLength: 40 })
test('every row has one line, in the order of its list, whatever the other one is like', () => {
  fc.assert(
    fc.property(list, list, (first, second) => {
      const [one, other] = [first, second].map((numbers) => [...new Set(numbers)].map(row))
      const lines = lineUp(one!, other!, 'desc')
      const numbers = (of: 'one' | 'other') =>
        lines.flatMap((line) => (line[of] === undefined ? [] : [line[of]]))
      expect(numbers('one')).toEqual([...one!.keys()])
      expect(numbers('other')).toEqual([...other!.keys()])
      expect(lines.every((line) => line.one !== undefined || line.other !== undefined)).toBe(true)
    }),
  )
})

test('two lists in the order of the chain share a line for each row of both, and lines are in that order', () => {
  fc.assert(
    fc.property(list, list, (first, second) => {
      const [one, other] = [first, second].map((numbers) =>
        [...new Set(numbers)].sort((a, b) => b - a).map(row),
      )
      const lines = shown(one!, other!)
      const all = [...new Set([...first, ...second])].sort((a, b) => b - a).map(String)
      expect(lines.map(([mine, theirs]) => mine || theirs)).toEqual(all)
      for (const [mine, theirs] of lines) if (mine !== '' && theirs !== '') expect(mine).toBe(theirs)
    }),
  )
})
