import type { TokenType } from '#shared/chain/token-events.ts'
import { changeOf, tableOf } from '#platform/table.ts'
import type { IndexDatabase } from './index-database.ts'
import { isPositive } from './schema.ts'
import { INSTANCE } from './table-rows.ts'

interface KnownToken {
  type: TokenType
  /** Counts that are not in the file yet. */
  newHolders: number
  newTransfers: number
  supplyChanged: boolean
  /** The contract was asked for its type: no event of it is in the index yet. */
  isGuessed?: boolean
  /** The first event of the token is an ERC-20 transfer. Found out when it matters. */
  beginsWithAmount?: boolean
}

interface NewToken {
  readonly address: number
  readonly first_log: number
  readonly type: TokenType
}
const TOKEN = tableOf<NewToken>('token', ['address', 'first_log', 'type'])

interface TokenCounts {
  readonly address: number
  readonly holders: number
  readonly transfers: number
}
const ADD_COUNTS = changeOf<TokenCounts>(
  'token',
  'address',
  ['holders', 'transfers'],
  (given) => `holders = holders + ${given('holders')}, transfers = transfers + ${given('transfers')}`,
)

/** A row's counts that are not in the file yet. */
const noCounts = () => ({ newHolders: 0, newTransfers: 0, supplyChanged: false })

const MAX_CACHED = 20_000
/** Sender and receiver: what the transfer of an amount has after its first topic. */
const AMOUNT_TOPICS_BYTES = 64
const isNft = (type: TokenType) => type === 'ERC-721'

/** The contracts that are tokens, with the type that their events show. */
export class TokenTable {
  readonly #database: IndexDatabase
  readonly #known = new Map<number, KnownToken>()
  /** Addresses that are no tokens. */
  readonly #others = new Set<number>()
  /** Tokens with changes to flush. */
  readonly #changed = new Set<number>()
  /** Tokens that have no row yet. */
  #added: NewToken[] = []
  /** By token the last read of it that is under way. */
  readonly #reads = new Map<number, object>()

  constructor(database: IndexDatabase) {
    this.#database = database
  }

