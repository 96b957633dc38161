/**
 * Lists of signatures that a person added. They are larger than an ABI, are stored separately, and are never certain.
 */
import * as z from 'zod/mini'
import { call, event } from './definition.ts'

/** The maximal size of a file. */
export const MAX_LIST_BYTES = 200 * 1024 * 1024
/** A smaller limit, because a JSON file is read whole before its first signature is known. */
export const MAX_JSON_LIST_BYTES = 64 * 1024 * 1024
export const MAX_LIST_SIGNATURES = 5_000_000
export const MAX_LISTS = 20
/** Bytes of a file in one call; base64 makes them a third longer. */
export const LIST_PART_BYTES = 3 * 1024 * 1024

export interface SignatureList {
  readonly id: number
  /** The name of the file. */
  readonly name: string
  readonly bytes: number
  readonly signatures: number
  /** The number of rows without a signature. */
  readonly unread: number
}

const token = z.string().check(z.maxLength(40))

export const signatureCalls = {
  /** Begins the upload of a file in parts. An unfinished earlier upload is dropped. */
  'signatures.begin': call<{ readonly token: string }>().with(
    z.object({
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      bytes: z.number().check(z.int(), z.nonnegative()),
    }),
  ),
  /** The next bytes in base64. `not_found` if another upload was begun. */
  'signatures.append': call<null>().with(
    z.object({ token, part: z.string().check(z.maxLength(Math.ceil(LIST_PART_BYTES / 3) * 4)) }),
  ),
  /** Reads the uploaded file. If it is cancelled, nothing is stored. Replaces a list of the same name. */
  'signatures.finish': call<SignatureList>().with(z.object({ token })),
  /** Removes a list of signatures. */
  'signatures.remove': call<null>().with(z.object({ id: z.number().check(z.int(), z.positive()) })),
} as const

export const signatureEvents = {
  /** All lists, sorted by name. */
  'signatures.changed': event<readonly SignatureList[]>().with(z.object({})),
} as const
