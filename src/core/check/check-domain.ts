/** The calls `check.*`: compares a source's data with a node of its chain, or with another source of it. */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { number, object } from '#platform/json-rpc/wire.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import { MAX_LIST_ROWS } from '#shared/check/checked-rows.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type {
  CheckedThing,
  CheckReport,
  ComparedRows,
  checkCalls,
  LoadedRowsReport,
  RowsReport,
  SecondNodeReport,
  SourcesReport,
  TaggedBlock,
} from '#shared/rpc/contract/check.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { askNode, nodeUrlOf, type AskNodeDeps } from './ask-node.ts'
import { checkAddress } from './check-address.ts'
import { checkBlock } from './check-block.ts'
import { CHECKED_LISTS, checkRows, createBlockReaders, type BlockReaders } from './check-rows.ts'
import { checkTransaction } from './check-transaction.ts'
import { compareLists } from './compare-lists.ts'
import { compareThing } from './compare-sources.ts'
import { compareNodes, FirstNodeFailure } from './compare-nodes.ts'
import { markYoung } from './mark-young.ts'
import { describeBlock, type Checked } from './checked.ts'
import { parseSecondNodeUrl } from '../sources/check/parse-node-url.ts'
import { createSourceReader, type Reading, type SourceReader } from './source-reader.ts'

export interface CheckDeps extends AskNodeDeps {
  readonly reading: Reading
  readonly rows: Pick<Handlers, 'rows.find'>
}

export const checkDomain = (deps: CheckDeps) => ({ handlers: checkHandlers(deps, createBlockReaders()) })

const checkHandlers = (deps: CheckDeps, blocks: BlockReaders): Pick<Handlers, keyof typeof checkCalls> => ({
  async 'check.rows'({ source, rpcUrl, list, params, cursor, filters, keys }, context): Promise<RowsReport> {
    requireRows(list, 'list')
    const reply = await askNode(deps, { source, rpcUrl }, context.signal, async (node) => {
      const reader = blocks.open(node, JSON.stringify([source, rpcUrl, list, params]), cursor === null)
      const { readPage } = createSourceReader(deps.reading, source, context)
      const page = await readPage(list, params, cursor, filters)
      const checked = await checkRows(node, list, keys ? onlyOf(page, new Set(keys)) : page, reader.read)
      const rows = keys ? await markYoung(node, checked) : checked
      if (page.next !== null) reader.keep()
      const { unread, next, notice, gap } = page
      return { rows, unread: unread.length, next, ...(notice && { notice }), ...(gap && { gap }) }
    })
    return reply.outcome === 'refused' ? reply : { outcome: 'checked', node: reply.node, ...reply.answer }
  },
  async 'check.loaded'({ found, rpcUrl }, context): Promise<LoadedRowsReport> {
    const { scope } = found
    if (scope.of !== 'list') throw invalidInput('scope', 'unexpected_input')
    const { source, list } = scope
    requireRows(list, 'scope.list')
    const reply = await askNode(deps, { source, rpcUrl }, context.signal, async (node) => {
      // The last part may be smaller than those before.
      const whole = JSON.stringify([{ ...found, offset: 0, limit: 0 }, rpcUrl])
      const reader = blocks.open(node, whole, found.offset === 0)
      const { rows, count } = await deps.rows['rows.find'](found, context)
      const items = rows.flatMap(({ key, item }) => (item ? [{ key, item }] : []))
      const checked = await checkRows(
        node,
        list,
        { items: items.map(({ item }) => item), keys: items.map(({ key }) => key) },
        reader.read,
      )
      if (found.offset + rows.length < count) reader.keep()
      return { rows: checked, unread: rows.length - items.length }
    })
    return reply.outcome === 'refused' ? reply : { outcome: 'checked', node: reply.node, ...reply.answer }
  },
  async 'check.sources'({ source, other, thing }, context): Promise<SourcesReport> {
    const { findings, cut, heads } = await compareThing(readersOf(deps, source, other, context), thing)
    return { findings, cut, ...(heads && { heads: [heads[0] ?? null, heads[1] ?? null] }) }
  },
  'check.sourceRows'({ source, other, list, params, filters }, context): Promise<ComparedRows> {
    requireRows(list, 'list')
    return compareLists(readersOf(deps, source, other, context), { list, params, filters }, MAX_LIST_ROWS)
  },
  'check.secondNode': (input, { signal }) => askSecondNode(deps, input, signal),
  async 'check.taggedBlock'({ source, rpcUrl, tag }, { signal }): Promise<TaggedBlock> {
    const reply = await askNode(deps, { source, rpcUrl }, signal, async (node) => {
      const block = await node.request('eth_getBlockByNumber', [tag, false])
      return block === null ? null : number(object(block, 'a block').number, 'the height of a block')
    })
    return reply.outcome === 'refused' ? reply : { outcome: 'found', node: reply.node, height: reply.answer }
  },
  async 'check.thing'({ source, thing, rpcUrl }, context): Promise<CheckReport> {
    const reply = await askNode(deps, { source, rpcUrl }, context.signal, (node) =>
      checkThing(node, createSourceReader(deps.reading, source, context), thing),
    )
    if (reply.outcome === 'refused') return reply
    const { block, findings, cut } = reply.answer
    return { outcome: 'checked', node: reply.node, block: describeBlock(block), findings, cut }
  },
})

