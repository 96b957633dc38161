import type { Priority } from '#shared/priority.ts'
import type { TokenType } from '#shared/chain/token-events.ts'
import {
  callContracts,
  type CallAnswer,
  type ContractCall,
  type StateOverrides,
} from '#platform/json-rpc/contract-calls.ts'
import { REFUSED } from '#platform/json-rpc/node-failure.ts'
import { readAtBlock, type BlockId } from '../../node/read-at-block.ts'
import { decodeAmount } from '../../store/amounts.ts'
import type { SyncContext } from '../sync-context.ts'
import { numberWord } from '#shared/abi/words.ts'

/** One balance of the index. `tokenId` is null for a balance without a token id. */
export interface BalanceKey {
  readonly token: number
  readonly holder: number
  readonly type: TokenType
  readonly tokenId: Uint8Array | null
}

export const BALANCE_OF = '0x70a08231'
const BALANCE_OF_ID = '0x00fdd58e'
export const OWNER_OF = '0x6352211e'

/** `null` where the contract does not give one. */
export type BalanceAnswer = bigint | null | typeof REFUSED

interface BalanceReadOptions {
  /** `visible` unless given. */
  readonly priority?: Priority
  readonly overrides?: StateOverrides
}

/** Reads balances from the token contracts at the end of a block; `REFUSED` where the node does not have its state. */
export async function fetchTokenBalances(
  { connection, store }: SyncContext,
  balances: readonly BalanceKey[],
  at: BlockId,
  { priority = 'visible', overrides }: BalanceReadOptions = {},
): Promise<readonly BalanceAnswer[]> {
  const keys = balances.map((balance) => ({
    ...balance,
    holder: store.addresses.hashOf(balance.holder),
    call: balanceCall(store.addresses.hashOf(balance.token), store.addresses.hashOf(balance.holder), balance),
  }))
  const results = await readAtBlock(
    connection,
    at,
    (block) =>
      callContracts(
        connection,
        keys.map(({ call }) => call),
        { block, priority, overrides },
      ),
    priority,
  )
  return keys.map(({ holder, ...balance }, index) =>
    readBalance(results ? (results[index] ?? null) : REFUSED, holder, balance),
  )
}

/** `balanceOf`; with an id for a multi-token; `ownerOf` for an NFT. */
function balanceCall(
  token: string,
  holder: string,
  { type, tokenId }: Omit<BalanceKey, 'holder'>,
): ContractCall {
  if (tokenId === null) return { to: token, data: `${BALANCE_OF}${numberWord(holder)}` }
  const id = numberWord(decodeAmount(tokenId))
  if (type === 'ERC-1155') return { to: token, data: `${BALANCE_OF_ID}${numberWord(holder)}${id}` }
  return { to: token, data: `${OWNER_OF}${id}` }
}

/** The balance of an NFT is 1 for its owner, and 0 for anyone else. */
function readBalance(
  result: CallAnswer,
  holder: string,
  { type, tokenId }: Omit<BalanceKey, 'holder'>,
): BalanceAnswer {
  if (result === REFUSED) return REFUSED
  if (result?.length !== 32) return null
  const value = BigInt(`0x${Buffer.from(result).toString('hex')}`)
  if (tokenId === null || type === 'ERC-1155') return value
  return value === BigInt(holder) ? 1n : 0n
}
