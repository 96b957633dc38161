/**
 * The choices of a person in a flow graph: its start, and the steps in the order in which they were added. Sums are
 * not part of the state: they are computed from rows each time. The same steps on the same rows give the same graph.
 */
import * as z from 'zod/mini'

/** A path of the window has to hold the steps. */
export const MAX_FLOW_STEPS = 60
export const MAX_FLOW_REMOVED = 60
export const MAX_FLOW_FOLDED = 20
/** The number of addresses that one step from all ends expands. */
export const MAX_FLOW_ENDS = 500
export const MAX_FLOW_NODES = 5_000
export const MAX_FLOW_EDGES = 20_000
/** The number of counterparties that a step shows at first. */
export const FLOW_STEP_SIZE = 8
/** The graph does not continue through an address with more counterparties, and says so. */
export const FLOW_HUB_SIZE = 200

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/))
const time = z.int().check(z.gte(0), z.lte(8_640_000_000_000_000))

/** The step expands every end of the graph on one side, except hubs. */
export const ENDS = 'ends'

const step = z.object({
  of: z.union([address, z.literal(ENDS)]),
  direction: z.enum(['in', 'out']),
  /** The number of counterparties that are shown by name. */
  limit: z.int().check(z.gte(1), z.lte(200)),
  /** Whether the graph continues through the address even if it is a hub. */
  opens: z.boolean(),
})
export type FlowStepState = z.infer<typeof step>

/** Addresses that are shown as one: all that share a label, or all of one group of the watchlist. */
const fold = z.object({ kind: z.enum(['label', 'group']), name: z.string().check(z.maxLength(200)) })
export type FlowFold = z.infer<typeof fold>

export const flowState = z.object({
  steps: z.array(step).check(z.maxLength(MAX_FLOW_STEPS)),
  removed: z.array(address).check(z.maxLength(MAX_FLOW_REMOVED)),
  /** Addresses that a person folded back: no step from all ends expands them. */
  closed: z.array(address).check(z.maxLength(MAX_FLOW_REMOVED)),
  folded: z.array(fold).check(z.maxLength(MAX_FLOW_FOLDED)),
  /** In ms since 1970; `from` is included, `to` is not. */
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

/** The first state. Of an address: its senders and its receivers. A transaction is a graph by itself. */
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
