import { randomBytes } from 'node:crypto'
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { ChainInfo, Landmark, ListAnswer, ListRequest, WireItem } from '../../chain-reader.ts'
import type { AbiBook } from '../decode/abi-registry.ts'
import { completePage, within } from '../sync/fetch-missing.ts'
import type { Missing } from '../model/missing-data.ts'
import type { Session } from '../sync/sync-context.ts'
import { NodeFailure, NodeRefusal } from '../node/node-failure.ts'
import type { IndexStore } from '../store/index-store.ts'
import type { FetchMetadata } from '../sync/facts/nft-metadata.ts'
import { blocksOfMiner } from './block-list.ts'
import { DETAIL_READERS } from './details.ts'
import { framesNotice } from './trace-notice.ts'
import { instancesOfToken, nftsOfAddress, tokensOfAddress } from './holding-lists.ts'
import { internalTransactionsOfAddress } from './internal-lists.ts'
import { landmarks } from './landmarks.ts'
import { Reading } from './read-context.ts'
import { stateChangesOfTransaction } from './state-change-list.ts'
import { transactionsOfAddress } from './transaction-lists.ts'
import { latestTransfers, transfersOfToken } from './transfer-lists.ts'
import { withdrawalsOfAddress } from './withdrawal-list.ts'

type ListReader = (reading: Reading, request: ListRequest) => ListAnswer | null

const LIST_READERS: Readonly<Record<Exclude<ListId, 'transaction-state-changes'>, ListReader>> = {
  'token-transfers': latestTransfers,
  'token-transfers-of-token': transfersOfToken,
  'address-transactions': transactionsOfAddress,
  'address-internal-transactions': internalTransactionsOfAddress,
  'address-tokens': tokensOfAddress,
  'address-nfts': nftsOfAddress,
  'token-instances': instancesOfToken,
  'address-blocks-validated': blocksOfMiner,
  'address-withdrawals': withdrawalsOfAddress,
}

export interface IndexReaderOptions {
  readonly store: IndexStore
  readonly chain: ChainInfo
  readonly abis: AbiBook
  readonly fetchMetadata: FetchMetadata
  /** Who can be asked for what the index does not have yet; null while no node answers. */
  readonly session: () => Session | null
}

/** How long a page waits for what is asked for on its behalf: more where traces or servers elsewhere are asked. */
const WAIT_MS = { page: 400, more: 1_500 }
/** What could not be had is not asked for again at once. */
const RETRY_MS = 5_000

/** Reads the lists of the API out of one chain's index. */
export class IndexReader {
  readonly chain: ChainInfo
  readonly #options: IndexReaderOptions
  /** Two chains that are followed one after the other may have been written to as often. */
  readonly #serial = randomBytes(6).toString('base64url')
  readonly #checksummed = new Map<number, string>()
  /** When what was asked for last; balances by the block they were compared at. */
  readonly #asked = new Map<string, number>()
  readonly #compared = new Map<number, string>()

  constructor(options: IndexReaderOptions) {
    this.#options = options
    this.chain = options.chain
  }

  async list(id: ListId, request: ListRequest): Promise<ListAnswer | null> {
    if (id === 'transaction-state-changes') {
      return stateChangesOfTransaction(() => this.#reading(), this.#options.session(), request)
    }
    const read = LIST_READERS[id]
    const answer = await this.#completed((reading) => read(reading, request))
    if (id !== 'address-internal-transactions' || !answer) return answer
    const session = this.#options.session()
    return {
      ...answer,
      ...framesNotice(this.#options.store.totals, session?.frames.way ?? null, session !== null),
    }
  }

  async detail(id: DetailId, params: Readonly<Record<string, string>>): Promise<WireItem | null> {
    const item = await this.#completed((reading) => DETAIL_READERS[id](reading, params))
    if (id !== 'address' || !item) return item
    return { ...item, coin_balance: await this.#coinBalance(params.address_hash ?? '') }
  }

  /** Whatever is written counts, whoever writes it: blocks, frames, names, balances. */
  version(): string {
    const { store, abis, session } = this.#options
    if (!store.database.isOpen) return ''
    const asked = session()
    const frames = asked === null ? 'none' : (asked.frames.way ?? 'unknown')
    return [this.#serial, store.database.changes, abis.revision, frames].join('.')
  }

  landmarks(): readonly Landmark[] {
    return landmarks(this.#reading())
  }

  #reading(): Reading {
    return new Reading(this.#options.store, this.#options.abis, this.#checksummed)
  }

  /** Reads; asks for what turned out to be missing; reads again if anything came. */
  async #completed<Answer>(read: (reading: Reading) => Answer): Promise<Answer> {
    const reading = this.#reading()
    const answer = read(reading)
    const session = this.#options.session()
    if (!session) return answer
    this.#leaveOutAsked(reading.missing)
    if (reading.missing.isEmpty) return answer
    const { frames, instances } = reading.missing
    const wait = frames.size > 0 || instances.size > 0 ? WAIT_MS.more : WAIT_MS.page
    await completePage(session, reading.missing, this.#options, wait)
    return this.#options.store.database.isOpen ? read(this.#reading()) : answer
  }

  #leaveOutAsked(missing: Missing) {
    const now = performance.now()
    const isNew = (key: string) => {
      if (now - (this.#asked.get(key) ?? -RETRY_MS) < RETRY_MS) return false
      this.#asked.set(key, now)
      return true
    }
    if (this.#asked.size > MAX_ADDRESSES_CHECKED) this.#asked.clear()
    for (const id of missing.kinds) if (!isNew(`kind:${String(id)}`)) missing.kinds.delete(id)
    const { round } = this.#options.abis
    for (const id of missing.codes)
      if (!isNew(`code:${String(round)}:${String(id)}`)) missing.codes.delete(id)
    for (const id of missing.tokens) if (!isNew(`token:${String(id)}`)) missing.tokens.delete(id)
    for (const id of missing.frames) if (!isNew(`frames:${String(id)}`)) missing.frames.delete(id)
    for (const key of missing.instances.keys()) if (!isNew(`nft:${key}`)) missing.instances.delete(key)
    const head = this.#options.store.head()?.hash ?? ''
    missing.balances = missing.balances.filter(({ id }) => this.#compared.get(id) !== head)
    if (this.#compared.size > MAX_ADDRESSES_CHECKED) this.#compared.clear()
    for (const { id } of missing.balances) this.#compared.set(id, head)
  }

  async #coinBalance(address: string): Promise<string | null> {
    const { session, store } = this.#options
    const head = store.head()
    const asked = session()
    if (!asked || !head) return null
    let balance: string | null = null
    await within(
      WAIT_MS.page,
      asked.connection
        .request('eth_getBalance', [address, `0x${head.number.toString(16)}`], { urgent: true })
        .then((answer) => {
          balance = typeof answer === 'string' ? BigInt(answer).toString() : null
          return true
        })
        .catch((error: unknown) => {
          if (error instanceof NodeFailure || error instanceof NodeRefusal) return false
          throw error
        }),
    )
    return balance
  }
}

const MAX_ADDRESSES_CHECKED = 50_000
