/** The parameters of a detail that are in the query, not in the path. */
import { detailEndpoint, type DetailId } from '#shared/lists/detail-table.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { InvalidParameter } from './invalid-parameter.ts'
import { refuseUnknown } from './list-query-format.ts'

/** Throws InvalidParameter for a malformed or missing one, and for an unknown one in a strict dialect. */
export function readQueryParams(
  id: DetailId,
  query: ReadonlyMap<string, string>,
  isStrict: boolean,
): Readonly<Record<string, string>> {
  const { path, params } = detailEndpoint(id)
  const own = Object.entries(params).filter(([name]) => !path.includes(`{${name}}`))
  if (isStrict) refuseUnknown(query, new Set(own.map(([name]) => name)))
  return Object.fromEntries(
    own.map(([name, format]) => {
      const text = query.get(name)
      if (text === undefined || text === '') throw new InvalidParameter(name, `Missing field: ${name}`)
      if (!PARAM_FORMATS[format].pattern.test(text)) throw new InvalidParameter(name, 'Too long')
      return [name, text]
    }),
  )
}
