/** Decides which rows a list hides: those marked as scam, and imitations of a counterparty. */
import { rowFields } from '#shared/query/row-fields.ts'
import type { LoadedRow } from '../rows/loaded-rows.ts'
import { partyTransferOfRow } from './learn-poisoning.ts'
import type { QueriedList, LearntPoisoning } from './row-query.ts'

export interface FoldedRows {
  readonly scam: number
  readonly imitations: number
}

/** The reason why a row is hidden; undefined if it is shown. */
export type FoldRow = (row: LoadedRow) => keyof FoldedRows | undefined

export function foldsOf({ list, context }: QueriedList, { detector }: LearntPoisoning): FoldRow {
  const { isScam } = rowFields(list.resource)
  const hasImitators = detector.imitated.size > 0
  return ({ item }) => {
    if (typeof item !== 'object' || item === null) return undefined
    if (isScam?.(item, context)) return 'scam'
    const transfer = hasImitators ? partyTransferOfRow({ item }) : undefined
    return transfer && detector.isPoisoning(transfer) ? 'imitations' : undefined
  }
}
