import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { useWatchDialog } from '#renderer/stores/watch-dialog.ts'

/**
 * Watches an address at once, as a browser keeps a bookmark, and opens what can be said of it. One that is watched
 * already only opens. `name` is what it is called where it was seen.
 */
export function useWatch(): (address: string, name?: string) => Promise<void> {
  const watchlist = useWatchlist()
  const current = useCurrentSource()
  const dialog = useWatchDialog()
  return async (address, name) => {
    const chainId = current.source.value?.chainId
    const known = watchlist.find(address, chainId)
    if (known?.watched) {
      dialog.open({ address: known.address, id: known.id })
      return
    }
    const entry = await watchlist.act(
      'watchlist.save',
      {
        address,
        chainId: known?.chainId ?? null,
        watched: true,
        ...(known || name === undefined ? {} : { label: name }),
      },
      `${known?.label || name || shortenHash(address)} is watched.`,
    )
    if (entry) dialog.open({ address: entry.address, id: entry.id })
  }
}
