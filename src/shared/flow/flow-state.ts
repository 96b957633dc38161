/**
 * What a person made of a graph: not its numbers, which are added up from rows each time, but where it begins and in which
 * order it was grown. The same steps over the same rows make the same picture.
 */
import * as z from 'zod/mini'

/** Its place in the window has to hold them. */
export const MAX_FLOW_STEPS = 60
export const MAX_FLOW_REMOVED = 60
export const MAX_FLOW_FOLDED = 20
/** Addresses that are grown by one step from all ends. */
export const MAX_FLOW_ENDS = 500
export const MAX_FLOW_NODES = 5_000
export const MAX_FLOW_EDGES = 20_000
/** Counterparties that one step shows at first. */
export const FLOW_STEP_SIZE = 8
/** With more counterparties than that, growing stops and says so. */
export const FLOW_HUB_SIZE = 200

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/))
const time = z.int().check(z.gte(0), z.lte(8_640_000_000_000_000))

/** From all ends on one side at that time, but for hubs. */
export const ENDS = 'ends'

const step = z.object({
  of: z.union([address, z.literal(ENDS)]),
  direction: z.enum(['in', 'out']),
  /** Counterparties that are named. */
  limit: z.int().check(z.gte(1), z.lte(200)),
  /** It is gone through, whatever it is. */
  opens: z.boolean(),
})
export type FlowStepState = z.infer<typeof step>

/** Shown as one: all addresses that are called so, or all of a group of the watchlist. */
const fold = z.object({ kind: z.enum(['label', 'group']), name: z.string().check(z.maxLength(200)) })
export type FlowFold = z.infer<typeof fold>

export const flowState = z.object({
  steps: z.array(step).check(z.maxLength(MAX_FLOW_STEPS)),
  removed: z.array(address).check(z.maxLength(MAX_FLOW_REMOVED)),
  /** No step from all ends grows these: they were folded back. */
  closed: z.array(address).check(z.maxLength(MAX_FLOW_REMOVED)),
  folded: z.array(fold).check(z.maxLength(MAX_FLOW_FOLDED)),
  /** In ms since 1970; `from` included, `to` not. */
  from: z.nullable(time),
  to: z.nullable(time),
  asset: z.nullable(z.string().check(z.maxLength(200))),
  min: z.nullable(z.string().check(z.regex(/^\d{1,78}$/))),
  withSpam: z.boolean(),
})
export type FlowState = z.infer<typeof flowState>

const NO_STEPS: FlowState = {
  steps: [],
  removed: [],
  closed: [],
  folded: [],
  from: null,
  to: null,
  asset: null,
  min: null,
  withSpam: false,
}

/** Of an address: who gave to it and who got from it. A transaction is a graph by itself. */
export const beginAt = (start: string): FlowState =>
  start.length === 42
    ? {
        ...NO_STEPS,
        steps: (['in', 'out'] as const).map((direction) => ({
          of: start.toLowerCase(),
          direction,
          limit: FLOW_STEP_SIZE,
          opens: true,
        })),
      }
    : NO_STEPS
