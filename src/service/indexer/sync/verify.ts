/** Compares the index with the node, step by step, and repairs what differs. */
import type { TracedBlock } from '../model/call-frame.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import type { RepairedRows, VerifyReport } from '../model/verify-report.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import { readBlocks, readHeadAt } from '../node/read-chain.ts'
import { addUpBalances } from '../store/add-up-balances.ts'
import { isPlain } from '../store/decode-block.ts'
import type { IndexStore } from '../store/index-store.ts'
import { repairBlock, repairFrames } from '../store/repair-block.ts'
import { recountAll, undoInParts } from '../store/undo-blocks.ts'
import { markUntraceable, readTracedBlock } from '../store/write-frames.ts'
import { fetchContractFlags } from './facts/contract-flags.ts'
import { fetchNftMetadata } from './facts/nft-metadata.ts'
import { fetchTokens } from './facts/tokens.ts'
import { keepMore } from './sync-frames.ts'
import type { SyncContext } from './sync-context.ts'

/** How far the comparison is: the next block, token, address or NFT. */
export interface VerifyPosition {
  readonly stage: 'blocks' | 'tokens' | 'contracts' | 'nfts'
  readonly from: number
}

export const VERIFY_START: VerifyPosition = { stage: 'blocks', from: 0 }

/**
 * Compares the next part. Gives where to go on, null at the end. Throws NodeFailure where the node does not give what it is
 * compared with: the same step is taken again.
 */
export async function verifyStep(
  context: SyncContext,
  position: VerifyPosition,
  report: VerifyReport,
): Promise<VerifyPosition | null> {
  const next = await STAGES[position.stage](context, position.from, report)
  if (next !== null) return { ...position, from: next }
  const following = FOLLOWING[position.stage]
  if (following !== null) return { stage: following, from: 0 }
  if (Object.values(report.repaired).some((count) => count > 0)) {
    context.store.write(() => {
      recountAll(context.store)
    })
  }
  return null
}

type Stage = (context: SyncContext, from: number, report: VerifyReport) => Promise<number | null>

const STAGES: Readonly<Record<VerifyPosition['stage'], Stage>> = {
  blocks: verifyBlocks,
  tokens: verifyTokens,
  contracts: verifyContracts,
  nfts: verifyNfts,
}
const FOLLOWING = { blocks: 'tokens', tokens: 'contracts', contracts: 'nfts', nfts: null } as const

const BLOCKS_PER_STEP = 8

async function verifyBlocks(context: SyncContext, from: number, report: VerifyReport) {
  const { store, connection, receipts } = context
  const head = store.head()
  const first = Math.max(from, store.firstBlock() ?? 0)
  if (!head || first > head.number) return null
  const size = Math.min(BLOCKS_PER_STEP, head.number - first + 1)
  const blocks = await readBlocks(
    connection,
    receipts,
    Array.from({ length: size }, (_, index) => first + index),
  )
  if (!isSame(store, head)) return first
  for (const block of blocks) {
    const ours = store.hashAt(block.number)
    if (ours === null || ours === block.hash) continue
    if ((await readHeadAt(connection, head.number))?.hash !== head.hash || !isSame(store, head)) return first
    // The node has our newest block, so that this one is wrong here.
    await indexAgain(store, block.number, report)
    return null
  }
  if (blocks.length < size) throw new NodeFailure('garbage', 'the chain moved while it was compared')
  for (const block of blocks) {
    if (compareRows(store, block, report)) continue
    await indexAgain(store, block.number, report)
    return null
  }
  await compareFrames(context, blocks, report)
  return first + size
}

const isSame = (store: IndexStore, head: { readonly hash: string }) =>
  store.database.isOpen && store.head()?.hash === head.hash

/** False where the chain has to be indexed again from this block. */
function compareRows(store: IndexStore, block: ChainBlock, report: VerifyReport): boolean {
  const repaired = store.write(() => repairBlock(store, block, report.tokensToAddUp))
  if (repaired === null) return false
  const { rows, transactions, logs } = repaired
  for (const [kind, count] of Object.entries(rows)) report.repaired[kind as keyof typeof rows] += count
  report.compared.blocks++
  report.compared.transactions += transactions
  report.compared.logs += logs
  return true
}

/** The next sync reads the blocks that are taken out here. */
async function indexAgain(store: IndexStore, height: number, report: VerifyReport) {
  report.again = height
  await undoInParts(store, height - 1)
}

const FRAME_ATTEMPTS = 3

async function compareFrames(context: SyncContext, blocks: readonly ChainBlock[], report: VerifyReport) {
  const { store } = context
  const traced = blocks
    .filter((block) => !isPlain(block))
    .map(({ number }) => readTracedBlock(store, number))
    .filter((block) => block !== null)
  await Promise.all(traced.map((block) => compareFramesOf(context, block, report)))
}

