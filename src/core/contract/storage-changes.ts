/** Reports the changes of a transaction in storage: slot by slot, named where a layout is known. */
import { isDeepStrictEqual } from 'node:util'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { limitConcurrency } from '#shared/limit-concurrency.ts'
import type { ChangedStorage, StorageChangesReport, StoredVariable } from '#shared/rpc/contract/contracts.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { askNode, type AskNodeDeps } from '../check/ask-node.ts'
import { UntrustedNode } from '../check/node-problem.ts'
import { findLayouts, readGivenLayout, type FoundLayouts, type StorageOptions } from './contract-storage.ts'
import { nameSlots, type SearchBudget } from './name-slots.ts'
import { describePlace, isProxy, readSlots, STANDARD_SLOTS, textAt } from './read-storage.ts'
import { slotPlace, textLength, valueAt, type StoragePlace } from './storage-layout.ts'
import { traceStorage } from './trace-storage.ts'

type ChangesRequest = Parameters<Handlers['contract.storageChanges']>[0]

const MAX_CONTRACTS = 50
const MAX_SLOTS = 2_000
/** The search for all names of one transaction takes a third of a second. */
const MAX_SEARCH: SearchBudget = { hashes: 20_000, steps: 100_000 }
const MAX_ASKED_AT_ONCE = 4

export interface ChangesOptions extends StorageOptions {
  /** Whether layouts are asked of the source: explorers serve none. */
  readonly hasLayouts: boolean
}

const NO_LAYOUTS: FoundLayouts = { layouts: [], unreadFacets: 0 }

export async function readStorageChanges(
  deps: AskNodeDeps,
  { source, hash, rpcUrl, addresses, layouts = [] }: ChangesRequest,
  { signal, contractOf, hasLayouts }: ChangesOptions,
): Promise<StorageChangesReport> {
  const given = new Map(layouts.map(({ address, layout }) => [address.toLowerCase(), layout] as const))
  const only = addresses && new Set(addresses.map((address) => address.toLowerCase()))
  const asked = await askNode(deps, { source, rpcUrl }, signal, async (node) => {
    const trace = await traceStorage(node, hash)
    const { shown, omittedSlots } = firstOf(trace, only, given)
    const contracts = await Promise.all(shown.map((contract) => askMore(node, trace, contract)))
    return { block: trace.block, keys: trace.keys, contracts, omittedSlots }
  })
  if (asked.outcome === 'refused') return asked
  const { block, contracts: read, keys, omittedSlots } = asked.answer
  const changed = read.filter(({ isUnreadable }) => !isUnreadable)
  const limit = limitConcurrency(MAX_ASKED_AT_ONCE)
  const known = await Promise.all(
    changed.map(async ({ address, code }): Promise<FoundLayouts> => {
      const text = given.get(address)
      if (text !== undefined) {
        const own = { layout: readGivenLayout(text), of: 'given', name: '', isOnlyNamespaces: false }
        return { layouts: [own], unreadFacets: 0 }
      }
      if (!hasLayouts) return NO_LAYOUTS
      return limit.run(() => findLayouts(address, contractOf, code))
    }),
  )
  let hasMoreKeys = false
  const named = Math.max(known.flatMap(({ layouts: each }) => each).length, 1)
  const contracts = changed.map(({ address, slots }, at): ChangedStorage => {
    const { layouts: found, unreadFacets } = known[at] ?? NO_LAYOUTS
    const wanted = slots.map(([slot]) => slot)
    const names = found.map(({ layout }) => {
      const budget = { hashes: MAX_SEARCH.hashes / named, steps: MAX_SEARCH.steps / named }
      const inSlots = nameSlots(layout, wanted, keys, budget)
      const isAllTried = !keys.isCut && budget.hashes > 0 && budget.steps > 0
      hasMoreKeys ||= !isAllTried && inSlots.size < slots.length
      return inSlots
    })
    const variables = slots.flatMap(([slot, words]) => describeChange(slot, words, placesIn(names, slot)))
    const isOnlyNamespaces = found.length > 0 && found.every((one) => one.isOnlyNamespaces)
    return { address, layoutOf: found[0]?.of ?? null, unreadFacets, isOnlyNamespaces, variables }
  })
  return {
    ...{ outcome: 'read', node: asked.node, block, omittedSlots, hasMoreKeys },
    unreadable: read.flatMap(({ address, isUnreadable }) => (isUnreadable ? [address] : [])),
    contracts: contracts.filter(({ variables }) => variables.length > 0),
  }
}

