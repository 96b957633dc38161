import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CALLS, EVENTS } from './contract.ts'

const SRC = join(import.meta.dirname, '..', '..')

/** All source of the program's clients: windows and the Electron main process. */
function readClients(): string {
  return ['renderer', 'main']
    .flatMap((layer) => readdirSync(join(SRC, layer), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|vue)$/.test(entry.name))
    .filter(({ name, parentPath }) => !name.endsWith('.test.ts') && !parentPath.includes('testing'))
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n')
}

/**
 * What is to be read of an open list (docs/decisions/0040), and where it is beside another one: the core has it, the window reads
 * lists by itself still. Each goes from here as the window takes it.
 */
const NOT_USED_YET = [
  'held.place',
  'lists.more',
  'lists.stop',
  'lists.showNewer',
  'lists.fillGap',
  'lists.retry',
  'lists.refresh',
  'lists.hide',
]

test('every call and event is used by a client of the program, not by tests only', () => {
  const clients = readClients()
  const unused = [...Object.keys(CALLS), ...Object.keys(EVENTS)].filter(
    (name) => !clients.includes(`'${name}'`),
  )
  expect(unused).toEqual(NOT_USED_YET)
})
