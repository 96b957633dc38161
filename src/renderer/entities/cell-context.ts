import type { Decoded } from '#shared/abi/decoded.ts'
import type { Log } from '#shared/chain/log.ts'
import type { Token } from '#shared/chain/token.ts'
import type { OwnAddresses } from '#shared/query/own-addresses.ts'
import type { CheckedRow } from '#shared/rpc/contract/check.ts'
import type { Coin } from '#shared/source.ts'
import type { TimeMode, Zone } from '#renderer/lib/format-time.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'

/** A row that was compared with a node, or with the source of this name. */
export interface MarkedRow extends CheckedRow {
  readonly against?: string | undefined
}

/**
 * The context of all cells of a list besides their row. Cells dim the own address, since the counterparty matters. Each
 * change makes a new object, so that rows render again.
 */
export interface CellContext extends OwnAddresses {
  readonly source: string
  readonly coin: Coin
  /** The token of the list; undefined until it is loaded. */
  readonly ownToken: Token | undefined
  readonly time: TimeMode
  readonly zone: Zone
  /** Whether remote images are shown. */
  readonly images: boolean
  /** The person's own labels by address in lower case. */
  readonly labels: ReadonlyMap<string, string>
  /** Imitators of the account's counterparties, with the address that each imitates, in lower case. */
  readonly imitated: ReadonlyMap<string, string>
  /** In a list of logs: returns a decoded log, null where no known ABI fits, undefined until it is decoded. */
  readonly decodedLog?: ((log: Log) => Decoded | null | undefined) | undefined
  /** Returns what a check against a node found in the row of an item; undefined for a row that was not checked. */
  readonly checkedRow?: ((item: object) => MarkedRow | undefined) | undefined
  /** Returns a token by its address, where the window knows it. */
  readonly tokenOf?: ((hash: string) => Token | undefined) | undefined
  readonly links: {
    address(hash: string): RouteLink
    transaction(hash: string): RouteLink
    /** `call`: the index of an internal call. */
    call(hash: string, call: string): RouteLink
    /** `block`: a number or a hash. */
    block(block: string): RouteLink
    token(hash: string): RouteLink
    instance(hash: string, id: string): RouteLink
  }
}
