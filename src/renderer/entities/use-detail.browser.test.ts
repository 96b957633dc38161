import { defineComponent, nextTick, onMounted, ref, watchEffect } from 'vue'
import { expect, test } from 'vitest'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { fail } from '#shared/errors/errors.ts'
import { awaitRows } from '#renderer/lib/paint/awaited-rows.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore, type ScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { useDetail, type Detail } from './use-detail.ts'

const offline = { code: 'offline', host: 'eth.example' } as const
const kept = { readAt: 5 }

test('a thing that could not be read is read once the source can be reached again', async () => {
  const core = createScriptedCore()
  core.handle('details.read', () => fail(offline))
  const { detail } = await mountReader(core)
  await expect.poll(() => detail.error.value?.code).toBe('offline')

  core.handle('details.read', () => ({ item: { hash: '0x1' } }))
  tellOf(core, { ok: false, error: offline })
  await nextTick()
  expect(core.inputsOf('details.read')).toHaveLength(1)
  tellOf(core, { ok: true, ms: 9 })
  await expect.poll(() => detail.error.value).toBeUndefined()
  expect(core.inputsOf('details.read')).toHaveLength(2)
})

test('what is kept is there at once, and the source is asked how it is now', async () => {
  const core = createScriptedCore()
  core.handle('details.read', ({ refresh }) =>
    refresh ? { item: { hash: '0x2' } } : { item: { hash: '0x1' }, kept },
  )
  const { detail, seen } = await mountReader(core)
  await expect.poll(() => detail.item.value).toEqual({ hash: '0x2' })
  expect(seen).toEqual(['undefined', '0x1 of 5', '0x2'])
  expect(core.inputsOf('details.read').map(({ refresh }) => refresh)).toEqual([undefined, true])
})

test('what is kept stays while the source is away, and is read anew once it is back', async () => {
  const core = createScriptedCore()
  core.handle('details.read', ({ refresh }) => ({
    item: { hash: '0x1' },
    kept: refresh ? { ...kept, failure: offline } : kept,
  }))
  const { detail } = await mountReader(core)
  await expect.poll(() => core.inputsOf('details.read').length).toBe(2)
  tellOf(core, { ok: false, error: offline })
  await nextTick()
  expect(detail.keptAt.value).toBe(5)
  expect(detail.error.value).toBeUndefined()
  expect(core.inputsOf('details.read')).toHaveLength(2)

  core.handle('details.read', () => ({ item: { hash: '0x1' } }))
  tellOf(core, { ok: true, ms: 9 })
  await expect.poll(() => detail.keptAt.value).toBeUndefined()
  expect(core.inputsOf('details.read')).toHaveLength(3)
})

test('what the source does not know any more is not shown, whatever is kept', async () => {
  const core = createScriptedCore()
  core.handle('details.read', ({ refresh }) =>
    refresh ? fail({ code: 'not_found' }) : { item: { hash: '0x1' }, kept },
  )
  const { detail } = await mountReader(core)
  await expect.poll(() => detail.error.value?.code).toBe('not_found')
  expect(detail.item.value).toBeUndefined()
})

test('what two ask for stays what it is, where one of them goes on to another before it is read', async () => {
  const core = createScriptedCore()
  core.handle('details.read', ({ params }) => ({ item: { hash: params.address_hash } }))
  const asked = ref('0x1')
  let [stays, goes]: Detail<'address'>[] = []
  const Reader = defineComponent(() => {
    goes = useDetail('address', 'eth', () => ({ address_hash: asked.value }))
    stays = useDetail('address', 'eth', { address_hash: '0x1' })
    onMounted(() => (asked.value = '0x2'))
    return () => null
  })
  awaitRows()
  await mountInApp(Reader, { core })
  await expect.poll(() => goes?.item.value).toEqual({ hash: '0x2' })
  await expect.poll(() => stays?.item.value).toEqual({ hash: '0x1' })
})

/** `seen`: the values in their order, with the time of archived ones. */
async function mountReader(core: ScriptedCore) {
  let detail!: Detail<'address'>
  const seen: string[] = []
  const Reader = defineComponent(() => {
    detail = useDetail('address', 'eth', { address_hash: '0x1' })
    watchEffect(() => {
      const at = detail.keptAt.value
      seen.push(`${String(detail.item.value?.hash)}${at === undefined ? '' : ` of ${String(at)}`}`)
    })
    return () => null
  })
  await mountInApp(Reader, { core })
  return { detail, seen }
}

function tellOf(core: ScriptedCore, last: SourceView['last']) {
  core.emit('sources.changed', { sources: [instanceView('eth', { last })], accounts: [], current: 'eth' })
}
