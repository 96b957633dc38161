import type { ListPage } from '../../chain-reader.ts'
import { describeSince, type IndexStart } from '../model/index-start.ts'

type Notice = Pick<ListPage, 'meta'>

/** The notice of every list of an index that begins above block 0. */
export const startNotice = (start: IndexStart | null): Notice =>
  start === null ? {} : { meta: { status: 'partial', message: describeSince(start) } }

/** A page has one notice: of two the first gives the status, and both are said. */
export function addNotice(page: ListPage, { meta }: Notice): ListPage {
  if (!meta) return page
  return {
    ...page,
    meta: page.meta ? { ...page.meta, message: `${page.meta.message} ${meta.message}` } : meta,
  }
}
