/** Learns the counterparties of accounts from loaded rows, and the addresses that imitate one (docs/poisoning.md). */
import { rowFields } from '#shared/query/row-fields.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { dealingOf, type Dealing } from '#shared/poisoning/dealing-of.ts'
import { Dealings } from '#shared/poisoning/dealings.ts'
import { MAX_LEARNT_ROWS } from '#shared/rpc/contract/row-limits.ts'
import type { ReadBody } from './sql/rows-reader.ts'
import type { LoadedRow } from '../rows/loaded-rows.ts'
import type { QueriedList, LearntDealings } from './row-query.ts'
import { listsIn, type BodyPlace, type LoadedList } from './lists-in-scope.ts'
import type { ScopeReader } from './scope-state.ts'
import type { YieldIfDue } from './time-slices.ts'

/** The counterparty and amount of a row; undefined if it moves nothing. */
export const dealingOfRow = ({ item }: Pick<LoadedRow, 'item'>): Dealing | undefined =>
  typeof item === 'object' && item !== null ? dealingOf(item) : undefined

/** Maximum number of counterparties cached by body, about 300 bytes each. */
const MAX_DEALINGS = 3 * MAX_LEARNT_ROWS
const MAX_ACCOUNTS = 20
/** Maximum number of passes over the rows; the result is stable after two or three. */
const MAX_PASSES = 10

interface Learnt extends LearntDealings {
  readonly revision: string
}

interface Reader extends Pick<ScopeReader, 'directoryOf' | 'database'> {
  readonly readBody: ReadBody
}

export function createDealingsLearner({ database, directoryOf, readBody }: Reader) {
  const ofBodies = new LruCache<number, readonly Dealing[]>({
    maxSize: MAX_DEALINGS,
    sizeOf: ({ length }) => 1 + length,
  })
  const learnt = new LruCache<number, Learnt>({ maxSize: MAX_ACCOUNTS })
  let version = 0

  function dealingsIn(body: BodyPlace): readonly Dealing[] | undefined {
    const known = ofBodies.get(body.id)
    if (known) return known
    const dealings = readBody(body)?.flatMap((row) => dealingOfRow(row) ?? [])
    if (dealings) ofBodies.set(body.id, dealings)
    return dealings
  }

  /** The bodies that are learnt from: the newest rows of the list, and of the account's other lists. */
  function teachersOf({ list, context: { ownAddress } }: QueriedList) {
    if (!hasDealings(list)) return { bodies: [], isOfNewest: false }
    const others: LoadedList[] =
      ownAddress === undefined
        ? []
        : listsIn(database, { of: 'address', address: ownAddress, sources: [list.source] }).filter(
            (other) => other.id !== list.id && hasDealings(other),
          )
    const own = directoryOf(list)
    const bodies = [...newest(own.bodies, MAX_LEARNT_ROWS)]
    let isOfNewest = own.rows > MAX_LEARNT_ROWS
    let left = MAX_LEARNT_ROWS
    for (const other of others.map(directoryOf)) {
      bodies.push(...newest(other.bodies, left))
      isOfNewest ||= other.rows > left
      left = Math.max(0, left - other.rows)
    }
    return { bodies, isOfNewest }
  }

  /** Learns from the current rows; undefined if a body is gone meanwhile. */
  return async (asked: QueriedList, yieldIfDue: YieldIfDue): Promise<LearntDealings | undefined> => {
    const { bodies, isOfNewest } = teachersOf(asked)
    const revision = bodies.map(({ id }) => id).join()
    const before = learnt.get(asked.list.id)
    if (before?.revision === revision && before.isOfNewest === isOfNewest) return before
    const dealings = new Dealings(asked.context.ownAddress)
    for (let pass = 0, seen = -1; pass < MAX_PASSES && dealings.revision !== seen; pass += 1) {
      seen = dealings.revision
      for (const body of bodies) {
        const found = dealingsIn(body)
        if (!found) return undefined
        for (const dealing of found) dealings.see(dealing)
        await yieldIfDue()
      }
    }
    // Without imitations the judgements stay valid, so the version does not change.
    const now: Learnt =
      before && before.dealings.imitated.size + dealings.imitated.size === 0
        ? { ...before, revision, isOfNewest }
        : { version: (version += 1), dealings, revision, isOfNewest }
    learnt.set(asked.list.id, now)
    return now
  }
}

function hasDealings({ resource }: LoadedList): boolean {
  const { from, to } = rowFields(resource)
  return from !== undefined && to !== undefined
}

/** Bodies with the first `rows` rows; the last body may have more. */
function newest(bodies: readonly BodyPlace[], rows: number): BodyPlace[] {
  const end = bodies.findIndex(({ start }) => start >= rows)
  return end < 0 ? [...bodies] : bodies.slice(0, end)
}
