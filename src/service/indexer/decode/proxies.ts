/** Proxies: contracts that pass every call on to another contract, found by their code or their storage. */
import type { ChainBlock } from '../model/chain-block.ts'
import { toHex } from '../model/hex.ts'

export interface ProxyTarget {
  /** Lower-case. */
  readonly address: string
  /** As `proxy_type` of the API. */
  readonly type: 'eip1167' | 'eip1967' | 'eip7702'
}

/** The storage slot in which an EIP-1967 proxy keeps the address of its implementation. */
export const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
/** Topic of `Upgraded(address)`, which a proxy logs. */
const UPGRADED = '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b'

const MINIMAL_PROXY = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/
const DELEGATED_ACCOUNT = /^0xef0100([0-9a-f]{40})$/
const ADDRESS_WORD = /^0x0{24}([0-9a-f]{40})$/

const MAX_PROXY_CODE_LENGTH = 45

/** `slot`: the node's result for `IMPLEMENTATION_SLOT`. Null where the contract is no proxy. */
export function detectProxy(code: Uint8Array, slot: unknown): ProxyTarget | null {
  const text = code.length > MAX_PROXY_CODE_LENGTH ? '' : toHex(code)
  return (
    proxyTarget('eip1167', MINIMAL_PROXY.exec(text)) ??
    proxyTarget('eip7702', DELEGATED_ACCOUNT.exec(text)) ??
    proxyTarget('eip1967', typeof slot === 'string' ? ADDRESS_WORD.exec(slot.toLowerCase()) : null)
  )
}

/** Addresses of the proxies that were upgraded in these blocks, and of the accounts that delegate to another contract. */
export const findUpgradedProxies = (blocks: readonly ChainBlock[]): string[] =>
  blocks.flatMap(({ transactions, delegators = [] }) => [
    ...delegators,
    ...transactions.flatMap(({ logs }) =>
      logs.filter(({ topics }) => topics[0] === UPGRADED).map(({ address }) => address),
    ),
  ])

function proxyTarget(type: ProxyTarget['type'], match: RegExpExecArray | null): ProxyTarget | null {
  const [, address] = match ?? []
  return address === undefined || /^0+$/.test(address) ? null : { address: `0x${address}`, type }
}
