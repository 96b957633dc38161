import type { TokenType } from '../../decode/token-events.ts'
import type { Session } from '../sync-context.ts'
import { amountOf } from '../../store/amounts.ts'
import { askTokens } from './token-info.ts'

/** Asks these tokens for their names, decimals and supplies, and writes them down. */
export async function learnTokens({ connection, store }: Session, tokens: readonly number[], urgent = false) {
  const asked = tokens.flatMap((id) => {
    const type = store.tokens.typeOf(id)
    return type === null ? [] : [{ id, type, address: store.addresses.hashOf(id) }]
  })
  const words = await askTokens(connection, asked, urgent)
  if (asked.length === 0 || !store.database.isOpen) return
  store.write(() => {
    asked.forEach(({ id, type }, index) => {
      const said = words[index]
      if (!said) return
      store.database.run(
        'UPDATE token SET name = ?, symbol = ?, decimals = ?, supply = ?, asked = 1 WHERE address = ?',
        said.name,
        said.symbol,
        said.decimals,
        said.supply === null ? null : amountOf(said.supply),
        id,
      )
      const shown = kindShown(type, said.hasNfts)
      if (shown !== type) {
        store.tokens.retype(id, shown)
        store.tokens.clear()
        store.balances.clear()
      }
    })
  })
}

/** Amounts in its events, NFTs by its own word: an ERC-404 that has moved no NFT yet. */
const kindShown = (type: TokenType, hasNfts: boolean): TokenType =>
  type === 'ERC-20' && hasNfts ? 'ERC-404' : type

const AT_ONCE = 20

/** One step of the background: tokens nobody has asked yet, or that have to be asked again. */
export async function learnNextTokens(session: Session): Promise<boolean> {
  const tokens = session.store.database
    .all<{ address: number }>('SELECT address FROM token WHERE asked <> 1 LIMIT ?', AT_ONCE)
    .map((row) => row.address)
  if (tokens.length > 0) await learnTokens(session, tokens)
  return tokens.length > 0
}
