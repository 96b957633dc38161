import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { settings } from './settings-schema.ts'

const isTaken = (shortcuts: unknown) => z.safeParse(settings, { shortcuts }).success

test('a shortcut is a letter, a digit or a sign, alone or with Alt', () => {
  for (const key of ['y', '0', '=', 'é', 'alt+w', 'alt++'])
    expect([key, isTaken({ watch: key })]).toEqual([key, true])
  for (const key of ['', ' ', 'N', 'no', 'f1', 'mod+w', 'alt+', 7, null])
    expect([key, isTaken({ watch: key })]).toEqual([key, false])
  expect(isTaken({ fly: 'n' })).toBe(false)
})

test('no two have the same key, those left as they were included', () => {
  expect(isTaken({ watch: 'n', next: 'n' })).toBe(false)
  expect(isTaken({ watch: 'c' })).toBe(false)
  expect(isTaken({ watch: 'c', copy: 'w' })).toBe(true)
})
