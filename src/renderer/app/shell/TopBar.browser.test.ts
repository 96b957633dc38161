import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useCommands } from '#renderer/stores/commands.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import TopBar from './TopBar.vue'

const state: unknown = history.state
afterEach(() => {
  history.replaceState(state, '')
})

/** At an entry of the history with these neighbours, as vue-router keeps them. */
async function open(neighbours: { readonly back: string | null; readonly forward: string | null }) {
  history.replaceState(neighbours, '')
  const { router } = await mountInApp(TopBar, { features: [], route: '/s/eth' })
  return { back: vi.spyOn(router, 'back'), forward: vi.spyOn(router, 'forward') }
}

test('[ and ] at the ends of the history stay in the app', async () => {
  const went = await open({ back: null, forward: null })
  const commands = useCommands()
  commands.run('go.back')
  commands.run('go.forward')
  expect(went.back).not.toHaveBeenCalled()
  expect(went.forward).not.toHaveBeenCalled()
  await expect.element(page.getByRole('button', { name: 'Back' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Forward' })).toBeDisabled()
})

test('[ and ] go where the buttons go', async () => {
  const went = await open({ back: '/s/eth/address/0x1', forward: '/s/base' })
  useCommands().run('go.back')
  useCommands().run('go.forward')
  await userEvent.click(page.getByRole('button', { name: 'Back' }))
  await userEvent.click(page.getByRole('button', { name: 'Forward' }))
  expect(went.back).toHaveBeenCalledTimes(2)
  expect(went.forward).toHaveBeenCalledTimes(2)
})

test('Copy link copies the link of the place, with its tab', async () => {
  const path = `/s/eth/address/0x${'a'.repeat(40)}?tab=nfts`
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await mountInApp(TopBar, { features: [], route: path })
  await userEvent.click(page.getByRole('button', { name: 'Copy link' }))
  await expect.poll(() => useToasts().last?.message).toBe('The link is copied.')
  expect(written.mock.calls).toEqual([[location.origin + path]])
})
