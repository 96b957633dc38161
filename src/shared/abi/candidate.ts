import type { AbiItem, AbiItemKind } from './abi-item.ts'
import type { NameOrigin } from './decoded.ts'

/** A signature that may be meant, and its origin. */
export interface Candidate {
  readonly item: AbiItem
  readonly origin: NameOrigin
  readonly from: string
  /** As in `Decoded`. */
  readonly contract?: string
  readonly isCertain: boolean
}

/**
 * Returns all signatures for a selector (calls, errors) or first topic (logs), in lower case, the best first.
 * `address`: of the contract, in lower case; null if unknown.
 */
export type FindCandidates = (
  kind: AbiItemKind,
  selector: string,
  address: string | null,
) => Iterable<Candidate>
