import type { Decoded } from '#shared/abi/decoded.ts'
import type { Log } from '#shared/chain/log.ts'
import type { Token } from '#shared/chain/token.ts'
import type { OwnAddresses } from '#shared/query/own-addresses.ts'
import type { Coin } from '#shared/source.ts'
import type { TimeMode, Zone } from '#renderer/lib/format-time.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'

/**
 * What every cell needs to know besides its row. Whose list it is, is dimmed: the other party is what one reads. A new object
 * whenever any of it changes, so rows draw again.
 */
export interface CellContext extends OwnAddresses {
  readonly source: string
  readonly coin: Coin
  /** The token whose list this is, once it is known. */
  readonly ownToken: Token | undefined
  readonly time: TimeMode
  readonly zone: Zone
  /** Remote images are shown. */
  readonly images: boolean
  /** The person's own labels by address in lower case. */
  readonly labels: ReadonlyMap<string, string>
  /** Addresses that imitate one the rows' account deals with, with that one; in lower case. */
  readonly imitated: ReadonlyMap<string, string>
  /** In a list of logs: what one means; null where nobody knows, undefined while that is not known. */
  readonly decodedLog?: ((log: Log) => Decoded | null | undefined) | undefined
  /** A token by its address, where the window knows it. */
  readonly tokenOf?: ((hash: string) => Token | undefined) | undefined
  readonly links: {
    address(hash: string): RouteLink
    transaction(hash: string): RouteLink
    /** A call in it, by its number in their order. */
    call(hash: string, call: string): RouteLink
    /** `block`: a number or a hash. */
    block(block: string): RouteLink
    token(hash: string): RouteLink
    instance(hash: string, id: string): RouteLink
  }
}
