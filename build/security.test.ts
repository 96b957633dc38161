/** docs/security.md names the test behind each promise; a promise whose test is gone is none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GUARDS } from './guards/guards.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Promised {
  readonly words: string
  readonly tests: readonly { readonly path: string; readonly title: string }[]
}
const promises = read('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && /\.(?:test|spec)\.ts`/.test(line))
  .map((row): Promised => {
    const cells = row.split('|')
    const tests = cells.at(-2)!.split('; ')
    return {
      words: cells[1]!.trim(),
      tests: tests.map((named) => {
        const [, path = '', title = ''] = /`([^`]+)`(?: › (.+))?/.exec(named.trim()) ?? []
        return { path, title: title.trim() }
      }),
    }
  })

describe('what is promised', () => {
  it('is told in a table', () => {
    expect(promises.length).toBeGreaterThan(30)
  })

  it.each(promises)('$words: has its test, which exists by that name', ({ tests }) => {
    for (const { path, title } of tests) {
      expect(existsSync(join(ROOT, path)), path).toBe(true)
      // Titles may be broken over lines or made of parts: only their first words are looked for.
      expect(read(path).replace(/\s+/g, ' '), `${path} › ${title}`).toContain(title)
    }
  })

  it.each(promises)('$words: has a guard that can be taken out, for each of its tests', ({ tests }) => {
    const unguarded = tests.filter(
      ({ path, title }) => !GUARDS.some((guard) => guard.test === path && isSame(guard.title, title)),
    )
    expect(unguarded).toEqual([])
  })

  it.each(GUARDS)('$title: its guard stands where it is taken out', ({ test, title, out }) => {
    for (const [file, find] of out) expect(read(file)).toContain(find)
    expect(hasTest(read(test), title), `${test} has no such test`).toBe(true)
    // A test that is made of values runs under a name that has them: no pattern is part of it.
    expect(title).not.toMatch(/%[sdij]/)
  })
})

/** Whether a test of the file has this title, or its first words; it may be made of a value (`shows no %s`). */
const hasTest = (text: string, title: string) =>
  text.includes(title) ||
  [...text.matchAll(/'([^'\n]*)%[sj]([^'\n]*)'/g)].some(
    ([, before = '', after = '']) =>
      title.startsWith(before) &&
      ((after !== '' && title.endsWith(after)) || text.includes(title.slice(before.length))),
  )

/** One of both may be the first words of the other. */
const isSame = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)

describe('the workflows', () => {
  const folder = '.github/workflows'
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

  it.each(readdirSync(join(ROOT, folder)))(
    '%s: runs commands that there are, may only read, and ends',
    (file) => {
      const text = read(`${folder}/${file}`)
      for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g))
        expect(scripts, name).toHaveProperty(name)
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
      expect(text).not.toMatch(/pull_request_target/)
      const [, jobs = ''] = text.split(/^jobs:$/m)
      const started = jobs.split(/^ {2}(?=[\w-]+:$)/m).filter((job) => /^ {4}runs-on:/m.test(job))
      for (const job of started) expect(job).toMatch(/^ {4}timeout-minutes: \d+$/m)
    },
  )

  it('take the guards out', () => {
    expect(read(`${folder}/guards.yml`)).toMatch(/^ {6}- run: npm run test:guards$/m)
  })
})
