/** Chromium's sandbox around every page. */
import { app } from 'electron'

/**
 * Before the app is ready: a sandbox for every page, also one that forgets to ask for it. Where it was started with
 * `--no-sandbox` the system can make none, and a window that demands one stays white.
 */
export function enableSandbox(): void {
  if (!isSandboxOff()) app.enableSandbox()
}

export const isSandboxOff = (): boolean => app.commandLine.hasSwitch('no-sandbox')
