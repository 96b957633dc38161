/** Programs that read journals. Where one is not installed, its tests are left out; `npm test` installs them where it can. */
import { execFileSync } from 'node:child_process'

export function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What it writes; throws what it complains of. In a zone that is not UTC. */
export const run = (program: string, args: readonly string[]) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'America/New_York', LC_ALL: 'C.UTF-8' },
    stdio: 'pipe',
  })

/** By commodity, as hledger adds an account up. */
export function hledgerBalances(path: string, account: string): ReadonlyMap<string, string> {
  const args = ['-f', path, 'balance', `^${account}$`, '--flat', '--empty', '-O', 'csv', '--layout=bare']
  const rows = [...run('hledger', args).matchAll(/^"(.*)","(.*)","(.*)"$/gm)]
  return new Map(
    rows.filter(([, of]) => of === account).map(([, , commodity = '', balance = '']) => [commodity, balance]),
  )
}

/** The same by ledger. What is 0 is not there. */
export function ledgerBalances(path: string, account: string): ReadonlyMap<string, string> {
  const args = ['--args-only', '-f', path, '--strict', '--pedantic', 'balance', `^${account}$`, '--flat']
  const lines = [...run('ledger', args).matchAll(/^\s*(-?[\d.]+) ([A-Z0-9.-]+)(?: {2}.*)?$/gm)]
  return new Map(lines.map(([, balance = '', commodity = '']) => [commodity, balance]))
}
