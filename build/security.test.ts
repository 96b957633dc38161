/** docs/security.md names the test behind each promise; a promise whose test is gone is none. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

describe('what is promised', () => {
  it('has its test, which exists by that name', () => {
    const rows = read('docs/security.md')
      .split('\n')
      .filter((line) => (line.startsWith('| ') && line.includes('.test.ts`')) || line.includes('.spec.ts`'))
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) {
      for (const named of row.split('|').at(-2)!.split('; ')) {
        const [, path = '', title = ''] = /`([^`]+)`(?: › (.+))?/.exec(named.trim()) ?? []
        expect(existsSync(join(ROOT, path)), path).toBe(true)
        // Titles may be broken over lines or made of parts: only their first words are looked for.
        if (title !== '')
          expect(read(path).replace(/\s+/g, ' '), `${path} › ${title}`).toContain(title.trim())
      }
    }
  })
})

describe('the workflows', () => {
  it('run commands that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const file of ['ci.yml', 'release.yml']) {
      const text = read(`.github/workflows/${file}`)
      for (const [, name = ''] of text.matchAll(/npm run ([\w-]+)/g))
        expect(scripts, name).toHaveProperty(name)
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
      expect(text).not.toMatch(/pull_request_target/)
    }
  })
})
