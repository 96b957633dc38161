/** The calls and events `watchlist.*`. */
import type { watchlistCalls, WatchChange } from '#shared/rpc/contract/watchlist.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { exportWatchlist } from './export-watchlist.ts'
import type { WatchImports } from './import-watchlist.ts'
import { cleanGroup, cleanGroups } from './label-text.ts'
import type { WatchRow } from './watch-rows.ts'
import type { Watchlist } from './watchlist.ts'

export interface WatchHandlerDeps {
  readonly watchlist: Watchlist
  readonly imports: WatchImports
}

export const watchHandlers = ({
  watchlist,
  imports,
}: WatchHandlerDeps): Pick<Handlers, keyof typeof watchlistCalls> => ({
  'watchlist.read': ({ id }) => watchlist.read(id),
  'watchlist.save': (entry) => watchlist.save(entry),
  'watchlist.edit': ({ ids, colour, watched, addGroup, removeGroup }) =>
    watchlist.edit(ids, (row) => ({
      ...(colour === undefined ? {} : { colour }),
      ...(watched === undefined ? {} : { watched: Number(watched) }),
      groups: withGroups(row, (groups) => [
        ...groups.filter((group) => group !== removeGroup),
        ...(addGroup === undefined ? [] : [addGroup]),
      ]),
    })),
  'watchlist.moveToChain': ({ id, chainId }) => watchlist.moveToChain(id, chainId),
  'watchlist.remove': ({ ids }) => watchlist.remove(ids),
  'watchlist.renameGroup': ({ from, to }) => {
    const members = watchlist.index.all().filter((entry) => entry.groups.includes(from))
    return watchlist.edit(
      members.map(({ id }) => id),
      (row) => ({
        groups: withGroups(row, (groups) =>
          groups.flatMap((group) => (group === from ? (to === null ? [] : [cleanGroup(to)]) : [group])),
        ),
      }),
    )
  },
  'watchlist.order': ({ ids, before }) => {
    watchlist.order(ids, before)
    return null
  },
  'watchlist.undo': ({ undo }) => watchlist.undo(undo),
  'watchlist.preview': ({ text, ...given }, { signal }) => imports.preview(text, given, signal),
  'watchlist.import': ({ token, conflicts }) => imports.apply(token, conflicts),
  'watchlist.export': ({ format, ids }) => exportWatchlist(watchlist, format, ids),
})

export const watchStreams = ({
  watchlist,
}: Pick<WatchHandlerDeps, 'watchlist'>): Pick<Streams, 'watchlist.changed'> => ({
  'watchlist.changed': (_, emit) => emitInBatches(watchlist, emit),
})

const withGroups = (row: WatchRow, change: (groups: readonly string[]) => readonly string[]) =>
  JSON.stringify(cleanGroups(change(JSON.parse(row.groups) as string[])))

/** More than a sidebar shows: about 40 kB, compared with 2 MB for 10,000 entries. */
const FIRST_BATCH_SIZE = 200
/** Takes about 3 ms in a window. */
const BATCH_SIZE = 1_000
/** During this delay (ms), a new window reads and paints its first page of rows. */
const FIRST_DELAY_MS = 500
/** The pause between two batches in ms, enough for a frame. */
const BATCH_DELAY_MS = 20

/**
 * Emits a long watchlist in batches, so that the first page of a list never waits behind 10,000 labels. Emits the
 * whole list, then every change, in order. Returns a function that stops it.
 */
function emitInBatches(
  watchlist: Pick<Watchlist, 'all' | 'onChange'>,
  emit: (change: WatchChange) => void,
): () => void {
  const { revision, all } = watchlist.all()
  let emitted = Math.min(FIRST_BATCH_SIZE, all.length)
  let timer: NodeJS.Timeout | undefined
  /** Changes that arrive meanwhile refer to the whole list, so they wait. */
  const waiting: WatchChange[] = []

  const stop = watchlist.onChange((change) => {
    if (emitted < all.length) waiting.push(change)
    else emit(change)
  })
  emit({ revision, all: all.slice(0, emitted), more: emitted < all.length })
  if (emitted < all.length) timer = setTimeout(emitNext, FIRST_DELAY_MS)

  function emitNext() {
    const batch = all.slice(emitted, emitted + BATCH_SIZE)
    emitted += batch.length
    emit({ revision, others: batch, more: emitted < all.length })
    if (emitted < all.length) timer = setTimeout(emitNext, BATCH_DELAY_MS)
    else for (const change of waiting.splice(0)) emit(change)
  }

  return () => {
    clearTimeout(timer)
    stop()
  }
}
