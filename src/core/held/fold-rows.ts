/** Which rows a list hides: those marked as scam, and those that imitate a dealing. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import { rowFields } from '#shared/query/row-fields.ts'
import { UNSURE, type Columns } from '../archive/columns/columns.ts'
import type { HeldRow } from '../archive/held-rows.ts'
import { addressMatches, oneOf, type MatchAddresses } from './columns/address-columns.ts'
import { compileColumns, UNKNOWN, YES } from './columns/compile-columns.ts'
import { dealingOfHeld } from './learn-dealings.ts'
import type { QueriedList, LearntDealings } from './row-query.ts'

export interface FoldedRows {
  readonly scam: number
  readonly imitations: number
}

/** Why a row of a chunk is hidden, if it is. `read` unpacks it. */
export type FoldChunk = (
  columns: Columns | undefined,
  read: (row: number) => HeldRow | undefined,
) => (row: number) => keyof FoldedRows | undefined

const { query: SCAM } = parseQuery('scam')

export function foldsOf({ list, context }: QueriedList, { dealings }: LearntDealings): FoldChunk {
  const { isScam } = rowFields(list.resource)
  const isOfToken = listEndpoint(list.list).path.startsWith('/tokens/')
  const judgeScam = SCAM && isScam && compileColumns(SCAM, list.resource, context, isOfToken)
  const imitators = oneOf([...dealings.imitated.keys()])
  const matchImitators = imitators && addressMatches(imitators)

  return (columns, read) => {
    const scam = columns && judgeScam?.(columns)
    const isNear = columns && matchImitators ? nearImitators(columns, matchImitators) : () => true
    return (row) => {
      const verdict = scam ? scam(row) : UNKNOWN
      if (isScam && verdict === YES) return 'scam'
      const held = (isScam && verdict === UNKNOWN) || (imitators && isNear(row)) ? read(row) : undefined
      if (!held?.item) return undefined
      if (isScam && verdict === UNKNOWN && isScam(held.item, context)) return 'scam'
      const dealing = imitators && dealingOfHeld(held)
      return dealing && dealings.isPoisoning(dealing) ? 'imitations' : undefined
    }
  }
}

/** May the row be from or to one of them? Most chunks have none, and are not unpacked. */
function nearImitators(columns: Columns, matchImitators: MatchAddresses): (row: number) => boolean {
  const matches = matchImitators(columns)
  const flags = columns.bytesOf('flags')
  const isUnsure = (row: number) => ((flags[row] ?? 0) & UNSURE) !== 0
  if (!matches.includes(1)) return isUnsure
  const [from, to] = [columns.u16('from'), columns.u16('to')]
  return (row) => isUnsure(row) || matches[from[row] ?? 0] === 1 || matches[to[row] ?? 0] === 1
}