  /**
   * Counts a transfer of `type` in the log at `position`. Returns the token's type, and whether it changed: a contract with
   * transfers of amounts and of ids is an ERC-404. In that case the caller must call `retype`. `isAmount`: whether its log
   * is as that of an ERC-20, where that is known.
   */
  addTransfer(
    token: number,
    type: TokenType,
    position: number,
    isAmount?: boolean,
  ): { type: TokenType; retyped: boolean } {
    const known = this.#find(token)
    this.#changed.add(token)
    if (!known) {
      this.#added.push({ address: token, first_log: position, type })
      this.#others.delete(token)
      this.#known.set(token, {
        type,
        ...noCounts(),
        newTransfers: 1,
        ...(isAmount !== undefined && { beginsWithAmount: isAmount }),
      })
      return { type, retyped: false }
    }
    known.newTransfers++
    if (known.isGuessed) {
      const retyped = known.type !== type
      Object.assign(known, { type, isGuessed: false })
      return { type, retyped }
    }
    const mixed =
      known.type !== type &&
      known.type !== 'ERC-404' &&
      known.type !== 'ERC-1155' &&
      (type === 'ERC-404' || isNft(known.type) !== isNft(type)) &&
      type !== 'ERC-1155'
    if (!mixed) return { type: known.type, retyped: false }
    known.type = 'ERC-404'
    return { type: 'ERC-404', retyped: true }
  }

  /** A token whose events are all of before the index begins. */
  addEarlier(token: number, type: TokenType) {
    this.#database.insertRows(TOKEN, [{ address: token, first_log: 0, type }], 'keep')
    this.#others.delete(token)
  }

  /** The row of a token whose first transfer is at `position`, where it was lost: from what else the index has of it. */
  restore(token: number, type: TokenType, position: number) {
    this.#database.send(
      (dialect) => `INSERT INTO token (address, first_log, type, holders) VALUES (?1, ?2,
         coalesce((SELECT type FROM balance WHERE token = ?1 LIMIT 1), ?3),
         (SELECT count(*) FROM balance WHERE token = ?1 AND token_id = ${dialect.bytes('')} AND ${isPositive(dialect)}))`,
      token,
      position,
      type,
    )
    this.#others.delete(token)
  }

  addEarlierNft(token: number, tokenId: Uint8Array) {
    this.#database.insertRows(INSTANCE, [{ token, token_id: tokenId, first_log: 0 }], 'keep')
  }

  /** Changes the type in all rows of the token. Balances must be flushed before. */
  retype(token: number, type: TokenType) {
    this.#database.send('UPDATE token SET type = ? WHERE address = ?', type, token)
    this.#database.send('UPDATE transfer SET type = ? WHERE token = ?', type, token)
    this.#database.send(
      ({ bytes }) =>
        `UPDATE balance SET type = ?, in_list = CASE WHEN token_id = ${bytes('')} THEN 1 ELSE 2 END WHERE token = ?`,
      type,
      token,
    )
  }

  /**
   * An NFT by its events, an ERC-20 by what the contract says: its events have an indexed amount, or nothing indexed. Their
   * ids become amounts; its balances are gone and must be added up once more.
   */
  turnIdsIntoAmounts(token: number) {
    for (const sql of [
      `UPDATE token SET type = 'ERC-20' WHERE address = ?`,
      `UPDATE transfer SET type = 'ERC-20', value = token_id, token_id = NULL WHERE token = ? AND token_id IS NOT NULL`,
      'DELETE FROM instance WHERE token = ?',
      'DELETE FROM state_change WHERE tx IN (SELECT tx FROM transfer WHERE token = ?)',
    ]) {
      this.#database.send(sql, token)
    }
  }

  /**
   * An ERC-20 by its events, an NFT by what the contract says: its events do not index the id. Their amounts become ids; its
   * balances are gone and must be added up once more.
   */
  turnAmountsIntoIds(token: number) {
    for (const sql of [
      `UPDATE token SET type = 'ERC-721' WHERE address = ?`,
      `UPDATE transfer SET type = 'ERC-721', token_id = value, value = NULL WHERE token = ? AND token_id IS NULL`,
      `INSERT INTO instance (token, token_id, first_log)
         SELECT token, token_id, min(log) FROM transfer WHERE token = ? GROUP BY token, token_id ON CONFLICT DO NOTHING`,
      'DELETE FROM state_change WHERE tx IN (SELECT tx FROM transfer WHERE token = ?)',
    ]) {
      this.#database.send(sql, token)
    }
  }

  /** Forgets the balances of a token, so that they are added up once more. The caches of balances must be empty. */
  forgetBalances(token: number) {
    for (const sql of [
      'UPDATE token SET holders = 0 WHERE address = ?',
      'DELETE FROM asked_token WHERE token = ?',
      'DELETE FROM correction WHERE balance IN (SELECT id FROM balance WHERE token = ?)',
      'DELETE FROM balance_history WHERE balance IN (SELECT id FROM balance WHERE token = ?)',
      'DELETE FROM balance WHERE token = ?',
    ]) {
      this.#database.send(sql, token)
    }
    this.#known.delete(token)
  }

  /** Whether `turnIdsIntoAmounts` was called for the token: an ERC-20 whose first event is that of an NFT. */
  hasAmountsAsIds(token: number): boolean {
    const known = this.#find(token)
    return known?.type === 'ERC-20' && !this.#beginsWithAmount(token, known)
  }

  /** Whether `turnAmountsIntoIds` was called for the token: an NFT whose first event is that of an ERC-20. */
  hasIdsAsAmounts(token: number): boolean {
    const known = this.#find(token)
    return known?.type === 'ERC-721' && this.#beginsWithAmount(token, known)
  }

  /** Whether its first event is that of an ERC-20; also where the index does not have it. */
  #beginsWithAmount(token: number, known: KnownToken): boolean {
    if (known.beginsWithAmount !== undefined) return known.beginsWithAmount
    const first = this.#database.get<{ bytes: number }>(
      'SELECT length(l.topics) AS bytes FROM token t JOIN log l ON l.position = t.first_log WHERE t.address = ?',
      token,
    )
    return (known.beginsWithAmount =
      first === undefined ? known.type === 'ERC-20' : first.bytes === AMOUNT_TOPICS_BYTES)
  }

  addHolders(token: number, count: number) {
    const known = this.#find(token)
    if (!known) return
    known.newHolders += count
    this.#changed.add(token)
  }

  /**
   * To be called before these tokens are read from the node. The function it gives tells, once the response is there,
   * whether it is still true of a token: no block has changed its supply since, and no later read has begun.
   */
  beginRead(tokens: readonly number[]): (token: number) => boolean {
    const read = {}
    for (const token of tokens) this.#reads.set(token, read)
    return (token) => {
      const isLatest = this.#reads.get(token) === read
      if (isLatest) this.#reads.delete(token)
      return isLatest
    }
  }

  /** Blocks were undone: what is being read may be of before. */
  forgetReads() {
    this.#reads.clear()
  }

  /** Minted, burned, or called: the supply must be read once more. */
  markSupplyChanged(token: number) {
    const known = this.#find(token)
    if (!known) return
    known.supplyChanged = true
    this.#changed.add(token)
  }

  /** Marks a token whose balances were found to contradict its events at a block. */
  markRebasing(token: number, block: number) {
    this.#database.send(
      'INSERT INTO asked_token (token, block) VALUES (?, ?) ON CONFLICT DO NOTHING',
      token,
      block,
    )
  }

  /** Whether its balances are asked of the token itself, because they contradict its events. */
  isRebasing(token: number): boolean {
    return this.#database.get('SELECT 1 FROM asked_token WHERE token = ?', token) !== undefined
  }

  typeOf(token: number): TokenType | null {
    return this.#find(token)?.type ?? null
  }

  /** Writes the counts to the file. Only within a database transaction. */
  flush() {
    this.#database.insertRows(TOKEN, this.#added)
    this.#added = []
    const changed = [...this.#changed].flatMap((address) => {
      const known = this.#known.get(address)
      return known ? [{ address, known }] : []
    })
    this.#database.changeRows(
      ADD_COUNTS,
      changed
        .filter(({ known }) => known.newHolders !== 0 || known.newTransfers !== 0)
        .map(({ address, known }) => ({ address, holders: known.newHolders, transfers: known.newTransfers })),
    )
    const minted = changed.filter(({ known }) => known.supplyChanged).map(({ address }) => address)
    if (minted.length > 0)
      this.#database.send(
        ({ inNumbers }) =>
          `UPDATE token SET fetch_state = 2 WHERE fetch_state = 1 AND address IN ${inNumbers}`,
        JSON.stringify(minted),
      )
    // A read that is under way may return the state from before.
    for (const address of minted) this.#reads.delete(address)
    for (const { known } of changed) Object.assign(known, noCounts())
    this.#changed.clear()
    if (this.#known.size > MAX_CACHED) this.#known.clear()
  }

  clear() {
    this.#added = []
    this.#changed.clear()
    this.#known.clear()
    this.#others.clear()
  }

  /** Asks for many at once, where that is of use. */
  prefetch(addresses: Iterable<number>) {
    const unknown = [...new Set(addresses)].filter((id) => !this.#known.has(id) && !this.#others.has(id))
    const found = this.#database.lookUp?.<TokenRow & { address: number }>(
      { table: 'token', key: ['address'], columns: TOKEN_COLUMNS },
      unknown.map((id) => [id]),
    )
    if (!found) return
    const rows = new Map(found.map((row) => [row.address, row]))
    for (const id of unknown) this.#remember(id, rows.get(id))
  }

  #find(token: number): KnownToken | undefined {
    const known = this.#known.get(token)
    if (known) return known
    if (this.#others.has(token)) return undefined
    const row = this.#database.get<TokenRow>(
      `SELECT ${TOKEN_COLUMNS.join(', ')} FROM token WHERE address = ?`,
      token,
    )
    return this.#remember(token, row)
  }

  #remember(token: number, row: TokenRow | undefined): KnownToken | undefined {
    if (!row) {
      if (this.#others.size >= MAX_CACHED) this.#others.clear()
      this.#others.add(token)
      return undefined
    }
    const isGuessed = row.transfers === 0 && row.first_log === 0
    const read = { type: row.type, ...noCounts(), isGuessed }
    this.#known.set(token, read)
    return read
  }
}

const TOKEN_COLUMNS = ['type', 'transfers', 'first_log']

interface TokenRow {
  readonly type: TokenType
  readonly transfers: number
  readonly first_log: number
}
