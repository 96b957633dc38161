/** Compares one transaction of a source, with its logs and token transfers, with a node. */
import { recoverAuthorities } from '#platform/json-rpc/proof/recover-authorities.ts'
import { isTransactionProven, objects, senderOf } from '#platform/json-rpc/proof/write-transaction.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { number, object, textOf, type Json } from '#platform/json-rpc/wire.ts'
import type { Log } from '#shared/chain/log.ts'
import type { TokenTransfer } from '#shared/chain/token.ts'
import type { TokenTransfer as Moved } from '#shared/chain/token-events.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { CheckProblem, Finding } from '#shared/rpc/contract/check.ts'
import type { Checked, SourceRows } from './checked.ts'
import {
  isHash,
  isHeight,
  readBlockEvidence,
  type Basis,
  type BlockEvidence,
  type BlockReader,
} from './block-evidence.ts'
import { compareFields, cut, decimalOf } from './compare-fields.ts'
import {
  describeMoved,
  flatTransfers,
  LOG_RULES,
  movedBy,
  TRANSFER_RULES,
  type LogEvidence,
} from './event-rules.ts'
import { UntrustedNode } from './node-problem.ts'
import { authorizationEffects, TRANSACTION_RULES, type TransactionEvidence } from './transaction-rules.ts'

export interface TransactionOfSource {
  /** The requested hash. */
  readonly hash: string
  readonly item: Transaction
  readonly logs: SourceRows<Log>
  readonly transfers: SourceRows<TokenTransfer>
  /** The hash of its block according to the source. */
  readonly blockHash: string | undefined
}

/** Throws `UntrustedNode`, and the errors of a connection. */
export async function checkTransaction(
  node: NodeConnection,
  source: TransactionOfSource,
  read: BlockReader = (height) => readBlockEvidence(node, height),
): Promise<Checked> {
  const { item } = source
  const { block, evidence } = await findTransaction(node, source, read)
  const blockHash = source.blockHash
  const ofBlock: Finding[] =
    blockHash === undefined || !evidence || item.block_number !== block.height
      ? []
      : compareFields(
          { hash: { says: () => block.hash, by: ['header'] } },
          {
            part: 'block',
            row: String(block.height),
            item: { hash: blockHash },
            evidence: block,
            proven: block.proven,
          },
        )
  if (!evidence) {
    const missing = { part: 'transaction', row: null, field: null, state: 'differs' } as const
    return { block, findings: [{ ...missing, source: source.hash, other: null }, ...ofBlock], cut: [] }
  }
  return {
    block,
    findings: [
      ...compareFields(TRANSACTION_RULES, {
        part: 'transaction',
        row: null,
        item: {
          ...item,
          fee: item.fee?.value,
          'authorization_list.status': authorizationEffects(item.authorization_list),
        },
        evidence,
        proven: evidence.proven,
      }),
      ...ofBlock,
      ...checkLogs(source.logs, evidence),
      ...checkAllTransfers(source, evidence),
    ],
    cut: [
      ...(source.logs?.isWhole === false ? (['log'] as const) : []),
      ...(source.transfers?.isWhole === false ? (['token-transfer'] as const) : []),
    ],
  }
}

interface FoundTransaction {
  readonly block: BlockEvidence
  /** Undefined if the node has no such transaction. */
  readonly evidence: TransactionEvidence | undefined
}

/** Searches the block that the source names, else the block that the node names. */
export async function findTransaction(
  node: NodeConnection,
  { hash, item }: { readonly hash: string; readonly item: Pick<Transaction, 'block_number'> },
  read: BlockReader,
): Promise<FoundTransaction> {
  const { block_number: height } = item
  let named: FoundTransaction | undefined
  let problem: CheckProblem | undefined
  if (isHeight(height)) {
    try {
      named = await inBlock(read, height, hash)
      if (named.evidence) return named
    } catch (error) {
      // The source may name a block that does not exist.
      if (!(error instanceof UntrustedNode) || error.problem.kind === 'lies') throw error
      problem = error.problem
    }
  }
  const found = isHash(hash) ? await node.request('eth_getTransactionByHash', [hash]) : null
  const other = found == null ? null : object(found, 'a transaction').blockNumber
  if (other != null) return inBlock(read, number(other, 'the block of a transaction'), hash)
  if (named) return named
  throw new UntrustedNode(problem ?? { kind: 'pending' })
}

async function inBlock(read: BlockReader, height: number, hash: string): Promise<FoundTransaction> {
  const block = await read(height)
  const position = block.transactions.findIndex(({ hash: own }) => own === hash.toLowerCase())
  const raw = block.transactions[position]
  return { block, evidence: raw && (await evidenceOf(block, raw, position)) }
}

/** Evidence of each transaction of a block, by position: a signature and logs are read once for all rows. */
const evidences = new WeakMap<BlockEvidence, Map<number, Promise<TransactionEvidence>>>()

function evidenceOf(block: BlockEvidence, raw: Json, position: number): Promise<TransactionEvidence> {
  const ofBlock = evidences.get(block) ?? new Map<number, Promise<TransactionEvidence>>()
  evidences.set(block, ofBlock)
  const evidence = ofBlock.get(position) ?? readEvidence(block, raw, position)
  ofBlock.set(position, evidence)
  return evidence
}

async function readEvidence(block: BlockEvidence, raw: Json, position: number): Promise<TransactionEvidence> {
  const isProven = isTransactionProven(raw)
  const sender = isProven ? await senderOf(raw) : undefined
  const own: Basis[] = isProven ? ['hash', ...(sender === undefined ? [] : (['sender'] as const))] : []
  return {
    block,
    position,
    raw,
    receipt: block.receipts?.[position],
    sender,
    signers: await recoverAuthorities(objects(raw.authorizationList ?? [])),
    proven: new Set([...block.proven, ...own]),
  }
}

