/**
 * Files, folders, links and npm commands that the docs name exist. Decisions name files of their time, so only their
 * links count.
 */
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

/** The names that match `pattern` in each document and do not exist. */
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

/** More files than these are not searched through. */
const MAX_FILES = 25

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

  it('begin each layer, and each folder of the large ones: what it does, what it does not, who calls it, where to start', () => {
    const WITHOUT_CODE = ['src/renderer/languages', 'src/renderer/public']
    const foldersAt = (pattern: RegExp, depth: number) =>
      files.filter((file) => pattern.test(file)).map((file) => file.split('/', depth).join('/'))
    const inside = [
      ...foldersAt(/^src\/(?:core|service|renderer)\/[^/]+\/./, 3),
      ...foldersAt(/^src\/renderer\/[^/]+\/[^/]+\/.*\.(?:ts|vue)$/, 4),
    ]
    const layers = foldersAt(/^src\/[^/]+\/./, 2)
    const folders = new Set([...layers, ...inside].filter((folder) => !WITHOUT_CODE.includes(folder)))
    const PARTS = ['**What it does.**', '**What it does not.**', '**Who calls it.**', '**Where to start.**']
    const lacking = [...folders].flatMap((folder) => {
      const readme = join(root, folder, 'README.md')
      const text = existsSync(readme) ? readFileSync(readme, 'utf8') : ''
      return PARTS.filter((part) => !text.includes(part)).map((part) => `${folder}: ${part}`)
    })
    expect(lacking).toEqual([])
  })

  it('answer what a newcomer asks by one word and at most two files, which have it', () => {
    const page = readFileSync(join(root, 'docs/find-your-way.md'), 'utf8')
    const rows = page.split('\n').filter((line) => line.includes('? |'))
    const lowered = (file: string) => readFileSync(join(root, file), 'utf8').toLowerCase()
    const sources = files
      .filter((file) => /^src\/.*\.(?:ts|vue)$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
      .map(lowered)
    expect(rows.length).toBeGreaterThanOrEqual(20)
    const wrong = rows.flatMap((row) => {
      const [typed = '', ...named] = [...row.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)
      const word = typed.toLowerCase()
      if (named.length === 0 || named.length > 2) return [row]
      return named
        .filter((file) => !lowered(file).includes(word))
        .map((file) => `${file}: ${word}`)
        .concat(
          sources.filter((text) => text.includes(word)).length > MAX_FILES ? [`${word}: too many files`] : [],
        )
    })
    expect(wrong).toEqual([])
  })

  it('list each decision', () => {
    const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
    const decisions = docs.filter((doc) => /^docs\/decisions\/\d/.test(doc)).map((doc) => basename(doc))
    expect(decisions.filter((name) => !index.includes(`(${name})`))).toEqual([])
  })
})
