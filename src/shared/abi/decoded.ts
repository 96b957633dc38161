/** What a call, a log or an error means, as the core tells it: plain JSON, and text that is safe to show. */

/** Items of one call of `abi.decode`; a window asks for more in several. Here, so that it comes without any schema. */
export const MAX_DECODED_ITEMS = 200

/**
 * Who knows the name, the best first: the person's own ABI files; the verified contract (or that of its proxy's
 * implementation) of the source; a well-known standard; a list of signatures: the pack that ships with the app; the code of
 * the contract, which tells types and no name.
 */
export type NameOrigin = 'own' | 'verified' | 'standard' | 'pack' | 'bytecode'

export interface Decoded {
  /** `transfer`; of what is known by the contract's code alone, its selector. */
  readonly name: string
  /** `transfer(address to, uint256 amount)` */
  readonly signature: string
  /** `0x` and 8 hex digits of a call or an error; the first topic of a log; null of a command of a router. */
  readonly selector: string | null
  readonly origin: NameOrigin
  /** Who says so: `ERC-20`, the contract's name, the pack's package, the file's name; the address of the code. */
  readonly from: string
  /** False where it may be another function of the same four bytes. */
  readonly isCertain: boolean
  readonly arguments: readonly DecodedArgument[]
  /** A call's return data, where it was given and decodes. */
  readonly outputs?: readonly DecodedArgument[]
  /**
   * Bytes after the arguments that belong to none of them, for example a mark of who sent it. Only where the name is
   * certain: a name of a list counts only where nothing is left.
   */
  readonly rest?: string
}

export interface DecodedArgument {
  readonly name: string | null
  /** As in the signature; of a tuple with the names of its fields. */
  readonly type: string
  readonly isIndexed?: boolean
  /** Of an indexed string, bytes, array or tuple: its hash. */
  readonly value: DecodedValue
}

export type DecodedValue =
  /** Decimal, 0x hex, an address with its checksum, `true` or `false`, or text. */
  | string
  /** `omitted`: how many more there are that are not given, because there are too many. */
  | { readonly list: readonly DecodedValue[]; readonly omitted?: number }
  /** A tuple. */
  | { readonly fields: readonly DecodedArgument[] }
  /** Bytes that hold calls, opened. */
  | { readonly bytes: string; readonly calls: readonly NestedCall[] }

export interface NestedCall {
  /** Null where the call does not say: then it is the contract itself, or what the kind tells. */
  readonly to: string | null
  /** In wei, decimal; null where the call does not say. */
  readonly value: string | null
  readonly input: string
  readonly kind: 'call' | 'delegatecall' | 'create' | 'command'
  readonly decoded: Decoded | null
}
