import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { h, provide } from 'vue'
import { paneKey } from '#renderer/lib/pane.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import StartView from './StartView.vue'

const LAST = `/address/0x${'a'.repeat(40)}`

test.each([
  { path: '/', shown: `/s/eth${LAST}` },
  // The tabs of last time were restored, and navigation to the front tab began before this view was mounted.
  { path: '/s/eth/block/7', shown: '/' },
])('where the tab is at $path, the window goes on to $shown', async ({ path, shown }) => {
  const inPane = {
    setup() {
      provide(paneKey, { id: 'pane', isActive: () => true, chainId: () => '1', setTitle: () => undefined })
      return () => h(StartView)
    },
  }
  const { core, router } = await mountInApp(inPane)
  useWorkspace().changeFront('pane', { path })
  core.handle('recent.ofSources', () => ({ eth: LAST }))
  core.emit('settings.changed', {})
  core.emit('recent.changed', [])
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  await expect.poll(() => core.inputsOf('recent.ofSources')).toHaveLength(1)
  await flushPromises()
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(shown)
})
