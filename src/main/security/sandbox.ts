/** Chromium's sandbox for every page. */
import { app } from 'electron'

/**
 * Call it before the app is ready. Sandboxes every page, also one that does not ask for it. With `--no-sandbox` the
 * system can't create a sandbox, and a window that requires one would stay white.
 */
export function enableSandbox(): void {
  if (!isSandboxOff()) app.enableSandbox()
}

export const isSandboxOff = (): boolean => app.commandLine.hasSwitch('no-sandbox')