async function compareFramesOf(context: SyncContext, traced: TracedBlock, report: VerifyReport) {
  const { store, frames } = context
  let block = traced
  for (let attempt = 0; attempt < FRAME_ATTEMPTS; attempt++) {
    const result = await frames.read(block)
    if (!store.database.isOpen || result === 'unsupported') return
    if (result === 'refused') continue
    if (result === 'unavailable') {
      store.write(() => {
        markUntraceable(store, block)
      })
      return
    }
    if (store.hashAt(block.number) !== block.hash) return
    if ('more' in result) {
      if (await keepMore(context, block, result)) add(report, 'transactions', result.more.size)
      block = readTracedBlock(store, block.number) ?? block
      continue
    }
    report.repaired.frames += store.write(() => repairFrames(store, block, result))
    report.compared.traced++
    return
  }
  report.untraced++
}

const FACTS_PER_STEP = 50

/** The rows with these ids as texts, to be compared with those after they were read again. */
const rowTexts = (store: IndexStore, sql: string, ids: readonly number[]): string[] =>
  ids.map((id) => JSON.stringify(store.database.get<object>(sql, id)))

const countDifferent = (before: readonly string[], after: readonly string[]): number =>
  before.filter((text, index) => text !== after[index]).length

const TOKEN_TEXT = `SELECT type, name, symbol, decimals, coalesce(hex(supply), '') AS supply FROM token WHERE address = ?`

async function verifyTokens(context: SyncContext, from: number, report: VerifyReport) {
  const { store } = context
  const ids = store.database
    .all<{ id: number }>(
      'SELECT address AS id FROM token WHERE address >= ? ORDER BY address LIMIT ?',
      from,
      FACTS_PER_STEP,
    )
    .map(({ id }) => id)
  for (const id of ids) if (report.tokensToAddUp.delete(id)) addUpAgain(store, id, report)
  // One that was restored has not been read yet: that is no second difference.
  const known = ids.filter((id) => stateOf(store, id) === 1)
  const before = rowTexts(store, TOKEN_TEXT, known)
  if (ids.length > 0 && !(await fetchTokens(context, ids))) {
    throw new NodeFailure('garbage', 'the chain moved while its tokens were compared')
  }
  if (!store.database.isOpen) return null
  add(report, 'tokens', countDifferent(before, rowTexts(store, TOKEN_TEXT, known)))
  report.compared.tokens += ids.length
  return nextAfter(ids)
}

function addUpAgain(store: IndexStore, token: number, report: VerifyReport) {
  const held = () =>
    store.database
      .all<{ text: string }>(
        `SELECT hex(token_id) || ':' || holder || ':' || hex(value) AS text FROM balance WHERE token = ?`,
        token,
      )
      .map(({ text }) => text)
  const before = new Set(held())
  store.write(() => {
    addUpBalances(store, token)
  })
  add(report, 'balances', held().filter((text) => !before.has(text)).length)
}

const stateOf = ({ database }: IndexStore, token: number) =>
  database.get<{ state: number }>('SELECT fetch_state AS state FROM token WHERE address = ?', token)?.state

async function verifyContracts(context: SyncContext, from: number, report: VerifyReport) {
  const { store } = context
  const rows = store.database.all<{ id: number; is_contract: number }>(
    'SELECT id, is_contract FROM address WHERE id >= ? AND is_contract IS NOT NULL ORDER BY id LIMIT ?',
    from,
    FACTS_PER_STEP,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return null
  const sql = 'SELECT CAST(is_contract AS TEXT) AS text FROM address WHERE id = ?'
  const before = rowTexts(store, sql, ids)
  store.write(() => {
    for (const id of ids) store.addresses.forgetContract(id)
  })
  const isRead = await fetchContractFlags(context, ids)
  if (!isRead || !store.database.isOpen) return nextAfter(ids)
  add(report, 'contracts', countDifferent(before, rowTexts(store, sql, ids)))
  return nextAfter(ids)
}

/** NFTs without metadata and without a link: an older version took a refusal for that. */
async function verifyNfts(context: SyncContext, from: number, report: VerifyReport) {
  const { store } = context
  const rows = store.database.all<{ token: number; tokenId: Uint8Array }>(
    `SELECT token, token_id AS "tokenId" FROM instance
     WHERE fetch_state = 1 AND metadata IS NULL ORDER BY token, token_id LIMIT ? OFFSET ?`,
    FACTS_PER_STEP,
    from,
  )
  if (rows.length === 0) return null
  await fetchNftMetadata(context, rows)
  if (!store.database.isOpen) return null
  const isFound = ({ token, tokenId }: (typeof rows)[number]) =>
    store.database.get(
      'SELECT 1 FROM instance WHERE token = ? AND token_id = ? AND (metadata IS NOT NULL OR link IS NOT NULL)',
      token,
      tokenId,
    ) !== undefined
  const found = rows.filter(isFound).length
  add(report, 'nfts', found)
  // Rows that were found are no longer in the result, so the offset is lower by them.
  return from + rows.length - found
}

function add(report: VerifyReport, kind: keyof RepairedRows, count: number) {
  report.repaired[kind] += count
}

/** `null` where these were the last. */
const nextAfter = (ids: readonly number[]): number | null => {
  const last = ids.at(-1)
  return last === undefined || ids.length < FACTS_PER_STEP ? null : last + 1
}
