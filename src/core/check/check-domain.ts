/** The calls `check.*`: what a source says, held against a node of its chain. */
import { connectNode, CONNECTION_LIMITS, type NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { getUrlHost } from '#platform/json-rpc/url-host.ts'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import { MAX_CHECKED_ROWS, type CheckReport, type checkCalls } from '#shared/rpc/contract/check.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { parseNodeUrl } from '../nodes/parse-node-url.ts'
import type { Sources } from '../sources/sources.ts'
import {
  checkTransaction,
  type Checked,
  type SourceRows,
  type TransactionOfSource,
} from './check-transaction.ts'
import { bigOf } from './compare-fields.ts'
import { NotBelieved, problemOf } from './node-problem.ts'

export interface CheckDeps {
  readonly sources: Pick<Sources, 'get'>
  readonly reading: Pick<Handlers, 'lists.page' | 'details.read'>
}

type Context = Parameters<Handlers['details.read']>[1]

/** A node that says nothing for so long is given up: a person waits. */
const TIMEOUT_MS = 20_000

export const checkDomain = (deps: CheckDeps) => ({ handlers: checkHandlers(deps) })

const checkHandlers = (deps: CheckDeps): Pick<Handlers, keyof typeof checkCalls> => ({
  async 'check.thing'({ source, thing, rpcUrl: typed }, context) {
    const { chainId } = deps.sources.get(source)
    return withNode(parseNodeUrl(typed), chainId, context.signal, async (node) =>
      checkTransaction(node, await readTransaction(deps, source, thing.hash, context)),
    )
  },
})

/** What is wrong with the node is the report. */
async function withNode(
  url: string,
  chainId: string | undefined,
  signal: AbortSignal,
  check: (node: NodeConnection) => Promise<Checked>,
): Promise<CheckReport> {
  const node = connectNode(url, { ...CONNECTION_LIMITS, timeoutMs: TIMEOUT_MS })
  const stop = () => {
    node.close()
  }
  signal.addEventListener('abort', stop, { once: true })
  const who = { host: getUrlHost(url), chainId: null as string | null }
  try {
    who.chainId = String(bigOf(await node.request('eth_chainId', [])) ?? '')
    if (chainId !== undefined && who.chainId !== chainId)
      throw new NotBelieved({ kind: 'other_chain', node: who.chainId, source: chainId })
    const { block, findings, cut } = await check(node)
    const { height, hash, proven } = block
    return {
      outcome: 'checked',
      node: who,
      block: { height, hash, isProven: proven.has('header') },
      findings,
      cut,
    }
  } catch (error) {
    if (signal.aborted) throw new ChainglassFailure({ code: 'cancelled' }, { cause: error })
    const problem = problemOf(error)
    if (!problem) throw error
    return { outcome: 'refused', node: who, problem }
  } finally {
    signal.removeEventListener('abort', stop)
    node.close()
  }
}

/** Anew: what was kept may be what somebody else said. */
async function readTransaction(
  { reading }: CheckDeps,
  source: string,
  hash: string,
  context: Context,
): Promise<TransactionOfSource> {
  const params = { transaction_hash: hash }
  const { item } = await reading['details.read'](
    { source, detail: 'transaction', params, refresh: true },
    context,
  )
  const transaction = item as TransactionOfSource['item']
  const [logs, transfers, blockHash] = await Promise.all([
    readRows(reading, { source, list: 'transaction-logs', params }, context),
    readRows(reading, { source, list: 'transaction-token-transfers', params }, context),
    readBlockHash(reading, source, transaction.block_number, context),
  ])
  return { hash, item: transaction, logs, transfers, blockHash }
}

async function readBlockHash(
  reading: CheckDeps['reading'],
  source: string,
  height: number | null | undefined,
  context: Context,
): Promise<string | undefined> {
  if (height == null) return undefined
  const params = { block_hash_or_number: String(height) }
  const read = reading['details.read']({ source, detail: 'block', params, refresh: true }, context)
  const { item } = (await Promise.resolve(read).catch(unlessAbsent)) ?? {}
  return (item as { readonly hash?: string } | undefined)?.hash
}

async function readRows<Id extends ListId>(
  reading: CheckDeps['reading'],
  of: { readonly source: string; readonly list: Id; readonly params: Readonly<Record<string, string>> },
  context: Context,
): Promise<SourceRows<ListItem<Id>>> {
  const rows: unknown[] = []
  const readPage = async (cursor: Cursor | null): Promise<Page | undefined> => {
    const asked = { ...of, filters: {}, cursor, refresh: true }
    return Promise.resolve(reading['lists.page'](asked, context)).catch(unlessAbsent)
  }
  let page = await readPage(null)
  if (!page) return undefined
  for (;;) {
    rows.push(...page.items)
    if (page.next === null || rows.length >= MAX_CHECKED_ROWS) break
    page = await readPage(page.next)
    if (!page) throw new ChainglassFailure({ code: 'not_found' })
  }
  return { rows: rows as ListItem<Id>[], isWhole: page.next === null }
}

/** Not every source has every list. */
function unlessAbsent(error: unknown): undefined {
  if (!(error instanceof ChainglassFailure)) throw error
  const { error: failure } = error
  if (failure.code === 'not_found' || (failure.code === 'server_error' && failure.status === 501)) return
  throw error
}
