import { expect, test } from 'vitest'
import { formatGroupNames, parseGroupNames } from './group-names.ts'

test('names are comma-separated or semicolons, trimmed, each once', () => {
  expect(parseGroupNames(' Funds, Cold storage;Funds ,, ')).toEqual(['Funds', 'Cold storage'])
  expect(parseGroupNames('')).toEqual([])
  expect(parseGroupNames(formatGroupNames(['A', 'B c']))).toEqual(['A', 'B c'])
})
