import { LruCache } from '#shared/lru-cache.ts'
import { DIALECTS } from '#shared/lists/dialects.ts'
import { cursorKeys, groupCursorKeys, type ListId } from '#shared/lists/list-table.ts'
import type { ListPage, ListRequest, Position } from '../../chain-reader.ts'
import type { IndexStore } from '../store/index-store.ts'
import { addNotice } from './notices.ts'

/** A list that is read page by page. */
interface Reading {
  /** Reorganisations before it began. */
  readonly reorganisations: number
  /** Height of its first row. */
  readonly top: number
}

const MAX_CACHED = 10_000
const REORGANISED = {
  meta: {
    status: 'reorganised',
    message:
      'The chain was reorganised while this list was read: what was read before may be of blocks that are gone. Read it from the start.',
  },
}

/** Tells whoever reads a list page by page when its first pages are of blocks that were undone meanwhile. */
export class ReorgNotices {
  readonly #store: IndexStore
  /** By the cursor that goes on with it. */
  readonly #readings = new LruCache<string, Reading>({ maxSize: MAX_CACHED })

  constructor(store: IndexStore) {
    this.#store = store
  }

  /** `head`: of the index. */
  follow(id: ListId, request: ListRequest, page: ListPage, head: number): ListPage {
    const { undone } = this.#store
    const keyOf = (cursor: Position, keys: readonly string[]) =>
      JSON.stringify([
        id,
        request.params,
        request.filters,
        keys.flatMap((key) => (cursor[key] == null ? [] : [`${key}=${String(cursor[key])}`])).sort(),
      ])
    const reading = request.after
      ? this.#readings.get(keyOf(request.after, positionKeys(Object.keys(request.after))))
      : { reorganisations: undone.length, top: topOf(page) ?? head }
    if (!reading) return page
    if (page.next) {
      const sets = [Object.keys(page.next), ...DIALECTS.map((dialect) => keysOf(id, dialect))]
      for (const keys of sets) this.#readings.set(keyOf(page.next, positionKeys(keys)), reading)
    }
    const isMixed = undone.slice(reading.reorganisations).some((ancestor) => ancestor < reading.top)
    return isMixed ? addNotice({ ...page, ...REORGANISED }, page) : page
  }
}

function topOf({ items: [first] }: ListPage): number | null {
  const height = first?.block_number ?? first?.height
  return typeof height === 'number' ? height : null
}

const keysOf = (id: ListId, dialect: (typeof DIALECTS)[number]): readonly string[] => [
  ...cursorKeys(id, dialect),
  ...groupCursorKeys(id),
]

/** How many rows came before is no part of a position. */
const positionKeys = (keys: readonly string[]) => keys.filter((key) => key !== 'items_count')
