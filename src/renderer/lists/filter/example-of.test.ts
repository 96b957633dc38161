import { expect, test } from 'vitest'
import { RESOURCES } from '#shared/lists/resources.ts'
import { exampleOf } from './example-of.ts'
import { readFilter } from './read-filter.ts'

test.each([...RESOURCES, 'movement', undefined] as const)('the example for %s is no error there', (kind) => {
  const parsed = readFilter(exampleOf(kind), kind, { ownAddress: undefined })
  expect(parsed.errors).toEqual([])
  expect(parsed.query).not.toBeNull()
})
