/** The meaning of a call, a log or an error, as the core sends it: plain JSON with sanitised text. */

/**
 * Maximum number of items in one call of `abi.decode`; a window splits larger requests. Defined here, so that
 * importing it does not load a schema.
 */
export const MAX_DECODED_ITEMS = 200

/**
 * Origin of a name, the best first. `own`: the person's ABI files. `verified`: the verified contract of the
 * source, or of its proxy's implementation. `standard`: a well-known standard. `pack`: a list of signatures, such
 * as the pack that ships with the app. `bytecode`: the code of the contract, which gives types but no names.
 */
export type NameOrigin = 'own' | 'verified' | 'standard' | 'pack' | 'bytecode'

export interface Decoded {
  /** Name, for example `transfer`; for origin `bytecode` the selector. */
  readonly name: string
  /** Signature, for example `transfer(address to, uint256 amount)`. */
  readonly signature: string
  /** `0x` and 8 hex digits for a call or an error; the first topic for a log; null for a router command. */
  readonly selector: string | null
  readonly origin: NameOrigin
  /**
   * The source within the origin: `ERC-20`, the contract's name, the pack's package, the file's name, or the
   * address of the code.
   */
  readonly from: string
  /** Address of the contract that is verified with it, in lower case. Only for origin `verified`. */
  readonly contract?: string
  /** False if another function may have the same selector. */
  readonly isCertain: boolean
  readonly arguments: readonly DecodedArgument[]
  /** Decoded return data of a call, if given and valid. */
  readonly outputs?: readonly DecodedArgument[]
  /**
   * Bytes after the arguments, for example a tag of the sender's app. Only present if the name is certain: a name
   * from a list is used only if no bytes are left.
   */
  readonly rest?: string
}

export interface DecodedArgument {
  readonly name: string | null
  /** Type as in the signature; of a tuple with the names of its fields. */
  readonly type: string
  readonly isIndexed?: boolean
  /** For an indexed string, bytes, array or tuple: its hash. */
  readonly value: DecodedValue
}

export type DecodedValue =
  /** Decimal number, 0x hex, checksummed address, `true` or `false`, or text. */
  | string
  /** `omitted`: number of further elements that are not returned. */
  | { readonly list: readonly DecodedValue[]; readonly omitted?: number }
  /** A tuple. */
  | { readonly fields: readonly DecodedArgument[] }
  /** Bytes that contain calls, with the decoded calls. */
  | { readonly bytes: string; readonly calls: readonly NestedCall[] }

export interface NestedCall {
  /** Called address; null if the data does not give it: the contract itself, or given by the kind. */
  readonly to: string | null
  /** In wei, decimal; null if the data does not give it. */
  readonly value: string | null
  readonly input: string
  readonly kind: 'call' | 'delegatecall' | 'create' | 'command'
  readonly decoded: Decoded | null
}
