/** The folder for programs' data on each system. */
import { homedir } from 'node:os'
import { join } from 'node:path'

export function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Chainglass')
  if (process.platform === 'win32')
    return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Chainglass')
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Chainglass')
}
