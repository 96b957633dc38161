import { together } from '#platform/unanswered.ts'
import type { SqlDialect } from '#platform/sql-dialect.ts'
import type { AbiRegistry } from '../decode/abi-registry.ts'
import { MissingData, nftId, type NftKey } from '../model/missing-data.ts'
import { toHex } from '../model/hex.ts'
import type { IndexStart } from '../model/index-start.ts'
import { decodeAmount, encodeAmount } from '../store/amounts.ts'
import type { IndexStore } from '../store/index-store.ts'
import { readInvalidRows, type InvalidFieldsOfBlock } from '../store/invalid-rows.ts'
import { heightOf, indexOf, positionOf } from '../store/positions.ts'
import { AddressItems } from './address-items.ts'
import type { BlockRow, PageCaches, TransactionRow } from './page-caches.ts'
import { TokenItems } from './token-items.ts'

interface BlockInfo {
  readonly hash: string
  readonly timestamp: number
  /** Wei per unit of gas; null before London. */
  readonly baseFee: bigint | null
  /** The block's call frames are in the index, or it has none. */
  readonly isTraced: boolean
  /**
   * Fields of the block and of its transactions that the node gave in a form that can't be read; null for most blocks.
   */
  readonly invalidFields: InvalidFieldsOfBlock | null
}

/** The columns of a row that name something else: ids of addresses, and positions on the chain. */
interface NamingRow {
  readonly sender?: number
  readonly receiver?: number | null
  readonly created?: number | null
  readonly holder?: number
  readonly miner?: number
  readonly address?: number
  readonly token?: number
  readonly position?: number
  readonly log?: number
  readonly tx?: number
}

interface TransactionInfo {
  readonly hash: string
  readonly method: string | null
}

/** Everything that reading one page needs. Each page gets a new one, so it is never out of date. */
export class ReadContext {
  readonly store: IndexStore
  readonly abis: AbiRegistry
  readonly missing = new MissingData()
  readonly addresses: AddressItems
  readonly tokens: TokenItems
  /** Height of the newest block; 0 in an empty index. */
  readonly head: number
  /** Where the index begins, if above block 0. */
  readonly start: IndexStart | null
  /** Whether a node can be asked for what the index does not have: not by who only reads an index. */
  readonly canAsk: boolean
  /** Number of changes of the database up to this snapshot. */
  readonly changes: number
  readonly transactionsOfDays: PageCaches['transactionsOfDays']
  readonly #caches: PageCaches
  readonly #blocks = new Map<number, BlockInfo>()
  readonly #transactions = new Map<number, TransactionInfo>()
  /** Several logs of a page often are of one transaction. */
  #lastOfLog: TransactionOfLog | null = null

  /** `caches`: of nothing but what is in the database now. */
  constructor(
    store: IndexStore,
    abis: AbiRegistry,
    { caches, changes, canAsk }: Pick<ReadContext, 'changes' | 'canAsk'> & { readonly caches: PageCaches },
  ) {
    this.store = store
    this.#caches = caches
    this.transactionsOfDays = caches.transactionsOfDays
    this.canAsk = canAsk
    this.changes = changes
    this.abis = abis
    together<unknown>([() => store.start(), () => store.head()])
    this.addresses = new AddressItems(store, abis, this.missing, caches)
    this.start = store.start()
    this.tokens = new TokenItems(store, this.addresses, this.missing, this.start, caches)
    this.head = store.head()?.number ?? 0
  }

  /** The id of an address; null where the address does not occur on the chain. */
  addressOf(hash: string | undefined): number | null {
    return hash === undefined ? null : this.store.addresses.find(hash)
  }

  /** Whether the index keeps all that names this address. */
  isKept(hash: string | undefined): boolean {
    const { filter } = this.store
    return filter === null || filter.has(hash)
  }

  /** Whether it has all of the chain that names this address. */
  isWhole(hash: string | undefined): boolean {
    return this.start === null && this.isKept(hash)
  }

  /** The id of a token's address; null where the address is no token. */
  tokenOf(hash: string | undefined): number | null {
    const address = this.addressOf(hash)
    if (address !== null && this.tokens.row(address) !== null) return address
    if (hash !== undefined && !this.isWhole(hash)) this.missing.earlierContracts.add(hash)
    return null
  }

  /** An NFT, or an id of a multi-token; null where it is not known. */
  nftOf(params: Readonly<Record<string, string>>): NftKey | null {
    const token = this.tokenOf(params.address_hash)
    if (token === null) return null
    const nft = { token, tokenId: encodeAmount(BigInt(params.token_id ?? '0')) }
    const known = this.store.database.get(
      'SELECT 1 FROM instance WHERE token = ? AND token_id = ?',
      token,
      nft.tokenId,
    )
    if (known) return nft
    if (!this.isWhole(params.address_hash)) this.missing.earlierNfts.set(nftId(nft), nft)
    return null
  }

  block(height: number): BlockInfo {
    const known = this.#blocks.get(height)
    if (known) return known
    const [row] = this.#readBlocks([height])
    return this.#setBlock(height, row)
  }

