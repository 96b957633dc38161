/** Finds the row of the tables for a request's path, and its parameters. */
import { DETAIL_IDS, detailEndpoint, type DetailId } from '#shared/lists/detail-table.ts'
import { LIST_IDS, listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import { PARAM_FORMATS, type ParamFormat } from '#shared/path-params.ts'
import { EXPLORER_PAGE_IDS, explorerPage, type ExplorerPageId } from './explorer/explorer-table.ts'
import { InvalidParameter } from './invalid-parameter.ts'

type Operation =
  | { readonly kind: 'list'; readonly id: ListId }
  | { readonly kind: 'detail'; readonly id: DetailId }
  | { readonly kind: 'explorer'; readonly id: ExplorerPageId }

export type Route = Operation & {
  readonly credits: number
  readonly params: Readonly<Record<string, string>>
}

export type ServerPath =
  | { readonly kind: 'api'; readonly chainId: string | null; readonly segments: readonly string[] }
  | { readonly kind: 'media'; readonly chainId: string | null; readonly path: string }
  | { readonly kind: 'chains' }

export interface RequestUrl {
  readonly pathname: string
  readonly query: ReadonlyMap<string, string>
}

/** Not `URL`: the path is read as it was sent, without resolving dots. */
export function readUrl(url: string): RequestUrl {
  const at = url.indexOf('?')
  if (at < 0) return { pathname: url, query: NO_QUERY }
  return { pathname: url.slice(0, at), query: new Map(new URLSearchParams(url.slice(at + 1))) }
}

const NO_QUERY: ReadonlyMap<string, string> = new Map()

/**
 * The part of the server that a path names: the API of a chain, its media, or the list of chains; null if it names
 * none.
 */
export function parsePath(path: string): ServerPath | null {
  const segments = path.split('/').slice(1)
  if (segments.at(-1) === '') segments.pop()
  if (path === '/api/json/config') return { kind: 'chains' }
  const chainId = segments[0] === 'api' || segments[0] === 'media' ? null : (segments.shift() ?? null)
  if (segments[0] === 'api' && segments[1] === 'v2')
    return { kind: 'api', chainId, segments: segments.slice(2) }
  if (segments[0] === 'media' && segments.length > 1) {
    return { kind: 'media', chainId, path: `/${segments.join('/')}` }
  }
  return null
}

interface Template {
  readonly operation: Operation
  readonly credits: number
  readonly parts: readonly string[]
  readonly params: Readonly<Record<string, ParamFormat>>
}

const template = (
  operation: Operation,
  { path, params, credits }: Pick<Template, 'params' | 'credits'> & { readonly path: string },
): Template => ({ operation, params, credits, parts: path.split('/').slice(1) })

/** Credits for a page that only explorers ask for. */
export const CREDITS_OF_EXPLORERS = 20

const isParam = (part: string) => part.startsWith('{')
const countParams = ({ parts }: Template) => parts.filter(isParam).length

/** A path with fewer parameters is tried first: `/transactions/stats` is no transaction. */
const TEMPLATES: readonly Template[] = [
  ...LIST_IDS.map((id) => template({ kind: 'list', id }, listEndpoint(id))),
  ...DETAIL_IDS.map((id) => template({ kind: 'detail', id }, detailEndpoint(id))),
  ...EXPLORER_PAGE_IDS.map((id) =>
    template({ kind: 'explorer', id }, { ...explorerPage(id), credits: CREDITS_OF_EXPLORERS }),
  ),
].sort((one, other) => countParams(one) - countParams(other))

/** Lists that instances serve by an extension, by its path. */
const EXTENSIONS = new Map(
  LIST_IDS.flatMap((id) => {
    const { extension } = listEndpoint(id)
    return typeof extension === 'object' ? [[extension.path, { id, roles: extension.roles }] as const] : []
  }),
)

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const NAMES = new Set([
  ...TEMPLATES.map(({ parts }) => parts.at(-1) ?? ''),
  ...[...EXTENSIONS.keys()].map(lastPart),
])

/** The last part of a path, if it is a name in the tables; else empty. */
export function pathName(path: string): string {
  const name = lastPart(path)
  return NAMES.has(name) ? name : ''
}

/** Paths of the service itself, not of its chains. */
export const SERVICE_PATHS = {
  '/openapi.json': 'openapi',
  '/metrics': 'metrics',
  '/health': 'health',
} as const
export type ServicePage = (typeof SERVICE_PATHS)[keyof typeof SERVICE_PATHS]

/** The name under which metrics count a path: there are few names, whatever is requested. */
export function routeName(path: string): string {
  if (Object.hasOwn(SERVICE_PATHS, path)) return SERVICE_PATHS[path as keyof typeof SERVICE_PATHS]
  const found = parsePath(path)
  if (found?.kind === 'media') return 'media'
  if (found?.kind !== 'api') return 'other'
  return (
    EXTENSIONS.get(`/${found.segments.join('/')}`)?.id ??
    TEMPLATES.find((one) => hasParts(one, found.segments))?.operation.id ??
    'other'
  )
}

const hasParts = ({ parts }: Template, segments: readonly string[]) =>
  parts.length === segments.length && parts.every((part, at) => isParam(part) || part === segments[at])

/** Whether a part may be another server's page, such as `smart-contracts/counters`: no address looks like a word. */
const isWord = (text: string) => /^[a-z]+(?:-[a-z]+)*$/.test(text)

/** The same request in the form of the table, if it is one of an extension. Throws InvalidParameter. */
export function withoutExtension(
  segments: readonly string[],
  query: ReadonlyMap<string, string>,
): { readonly segments: readonly string[]; readonly query: ReadonlyMap<string, string> } {
  const found = EXTENSIONS.get(`/${segments.join('/')}`)
  if (!found) return { segments, query }
  const [first] = found.roles
  const [role, second] = found.roles.filter((one) => query.has(one))
  if (second !== undefined) throw new InvalidParameter(second, `Unexpected field: ${second}`)
  if (role === undefined) throw new InvalidParameter(first, `Missing field: ${first}`)
  const others = [...query].filter(([name]) => name !== role && name !== 'filter')
  const address = readParam(role, 'address', query.get(role) ?? '')
  const path = listEndpoint(found.id).path.replace('{address_hash}', address)
  return {
    segments: path.split('/').slice(1),
    query: new Map(role === first ? others : [...others, ['filter', role]]),
  }
}

/** The row of the table that the segments below `/api/v2` name, or null. Throws InvalidParameter. */
export function matchRoute(segments: readonly string[]): Route | null {
  for (const template of TEMPLATES) {
    if (!hasParts(template, segments)) continue
    const { operation, credits, parts, params } = template
    if (isParam(parts[1] ?? '') && isWord(segments[1] ?? '')) continue
    const found = parts.flatMap((part, at) => {
      if (!isParam(part)) return []
      const name = part.slice(1, -1)
      return [[name, readParam(name, params[name], segments[at] ?? '')]]
    })
    return { ...operation, credits, params: Object.fromEntries(found) as Record<string, string> }
  }
  return null
}

function readParam(name: string, format: ParamFormat | undefined, text: string): string {
  const { pattern, description } = PARAM_FORMATS[format ?? 'address']
  if (!pattern.test(text)) throw new InvalidParameter(name, `Invalid format. Expected ${description}`)
  return format === 'tokenId' ? BigInt(text).toString() : text.toLowerCase()
}
