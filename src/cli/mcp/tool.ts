/** The definition of a tool: a request to the core, with its input and output. */
import * as z from 'zod/mini'
import { MAX_ENTRIES } from './safe-data.ts'
import type { Session } from '../session.ts'
import type { Shape } from './shape.ts'

export interface ToolContext {
  readonly session: Session
  /** Adds a sentence for the caller. */
  readonly note: (text: string) => void
  /** Reports the progress of a long call, if the client asked for it. */
  readonly progress: (text: string) => void
  /** The form in which the caller wants items. */
  readonly shape: Shape
}

export interface ToolAnswer {
  /** Other people's data, which is made safe before it is returned. */
  readonly data: unknown
  /** When the source sent the data, in ms since 1970; absent if it was just now. */
  readonly readAt?: number | undefined
  /** The position of the next part; null after the last one. */
  readonly next?: string | null
  /** Whether texts were shortened when the data was brought into its form. */
  readonly isCut?: boolean
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodMiniObject
  /** Set if the tool changes something on this machine; other tools only read. */
  readonly changes?: 'adds' | 'removes'
  run(this: void, context: ToolContext, input: never): Promise<ToolAnswer>
}

/** The input's type is the schema's. Unknown members are refused: the caller might take them for filters. */
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

const DEFAULT_ROWS = 10
const MAX_CURSOR_LENGTH = 20_000

export const limit = z._default(
  z
    .int()
    .check(
      z.minimum(1),
      z.maximum(MAX_ENTRIES),
      z.describe(`At most so many rows, up to ${String(MAX_ENTRIES)}.`),
    ),
  DEFAULT_ROWS,
)
export const cursor = z.optional(
  text(
    MAX_CURSOR_LENGTH,
    '`next` of the answer before, for what follows it. Everything else stays the same.',
  ),
)
export const address = text(500, 'An address, a label of the person, an ENS name, or a link to one.')
export const period = {
  from: z.optional(text(10, 'First day, as 2026-01-31, UTC.')),
  to: z.optional(text(10, 'Last day, UTC.')),
}
