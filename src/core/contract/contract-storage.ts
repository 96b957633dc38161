/** The storage of a contract: which places are read, and by whose layout. */
import { isDeepStrictEqual } from 'node:util'
import type { SmartContract } from '#shared/chain/smart-contract.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { parseLosslessJson } from '#shared/lossless-json.ts'
import type { StorageReport } from '#shared/rpc/contract/contracts.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { implementationsOf } from '../abi/contract-abis.ts'
import { askNode, type AskNodeDeps } from '../check/ask-node.ts'
import { readBlock } from './read-functions.ts'
import { filesOf } from './contract-files.ts'
import type { KeyRows } from './key-rows.ts'
import { placesAtKeys } from './places-at-keys.ts'
import { describePlace, readPlaces, STANDARD_SLOTS } from './read-storage.ts'
import {
  joinLayouts,
  MAX_PLACES,
  placesAt,
  placesOf,
  readLayout,
  slotPlace,
  type Places,
  type StorageLayout,
  type StoragePlace,
} from './storage-layout.ts'
import { readNamespaces } from './storage-namespaces.ts'

type StorageRequest = Parameters<Handlers['contract.storage']>[0]

/** Slots that are read where nothing says what is in them. */
const FIRST_SLOTS = 10

export interface StorageOptions {
  readonly signal: AbortSignal
  /** Undefined where the source knows no contract. */
  readonly contractOf: (address: string) => Promise<SmartContract | undefined>
}

export interface ContractStorageOptions extends StorageOptions {
  readonly keyRows: () => Promise<KeyRows>
}

export async function readContractStorage(
  deps: AskNodeDeps,
  { source, address, rpcUrl, height, against, places: typed, layout: given }: StorageRequest,
  { signal, contractOf, keyRows }: ContractStorageOptions,
): Promise<StorageReport> {
  const known =
    given !== undefined
      ? { layout: readGivenLayout(given), of: 'given', facets: [] }
      : typed?.every((text) => slotOf(text) !== undefined)
        ? undefined
        : joinFound(await findLayouts(address, contractOf))
  const { places, mappings, unknown, isCut } = chosenPlaces(known?.layout, typed)
  const reply = await askNode(deps, { source, rpcUrl }, signal, async (node) => {
    // Rows may cost credits: they are read once a node answers, and before the block, which a node may not hold for long.
    const rows = known && mappings.size > 0 ? await keyRows() : undefined
    const tried = known && rows && placesAtKeys(known.layout, mappings, rows.rows)
    const all = places.flatMap((place): readonly ReadPlace[] => [
      { place, with: STANDARD_SLOTS.includes(place) ? [place] : [] },
      ...(tried?.values.get(place) ?? []).flatMap((value) =>
        value.map((one) => ({ place: one, with: value })),
      ),
    ])
    const block = await readBlock(node, height)
    const againstBlock = against === undefined ? null : await readBlock(node, against)
    const wanted = all.map(({ place }) => place)
    const now = await readPlaces(node, { address, block }, wanted)
    const other = againstBlock && (await readPlaces(node, { address, block: againstBlock }, wanted))
    const used = new Set(
      wanted.filter((_, at) => [now[at], other?.[at]].some((one) => one && BigInt(one.word) !== 0n)),
    )
    const variables = all.flatMap(({ place, with: group }, at) => {
      const value = now[at]
      const isShown = group.length === 0 || group.some((one) => used.has(one))
      return value && isShown ? [describePlace(place, value, other?.[at] ?? null)] : []
    })
    const keys = rows && tried ? { ...rows.counts, isCut: rows.counts.isCut || tried.isCut } : null
    return { block, againstBlock, variables, keys }
  })
  if (reply.outcome === 'refused') return reply
  return {
    ...{ outcome: 'read', node: reply.node, ...reply.answer },
    ...{ layoutOf: known?.of ?? null, facets: known?.facets ?? [] },
    ...{ isLayoutEmpty: known?.layout.items.length === 0, isCut, unknown },
  }
}

/** `with`: the places of which one has to be used, so that this one is shown; none where it always is. */
interface ReadPlace {
  readonly place: StoragePlace
  readonly with: readonly StoragePlace[]
}

function chosenPlaces(layout: StorageLayout | undefined, typed: readonly string[] | undefined) {
  if (typed) {
    const found = typed.map((text) => [text, placeOf(layout, text)] as const)
    const places = found.flatMap(([, one]) => one?.places ?? [])
    const unknown = found.flatMap(([text, one]) => (one ? [] : [text]))
    const isCut = places.length > MAX_PLACES || found.some(([, one]) => one?.isCut)
    const mappings = new Map(found.flatMap(([, one]) => [...(one?.mappings ?? [])]))
    return { places: places.slice(0, MAX_PLACES), mappings, unknown, isCut }
  }
  const { places, mappings, isCut } = layout
    ? placesOf(layout)
    : bare(Array.from({ length: FIRST_SLOTS }, (_, slot) => slotPlace(BigInt(slot))))
  return { places: [...places, ...STANDARD_SLOTS], mappings, unknown: [], isCut }
}

