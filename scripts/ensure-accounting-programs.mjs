// The programs that read our journals (src/core/ledger/accounting/journals.test.ts), as packages of Debian.
import { spawnSync } from 'node:child_process'
import { canInstallPackages, installPackages } from './debian-packages.mjs'

const PROGRAMS = [
  { program: 'hledger', name: 'hledger' },
  { program: 'ledger', name: 'ledger' },
  { program: 'bean-check', name: 'beancount' },
]
const isInstalled = ({ program }) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

/** Installs what is not there. What can't be had, its tests do without. */
export async function ensureAccountingPrograms() {
  const missing = PROGRAMS.filter((one) => !isInstalled(one)).map(({ name }) => name)
  if (missing.length === 0) return
  if (!canInstallPackages()) {
    console.log(`Not installed, so tests of journals by them are skipped: ${missing.join(', ')}`)
    return
  }
  console.log(`Installing ${missing.join(', ')} for the tests ...`)
  try {
    await installPackages(...missing)
  } catch (error) {
    console.log(`They can't be installed (${error.message}): their tests are skipped.`)
  }
}
