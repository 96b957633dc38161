import { expect, it } from 'vitest'
import { describeCounts } from './describe-counts.ts'

const none = { rows: 0, added: 0, changed: 0, same: 0, kept: 0, repeated: 0, refused: 0 }

it('names every count but zero', () => {
  expect(describeCounts({ ...none, rows: 12, added: 9, changed: 2, refused: 1 })).toBe(
    '12 rows: 9 new, 2 changed, 1 can’t be read.',
  )
  expect(describeCounts(none)).toBe('0 rows.')
})
