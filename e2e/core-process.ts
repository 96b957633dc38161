import { spawnSync } from 'node:child_process'
import { expect } from '@playwright/test'
import type { App } from './app-types.ts'

/** The process id of the core of a loopback host. Throws where it has none, or another child besides. */
export function coreOf(app: App): number {
  const cores = childrenOf(app)
  expect(cores, 'the one child of the host').toHaveLength(1)
  return cores[0]!
}

/** Waits until the core that was killed is replaced: between the two there is a moment with none. */
export async function expectNewCore(app: App, killed: number): Promise<void> {
  const hasNew = () => {
    const [core, ...others] = childrenOf(app)
    return core !== undefined && core !== killed && others.length === 0
  }
  await expect.poll(hasNew, 'one core, and another one').toBe(true)
}

/** Ends with 1 where there is none. */
function childrenOf(app: App): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(app.process.pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
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
