/** Goes over the movements of a ledger: those of a period and of an asset, without those that are left out. */
import { setImmediate } from 'node:timers/promises'
import { LruCache } from '#shared/lru-cache.ts'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import {
  addUp,
  type MovementReader,
  type PlacedMovement,
  type Stretch,
  type SumsByAsset,
} from './movement-reader.ts'

/** In ms since 1970; `from` included, `to` not. */
export interface Period {
  readonly from: number | null
  readonly to: number | null
}

/** Which movements count. */
export interface MovementFilter {
  /** Of two with the same key the same movements pass: sums of them are remembered by it. */
  readonly key: string
  readonly passes: (movement: PlacedMovement) => boolean
}

export interface WalkOptions {
  readonly filter?: MovementFilter | undefined
  readonly signal?: AbortSignal | undefined
}

/** Where a stretch stands to a period. */
type Side = 'before' | 'within' | 'across' | 'after'

/** A stretch, and what of it counts. Undefined where there is none of it. */
interface WalkedStretch {
  readonly stretch: Stretch
  readonly before: SumsByAsset | undefined
  readonly within: SumsByAsset | undefined
}

export interface MovementWalk {
  readonly reader: MovementReader
  /** Sums of what is before the period and in it, the oldest first. */
  sums(period: Period, options: WalkOptions): AsyncGenerator<WalkedStretch>
  /** The movements of a stretch that lie in the period, the oldest first. */
  read(stretch: Stretch, wanted: Wanted, options: WalkOptions): Promise<readonly PlacedMovement[]>
}

export type Wanted = Period & { readonly asset?: string | null }

/** So long others wait for their turn. */
const SLICE_MS = 5
/** Sums of assets that are remembered for filters. */
const MAX_REMEMBERED = 200_000

export function createWalk(reader: MovementReader): MovementWalk {
  const remembered = new LruCache<string, SumsByAsset>({
    maxSize: MAX_REMEMBERED,
    sizeOf: ({ size }) => 1 + size,
  })
  let since = performance.now()
  async function takeTurns(signal: AbortSignal | undefined) {
    if (performance.now() - since >= SLICE_MS) {
      await setImmediate()
      since = performance.now()
    }
    if (signal?.aborted) throw new ChainglassFailure({ code: 'cancelled' })
  }
  async function read(stretch: Stretch, wanted: Wanted, { filter, signal }: WalkOptions) {
    await takeTurns(signal)
    const [from, to] = boundsOf(wanted)
    const { asset = null } = wanted
    return reader
      .read(stretch)
      .filter(
        (movement) =>
          movement.at >= from &&
          movement.at < to &&
          (asset === null || movement.asset === asset) &&
          (!filter || filter.passes(movement)),
      )
  }
  async function sumsOf(stretch: Stretch, options: WalkOptions): Promise<SumsByAsset> {
    if (!options.filter) return stretch.sums
    const key = `${String(stretch.first)} ${options.filter.key}`
    const known = remembered.get(key)
    if (known) return known
    const sums = addUp(await read(stretch, ALL, options))
    remembered.set(key, sums)
    return sums
  }
  return {
    reader,
    read,
    async *sums(period, options) {
      for (const stretch of reader.stretches) {
        await takeTurns(options.signal)
        const side = sideOf(stretch, period)
        if (side === 'after') return
        if (side === 'before') yield { stretch, before: await sumsOf(stretch, options), within: undefined }
        else if (side === 'within')
          yield { stretch, before: undefined, within: await sumsOf(stretch, options) }
        else {
          const before = await read(stretch, { from: null, to: period.from ?? -Infinity }, options)
          yield { stretch, before: addUp(before), within: addUp(await read(stretch, period, options)) }
        }
      }
    },
  }
}

const ALL: Period = { from: null, to: null }

/** One that ends before it begins has nothing in it, and begins all the same. */
function boundsOf({ from, to }: Period): readonly [from: number, to: number] {
  const first = from ?? -Infinity
  return [first, Math.max(first, to ?? Infinity)]
}

export function sideOf(stretch: Stretch, period: Period): Side {
  const [from, to] = boundsOf(period)
  if (stretch.to < from) return 'before'
  if (stretch.from >= to) return 'after'
  return stretch.from >= from && stretch.to < to ? 'within' : 'across'
}

/** The oldest first, some at a time. */
export async function* walkMovements(
  walk: MovementWalk,
  wanted: Wanted,
  options: WalkOptions,
): AsyncGenerator<readonly PlacedMovement[]> {
  const { asset = null } = wanted
  for (const stretch of walk.reader.stretches) {
    const side = sideOf(stretch, wanted)
    if (side === 'after') return
    if (side === 'before' || (asset !== null && !stretch.sums.has(asset))) continue
    const found = await walk.read(stretch, wanted, options)
    if (found.length > 0) yield found
  }
}
