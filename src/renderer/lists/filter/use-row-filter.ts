/** The filter of a list: what is typed, what is wrong with it, and what of it is asked of the rows. */
import { computed, shallowRef, useId, watch, type ComputedRef } from 'vue'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { ParsedQuery } from '#shared/query/query.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { registerCommands } from '#renderer/stores/commands.ts'
import { decodedLineText } from '#renderer/entities/abi/decoded-line.ts'
import type { FilterLanguage, RowFilter } from './row-filter.ts'
import { useFilterText } from './use-filter-text.ts'

const NOTHING: ParsedQuery = { query: null, errors: [] }

export function useRowFilter(resource: () => Resource, context: () => CellContext): RowFilter {
  const language = shallowRef<FilterLanguage>()
  const loadLanguage = async () => (language.value ??= await import('./language.ts'))
  const ownAddress = computed(() => context().ownAddress)
  const read = (text: string): ParsedQuery =>
    text.trim() === '' ? NOTHING : (language.value?.readFilter(text, resource(), ownAddress.value) ?? NOTHING)
  const { text, asked, paused, type, ask } = useFilterText(async (typed) => {
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
  const parsed = computed(() => read(asked.value))
  const rowContext = useRowContext(context)
  const field = shallowRef<HTMLInputElement | null>(null)
  const focus = () => {
    field.value?.focus()
  }
  registerCommands(() => [
    { id: 'list.filter', label: 'Filter rows', group: 'Here', shortcut: 'filter', run: focus },
  ])

  return {
    text,
    errors: computed(() => (text.value === paused.value ? read(paused.value).errors : [])),
    asked: computed(() => (parsed.value.query ? asked.value : '')),
    query: computed(() => parsed.value.query),
    find: computed(() => {
      const { query } = parsed.value
      return query && language.value ? language.value.rowTest(query, resource(), rowContext.value) : null
    }),
    rowContext,
    resource: computed(resource),
    language,
    loadLanguage,
    field,
    setField: (input) => (field.value = input),
    errorId: useId(),
    type,
    ask,
  }
}

/** The same object while nothing changes that a row is read with. */
function useRowContext(context: () => CellContext): ComputedRef<RowContext> {
  const decodedLog = computed(() => context().decodedLog)
  const eventOf = computed<RowContext['eventOf']>(() => {
    const decode = decodedLog.value
    return decode === undefined
      ? undefined
      : (log) => {
          const decoded = decode(log)
          return decoded ? { name: decoded.name, text: decodedLineText(decoded) } : undefined
        }
  })
  return computed<RowContext>((before) => {
    const { ownAddress, ownToken, coin, labels, zone } = context()
    const next = { ownAddress, ownToken, coin, labels, zone, eventOf: eventOf.value }
    return before && Object.entries(next).every(([key, value]) => before[key as keyof RowContext] === value)
      ? before
      : next
  })
}
