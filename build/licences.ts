/** The licences of everything whose code or font is in the bundles, as one text: most ask to be passed on with them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface Licence {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** Licences that ask for no more than to be named. */
const FREE =
  /^\(?(MIT|ISC|BSD|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|Python-2\.0|OFL-1\.1|Unlicense|CC0-1\.0|BlueOak-1\.0\.0)( (AND|OR) .*)?\)?$/

/**
 * Of the packages in `roots` and all they depend on. Throws where one has no licence, or one that is not free: it must be
 * looked at by a person first.
 */
export function collectLicences(root: string, roots: readonly string[]): Licence[] {
  const found = new Map<string, Licence>()
  const waiting = [...roots]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    const folder = join(root, 'node_modules', name)
    // An optional one of another system, or one that another package brings itself.
    if (!existsSync(join(folder, 'package.json'))) continue
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    const licence = manifest.license ?? 'none named'
    if (!FREE.test(licence))
      throw new Error(`${name} has the licence ${licence}: not one of those known to be free.`)
    found.set(name, { name, version: manifest.version, licence, text: licenceText(folder) })
    waiting.push(...Object.keys(manifest.dependencies ?? {}))
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

export const licencesText = (licences: readonly Licence[]): string =>
  [
    'Chainglass is free software under the MIT licence. It contains parts of the following, each under its own.',
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
