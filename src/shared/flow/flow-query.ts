/**
 * Reads and writes the state of a flow graph as the query of its path, so that a link, a tab and a reload show the
 * same graph.
 */
import { beginAt, ENDS, flowState, type FlowFold, type FlowState, type FlowStepState } from './flow-state.ts'

export type FlowQuery = Readonly<Record<string, string | undefined>>

/** A longer query is not one of ours: paths that are kept have 2,000 characters at most. */
const MAX_FLOW_QUERY = 1_700

/** An address in base 36 (31 digits), because paths are short. */
const shorten = (address: string) => BigInt(address).toString(36)
function lengthen(digits: string): string | undefined {
  if (!/^[0-9a-z]{1,31}$/.test(digits)) return undefined
  let value = 0n
  for (const digit of digits) value = value * 36n + BigInt(parseInt(digit, 36))
  return value < 1n << 160n ? `0x${value.toString(16).padStart(40, '0')}` : undefined
}

/**
 * A step as text. `o8-…`: out, 8 counterparties. `!` at its end: the graph continues through the address even if it
 * is a hub.
 */
const writeStep = ({ of, direction, limit, opens }: FlowStepState) =>
  `${direction === 'in' ? 'i' : 'o'}${String(limit)}-${of === ENDS ? '' : shorten(of)}${opens ? '!' : ''}`

function readStep(text: string): FlowStepState | undefined {
  const [, side, limit, digits, opens] = /^([io])(\d{1,3})-([0-9a-z]*)(!?)$/.exec(text) ?? []
  const of = digits === '' ? ENDS : lengthen(digits ?? '')
  if (side === undefined || of === undefined) return undefined
  const direction = side === 'i' ? 'in' : 'out'
  return { of, direction, limit: Number(limit), opens: opens === '!' }
}

export function writeFlowQuery(start: string, state: FlowState): FlowQuery {
  const { steps, removed, closed, folded, from, to, asset, min, withSpam } = state
  const isFirst = JSON.stringify(steps) === JSON.stringify(beginAt(start).steps)
  const list = (values: readonly string[]) => (values.length > 0 ? values.join('.') : undefined)
  return {
    from: start,
    // A graph that was folded back to its beginning has no steps at all.
    steps: isFirst ? undefined : (list(steps.map(writeStep)) ?? 'none'),
    without: list(removed.map(shorten)),
    closed: list(closed.map(shorten)),
    together: folded.length > 0 ? JSON.stringify(folded.map(({ kind, name }) => [kind, name])) : undefined,
    after: from === null ? undefined : String(from),
    before: to === null ? undefined : String(to),
    asset: asset ?? undefined,
    min: min ?? undefined,
    spam: withSpam ? '1' : undefined,
  }
}

const lengthOf = (query: FlowQuery) =>
  Object.entries(query).reduce(
    (sum, [name, text]) => sum + (text ? name.length + encodeURIComponent(text).length + 2 : 0),
    0,
  )

/** Whether a path can hold the graph. */
export const fitsPlace = (start: string, state: FlowState) =>
  lengthOf(writeFlowQuery(start, state)) <= MAX_FLOW_QUERY

/** Reads a state. Invalid parts are left out; if a limit is exceeded, the state is that of a new graph. */
export function readFlowQuery(start: string, query: FlowQuery): FlowState {
  const first = beginAt(start)
  if (lengthOf(query) > MAX_FLOW_QUERY) return first
  const texts = (text: string | undefined) => (text === undefined || text === '' ? [] : text.split('.'))
  const number = (text: string | undefined) =>
    text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : null
  const read = flowState.safeParse({
    steps:
      query.steps === undefined ? first.steps : texts(query.steps).flatMap((text) => readStep(text) ?? []),
    removed: texts(query.without).flatMap((digits) => lengthen(digits) ?? []),
    closed: texts(query.closed).flatMap((digits) => lengthen(digits) ?? []),
    folded: readFolds(query.together),
    from: number(query.after),
    to: number(query.before),
    asset: query.asset ?? null,
    min: query.min ?? null,
    withSpam: query.spam === '1',
  })
  return read.success ? read.data : first
}

function readFolds(text: string | undefined): FlowFold[] {
  try {
    const parsed = text === undefined ? [] : (JSON.parse(text) as unknown)
    if (!Array.isArray(parsed)) return []
    return (parsed as readonly unknown[]).flatMap((pair) => {
      const [kind, name] = Array.isArray(pair) ? (pair as readonly unknown[]) : []
      return (kind === 'label' || kind === 'group') && typeof name === 'string' ? [{ kind, name }] : []
    })
  } catch {
    return []
  }
}
