/** Decides which rows a list hides: those marked as scam, and imitations of a counterparty. */
import { rowFields } from '#shared/query/row-fields.ts'
import type { LoadedRow } from '../rows/loaded-rows.ts'
import { dealingOfRow } from './learn-dealings.ts'
import type { QueriedList, LearntDealings } from './row-query.ts'

export interface FoldedRows {
  readonly scam: number
  readonly imitations: number
}

/** The reason why a row is hidden; undefined if it is shown. */
export type FoldRow = (row: LoadedRow) => keyof FoldedRows | undefined

export function foldsOf({ list, context }: QueriedList, { dealings }: LearntDealings): FoldRow {
  const { isScam } = rowFields(list.resource)
  const hasImitators = dealings.imitated.size > 0
  return ({ item }) => {
    if (typeof item !== 'object' || item === null) return undefined
    if (isScam?.(item, context)) return 'scam'
    const dealing = hasImitators ? dealingOfRow({ item }) : undefined
    return dealing && dealings.isPoisoning(dealing) ? 'imitations' : undefined
  }
}
