/**
 * The bill of materials (CycloneDX): everything whose code a person gets, with the hash that the lock file gives it. What
 * is bundled are developer dependencies by npm's reckoning, so `npm sbom` would leave most of it out.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bundledPackages } from './bundled.ts'
import { findPackages } from './licences.ts'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>
}

/** Beside the app in each package. Its own dependencies only fetch it. */
const RUNTIME = 'electron'

/** Throws where the lock file has no hash of a package. */
export function createBill(root: string) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const app = readManifest(root)
  const runtime = {
    folder: join(root, 'node_modules', RUNTIME),
    manifest: readManifest(join(root, 'node_modules', RUNTIME)),
  }
  const components = [runtime, ...findPackages(root, bundledPackages(root))].map(({ folder, manifest }) => {
    const { name, version, license } = manifest
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return {
      type: name === RUNTIME ? 'framework' : 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: [{ expression: license ?? 'NOASSERTION' }],
      hashes: [hashOf(packages[relative(root, folder).replaceAll('\\', '/')]?.integrity, name)],
    }
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: app.name, version: app.version } },
    components,
  }
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly license?: string
  }

function hashOf(integrity: string | undefined, name: string) {
  const [, base64] = /^sha512-([A-Za-z0-9+/]{86}==)$/.exec(integrity ?? '') ?? []
  if (base64 === undefined) throw new Error(`package-lock.json has no hash of ${name}.`)
  return { alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }
}
