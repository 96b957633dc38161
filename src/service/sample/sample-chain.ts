/** A generated chain: as long as you like, the same for the same seed, and any page of it costs what the first costs. */
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { ChainReader, ListAnswer, ListRequest } from '../chain-reader.ts'
import { blockList, withdrawalList } from './lists/block-lists.ts'
import { readDetail } from './lists/details.ts'
import { createBlockClock } from './chain/head.ts'
import { internalList } from './lists/internal-list.ts'
import { landmarks } from './lists/landmarks.ts'
import { readMediaFile } from './media/media.ts'
import { instanceList, nftList } from './lists/nft-lists.ts'
import { stateChangeList } from './lists/state-change-list.ts'
import { tokenOf } from './items/token-items.ts'
import { tokenList } from './lists/token-list.ts'
import { transactionList } from './lists/transaction-list.ts'
import { latestTransfers, transfersOfOne } from './lists/transfer-lists.ts'
import { SnapshotCaches, Snapshot } from './chain/snapshot.ts'
import { ChainModel, type Participant } from './chain/chain-model.ts'

export interface SampleChainOptions {
  readonly seed?: number | string
  /** How many transactions the busiest address has, pending ones included; at least 1. */
  readonly transactions?: number
  /** A new block about every 4 s of the clock. */
  readonly live?: boolean
  /** ms since 1970. The newest block was made when the chain was created. */
  readonly now?: () => number
}

export const CHAIN = {
  chainId: '31337420',
  name: 'Sample chain',
  coin: { symbol: 'COIN', decimals: 18 },
} as const

export function createSampleChain(options: SampleChainOptions = {}): ChainReader {
  const { seed = 'chainglass', transactions = 1_000_000, live = false, now = Date.now } = options
  if (!Number.isSafeInteger(transactions) || transactions < 1)
    throw new RangeError(`transactions is a whole number of at least 1, not ${String(transactions)}`)
  const model = new ChainModel(seed)
  const clock = createBlockClock(model, { transactions, live, now })
  const caches = new SnapshotCaches()
  const snapshot = () => new Snapshot(model, clock, caches)
  return {
    chain: CHAIN,
    version: () => String(clock.head().height),
    landmarks: () => landmarks(snapshot()),
    list: (id, request) => listOf(snapshot(), id, request),
    detail: (id: DetailId, params) => readDetail(snapshot(), id, params),
    media: readMediaFile,
    close: () => undefined,
  }
}

const EMPTY: ListAnswer = { items: [], next: null }

function listOf(snapshot: Snapshot, id: ListId, request: ListRequest): ListAnswer | null {
  const participant = snapshot.model.findParticipant(request.params.address_hash ?? '')
  const of = (list: (snapshot: Snapshot, participant: Participant, request: ListRequest) => ListAnswer) =>
    participant ? list(snapshot, participant, request) : EMPTY
  const token = tokenOf(participant)
  switch (id) {
    case 'token-transfers':
      return latestTransfers(snapshot, request)
    case 'token-transfers-of-token':
      return token && transfersOfOne(snapshot, token, request)
    case 'token-instances':
      return token && instanceList(snapshot, token, request)
    case 'transaction-state-changes':
      return stateChangeList(snapshot, request)
    case 'address-transactions':
      return of(transactionList)
    case 'address-internal-transactions':
      return of(internalList)
    case 'address-tokens':
      return of(tokenList)
    case 'address-nfts':
      return of(nftList)
    case 'address-blocks-validated':
      return of(blockList)
    case 'address-withdrawals':
      return of(withdrawalList)
  }
}
