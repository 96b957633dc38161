import { expect } from 'vitest'

/** Fails with all of the differences or problems as text, where an array would only be counted. */
export function expectNone(found: readonly string[], of = '') {
  expect(found, [of, ...found].filter((part) => part !== '').join('\n')).toEqual([])
}
