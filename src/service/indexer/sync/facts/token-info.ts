import { chainText, readAbiText } from '../../decode/chain-text.ts'
import type { TokenType } from '../../decode/token-events.ts'
import { callContracts } from '../../node/contract-calls.ts'
import type { NodeConnection } from '../../node/node-connection.ts'

/** What a token contract says of itself. Null for what it does not say, or says in no way that can be read. */
export interface TokenWords {
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
  readonly supply: bigint | null
  /** Says by ERC-165 that it holds NFTs. */
  readonly hasNfts: boolean
}

const SELECTORS = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
} as const
const INTERFACE = '0x01ffc9a7'
const ERC721 = '80ac58cd'
/** ERC-165 says: true for itself, false for this. A contract that says yes to everything says nothing. */
const ERC165 = '01ffc9a7'
const NO_INTERFACE = 'ffffffff'

const supports = (id: string) => `${INTERFACE}${id.padEnd(64, '0')}`
const QUESTIONS = [
  SELECTORS.name,
  SELECTORS.symbol,
  SELECTORS.decimals,
  SELECTORS.totalSupply,
  supports(ERC721),
  supports(ERC165),
  supports(NO_INTERFACE),
]

export async function askTokens(
  connection: NodeConnection,
  tokens: readonly { readonly address: string; readonly type: TokenType }[],
  urgent = false,
): Promise<readonly TokenWords[]> {
  const calls = tokens.flatMap(({ address }) => QUESTIONS.map((data) => ({ to: address, data })))
  const answers = await callContracts(connection, calls, { urgent })
  return tokens.map(({ type }, index) => {
    const [name, symbol, decimals, supply, nfts, itself, anything] = answers.slice(
      index * QUESTIONS.length,
      (index + 1) * QUESTIONS.length,
    )
    const fungible = type === 'ERC-20' || type === 'ERC-404'
    return {
      name: name ? readAbiText(name) : null,
      symbol: symbol ? readSymbol(symbol) : null,
      decimals: fungible && decimals ? small(decimals) : null,
      supply: supply?.length === 32 ? word(supply) : null,
      hasNfts: yes(nfts) && yes(itself) && !yes(anything),
    }
  })
}

const MAX_SYMBOL_LENGTH = 40
const readSymbol = (answer: Uint8Array) => {
  const text = readAbiText(answer)
  return text && chainText(text, MAX_SYMBOL_LENGTH)
}

const word = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const yes = (answer: Uint8Array | null | undefined): boolean => answer?.length === 32 && word(answer) === 1n

/** ERC-20 says decimals are a byte; a larger number would make amounts of thousands of digits. */
function small(answer: Uint8Array): number | null {
  const value = answer.length === 32 ? word(answer) : 256n
  return value <= 255n ? Number(value) : null
}
