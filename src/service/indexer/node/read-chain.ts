import type { ChainAuthorization, ChainBlock } from '../model/chain-block.ts'
import { ZERO_ADDRESS } from '../model/hex.ts'
import { askAgain, askOneAgain, type AskOptions } from './ask-again.ts'
import type { CallOptions, NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { Call } from '#platform/json-rpc/rpc-transport.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import { recoverAuthorities, type SignedAuthorization } from '#platform/json-rpc/proof/recover-authorities.ts'
import { textOf } from '#platform/json-rpc/wire.ts'
import { readBlock, readHead, transactionHashes, type BlockHead } from './read-block.ts'

export const toHexQuantity = (height: number): string => `0x${height.toString(16)}`
const block = (height: number | 'latest' | 'earliest', whole: boolean): Call => ({
  method: 'eth_getBlockByNumber',
  params: [typeof height === 'number' ? toHexQuantity(height) : height, whole],
})

/** How receipts are read: by block where the node can, else one by one. Found out by the first answer. */
export interface ReceiptMethod {
  byBlock: boolean | null
}

/** Before what the background asks for: it may have many calls waiting whose answers take seconds. */
export const HEAD_POLL = { priority: 'visible' } as const

/** The header at a height, or null where this node has no block there. */
export async function readHeadAt(
  connection: NodeConnection,
  height: number | 'latest' | 'earliest',
  options?: AskOptions,
): Promise<BlockHead | null> {
  const call = block(height, false)
  const answer = await askOneAgain(connection, call.method, call.params, options)
  return answer === null || answer === undefined ? null : readHead(answer)
}

export async function readHeadsAt(
  connection: NodeConnection,
  heights: readonly number[],
): Promise<readonly (BlockHead | null)[]> {
  const answers = await askAgain(
    connection,
    heights.map((height) => block(height, false)),
  )
  return answers.map((answer) =>
    answer instanceof NodeRefusal || answer.result == null ? null : readHead(answer.result),
  )
}

/** Whether the node still knows a block by its hash. */
export async function knowsBlock(connection: NodeConnection, hash: string): Promise<boolean> {
  return (await askOneAgain(connection, 'eth_getBlockByHash', [hash, false])) != null
}

export interface ReadBlocksOptions {
  /** Nothing that is refused is asked for again. */
  readonly once?: boolean | undefined
  /** Gets the size of what the node answers. */
  readonly onBytes?: CallOptions['onBytes']
  readonly priority?: CallOptions['priority']
  /** Gets each block with its receipts as the node gave them, once they could be read. */
  readonly onRaw?: ((block: unknown, receipts: readonly unknown[], read: ChainBlock) => void) | undefined
}

/** The size of an answer with several blocks; a block by itself may be as large as the connection allows. */
const MAX_BYTES_TOGETHER = 16 * 1024 * 1024

/**
 * Whole blocks of consecutive heights, in order. Ends early where the node has no further block, or refuses one. Throws NodeFailure
 * `garbage` where the chain moved while it was being read.
 */
export async function readBlocks(
  connection: NodeConnection,
  receipts: ReceiptMethod,
  heights: readonly number[],
  given: ReadBlocksOptions = {},
): Promise<ChainBlock[]> {
  const options = { ...given, ...(heights.length > 1 && { maxBytes: MAX_BYTES_TOGETHER }) }
  try {
    return receipts.byBlock === false
      ? await withReceiptsOneByOne(connection, heights, options)
      : await withReceiptsByBlock(connection, receipts, heights, options)
  } catch (error) {
    if (!(error instanceof NodeFailure) || heights.length < 2) throw error
    const half = heights.length >> 1
    // One of them may be what the node refuses: those before it are read.
    if (error.kind === 'refused')
      return readBlocks(connection, receipts, heights.slice(0, half), { ...given, once: true })
    if (error.kind !== 'too_large') throw error
    return [
      ...(await readBlocks(connection, receipts, heights.slice(0, half), given)),
      ...(await readBlocks(connection, receipts, heights.slice(half), given)),
    ]
  }
}

async function withReceiptsByBlock(
  connection: NodeConnection,
  way: ReceiptMethod,
  heights: readonly number[],
  { onRaw, ...options }: CallOptions & ReadBlocksOptions,
): Promise<ChainBlock[]> {
  const answers = await askAgain(
    connection,
    heights.flatMap((height) => [
      block(height, true),
      { method: 'eth_getBlockReceipts', params: [toHexQuantity(height)] },
    ]),
    options,
  )
  const blocks: ChainBlock[] = []
  for (const [index] of heights.entries()) {
    const raw = answers[index * 2]
    const list = answers[index * 2 + 1]
    if (!raw || raw instanceof NodeRefusal || raw.result == null) break
    if (!list || list instanceof NodeRefusal || !isReceiptList(list.result)) {
      // A block that has just gone has no receipts either: only a node that never gave any is read one by one.
      if (way.byBlock === true)
        throw new NodeFailure(
          'garbage',
          `the node has no receipts of block ${String(heights[index])}, and has the block`,
        )
      way.byBlock = false
      return withReceiptsOneByOne(connection, heights, { onRaw, ...options })
    }
    const read = readBlock(raw.result, list.result)
    blocks.push(await withAuthorizations(read, raw.result))
    onRaw?.(raw.result, list.result, read)
    if (list.result.length > 0) way.byBlock = true
  }
  return blocks
}

const isReceiptList = (answer: unknown): answer is readonly unknown[] =>
  Array.isArray(answer) &&
  answer.every(
    (receipt: { transactionHash?: unknown } | null) => typeof receipt?.transactionHash === 'string',
  )

async function withReceiptsOneByOne(
  connection: NodeConnection,
  heights: readonly number[],
  { onRaw, ...options }: CallOptions & ReadBlocksOptions,
): Promise<ChainBlock[]> {
  const answers = await askAgain(
    connection,
    heights.map((height) => block(height, true)),
    options,
  )
  const raws: unknown[] = []
  for (const answer of answers) {
    if (answer instanceof NodeRefusal || answer.result == null) break
    raws.push(answer.result)
  }
  const hashes = raws.map(transactionHashes)
  const receipts = await askAgain(
    connection,
    hashes.flat().map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    options,
  )
  let at = 0
  const blocks = raws.map((raw, index) => {
    const count = hashes[index]?.length ?? 0
    const own = receipts.slice(at, (at += count)).map((answer, nth) => {
      const refusal = answer instanceof NodeRefusal ? `: ${answer.message}` : ''
      if (answer instanceof NodeRefusal || answer.result == null)
        throw new NodeFailure(
          'garbage',
          `the node has no receipt of transaction ${String(hashes[index]?.[nth])} in block ${String(heights[index])}${refusal}`,
        )
      return answer.result
    })
    const read = readBlock(raw, own)
    onRaw?.(raw, own, read)
    return read
  })
  return Promise.all(blocks.map((block, index) => withAuthorizations(block, raws[index])))
}

/** The block with the EIP-7702 authorizations in it, and who signed them. `answer`: the block as the node gave it. */
async function withAuthorizations(block: ChainBlock, answer: unknown): Promise<ChainBlock> {
  const { transactions } = answer as {
    transactions: readonly { hash?: unknown; authorizationList?: unknown }[]
  }
  const signed = new Map(
    transactions.flatMap(({ hash, authorizationList: list }) =>
      Array.isArray(list) && list.length > 0 ? [[hash, list as readonly unknown[]] as const] : [],
    ),
  )
  if (signed.size === 0) return block
  return {
    ...block,
    transactions: await Promise.all(
      block.transactions.map(async (transaction) => {
        const list = signed.get(transaction.hash)
        return list ? { ...transaction, authorizations: await readSigned(list) } : transaction
      }),
    ),
  }
}

/** One of which a part can't be read stays, as of nobody: their places count. */
async function readSigned(list: readonly unknown[]): Promise<readonly ChainAuthorization[]> {
  const all = list.map((each) => (each ?? {}) as SignedAuthorization)
  const signers = await recoverAuthorities(all)
  return all.map(({ address, chainId, nonce }, at) => {
    const authority = signers[at] ?? null
    return authority === null
      ? { authority, delegate: ZERO_ADDRESS, chainId: '0x0', nonce: '0x0' }
      : { authority, delegate: textOf(address).toLowerCase(), chainId: hexOf(chainId), nonce: hexOf(nonce) }
  })
}

const hexOf = (value: unknown) => `0x${BigInt(textOf(value)).toString(16)}`
