/** What the docs name is there: files, folders, links and npm commands. Decisions name files of their time, so only their links count. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const docs = files.filter((file) => file.endsWith('.md'))
const ofToday = docs.filter(
  (file) => !file.startsWith('docs/decisions/') && basename(file) !== 'CHANGELOG.md',
)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** What each document names by `pattern`, as far as it is not there. */
function missing(
  documents: readonly string[],
  pattern: RegExp,
  isThere: (name: string, doc: string) => boolean,
) {
  return documents.flatMap((doc) =>
    [...readFileSync(join(root, doc), 'utf8').matchAll(pattern)]
      .map(([, name]) => name!)
      .filter((name) => !isThere(name, doc))
      .map((name) => `${doc}: ${name}`),
  )
}

describe('the docs', () => {
  it('link to files that are there', () => {
    const isThere = (link: string, doc: string) =>
      /^[a-z]+:/.test(link) || existsSync(join(root, dirname(doc), link))
    expect(missing(docs, /\]\(([^)#\s]+)/g, isThere)).toEqual([])
  })

  it('name sources that are there', () => {
    const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))
    expect(missing(ofToday, /`([\w./-]+\.(?:ts|vue|mjs))`/g, isThere)).toEqual([])
  })

  it('name npm commands that are there', () => {
    expect(missing(ofToday, /`npm run (?:-s )?([\w:-]+)/g, (name) => name in scripts)).toEqual([])
  })

  it('list each decision', () => {
    const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
    const decisions = docs.filter((doc) => /^docs\/decisions\/\d/.test(doc)).map((doc) => basename(doc))
    expect(decisions.filter((name) => !index.includes(`(${name})`))).toEqual([])
  })
})
