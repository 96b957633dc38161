import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'

/** The label of a watched address, else its short hash. */
export const watchedName = ({ label, address }: Pick<WatchedAddress, 'label' | 'address'>) =>
  label || shortenAddress(address)
