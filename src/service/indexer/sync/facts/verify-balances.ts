import type { TokenType } from '../../decode/token-events.ts'
import type { Session } from '../sync-context.ts'
import { callContracts } from '../../node/contract-calls.ts'
import type { ContractCall } from '../../node/contract-calls.ts'
import { hexOf } from '../../node/read-chain.ts'
import { amountValue } from '../../store/amounts.ts'

/** A balance as the index has it. */
export interface CheckedBalance {
  readonly id: number
  readonly token: number
  readonly token_id: Uint8Array
  readonly holder: number
  readonly type: string
}

const BALANCE_OF = '0x70a08231'
const BALANCE_OF_ID = '0x00fdd58e'
const OWNER_OF = '0x6352211e'

const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')

/** The question whose answer is a balance: `balanceOf`, by id for a multi-token, `ownerOf` for an NFT. */
export function balanceQuestion(
  token: string,
  holder: string,
  type: TokenType,
  tokenId: bigint | null,
): ContractCall {
  if (tokenId === null) return { to: token, data: `${BALANCE_OF}${word(holder)}` }
  if (type === 'ERC-1155') return { to: token, data: `${BALANCE_OF_ID}${word(holder)}${word(tokenId)}` }
  return { to: token, data: `${OWNER_OF}${word(tokenId)}` }
}

/** The balance in the answer; null where the token gave none. Who does not own an NFT has 0 of it. */
export function balanceInAnswer(
  answer: Uint8Array | null,
  holder: string,
  type: TokenType,
  tokenId: bigint | null,
): bigint | null {
  const owns = tokenId !== null && type !== 'ERC-1155'
  if (answer?.length !== 32) return null
  const value = BigInt(`0x${Buffer.from(answer).toString('hex')}`)
  return owns ? (value === BigInt(holder) ? 1n : 0n) : value
}

/** Asks the tokens what these balances are at the newest block of the index, and puts right what is otherwise. */
export async function checkBalances({ connection, store }: Session, rows: readonly CheckedBalance[]) {
  const head = store.head()
  if (!head || rows.length === 0) return
  const questions = rows.map((row) => ({
    row,
    token: store.addresses.hashOf(row.token),
    holder: store.addresses.hashOf(row.holder),
    type: row.type as TokenType,
    tokenId: row.token_id.length === 0 ? null : amountValue(row.token_id),
  }))
  const answers = await callContracts(
    connection,
    questions.map((each) => balanceQuestion(each.token, each.holder, each.type, each.tokenId)),
    { block: hexOf(head.number), urgent: true },
  )
  // The chain may have moved, or the chain may be another: then the answers say nothing about this index.
  if (!store.database.isOpen || store.hashAt(head.number) !== head.hash) return
  if (store.head()?.hash !== head.hash) return
  store.write(() => {
    questions.forEach(({ row, holder, type, tokenId }, index) => {
      const value = balanceInAnswer(answers[index] ?? null, holder, type, tokenId)
      if (value === null) return
      store.balances.correct(row.token, row.holder, row.token_id, type, value, head.number)
      store.tokens.flush()
      store.database.run('UPDATE balance SET in_list = in_list & 3 WHERE id = ? AND in_list & 4', row.id)
    })
  })
}
