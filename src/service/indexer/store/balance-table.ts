import type { TokenType } from '#shared/chain/token-events.ts'
import { decodeAmount, encodeAmount, encodeHexAmount } from './amounts.ts'
import { changeOf, tableOf } from '#platform/table.ts'
import type { IndexDatabase } from './index-database.ts'
import { RowIds } from './row-ids.ts'
import type { TokenTable } from './token-table.ts'

/** The `token_id` of a balance without an id: an amount, or a count of NFTs. */
const NO_ID = Buffer.alloc(0)

interface Balance {
  id: number | null
  readonly token: number
  readonly holder: number
  readonly tokenId: Buffer
  type: TokenType
  value: bigint
  /** Went below zero: the transfers do not explain it, so the token contract must be read. */
  unverified: boolean
  /** The block that changed it last. */
  changed: number
}

export interface BalanceTransfer {
  readonly token: number
  readonly type: TokenType
  /** `null` for the zero address, which has no balances. */
  readonly sender: number | null
  readonly receiver: number | null
  readonly tokenId: string | null
  readonly value: string | null
}

const MAX_CACHED = 100_000
/** Bit of `in_list`: see schema.ts. */
const UNVERIFIED = 4

/** Bits of `in_list`, the lists of a holder that show a balance: 1 tokens, 2 NFTs. */
const listsOf = (type: TokenType, hasId: boolean): number => {
  if (type === 'ERC-1155') return hasId ? 3 : 0
  return hasId ? 2 : 1
}

interface BalanceRow {
  readonly id: number
  readonly value: Uint8Array
}

interface NewBalance extends BalanceRow {
  readonly token: number
  readonly token_id: Uint8Array
  readonly holder: number
  readonly type: TokenType
  readonly in_list: number
  readonly changed: number
}
const BALANCE = tableOf<NewBalance>('balance', [
  ...(['id', 'token', 'token_id', 'holder', 'type', 'in_list', 'value', 'changed'] as const),
])

/** `in_list`: the bit that is added. */
type ChangedBalance = Pick<NewBalance, 'id' | 'value' | 'changed' | 'in_list'>
const CHANGED = changeOf<ChangedBalance>(
  'balance',
  'id',
  ['value', 'changed', 'in_list'],
  (given) =>
    `value = ${given('value')}, changed = ${given('changed')}, in_list = in_list | ${given('in_list')}`,
)

interface PastBalance {
  readonly balance: number
  readonly block: number
  readonly value: Uint8Array
}
const HISTORY = tableOf<PastBalance>('balance_history', ['balance', 'block', 'value'], 2)
/** Rows that wait to be written with others; a bound of what is in memory. */
const MAX_WAITING = 10_000

/** The token balances of all holders, summed from the transfers, with their history by block. */
export class BalanceTable {
  readonly #database: IndexDatabase
  readonly #tokens: TokenTable
  readonly #hasTransfers: (token: number, holder: number) => boolean
  readonly #known = new Map<string, Balance>()
  readonly #changed = new Set<Balance>()
  /** Flushed, and not in their rows yet. */
  readonly #unsaved = new Set<Balance>()
  readonly #ids: RowIds
  #added: NewBalance[] = []
  #past: PastBalance[] = []

  /** `hasTransfers`: whether the index has all transfers of a token from and to a holder. */
  constructor(
    database: IndexDatabase,
    tokens: TokenTable,
    hasTransfers: (token: number, holder: number) => boolean,
  ) {
    this.#database = database
    this.#tokens = tokens
    this.#hasTransfers = hasTransfers
    this.#ids = new RowIds(database, 'balance')
  }

  /**
   * Transfers must come in chain order; `flush` follows at the end of each block, and `save` in the end. Of whom the index
   * has not all transfers it has no balance.
   */
  addTransfer(transfer: BalanceTransfer) {
    const { token, type } = transfer
    const known = (party: number | null) =>
      party !== null && this.#hasTransfers(token, party) ? party : null
    const [sender, receiver] = [known(transfer.sender), known(transfer.receiver)]
    if (transfer.tokenId === null) {
      if (type === 'ERC-721' || type === 'ERC-1155') return
      const amount = BigInt(transfer.value ?? '0x0')
      if (sender !== null) this.#change(this.#balance(token, sender, NO_ID, type), -amount)
      if (receiver !== null) this.#change(this.#balance(token, receiver, NO_ID, type), amount)
      return
    }
    const id = encodeHexAmount(transfer.tokenId)
    if (type === 'ERC-1155') {
      const amount = BigInt(transfer.value ?? '0x1')
      if (sender !== null) this.#change(this.#balance(token, sender, id, type), -amount)
      if (receiver !== null) this.#change(this.#balance(token, receiver, id, type), amount)
      return
    }
    // The balance of an NFT is 0 or 1, also where a contract mints it twice.
    if (sender !== null) this.#set(this.#balance(token, sender, id, type), 0n)
    if (receiver !== null) this.#set(this.#balance(token, receiver, id, type), 1n)
  }

  /** Asks for those that these transfers change, all at once, where that is of use. Only within a database transaction. */
  prefetch(transfers: Iterable<BalanceTransfer>) {
    const wanted = new Map<string, Pick<Balance, 'token' | 'holder' | 'tokenId' | 'type'>>()
    for (const { token, type, sender, receiver, tokenId } of transfers) {
      const ids = tokenId === null ? [NO_ID] : [encodeHexAmount(tokenId), NO_ID]
      for (const holder of [sender, receiver]) {
        if (holder === null) continue
        for (const id of ids) {
          const key = keyOf(token, holder, id)
          if (!this.#known.has(key)) wanted.set(key, { token, holder, tokenId: id, type })
        }
      }
    }
    const found = this.#database.lookUp?.<BalanceRow & { token: number; token_id: Buffer; holder: number }>(
      { table: 'balance', key: ['token', 'token_id', 'holder'], columns: ['id', 'value'] },
      [...wanted.values()].map(({ token, tokenId, holder }) => [token, tokenId, holder]),
    )
    if (!found) return
    const rows = new Map(found.map((row) => [keyOf(row.token, row.holder, row.token_id), row]))
    for (const [key, of] of wanted) this.#remember(key, of, rows.get(key))
  }

