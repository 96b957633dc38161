/**
 * `chainglass self-test` of the installed app: runs in a process like the core's, and adds what only the main process
 * knows.
 */
import { app, utilityProcess } from 'electron'
import type { SelfTestReport } from '#host/self-test.ts'
import { writeLine } from '#platform/log/terminal.ts'
import { isSandboxOff } from '../security/sandbox.ts'
import { keyringName } from '../system/keyring-vault.ts'

/** Call it when the app is ready. `entry`: the file of the process. Resolves with the exit code. */
export async function runSelfTest(entry: string): Promise<number> {
  const child = utilityProcess.fork(entry, [app.getVersion()], { serviceName: 'Chainglass self-test' })
  const report = await new Promise<SelfTestReport | undefined>((resolve) => {
    child.once('message', resolve)
    child.once('exit', () => {
      resolve(undefined)
    })
  })
  child.kill()
  // The keyring itself is not used: it may prompt a person.
  const main = { packaged: app.isPackaged, sandbox: !isSandboxOff(), keyring: keyringName() ?? 'none' }
  writeLine(
    JSON.stringify({ ...(report ?? { ok: false, error: 'Its process has ended.' }), main }, undefined, 2),
  )
  return report?.ok === true ? 0 : 1
}
