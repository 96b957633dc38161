import { countTotals, type Group, type Grouping, type Totals } from '#shared/query/totals.ts'
import { formatShortTime } from '#renderer/lib/format-time.ts'
import type { RowFilter } from '../filter/row-filter.ts'
import type { OpenList } from '../session/use-list.ts'
import { useRowFigures, type RowFigures } from './use-row-figures.ts'

export interface CountedTotals {
  readonly totals: Totals
  readonly groups: readonly Group[]
  /** Groups there are: `groups` are the first of them. */
  readonly groupCount: number
}

/** What the rows of a list add up to. */
export const useTotals = (
  filter: RowFilter,
  list: () => OpenList,
  grouping: () => Grouping | undefined,
): RowFigures<CountedTotals> =>
  useRowFigures(list, {
    heldKey() {
      const key = list().totals?.key
      return key === undefined ? undefined : `${key} ${String(grouping())}`
    },
    askHeld: (totals, signal) => totals.read(grouping(), signal),
    counter() {
      const context = filter.rowContext.value
      const counter = countTotals(filter.kind.value, context, grouping(), (time) =>
        formatShortTime(time, context.zone),
      )
      return {
        add: (item) => {
          counter.add(item)
        },
        figures: () => ({
          totals: counter.totals,
          groups: [...counter.groups.values()],
          groupCount: counter.groups.size,
        }),
      }
    },
    countedBy: [grouping, filter.rowContext],
  })
