/** Proxies: contracts that pass calls on to other contracts, found by their code, their storage or what they say. */
import type { ChainBlock } from '../model/chain-block.ts'
import { toHex } from '../model/hex.ts'

export interface ProxyTarget {
  /** Of the implementations, in lower case: one, or the facets of a diamond. */
  readonly addresses: readonly string[]
  /** As `proxy_type` of the API. */
  readonly type: 'eip1167' | 'eip1967' | 'eip1967_beacon' | 'eip2535' | 'eip7702'
  /** The contract that names the implementation of a beacon proxy. */
  readonly beacon?: string
}

/** The storage slot in which an EIP-1967 proxy keeps the address of its implementation. */
export const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
/** The storage slot in which a beacon proxy keeps the address of its beacon. */
export const BEACON_SLOT = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'
/** `implementation()` of a beacon. */
export const BEACON_IMPLEMENTATION = '0x5c60da1b'
/** `facetAddresses()` of an EIP-2535 diamond. */
export const FACET_ADDRESSES = '0x52ef6b2c'
/** Topics of `Upgraded(address)`, `BeaconUpgraded(address)` and `DiamondCut`, which a proxy or its beacon logs. */
const UPGRADES = new Set([
  '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b',
  '0x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e',
  '0x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673',
])

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
    proxyTarget('eip1967', matchAddress(slot))
  )
}

/** Addresses of the proxies that were upgraded in these blocks, and of the accounts that delegate to another contract. */
export const findUpgradedProxies = (blocks: readonly ChainBlock[]): string[] =>
  blocks.flatMap(({ transactions }) =>
    transactions.flatMap(({ logs, delegators = [] }) => [
      ...delegators,
      ...logs
        .filter(({ topics: [first] }) => first !== undefined && UPGRADES.has(first))
        .map(({ address }) => address),
    ]),
  )

function proxyTarget(type: ProxyTarget['type'], match: RegExpExecArray | null): ProxyTarget | null {
  const [, address] = match ?? []
  return address === undefined || /^0+$/.test(address) ? null : { addresses: [`0x${address}`], type }
}

const matchAddress = (word: unknown) =>
  typeof word === 'string' ? ADDRESS_WORD.exec(word.toLowerCase()) : null

/** The address in a word, for one in the node's result for `BEACON_SLOT`; null where there is none. */
export const readAddress = (slot: unknown): string | null =>
  proxyTarget('eip1967_beacon', matchAddress(slot))?.addresses[0] ?? null

/** `result`: what the beacon's `implementation()` returned. */
export function beaconTarget(beacon: string, result: Uint8Array | null): ProxyTarget | null {
  const target = result && proxyTarget('eip1967_beacon', matchAddress(toHex(result)))
  return target && { ...target, beacon }
}

/** More are not shown. */
const MAX_FACETS = 50
const WORD_BYTES = 32

/** `result`: what `facetAddresses()` returned, an array of addresses. Null where it is none, or empty. */
export function diamondTarget(result: Uint8Array | null): ProxyTarget | null {
  if (!result || result.length < 3 * WORD_BYTES || result.length % WORD_BYTES !== 0) return null
  const words = Array.from({ length: result.length / WORD_BYTES }, (_, index) =>
    toHex(result.subarray(index * WORD_BYTES, (index + 1) * WORD_BYTES)),
  )
  const [offset, length, ...rest] = words
  if (BigInt(offset ?? 0) !== 32n || BigInt(length ?? 0) !== BigInt(rest.length)) return null
  const addresses = rest.slice(0, MAX_FACETS).map((word) => readAddress(word))
  return addresses.every((address) => address !== null)
    ? { addresses: [...new Set(addresses)], type: 'eip2535' }
    : null
}
