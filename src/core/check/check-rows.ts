/** Compares rows of a list with a node. A block is read once for all rows that follow each other. */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { limitConcurrency } from '#shared/limit-concurrency.ts'
import { LruCache } from '#shared/lru-cache.ts'
import type { Block } from '#shared/chain/block.ts'
import type { Log } from '#shared/chain/log.ts'
import type { TokenTransfer } from '#shared/chain/token.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { canBeChecked, type CheckedResource } from '#shared/check/checked-rows.ts'
import { LIST_IDS, listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { CheckedRow, Finding } from '#shared/rpc/contract/check.ts'
import { isHeight, readBlockEvidence, type BlockEvidence, type BlockReader } from './block-evidence.ts'
import { checkBlock } from './check-block.ts'
import { checkLogs, checkTransaction, checkTransfers, findTransaction } from './check-transaction.ts'
import { describeBlock, type Checked, type SourceRows } from './checked.ts'
import { UntrustedNode } from './node-problem.ts'
import type { TransactionEvidence } from './transaction-rules.ts'

interface RowOfNode {
  readonly block: Checked['block']
  readonly findings: readonly Finding[]
}

/** The height of the row's block, and how the row is compared. */
interface RowKind {
  readonly part: Finding['part']
  readonly height: (item: never) => number | null | undefined
  readonly check: (node: NodeConnection, item: never, read: BlockReader) => Promise<RowOfNode>
}

const KINDS: Readonly<Record<CheckedResource, RowKind>> = {
  transaction: {
    part: 'transaction',
    height: (item: Transaction) => item.block_number,
    check(node, item: Transaction, read) {
      const source = { hash: item.hash, item, logs: undefined, transfers: undefined, blockHash: undefined }
      return checkTransaction(node, source, read)
    },
  },
  log: ofTransaction<Log>('log', checkLogs),
  transfer: ofTransaction<TokenTransfer>('token-transfer', checkTransfers),
  block: {
    part: 'block',
    height: (item: Block) => item.height,
    check(node, item: Block, read) {
      const blockId = isHeight(item.height) ? String(item.height) : item.hash
      return checkBlock(node, { blockId, item }, read)
    },
  },
}

/** A row of a transaction, compared with that one. */
function ofTransaction<Item extends Pick<Log, 'transaction_hash' | 'block_number'>>(
  part: Finding['part'],
  checkAll: (source: SourceRows<Item>, evidence: TransactionEvidence) => readonly Finding[],
): RowKind {
  return {
    part,
    height: (item: Item) => item.block_number,
    async check(node, item: Item, read) {
      const { transaction_hash: hash, block_number } = item
      const { block, evidence } = await findTransaction(node, { hash, item: { block_number } }, read)
      if (evidence) return { block, findings: checkAll({ rows: [item], isWhole: false }, evidence) }
      // The node has no such transaction.
      const place = { part, row: null, field: null, source: hash, other: null } as const
      return { block, findings: [{ ...place, state: 'differs' }] }
    },
  }
}

/** The lists whose rows can be compared. */
export const CHECKED_LISTS: readonly ListId[] = LIST_IDS.filter(canBeChecked)

/** `list`: one of `CHECKED_LISTS`. Throws `UntrustedNode` if the node lies, and the errors of a connection. */
export async function checkRows(
  node: NodeConnection,
  list: ListId,
  { items, keys }: Pick<Page, 'items' | 'keys'>,
  read: BlockReader,
): Promise<readonly CheckedRow[]> {
  const kind = KINDS[listEndpoint(list).resource as CheckedResource]
  return Promise.all(
    items.map(async (item, at) => ({
      key: keys[at] ?? '',
      height: kind.height(item as never) ?? null,
      ...(await checkRow(kind, node, item as never, read)),
    })),
  )
}

/** A row whose block the node does not have can't be checked; the others can. */
async function checkRow(
  { part, check }: RowKind,
  node: NodeConnection,
  item: never,
  read: BlockReader,
): Promise<Pick<CheckedRow, 'block' | 'findings'>> {
  try {
    const { block, findings } = await check(node, item, read)
    return { block: describeBlock(block), findings }
  } catch (error) {
    if (!(error instanceof UntrustedNode) || !NO_BLOCK.has(error.problem.kind)) throw error
    const row = { part, row: null, field: null, source: null } as const
    return { block: null, findings: [{ ...row, state: 'unchecked', reason: 'not_given' }] }
  }
}

const NO_BLOCK: ReadonlySet<string> = new Set(['pending', 'pruned', 'behind', 'unknown'])

/** The longest time that the last blocks of a page are used for the first rows of the next one. */
const MAX_AGE_MS = 30_000

/** Number of blocks to read at a time: fewer than a connection requests, since a block may have megabytes. */
const BLOCKS_AT_ONCE = 4

/** A row whose source names a false block needs that one, and the one that it is in. */
const MAX_BLOCKS = 2 * BLOCKS_AT_ONCE

/** Reads a block once for all rows that follow each other, also where they go on in the next page. */
export function createBlockReaders() {
  let last: { readonly of: string; readonly known: Known } | undefined
  let end: NodeJS.Timeout | undefined
  function forget() {
    clearTimeout(end)
    last = undefined
  }
  return {
    /** The reader of one page of the list `of`. */
    open(node: NodeConnection, of: string, isFirst: boolean) {
      const known: Known = !isFirst && last?.of === of ? last.known : new LruCache({ maxSize: MAX_BLOCKS })
      forget()
      const limit = limitConcurrency(BLOCKS_AT_ONCE)
      /** All rows of a page ask at once: none of these blocks is let go before its rows have it. */
      const awaited = new Map<number, Promise<BlockEvidence>>()
      return {
        read(this: void, height: number): Promise<BlockEvidence> {
          const awaitedBlock = known.get(height) ?? awaited.get(height)
          if (awaitedBlock) return awaitedBlock
          const evidence = limit.run(() => readBlockEvidence(node, height))
          const settle = () => {
            awaited.delete(height)
            known.set(height, evidence)
          }
          awaited.set(height, evidence)
          void evidence.then(settle, settle)
          return evidence
        },
        /** Keeps the last blocks for the next page. */
        keep() {
          forget()
          last = { of, known }
          end = setTimeout(forget, MAX_AGE_MS).unref()
        },
      }
    },
  }
}
type Known = LruCache<number, Promise<BlockEvidence>>
export type BlockReaders = ReturnType<typeof createBlockReaders>
