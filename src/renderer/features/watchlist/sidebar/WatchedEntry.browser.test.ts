import { expect, test } from 'vitest'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { inSidebar } from '#renderer/testing/in-sidebar.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import WatchedEntry from './WatchedEntry.vue'

const ENTRY: WatchedAddress = {
  id: 1,
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  chainId: null,
  label: 'Whale',
  colour: null,
  groups: [],
  watched: true,
  hasNote: false,
  position: 1,
}

test('an entry has the picture of its address, and its whole count, also in the folded sidebar', async () => {
  for (const width of ['224px', '40px']) {
    const { element } = await mountInApp(WatchedEntry, {
      props: { entry: ENTRY, to: '/', activity: { count: 300, more: false, source: 'eth' } },
    })
    inSidebar(element, width)
    expect(element.querySelector('.identicon')).not.toBeNull()
    const count = element.querySelector('.new-count')!
    expect(count.textContent).toBe('99+ new')
    const [inner, outer] = [count.getBoundingClientRect(), element.getBoundingClientRect()]
    expect(inner.left).toBeGreaterThanOrEqual(outer.left)
    expect(inner.right).toBeLessThanOrEqual(outer.right)
    expect(count.scrollWidth).toBeLessThanOrEqual(Math.ceil(inner.width))
  }
})