const bare = (places: readonly StoragePlace[]): Places => ({ places, mappings: new Map(), isCut: false })

function placeOf(layout: StorageLayout | undefined, text: string): Places | undefined {
  const slot = slotOf(text)
  if (slot !== undefined) return bare([slotPlace(slot)])
  return layout && placesAt(layout, text)
}

function slotOf(text: string): bigint | undefined {
  const slot = /^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(text.trim()) ? BigInt(text.trim()) : undefined
  return slot !== undefined && slot < 2n ** 256n ? slot : undefined
}

export interface FoundLayout {
  readonly layout: StorageLayout
  /** The contract that it describes, or `given`. */
  readonly of: string
  /** The contract's name. */
  readonly name: string
}

/** Several are those of the facets of a diamond: variables are named by their facets, and what two have alike stands once. */
function joinFound(all: readonly FoundLayout[]) {
  const found = all.filter(({ layout }, at) => {
    const { places } = placesOf(layout)
    return !all.slice(0, at).some((other) => isDeepStrictEqual(placesOf(other.layout).places, places))
  })
  const [first] = found
  if (first === undefined || found.length === 1) return first && { ...first, facets: [] }
  const named = found.map((one, at) => ({
    ...one,
    name: /^[A-Za-z_$][\w$]*$/.test(one.name) ? one.name : `facet${String(at + 1)}`,
  }))
  return {
    ...{ layout: joinLayouts(named), of: first.of },
    facets: named.map(({ of, name }) => ({ address: of, name })),
  }
}

/** Code of others that a contract ran on its storage. */
interface ForeignCode {
  readonly ran: readonly string[]
  /** Whether the contract is known to be a proxy. Any contract may run a script once: that says nothing of its variables. */
  readonly isProxy: boolean
}

/** Finds the layouts of the code that runs, the likeliest first: the own layout of a proxy covers little of its storage. */
export async function findLayouts(
  address: string,
  contractOf: StorageOptions['contractOf'],
  { ran, isProxy }: ForeignCode = { ran: [], isProxy: false },
): Promise<readonly FoundLayout[]> {
  const ask = (of: string) =>
    contractOf(of).catch((error: unknown) => {
      // Words need nobody but the node.
      if (error instanceof ChainglassFailure && error.error.code !== 'cancelled') return undefined
      throw error
    })
  const contract = await ask(address)
  const behind = implementationsOf(contract ?? {}, address.toLowerCase())
  const layout = layoutOf(contract)
  const own = layout ? [{ layout, of: address, name: nameOf(contract) }] : []
  // The facets of a diamond have a part of its variables each.
  const isDiamond = ran.length === 0 && behind.length > 1
  if (!isProxy && behind.length === 0 && hasVariables(layout)) return own
  const found: FoundLayout[] = []
  for (const of of [...new Set([...ran, ...behind])].slice(0, MAX_ASKED_LAYOUTS)) {
    if (found.length > 0 && !isDiamond && !ran.includes(of)) break
    const code = await ask(of)
    const other = layoutOf(code)
    if (hasVariables(other)) found.push({ layout: other, of, name: nameOf(code) })
  }
  return found.length > 0 ? found : own
}

const nameOf = (contract: SmartContract | undefined) => plainName(contract?.name ?? '')

/** The compiler's layout has no namespaces: they are in the files. */
function layoutOf(contract: SmartContract | undefined): StorageLayout | null {
  if (!contract) return null
  const layout = readLayout(contract.storage_layout)
  const namespaces = readNamespaces(filesOf(contract).files)
  if (!layout || !namespaces) return layout ?? namespaces
  return joinLayouts([layout, namespaces].map((one) => ({ layout: one, name: null })))
}
const hasVariables = (layout: StorageLayout | null): layout is StorageLayout =>
  layout !== null && layout.items.length > 0
const MAX_ASKED_LAYOUTS = 10
const LAYOUT_BOUNDS = { values: 2_000_000, keys: 50_000 }

export function readGivenLayout(text: string): StorageLayout {
  let layout: StorageLayout | null = null
  try {
    layout = readLayout(parseLosslessJson(text, LAYOUT_BOUNDS).json)
  } catch {
    // The text is not JSON, or is cut off.
  }
  if (layout) return layout
  throw new ChainglassFailure({ code: 'invalid_input', field: 'file', reason: 'file_without_layout' })
}
