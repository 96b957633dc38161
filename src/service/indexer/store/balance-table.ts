import type { TokenType } from '../decode/token-events.ts'
import { amountOf, amountOfHex, amountValue } from './amounts.ts'
import type { IndexDatabase } from './index-database.ts'
import type { TokenBook } from './token-table.ts'

/** No id: the balance of an amount, or a count. */
export const NO_ID = Buffer.alloc(0)

interface Holding {
  id: number | null
  readonly token: number
  readonly holder: number
  readonly tokenId: Buffer
  readonly type: TokenType
  value: bigint
  /** Went below zero: the token moved what no transfer had brought here. */
  doubtful: boolean
}

export interface Movement {
  readonly token: number
  readonly type: TokenType
  /** `null` for the zero address, which mints and burns and holds nothing. */
  readonly sender: number | null
  readonly receiver: number | null
  readonly tokenId: string | null
  readonly value: string | null
}

const REMEMBERED = 100_000
const DOUBTFUL = 4

/** In which lists of a holder a balance appears: 1 tokens, 2 NFTs, 3 both, 0 neither. */
const listsOf = (type: TokenType, hasId: boolean): number => {
  if (type === 'ERC-1155') return hasId ? 3 : 0
  return hasId ? 2 : 1
}

/** Who holds how much of what, as the transfers tell it, with its history by block. */
export class BalanceBook {
  readonly #database: IndexDatabase
  readonly #tokens: TokenBook
  readonly #known = new Map<string, Holding>()
  readonly #changed = new Set<Holding>()

  constructor(database: IndexDatabase, tokens: TokenBook) {
    this.#database = database
    this.#tokens = tokens
  }

  /** One movement after the other, in the order of the chain; `flush` at the end of each block. */
  move(movement: Movement) {
    const { token, type, sender, receiver } = movement
    if (movement.tokenId === null) {
      if (type === 'ERC-721' || type === 'ERC-1155') return
      const amount = BigInt(movement.value ?? '0x0')
      if (sender !== null) this.#add(this.#holding(token, sender, NO_ID, type), -amount)
      if (receiver !== null) this.#add(this.#holding(token, receiver, NO_ID, type), amount)
      return
    }
    const id = amountOfHex(movement.tokenId)
    if (type === 'ERC-1155') {
      const amount = BigInt(movement.value ?? '0x1')
      if (sender !== null) this.#add(this.#holding(token, sender, id, type), -amount)
      if (receiver !== null) this.#add(this.#holding(token, receiver, id, type), amount)
      return
    }
    // An NFT is somewhere or not: a contract that mints one twice still has it once.
    if (sender !== null) this.#put(this.#holding(token, sender, id, type), 0n)
    if (receiver !== null) this.#put(this.#holding(token, receiver, id, type), 1n)
  }

  /** What the token itself says a holder has, at the end of `block`, where it differs from what its transfers say. */
  correct(token: number, holder: number, tokenId: Uint8Array, type: TokenType, value: bigint, block: number) {
    const holding = this.#holding(token, holder, Buffer.from(tokenId), type)
    if (holding.value === value) return
    this.#put(holding, value)
    const counted = this.#known.get(keyOf(token, holder, NO_ID))
    this.flush(block)
    if (counted?.id != null) this.#noteCorrection(block, counted.id)
    if (holding.id !== null) this.#noteCorrection(block, holding.id)
  }

  #noteCorrection(block: number, balance: number) {
    this.#database.run('INSERT OR IGNORE INTO correction (block, balance) VALUES (?, ?)', block, balance)
  }

  /** Writes what changed as of the end of `block`. Only within a transaction. */
  flush(block: number) {
    for (const holding of this.#changed) {
      const value = amountOf(holding.value)
      if (holding.id === null) {
        holding.id = this.#database.insert(
          'INSERT INTO balance (token, token_id, holder, type, in_list, value, changed) VALUES (?, ?, ?, ?, ?, ?, ?)',
          holding.token,
          holding.tokenId,
          holding.holder,
          holding.type,
          listsOf(holding.type, holding.tokenId.length > 0) + (holding.doubtful ? DOUBTFUL : 0),
          value,
          block,
        )
      } else {
        this.#database.run('UPDATE balance SET value = ?, changed = ? WHERE id = ?', value, block, holding.id)
        if (holding.doubtful) {
          this.#database.run('UPDATE balance SET in_list = in_list | ? WHERE id = ?', DOUBTFUL, holding.id)
        }
      }
      this.#database.run(
        'INSERT INTO balance_history (balance, block, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
        holding.id,
        block,
        value,
      )
      holding.doubtful = false
    }
    this.#changed.clear()
    if (this.#known.size > REMEMBERED) this.#known.clear()
  }

  clear() {
    this.#known.clear()
    this.#changed.clear()
  }

  #add(holding: Holding, amount: bigint) {
    const value = holding.value + amount
    // What is really there is asked of the token when somebody looks.
    if (value < 0n) holding.doubtful = true
    this.#put(holding, value < 0n ? 0n : value)
  }

  #put(holding: Holding, value: bigint) {
    if (holding.value === value && holding.id !== null && !holding.doubtful) return
    const crossed = (value > 0n ? 1 : 0) - (holding.value > 0n ? 1 : 0)
    holding.value = value
    this.#changed.add(holding)
    if (crossed === 0) return
    if (holding.tokenId.length === 0) this.#tokens.addHolders(holding.token, crossed)
    else if (holding.type !== 'ERC-404') {
      this.#add(this.#holding(holding.token, holding.holder, NO_ID, holding.type), BigInt(crossed))
    }
  }

  #holding(token: number, holder: number, tokenId: Buffer, type: TokenType): Holding {
    const key = keyOf(token, holder, tokenId)
    const known = this.#known.get(key)
    if (known) return known
    const row = this.#database.get<{ id: number; value: Uint8Array }>(
      'SELECT id, value FROM balance WHERE token = ? AND token_id = ? AND holder = ?',
      token,
      tokenId,
      holder,
    )
    const holding: Holding = {
      id: row?.id ?? null,
      token,
      holder,
      tokenId,
      type,
      value: row ? amountValue(row.value) : 0n,
      doubtful: false,
    }
    this.#known.set(key, holding)
    return holding
  }
}

const keyOf = (token: number, holder: number, tokenId: Buffer) =>
  `${String(token)}:${String(holder)}:${tokenId.toString('latin1')}`
