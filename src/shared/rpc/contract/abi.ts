/** Decoding of calls, logs and errors, and a person's own ABI files. */
import * as z from 'zod/mini'
import { MAX_DECODED_ITEMS, type Decoded } from '#shared/abi/decoded.ts'
import { call, event } from './definition.ts'
import { MAX_CODE } from '../../chain/code-that-ran.ts'
import { address as wholeAddress, chainId } from './fields.ts'
import { sourceId } from './lists.ts'

/** Hex bytes. Any other text is accepted and not decoded, so that the other items of the call are. */
const data = z.string()
const address = z.string().check(z.maxLength(100))

/**
 * The contracts whose code the call ran according to its trace. They decode it, in place of the implementation that a
 * proxy has now.
 */
const ran = z.optional(z.array(address).check(z.maxLength(MAX_CODE)))

const item = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    /** Null for a creation. */
    to: z.nullable(address),
    /** For a creation: the new contract, without which its input is not decoded. */
    created: z.optional(address),
    input: data,
    /** The return data, if it is known. */
    output: z.optional(data),
    ran,
  }),
  z.object({
    kind: z.literal('log'),
    address,
    topics: z.array(z.nullable(z.string().check(z.maxLength(100)))).check(z.maxLength(16)),
    data,
    ran,
  }),
  z.object({
    kind: z.literal('error'),
    /** The contract that reverted, if it is known. */
    to: z.nullable(address),
    data,
    ran,
  }),
])
export type DecodableItem = z.infer<typeof item>

/** An ABI file that a person added. */
export interface OwnAbi {
  readonly id: number
  /** The name of the file. */
  readonly name: string
  /** Null for every chain. */
  readonly chainId: string | null
  /**
   * The contract that the ABI belongs to, in lower case. Null: any contract with the same selector, which is never
   * certain.
   */
  readonly address: string | null
  readonly functions: number
  readonly events: number
  readonly errors: number
}

/** In characters. */
export const MAX_ABI_LENGTH = 5 * 1024 * 1024

export const abiCalls = {
  /**
   * Stores the readable part of an ABI, an artifact or a list of signatures. Replaces an ABI with the same name,
   * chain and address. `invalid_input` (field `file`) if nothing can be read. `source`: the one that is asked for the
   * code of the contract after the answer; copies of the code are named by the ABI, too, once it is known.
   */
  'abi.add': call<OwnAbi>().with(
    z.object({
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      text: z.string(),
      chainId: z.nullable(chainId),
      address: z.nullable(wholeAddress),
      source: z.optional(sourceId),
    }),
  ),
  /** Removes one of the person's own ABIs. */
  'abi.remove': call<null>().with(z.object({ id: z.number().check(z.int(), z.positive()) })),
  /**
   * Decodes items; null for an item that nothing fits. With `askSource`, the source is first asked for the ABIs of
   * unknown contracts. Without it, only data on this machine is used, and the answer comes at once.
   */
  'abi.decode': call<{ readonly results: readonly (Decoded | null)[] }>().with(
    z.object({
      source: z.string(),
      items: z.array(item).check(z.maxLength(MAX_DECODED_ITEMS)),
      askSource: z.boolean(),
    }),
  ),
} as const

export const abiEvents = {
  /** The own ABIs, sorted by name. */
  'abi.changed': event<readonly OwnAbi[]>().with(z.object({})),
} as const
