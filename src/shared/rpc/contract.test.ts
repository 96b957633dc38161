import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CALLS, EVENTS } from './contract.ts'

const SRC = join(import.meta.dirname, '..', '..')

/** All source of the program's clients: windows, the Electron main process and the command line. */
function readClients(): string {
  return ['renderer', 'main', 'cli']
    .flatMap((layer) => readdirSync(join(SRC, layer), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|vue)$/.test(entry.name))
    .filter(({ name, parentPath }) => !name.endsWith('.test.ts') && !parentPath.includes('testing'))
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n')
}

test('every call and event is used by a client of the program, not by tests only', () => {
  const clients = readClients()
  const unused = [...Object.keys(CALLS), ...Object.keys(EVENTS)].filter(
    (name) => !clients.includes(`'${name}'`),
  )
  expect(unused).toEqual([])
})
