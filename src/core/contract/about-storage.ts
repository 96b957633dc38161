/** The storage of a contract: which places are read, and by whose layout. */
import type { SmartContract } from '#shared/chain/smart-contract.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { parseLosslessJson } from '#shared/lossless-json.ts'
import type { StorageReport } from '#shared/rpc/contract/contracts.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { implementationsOf } from '../abi/contract-abis.ts'
import { askNode, type ChainSources } from '../check/ask-node.ts'
import { readBlock } from './read-functions.ts'
import { describePlace, readPlaces, STANDARD_SLOTS } from './read-storage.ts'
import {
  MAX_PLACES,
  placesAt,
  placesOf,
  readLayout,
  slotPlace,
  type StorageLayout,
  type StoragePlace,
} from './storage-layout.ts'

type StorageRequest = Parameters<Handlers['contract.storage']>[0]

/** Slots that are read where nothing says what is in them. */
const FIRST_SLOTS = 10n

interface StorageOptions {
  readonly signal: AbortSignal
  /** Undefined where the source knows no contract. */
  readonly contractOf: (address: string) => Promise<SmartContract | undefined>
}

export async function aboutStorage(
  sources: ChainSources,
  { source, address, rpcUrl, height, against, places: typed, layout: given }: StorageRequest,
  { signal, contractOf }: StorageOptions,
): Promise<StorageReport> {
  const known =
    given === undefined
      ? await findLayout(address, contractOf)
      : { layout: readGivenLayout(given), of: 'given' }
  const { places, unknown, isCut } = chosenPlaces(known?.layout, typed)
  const asked = await askNode(sources, { source, rpcUrl }, signal, async (node) => {
    const block = await readBlock(node, height)
    const againstBlock = against === undefined ? null : await readBlock(node, against)
    const now = await readPlaces(node, { address, block }, places)
    const other = againstBlock && (await readPlaces(node, { address, block: againstBlock }, places))
    const variables = places.flatMap((place, at) => {
      const [value, before] = [now[at], other?.[at] ?? null]
      // Of what only a standard says, what is not used is no news.
      const isUsed = [value, before].some((one) => one && BigInt(one.word) !== 0n)
      return value && (isUsed || !STANDARD_SLOTS.includes(place)) ? [describePlace(place, value, before)] : []
    })
    return { block, againstBlock, variables }
  })
  if (asked.outcome === 'refused') return asked
  return {
    ...{ outcome: 'read', node: asked.node, ...asked.answer },
    ...{ layoutOf: known?.of ?? null, isCut, unknown },
  }
}

function chosenPlaces(layout: StorageLayout | undefined, typed: readonly string[] | undefined) {
  if (typed) {
    const found = typed.map((text) => [text, placeOf(layout, text)] as const)
    const places = found.flatMap(([, one]) => one ?? [])
    const unknown = found.flatMap(([text, one]) => (one ? [] : [text]))
    return { places: places.slice(0, MAX_PLACES), unknown, isCut: places.length > MAX_PLACES }
  }
  const all = layout
    ? placesOf(layout)
    : Array.from({ length: Number(FIRST_SLOTS) }, (_, slot) => slotPlace(BigInt(slot)))
  return { places: [...all, ...STANDARD_SLOTS], unknown: [], isCut: all.length >= MAX_PLACES }
}

function placeOf(layout: StorageLayout | undefined, text: string): readonly StoragePlace[] | undefined {
  const slot = /^(?:0x[0-9a-f]{1,64}|\d{1,77})$/i.test(text.trim()) ? BigInt(text.trim()) : undefined
  if (slot !== undefined) return [slotPlace(slot)]
  return layout && placesAt(layout, text)
}

/** The layout of the contract, or of the first that it runs which has one. */
async function findLayout(
  address: string,
  contractOf: StorageOptions['contractOf'],
): Promise<{ readonly layout: StorageLayout; readonly of: string } | undefined> {
  const own = await contractOf(address)
  const behind = implementationsOf(own ?? {}, address.toLowerCase()).slice(0, MAX_ASKED_LAYOUTS)
  for (const of of [address, ...behind]) {
    const contract = of === address ? own : await contractOf(of)
    const layout = readLayout(contract?.storage_layout)
    if (layout) return { layout, of }
  }
  return undefined
}
const MAX_ASKED_LAYOUTS = 5
const LAYOUT_BOUNDS = { values: 2_000_000, keys: 50_000 }

function readGivenLayout(text: string): StorageLayout {
  let layout: StorageLayout | null = null
  try {
    layout = readLayout(parseLosslessJson(text, LAYOUT_BOUNDS).json)
  } catch {
    // It is no JSON, or it has no end.
  }
  if (layout) return layout
  throw new ChainglassFailure({ code: 'invalid_input', field: 'file', reason: 'file_without_layout' })
}
