import { wordsFor } from '#shared/query/check-query.ts'
import { ALL_WORDS } from '#shared/query/words.ts'
import { complete, type Completions } from './complete.ts'
import { printValue } from '#shared/query/print-query.ts'
import { seenValues, type SeenValue, type SeenValues } from './seen-values.ts'
import type { SeenRows, TypedFilter } from './row-filter.ts'

const chainValues = (names: readonly string[]): readonly SeenValue[] =>
  names.map((name) => ({ label: name, detail: '', text: printValue(name), count: 0 }))

/** Completions of a filter. The rows are scanned once, and again when others are loaded. */
export function useCompletions(
  filter: () => TypedFilter,
  seen: () => SeenRows,
): (text: string, caret: number) => Completions {
  let last: { readonly of: readonly unknown[]; readonly values: SeenValues } | undefined
  return (text, caret) => {
    const { kind, rows, revision } = seen()
    const { kind: asked, rowContext, chains } = filter()
    const context = rowContext.value
    const of = [revision, context]
    if (!last?.of.every((one, at) => one === of[at])) last = { of, values: seenValues(rows(), kind, context) }
    const words = asked.value === undefined ? ALL_WORDS : wordsFor(asked.value, context)
    return complete(text, caret, {
      words,
      values: { ...last.values, chain: chainValues(chains?.value ?? []) },
    })
  }
}
