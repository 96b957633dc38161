import { expect, test } from 'vitest'
import { h } from 'vue'
import { page } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import NftImage from './NftImage.vue'
import { TokenIcon } from './TokenIcon.ts'

/** The first bytes of a PNG, without the rest. */
const CUT_OFF = 'iVBORw0KGgoAAAAN'
function createCore() {
  const core = createScriptedCore()
  core.handle('media.image', () => ({ type: 'image/png', base64: CUT_OFF, width: 1, height: 1 }))
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

/** An image of one pixel. The core reports other sizes. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const PICTURES = 12
const SIDE = 4_000
/** Pictures that fit into the limit of 64 million pixels. */
const ROOM = 4

test('pictures of a view are shown as long as there is room for their pixels, and any other one instead', async () => {
  const core = createScriptedCore()
  core.handle('media.image', () => ({ type: 'image/png', base64: PIXEL, width: SIDE, height: SIDE }))
  const numbers = Array.from({ length: PICTURES }, (_, number) => number)
  const Grid = (props: { readonly shown: readonly number[] }) =>
    props.shown.map((number) =>
      h(NftImage, {
        key: number,
        source: 'eth',
        url: `https://images.example/${String(number)}.png`,
        alt: `Picture ${String(number)}`,
      }),
    )
  Grid.props = ['shown']
  const { element, wrapper } = await mountInApp(Grid, { core, props: { shown: numbers } })
  const images = () => [...element.querySelectorAll('img')].map(({ alt }) => alt)
  const others = () => page.getByText(/Too large to show beside the others: 4.000 × 4.000 pixels/).all()
  await expect.poll(() => [images().length, others().length]).toEqual([ROOM, PICTURES - ROOM])
  const before = images()
  await page.getByRole('button', { name: 'Show this one instead' }).last().click()
  await expect.poll(() => images().filter((alt) => !before.includes(alt))).toHaveLength(1)
  expect(images()).toHaveLength(ROOM)
  await wrapper.setProps({ shown: numbers.slice(-ROOM) })
  await expect.poll(() => [images().length, others().length]).toEqual([ROOM, 0])
})

test('what stands for a picture that is too large is not cut in a narrow card', async () => {
  const core = createScriptedCore()
  core.handle('media.image', () => ({ type: 'image/png', base64: PIXEL, width: SIDE, height: SIDE }))
  const Card = () =>
    h('div', { style: 'width: 150px' }, [
      ...Array.from({ length: ROOM + 1 }, (_, number) =>
        h(NftImage, { source: 'eth', url: `https://images.example/${String(number)}.png`, alt: 'A picture' }),
      ),
    ])
  const { element } = await mountInApp(Card, { core })
  await expect.element(page.getByRole('button', { name: 'Show this one instead' })).toBeVisible()
  const card = element.querySelector('.too-large')
  expect(card?.scrollWidth).toBe(card?.clientWidth)
  expect(card?.scrollHeight).toBe(card?.clientHeight)
})
