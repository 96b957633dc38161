import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { sources } from './feature.ts'
import SourcesView from './SourcesView.vue'

const FOUND = { rpcUrl: 'http://127.0.0.1:8545', chainId: '31337', client: 'anvil/v1.7.1' }
function createCore() {
  const core = createScriptedCore()
  core.handle('nodes.detect', () => FOUND)
  return core
}

test('a node on this machine is looked for when “A node of yours” is opened, and not before', async () => {
  const core = createCore()
  const [option] = sources.slots!.welcome!.filter(({ order }) => order === 30)
  const { router } = await mountInApp(option!.component, { core })
  await userEvent.click(page.getByRole('button', { name: /A node of yours/ }))
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/sources?add=node')
  expect(core.inputsOf('nodes.detect')).toEqual([])

  await mountInApp(SourcesView, { core, route: '/sources?add=node' })
  await expect.element(page.getByText('anvil 1.7.1 answers at 127.0.0.1:8545, chain 31337')).toBeVisible()
  expect(core.inputsOf('nodes.detect')).toEqual([{ rpcUrl: 'http://127.0.0.1:8545' }])
})

test('the form for any source looks for no node until it is told to', async () => {
  const core = createCore()
  await mountInApp(SourcesView, { core, route: '/sources?add=1' })
  await expect.element(page.getByLabelText('Where the node listens')).toBeVisible()
  expect(core.inputsOf('nodes.detect')).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Detect' }))
  await expect.poll(() => core.inputsOf('nodes.detect')).toHaveLength(1)
})
