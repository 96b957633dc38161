import { expect } from 'vitest'

/** Of differences, problems and the like: fails with all of them, where an array would only be counted. */
export function expectNone(found: readonly string[], of = '') {
  expect(found, [of, ...found].filter((part) => part !== '').join('\n')).toEqual([])
}
