import type { Priority } from '#shared/priority.ts'
import { chainText, readAbiText } from '../../decode/chain-text.ts'
import type { TokenType } from '#shared/chain/token-events.ts'
import { callContracts, orNull, type BlockTag, type CallAnswer } from '#platform/json-rpc/contract-calls.ts'
import { REFUSED } from '#platform/json-rpc/node-failure.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { readAtBlock, type BlockId } from '../../node/read-at-block.ts'

/**
 * The description that a token contract gives of itself. A field is null if the contract does not give it, or not in a
 * readable form; undefined if the node refused to ask.
 */
export interface TokenInfo {
  readonly name: string | null | undefined
  readonly symbol: string | null | undefined
  readonly decimals: number | null | undefined
  readonly supply: bigint | null | undefined
  /** The balance of the zero address: tokens that were sent there and are still in the supply. */
  readonly held: bigint
  /** The node refused some of it, so that what follows is not known. */
  readonly isRefused: boolean
  /** Says by ERC-165 that it holds NFTs. */
  readonly hasNfts: boolean
  /** Says that it is an ERC-721, and has neither decimals nor allowances: what its events move are NFTs, whatever they index. */
  readonly isNft: boolean
  /** Has decimals or allowances, as amounts have and NFTs have not, and does not say that it holds NFTs. */
  readonly hasAmounts: boolean
}

const SUPPORTS_INTERFACE = '0x01ffc9a7'
export const ERC721 = '80ac58cd'
/** By ERC-165 a contract says true to this id and false to the next. One that says true to both is not believed. */
export const ERC165 = '01ffc9a7'
export const INVALID_INTERFACE = 'ffffffff'

export const supports = (id: string) => `${SUPPORTS_INTERFACE}${id.padEnd(64, '0')}`
const NAME = '0x06fdde03'
const SYMBOL = '0x95d89b41'
export const DECIMALS = '0x313ce567'
export const TOTAL_SUPPLY = '0x18160ddd'
/** The call `allowance(0, 0)`: tokens with amounts answer it, NFTs do not. */
const ALLOWANCE = `0xdd62ed3e${'0'.repeat(128)}`
const HELD_BY_NOBODY = `0x70a08231${'0'.repeat(64)}`
const CALLS = [
  NAME,
  SYMBOL,
  DECIMALS,
  TOTAL_SUPPLY,
  supports(ERC721),
  supports(ERC165),
  supports(INVALID_INTERFACE),
  ALLOWANCE,
  HELD_BY_NOBODY,
]

/** At the end of a block, or at the node's newest one. Null where the node does not have the state of that block. */
export async function fetchTokenInfo(
  connection: NodeConnection,
  tokens: readonly { readonly address: string; readonly type: TokenType }[],
  { at, priority }: { readonly at: BlockId | 'latest'; readonly priority: Priority },
): Promise<readonly TokenInfo[] | null> {
  const calls = tokens.flatMap(({ address }) => CALLS.map((data) => ({ to: address, data })))
  const read = (block: BlockTag) => callContracts(connection, calls, { priority, block })
  const results = await (at === 'latest' ? read(at) : readAtBlock(connection, at, read, priority))
  if (results === null) return null
  return tokens.map(({ type }, index) => {
    const own = results.slice(index * CALLS.length, (index + 1) * CALLS.length)
    const [name, symbol, decimals, supply] = own
    const [erc721, erc165, invalid, allowance, held] = own.slice(4).map(orNull)
    const ownDecimals = known(decimals, readDecimals)
    const hasNfts = isTrue(erc721) && isTrue(erc165) && !isTrue(invalid)
    // Some NFTs say that they have none.
    const hasAmounts = !isTrue(erc721) && ((ownDecimals ?? 0) > 0 || allowance?.length === 32)
    const fungible = type === 'ERC-20' || type === 'ERC-404'
    return {
      name: known(name, readAbiText),
      symbol: known(symbol, readSymbol),
      decimals:
        fungible || (hasAmounts && type === 'ERC-721') || ownDecimals === undefined ? ownDecimals : null,
      supply: known(supply, (bytes) => (bytes.length === 32 ? readWord(bytes) : null)),
      held: held?.length === 32 ? readWord(held) : 0n,
      isRefused: own.includes(REFUSED),
      hasNfts,
      isNft: isTrue(erc721) && (ownDecimals ?? 0) === 0 && allowance?.length !== 32,
      hasAmounts,
    }
  })
}

function known<T>(answer: CallAnswer | undefined, read: (bytes: Uint8Array) => T): T | null | undefined {
  if (answer === REFUSED) return undefined
  return answer ? read(answer) : null
}

const MAX_SYMBOL_LENGTH = 40
const readSymbol = (result: Uint8Array) => {
  const text = readAbiText(result)
  return text && chainText(text, MAX_SYMBOL_LENGTH)
}

export const readWord = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
export const isTrue = (result: Uint8Array | null | undefined): boolean =>
  result?.length === 32 && readWord(result) === 1n

/** ERC-20 says decimals are a byte; a larger number would give amounts of thousands of digits. */
function readDecimals(result: Uint8Array): number | null {
  const value = result.length === 32 ? readWord(result) : 256n
  return value <= 255n ? Number(value) : null
}