  /**
   * Sets a balance to what the token contract says at the end of `block`. Returns whether the transfers say otherwise; of
   * whom the index has not all transfers, nothing would tell when it changes. Only within a database transaction.
   */
  correct(
    token: number,
    holder: number,
    tokenId: Uint8Array,
    type: TokenType,
    value: bigint,
    block: number,
  ): boolean {
    if (!this.#hasTransfers(token, holder)) return false
    const balance = this.#balance(token, holder, Buffer.from(tokenId), type)
    if (balance.value === value) return false
    this.#set(balance, value)
    const count = this.#known.get(keyOf(token, holder, NO_ID))
    this.flush(block)
    this.save()
    if (count?.id != null) this.#saveCorrection(block, count.id)
    if (balance.id !== null) this.#saveCorrection(block, balance.id)
    return true
  }

  /** The balance of a token without ids, from its transfers. */
  valueOf(token: number, holder: number): bigint {
    const row = this.#database.get<{ value: Uint8Array }>(
      'SELECT value FROM balance WHERE token = ? AND token_id = ? AND holder = ?',
      token,
      NO_ID,
      holder,
    )
    return row ? decodeAmount(row.value) : 0n
  }

  #saveCorrection(block: number, id: number) {
    this.#database.send(
      'INSERT INTO correction (block, balance) VALUES (?, ?) ON CONFLICT DO NOTHING',
      block,
      id,
    )
  }

  /**
   * Takes what the balances are at the end of `block`; it is written by `save`, once for all blocks that are written
   * together. Only within a database transaction.
   */
  flush(block: number) {
    for (const balance of this.#changed) {
      const value = encodeAmount(balance.value)
      balance.changed = block
      if (balance.id === null) {
        balance.id = this.#ids.next()
        const { id, token, tokenId, holder, type, unverified } = balance
        const lists = listsOf(type, tokenId.length > 0) + (unverified ? UNVERIFIED : 0)
        this.#added.push({
          id,
          token,
          token_id: tokenId,
          holder,
          type,
          in_list: lists,
          value,
          changed: block,
        })
        balance.unverified = false
      } else this.#unsaved.add(balance)
      this.#past.push({ balance: balance.id, block, value })
    }
    this.#changed.clear()
    if (this.#past.length > MAX_WAITING) this.save()
  }

  /** To be called after the last `flush`. */
  save() {
    this.#database.insertRows(BALANCE, this.#added)
    const changed = [...this.#unsaved].flatMap(({ id, value, changed, unverified }) =>
      id === null ? [] : [{ id, value: encodeAmount(value), changed, in_list: unverified ? UNVERIFIED : 0 }],
    )
    this.#database.changeRows(CHANGED, changed)
    this.#database.insertRows(HISTORY, this.#past, 'replace')
    for (const balance of this.#unsaved) balance.unverified = false
    this.#unsaved.clear()
    ;[this.#added, this.#past] = [[], []]
    if (this.#known.size > MAX_CACHED) this.#known.clear()
  }

  clear() {
    this.#known.clear()
    this.#changed.clear()
    this.#unsaved.clear()
    this.#ids.clear()
    ;[this.#added, this.#past] = [[], []]
  }

  #change(balance: Balance, amount: bigint) {
    const value = balance.value + amount
    if (value < 0n) balance.unverified = true
    this.#set(balance, value < 0n ? 0n : value)
  }

  #set(balance: Balance, value: bigint) {
    if (balance.value === value && balance.id !== null && !balance.unverified) return
    const crossed = (value > 0n ? 1 : 0) - (balance.value > 0n ? 1 : 0)
    balance.value = value
    this.#changed.add(balance)
    if (crossed === 0) return
    if (balance.tokenId.length === 0) this.#tokens.addHolders(balance.token, crossed)
    else if (balance.type !== 'ERC-404') {
      this.#change(this.#balance(balance.token, balance.holder, NO_ID, balance.type), BigInt(crossed))
    }
  }

  #balance(token: number, holder: number, tokenId: Buffer, type: TokenType): Balance {
    const key = keyOf(token, holder, tokenId)
    const known = this.#known.get(key)
    if (known) {
      // Before the first events of a token were written it was not known what it is.
      known.type = type
      return known
    }
    const row = this.#database.get<BalanceRow>(
      'SELECT id, value FROM balance WHERE token = ? AND token_id = ? AND holder = ?',
      token,
      tokenId,
      holder,
    )
    return this.#remember(key, { token, holder, tokenId, type }, row)
  }

  #remember(
    key: string,
    of: Pick<Balance, 'token' | 'holder' | 'tokenId' | 'type'>,
    row: BalanceRow | undefined,
  ): Balance {
    const value = row ? decodeAmount(row.value) : 0n
    const balance = { ...of, id: row?.id ?? null, value, unverified: false, changed: 0 }
    this.#known.set(key, balance)
    return balance
  }
}

const keyOf = (token: number, holder: number, tokenId: Buffer) =>
  `${String(token)}:${String(holder)}:${tokenId.toString('latin1')}`
