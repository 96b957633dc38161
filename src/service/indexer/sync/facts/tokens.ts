import type { TokenType } from '#shared/chain/token-events.ts'
import type { Priority } from '#shared/priority.ts'
import type { BalanceRow } from '../../model/missing-data.ts'
import { addUpBalances } from '../../store/add-up-balances.ts'
import { decodeAmount, encodeAmount } from '../../store/amounts.ts'
import type { IndexStore } from '../../store/index-store.ts'
import { isPositive } from '../../store/schema.ts'
import type { BlockId } from '../../node/read-at-block.ts'
import type { SyncContext } from '../sync-context.ts'
import { fetchTokenInfo, type TokenInfo } from './token-info.ts'
import { verifyBalances } from './verify-balances.ts'

/**
 * Reads name, symbol, decimals and supply of these tokens at the newest block of the index, and writes them to it. False
 * where the node does not have that state: the chain moves, or the index is far behind.
 */
export async function fetchTokens(
  context: SyncContext,
  tokens: readonly number[],
  priority: Priority = 'background',
): Promise<boolean> {
  const { connection, store } = context
  const known = tokens.flatMap((id) => {
    const type = store.tokens.typeOf(id)
    return type === null ? [] : [{ id, type, address: store.addresses.hashOf(id) }]
  })
  const head = store.head()
  if (known.length === 0 || !head) return false
  const isCurrent = store.tokens.beginRead(known.map(({ id }) => id))
  const ofHead = await fetchTokenInfo(connection, known, { at: head, priority })
  // A page shows at least the names that the newest block has; they are read once more.
  const infos =
    (ofHead && (await confirmSupplies(context, known, ofHead, head, priority))) ??
    (priority === 'background' ? null : await fetchTokenInfo(connection, known, { at: 'latest', priority }))
  if (!infos || !store.database.isOpen) return false
  // Values read at a block that was undone meanwhile are of another branch.
  if (ofHead && store.hashAt(head.number) !== head.hash) return true
  store.write(() => {
    known.forEach(({ id, type }, index) => {
      const info = infos[index]
      if (!info) return
      const isLatest = isCurrent(id)
      if (info.isRefused) store.repairs.add('token', id)
      if (!ofHead) {
        writeInfo(store, id, { ...info, supply: undefined }, 'fetch_state = 0')
        return
      }
      // A response of before the last change is better than none, but the token is read once more.
      writeInfo(store, id, info, isLatest ? 'TRUE' : 'fetch_state <> 1')
      if (info.isRefused) return
      store.repairs.remove('token', id)
      if (isLatest) store.database.run('UPDATE token SET fetch_state = 1 WHERE address = ?', id)
      if (type === 'ERC-721' && info.hasAmounts) {
        store.tokens.turnIdsIntoAmounts(id)
        addUpBalances(store, id)
      }
      if (type === 'ERC-20' && info.isNft) {
        store.tokens.turnAmountsIntoIds(id)
        addUpBalances(store, id)
        return
      }
      // Amounts in its events, NFTs by ERC-165: an ERC-404 that has transferred no NFT yet.
      if (type === 'ERC-20' && info.hasNfts) {
        store.tokens.retype(id, 'ERC-404')
        store.tokens.clear()
        store.balances.clear()
      }
      if (isLatest && store.head()?.hash === head.hash && contradictsSupply(context, id, info))
        store.tokens.markRebasing(id, head.number)
    })
  })
  if (ofHead) await verifySample(context, tokens, priority)
  return true
}

/**
 * Reads each supply again that contradicts the balances: an answer may be of another block, from one of several nodes
 * behind one URL. A supply that contradicts them counts as refused until the node gives it twice.
 */
