import { defineComponent, h } from 'vue'
import { expect, test } from 'vitest'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { useListPreload } from './use-list-preload.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const Shell = defineComponent({
  setup() {
    useListPreload('address')
    return () => h('p')
  },
})

test('going to an address requests the first page of the open tab, before its view is mounted', async () => {
  const { core, router } = await mountInApp(Shell)
  let requestsOnArrival = 0
  router.afterEach(() => (requestsOnArrival = core.pageRequests.length))
  await router.push(`/s/eth/address/${ADDRESS}?tab=transactions&filter=to`)
  expect(requestsOnArrival).toBe(1)
  expect(core.pageRequests).toMatchObject([
    {
      source: 'eth',
      list: 'address-transactions',
      params: { address_hash: ADDRESS },
      filters: { filter: 'to' },
      cursor: null,
    },
  ])
})

test('what is no address, or another page, requests nothing', async () => {
  const { core, router, wrapper } = await mountInApp(Shell)
  await router.push('/s/eth/address/0x12')
  await router.push(`/s/eth/token/${ADDRESS}`)
  wrapper.unmount()
  await router.push(`/s/eth/address/${ADDRESS}`)
  expect(core.pageRequests).toEqual([])
})
