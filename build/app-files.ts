/**
 * The files of the package: the built app, a manifest of its own, and the licences. Nothing that only a developer
 * needs.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'

export interface AppFile {
  /** Within the package, with `/`. */
  readonly path: string
  readonly bytes: number
}

/** The most bytes of a packaged app without Electron's own files, as files or as an archive. */
export const MAX_BYTES = 12.75 * 1024 * 1024
const BUILT = ['main', 'preload', 'renderer']
const KINDS: ReadonlySet<string> = new Set([
  '.js',
  '.cjs',
  '.html',
  '.css',
  // Fonts of the pictures: nothing else has its own.
  '.ttf',
  '.svg',
  '.woff2',
  '.json',
  '.txt',
  // The signature pack, and the reader of bytecode.
  '.bin',
  '.wasm',
  // The well-known tokens.
  '.tsv',
  // The icon of the window.
  '.png',
])

/** Copies the build of `root` into `target` as an app of its own. Throws where something is in it that has no place there. */
export function stageApp(root: string, target: string, licences: string, updateKey?: string): AppFile[] {
  rmSync(target, { recursive: true, force: true })
  for (const folder of BUILT) {
    cpSync(join(root, 'out', folder), join(target, 'out', folder), { recursive: true })
  }
  writeFileSync(
    join(target, 'package.json'),
    JSON.stringify({ ...manifestOf(root), updateKey }, undefined, 2),
  )
  writeFileSync(join(target, 'LICENCES.txt'), licences)
  const files = listFiles(target)
  const odd = files.filter(({ path }) => !KINDS.has(extname(path)))
  if (odd.length > 0) throw new Error(`Not for the package: ${odd.map(({ path }) => path).join(', ')}`)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > MAX_BYTES) throw new Error(`The app is ${String(bytes)} bytes, more than ${String(MAX_BYTES)}.`)
  return files
}

/** No dependencies: what the app needs of them is in its bundles. */
function manifestOf(root: string) {
  const { name, productName, version, description, license, homepage } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, string | undefined>
  return {
    name,
    productName,
    // The name of the window on Linux, and of the entry that installs it there.
    desktopName: 'chainglass.desktop',
    version,
    description,
    license,
    homepage: homepage ?? repositoryUrl() ?? 'https://chainglass.invalid',
    author: { name: 'The Chainglass authors', email: 'noreply@chainglass.invalid' },
    type: 'module',
    main: './out/main/index.js',
  }
}

/** Where a workflow builds for; undefined on one's own machine. */
function repositoryUrl(): string | undefined {
  const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_REPOSITORY: repository } = process.env
  return repository === undefined ? undefined : `${server}/${repository}`
}

export function listFiles(folder: string): AppFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path: relative(folder, path).split(sep).join('/'), bytes: statSync(path).size }
    })
    .sort((a, b) => a.path.localeCompare(b.path))
}

export function writeIn(folder: string, path: string, content: string | Buffer): void {
  const target = join(folder, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, content)
}
