/** Builds the query of a list request: filters, checked against the table of lists, and the cursor. */
import type { Dialect } from '#shared/lists/dialects.ts'
import { type Filter, MAX_LISTED } from '#shared/lists/filters.ts'
import type { ListEndpoint } from '#shared/lists/list-endpoint.ts'
import { PARAM_FORMATS, type ParamFormat } from '#shared/path-params.ts'
import { normaliseEnsName } from '#shared/text/ens-name.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { removeKeys } from './cursor.ts'

export type Params = Readonly<Record<string, string>>
/** `undefined`, `null`, an empty text and an empty list mean "no filter". */
export type Filters = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>

/**
 * The path with its parameters filled in; other parameters are ignored. Throws `invalid_input` naming the parameter.
 */
export function fillPath(
  path: string,
  formats: Readonly<Record<string, ParamFormat>>,
  params: Params,
): string {
  for (const name of Object.keys(params))
    if (!Object.hasOwn(formats, name)) throw invalid(name, 'no_such_parameter')
  return Object.entries(formats).reduce((filled, [name, format]) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (typeof value !== 'string' || !PARAM_FORMATS[format].pattern.test(value))
      throw invalid(name, { kind: 'format_expected', format })
    return filled.replace(`{${name}}`, encodeURIComponent(value))
  }, path)
}

/** The path and the query of a list: where instances serve it, if that is an extension of theirs. */
export function placeOf(
  { path, params: formats, extension }: Pick<ListEndpoint, 'path' | 'params' | 'extension'>,
  params: Params,
  checked: Readonly<Record<string, string>>,
): { readonly path: string; readonly query: Record<string, string> } {
  const filled = fillPath(path, formats, params)
  if (typeof extension !== 'object') return { path: filled, query: { ...checked } }
  const { filter: role = extension.roles[0], ...query } = checked
  return { path: extension.path, query: { ...query, [role]: params.address_hash ?? '' } }
}

/** The parameters that are not in the path. An ENS name is sent in its normalised form. */
export const queryParams = (path: string, params: Params): Params =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => !path.includes(`{${name}}`))
      .map(([name, value]) => [name, name === 'q' ? asSearched(value) : value]),
  )

const asSearched = (text: string): string => normaliseEnsName(text) ?? text

/**
 * Filters in the form of the query. Throws `invalid_input` for a filter that the list or this source's server does
 * not know.
 */
export function checkFilters(
  endpoint: Pick<ListEndpoint, 'filters'>,
  filters: Filters,
  dialect: Dialect | undefined,
): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(filters)) {
    if (value == null || value === '' || (Array.isArray(value) && value.length === 0)) continue
    const filter = Object.hasOwn(endpoint.filters, name) ? endpoint.filters[name] : undefined
    if (!filter) throw invalid(name, 'no_such_filter')
    if (dialect && filter.dialects && !filter.dialects.includes(dialect))
      throw invalid(name, 'filter_unknown_to_server')
    query[name] = formatFilter(name, filter, value)
  }
  return query
}

/**
 * Combines filters and cursor, each name once. If both have a name (older servers echo our filters), ours counts,
 * except for `items_count`, which is the server's own position in the list.
 */
export function mergeCursor(
  query: Readonly<Record<string, string>>,
  cursor: Cursor | null,
  filters: Readonly<Record<string, Filter>>,
): Record<string, string> {
  const merged: Record<string, string> = { ...query }
  for (const [name, value] of Object.entries(cursor === null ? {} : removeKeys(cursor))) {
    const echoed = Object.hasOwn(filters, name) && name !== 'items_count'
    // An echo of a filter that we did not set means nothing, and its text `null` would be refused.
    if (echoed && (Object.hasOwn(query, name) || value === null)) continue
    merged[name] = String(value)
  }
  return merged
}

function formatFilter(name: string, filter: Filter, value: NonNullable<Filters[string]>): string {
  switch (filter.kind) {
    case 'one':
      if (typeof value === 'string' && filter.values.includes(value)) return value
      throw invalid(name, { kind: 'one_expected', values: filter.values })
    case 'many': {
      const values = typeof value === 'string' ? value.split(',') : typeof value === 'object' ? value : []
      if (values.length > 0 && values.every((one) => filter.values.includes(one)))
        return [...new Set(values)].join(',')
      throw invalid(name, { kind: 'some_expected', values: filter.values })
    }
    case 'flag':
      if (value === true || value === false || value === 'true' || value === 'false') return String(value)
      throw invalid(name, 'true_or_false_expected')
    case 'count': {
      const count = typeof value === 'number' ? value : /^\d{1,9}$/.test(String(value)) ? Number(value) : NaN
      if (Number.isInteger(count) && count >= filter.min && count <= filter.max) return String(count)
      throw invalid(name, { kind: 'whole_number_expected', min: filter.min, max: filter.max })
    }
    case 'listOf': {
      const { pattern } = PARAM_FORMATS[filter.format]
      const values = typeof value === 'string' ? value.split(',') : typeof value === 'object' ? value : []
      if (values.length <= MAX_LISTED && values.every((one) => pattern.test(one)))
        return [...new Set(values)].join(',')
      throw invalid(name, { kind: 'format_expected', format: filter.format })
    }
    case 'address':
    case 'topic':
    case 'amount':
    case 'time':
    case 'searchText':
      if (typeof value === 'string' && PARAM_FORMATS[filter.kind].pattern.test(value))
        return filter.kind === 'searchText' ? asSearched(value) : value
      throw invalid(name, { kind: 'format_expected', format: filter.kind })
  }
}

const invalid = (field: string, reason: InputReason) => invalidInput(field.slice(0, 60), reason)
