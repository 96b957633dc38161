/** The lists, details and graphs that the places of a case show: their kept rows go into the file of the case. */
import type { Router } from 'vue-router'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { MAX_CASE_FLOWS, MAX_CASE_LISTS } from '#shared/rpc/contract/cases.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { listEndpoint, type ListId, type ListOwner } from '#shared/lists/list-table.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import type { FlowGraph } from '#renderer/entities/flow/graph/flow-graph.ts'
import {
  flowAt,
  isTransaction,
  readGraph,
  textsOfQuery,
  type FlowAt,
} from '#renderer/entities/flow/read-graph.ts'
import { filtersOfQuery } from '#renderer/lists/source-filters/url-filters.ts'
import { LIVE_LISTS } from '#renderer/lists/live-lists.ts'
import { findListOfTab, listOfTab } from '#renderer/lists/use-list-tabs.ts'

export type ShownRows = NonNullable<CallInput<'cases.save'>['rows']>
type ShownList = ShownRows['lists'][number]

/** By route name of a page: the owner of its lists, and the details it reads. */
const PAGES: Readonly<Record<string, { readonly owner: ListOwner; readonly details: readonly DetailId[] }>> =
  {
    address: { owner: 'address', details: ['address', 'address-counters', 'address-tab-counters'] },
    transaction: { owner: 'transaction', details: ['transaction'] },
    token: { owner: 'token', details: ['token'] },
    block: { owner: 'block', details: ['block'] },
    chain: { owner: 'chain', details: [] },
  }

export async function shownRows(
  workspace: Workspace | null,
  router: Router,
  core: Pick<RpcClient, 'call'>,
): Promise<ShownRows> {
  const paths = workspace?.panes.flatMap(({ tabs }) => tabs.map(({ path }) => path)) ?? []
  const shown = paths.map((path) => shownAt(path, router))
  const flows: ShownRows['flows'] = []
  for (const path of paths) {
    const flow = shownFlowAt(path, router)
    if (flow) flows.push(...grownIn(flow, await readGraph(core, flow)))
  }
  return {
    lists: shown.flatMap(({ lists }) => lists).slice(0, MAX_CASE_LISTS),
    details: shown.flatMap(({ details }) => details).slice(0, MAX_CASE_LISTS),
    flows: flows.slice(0, MAX_CASE_FLOWS),
  }
}

/** The flow graph of a place; undefined for a place that shows none. */
export function shownFlowAt(path: string, router: Router): FlowAt | undefined {
  const { name, params, query } = router.resolve(path)
  return name === 'flow' ? flowAt(String(params.source ?? ''), textsOfQuery(query)) : undefined
}

/** The addresses and the transaction whose rows the sums of a graph are made of. */
const grownIn = ({ source, start }: FlowAt, { grown }: FlowGraph): ShownRows['flows'] =>
  [...(isTransaction(start) ? [start] : []), ...grown.keys()].map((of) => ({ source, of }))

/** The list of a place; undefined for a place that shows none. */
export const shownListAt = (path: string, router: Router): ShownList | undefined =>
  shownAt(path, router).lists[0]

function shownAt(path: string, router: Router): Omit<ShownRows, 'flows'> {
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
  const isOverview = page.owner === 'chain' && !findListOfTab('chain', query.tab)
  return {
    lists: isOverview
      ? LIVE_LISTS.map((each) => request(each, {}))
      : [request(list, filters), ...(Object.keys(filters).length > 0 ? [request(list, {})] : [])],
    details: page.details.map((detail) => ({ source, detail, params: detailParams(page.owner, id) })),
  }
}

const detailParams = (owner: ListOwner, id: string): Record<string, string> =>
  owner === 'transaction'
    ? { transaction_hash: id }
    : owner === 'block'
      ? { block_hash_or_number: id }
      : { address_hash: id }
