/** What calls, logs and errors mean. */
import * as z from 'zod/mini'
import type { Decoded } from '#shared/abi/decoded.ts'
import { call } from './definition.ts'

/** Items of one call; a window asks for more in several. */
export const MAX_DECODED_ITEMS = 200

/** Hex of bytes, or anything else: what can't be read is not decoded, and the other items are. */
const data = z.string()
const address = z.string().check(z.maxLength(100))

const item = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    /** Null of a creation, which is not decoded. */
    to: z.nullable(address),
    input: data,
    /** Return data, where it is known. */
    output: z.optional(data),
  }),
  z.object({
    kind: z.literal('log'),
    address,
    topics: z.array(z.nullable(z.string().check(z.maxLength(100)))).check(z.maxLength(16)),
    data,
  }),
  z.object({
    kind: z.literal('error'),
    /** Who failed, where it is known. */
    to: z.nullable(address),
    data,
  }),
])
export type DecodableItem = z.infer<typeof item>

export const abiCalls = {
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
