/** What calls, logs and errors mean. */
import * as z from 'zod/mini'
import { MAX_DECODED_ITEMS, type Decoded } from '#shared/abi/decoded.ts'
import { call, event } from './definition.ts'
import { MAX_CODE } from '../../chain/code-that-ran.ts'
import { address as wholeAddress, chainId } from './fields.ts'

/** Hex of bytes, or anything else: what can't be read is not decoded, and the other items are. */
const data = z.string()
const address = z.string().check(z.maxLength(100))

/** The contracts whose code ran, where a trace shows it: they count, and not what stands behind the contract now. */
const ran = z.optional(z.array(address).check(z.maxLength(MAX_CODE)))

const item = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    /** Null of a creation. */
    to: z.nullable(address),
    /** Of a creation: the contract, without which its input is not decoded. */
    created: z.optional(address),
    input: data,
    /** Return data, where it is known. */
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
    /** Who failed, where it is known. */
    to: z.nullable(address),
    data,
    ran,
  }),
])
export type DecodableItem = z.infer<typeof item>

/** An ABI file that a person gave. */
export interface OwnAbi {
  readonly id: number
  /** Of the file. */
  readonly name: string
  /** Null: every chain. */
  readonly chainId: string | null
  /** Of the contract it is of, in lower case; null: any that has the same selector, which is never certain. */
  readonly address: string | null
  readonly functions: number
  readonly events: number
  readonly errors: number
}

/** Characters of an ABI file. */
export const MAX_ABI_LENGTH = 5 * 1024 * 1024

export const abiCalls = {
  /**
   * Keeps what can be read of an ABI, an artifact or a list of signatures. One with the same name, chain and address is
   * replaced. `invalid_input` (field `file`) where nothing can be read.
   */
  'abi.add': call<OwnAbi>().with(
    z.object({
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      text: z.string(),
      chainId: z.nullable(chainId),
      address: z.nullable(wholeAddress),
    }),
  ),
  'abi.remove': call<null>().with(z.object({ id: z.number().check(z.int(), z.positive()) })),
  /**
   * Null where nothing is known that fits. With `askSource`, the source is asked first for the ABIs of the contracts
   * that are not known yet; without, only what is on this machine is used, and the answer comes at once.
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
  /** The own ABIs, by name. */
  'abi.changed': event<readonly OwnAbi[]>().with(z.object({})),
} as const
