import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, nextTick } from 'vue'
import { showTab } from '#renderer/lib/edit-workspace.ts'
import { usePageTitle } from '#renderer/lib/page-title.ts'
import { useCommands } from '#renderer/stores/commands.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import AppShell from '../shell/AppShell.vue'

const state: unknown = history.state
afterEach(() => {
  history.replaceState(state, '')
})
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Opens the strip at an entry of the history with these neighbours, stored like vue-router's. */
async function open(neighbours: { readonly back: string | null; readonly forward: string | null }) {
  history.replaceState(neighbours, '')
  const { router } = await mountInApp(AppShell, { features: [], route: '/s/eth' })
  const commands = useCommands()
  await expect.poll(() => commands.all.some(({ id }) => id === 'go.back')).toBe(true)
  return vi.spyOn(router, 'go')
}

test('[ and ] at the ends of the history stay in the app', async () => {
  const went = await open({ back: null, forward: null })
  const commands = useCommands()
  commands.run('go.back')
  commands.run('go.forward')
  expect(went).not.toHaveBeenCalled()
  await expect.element(button('Back')).toBeDisabled()
  await expect.element(button('Forward')).toBeDisabled()
})

test('[ and ] go where the buttons go', async () => {
  const went = await open({ back: '/s/eth/address/0x1', forward: '/s/base' })
  useCommands().run('go.back')
  useCommands().run('go.forward')
  await userEvent.click(button('Back'))
  await userEvent.click(button('Forward'))
  expect(went.mock.calls).toEqual([[-1], [1], [-1], [1]])
})

test('Copy link copies the link of the place, with its tab', async () => {
  const path = `/s/eth/address/0x${'a'.repeat(40)}?tab=nfts`
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await mountInApp(AppShell, { features: [], route: path })
  const commands = useCommands()
  await expect.poll(() => commands.all.some(({ id }) => id === 'place.copyLink')).toBe(true)
  commands.run('place.copyLink')
  await expect.poll(() => useToasts().last?.message).toBe('The link is copied.')
  expect(written.mock.calls).toEqual([[location.origin + path]])
})

test.each([1, 2])(
  'a tab that comes to the front of %i panes keeps its name until its own view has one',
  async (panes) => {
    const { router } = await mountInApp(AppShell, { features: [], route: '/s/eth' })
    const component = defineComponent(() => {
      usePageTitle(() => 'The view before')
      return () => null
    })
    router.addRoute({ path: '/before', component })
    await router.push('/before')
    const workspace = useWorkspace()
    await expect.poll(() => workspace.front?.title).toBe('The view before')
    const { current, activePane } = workspace
    const tab = { id: 'other', path: '/s/eth/block/7', title: 'Block 7', isPinned: false }
    const beside = { id: 'beside', tabs: [{ ...tab, id: 'third' }], active: 'third' }
    const all = [{ ...activePane!, tabs: [...activePane!.tabs, tab] }, beside].slice(0, panes)
    workspace.replaceAll({ ...current, panes: all, activePane: all.at(-1)!.id })
    await nextTick()
    workspace.replaceAll(showTab(workspace.current, tab.id))
    await nextTick()
    expect(workspace.front).toMatchObject({ id: tab.id, title: 'Block 7' })
  },
)
