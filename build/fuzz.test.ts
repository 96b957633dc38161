/** A target that no workflow names is looked into by `npm test` alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort()

it('every target of fuzz/ is in the workflow', () => {
  const targets = readdirSync(join(ROOT, 'fuzz'))
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => names(read(`fuzz/${file}`), /^ {4}name: '([\w-]+)',$/gm))
    .sort()
  expect(targets.length).toBeGreaterThan(10)
  expect(names(read('.github/workflows/fuzz.yml'), /^ {10}- ([\w-]+)$/gm)).toEqual(targets)
})
