import type { Grouping } from '#shared/query/totals.ts'
import type { CountedTotals } from '../model/rows-question.ts'
import type { ShownList } from '../model/use-shown-list.ts'
import { useRowFigures, type RowFigures } from '../model/use-row-figures.ts'

/** Totals of the matching rows of a list. */
export const useTotals = (
  list: () => ShownList,
  grouping: () => Grouping | undefined,
): RowFigures<CountedTotals> =>
  useRowFigures(
    list,
    () => String(grouping()),
    (totals, signal) => totals.read(grouping(), signal),
  )
