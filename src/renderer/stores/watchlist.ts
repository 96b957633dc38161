import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { CallInput, CallOutput } from '#shared/rpc/contract.ts'
import type { Undoable, WatchChange, WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { createWatchIndex } from '#shared/watch/watch-index.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import { keepAddressesApart } from '#renderer/lib/short-address.ts'
import { useToasts } from '#renderer/stores/toasts.ts'

type UndoableCall =
  | 'watchlist.save'
  | 'watchlist.edit'
  | 'watchlist.moveToChain'
  | 'watchlist.remove'
  | 'watchlist.renameGroup'
  | 'watchlist.import'

const addressesIn = (change: WatchChange): readonly string[] =>
  ('all' in change ? change.all : 'others' in change ? change.others : change.changed).map(
    ({ address }) => address,
  )

/** Position of an entry among the others. */
export type WatchPosition = { readonly before: number } | { readonly after: number }

/** The watchlist of the core: sent as a whole at first, then by changes. */
export const useWatchlist = defineStore('watchlist', () => {
  const toasts = useToasts()
  /** A new object around the same index with each change, so that computed values that read it run again. */
  const state = shallowRef({ index: createWatchIndex(), revision: -1 })
  let core: RpcClient | undefined
  let stop: (() => void) | undefined

  function follow(client: RpcClient) {
    core = client
    askForAll()
  }

  /** At the start, and after a change was missed. */
  function askForAll() {
    stop?.()
    stop = core?.subscribe('watchlist.changed', {}, take)
  }

  function take(change: WatchChange) {
    const { index, revision } = state.value
    if ('changed' in change && change.revision !== revision + 1) {
      askForAll()
      return
    }
    index.apply(change)
    keepAddressesApart(addressesIn(change))
    // Computed values run again after the first and the last part of the list, not after each part.
    if ('others' in change && change.more) return
    state.value = { index, revision: change.revision }
  }

  const entries = computed<readonly WatchedAddress[]>(() => state.value.index.all())
  const groups = computed(() =>
    [...new Set(entries.value.flatMap((entry) => entry.groups))].sort((a, b) => a.localeCompare(b)),
  )

  /** The entry of an address on a chain: that of the chain, else that of all chains. */
  const find = (address: string, chainId: string | undefined) => state.value.index.find(address, chainId)
  const byId = (id: number) => state.value.index.byId(id)
  const search = (text: string, max: number) => state.value.index.search(text, max)

  /** Makes a call and shows `message` with an undo. On an error shows the error and returns undefined. */
  async function act<Name extends UndoableCall>(
    name: Name,
    input: CallInput<Name>,
    message: string,
  ): Promise<CallOutput<Name> | undefined> {
    if (!core) return undefined
    const response = await core.call(name, input)
    if (!response.ok) {
      toasts.showError(response.error)
      return undefined
    }
    // All calls of the union return it, which the compiler can't see through a type parameter.
    const { undo } = response.data as Undoable
    toasts.show(message, () => takeBack(undo))
    return response.data
  }

  async function takeBack(undo: number) {
    const response = await core?.call('watchlist.undo', { undo })
    if (!response?.ok) {
      if (response) toasts.showError(response.error)
      return
    }
    const { restored, left } = response.data
    toasts.show(describeUndone(restored, left))
  }

  /** Moves entries before another one, or after one. */
  async function order(ids: readonly number[], position: WatchPosition) {
    const before = 'before' in position ? position.before : follower(position.after, ids)
    const response = await core?.call('watchlist.order', { ids: [...ids], before })
    if (response && !response.ok) toasts.showError(response.error)
  }

  function follower(after: number, moved: readonly number[]): number | null {
    const at = entries.value.findIndex(({ id }) => id === after)
    return entries.value.slice(at + 1).find(({ id }) => !moved.includes(id))?.id ?? null
  }

  return {
    isLoaded: computed(() => state.value.revision >= 0),
    entries,
    watched: computed(() => entries.value.filter((entry) => entry.watched)),
    groups,
    follow,
    find,
    byId,
    search,
    act,
    order,
  }
})

const ENTRIES = $nmsgid('address', 'addresses')

const describeUndone = (restored: number, left: number) =>
  left === 0
    ? $gettext('Undone: %{restored}.', { restored: pluralize(restored, ENTRIES) })
    : $gettext('Undone: %{restored}; %{left} changed again since and stay as they are.', {
        restored: pluralize(restored, ENTRIES),
        left: pluralize(left, ENTRIES),
      })
