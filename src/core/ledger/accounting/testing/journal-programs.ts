/**
 * Runs the programs that read journals. Tests of programs that are not installed are left out; `npm test` installs them
 * where it can.
 */
import { execFileSync } from 'node:child_process'

export function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a program in a zone other than UTC. Returns its output; throws on an error. */
export const run = (program: string, args: readonly string[]) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'America/New_York', LC_ALL: 'C.UTF-8' },
    stdio: 'pipe',
  })

/** hledger's balances of an account, by commodity. */
export function hledgerBalances(path: string, account: string): ReadonlyMap<string, string> {
  const args = ['-f', path, 'balance', `^${account}$`, '--flat', '--empty', '-O', 'csv', '--layout=bare']
  const rows = [...run('hledger', args).matchAll(/^"(.*)","(.*)","(.*)"$/gm)]
  return new Map(
    rows.filter(([, of]) => of === account).map(([, , commodity = '', balance = '']) => [commodity, balance]),
  )
}

/** ledger's balances of an account, by commodity; ledger leaves out zeros. */
export function ledgerBalances(path: string, account: string): ReadonlyMap<string, string> {
  const args = ['--args-only', '-f', path, '--strict', '--pedantic', 'balance', `^${account}$`, '--flat']
  const lines = [...run('ledger', args).matchAll(/^\s*(-?[\d.]+) ([A-Z0-9.-]+)(?: {2}.*)?$/gm)]
  return new Map(lines.map(([, balance = '', commodity = '']) => [commodity, balance]))
}