async function confirmSupplies(
  context: SyncContext,
  tokens: readonly { readonly id: number; readonly type: TokenType; readonly address: string }[],
  infos: readonly TokenInfo[],
  head: BlockId,
  priority: Priority,
): Promise<readonly TokenInfo[]> {
  const { connection, store } = context
  if (!store.database.isOpen || store.hashAt(head.number) !== head.hash) return infos
  const contradicts = (token: { readonly id: number } | undefined, info: TokenInfo | undefined) =>
    token && info && !info.isNft && !info.hasNfts && contradictsSupply(context, token.id, info)
  const doubted = tokens.filter((token, index) => contradicts(token, infos[index]))
  if (doubted.length === 0) return infos
  const again = await fetchTokenInfo(connection, doubted, { at: head, priority })
  return infos.map((first, index) => {
    const token = tokens[index]
    const nth = doubted.findIndex(({ id }) => id === token?.id)
    if (nth < 0) return first
    const second = again?.[nth]
    const isConfirmed =
      second?.supply != null && (second.supply === first.supply || !contradicts(token, second))
    return isConfirmed ? second : { ...first, supply: undefined, isRefused: true }
  })
}

/** Writes the values that the node gave; the others stay. `condition`: SQL. */
function writeInfo(
  { database }: IndexStore,
  token: number,
  info: TokenInfo,
  condition: 'TRUE' | 'fetch_state = 0' | 'fetch_state <> 1',
) {
  const { name, symbol, decimals, supply } = info
  const values = {
    name,
    symbol,
    decimals,
    supply: typeof supply === 'bigint' ? encodeAmount(supply) : supply,
  }
  for (const [column, value] of Object.entries(values)) {
    if (value !== undefined)
      database.send(`UPDATE token SET ${column} = ? WHERE address = ? AND ${condition}`, value, token)
  }
}

/** Holders whose balances are read with what a token says, the greatest first. */
const MAX_SAMPLED = 10

/** Verifies some balances of tokens: they may contradict the events although they add up to the supply. */
async function verifySample(context: SyncContext, tokens: readonly number[], priority: Priority) {
  const { database, tokens: table } = context.store
  const rows = tokens
    .filter((token) => !table.isRebasing(token))
    .flatMap((token) =>
      database.all<BalanceRow>(
        (dialect) => `SELECT id, token, token_id, holder, type, value FROM balance
         WHERE token = ? AND ${dialect.hasBit('in_list', 1)} AND ${isPositive(dialect)}
         ORDER BY value DESC, holder DESC, token_id DESC LIMIT ?`,
        token,
        MAX_SAMPLED,
      ),
    )
  await verifyBalances(context, rows, priority)
}

/** More holders are not added up each time a token is read. */
const MAX_ADDED_UP = 5_000

/** Whether the balances of an ERC-20, as its events have them, add up to another supply than it says. */
function contradictsSupply(
  { store }: SyncContext,
  token: number,
  { supply, held: ofNobody }: TokenInfo,
): boolean {
  if (supply == null || store.tokens.typeOf(token) !== 'ERC-20' || !store.isComplete(token)) return false
  const rows = store.database.all<{ value: Uint8Array }>(
    (dialect) =>
      `SELECT value FROM balance WHERE token = ? AND ${dialect.hasBit('in_list', 1)} AND ${isPositive(dialect)} LIMIT ?`,
    token,
    MAX_ADDED_UP + 1,
  )
  if (rows.length > MAX_ADDED_UP) return false
  return rows.reduce((sum, { value }) => sum + decodeAmount(value), ofNobody) !== supply
}

const BATCH_SIZE = 20

/** Background step: tokens that were never read, or whose supply changed. True where there may be more. */
export async function fetchNextTokens(context: SyncContext): Promise<boolean> {
  const { database, repairs } = context.store
  const tokens = database
    .all<{ address: number }>(
      `SELECT address FROM token WHERE fetch_state <> 1 AND ${repairs.isNotIn('token', 'address')} LIMIT ?`,
      BATCH_SIZE,
    )
    .map((row) => row.address)
  return tokens.length > 0 && fetchTokens(context, tokens)
}
