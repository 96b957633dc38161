/** Lists of signatures that a person added: larger than an ABI, kept apart, and never certain. */
import * as z from 'zod/mini'
import { call, event } from './definition.ts'

/** Of a file. */
export const MAX_LIST_BYTES = 200 * 1024 * 1024
/** JSON is read whole before its first signature is known. */
export const MAX_JSON_LIST_BYTES = 64 * 1024 * 1024
export const MAX_LIST_SIGNATURES = 5_000_000
export const MAX_LISTS = 20
/** Of a file, in one call; in base64 it is a third more. */
export const LIST_PART_BYTES = 3 * 1024 * 1024

export interface SignatureList {
  readonly id: number
  /** Of the file. */
  readonly name: string
  readonly bytes: number
  readonly signatures: number
  /** Rows that hold no signature. */
  readonly unread: number
}

const token = z.string().check(z.maxLength(40))

export const signatureCalls = {
  /** A file follows in parts. What was begun before and not finished is dropped. */
  'signatures.begin': call<{ readonly token: string }>().with(
    z.object({
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      bytes: z.number().check(z.int(), z.nonnegative()),
    }),
  ),
  /** The next bytes, as base64. `not_found` where another file was begun. */
  'signatures.append': call<null>().with(
    z.object({ token, part: z.string().check(z.maxLength(Math.ceil(LIST_PART_BYTES / 3) * 4)) }),
  ),
  /** Reads what was sent. Cancelled, nothing is kept. A list of the same name is replaced. */
  'signatures.finish': call<SignatureList>().with(z.object({ token })),
  'signatures.remove': call<null>().with(z.object({ id: z.number().check(z.int(), z.positive()) })),
} as const

export const signatureEvents = {
  /** All lists, by name. */
  'signatures.changed': event<readonly SignatureList[]>().with(z.object({})),
} as const
