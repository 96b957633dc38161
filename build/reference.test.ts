import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CALLS, EVENTS } from '#shared/rpc/contract.ts'
import { referencePages } from './reference.ts'

const pages = referencePages()

it.each(Object.keys(pages))('%s says what the code says. Run: npm run reference', (path) => {
  expect(readFileSync(join(import.meta.dirname, '..', path), 'utf8')).toBe(pages[path])
})

it('says of every call and event what it does, and what it gives', () => {
  const rows = pages['docs/reference/contract.md']?.split('\n') ?? []
  for (const name of [...Object.keys(CALLS), ...Object.keys(EVENTS)]) {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`)) ?? ''
    const [, , does, , gives] = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
    expect([does, gives], name).not.toContain('')
  }
})
