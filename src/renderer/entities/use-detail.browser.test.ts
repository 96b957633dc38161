import { defineComponent, nextTick } from 'vue'
import { expect, test } from 'vitest'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { fail } from '#shared/rpc/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { useDetail, type Detail } from './use-detail.ts'

test('a thing that could not be read is read once the source can be reached again', async () => {
  const core = createScriptedCore()
  const offline = { code: 'offline', host: 'eth.example' } as const
  core.handle('details.read', () => fail(offline))
  let detail!: Detail<'address'>
  const Reader = defineComponent(() => {
    detail = useDetail('address', 'eth', { address_hash: '0x1' })
    return () => null
  })
  await mountInApp(Reader, { core })
  await expect.poll(() => detail.error.value?.code).toBe('offline')

  core.handle('details.read', () => ({ hash: '0x1' }))
  const tell = (last: SourceView['last']) => {
    core.emit('sources.changed', { sources: [instanceView('eth', { last })], accounts: [], current: 'eth' })
  }
  tell({ ok: false, error: offline })
  await nextTick()
  expect(core.inputsOf('details.read')).toHaveLength(1)
  tell({ ok: true, ms: 9 })
  await expect.poll(() => detail.error.value).toBeUndefined()
  expect(core.inputsOf('details.read')).toHaveLength(2)
})
