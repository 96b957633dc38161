/**
 * Polls the beginning of a list of several addresses. Each of their lists is polled by itself, so that unchanged ones are
 * not sent.
 */
import type { Page } from '#shared/lists/page.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { membersOf } from '../../archive/members-of.ts'
import type { FirstPageRequest, ReadFirstPage } from '../first-page-poller.ts'
import { mergePages } from './merge-pages.ts'

interface Known {
  readonly page: Page
  readonly etag?: string | undefined
}

const EMPTY: Page = { items: [], keys: [], unread: [], next: null }

export function followMerged(readOne: ReadFirstPage): ReadFirstPage {
  /** By poller: the last page of each address. */
  const pages = new WeakMap<FirstPageRequest, Map<string, Known>>()

  return async (request, _etag, signal) => {
    const { others = [], ...query } = request
    const known = pages.get(request) ?? new Map<string, Known>()
    pages.set(request, known)
    const members = membersOf({ ...query, others })
    const reads = await Promise.allSettled(
      members.map(async (address) => {
        const one = { ...query, params: { address_hash: address } }
        const read = await readOne(one, known.get(address)?.etag, signal)
        if (read) known.set(address, read)
        return read
      }),
    )
    const [failure] = reads.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    const done = reads.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    if (done.length === 0) throw failure
    return done.some((read) => read !== null) ? { page: await mergeKnown(request, members, known) } : null
  }
}

/** Merges the known pages. The result ends where one of them does, because the rows below are not known. */
async function mergeKnown(
  { list }: FirstPageRequest,
  members: readonly string[],
  known: ReadonlyMap<string, Known>,
): Promise<Page> {
  const { gap: _gap, ...page } = await mergePages({ list, members, cursor: null }, (address, cursor) =>
    cursor === null
      ? Promise.resolve(known.get(address)?.page ?? EMPTY)
      : Promise.reject(new ChainglassFailure({ code: 'timeout', afterMs: 0 })),
  )
  return page
}