const logs = new WeakMap<TransactionEvidence, ReadonlyMap<string, LogEvidence>>()

/** The transaction's logs by position in the block. */
function logsOf(evidence: TransactionEvidence): ReadonlyMap<string, LogEvidence> {
  const found = logs.get(evidence) ?? readLogs(evidence)
  logs.set(evidence, found)
  return found
}

/** The node's own log index is in no hash. */
function readLogs({ block, position, raw, receipt }: TransactionEvidence): ReadonlyMap<string, LogEvidence> {
  const before = (block.receipts ?? [])
    .slice(0, position)
    .reduce((sum, { logs }) => sum + objects(logs).length, 0)
  return new Map(
    (receipt ? objects(receipt.logs) : []).map((log, at) => [
      String(before + at),
      { block, transactionHash: textOf(raw.hash), raw: log, index: before + at },
    ]),
  )
}

export function checkLogs(source: SourceRows<Log>, evidence: TransactionEvidence): Finding[] {
  if (!source) return []
  const found = logsOf(evidence)
  const { proven } = evidence
  const seen = new Set<string>()
  const ofSource = source.rows.flatMap((item) => {
    const row = String(item.index)
    const log = seen.has(row) ? undefined : found.get(row)
    seen.add(row)
    if (!log) return [missingRow({ part: 'log', row }, evidence, JSON.stringify(item.topics))]
    return compareFields(LOG_RULES, { part: 'log', row, item, evidence: log, proven })
  })
  const others = source.isWhole ? [...found].filter(([row]) => !seen.has(row)) : []
  return [
    ...ofSource,
    ...others.map(([row, { raw }]): Finding => ({
      ...{ part: 'log', row, field: null, state: 'differs', source: null },
      other: cut(JSON.stringify({ address: raw.address, topics: raw.topics })),
    })),
  ]
}

/** The finding for a row that the node does not have; without receipts that is unknown. */
function missingRow(
  place: Pick<Finding, 'part' | 'row'>,
  { receipt }: TransactionEvidence,
  source: string,
): Finding {
  const at = { ...place, field: null, source: cut(source) }
  return receipt
    ? { ...at, state: 'differs', other: null }
    : { ...at, state: 'unchecked', reason: 'not_given' }
}

/**
 * Transfers that come with the transaction are checked too; only their differences are reported, because the list's
 * were reported in full.
 */
function checkAllTransfers(
  { item, transfers }: TransactionOfSource,
  evidence: TransactionEvidence,
): Finding[] {
  const ofList = checkTransfers(transfers, evidence)
  const known = new Set(ofList.map((one) => JSON.stringify(one)))
  const rows = item.token_transfers ?? []
  const others = checkTransfers({ rows, isWhole: false }, evidence).filter(
    (one) => (!transfers || one.state === 'differs') && !known.has(JSON.stringify(one)),
  )
  return [...ofList, ...others]
}

/** How a row is matched with a move of a batch, best match first: by id and amount, by id, by amount, any. */
const MEANT: readonly ((move: Moved, item: Readonly<Record<string, unknown>>) => boolean)[] = [
  (move, item) => isOfId(move, item) && isOfValue(move, item),
  (move, item) => isOfId(move, item),
  (move, item) => isOfValue(move, item),
  () => true,
]
const isOfId: (typeof MEANT)[number] = ({ tokenId }, item) =>
  tokenId !== null && decimalOf(tokenId) === item['total.token_id']
const isOfValue: (typeof MEANT)[number] = ({ value }, item) =>
  value !== null && decimalOf(value) === item['total.value']

export function checkTransfers(source: SourceRows<TokenTransfer>, evidence: TransactionEvidence): Finding[] {
  if (!source) return []
  const { proven } = evidence
  const items = source.rows.flatMap(flatTransfers)
  const named = new Set(items.map((item) => String(item.log_index)))
  const waiting = new Map(
    [...logsOf(evidence)]
      .filter(([row]) => source.isWhole || named.has(row))
      .map(([row, log]) => {
        const { moved, isCertain } = movedBy(log.raw)
        return [row, { log, isCertain, moved: [...moved] }]
      }),
  )
  const meant = new Map<object, Moved>()
  // First all rows that say the best of it: a false row takes none of their moves.
  for (const isMeant of MEANT)
    for (const item of items) {
      const moves = meant.has(item) ? [] : (waiting.get(String(item.log_index))?.moved ?? [])
      const place = moves.findIndex((move) => isMeant(move, item))
      for (const move of place < 0 ? [] : moves.splice(place, 1)) meant.set(item, move)
    }
  const ofSource = items.flatMap((item) => {
    const row = String(item.log_index)
    const [at, moved] = [waiting.get(row), meant.get(item)]
    if (!at || !moved) return [missingRow({ part: 'token-transfer', row }, evidence, JSON.stringify(item))]
    return compareFields(TRANSFER_RULES, {
      ...{ part: 'token-transfer', row, item, proven },
      evidence: { ...at.log, moved },
    })
  })
  const others = source.isWhole ? [...waiting].filter(([, { isCertain }]) => isCertain) : []
  return [
    ...ofSource,
    ...others.flatMap(([row, { log, moved }]) =>
      moved.map((one): Finding => ({
        ...{ part: 'token-transfer', row, field: null, state: 'differs', source: null },
        other: describeMoved(one, log.raw),
      })),
    ),
  ]
}
