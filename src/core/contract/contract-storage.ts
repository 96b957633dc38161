/** The storage of a contract: which places are read, and by whose layout. */
import { isDeepStrictEqual } from 'node:util'
import type { SmartContract } from '#shared/chain/smart-contract.ts'
import { ChainglassFailure, invalidInput } from '#shared/errors/failure.ts'
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
  const isAsked = given === undefined && !typed?.every((text) => slotOf(text) !== undefined)
  const found = isAsked ? await findLayouts(address, contractOf) : { layouts: [], unreadFacets: 0 }
  const known =
    given === undefined
      ? joinFound(found.layouts)
      : { layout: readGivenLayout(given), of: 'given', facets: [], isOnlyNamespaces: false }
  const { places, mappings, unknown, isCut } = chosenPlaces(known, typed)
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
    ...{ unreadFacets: found.unreadFacets, isOnlyNamespaces: known?.isOnlyNamespaces ?? false },
    ...{ isLayoutEmpty: known?.layout.items.length === 0, isCut, unknown },
  }
}

/** `with`: the places of which one has to be used, so that this one is shown; none where it always is. */
interface ReadPlace {
  readonly place: StoragePlace
  readonly with: readonly StoragePlace[]
}

function chosenPlaces(
  known: Pick<FoundLayout, 'layout' | 'isOnlyNamespaces'> | undefined,
  typed: readonly string[] | undefined,
) {
  if (typed) {
    const found = typed.map((text) => [text, placeOf(known?.layout, text)] as const)
    const places = found.flatMap(([, one]) => one?.places ?? [])
    const unknown = found.flatMap(([text, one]) => (one ? [] : [text]))
    const isCut = places.length > MAX_PLACES || found.some(([, one]) => one?.isCut)
    const mappings = new Map(found.flatMap(([, one]) => [...(one?.mappings ?? [])]))
    return { places: places.slice(0, MAX_PLACES), mappings, unknown, isCut }
  }
  const { places, mappings, isCut } = known ? placesOf(known.layout) : bare([])
  const first = Array.from({ length: FIRST_SLOTS }, (_, slot) => slotPlace(BigInt(slot))).filter(
    ({ slot }) => (known?.isOnlyNamespaces ?? true) && places.every((place) => place.slot !== slot),
  )
  return { places: [...places, ...first, ...STANDARD_SLOTS], mappings, unknown: [], isCut }
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

interface FoundLayout {
  readonly layout: StorageLayout
  /** Whether it has no layout of the compiler. */
  readonly isOnlyNamespaces: boolean
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
    isOnlyNamespaces: named.some((one) => one.isOnlyNamespaces),
    facets: named.map(({ of, name }) => ({ address: of, name })),
  }
}

export interface FoundLayouts {
  readonly layouts: readonly FoundLayout[]
  readonly unreadFacets: number
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
): Promise<FoundLayouts> {
  let failed = 0
  const ask = (of: string) =>
    contractOf(of).catch((error: unknown) => {
      // Words need nobody but the node.
      if (!(error instanceof ChainglassFailure) || error.error.code === 'cancelled') throw error
      failed += 1
      return undefined
    })
  const contract = await ask(address)
  const behind = implementationsOf(contract ?? {}, address.toLowerCase())
  const own = layoutsOf(contract, address)
  // The facets of a diamond have a part of its variables each.
  const isDiamond = behind.length > 1
  const isWhole = isDiamond && ran.length === 0
  const isBare = !isProxy && behind.length === 0
  if (isBare && own.some((one) => hasVariables(one) && !one.isOnlyNamespaces))
    return { layouts: own, unreadFacets: 0 }
  const found: FoundLayout[] = []
  const all = [...new Set([...ran, ...behind])]
  for (const of of all.slice(0, MAX_ASKED_LAYOUTS)) {
    if (found.length > 0 && !isWhole && !ran.includes(of)) break
    found.push(...layoutsOf(await ask(of), of).filter(hasVariables))
  }
  return {
    layouts: found.length === 0 ? own : isBare ? [...found, ...own.filter(hasVariables)] : found,
    unreadFacets: isDiamond ? failed + Math.max((isWhole ? all : ran).length - MAX_ASKED_LAYOUTS, 0) : 0,
  }
}

/** One or none. The compiler's layout has no namespaces: they are in the files. */
function layoutsOf(contract: SmartContract | undefined, of: string): readonly FoundLayout[] {
  if (!contract) return []
  const compiled = readLayout(contract.storage_layout)
  const parts = [compiled, readNamespaces(filesOf(contract).files)].filter((one) => one !== null)
  const [first, second] = parts
  if (!first) return []
  const layout = second ? joinLayouts(parts.map((one) => ({ layout: one, name: null }))) : first
  return [{ layout, of, name: plainName(contract.name ?? ''), isOnlyNamespaces: compiled === null }]
}
const hasVariables = ({ layout }: FoundLayout) => layout.items.length > 0
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
  throw invalidInput('file', 'file_without_layout')
}
