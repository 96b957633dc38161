/** Contracts that hand every call on to another one, told by their code or by where they keep its address. */
import type { ChainBlock } from '../model/chain-block.ts'
import { hexText } from '../store/amounts.ts'

export interface Behind {
  /** Lower-case. */
  readonly address: string
  /** As `proxy_type` of the API. */
  readonly type: 'eip1167' | 'eip1967' | 'eip7702'
}

/** Where EIP-1967 has a proxy keep the address. */
export const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
/** `Upgraded(address)`, as a proxy logs it. */
const UPGRADED = '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b'

const CLONE = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/
const DELEGATED = /^0xef0100([0-9a-f]{40})$/
const WORD = /^0x0{24}([0-9a-f]{40})$/

const MAX_PROXY_CODE_LENGTH = 45

/** `slot`: what the node answered for `IMPLEMENTATION_SLOT`. Null where nothing is behind it. */
export function behindCode(code: Uint8Array, slot: unknown): Behind | null {
  const text = code.length > MAX_PROXY_CODE_LENGTH ? '' : hexText(code)
  return (
    found('eip1167', CLONE.exec(text)) ??
    found('eip7702', DELEGATED.exec(text)) ??
    found('eip1967', typeof slot === 'string' ? WORD.exec(slot.toLowerCase()) : null)
  )
}

/** Contracts that said in these blocks that another one is behind them now. */
export const upgradedIn = (blocks: readonly ChainBlock[]): string[] =>
  blocks.flatMap(({ transactions }) =>
    transactions.flatMap(({ logs }) =>
      logs.filter(({ topics }) => topics[0] === UPGRADED).map(({ address }) => address),
    ),
  )

function found(type: Behind['type'], match: RegExpExecArray | null): Behind | null {
  const [, address] = match ?? []
  return address === undefined || /^0+$/.test(address) ? null : { address: `0x${address}`, type }
}
