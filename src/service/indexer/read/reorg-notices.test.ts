import { expect, it } from 'vitest'
import type { IndexStore } from '../store/index-store.ts'
import { startNotice } from './notices.ts'
import { ReorgNotices } from './reorg-notices.ts'

it('a list of a part of the chain, too, has the status of a reorganisation while it was read', () => {
  const undone: number[] = []
  const notices = new ReorgNotices({ undone } as unknown as IndexStore)
  const request = { params: {}, filters: {}, limit: 1 }
  const notice = startNotice({ height: 7, reason: 'asked' })
  const page = (block_number: number) => ({ items: [{ block_number }], next: { block_number }, ...notice })
  const read = (after: number | null, height: number) =>
    notices.follow(
      'latest-transactions',
      { ...request, after: after === null ? null : { block_number: after } },
      page(height),
      9,
    ).meta
  expect(read(null, 9)).toEqual(notice.meta)
  undone.push(7)
  const { status, message } = read(9, 8)!
  expect(status).toBe('reorganised')
  expect(message).toContain('Read it from the start.')
  expect(message).toContain(notice.meta!.message)
})
