/**
 * Runs before every file of a layer whose files share a process. It checks for leftovers of a file, so that the file
 * that left them fails, and not the next one.
 */
import { afterAll, expect, vi } from 'vitest'

const GLOBALS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'Date',
  'performance',
  'fetch',
] as const
const globals = globalThis as Record<string, unknown>

const before = new Map(GLOBALS.map((name) => [name, globals[name]]))
const environment = { ...process.env }
const folder = process.cwd()

afterAll(() => {
  const left: string[] = GLOBALS.filter((name) => globals[name] !== before.get(name))
  vi.useRealTimers()
  for (const [name, value] of before) globals[name] = value
  for (const name of new Set([...Object.keys(environment), ...Object.keys(process.env)])) {
    if (process.env[name] === environment[name]) continue
    left.push(`the variable ${name}`)
    if (environment[name] === undefined) Reflect.deleteProperty(process.env, name)
    else process.env[name] = environment[name]
  }
  if (process.cwd() !== folder) left.push(`the folder ${process.cwd()}`)
  process.chdir(folder)
  expect(left, 'left in the process').toEqual([])
})
