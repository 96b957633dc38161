import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { UsageError } from './output/failures.ts'

/** Converts `name=value` options to the filters of a list; the core validates the values. */
export function readFilters(list: ListId, given: Readonly<Record<string, string>>): Filters {
  const { filters } = listEndpoint(list)
  return Object.fromEntries(
    Object.entries(given).map(([name, value]): [string, Filters[string]] => {
      const filter = Object.hasOwn(filters, name) ? filters[name] : undefined
      if (!filter)
        throw new UsageError(`This list has no filter “${name}”. It has ${Object.keys(filters).join(', ')}.`)
      if (filter.kind === 'many' || filter.kind === 'listOf') return [name, value.split(',')]
      if (filter.kind === 'flag') return [name, value === 'true' ? true : value === 'false' ? false : value]
      return [name, filter.kind === 'count' ? Number(value) : value]
    }),
  )
}
