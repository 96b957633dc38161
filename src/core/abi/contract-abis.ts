/** ABIs of verified contracts, and of what stands behind proxies, as a source tells them. Kept while the program runs. */
import { readAbiItem } from '#shared/abi/abi-item.ts'
import { AbiIndex } from '#shared/abi/abi-index.ts'
import type { SmartContract } from '#shared/chain/smart-contract.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import { plainName } from '#shared/text/hostile-text.ts'

export interface ContractAbi {
  /** As the source calls the contract. */
  readonly name: string
  readonly index: AbiIndex
}

/** What the source is asked; rejects with `ChainglassFailure`. */
export interface ContractReader {
  readContract(source: string, address: string, signal: AbortSignal): Promise<SmartContract>
  /** The implementations that the source names for an account: of a delegation (EIP-7702), which is no contract. */
  readImplementations(source: string, address: string, signal: AbortSignal): Promise<readonly string[]>
  /** How long what the source said holds. */
  readonly keptMs: (source: string) => number
}

export interface ContractAbis {
  /** The contract's own, then those of its implementations or facets; addresses in lower case. */
  known(source: string, address: string): readonly ContractAbi[]
  /** Asks for those that are not known. A source that can't answer now changes nothing. */
  ask(source: string, addresses: Iterable<string>, signal: AbortSignal): Promise<void>
}

interface Entry {
  readonly abi: ContractAbi | null
  readonly implementations: readonly string[]
  readonly askedAt: number
}

/** Items of ABIs that are kept: a large contract has 300. */
const MAX_KEPT_ITEMS = 100_000
/** Items of one ABI that are read. */
const MAX_ITEMS = 5_000
/** Contracts that are asked for at once; a diamond has 30 facets. */
const MAX_ASKED = 40
const MAX_IMPLEMENTATIONS = 60

export function createContractAbis(reader: ContractReader, now = () => performance.now()): ContractAbis {
  const entries = new LruCache<string, Entry>({
    maxSize: MAX_KEPT_ITEMS,
    sizeOf: ({ abi }) => 10 + (abi?.index.size ?? 0),
  })
  const keyOf = (source: string, address: string) => `${source} ${address}`

  function isKnown(source: string, address: string): boolean {
    const entry = entries.get(keyOf(source, address))
    return entry !== undefined && now() - entry.askedAt < reader.keptMs(source)
  }

  async function askOne(source: string, address: string, signal: AbortSignal) {
    try {
      const entry = await readEntry(reader, source, address, signal)
      entries.set(keyOf(source, address), { ...entry, askedAt: now() })
    } catch (error) {
      // Offline, refused, cancelled: it is asked for again the next time.
      if (!(error instanceof ChainglassFailure)) throw error
    }
  }

  async function askAll(source: string, addresses: Iterable<string>, signal: AbortSignal) {
    const wanted = [...new Set(addresses)].filter((address) => !isKnown(source, address))
    await Promise.all(wanted.slice(0, MAX_ASKED).map((address) => askOne(source, address, signal)))
  }

  return {
    known(source, address) {
      const entry = entries.get(keyOf(source, address))
      if (!entry) return []
      const behind = entry.implementations.map((one) => entries.get(keyOf(source, one))?.abi)
      return [entry.abi, ...behind].filter((abi) => abi != null)
    },
    async ask(source, addresses, signal) {
      const asked = [...addresses].filter((address) => /^0x[0-9a-f]{40}$/.test(address))
      await askAll(source, asked, signal)
      const behind = asked.flatMap((address) => entries.get(keyOf(source, address))?.implementations ?? [])
      await askAll(source, behind, signal)
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
    return { abi: readAbi(contract), implementations: implementationsOf(contract, address) }
  } catch (error) {
    if (!(error instanceof ChainglassFailure) || error.error.code !== 'not_found') throw error
    const implementations = await reader.readImplementations(source, address, signal).catch(() => [])
    return { abi: null, implementations: addressesOf(implementations, address) }
  }
}

function readAbi({ abi, name }: SmartContract): ContractAbi | null {
  if (!Array.isArray(abi)) return null
  const items = (abi as readonly unknown[]).slice(0, MAX_ITEMS).map(readAbiItem)
  const index = new AbiIndex(items.filter((item) => item !== null))
  return index.size === 0 ? null : { name: plainName(name ?? '') || 'without a name', index }
}

/** As the source names them; where it does not, of a minimal proxy (ERC-1167) as its code says. */
function implementationsOf(
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
