import { defineComponent, h } from 'vue'
import { expect, test, vi } from 'vitest'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { pageOf } from '#renderer/testing/scripted-core.ts'
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

test('the page that is shown stands until the rows are here, or until it takes too long', async () => {
  vi.useFakeTimers()
  const { core, router } = await mountInApp(Shell)
  const place = () => router.currentRoute.value.path
  const other = `/s/eth/address/0x${'cd'.repeat(20)}`
  const quick = router.push(`/s/eth/address/${ADDRESS}`)
  await vi.advanceTimersByTimeAsync(49)
  expect(place()).toBe('/')
  await core.respond(pageOf(0, 3, null))
  await quick
  expect(place()).toBe(`/s/eth/address/${ADDRESS}`)
  const slow = router.push(other)
  await vi.advanceTimersByTimeAsync(50)
  await slow
  expect(place()).toBe(other)
  await router.push(`/s/eth/address/${ADDRESS}`)
  expect(core.pageRequests).toHaveLength(2)
  vi.useRealTimers()
})
