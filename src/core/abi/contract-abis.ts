/**
 * ABIs of verified contracts and of implementations behind proxies, read from sources; and functions found in their code.
 * Kept in memory.
 */
import { readAbiItem } from '#shared/abi/abi-item.ts'
import { AbiIndex } from '#shared/abi/abi-index.ts'
import type { SmartContract } from '#shared/chain/smart-contract.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { codeHashOf, type CalledCode } from './code-hash.ts'
import type { CodeFunctions } from './bytecode/code-functions.ts'

export interface ContractAbi {
  /** The name of the contract at the source; for unverified code its address. */
  readonly name: string
  readonly index: AbiIndex
}

export interface AbiAtAddress extends ContractAbi {
  /** In lower case. */
  readonly address: string
}

/** Requests to a source; they reject with `ChainglassFailure`. */
export interface ContractReader {
  readContract(source: string, address: string, signal: AbortSignal): Promise<SmartContract>
  /** The implementations that the source names for a delegated account (EIP-7702), which is no contract. */
  readImplementations(source: string, address: string, signal: AbortSignal): Promise<readonly string[]>
  /** The type of the contract's token at the source; null if it is no token. */
  readTokenType(source: string, address: string, signal: AbortSignal): Promise<string | null>
  /** Time that answers of the source stay valid, in ms. */
  readonly keptMs: (source: string) => number
}

/** Data of a contract besides its ABI, from the source; used to find the constructor's arguments after the code. */
interface ContractCode {
  /** The ABI of the contract itself, not of its implementations. */
  readonly abi: ContractAbi | null
  readonly code: string | null
  /** Hashed once it is asked for: most code never is. */
  readonly codeHash: () => string | undefined
  /** In hex, as given by the source. */
  readonly constructorArguments: string | null
}

export interface ContractAbis {
  /** The implementations or facets of the contract, by the last answer of the source. */
  behind(source: string, address: string): readonly string[]
  /** The known ABIs of these contracts, in order; addresses in lower case. */
  known(source: string, addresses: readonly string[]): readonly AbiAtAddress[]
  /** Undefined if it was not requested. */
  contract(source: string, address: string): ContractCode | undefined
  /** Requests the contracts that are not known. If the source can't answer now, nothing changes. */
  ask(source: string, addresses: Iterable<string>, signal: AbortSignal): Promise<void>
  /**
   * Requests the token types of those contracts that are not known, to decide whether a number in `approve` or
   * `transferFrom` is an NFT.
   */
  askTokens(source: string, addresses: Iterable<string>, signal: AbortSignal): Promise<void>
  /** Whether the contract is known to be an ERC-721. */
  isNft(source: string, address: string): boolean
  /** The functions found in the code of these contracts. */
  inCode(source: string, addresses: readonly string[]): readonly AbiAtAddress[]
  /** Searches the code of requested contracts for functions; returns whether new ones were found. */
  readCode(source: string, addresses: Iterable<string>, signal: AbortSignal): Promise<boolean>
}

interface Entry extends ContractCode {
  /** Whether its code was searched. */
  readonly isCodeRead: boolean
  readonly inCode: ContractAbi | null
  readonly implementations: readonly string[]
  readonly askedAt: number
}

/** Maximum number of ABI items kept; a large contract has 300. */
const MAX_KEPT_ITEMS = 100_000
/** Characters of code that count as one item. */
const CODE_PER_ITEM = 100
/** Maximum number of items read of one ABI. */
const MAX_ITEMS = 5_000
/** Maximum number of contracts in one request; a diamond has 30 facets. */
const MAX_ASKED = 40
const MAX_IMPLEMENTATIONS = 60
const MAX_KEPT_TOKENS = 5_000
/** Time limit for searching code in one request, in ms; a search that has begun is finished. */
const MAX_CODE_MS = 4_000

const keyOf = (source: string, address: string) => `${source} ${address}`

interface ContractAbisOptions {
  /** Called with a contract whose calls have names since now. */
  readonly onLearnt?: (source: string, address: string) => void
}

