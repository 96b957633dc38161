import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache', 'signatures')

/** The folder of a package's files, without its dependencies and without running anything of it. */
export function fetchPackage(spec: string): string {
  const folder = join(CACHE, spec.replaceAll('/', '+'))
  if (existsSync(join(folder, 'package.json'))) return folder
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['pack', spec, '--silent', '--pack-destination', folder], { stdio: 'ignore' })
  const [archive = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  execFileSync('tar', ['xzf', join(folder, archive), '-C', folder, '--strip-components=1'])
  rmSync(join(folder, archive))
  return folder
}
