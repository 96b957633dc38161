import { computed, onScopeDispose, shallowRef, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue'
import { MAX_DECODED_ITEMS, type Decoded } from '#shared/abi/decoded.ts'
import { LruCache } from '#shared/lru-cache.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useOwnAbis } from '#renderer/stores/own-abis.ts'

export interface DecodedItems {
  /** In the order of the items. Undefined until decoded; null where no known ABI fits. */
  readonly results: Readonly<Ref<readonly (Decoded | null | undefined)[]>>
  /** The source is still being asked for ABIs, which may give better names. */
  readonly isAsking: Readonly<Ref<boolean>>
  /** The result has the source's ABIs in it. */
  readonly isAsked: (item: DecodableItem) => boolean
}

export interface DecodedOptions {
  /**
   * Whether to ask the source for ABIs, too; true by default. Off for items that a person does not look at one by one.
   */
  readonly askSource?: boolean
}

interface Known {
  readonly decoded: Decoded | null
  /** Decoded with the ABIs of the source. */
  readonly isAsked: boolean
}

/** Longer data (hex characters) is not sent: the core decodes at most a million bytes. */
const MAX_DATA_LENGTH = 2_100_000
/** Characters of data in one call. A message to the core has at most 16 million. */
const MAX_CALL_LENGTH = 6_000_000
/** Characters of data whose results are cached. */
const MAX_KEPT_LENGTH = 8_000_000

/**
 * Decodes calls, logs and errors: at once with the ABIs on this machine, and again once the source has sent its own.
 * Decoded items are not sent again, so a list can grow by pages.
 */
export function useDecoded(
  source: MaybeRefOrGetter<string>,
  items: MaybeRefOrGetter<readonly DecodableItem[]>,
  { askSource = true }: DecodedOptions = {},
): DecodedItems {
  const core = useCore()
  const own = useOwnAbis()
  const known = new LruCache<string, Known>({
    maxSize: MAX_KEPT_LENGTH,
    sizeOf: (_known, key) => key.length + 100,
  })
  const results = shallowRef<readonly (Decoded | null | undefined)[]>([])
  const asking = shallowRef(0)
  let controller = new AbortController()

  async function decode(of: string, wanted: readonly DecodableItem[], asks: boolean, signal: AbortSignal) {
    for (const part of inParts(wanted)) {
      const response = await core.call('abi.decode', { source: of, items: part, askSource: asks }, { signal })
      if (signal.aborted) return
      if (!response.ok) continue
      part.forEach((item, at) => {
        known.set(keyOf(item), { decoded: response.data.results[at] ?? null, isAsked: asks })
      })
      show(toValue(items))
    }
  }

  const isAsked = (item: DecodableItem) => isTooLong(item) || known.get(keyOf(item))?.isAsked === true

  function show(all: readonly DecodableItem[]) {
    results.value = all.map((item) => (isTooLong(item) ? null : known.get(keyOf(item))?.decoded))
  }

  watch(
    () => [toValue(source), toValue(items), own.revision] as const,
    async ([of, all, revision], before) => {
      controller.abort()
      controller = new AbortController()
      const { signal } = controller
      if (before?.[0] !== of || before[2] !== revision) known.clear()
      show(all)
      const readable = all.filter((item) => !isTooLong(item))
      const isUnknown = (item: DecodableItem) => known.get(keyOf(item)) === undefined
      // Items that changed while the source was asked are asked for again: their names may get better.
      const isUnasked = (item: DecodableItem) => askSource && !isAsked(item)
      if (!readable.some((item) => isUnknown(item) || isUnasked(item))) return
      asking.value += 1
      try {
        await decode(of, readable.filter(isUnknown), false, signal)
        if (!signal.aborted) await decode(of, readable.filter(isUnasked), true, signal)
      } finally {
        asking.value -= 1
      }
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    controller.abort()
  })
  return { results, isAsking: computed(() => asking.value > 0), isAsked }
}

const dataLength = (item: DecodableItem) =>
  item.kind === 'call' ? item.input.length + (item.output?.length ?? 0) : item.data.length

const isTooLong = (item: DecodableItem) => dataLength(item) > MAX_DATA_LENGTH

const keyOf = (item: DecodableItem): string => {
  const ran = item.ran?.join() ?? ''
  if (item.kind === 'call')
    return `c${item.to ?? `+${item.created ?? ''}`},${item.input},${item.output ?? ''},${ran}`
  if (item.kind === 'error') return `e${item.to ?? ''},${item.data},${ran}`
  return `l${item.address},${item.topics.join()},${item.data},${ran}`
}

/** Splits items into calls, within the limits of items and data. */
function* inParts(items: readonly DecodableItem[]): Generator<DecodableItem[]> {
  let part: DecodableItem[] = []
  let length = 0
  for (const item of items) {
    if (
      part.length === MAX_DECODED_ITEMS ||
      (part.length > 0 && length + dataLength(item) > MAX_CALL_LENGTH)
    ) {
      yield part
      part = []
      length = 0
    }
    part.push(item)
    length += dataLength(item)
  }
  if (part.length > 0) yield part
}
