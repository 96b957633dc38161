/**
 * On some chains a token is the coin: its balances are those of the coin, and the chain logs a transfer of it for each move
 * of coins. Of chains that nobody has written down (`shared/coin-facts.ts`) it is found by that. Any contract can give the
 * balances of coins for its own, but none can log anything in a transaction that runs no code: so each of the last plain
 * transfers of coins has to be logged by it, and its balances have to be those of the coin, all of them, at two blocks.
 */
import { isKnownChain } from '#shared/coin-facts.ts'
import { describeNodeTexts, type NodeText } from '#shared/node-texts.ts'
import type { BlockId } from '../../node/read-at-block.ts'
import { heightOf } from '../../store/positions.ts'
import type { IndexStore } from '../../store/index-store.ts'
import type { SyncContext } from '../sync-context.ts'
import { fetchCoinBalances } from './coin-balances.ts'
import { fetchTokenBalances } from './token-balances.ts'

/** Transactions among which plain transfers are looked for, and how many of these are looked at. */
const MAX_TRANSACTIONS = 2_000
const MAX_MOVES = 20
const LEAST_MOVES = 3
/** Addresses whose balances are asked for, and how many different ones there have to be. */
const MAX_HOLDERS = 12
const LEAST_BALANCES = 3
/** Tokens that are compared at one look. */
const MAX_TOKENS = 4
/** Blocks between two looks. */
const LOOK_EVERY = 4

interface Move {
  readonly position: number
  readonly sender: number
  readonly receiver: number
  readonly value: Uint8Array
  readonly first_log: number
  readonly logs: number
}

export const coinText = (token: string): NodeText => ({ id: 'coin_contract', values: { token } })

/** Background step: looks for it until it is found, at most every few blocks. True where it was found. */
export function createCoinContractSearch(
  context: SyncContext,
  log: (line: string) => void,
): () => Promise<boolean> {
  const refuted = new Set<number>()
  let next = 0
  return async () => {
    const { store } = context
    const head = store.head()
    if (
      !head ||
      head.number < next ||
      store.coinContract !== null ||
      isKnownChain(store.chainId ?? undefined)
    )
      return false
    next = head.number + LOOK_EVERY
    const moves = plainMoves(store)
    const [newest] = moves
    if (!newest || moves.length < LEAST_MOVES) return false
    const before = heightOf(newest.position) - 1
    const hash = store.hashAt(before)
    if (hash === null || heightOf(moves.at(-1)?.position ?? 0) > before) return false
    const holders = [...new Set(moves.flatMap(({ sender, receiver }) => [sender, receiver]))]
    const equal: number[] = []
    for (const token of tokensOfAll(store, moves).filter((one) => !refuted.has(one))) {
      const verdict = await compareBalances(context, token, holders.slice(0, MAX_HOLDERS), [
        head,
        { number: before, hash },
      ])
      if (verdict === 'differ') refuted.add(token)
      if (verdict === 'equal') equal.push(token)
    }
    const [token, another] = equal
    if (token === undefined || another !== undefined) return false
    if (!store.database.isOpen || store.hashAt(head.number) !== head.hash) return false
    const contract = store.addresses.hashOf(token)
    store.write(() => {
      store.setCoinContract(contract)
    })
    log(describeNodeTexts([coinText(contract)]))
    return true
  }
}

/** The newest first: coins from one account to another, neither with code nor with calls inside. */
const plainMoves = ({ database }: IndexStore): readonly Move[] =>
  database.all<Move>(
    ({
      bytes,
    }) => `SELECT latest.position, latest.sender, latest.receiver, latest.value, latest.first_log, latest.logs
     FROM (SELECT * FROM tx ORDER BY position DESC LIMIT ?) AS latest JOIN address ON address.id = latest.receiver
     WHERE latest.succeeded = 1 AND latest.input = ${bytes('')} AND latest.value <> ${bytes('00')} AND latest.sender <> latest.receiver
       AND address.is_contract = 0
       AND NOT EXISTS (SELECT 1 FROM contract WHERE contract.address = latest.receiver)
       AND NOT EXISTS (SELECT 1 FROM internal WHERE internal.tx = latest.position)
     ORDER BY latest.position DESC LIMIT ?`,
    MAX_TRANSACTIONS,
    MAX_MOVES,
  )

/** The tokens of which each move has a transfer that says the same. */
function tokensOfAll({ database }: IndexStore, moves: readonly Move[]): readonly number[] {
  let tokens: ReadonlySet<number> | undefined
  for (const { sender, receiver, value, first_log: first, logs } of moves) {
    const logged = database.all<{ token: number }>(
      `SELECT token FROM transfer
       WHERE log >= ? AND log < ? AND type = 'ERC-20' AND sender = ? AND receiver = ? AND value = ?`,
      first,
      first + logs,
      sender,
      receiver,
      value,
    )
    const before = tokens
    tokens = new Set(logged.flatMap(({ token }) => (before?.has(token) === false ? [] : [token])))
    if (tokens.size === 0) break
  }
  return [...(tokens ?? [])].slice(0, MAX_TOKENS)
}

/** `unknown` where the node does not give all of them, or too few are different to prove anything. */
async function compareBalances(
  context: SyncContext,
  token: number,
  holders: readonly number[],
  blocks: readonly BlockId[],
): Promise<'equal' | 'differ' | 'unknown'> {
  const { connection, store } = context
  const hashes = holders.map((holder) => store.addresses.hashOf(holder))
  for (const block of blocks) {
    const coins = await fetchCoinBalances(connection, hashes, block)
    const tokens = await fetchTokenBalances(
      context,
      holders.map((holder) => ({ token, holder, type: 'ERC-20', tokenId: null })),
      block,
      { priority: 'background' },
    )
    if (coins.includes(null) || !tokens.every((balance) => typeof balance === 'bigint')) return 'unknown'
    if (coins.some((balance, at) => balance !== tokens[at])) return 'differ'
    if (new Set(coins.filter((balance) => balance !== 0n)).size < LEAST_BALANCES) return 'unknown'
  }
  return 'equal'
}
