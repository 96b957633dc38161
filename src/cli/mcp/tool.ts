/** What a tool is: a question to the core, with its input and what comes of it. */
import * as z from 'zod/mini'
import type { Session } from '../session.ts'

export interface ToolContext {
  readonly session: Session
  /** A sentence of ours for whoever called. */
  readonly note: (text: string) => void
  /** What a call that takes long is at, for a client that asked to hear of it. */
  readonly progress: (text: string) => void
}

export interface ToolAnswer {
  /** What others wrote: it is made safe before it is given. */
  readonly data: unknown
  /** Ms since 1970: when the source gave it; without, it did so now. */
  readonly readAt?: number | undefined
  /** Where the next part begins; null where this was the last one. */
  readonly next?: string | null
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodMiniObject
  /** It changes something on this machine; other tools only read. */
  readonly changes?: 'adds' | 'removes'
  run(this: void, context: ToolContext, input: never): Promise<ToolAnswer>
}

/** The input's type is the schema's. Members that it does not name are refused: they would be taken for filters. */
export function defineTool<const Shape extends z.core.$ZodShape>(tool: {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Shape
  readonly changes?: 'adds' | 'removes'
  readonly run: (
    context: ToolContext,
    input: z.infer<z.ZodMiniObject<Shape, z.core.$strict>>,
  ) => Promise<ToolAnswer>
}): Tool {
  return { ...tool, input: z.strictObject({ ...tool.input, ...SOURCE }) }
}

export const text = (max: number, description: string) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.describe(description))

const SOURCE = {
  source: z.optional(text(200, 'Id or name of a source, as list_sources gives it. Without: the one in use.')),
}

const MAX_ROWS = 200
const DEFAULT_ROWS = 50
const MAX_CURSOR_LENGTH = 20_000

export const limit = z._default(
  z
    .int()
    .check(z.minimum(1), z.maximum(MAX_ROWS), z.describe(`At most so many rows, up to ${String(MAX_ROWS)}.`)),
  DEFAULT_ROWS,
)
export const cursor = z.optional(
  text(
    MAX_CURSOR_LENGTH,
    '`next` of the answer before, for what follows it. Everything else stays the same.',
  ),
)
export const address = text(200, 'An address: 0x and 40 hexadecimal digits.')
export const period = {
  from: z.optional(text(10, 'First day, as 2026-01-31, UTC.')),
  to: z.optional(text(10, 'Last day, UTC.')),
}
