import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import PageTabs from './PageTabs.vue'

const tabs = ['transactions', 'tokens'].map((id) => ({ id, title: id, to: `/s/eth/address/0x1?tab=${id}` }))

test('each tab that was chosen is a step of the history', async () => {
  const { router } = await mountInApp(PageTabs, {
    props: { tabs, current: 'transactions', label: 'Lists' },
    route: '/s/eth/address/0x1',
  })
  await userEvent.click(page.getByRole('tab', { name: 'tokens' }))
  await expect.poll(() => router.currentRoute.value.query.tab).toBe('tokens')
  router.back()
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/s/eth/address/0x1')
})

test('tabs that arrow keys pass by are none', async () => {
  const { router } = await mountInApp(PageTabs, {
    props: { tabs, current: 'transactions', label: 'Lists' },
    route: '/s/eth',
  })
  await router.push('/s/eth/address/0x1')
  page.getByRole('tab', { name: 'transactions' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => router.currentRoute.value.query.tab).toBe('tokens')
  router.back()
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/s/eth')
})

test('in a narrow window the open tab is scrolled into view', async () => {
  const many = ['transactions', 'transfers', 'internal', 'tokens', 'nfts', 'blocks'].map((id) => ({
    id,
    title: id,
    count: '1,234',
    to: `/s/eth/address/0x1?tab=${id}`,
  }))
  const { element, wrapper } = await mountInApp(PageTabs, {
    props: { tabs: many, current: 'nfts', label: 'Lists' },
  })
  element.style.width = '320px'
  await wrapper.setProps({ current: 'blocks' })
  const seen = () => {
    const [list, tab] = [element, element.querySelector('[aria-selected=true]')!].map((one) =>
      one.getBoundingClientRect(),
    )
    return tab!.left >= list!.left && tab!.right <= list!.right
  }
  await expect.poll(seen).toBe(true)
  await wrapper.setProps({ current: 'transactions' })
  await expect.poll(seen).toBe(true)
})
