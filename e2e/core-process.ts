import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import type { App } from './app-types.ts'

/** The process id of the core of a loopback host. */
export function coreOf(app: App): number {
  const [core, ...others] = execFileSync('pgrep', ['-P', String(app.process.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(others, 'children of the host besides the core').toEqual([])
  return Number(core)
}

/** Kills the core of a loopback host. Resolves when the host has started the next one. */
export async function killCore(app: App): Promise<void> {
  const core = coreOf(app)
  process.kill(core, 'SIGKILL')
  // There is none for a moment.
  await expect(() => {
    expect(coreOf(app)).not.toBe(core)
  }).toPass()
}
