import type { Priority } from '#shared/priority.ts'
import type { TokenType } from '../../decode/token-events.ts'
import { encodeAmount } from '../../store/amounts.ts'
import type { SyncContext } from '../sync-context.ts'
import { fetchTokenInfo } from './token-info.ts'

/** Reads name, symbol, decimals and supply of these tokens, and writes them to the index. */
export async function fetchTokens(
  { connection, store }: SyncContext,
  tokens: readonly number[],
  priority: Priority = 'background',
) {
  const known = tokens.flatMap((id) => {
    const type = store.tokens.typeOf(id)
    return type === null ? [] : [{ id, type, address: store.addresses.hashOf(id) }]
  })
  const infos = await fetchTokenInfo(connection, known, priority)
  if (known.length === 0 || !store.database.isOpen) return
  store.write(() => {
    known.forEach(({ id, type }, index) => {
      const info = infos[index]
      if (!info) return
      store.database.run(
        'UPDATE token SET name = ?, symbol = ?, decimals = ?, supply = ?, fetch_state = 1 WHERE address = ?',
        info.name,
        info.symbol,
        info.decimals,
        info.supply === null ? null : encodeAmount(info.supply),
        id,
      )
      const actual = actualType(type, info.hasNfts)
      if (actual !== type) {
        store.tokens.retype(id, actual)
        store.tokens.clear()
        store.balances.clear()
      }
    })
  })
}

/** Amounts in its events, NFTs by ERC-165: an ERC-404 that has transferred no NFT yet. */
const actualType = (type: TokenType, hasNfts: boolean): TokenType =>
  type === 'ERC-20' && hasNfts ? 'ERC-404' : type

const BATCH_SIZE = 20

/** Background step: tokens that were never read, or whose supply changed. True where there may be more. */
export async function fetchNextTokens(context: SyncContext): Promise<boolean> {
  const tokens = context.store.database
    .all<{ address: number }>('SELECT address FROM token WHERE fetch_state <> 1 LIMIT ?', BATCH_SIZE)
    .map((row) => row.address)
  if (tokens.length > 0) await fetchTokens(context, tokens)
  return tokens.length > 0
}
