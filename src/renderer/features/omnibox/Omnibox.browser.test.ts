import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineFeature } from '../feature.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import Omnibox from './Omnibox.vue'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** Two providers: what is typed as an address, and two fruits to run. */
function createFeatures(run: (fruit: string) => void) {
  return [
    defineFeature({
      palette: () => (query) => [
        {
          order: 20,
          title: 'Fruits',
          items: ['apple', 'pear']
            .filter((fruit) => fruit.includes(query.text))
            .map((fruit) => ({
              id: fruit,
              label: fruit,
              icon: { kind: 'command' },
              action: {
                kind: 'run',
                run: () => {
                  run(fruit)
                },
              },
            })),
        },
      ],
    }),
    defineFeature({
      palette: () => (query) => [
        {
          order: 10,
          title: 'Targets',
          items: query.targets.flatMap((target) =>
            target.kind === 'address'
              ? [
                  {
                    id: 'target',
                    label: target.address,
                    icon: { kind: 'address', address: target.address },
                    action: { kind: 'go', to: `/s/eth/address/${target.address}`, source: 'eth' },
                  },
                ]
              : [],
          ),
        },
      ],
    }),
  ]
}
const field = () => page.getByRole('combobox', { name: 'Search' })
const labels = () =>
  page
    .getByRole('option')
    .all()
    .map((option) => option.element().textContent.trim())

test('opens on a click, runs what the arrow keys chose, and gives the focus back on Escape', async () => {
  const ran: string[] = []
  await mountInApp(Omnibox, { features: createFeatures((fruit) => ran.push(fruit)) })
  await userEvent.click(field())
  await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
  expect(labels()).toEqual(['apple', 'pear'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => ran).toEqual(['pear'])
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false')

  await userEvent.click(field())
  await userEvent.keyboard('app')
  await expect.poll(labels).toEqual(['apple'])
  await userEvent.keyboard('{Escape}')
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(field()).toHaveValue('')
})

test('an address goes to its page, and its source is used from then on', async () => {
  const { core, router } = await mountInApp(Omnibox, { features: createFeatures(() => undefined) })
  core.handle('sources.use', () => null)
  await userEvent.click(field())
  await userEvent.fill(field(), ADDRESS.toLowerCase())
  await expect.poll(labels).toEqual([ADDRESS])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(`/s/eth/address/${ADDRESS}`)
  expect(core.inputsOf('sources.use')).toEqual([{ id: 'eth' }])
})

test('Enter before the sources are loaded opens the address once they are', async () => {
  const { core, router } = await mountInApp(Omnibox)
  await userEvent.fill(field(), ADDRESS)
  await userEvent.keyboard('{Enter}')
  expect(router.currentRoute.value.fullPath).toBe('/')
  core.emit('sources.changed', {
    sources: [
      { id: 'eth', name: 'Ethereum', host: 'eth.example', coin: { symbol: 'ETH', decimals: 18 } } as never,
    ],
    accounts: [],
    current: 'eth',
  })
  await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth/address/${ADDRESS}`)
})

test('where nothing is found, it says what could be typed, also to a screen reader', async () => {
  await mountInApp(Omnibox, { features: createFeatures(() => undefined) })
  await userEvent.click(field())
  await userEvent.fill(field(), 'flurb')
  await expect.element(page.getByRole('status')).toMatchTextContent(/^0 results\. Type an address/)
})

test('a link of the window itself opens its place, and no source is offered for it', async () => {
  const { router, core } = await mountInApp(Omnibox)
  core.handle('sources.use', () => null)
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  const path = `/s/eth/address/${ADDRESS}?tab=nfts`
  await userEvent.fill(field(), location.origin + path)
  expect(labels()).toEqual([expect.stringMatching(/^Address 0xd8dA…6045on eth$/)])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(path)
})
