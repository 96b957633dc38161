/** Proxies: contracts that pass calls on to other contracts, found by their code, their storage or what they say. */
import { delegatorsOf, type ChainBlock } from '../model/chain-block.ts'
import { toHex } from '../model/hex.ts'

type ProxyType =
  | 'eip1167'
  | 'clone_with_immutable_arguments'
  | 'eip1967'
  | 'eip1967_oz'
  | 'eip1967_beacon'
  | 'eip1822'
  | 'eip897'
  | 'master_copy'
  | 'comptroller'
  | 'basic_implementation'
  | 'eip2535'
  | 'eip7702'

export interface ProxyTarget {
  /** Addresses of the implementations, in lower case: one, or the facets of a diamond. */
  readonly addresses: readonly string[]
  /** As `proxy_type` of the API. */
  readonly type: ProxyType
  /** The contract that names the implementation of a beacon proxy. */
  readonly beacon?: string
}

/** The storage slot in which an EIP-1967 proxy keeps the address of its implementation. */
export const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
/** The storage slot in which a beacon proxy keeps the address of its beacon. */
export const BEACON_SLOT = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'
/**
 * Slots of older kinds of proxies, the first that holds an address: ZeppelinOS, EIP-1822, and the proxies of Polygon, each
 * the hash of its name.
 */
const OTHER_SLOTS: readonly (readonly [slot: string, type: ProxyType])[] = [
  ['0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3', 'eip1967_oz'],
  ['0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7', 'eip1822'],
  ['0xbaab7dbf64751104133af04abc7d9979f0fda3b059a322a8333f533d3f32bf7f', 'eip897'],
]
/** Where a Safe keeps the address of its master copy. */
const FIRST_SLOT = `0x${'0'.repeat(64)}`
/** To be read of a contract that hands calls on, and is no proxy of another kind: see `slotTarget`. */
export const DELEGATE_SLOTS: readonly string[] = [...OTHER_SLOTS.map(([slot]) => slot), FIRST_SLOT]
/** `implementation()` of a beacon, and of some proxies. */
export const IMPLEMENTATION = '0x5c60da1b'
/** `comptrollerImplementation()` of Compound. */
export const COMPTROLLER_IMPLEMENTATION = '0xbb82aa5e'
/** `facetAddresses()` of an EIP-2535 diamond. */
export const FACET_ADDRESSES = '0x52ef6b2c'
/**
 * Topics of `Upgraded(address)`, `BeaconUpgraded(address)`, `DiamondCut`, Polygon's `ProxyUpdated`, a Safe's
 * `ChangedMasterCopy` and Compound's `NewImplementation`, which a proxy or its beacon logs.
 */
const UPGRADES = new Set([
  '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b',
  '0x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e',
  '0x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673',
  '0xd32d24edea94f55e932d9a008afc425a8561462d1b1f57bc6e508e9a6b9509e1',
  '0x75e41bc35ff1bf14d81d1d2f649c0084a0f974f9289c803ec9898eeec4c8d0b8',
  '0xd604de94d45953f9138079ec1b82d533cb2160c906d1076d1f7ed54befbca97a',
])

/** As EIP-1167 has it, with an address that begins with zeros left out, of fewer gas (0age), and with PUSH0 (ERC-7511). */
const MINIMAL_PROXIES = [
  /^0x363d3d373d3d3d363d(?:6[0-9a-f]|7[0-3])([0-9a-f]{2,40})5af43d82803e903d9160[0-9a-f]{2}57fd5bf3$/,
  /^0x3d3d3d3d363d3d37363d73([0-9a-f]{40})5af43d3d93803e602a57fd5bf3$/,
  /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3$/,
]
/** Clones with arguments behind their code. */
const CLONE_WITH_ARGUMENTS =
  /^0x(?:363d3d3761|3d3d3d3d363d3d3761)[0-9a-f]{4}6[0-9a-f]{3}36393661[0-9a-f]{4}013d73([0-9a-f]{40})5af4/
const DELEGATED_ACCOUNT = /^0xef0100([0-9a-f]{40})$/
const ADDRESS_WORD = /^0x0{24}([0-9a-f]{40})$/

const MAX_MINIMAL_CODE = 45
const MAX_READ_CODE = 128

/** `slot`: the node's result for `IMPLEMENTATION_SLOT`. Null where the contract is no proxy. */
export function detectProxy(code: Uint8Array, slot: unknown): ProxyTarget | null {
  const text = code.length > MAX_MINIMAL_CODE ? '' : toHex(code)
  const minimal = MINIMAL_PROXIES.map((form) => form.exec(text)).find((match) => match !== null)
  return (
    proxyTarget('eip1167', minimal ?? null) ??
    proxyTarget('eip7702', DELEGATED_ACCOUNT.exec(text)) ??
    proxyTarget(
      'clone_with_immutable_arguments',
      CLONE_WITH_ARGUMENTS.exec(toHex(code.subarray(0, MAX_READ_CODE))),
    ) ??
    proxyTarget('eip1967', matchAddress(slot))
  )
}

const [PUSH1, PUSH32, DELEGATECALL] = [0x60, 0x7f, 0xf4]

/** Whether the code can run the code of another contract in its own place. */
export function canDelegateCalls(code: Uint8Array): boolean {
  for (let at = 0; at < code.length; at += 1) {
    const byte = code[at] ?? 0
    if (byte === DELEGATECALL) return true
    if (byte >= PUSH1 && byte <= PUSH32) at += byte - PUSH1 + 1
  }
  return false
}

/** A contract with more code has other things in its first slot than a master copy. */
const MAX_SAFE_PROXY_CODE = 1_024

/**
 * `slots`: the node's results for `DELEGATE_SLOTS`. What the first slot of a Safe holds may be anything in another
 * contract: `isMasterCopy` says that the target is to be believed only where it has code.
 */
export function slotTarget(
  code: Uint8Array,
  slots: readonly unknown[],
): { readonly target: ProxyTarget; readonly isMasterCopy: boolean } | null {
  for (const [index, [, type]] of OTHER_SLOTS.entries()) {
    const target = proxyTarget(type, matchAddress(slots[index]))
    if (target) return { target, isMasterCopy: false }
  }
  const target = proxyTarget('master_copy', matchAddress(slots[OTHER_SLOTS.length]))
  return target && code.length <= MAX_SAFE_PROXY_CODE ? { target, isMasterCopy: true } : null
}

/** `result`: what a proxy that says where it hands calls on returned. */
export const saidTarget = (
  type: 'basic_implementation' | 'comptroller',
  result: Uint8Array | null,
): ProxyTarget | null => result && proxyTarget(type, matchAddress(toHex(result)))

/** Addresses of the proxies that were upgraded in these blocks, and of the accounts that delegate to another contract. */
export const findUpgradedProxies = (blocks: readonly ChainBlock[]): string[] =>
  blocks.flatMap(({ transactions }) =>
    transactions.flatMap((transaction) => [
      ...delegatorsOf(transaction),
      ...transaction.logs
        .filter(({ topics: [first] }) => first !== undefined && UPGRADES.has(first))
        .map(({ address }) => address),
    ]),
  )

function proxyTarget(type: ProxyTarget['type'], match: RegExpExecArray | null): ProxyTarget | null {
  const [, address] = match ?? []
  if (address === undefined || /^0+$/.test(address)) return null
  return { addresses: [`0x${address.padStart(40, '0')}`], type }
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
