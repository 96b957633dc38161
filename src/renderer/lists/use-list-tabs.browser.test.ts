import { expect, test } from 'vitest'
import { h } from 'vue'
import { addressRoute } from '#renderer/entities/routes.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { useListTabs, type ListTabs } from './use-list-tabs.ts'

const ADDRESS = `0x${'a'.repeat(40)}`

test('two filters chosen one right after the other are both there, and in the URL', async () => {
  let tabs: ListTabs | undefined
  const part = {
    setup() {
      tabs = useListTabs({
        owner: 'address',
        routeOf: () => addressRoute('eth', ADDRESS),
        details: () => ({}),
      })
      return () => h('p')
    },
  }
  const { router } = await mountInApp(part, { route: `/s/eth/address/${ADDRESS}?tab=tokens` })
  tabs?.onFilters({ type: ['ERC-721'] })
  expect(tabs?.filters.value).toEqual({ type: ['ERC-721'] })
  tabs?.onFilters({ type: ['ERC-721', 'ERC-404'] })
  expect(tabs?.filters.value).toEqual({ type: ['ERC-721', 'ERC-404'] })
  await expect.poll(() => router.currentRoute.value.query.type).toBe('ERC-721,ERC-404')
  await router.push(`/s/eth/address/${ADDRESS}?tab=tokens`)
  expect(tabs?.filters.value).toEqual({})
})
