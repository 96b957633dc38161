import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { useWatchDialog } from '#renderer/stores/watch-dialog.ts'

/** Opens the dialog that watches an address. Nothing is stored before Save. */
export function useWatch(): (address: string) => void {
  const watchlist = useWatchlist()
  const current = useCurrentSource()
  const dialog = useWatchDialog()
  return (address) => {
    const known = watchlist.find(address, current.source.value?.chainId)
    dialog.open({ ...(known ? { address: known.address, id: known.id } : { address }), watch: true })
  }
}
