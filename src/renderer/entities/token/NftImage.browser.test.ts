import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import NftImage from './NftImage.vue'
import { TokenIcon } from './TokenIcon.ts'

/** The first bytes of a PNG, and nothing behind them. */
const CUT_OFF = 'iVBORw0KGgoAAAAN'
function createCore() {
  const core = createScriptedCore()
  core.handle('media.image', () => ({ type: 'image/png', base64: CUT_OFF }))
  return core
}

test('a picture that can’t be drawn says so', async () => {
  const props = { source: 'eth', url: 'https://images.example/1.png', alt: 'One' }
  const { element } = await mountInApp(NftImage, { core: createCore(), props })
  await expect.element(page.getByText('Could not be loaded')).toBeVisible()
  expect(element.querySelector('img')).toBeNull()
})

test('an icon that can’t be drawn is its letter', async () => {
  const props = { source: 'eth', url: 'https://images.example/1.png', name: 'Gold', address: '0x1' }
  const core = createCore()
  const { wrapper } = await mountInApp(TokenIcon, { core, props })
  await expect.poll(() => core.inputsOf('media.image')).toHaveLength(1)
  await expect.poll(() => wrapper.find('.letter').attributes('data-letter')).toBe('G')
})
