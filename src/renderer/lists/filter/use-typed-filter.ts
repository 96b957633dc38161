/** A filter's field: the typed text, its errors, and the text that is applied. */
import { computed, shallowRef, useId, watch, type ComputedRef, type ShallowRef } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import type { ParsedQuery } from '#shared/query/query.ts'
import type { Queried, RowContext } from '#shared/query/row-fields.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { registerCommands } from '#renderer/stores/commands.ts'
import type { FilterLanguage, TypedFilter } from './row-filter.ts'
import { useFilterText } from './use-filter-text.ts'

const NOTHING: ParsedQuery = { query: null, errors: [] }

export interface TypedFilterOptions {
  /** The query parameter of the URL. */
  readonly param: string
  readonly kind: () => Queried | undefined
  readonly context: () => CellContext
}

export interface AppliedFilter extends TypedFilter {
  /** The applied text, from the URL. */
  readonly asked: ComputedRef<string>
  /** The parsed applied text. */
  readonly parsed: ComputedRef<ParsedQuery>
  readonly field: Readonly<ShallowRef<HTMLInputElement | null>>
}

export function useTypedFilter({ param, kind, context }: TypedFilterOptions): AppliedFilter {
  const language = shallowRef<FilterLanguage>()
  const loadLanguage = async () => (language.value ??= await import('./language.ts'))
  const rowContext = useRowContext(context, language)
  const read = (text: string): ParsedQuery =>
    text.trim() === '' ? NOTHING : (language.value?.readFilter(text, kind(), rowContext.value) ?? NOTHING)
  const { text, asked, paused, type, ask } = useFilterText(param, async (typed) => {
    if (typed.trim() !== '') await loadLanguage()
    return read(typed).errors.length === 0
  })
  watch(
    () => asked.value !== '',
    (isAsked) => {
      if (isAsked) void loadLanguage()
    },
    { immediate: true },
  )
  const field = shallowRef<HTMLInputElement | null>(null)
  const focus = () => {
    field.value?.focus()
  }
  registerCommands(() => [
    { id: 'list.filter', label: $gettext('Filter rows'), group: 'Here', shortcut: 'filter', run: focus },
  ])

  return {
    text,
    errors: computed(() => (text.value === paused.value ? read(paused.value).errors : [])),
    asked,
    parsed: computed(() => read(asked.value)),
    kind: computed(kind),
    rowContext,
    language,
    loadLanguage,
    field,
    setField: (input) => (field.value = input),
    errorId: useId(),
    type,
    ask,
  }
}

/** Returns the same object while nothing changes that rows are read with. */
function useRowContext(
  context: () => CellContext,
  language: Readonly<ShallowRef<FilterLanguage | undefined>>,
): ComputedRef<RowContext> {
  const decodedLog = computed(() => context().decodedLog)
  const eventOf = computed<RowContext['eventOf']>(() => {
    const [decode, toText] = [decodedLog.value, language.value?.decodedLineText]
    return decode === undefined
      ? undefined
      : (log) => {
          const decoded = decode(log)
          // Only a filter reads this text, so its language is loaded by then.
          return decoded ? { name: decoded.name, text: toText?.(decoded) ?? decoded.name } : undefined
        }
  })
  return computed<RowContext>((before) => {
    const { ownAddress, ownAddresses, ownToken, coin, labels, zone } = context()
    const next = { ownAddress, ownAddresses, ownToken, coin, labels, zone, eventOf: eventOf.value }
    return before && Object.entries(next).every(([key, value]) => before[key as keyof RowContext] === value)
      ? before
      : next
  })
}
