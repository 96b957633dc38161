/**
 * The pictures in docs/screenshots: which the documents name, and whether one is older than the view it shows.
 * `npm run screenshots` (e2e/screenshots.ts) takes them and writes the manifest; the test beside this file compares.
 *
 * A picture is old where its view has other labels, or other colours, than when it was taken. A hash of all that a view
 * imports would be red after every second commit to src (62 of 140 for an address), mostly because of functions and
 * comments, which no picture shows. The labels in the same files changed in 5 of those: a button, a column or a tab came,
 * went or was renamed. Each time a label is said counts: one that goes is noticed where the view says it elsewhere too.
 * Whole sentences are left out: most belong to errors and forms that are closed.
 *
 * The shell around a view shows parts of other features too, in the sidebar for one. What of these, and of sentences,
 * stands in the picture must still be said somewhere. Sizes and spaces are not compared.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readImportGraph, type ImportGraph } from './lint/import-graph.ts'

export const FOLDER = join('docs', 'screenshots')
const MANIFEST = join(FOLDER, 'manifest.json')

/** A picture's record, by its name without `.png`. */
export interface Picture {
  /** The component of its view. */
  readonly view: string
  /** Hash of the labels of the view and of the colours, at the time. */
  readonly look: string
  /** Texts of the window that it shows. */
  readonly shows: readonly string[]
  /** Hash of the file. */
  readonly file: string
}
export type Manifest = Readonly<Record<string, Picture>>

/** The texts and styles of src now. */
export interface Sources {
  /** Each text of the window. */
  readonly texts: ReadonlySet<string>
  /** The look of a view, as a hash. */
  readonly lookOf: (view: string) => string
}

export function readManifest(root: string): Manifest {
  const path = join(root, MANIFEST)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {}
}

export const manifestPath = (root: string) => join(root, MANIFEST)

/** The pictures that the documents name, without `.png`. */
export function namedPictures(root: string): readonly string[] {
  const documents = ['*.md', 'docs/**/*.md', 'packages/*/*.md'].flatMap((path) =>
    globSync(path, { cwd: root }),
  )
  const names = documents.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/screenshots\/([\w-]+)\.png/g)].map(
      ([, name = '']) => name,
    ),
  )
  return [...new Set(names)].sort()
}

/** The pictures that exist as files. */
export const keptPictures = (root: string): readonly string[] =>
  readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.png'))
    .map((name) => name.slice(0, -'.png'.length))
    .sort()

export const hashOf = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex').slice(0, 16)

/** Finds the texts in calls of `$gettext` and its kin (src/shared/text/gettext.ts), without a build. */
const TEXT = /\$(?:gettext|n?msgid|[np]gettext)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs
const textsIn = (source: string) =>
  [...source.matchAll(TEXT)].map(([, , text = '']) => text.replace(/\\(.)/gs, '$1'))

/** Around every view. */
const SHELL = 'src/renderer/app/shell/AppShell.vue'
const COLOURS = 'src/renderer/app/styles/tokens.css'

export function readSources(root: string): Sources {
  const graph = readImportGraph(root)
  const texts = new Map(
    [...graph.keys()].map((file) => [file, textsIn(readFileSync(join(root, file), 'utf8'))]),
  )
  const colours = readFileSync(join(root, COLOURS), 'utf8').replace(/\/\*.*?\*\//gs, '')
  return {
    texts: new Set([...texts.values()].flat()),
    lookOf(view) {
      if (!graph.has(view))
        throw new Error(`There is no ${view}: e2e/views.ts names the component of each view.`)
      const labels = [...importedBy(graph, [view, SHELL])]
        .flatMap((file) => texts.get(file) ?? [])
        .filter((text) => !/[.?!]$/.test(text))
      return hashOf(JSON.stringify([labels.sort(), colours]))
    },
  }
}

/** These files and all their imports, directly or by way of others. */
function importedBy(graph: ImportGraph, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set(roots)
  // A set gives what is added while it is gone through.
  for (const file of found) for (const next of graph.get(file) ?? []) found.add(next)
  return found
}

/** Why a picture has to be taken again, and how; null where it is as its view is. */
export function whyStale(name: string, { view, look, shows }: Picture, sources: Sources): string | null {
  const gone = shows.filter((text) => !sources.texts.has(text)).map((text) => `"${text}"`)
  if (gone.length === 0 && sources.lookOf(view) === look) return null
  const why =
    gone.length > 0
      ? `shows what the window says no more: ${gone.join(', ')}`
      : `is older than ${view}: its labels, or the colours, have changed`
  return `${name}.png ${why}. Run: npm run screenshots -- ${name}`
}
