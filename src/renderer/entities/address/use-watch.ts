import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { useWatchDialog } from '#renderer/stores/watch-dialog.ts'

/**
 * Watches an address at once and opens its dialog; for one that is watched already it only opens the dialog. `name`:
 * how it is called in the list it was seen in.
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
      `${[known?.label, name].find(Boolean) ?? shortenAddress(address)} is watched.`,
    )
    if (entry) dialog.open({ address: entry.address, id: entry.id })
  }
}
