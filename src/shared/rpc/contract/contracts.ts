/** A contract: its code and verification, and the results of its functions. */
import * as z from 'zod/mini'
import type { AbiItemKind } from '../../abi/abi-item.ts'
import type { Decoded, DecodedArgument, NameOrigin } from '../../abi/decoded.ts'
import type { CheckedNode, CheckProblem } from './check.ts'
import { call } from './definition.ts'
import { address, transactionHash as hash } from './fields.ts'
import { sourceId } from './lists.ts'
import { rpcUrl } from './nodes.ts'

/** The maximal number of functions in one call. */
const MAX_READ_FUNCTIONS = 12
/** The maximal number of hex digits of return data in a result. */
export const MAX_READ_HEX = 20_000

/** The longest layout that a person may give, in characters. */
export const MAX_LAYOUT_LENGTH = 5 * 1024 * 1024

/** The maximal number of layouts that a person gives with one transaction. */
const MAX_GIVEN_LAYOUTS = 20
const MAX_NAMED_CONTRACTS = 50

export interface ContractFile {
  readonly path: string
  readonly text: string
}

export interface ContractItem {
  readonly kind: AbiItemKind | 'constructor'
  readonly name: string
  /**
   * With the types it returns, as `contract.read` takes it: `function balanceOf(address owner) view returns
   * (uint256)`.
   */
  readonly signature: string
  /** The number of parameters. */
  readonly inputs: number
  /** Null for a constructor. */
  readonly selector: string | null
  readonly origin: NameOrigin
  readonly from: string
  /** False if the name may belong to another function with the same selector. */
  readonly isCertain: boolean
  /** Whether it is a function that can be called without a transaction, and its signature is not too long for it. */
  readonly isView: boolean
  /**
   * Whether the code has a function with this selector; null for an item that is no function, and if no code was
   * read.
   */
  readonly isInCode: boolean | null
}

/** A source's data on one contract's own code. Names and paths are safe to show; the text of files is not escaped. */
export interface ContractCode {
  readonly address: string
  readonly name: string | null
  readonly isVerified: boolean
  readonly isPartial: boolean
  /** Language, compiler, EVM version, optimizer runs, licence: the known ones. */
  readonly settings: readonly (readonly [kind: ContractSetting, text: string])[]
  readonly verifiedAt: string | null
  readonly files: readonly ContractFile[]
  /** The number of files that are left out because there are too many, or they are too long. */
  readonly omittedFiles: number
  readonly items: readonly ContractItem[]
  /** Hex; null if neither the source nor a followed node provides it. */
  readonly code: string | null
  /** The decoded constructor arguments, if the source provides them. */
  readonly constructed: Decoded | null
  /** The contract's implementations according to the source. */
  readonly behind: readonly { readonly address: string; readonly name: string | null }[]
}
export type ContractSetting = 'language' | 'compiler' | 'evm' | 'optimizer' | 'licence'

/**
 * The result of a function. `unfit`: the returned bytes do not fit its types. `untyped`: its signature does not tell
 * its types. `no_data`: nothing was returned, as
 * from an address without code. `not_asked`: an argument does not fit its type (`argument`), or the signature is
 * invalid, or has another number of arguments (null).
 */
export type ReadResult =
  | {
      readonly outcome: 'values'
      readonly values: readonly DecodedArgument[]
      readonly data: string
      readonly bytes: number
    }
  | { readonly outcome: 'unfit' | 'untyped'; readonly data: string; readonly bytes: number }
  | {
      readonly outcome: 'reverted'
      readonly decoded: Decoded | null
      readonly data: string
      readonly bytes: number
      readonly serverMessage: string
    }
  | { readonly outcome: 'no_data' }
  | { readonly outcome: 'too_large'; readonly maxBytes: number }
  | { readonly outcome: 'timeout'; readonly seconds: number }
  | { readonly outcome: 'refused'; readonly serverMessage: string }
  | { readonly outcome: 'not_asked'; readonly argument: number | null; readonly problem: string }

/** The block at which all functions were called. */
export interface ReadBlock {
  readonly height: number
  readonly hash: string
}

export type ReadReport =
  | {
      readonly outcome: 'read'
      readonly node: CheckedNode
      readonly block: ReadBlock
      readonly results: readonly ReadResult[]
    }
  | { readonly outcome: 'refused'; readonly node: CheckedNode; readonly problem: CheckProblem }

export interface StorageValue {
  /** 32 bytes in hex. */
  readonly word: string
  /** By its type; null where nothing is known of it but the word. A long text is cut, and ends with `…` and its length. */
  readonly value: string | null
}

/**
 * A variable, or a bare word (`path` is null). `length`: a dynamic array, whose length it is. `mapping`: it has values only
 * at keys. `part`: 32 bytes of a text that does not fit into its slot. `word`: no type tells how it is read.
 */
export interface StoredVariable extends StorageValue {
  /** As it is typed: `book.pair.left`, `balanceOf[0x…]`. */
  readonly path: string | null
  readonly type: string
  readonly kind: 'value' | 'text' | 'length' | 'mapping' | 'part' | 'word'
  /** In hex. */
  readonly slot: string
  /** The position of the value's lowest byte, from the right of the word. */
  readonly offset: number
  readonly bytes: number
  /** Whether it is of an element that a dynamic array, which is shorter, does not have. */
  readonly isBeyond: boolean
  /** At the other block; null if none is asked for. */
  readonly against: StorageValue | null
}

