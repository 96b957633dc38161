import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { h, provide } from 'vue'
import { paneKey } from '#renderer/lib/pane.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import type { ScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import StartView from './StartView.vue'

const LAST = `/address/0x${'a'.repeat(40)}`

/** Tells the stores what this view waits for. */
function start(core: ScriptedCore) {
  core.handle('recent.ofSources', () => ({ eth: LAST }))
  core.emit('settings.changed', {})
  core.emit('recent.changed', [])
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
}
const inPane = {
  setup() {
    provide(paneKey, { id: 'pane', isActive: () => true, chainId: () => '1', setTitle: () => undefined })
    return () => h(StartView)
  },
}

test.each([
  { path: '/', shown: `/s/eth${LAST}` },
  // The tabs of last time were restored, and navigation to the front tab began before this view was mounted.
  { path: '/s/eth/block/7', shown: '/' },
])('where the tab is at $path, the window goes on to $shown', async ({ path, shown }) => {
  const { core, router } = await mountInApp(inPane)
  useWorkspace().changeFront('pane', { path })
  start(core)
  await expect.poll(() => core.inputsOf('recent.ofSources')).toHaveLength(1)
  await flushPromises()
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(shown)
})

test.each(['the last place is read', 'the last place is being opened'] as const)(
  'the window goes on where this place is opened again while %s',
  async (when) => {
    const { core, router } = await mountInApp(inPane)
    let times = 0
    /** The link that started the app is pasted once more: only its fragment changes, so the page stays. */
    const openAgain = async () => {
      if (times++ === 0) await router.replace('/#again')
    }
    start(core)
    core.handle('recent.ofSources', async () => {
      if (when === 'the last place is read') await openAgain()
      return { eth: LAST }
    })
    router.beforeEach(({ path }) => {
      if (path !== '/') void openAgain()
    })
    await expect.poll(() => router.currentRoute.value.fullPath).toBe(`/s/eth${LAST}`)
    expect(times).toBeGreaterThan(0)
  },
)
