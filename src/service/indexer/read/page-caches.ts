import { LruCache } from '#shared/lru-cache.ts'

/** Number of rows of each kind. */
const MAX_ROWS = 20_000
/** Days whose transactions are kept: a chart's, and those of chains that it had before reorganisations. */
const MAX_DAYS = 64

export interface BlockRow {
  readonly number: number
  readonly hash: Uint8Array
  readonly timestamp: number
  readonly base_fee: Uint8Array | null
  readonly traced: number
  /** Rows of what can't be read of it: see store/invalid-rows.ts. */
  readonly odd: number
}

export interface TransactionRow {
  readonly position: number
  readonly hash: string
  readonly selector: string
  readonly receiver: number | null
}

export interface AddressRow {
  readonly id: number
  /** Lower case. */
  readonly hash: string
  readonly is_contract: number | null
  readonly token_name: string | null
}

export interface TokenRow {
  readonly address: number
  readonly type: string
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
  readonly supply: Uint8Array | null
  readonly holders: number
  readonly fetch_state: number
}

/** Blocks, addresses and tokens that rows name, cached from one page to the next: most pages name the same ones. */
export class PageCaches {
  readonly blocks = new RowCache<BlockRow>(({ number }) => number)
  readonly transactions = new RowCache<TransactionRow>(({ position }) => position)
  readonly addresses = new RowCache<AddressRow>(({ id }) => id)
  readonly tokens = new RowCache<TokenRow & { readonly asked: number | null }>(({ address }) => address)
  /** By the id of the address. It never changes, and each costs a hash. */
  readonly checksummed = new Map<number, string>()
  /** Sums of days that are over, by what they are of: see chain/chain-statistics.ts. */
  readonly transactionsOfDays = new LruCache<string, number>({ maxSize: MAX_DAYS })
  #changes: number | null = null

  /** Before a page is read, with the number of the database's changes: whatever was written since may be in any row. */
  follow(changes: number) {
    if (changes === this.#changes) return
    this.#changes = changes
    for (const rows of [this.blocks, this.transactions, this.addresses, this.tokens]) rows.clear()
  }
}

class RowCache<Row> {
  readonly #keyOf: (row: Row) => number
  readonly #rows = new Map<number, Row>()

  constructor(keyOf: (row: Row) => number) {
    this.#keyOf = keyOf
  }

  /** The rows of these keys that there are, in any order. `read` is asked for those that are not kept. */
  getAll(keys: Iterable<number>, read: (missing: readonly number[]) => readonly Row[]): Row[] {
    const [rows, missing]: [Row[], number[]] = [[], []]
    for (const key of keys) {
      const row = this.#rows.get(key)
      if (row === undefined) missing.push(key)
      else rows.push(row)
    }
    if (missing.length === 0) return rows
    if (this.#rows.size + missing.length > MAX_ROWS) this.#rows.clear()
    for (const row of read(missing)) {
      this.#rows.set(this.#keyOf(row), row)
      rows.push(row)
    }
    return rows
  }

  clear() {
    this.#rows.clear()
  }
}
