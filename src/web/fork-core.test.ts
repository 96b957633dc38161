import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forkCore } from './fork-core.ts'

/** More than a pipe holds: it is still being written when the process is gone. */
const FRAME_BYTES = 1024 * 1024

test('what is sent to a core that was just killed is lost, and the host lives', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-fork-'))
  const thrown: unknown[] = []
  const onThrown = (error: unknown) => thrown.push(error)
  process.on('uncaughtException', onThrown)
  onTestFinished(() => {
    process.off('uncaughtException', onThrown)
    rmSync(folder, { recursive: true })
  })
  const entry = join(folder, 'core.mjs')
  writeFileSync(entry, `process.on('message', () => undefined); process.send({ kind: 'ready' })`)
  const core = forkCore(entry, { dataDir: ':memory:', host: 'loopback', version: '0', vault: 'session' })
  const state = { isGone: false }
  core.onExit(() => (state.isGone = true))
  await new Promise<void>((resolve) => {
    core.onMessage(() => {
      resolve()
    })
  })
  core.kill()
  while (!state.isGone) {
    core.post({ kind: 'message', connection: 1, frame: new Uint8Array(FRAME_BYTES) })
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(thrown).toEqual([])
})
