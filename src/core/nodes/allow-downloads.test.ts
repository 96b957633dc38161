import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestCore } from '../testing/create-test-core.ts'
import { noNodes } from './testing/no-nodes.ts'

test('followed nodes fetch metadata from elsewhere as images are: not before a person has agreed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-elsewhere-'))
  onTestFinished(() => {
    rmSync(dataDir, { recursive: true })
  })
  const told: boolean[] = []
  const start = () =>
    createTestCore(dataDir, {
      services: {
        sampleUrl: () => Promise.reject(new Error('no sample here')),
        nodes: { ...noNodes, allowDownloads: (allowed) => told.push(allowed) },
      },
    })
  const first = await start()
  // Nobody was asked yet.
  expect(told).toEqual([false])
  const window = first.server.connect(() => undefined)
  window.receive({ verb: 'request', id: 1, call: 'settings.change', input: { images: true } })
  await expect.poll(() => told).toEqual([false, true])
  window.close()
  first.close()
  const second = await start()
  second.close()
  expect(told).toEqual([false, true, true])
})
