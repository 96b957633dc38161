/** What the places of a case show: lists and single things, so that their kept rows can go into its file. */
import type { Router } from 'vue-router'
import type { CallInput } from '#shared/rpc/contract.ts'
import { MAX_CASE_LISTS } from '#shared/rpc/contract/cases.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { listEndpoint, type ListId, type ListOwner } from '#shared/lists/list-table.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import { filtersOfQuery } from '#renderer/lists/toolbar/url-filters.ts'
import { listOfTab } from '#renderer/lists/use-list-tabs.ts'

export type ShownRows = NonNullable<CallInput<'cases.save'>['rows']>
type ShownList = ShownRows['lists'][number]

/** By the route of a page: whose lists it shows, and what else of it is read. */
const PAGES: Readonly<Record<string, { readonly owner: ListOwner; readonly details: readonly DetailId[] }>> =
  {
    address: { owner: 'address', details: ['address', 'address-counters', 'address-tab-counters'] },
    transaction: { owner: 'transaction', details: ['transaction'] },
    token: { owner: 'token', details: ['token'] },
    block: { owner: 'block', details: ['block'] },
    chain: { owner: 'chain', details: [] },
  }

export function shownRows(workspace: Workspace | null, router: Router): ShownRows {
  const paths = workspace?.panes.flatMap(({ tabs }) => tabs.map(({ path }) => path)) ?? []
  const shown = paths.map((path) => shownAt(path, router))
  return {
    lists: shown.flatMap(({ lists }) => lists).slice(0, MAX_CASE_LISTS),
    details: shown.flatMap(({ details }) => details).slice(0, MAX_CASE_LISTS),
  }
}

/** The list that a place shows; undefined where it shows none. */
export const shownListAt = (path: string, router: Router): ShownList | undefined =>
  shownAt(path, router).lists[0]

function shownAt(path: string, router: Router): ShownRows {
  const { name, params, query } = router.resolve(path)
  const page = PAGES[String(name)]
  const source = String(params.source ?? '')
  const id = String(params.hash ?? params.block ?? '')
  if (!page || source === '') return { lists: [], details: [] }
  const list = listOfTab(page.owner, query.tab)
  const of = (names: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.keys(names).map((param) => [param, id]))
  const request = (each: ListId, filters: ShownList['filters']): ShownList => ({
    source,
    list: each,
    params: of(listEndpoint(each).params),
    filters,
  })
  const filters = filtersOfQuery(list, query)
  return {
    lists: [request(list, filters), ...(Object.keys(filters).length > 0 ? [request(list, {})] : [])],
    details: page.details.map((detail) => ({ source, detail, params: detailParams(page.owner, id) })),
  }
}

const detailParams = (owner: ListOwner, id: string): Record<string, string> =>
  owner === 'transaction'
    ? { transaction_hash: id }
    : owner === 'block'
      ? { block_hash_or_number: id }
      : { address_hash: id }
