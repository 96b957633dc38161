import type { TokenType } from '../decode/token-events.ts'
import type { IndexDatabase } from './index-database.ts'

interface KnownToken {
  type: TokenType
  /** Not yet in the file. */
  newHolders: number
  newTransfers: number
  /** What it says of itself may have changed. */
  stale: boolean
}

const REMEMBERED = 20_000
const isNft = (type: TokenType) => type === 'ERC-721'

/** Which contracts are tokens, and of which kind their events show them to be. */
export class TokenBook {
  readonly #database: IndexDatabase
  readonly #known = new Map<number, KnownToken>()

  constructor(database: IndexDatabase) {
    this.#database = database
  }

  /**
   * A token has moved as `type` in the log at `place`. Gives its kind from now on, and whether it is another than before:
   * one contract whose transfers are of amounts and of ids is an ERC-404. Then the caller calls `retype`.
   */
  see(token: number, type: TokenType, place: number): { type: TokenType; retyped: boolean } {
    const known = this.#find(token)
    if (!known) {
      this.#database.run('INSERT INTO token (address, first_log, type) VALUES (?, ?, ?)', token, place, type)
      this.#known.set(token, { type, newHolders: 0, newTransfers: 1, stale: false })
      return { type, retyped: false }
    }
    known.newTransfers++
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

  /** Makes what is in the file already follow the token's new kind. Balances must be written before. */
  retype(token: number, type: TokenType) {
    this.#database.run('UPDATE token SET type = ? WHERE address = ?', type, token)
    this.#database.run('UPDATE transfer SET type = ? WHERE token = ?', type, token)
    this.#database.run(
      `UPDATE balance SET type = ?, in_list = CASE WHEN token_id = x'' THEN 1 ELSE 2 END WHERE token = ?`,
      type,
      token,
    )
  }

  addHolders(token: number, count: number) {
    const known = this.#find(token)
    if (known) known.newHolders += count
  }

  /** It was minted or burned: its supply is another. */
  markStale(token: number) {
    const known = this.#find(token)
    if (known) known.stale = true
  }

  typeOf(token: number): TokenType | null {
    return this.#find(token)?.type ?? null
  }

  /** Writes what has been counted since. Only within a transaction. */
  flush() {
    for (const [token, known] of this.#known) {
      if (known.newHolders === 0 && known.newTransfers === 0) continue
      this.#database.run(
        'UPDATE token SET holders = holders + ?, transfers = transfers + ? WHERE address = ?',
        known.newHolders,
        known.newTransfers,
        token,
      )
      if (known.stale) this.#database.run('UPDATE token SET asked = 2 WHERE address = ? AND asked = 1', token)
      known.stale = false
      known.newHolders = 0
      known.newTransfers = 0
    }
    if (this.#known.size > REMEMBERED) this.#known.clear()
  }

  clear() {
    this.#known.clear()
  }

  #find(token: number): KnownToken | undefined {
    const known = this.#known.get(token)
    if (known) return known
    const row = this.#database.get<{ type: TokenType }>('SELECT type FROM token WHERE address = ?', token)
    if (!row) return undefined
    const read = { type: row.type, newHolders: 0, newTransfers: 0, stale: false }
    this.#known.set(token, read)
    return read
  }
}
