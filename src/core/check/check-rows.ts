/** Compares the rows of one page of a list with a node: each block is read once, however many rows are in it. */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { Block } from '#shared/chain/block.ts'
import type { Log } from '#shared/chain/log.ts'
import type { TokenTransfer } from '#shared/chain/token.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { LIST_IDS, listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { CheckedRow, Finding } from '#shared/rpc/contract/check.ts'
import { isHeight, readBlockEvidence, type BlockEvidence, type BlockReader } from './block-evidence.ts'
import { checkBlock } from './check-block.ts'
import { checkLogs, checkTransaction, checkTransfers, findTransaction } from './check-transaction.ts'
import { NotBelieved } from './node-problem.ts'

/** The height of the row's block, and how the row is compared. */
interface RowKind {
  readonly part: Finding['part']
  readonly height: (item: never) => number | null | undefined
  readonly check: (node: NodeConnection, item: never, read: BlockReader) => Promise<readonly Finding[]>
}

const KINDS: Readonly<Record<string, RowKind>> = {
  transaction: {
    part: 'transaction',
    height: (item: Transaction) => item.block_number,
    async check(node, item: Transaction, read) {
      const source = { hash: item.hash, item, logs: undefined, transfers: undefined, blockHash: undefined }
      return (await checkTransaction(node, source, read)).findings
    },
  },
  log: {
    part: 'log',
    height: (item: Log) => item.block_number,
    async check(node, item: Log, read) {
      const found = await findTransaction(node, ofTransaction(item), read)
      return found.evidence
        ? checkLogs({ rows: [item], isWhole: false }, found.evidence)
        : [missing('log', item)]
    },
  },
  transfer: {
    part: 'token-transfer',
    height: (item: TokenTransfer) => item.block_number,
    async check(node, item: TokenTransfer, read) {
      const found = await findTransaction(node, ofTransaction(item), read)
      return found.evidence
        ? checkTransfers({ rows: [item], isWhole: false }, found.evidence)
        : [missing('token-transfer', item)]
    },
  },
  block: {
    part: 'block',
    height: (item: Block) => item.height,
    async check(node, item: Block, read) {
      const asked = isHeight(item.height) ? String(item.height) : item.hash
      return (await checkBlock(node, { asked, item }, read)).findings
    },
  },
}

/** The lists whose rows can be compared. */
export const CHECKED_LISTS: readonly ListId[] = LIST_IDS.filter((list) => KINDS[listEndpoint(list).resource])

const ofTransaction = ({
  transaction_hash: hash,
  block_number,
}: Pick<Log, 'transaction_hash' | 'block_number'>) => ({ hash, item: { block_number } })

/** The node has no such transaction. */
const missing = (
  part: Finding['part'],
  { transaction_hash: hash }: Pick<Log, 'transaction_hash'>,
): Finding => ({
  ...{ part, row: null, field: null, state: 'differs' },
  ...{ source: hash, node: null },
})

/** Throws `NotBelieved` if the node lies, and the errors of a connection. */
export async function checkRows(
  node: NodeConnection,
  list: ListId,
  { items, keys }: Pick<Page, 'items' | 'keys'>,
  read: BlockReader,
): Promise<readonly CheckedRow[]> {
  const kind = KINDS[listEndpoint(list).resource]
  if (!kind) return []
  const rows: CheckedRow[] = []
  // In the order of the list, so that rows of one block follow each other.
  for (const [at, item] of items.entries())
    rows.push({
      key: keys[at] ?? '',
      height: kind.height(item as never) ?? null,
      findings: await findingsOf(kind, node, item as never, read),
    })
  return rows
}

/** A row whose block the node does not have can't be checked; the others can. */
async function findingsOf(
  { part, check }: RowKind,
  node: NodeConnection,
  item: never,
  read: BlockReader,
): Promise<readonly Finding[]> {
  try {
    return await check(node, item, read)
  } catch (error) {
    if (!(error instanceof NotBelieved) || !NO_BLOCK.has(error.problem.kind)) throw error
    return [{ part, row: null, field: null, state: 'unchecked', source: null, reason: 'not_given' }]
  }
}

const NO_BLOCK: ReadonlySet<string> = new Set(['pending', 'pruned', 'behind', 'unknown'])

/** The longest time that the last block of a page is used for the first rows of the next one. */
const MAX_AGE_MS = 30_000

/** Reads each block once: within a page, and where a block's rows go on in the next page. */
export function createBlockReaders() {
  let last: { readonly of: string; readonly at: number; readonly evidence: BlockEvidence } | undefined
  return (node: NodeConnection, of: string, isFirst: boolean): BlockReader => {
    const known = new Map<number, Promise<BlockEvidence>>()
    if (!isFirst && last?.of === of && Date.now() - last.at < MAX_AGE_MS)
      known.set(last.evidence.height, Promise.resolve(last.evidence))
    return (height) => {
      const before = known.get(height)
      if (before) return before
      // Rows are in the order of blocks: earlier ones are not needed again.
      known.clear()
      const evidence = readBlockEvidence(node, height)
      known.set(height, evidence)
      void evidence.then(
        (read) => {
          last = { of, at: Date.now(), evidence: read }
        },
        () => undefined,
      )
      return evidence
    }
  }
}
