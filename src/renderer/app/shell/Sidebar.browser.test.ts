import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { h } from 'vue'
import { defineFeature } from '#renderer/features/feature.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import Sidebar from './Sidebar.vue'

const part = (text: string) => ({ render: () => h('p', text) })

test('shows the parts of all features, in their order and not in that of the features', async () => {
  const features = [
    defineFeature({
      slots: {
        sidebar: [
          { order: 30, component: part('third') },
          { order: 10, component: part('first') },
        ],
      },
    }),
    defineFeature({}),
    defineFeature({
      slots: {
        sidebar: [{ order: 20, component: part('second') }],
        banner: [{ order: 5, component: part('above every view') }],
      },
    }),
  ]
  const { wrapper } = await mountInApp(Sidebar, { features })
  expect(wrapper.findAll('p').map((each) => each.text())).toEqual(['first', 'second', 'third'])
  await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('with the features of the application: whatever it names is a link, before anything is watched or read', async () => {
  const { core } = await mountInApp(Sidebar, { route: '/s/eth' })
  core.emit('watchlist.changed', { revision: 1, all: [], more: false })
  for (const [name, href] of [
    [/^Overview/, '/s/eth'],
    [/^Activity/, '/activity'],
    [/^Cases/, '/cases'],
    [/^Kept/, '/keep'],
    [/^Exports/, '/exports'],
    [/^Sources/, '/sources'],
    [/^Settings/, '/settings'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href)
})
