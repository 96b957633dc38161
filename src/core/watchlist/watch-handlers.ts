/** The calls and events `watchlist.*`. */
import type { watchlistCalls } from '#shared/rpc/contract/watchlist.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { exportWatchlist } from './export-watchlist.ts'
import type { WatchImports } from './import-watchlist.ts'
import { cleanGroup, cleanGroups } from './label-text.ts'
import { emitInBatches } from './emit-in-batches.ts'
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
