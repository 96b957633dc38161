/** Reads one block from a node, and proves as much of it as possible from the block's hash. */
import { isHeaderProven, proveParts, type Proof } from '#platform/json-rpc/proof/block-proof.ts'
import { objects } from '#platform/json-rpc/proof/write-transaction.ts'
import { NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { Call } from '#platform/json-rpc/rpc-transport.ts'
import { hash, number, numberOf, object, type Json } from '#platform/json-rpc/wire.ts'
import { UntrustedNode } from './node-problem.ts'

/** The basis of a proof: the block's header, the transaction's hash and signature, and the block's roots. */
export type Basis = 'header' | 'hash' | 'sender' | 'place' | 'receipt' | 'withdrawals' | 'state'

export interface BlockEvidence {
  readonly height: number
  readonly hash: string
  readonly header: Json
  /** In the order of the block. */
  readonly transactions: readonly Json[]
  /** In the same order; undefined if the node does not return all of them. */
  readonly receipts: readonly Json[] | undefined
  readonly proven: ReadonlySet<Basis>
}

/** Reads the block at a height. */
export type BlockReader = (height: number) => Promise<BlockEvidence>

/** Whether a block can be read at it: what a source says may be no height. */
export const isHeight = (height: number | null | undefined): height is number => height != null && height >= 0

/** Whether a node can be asked by it; it refuses a shorter one as no call. */
export const isHash = (hash: string): boolean => /^0x[0-9a-f]{64}$/i.test(hash)

/** The receipts of a larger block are not requested one by one. */
const MAX_SINGLE_RECEIPTS = 1_000

/**
 * Reads the block at a height. Throws `UntrustedNode` if it does not hash to its hash although the block before it
 * does: a chain with another hash format has it in every block.
 */
export async function readBlockEvidence(node: NodeConnection, height: number): Promise<BlockEvidence> {
  const tag = `0x${height.toString(16)}`
  const [block, given, head] = await node.many([
    { method: 'eth_getBlockByNumber', params: [tag, true] },
    { method: 'eth_getBlockReceipts', params: [tag] },
    { method: 'eth_blockNumber', params: [] },
  ])
  if (block instanceof NodeRefusal) {
    if (block.meaning === 'gone') throw new UntrustedNode({ kind: 'pruned', height })
    throw block
  }
  if (block?.result == null) throw new UntrustedNode(whyNoBlock(height, head))
  const header = headerAt(height, block.result)
  const transactions = objects(header.transactions).toSorted(
    (one, other) => numberOf(one.transactionIndex) - numberOf(other.transactionIndex),
  )
  const receipts =
    given && 'result' in given && Array.isArray(given.result)
      ? inOrderOf(transactions, objects(given.result))
      : await readSingleReceipts(node, transactions)
  return {
    height,
    hash: hash(header.hash, 'the hash of a block'),
    header,
    transactions,
    receipts,
    proven: await prove(node, header, receipts),
  }
}

/** Throws `UntrustedNode` for a block of another height: it may hash to its hash, and proves nothing of this height. */
export function headerAt(height: number, answer: unknown): Json {
  const header = object(answer, 'a block')
  if (number(header.number, 'the height of a block') !== height)
    throw new UntrustedNode({ kind: 'lies', what: 'header' })
  return header
}

function whyNoBlock(height: number, head: NodeRefusal | { result: unknown } | undefined) {
  if (head instanceof NodeRefusal || !head) return { kind: 'pruned', height } as const
  const newest = number(head.result, 'the height of the head')
  return newest < height
    ? ({ kind: 'behind', head: newest, height } as const)
    : ({ kind: 'pruned', height } as const)
}

/** Requests each receipt from a node without `eth_getBlockReceipts`. */
async function readSingleReceipts(
  node: NodeConnection,
  transactions: readonly Json[],
): Promise<readonly Json[] | undefined> {
  if (transactions.length > MAX_SINGLE_RECEIPTS) return undefined
  const calls = transactions.map(({ hash }): Call => ({
    method: 'eth_getTransactionReceipt',
    params: [hash],
  }))
  const answers = await node.many(calls)
  const given = answers.flatMap((answer) =>
    'result' in answer && answer.result != null ? [answer.result] : [],
  )
  return given.length === transactions.length ? inOrderOf(transactions, objects(given)) : undefined
}

/** Sorts receipts by their transactions; undefined if one is missing. */
function inOrderOf(transactions: readonly Json[], receipts: readonly Json[]): readonly Json[] | undefined {
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt] as const))
  const found = transactions.flatMap(({ hash }) => {
    const receipt = byHash.get(hash)
    return receipt ? [receipt] : []
  })
  return found.length === transactions.length ? found : undefined
}

async function prove(
  node: NodeConnection,
  header: Json,
  receipts: readonly Json[] | undefined,
): Promise<ReadonlySet<Basis>> {
  if (!(await isHeaderTrue(node, header))) return new Set()
  const proofs = proveParts(header, receipts)
  const [wrong] = (['transactions', 'receipts', 'withdrawals'] as const).filter(
    (part) => proofs[part] === 'wrong',
  )
  if (wrong) throw new UntrustedNode({ kind: 'lies', what: wrong })
  const isProven = (proof: Proof | undefined, basis: Basis): Basis[] => (proof === 'proven' ? [basis] : [])
  return new Set<Basis>([
    'header',
    ...isProven(proofs.transactions, 'place'),
    ...isProven(proofs.receipts, 'receipt'),
    ...isProven(proofs.withdrawals, 'withdrawals'),
  ])
}

/** Throws `UntrustedNode` if it does not hash to its hash although the block before it does. */
export async function isHeaderTrue(node: NodeConnection, header: Json): Promise<boolean> {
  if (isHeaderProven(header)) return true
  if (await isOtherHeaderProven(node, header)) throw new UntrustedNode({ kind: 'lies', what: 'header' })
  return false
}

/** Checks the block before it, or after the first one. */
async function isOtherHeaderProven(node: NodeConnection, { number: height }: Json): Promise<boolean> {
  const own = number(height, 'the height of a block')
  const tag = `0x${(own === 0 ? 1 : own - 1).toString(16)}`
  return isHeaderProven(await node.request('eth_getBlockByNumber', [tag, false]).catch(() => null))
}
