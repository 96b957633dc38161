/** Learns the counterparties of accounts from loaded rows, and the addresses that imitate one (docs/poisoning.md). */
import { rowFields } from '#shared/query/row-fields.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { partyTransferOf, type PartyTransfer } from '#shared/poisoning/party-transfer.ts'
import { PoisoningDetector } from '#shared/poisoning/poisoning-detector.ts'
import { MAX_LEARNT_ROWS } from '#shared/rpc/contract/row-limits.ts'
import type { ReadBody } from './rows-reader.ts'
import type { LoadedRow } from '../rows/loaded-rows.ts'
import type { QueriedList, LearntPoisoning } from './row-query.ts'
import { listsIn, type BodyPlace, type LoadedList } from './lists-in-scope.ts'
import type { ScopeReader } from './scope-state.ts'
import type { YieldIfDue } from './time-slices.ts'

/** The counterparty and amount of a row; undefined if it moves nothing. */
export const partyTransferOfRow = ({ item }: Pick<LoadedRow, 'item'>): PartyTransfer | undefined =>
  typeof item === 'object' && item !== null ? partyTransferOf(item) : undefined

/** Maximum number of counterparties cached by body, about 300 bytes each. */
const MAX_TRANSFERS = 3 * MAX_LEARNT_ROWS
const MAX_ACCOUNTS = 20
/** Maximum number of passes over the rows; the result is stable after two or three. */
const MAX_PASSES = 10

interface Learnt extends LearntPoisoning {
  readonly revision: string
}

interface Reader extends Pick<ScopeReader, 'directoryOf' | 'database'> {
  readonly readBody: ReadBody
}

export function createPoisoningLearner({ database, directoryOf, readBody }: Reader) {
  const ofBodies = new LruCache<number, readonly PartyTransfer[]>({
    maxSize: MAX_TRANSFERS,
    sizeOf: ({ length }) => 1 + length,
  })
  const learnt = new LruCache<number, Learnt>({ maxSize: MAX_ACCOUNTS })
  let version = 0

  function transfersIn(body: BodyPlace): readonly PartyTransfer[] | undefined {
    const known = ofBodies.get(body.id)
    if (known) return known
    const transfers = readBody(body)?.flatMap((row) => partyTransferOfRow(row) ?? [])
    if (transfers) ofBodies.set(body.id, transfers)
    return transfers
  }

  /** The bodies that are learnt from: the newest rows of the list, and of the account's other lists. */
  function teachersOf({ list, context: { ownAddress } }: QueriedList) {
    if (!hasTransfers(list)) return { bodies: [], isOfNewest: false }
    const others: LoadedList[] =
      ownAddress === undefined
        ? []
        : listsIn(database, { of: 'address', address: ownAddress, sources: [list.source] }).filter(
            (other) => other.id !== list.id && hasTransfers(other),
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
  return async (asked: QueriedList, yieldIfDue: YieldIfDue): Promise<LearntPoisoning | undefined> => {
    const { bodies, isOfNewest } = teachersOf(asked)
    const revision = bodies.map(({ id }) => id).join()
    const before = learnt.get(asked.list.id)
    if (before?.revision === revision && before.isOfNewest === isOfNewest) return before
    const detector = new PoisoningDetector(asked.context.ownAddress)
    for (let pass = 0, seen = -1; pass < MAX_PASSES && detector.revision !== seen; pass += 1) {
      seen = detector.revision
      for (const body of bodies) {
        const found = transfersIn(body)
        if (!found) return undefined
        for (const transfer of found) detector.see(transfer)
        await yieldIfDue()
      }
    }
    // Without imitations the judgements stay valid, so the version does not change.
    const now: Learnt =
      before && before.detector.imitated.size + detector.imitated.size === 0
        ? { ...before, revision, isOfNewest }
        : { version: (version += 1), detector, revision, isOfNewest }
    learnt.set(asked.list.id, now)
    return now
  }
}

function hasTransfers({ resource }: LoadedList): boolean {
  const { from, to } = rowFields(resource)
  return from !== undefined && to !== undefined
}

/** Bodies with the first `rows` rows; the last body may have more. */
function newest(bodies: readonly BodyPlace[], rows: number): BodyPlace[] {
  const end = bodies.findIndex(({ start }) => start >= rows)
  return end < 0 ? [...bodies] : bodies.slice(0, end)
}
