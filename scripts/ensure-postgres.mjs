// PostgreSQL and haproxy, as packages of Debian: what the tests of clusters run (src/server/cluster).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canInstallPackages, installPackages, readPackageLists } from './debian-packages.mjs'

const SERVERS = '/usr/lib/postgresql'
const PROGRAMS = [
  {
    name: 'postgresql',
    isInstalled: () =>
      existsSync(SERVERS) &&
      readdirSync(SERVERS).some((version) => existsSync(join(SERVERS, version, 'bin', 'initdb'))),
  },
  { name: 'haproxy', isInstalled: () => spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0 },
]
const missing = () => PROGRAMS.filter((one) => !one.isInstalled()).map(({ name }) => name)

/** Each test has a server of its own: the package makes none that stays. */
function makeNoServer() {
  const folder = '/etc/postgresql-common/createcluster.d'
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'chainglass.conf'), 'create_main_cluster = false\n')
}

/** Installs what is not there. Where there are no packages its tests are skipped; one that can't be installed is an error. */
export async function ensurePostgres() {
  const wanted = missing()
  if (wanted.length === 0) return
  if (!canInstallPackages() || !(await readPackageLists())) {
    console.log(`Not installed, so tests of clusters are skipped: ${wanted.join(', ')}`)
    return
  }
  console.log(`Installing ${wanted.join(', ')} for the tests ...`)
  if (wanted.includes('postgresql')) makeNoServer()
  await installPackages(...wanted)
  if (missing().length > 0) throw new Error(`They were installed and do not run: ${missing().join(', ')}`)
}