async function askSecondNode(
  deps: CheckDeps,
  { source, rpcUrl, second, blocks }: CallInput<'check.secondNode'>,
  signal: AbortSignal,
): Promise<SecondNodeReport> {
  const other = parseSecondNodeUrl(second, await nodeUrlOf(deps.sources, { source, rpcUrl }))
  const reply = await askNode(deps, { source, rpcUrl }, signal, (first) =>
    askNode(deps, { source, rpcUrl: other }, signal, (node) => compareNodes(first, node, blocks)).catch(
      (error: unknown) => {
        throw error instanceof FirstNodeFailure ? error.cause : error
      },
    ),
  )
  if (reply.outcome === 'refused') return reply
  if (reply.answer.outcome === 'refused') return reply.answer
  return { outcome: 'compared', nodes: [reply.node, reply.answer.node], ...reply.answer.answer }
}

function onlyOf({ items, keys }: Page, wanted: ReadonlySet<string>): Pick<Page, 'items' | 'keys'> {
  const isWanted = keys.map((key) => wanted.has(key))
  return { items: items.filter((_, at) => isWanted[at]), keys: keys.filter((_, at) => isWanted[at]) }
}

/** Throws `invalid_input` for sources of different chains. */
function readersOf(
  { sources, reading }: CheckDeps,
  source: string,
  other: string,
  context: Parameters<typeof createSourceReader>[2],
): readonly [SourceReader, SourceReader] {
  const { chainId } = sources.get(source)
  const { chainId: chainOfOther } = sources.get(other)
  const isSameChain = chainId === undefined || chainOfOther === undefined || chainId === chainOfOther
  if (source !== other && isSameChain)
    return [createSourceReader(reading, source, context), createSourceReader(reading, other, context)]
  const values = sources
    .all()
    .filter((one) => one.id !== source && chainId !== undefined && one.chainId === chainId)
    .map(({ id }) => id)
  throw invalidInput('other', values.length > 0 ? { kind: 'one_expected', values } : 'no_other_source')
}

function requireRows(list: ListId, field: string): void {
  if (!CHECKED_LISTS.includes(list))
    throw invalidInput(field, { kind: 'one_expected', values: CHECKED_LISTS })
}

async function checkThing(node: NodeConnection, reader: SourceReader, thing: CheckedThing): Promise<Checked> {
  switch (thing.kind) {
    case 'transaction':
      return checkTransaction(node, await reader.transaction(thing.hash))
    case 'block':
      return checkBlock(node, await reader.block(thing.block))
    case 'address':
      return checkAddress(node, await reader.address(thing.address))
  }
}
