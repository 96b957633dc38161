/** Positions in long answers, as texts that a client sends back: each is valid only for its question. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { parseJson } from '#platform/parse-json.ts'
import { UsageError } from '../output/failures.ts'

export interface PlaceFormat<Place> {
  write(place: Place): string
  /** Throws `UsageError` for a text that is no position in an answer to this question. */
  read(text: string): Place
}

/** `question`: JSON of everything that the answer depends on. */
export function placesOf<Place extends z.ZodMiniType>(
  question: unknown,
  place: Place,
): PlaceFormat<z.infer<Place>> {
  const of = createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 16)
  return {
    write: (at) => Buffer.from(JSON.stringify({ of, place: at })).toString('base64url'),
    read(text) {
      const written = z.safeParse(envelope, parseJson(Buffer.from(text, 'base64url').toString()))
      const read =
        written.success && written.data.of === of ? z.safeParse(place, written.data.place) : undefined
      if (read?.success) return read.data
      throw new UsageError('This cursor is not of this question. Leave it out to begin again.')
    },
  }
}

/** The number of rows before it. */
export const offsetPlace = z.object({ offset: z.int().check(z.minimum(0)) })
/** In an answer as of a block. */
export const blockPlace = z.extend(offsetPlace, { block: z.string() })

const envelope = z.strictObject({ of: z.string(), place: z.unknown() })
