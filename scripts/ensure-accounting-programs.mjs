// The programs that read our journals (src/core/ledger/accounting/journals.test.ts), as packages of Debian.
import { spawnSync } from 'node:child_process'
import { canInstallPackages, installPackages, readPackageLists } from './debian-packages.mjs'

const PROGRAMS = [
  { program: 'hledger', name: 'hledger' },
  { program: 'ledger', name: 'ledger' },
  { program: 'bean-check', name: 'beancount' },
]
const isInstalled = ({ program }) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
const missing = () => PROGRAMS.filter((one) => !isInstalled(one)).map(({ name }) => name)

/** Installs what is not there. Where there are no packages its tests are skipped; one that can't be installed is an error. */
export async function ensureAccountingPrograms() {
  const wanted = missing()
  if (wanted.length === 0) return
  if (!canInstallPackages() || !(await readPackageLists())) {
    console.log(`Not installed, so tests of journals by them are skipped: ${wanted.join(', ')}`)
    return
  }
  console.log(`Installing ${wanted.join(', ')} for the tests ...`)
  await installPackages(...wanted)
  if (missing().length > 0) throw new Error(`They were installed and do not run: ${missing().join(', ')}`)
}
