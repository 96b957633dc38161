import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
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

test('tabs without space are named by a menu, which has the name of the open one', async () => {
  const many = ['transactions', 'transfers', 'internal', 'tokens', 'nfts', 'blocks'].map((id) => ({
    id,
    title: id,
    count: '1,234',
    to: `/s/eth/address/0x1?tab=${id}`,
  }))
  const { element, router, wrapper } = await mountInApp(PageTabs, {
    props: { tabs: many, current: 'transactions', label: 'Lists' },
    route: '/s/eth/address/0x1',
  })
  element.style.width = '1200px'
  await expect.element(page.getByRole('button', { name: /More/ })).not.toBeInTheDocument()

  element.style.width = '400px'
  const more = page.getByRole('button', { name: /More \d/ })
  await expect.element(more).toBeVisible()
  const strip = element.querySelector('[role=tablist]')!.getBoundingClientRect()
  const hidden = page
    .getByRole('tab')
    .elements()
    .filter((tab) => tab.getBoundingClientRect().top >= strip.bottom)
  const whole = page.getByRole('tab').elements().length - hidden.length
  expect(whole).toBeGreaterThan(1)
  for (const tab of page.getByRole('tab').elements().slice(0, whole))
    expect(tab.getBoundingClientRect().right).toBeLessThanOrEqual(strip.right)
  await expect.element(more).toHaveTextContent(`More ${String(hidden.length)}`)

  await userEvent.click(more)
  await expect.poll(() => page.getByRole('menuitem').elements().length).toBe(hidden.length)
  await userEvent.click(page.getByRole('menuitem', { name: 'blocks 1,234' }))
  await expect.poll(() => router.currentRoute.value.query.tab).toBe('blocks')
  await wrapper.setProps({ current: 'blocks' })
  const button = page.getByRole('button', { name: 'blocks' })
  await expect.element(button).toBeVisible()
  // Its looks stay once its menu was open.
  await expect.element(button.getByText('blocks')).toHaveStyle({ fontWeight: '600' })
})

test('a short name in place of “More” makes no room for its own tab, which would take it away again', async () => {
  const many = ['transactions', 'nft', 'withdrawals', 'blocks'].map((id) => ({
    id,
    title: id,
    to: `/s/eth/address/0x1?tab=${id}`,
  }))
  const { element } = await mountInApp(PageTabs, { props: { tabs: many, current: 'nft', label: 'Lists' } })
  const strip = element.querySelector<HTMLElement>('[role=tablist]')!
  /** An observer reports with the next frame, and what it changes is drawn with the one after. */
  const settle = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  element.style.width = '1200px'
  await settle()
  const end =
    element.querySelector('#tab-nft')!.getBoundingClientRect().right - strip.getBoundingClientRect().left
  for (let width = end + 50; width < end + 130; width += 4) {
    element.style.width = `${String(width)}px`
    await settle()
    const widths = new Set<number>()
    for (let frame = 0; frame < 3; frame += 1) {
      await settle()
      widths.add(strip.clientWidth)
    }
    expect(widths.size, `at ${String(width)} px`).toBe(1)
  }
})

test('they are 30 px high in a narrow pane, and 36 in a wide one', async () => {
  const heightIn = async (rem: number) => {
    const { element } = await mountInApp(() =>
      h('div', { style: `container: pane / inline-size; width: ${String(rem)}rem` }, [
        h(PageTabs, { tabs, current: 'transactions', label: 'Lists' }),
      ]),
    )
    return Math.abs(element.getBoundingClientRect().height - (rem < 44 ? 30 : 36))
  }
  expect(await heightIn(60)).toBeLessThanOrEqual(2)
  expect(await heightIn(40)).toBeLessThanOrEqual(2)
})
