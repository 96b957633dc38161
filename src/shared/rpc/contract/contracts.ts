/** A contract itself: what is known of its code, and what it says when it is asked. */
import * as z from 'zod/mini'
import type { AbiItemKind } from '../../abi/abi-item.ts'
import type { Decoded, DecodedArgument, NameOrigin } from '../../abi/decoded.ts'
import type { CheckedNode, CheckProblem } from './check.ts'
import { call } from './definition.ts'
import { address } from './fields.ts'
import { sourceId } from './lists.ts'
import { rpcUrl } from './nodes.ts'

/** Functions that are asked in one call. */
const MAX_READ_FUNCTIONS = 12
/** Hex digits of what came back that are given. */
export const MAX_READ_HEX = 20_000

export interface ContractFile {
  readonly path: string
  readonly text: string
}

export interface ContractItem {
  readonly kind: AbiItemKind | 'constructor'
  readonly name: string
  /** With what it returns, as `contract.read` takes it: `function balanceOf(address owner) view returns (uint256)`. */
  readonly signature: string
  /** How many it takes. */
  readonly inputs: number
  /** Null of a constructor. */
  readonly selector: string | null
  readonly origin: NameOrigin
  readonly from: string
  /** Whether it is a function that can be asked without a transaction. */
  readonly isView: boolean
  /** Whether the code has a function of this selector; null of what is no function, and where no code was looked into. */
  readonly isInCode: boolean | null
}

/** What a source says of one contract's own code. Names and paths are safe to show; text of files is not escaped. */
export interface ContractCode {
  readonly address: string
  readonly name: string | null
  readonly isVerified: boolean
  readonly isPartial: boolean
  /** Language, compiler, version of the EVM, runs of the optimizer, licence: those that are told. */
  readonly settings: readonly (readonly [kind: ContractSetting, text: string])[]
  readonly verifiedAt: string | null
  readonly files: readonly ContractFile[]
  /** Files of which nothing is given, because there are too many, or they are too long. */
  readonly omittedFiles: number
  readonly items: readonly ContractItem[]
  /** Hex; null where neither the source nor a followed node tells it. */
  readonly code: string | null
  /** What it was created with, where the source tells it. */
  readonly constructed: Decoded | null
  /** What stands behind it, as the source tells it. */
  readonly behind: readonly { readonly address: string; readonly name: string | null }[]
}
export type ContractSetting = 'language' | 'compiler' | 'evm' | 'optimizer' | 'licence'

/**
 * What a function said. `unfit`: bytes that are not of its types. `no_data`: nothing came back, as from an address without
 * code. `not_asked`: what was typed is no value of its types (`argument`), or its signature is none (null).
 */
export type ReadResult =
  | {
      readonly outcome: 'values'
      readonly values: readonly DecodedArgument[]
      readonly data: string
      readonly bytes: number
    }
  | { readonly outcome: 'unfit'; readonly data: string; readonly bytes: number }
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

/** The block at which all was read. */
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

const height = z.int().check(z.nonnegative())

export const contractCalls = {
  /** Of this address alone, not of what stands behind it. `not_found` where the source knows no contract there. */
  'contract.about': call<ContractCode>().with(z.object({ source: sourceId, address })),
  /**
   * Asks functions of what is at the address, by `eth_call` of the node at `rpcUrl`, or of a followed node of the same chain:
   * `invalid_input` where there is none. Each has a result of its own, in their order. `height`: the newest where none is given.
   */
  'contract.read': call<ReadReport>().with(
    z.object({
      source: sourceId,
      address,
      rpcUrl: z.optional(rpcUrl),
      height: z.optional(height),
      /** As whom it is asked. */
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
} as const
