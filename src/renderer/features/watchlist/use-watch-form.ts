import { computed, reactive, ref } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { chainName } from '#shared/chains.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { watchedName } from '#renderer/entities/address/watched-name.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { WatchSubject } from '#renderer/stores/watch-dialog.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'

/** State of the form of a watched address: its fields, saving and removing. */
export function useWatchForm(subject: WatchSubject) {
  const core = useCore()
  const watchlist = useWatchlist()
  const entry = subject.id === undefined ? undefined : watchlist.byId(subject.id)

  const fields = reactive({
    address: subject.address,
    label: entry?.label ?? '',
    note: '',
    colour: entry?.colour ?? null,
    groups: entry?.groups ?? [],
    /** Empty for every chain. */
    chainId: entry?.chainId ?? '',
    watched: subject.watch ?? entry?.watched ?? true,
  })
  const busy = ref(false)
  const isAddressInvalid = ref(false)
  /** The note is loaded by a call of its own. Until then it can't be edited and is not saved. */
  const isNoteLoaded = ref(entry?.hasNote !== true)

  async function loadNote() {
    if (!entry?.hasNote) return
    const response = await core.call('watchlist.read', { id: entry.id })
    if (response.ok) fields.note = response.data.note
    isNoteLoaded.value = response.ok
  }

  /** Saves the entry; returns whether it was saved. */
  async function save(): Promise<boolean> {
    const address = parseAddress(fields.address.trim())?.address
    isAddressInvalid.value = address === undefined
    if (address === undefined) return false
    busy.value = true
    const saved = await write(address, fields.chainId === '' ? null : fields.chainId)
    busy.value = false
    return saved !== undefined
  }

  async function write(address: string, chainId: string | null) {
    const { label, colour, groups, watched, note } = fields
    const name = label.trim() || shortenAddress(address)
    if (entry && entry.chainId !== chainId) {
      const moved = await watchlist.act(
        'watchlist.moveToChain',
        { id: entry.id, chainId },
        $gettext('%{name} is moved.', { name }),
      )
      if (!moved) return undefined
    }
    return watchlist.act(
      'watchlist.save',
      {
        address,
        chainId,
        label,
        colour,
        groups: [...groups],
        watched,
        ...(isNoteLoaded.value ? { note } : {}),
      },
      $gettext('%{name} is saved.', { name }),
    )
  }

  /** Removes the entry; returns whether it was removed. */
  async function remove(): Promise<boolean> {
    if (!entry) return false
    busy.value = true
    const removed = await watchlist.act(
      'watchlist.remove',
      { ids: [entry.id] },
      $gettext('%{name} is removed.', { name: watchedName(entry) }),
    )
    busy.value = false
    return removed !== undefined
  }

  return { entry, fields, busy, isAddressInvalid, isNoteLoaded, loadNote, save, remove }
}

/** Chains an entry can apply to: first the current source's chain, then its own, then those of the other sources. */
export function useChainChoices(own: string | null | undefined) {
  const current = useCurrentSource()
  const sources = useSources()
  return computed(() => {
    const ids = [current.source.value?.chainId, own, ...sources.shown.map(({ chainId }) => chainId)]
    return [...new Set(ids.filter((id) => id != null))].map((id) => ({ id, name: chainName(id) }))
  })
}