type Trace = Awaited<ReturnType<typeof traceStorage>>
interface ChangedContract {
  readonly address: string
  readonly slots: readonly (readonly [slot: bigint, words: readonly [before: string, after: string]])[]
}

/** The contracts that a person gave a layout for are first, then the one that was called. */
function firstOf(
  { changed, to }: Trace,
  only: ReadonlySet<string> | undefined,
  given: ReadonlyMap<string, unknown>,
) {
  const rank = (address: string) => (given.has(address) ? 0 : address === to ? 1 : 2)
  const all = [...changed]
    .filter(([address]) => only?.has(address) ?? true)
    .sort(([one], [other]) => rank(one) - rank(other))
  let left = MAX_SLOTS
  let omittedSlots = 0
  const shown = all.flatMap(([address, words], at): readonly ChangedContract[] => {
    const most = at < MAX_CONTRACTS ? left : 0
    const slots = [...words].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, most)
    left -= slots.length
    omittedSlots += words.size - slots.length
    return slots.length > 0 ? [{ address, slots }] : []
  })
  return { shown, omittedSlots }
}

/** Reads the words of an account that ended as the node has them, and finds out whose layouts count. */
async function askMore(
  node: NodeConnection,
  { block, ran, ended }: Trace,
  { address, slots }: ChangedContract,
) {
  const at = { address, block }
  const foreign = ran.get(address) ?? []
  const code = { ran: foreign, isProxy: foreign.length > 0 && (await isProxy(node, at)) }
  if (!ended.has(address)) return { address, slots, code, isUnreadable: false }
  const words = await readSlots(
    node,
    at,
    slots.map(([slot]) => slot),
  ).catch((error: unknown) => {
    // The state of the block is gone: that of the others came with the trace.
    if (error instanceof UntrustedNode && error.problem.kind === 'pruned') return undefined
    throw error
  })
  if (!words) return { address, slots: [], code, isUnreadable: true }
  const kept = slots
    .map(([slot, [before, after]]) => [slot, [before, words.get(slot) ?? after]] as const)
    .filter(([, [before, after]]) => before !== after)
  return { address, slots: kept, code, isUnreadable: false }
}

/** The variables in a slot: none where two layouts name it differently. */
function placesIn(names: readonly ReturnType<typeof nameSlots>[], slot: bigint): readonly StoragePlace[] {
  const [first, ...others] = names.flatMap((one) => {
    const places = one.get(slot)
    return places ? [places] : []
  })
  return first && others.every((one) => isDeepStrictEqual(one, first)) ? first : []
}

/** Gives the variables that changed, and the whole word where more of it changed. */
function describeChange(
  slot: bigint,
  [before, after]: readonly [string, string],
  places: readonly StoragePlace[],
): readonly StoredVariable[] {
  const changed = (places.length > 0 ? places : standardAt(slot)).filter(
    ({ kind, offset, bytes }) =>
      kind !== 'value' || bytesOf(before, offset, bytes) !== bytesOf(after, offset, bytes),
  )
  const said = changed.reduce((all, { offset, bytes }) => all | maskOf(offset, bytes), 0n)
  const rest = (BigInt(`0x${before}`) ^ BigInt(`0x${after}`)) & ~said
  return [...changed, ...(rest === 0n ? [] : [slotPlace(slot)])].map((place) =>
    describePlace(place, valueOf(place, after), valueOf(place, before)),
  )
}

const standardAt = (wanted: bigint) => STANDARD_SLOTS.filter(({ slot }) => slot === wanted)
const maskOf = (offset: number, bytes: number) => ((1n << BigInt(8 * bytes)) - 1n) << BigInt(8 * offset)
const bytesOf = (word: string, offset: number, bytes: number) =>
  word.slice(64 - 2 * (offset + bytes), 64 - 2 * offset)

function valueOf(place: StoragePlace, word: string) {
  const { bytes, isLong } = textLength(word)
  const isCut = place.kind === 'text' && isLong && bytes > 31n
  const value = isCut
    ? `… (${String(bytes)} bytes)`
    : place.kind === 'text'
      ? textAt(place, word, new Map())
      : valueAt(place, word)
  return { word: `0x${word}`, value, isBeyond: false }
}
