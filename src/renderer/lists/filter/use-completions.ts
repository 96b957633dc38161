import { wordsFor } from '#shared/query/check-query.ts'
import type { OpenList } from '../session/use-list.ts'
import { complete, type Completions } from './complete.ts'
import { seenValues, type SeenValues } from './seen-values.ts'
import type { RowFilter } from './row-filter.ts'

/** What can be typed next in the filter of a list. The rows are looked at once, until others are loaded. */
export function useCompletions(
  filter: () => RowFilter,
  list: () => OpenList,
): (text: string, caret: number) => Completions {
  let seen: { readonly of: readonly unknown[]; readonly values: SeenValues } | undefined
  return (text, caret) => {
    const { rows } = list().session
    const [resource, context] = [filter().resource.value, filter().rowContext.value]
    const of = [rows, rows.revision, context]
    if (!seen?.of.every((one, at) => one === of[at]))
      seen = { of, values: seenValues(rows, resource, context) }
    return complete(text, caret, { words: wordsFor(resource, context), values: seen.values })
  }
}
