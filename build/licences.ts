/** The licences of everything whose code or font is in the bundles, as one text: most ask to be passed on with them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

interface Licence {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** Licences that ask for no more than to be named. */
const FREE =
  /^\(?(MIT|ISC|BSD|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|Python-2\.0|OFL-1\.1|Unlicense|CC0-1\.0|BlueOak-1\.0\.0)( (AND|OR) .*)?\)?$/

/** Looked at by a person: free to pass on as they are, with their names and texts. */
const LOOKED_AT: Readonly<Record<string, string>> = {
  // Bitstream Vera's, with changes in the public domain: fonts may be passed on with a program.
  'dejavu-fonts-ttf': 'SEE LICENSE IN README.md AND LICENSE',
  // The unchanged source is at https://github.com/thx/resvg-js; the licence at https://mozilla.org/MPL/2.0/.
  '@resvg/resvg-wasm': 'MPL-2.0',
}

/**
 * The licences of the packages in `roots` and all their dependencies. Throws where one has no licence, or one that is
 * not free: a person must look at it first.
 */
export function collectLicences(root: string, roots: readonly string[]): Licence[] {
  return findPackages(root, roots).map(({ folder, manifest: { name, version, license } }) => {
    const licence = license ?? 'none named'
    if (!FREE.test(licence) && LOOKED_AT[name] !== licence)
      throw new Error(`${name} has the licence ${licence}: not one of those known to be free.`)
    return { name, version, licence, text: licenceText(folder) }
  })
}

interface FoundPackage {
  readonly folder: string
  readonly manifest: Manifest
}

/** The packages in `roots` and all they depend on, by name and version. An optional one of another system is not there. */
export function findPackages(root: string, roots: readonly string[]): FoundPackage[] {
  const found = new Map<string, FoundPackage>()
  const waiting = roots.map((name) => ({ name, from: root }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const folder = findFolder(root, next.from, next.name)
    if (folder === undefined || found.has(folder)) continue
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    found.set(folder, { folder, manifest })
    waiting.push(...Object.keys(manifest.dependencies ?? {}).map((name) => ({ name, from: folder })))
  }
  // One version in several folders counts once.
  const unique = new Map(
    [...found.values()].map((one) => [`${one.manifest.name} ${one.manifest.version}`, one] as const),
  )
  return [...unique].sort(([a], [b]) => a.localeCompare(b)).map(([, one]) => one)
}

/** As Node finds it: in `node_modules` of the package that needs it, or of a folder above it. */
function findFolder(root: string, from: string, name: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
    if (at === root) return undefined
  }
}

export const licencesText = (licences: readonly Licence[]): string =>
  [
    'Chainglass is free software under the MIT licence. It contains parts of the following, each under its own.',
    'The source of what is under the Mozilla Public License 2.0 (https://mozilla.org/MPL/2.0/) is what its package names, unchanged.',
    ...licences.map(
      ({ name, version, licence, text }) => `${'-'.repeat(80)}\n${name} ${version} (${licence})\n\n${text}`,
    ),
  ].join('\n\n')

function licenceText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
  return file === undefined
    ? 'The package holds no text of its licence.'
    : readFileSync(join(folder, file), 'utf8').trim()
}
