/** What a transaction changed in storage: slot by slot, named where a layout is known. */
import type { ChangedStorage, StorageChangesReport, StoredVariable } from '#shared/rpc/contract/contracts.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { askNode, type AskNodeDeps } from '../check/ask-node.ts'
import { findLayout, readGivenLayout, type StorageOptions } from './about-storage.ts'
import { nameSlots, type SearchBudget } from './name-slots.ts'
import { describePlace, STANDARD_SLOTS, textAt } from './read-storage.ts'
import { slotPlace, textLength, valueAt, type StoragePlace } from './storage-layout.ts'
import { traceStorage } from './trace-storage.ts'

type ChangesRequest = Parameters<Handlers['contract.storageChanges']>[0]

const MAX_CONTRACTS = 50
const MAX_SLOTS = 2_000
/** Of one transaction: a third of a second. */
const MAX_SEARCH: SearchBudget = { hashes: 20_000, steps: 100_000 }

export async function aboutStorageChanges(
  deps: AskNodeDeps,
  { source, hash, rpcUrl, layouts = [] }: ChangesRequest,
  { signal, contractOf }: StorageOptions,
): Promise<StorageChangesReport> {
  const given = new Map(
    layouts.map(({ address, layout }) => [address.toLowerCase(), readGivenLayout(layout)] as const),
  )
  const asked = await askNode(deps, { source, rpcUrl }, signal, (node) => traceStorage(node, hash))
  if (asked.outcome === 'refused') return asked
  const { block, to, changed, ran, keys } = asked.answer
  const { shown, omittedSlots } = firstOf(changed, to)
  const known = await Promise.all(
    shown.map(async ({ address }) => {
      const layout = given.get(address)
      return layout ? { layout, of: 'given' } : findLayout(address, contractOf, ran.get(address))
    }),
  )
  const named = Math.max(known.filter(Boolean).length, 1)
  const contracts = shown.map(({ address, slots }, at): ChangedStorage => {
    const { layout, of = null } = known[at] ?? {}
    const budget = { hashes: MAX_SEARCH.hashes / named, steps: MAX_SEARCH.steps / named }
    const names =
      layout &&
      nameSlots(
        layout,
        slots.map(([slot]) => slot),
        keys,
        budget,
      )
    const variables = slots.flatMap(([slot, words]) => describeChange(slot, words, names?.get(slot) ?? []))
    return { address, layoutOf: of, variables }
  })
  return { outcome: 'read', node: asked.node, block, contracts, omittedSlots }
}

type Changed = Awaited<ReturnType<typeof traceStorage>>['changed']

/** The contract that was called is first. */
function firstOf(changed: Changed, to: string | null) {
  const all = [...changed].sort(([one], [other]) => Number(other === to) - Number(one === to))
  let left = MAX_SLOTS
  let omittedSlots = 0
  const shown = all.flatMap(([address, words], at) => {
    const most = at < MAX_CONTRACTS ? left : 0
    const slots = [...words].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, most)
    left -= slots.length
    omittedSlots += words.size - slots.length
    return slots.length > 0 ? [{ address, slots }] : []
  })
  return { shown, omittedSlots }
}

/** Those of the variables that changed; the whole word where they are not all that changed. */
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