export function createContractAbis(
  reader: ContractReader,
  functions: Pick<CodeFunctions, 'find'>,
  { onLearnt = () => undefined }: ContractAbisOptions = {},
): ContractAbis {
  const entries = new LruCache<string, Entry>({
    maxSize: MAX_KEPT_ITEMS,
    sizeOf: ({ abi, inCode, code }) =>
      10 + (abi?.index.size ?? 0) + (inCode?.index.size ?? 0) + (code?.length ?? 0) / CODE_PER_ITEM,
  })

  function isKnown(source: string, address: string): boolean {
    const entry = entries.get(keyOf(source, address))
    return entry !== undefined && performance.now() - entry.askedAt < reader.keptMs(source)
  }

  async function askOne(source: string, address: string, signal: AbortSignal) {
    try {
      const entry = await readEntry(reader, source, address, signal)
      entries.set(keyOf(source, address), { ...entry, askedAt: performance.now() })
    } catch (error) {
      // Offline, refused or cancelled: it is requested again the next time.
      if (!(error instanceof ChainglassFailure)) throw error
    }
  }

  async function askAll(source: string, addresses: Iterable<string>, signal: AbortSignal) {
    const wanted = [...new Set(addresses)].filter((address) => !isKnown(source, address))
    await Promise.all(wanted.slice(0, MAX_ASKED).map((address) => askOne(source, address, signal)))
  }

  /** The entries of the contract and of its implementations. */
  function entriesOf(source: string, address: string): readonly (readonly [string, Entry])[] {
    return [address, ...behind(source, address)].flatMap((one) => {
      const found = entries.get(keyOf(source, one))
      return found ? [[one, found] as const] : []
    })
  }
  const behind = (source: string, address: string) =>
    entries.get(keyOf(source, address))?.implementations ?? []
  const read = (source: string, addresses: readonly string[], part: 'abi' | 'inCode') =>
    addresses.flatMap((address): readonly AbiAtAddress[] => {
      const abi = entries.get(keyOf(source, address))?.[part]
      return abi ? [{ ...abi, address }] : []
    })

  return {
    behind,
    known: (source, addresses) => read(source, addresses, 'abi'),
    inCode: (source, addresses) => read(source, addresses, 'inCode'),
    contract: (source, address) => entries.get(keyOf(source, address)),
    async readCode(source, addresses, signal) {
      const until = performance.now() + MAX_CODE_MS
      let isNews = false
      for (const [address, asked] of [...new Set(addresses)].flatMap((one) => entriesOf(source, one))) {
        const { code, isCodeRead } = asked
        if (code === null || isCodeRead || signal.aborted || performance.now() > until) continue
        const index = await functions.find(code)
        const entry = entries.get(keyOf(source, address))
        if (entry?.code !== code || entry.isCodeRead) continue
        const inCode = index.size === 0 ? null : { name: address, index }
        entries.set(keyOf(source, address), { ...entry, isCodeRead: true, inCode })
        isNews ||= inCode !== null
      }
      return isNews
    },
    ...createTokenTypes(reader),
    async ask(source, addresses, signal) {
      const distinct = [...new Set(addresses)].filter((address) => /^0x[0-9a-f]{40}$/.test(address))
      const nameable = (address: string) => read(source, [address, ...behind(source, address)], 'abi').length
      const before = distinct.map(nameable)
      await askAll(source, distinct, signal)
      await askAll(
        source,
        distinct.flatMap((address) => behind(source, address)),
        signal,
      )
      for (const [at, address] of distinct.entries())
        if (nameable(address) !== before[at]) onLearnt(source, address)
    },
  }
}

/** The contracts, in lower case, with their code as far as it is known. */
export const calledCode = (
  contracts: Pick<ContractAbis, 'contract'>,
  source: string,
  addresses: readonly string[],
): CalledCode => ({
  addresses,
  codeHashes: () => addresses.flatMap((address) => contracts.contract(source, address)?.codeHash() ?? []),
})

/** Requests and caches the token types of contracts. */
function createTokenTypes(reader: ContractReader): Pick<ContractAbis, 'askTokens' | 'isNft'> {
  const tokens = new LruCache<string, { readonly isNft: boolean; readonly askedAt: number }>({
    maxSize: MAX_KEPT_TOKENS,
  })
  return {
    isNft: (source, address) => tokens.get(keyOf(source, address))?.isNft === true,
    async askTokens(source, addresses, signal) {
      const wanted = [...new Set(addresses)].filter((address) => {
        const known = tokens.get(keyOf(source, address))
        return known === undefined || performance.now() - known.askedAt >= reader.keptMs(source)
      })
      await Promise.all(
        wanted.slice(0, MAX_ASKED).map(async (address) => {
          try {
            const type = await reader.readTokenType(source, address, signal)
            tokens.set(keyOf(source, address), { isNft: type === 'ERC-721', askedAt: performance.now() })
          } catch (error) {
            if (!(error instanceof ChainglassFailure)) throw error
          }
        }),
      )
    },
  }
}

async function readEntry(
  reader: ContractReader,
  source: string,
  address: string,
  signal: AbortSignal,
): Promise<Omit<Entry, 'askedAt'>> {
  try {
    const contract = await reader.readContract(source, address, signal)
    const { deployed_bytecode: code, constructor_args: constructorArguments } = contract
    return {
      abi: readAbi(contract),
      code: code ?? null,
      codeHash: hashedOnce(code ?? null),
      constructorArguments: constructorArguments ?? null,
      isCodeRead: false,
      inCode: null,
      implementations: implementationsOf(contract, address),
    }
  } catch (error) {
    if (!(error instanceof ChainglassFailure) || error.error.code !== 'not_found') throw error
    const implementations = await reader.readImplementations(source, address, signal).catch(() => [])
    return {
      abi: null,
      code: null,
      codeHash: hashedOnce(null),
      constructorArguments: null,
      isCodeRead: false,
      inCode: null,
      implementations: addressesOf(implementations, address),
    }
  }
}

function hashedOnce(code: string | null): () => string | undefined {
  let hash: { readonly is: string | undefined } | undefined
  return () => (hash ??= { is: codeHashOf(code) }).is
}

/** The ABI of a contract; null if nothing of it can be read. */
export function readAbi({ abi, name }: SmartContract): ContractAbi | null {
  if (!Array.isArray(abi)) return null
  const items = (abi as readonly unknown[]).slice(0, MAX_ITEMS).map(readAbiItem)
  const index = new AbiIndex(items.filter((item) => item !== null))
  return index.size === 0 ? null : { name: plainName(name ?? '') || 'without a name', index }
}

/** The implementations that the source names; else, for a minimal proxy (ERC-1167), the address in its code. */
export function implementationsOf(
  { implementations, deployed_bytecode: code }: SmartContract,
  own: string,
): readonly string[] {
  const named = (implementations ?? []).map(({ address_hash: hash }) => hash ?? '')
  const [, target] = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af4/i.exec(code ?? '') ?? []
  return addressesOf(named.length > 0 || target === undefined ? named : [`0x${target}`], own)
}

const addressesOf = (hashes: readonly string[], own: string) =>
  [...new Set(hashes.map((hash) => hash.toLowerCase()))]
    .filter((hash) => hash !== own && /^0x[0-9a-f]{40}$/.test(hash))
    .slice(0, MAX_IMPLEMENTATIONS)