  #readBlocks(heights: Iterable<number>) {
    return this.#caches.blocks.getAll(heights, (missing) => {
      const { isIn, value } = inKeys(missing)
      return this.store.database.all(
        (dialect) => `SELECT number, hash, timestamp, base_fee, traced,
           (SELECT count(*) FROM repair WHERE kind = 'field' AND subject = number) AS odd
         FROM block WHERE number ${isIn(dialect)}`,
        value,
      )
    })
  }

  #setBlock(height: number, row: BlockRow | undefined): BlockInfo {
    const block = {
      hash: row ? toHex(row.hash) : '0x',
      timestamp: row?.timestamp ?? 0,
      baseFee: row?.base_fee ? decodeAmount(row.base_fee) : null,
      isTraced: row?.traced === 1,
      invalidFields: row?.odd ? readInvalidRows(this.store.database, height) : null,
    }
    this.#blocks.set(height, block)
    return block
  }

  /** Loads together what the rows of a page name: addresses, tokens and blocks. */
  load(rows: readonly NamingRow[]) {
    const [addresses, tokens, heights] = [new Set<number>(), new Set<number>(), new Set<number>()]
    for (const row of rows) {
      for (const id of [row.sender, row.receiver, row.created, row.holder, row.miner, row.address, row.token])
        if (id != null) addresses.add(id)
      if (row.token !== undefined) tokens.add(row.token)
      const position = row.log ?? row.tx ?? row.position
      if (position !== undefined) heights.add(heightOf(position))
    }
    together([
      () => {
        if (addresses.size > 0) this.addresses.load([...addresses])
      },
      () => {
        if (tokens.size > 0) this.tokens.load([...tokens])
      },
      () => {
        if (heights.size > 0) for (const row of this.#readBlocks(heights)) this.#setBlock(row.number, row)
      },
    ])
  }

  /** `position`: see store/positions.ts. */
  transaction(position: number): TransactionInfo {
    const known = this.#transactions.get(position)
    if (known) return known
    const [row] = this.#readTransactions([position])
    const transaction = row ? this.#transactionInfo(row) : { hash: '0x', method: null }
    this.#transactions.set(position, transaction)
    return transaction
  }

  /** Loads the transactions of a page together, which takes a third of the time. */
  loadTransactions(positions: readonly number[]) {
    for (const row of this.#readTransactions(positions))
      this.#transactions.set(row.position, this.#transactionInfo(row))
  }

  #readTransactions(positions: Iterable<number>) {
    return this.#caches.transactions.getAll(positions, (missing) => {
      const { isIn, value } = inKeys(missing)
      return this.store.database.all(
        (
          dialect,
        ) => `SELECT position, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(substr(input, 1, 4))) AS selector, receiver
         FROM tx WHERE position ${isIn(dialect)}`,
        value,
      )
    })
  }

  #transactionInfo({ hash, selector, receiver }: TransactionRow): TransactionInfo {
    return { hash, method: receiver === null ? null : this.methodName(selector, receiver) }
  }

  /** The transaction that a log (by its position) came from, who sent it, and whom it called. */
  transactionOfLog(position: number): TransactionOfLog {
    const last = this.#lastOfLog
    if (last && position >= last.firstLog && position < last.firstLog + last.logs) return last
    const height = heightOf(position)
    const row = this.store.database.get<{
      position: number
      hash: string
      sender: number
      receiver: number | null
      first_log: number
      logs: number
    }>(
      `SELECT position, '0x' || lower(hex(hash)) AS hash, sender, receiver, first_log, logs FROM tx
       WHERE position >= ?1 AND position < ?2 AND first_log <= ?3 AND first_log + logs > ?3 LIMIT 1`,
      positionOf(height, 0),
      positionOf(height + 1, 0),
      position,
    )
    if (!row) return { hash: '0x', sender: null, receiver: null, index: -1, firstLog: 0, logs: 0 }
    const { hash, sender, receiver, first_log: firstLog, logs } = row
    this.#lastOfLog = { hash, sender, receiver, index: indexOf(row.position), firstLog, logs }
    return this.#lastOfLog
  }

  /** Name of the called method; its selector where the name is not known; null where the input has no selector. */
  methodName(selector: string, receiver: number): string | null {
    if (selector.length < SELECTOR_LENGTH) return null
    return this.abis.methodName(selector, this.store.addresses.hashOf(receiver)) ?? selector
  }
}

/** `index`: in its block. `firstLog`: the position of its first log. */
interface TransactionOfLog {
  readonly hash: string
  readonly sender: number | null
  readonly receiver: number | null
  readonly index: number
  readonly firstLog: number
  readonly logs: number
}

/** One key is asked for as itself, which costs a database less. */
const inKeys = (
  keys: readonly number[],
): { readonly isIn: (dialect: SqlDialect) => string; readonly value: number | string } =>
  keys.length === 1
    ? { isIn: () => '= ?', value: keys[0] ?? 0 }
    : { isIn: ({ inNumbers }) => `IN ${inNumbers}`, value: JSON.stringify(keys) }

/** With its `0x`. */
const SELECTOR_LENGTH = 10