/** The numbers of rows and watched addresses whose words were tried as keys of mappings; null if the rows can't be read. */
export interface TriedKeys {
  readonly logs: number | null
  readonly transactions: number | null
  readonly transfers: number | null
  readonly watched: number
  /** Whether there are more keys than were tried. */
  readonly isCut: boolean
}

export type StorageReport =
  | {
      readonly outcome: 'read'
      readonly node: CheckedNode
      readonly block: ReadBlock
      readonly againstBlock: ReadBlock | null
      /** The contract of whose verification the layout is, or `given`; null if none is known. */
      readonly layoutOf: string | null
      /** The facets of a diamond whose layouts were read, if there are several: their variables stand under their names. */
      readonly facets: readonly { readonly address: string; readonly name: string }[]
      /** The number of facets whose layouts were not read: there are too many, or the source failed. */
      readonly unreadFacets: number
      /** Whether nothing is known of variables outside of namespaces (ERC-7201): the first words stand for them. */
      readonly isOnlyNamespaces: boolean
      /** Whether the layout has no variables. */
      readonly isLayoutEmpty: boolean
      /** A mapping is followed by its values at keys that were tried; those that are 0 are left out. */
      readonly variables: readonly StoredVariable[]
      /** Null if no mapping was read. */
      readonly keys: TriedKeys | null
      /** Whether the layout has more variables than one answer. */
      readonly isCut: boolean
      /** Requested names that are neither a slot nor a variable of the layout. */
      readonly unknown: readonly string[]
    }
  | { readonly outcome: 'refused'; readonly node: CheckedNode; readonly problem: CheckProblem }

/** The changes of a transaction in the storage of one contract: `against` of each variable is its value before. */
export interface ChangedStorage {
  readonly address: string
  /** As in `StorageReport`; of a diamond only the facets that ran count. */
  readonly layoutOf: string | null
  readonly unreadFacets: number
  readonly isOnlyNamespaces: boolean
  readonly variables: readonly StoredVariable[]
}

export type StorageChangesReport =
  | {
      readonly outcome: 'read'
      readonly node: CheckedNode
      readonly block: ReadBlock
      readonly contracts: readonly ChangedStorage[]
      /** The number of changed slots that are left out because there are too many. */
      readonly omittedSlots: number
      /** Contracts that ended, of whose words after the transaction the node has nothing any more. */
      readonly unreadable: readonly string[]
      /** Whether slots have no name while there are more words than were tried as keys of mappings. */
      readonly hasMoreKeys: boolean
    }
  | { readonly outcome: 'refused'; readonly node: CheckedNode; readonly problem: CheckProblem }

const layout = z.string().check(z.maxLength(MAX_LAYOUT_LENGTH))
const height = z.int().check(z.nonnegative())

export const contractCalls = {
  /** Reads only this contract, not its implementation. `not_found` if the source knows no contract at the address. */
  'contract.about': call<ContractCode>().with(z.object({ source: sourceId, address })),
  /**
   * Calls functions of a contract by `eth_call` of the node at `rpcUrl`, or of a followed node of the same chain:
   * `invalid_input` if there is none. Results are in the order of the calls. `height`: the newest block by default.
   */
  'contract.read': call<ReadReport>().with(
    z.object({
      source: sourceId,
      address,
      rpcUrl: z.optional(rpcUrl),
      height: z.optional(height),
      /** The sender of the calls. */
      from: z.optional(address),
      calls: z
        .array(
          z.object({
            signature: z.string().check(z.maxLength(8_000)),
            texts: z.array(z.string().check(z.maxLength(100_000))).check(z.maxLength(100)),
          }),
        )
        .check(z.minLength(1), z.maxLength(MAX_READ_FUNCTIONS)),
    }),
  ),
  /**
   * Reads storage by `eth_getStorageAt` of the node, as `contract.read` chooses it. Without `places`: all variables of the
   * layout, the first slots where none of the compiler is known, and the slots of EIP-1967 that are used. Keys of mappings
   * are tried: words of the newest logs, transactions and token transfers of the contract, and watched addresses.
   */
  'contract.storage': call<StorageReport>().with(
    z.object({
      source: sourceId,
      address,
      rpcUrl: z.optional(rpcUrl),
      height: z.optional(height),
      /** The block to compare with. */
      against: z.optional(height),
      /** Slots (`0x2`, `2`) and variables (`balanceOf[0x…]`, `notes[3]`). */
      places: z.optional(
        z.array(z.string().check(z.maxLength(1_000))).check(z.minLength(1), z.maxLength(100)),
      ),
      /** A layout given by the person: solc's `storageLayout`, or an artifact with it, in JSON. */
      layout: z.optional(layout),
    }),
  ),
  /**
   * Reads the changes of a transaction in storage: the node runs it again (`debug_traceTransaction` with
   * `prestateTracer`). Keys of mappings are found among the words of its input, calls and logs.
   */
  'contract.storageChanges': call<StorageChangesReport>().with(
    z.object({
      source: sourceId,
      hash,
      rpcUrl: z.optional(rpcUrl),
      /** Only the changes of these contracts. */
      addresses: z.optional(z.array(address).check(z.maxLength(MAX_NAMED_CONTRACTS))),
      /** Layouts of the person, as in `contract.storage`. */
      layouts: z.optional(z.array(z.object({ address, layout })).check(z.maxLength(MAX_GIVEN_LAYOUTS))),
    }),
  ),
} as const
