/** Finds the places of values of mappings, at keys that are tried. Each one is a request, so they are few. */
import {
  keyText,
  placesIn,
  valueOfKey,
  type Found,
  type StorageLayout,
  type StoragePlace,
} from './storage-layout.ts'

/** Words and texts that stand in one row: the keys of a mapping inside of a mapping are in the same one. */
export interface KeyRow {
  /** In hex, of 32 bytes. */
  readonly words: readonly string[]
  readonly texts: readonly string[]
}

const MAX_PLACES = 400
const MAX_STEPS = 20_000
const MAX_NESTED = 4
/** Smaller words are numbers rather than addresses. */
const NO_ADDRESS = /^0{61}/

interface Search {
  readonly layout: StorageLayout
  steps: number
}

/** `values`: of each mapping, the places of each of its values. Each mapping has an equal share. */
export function placesAtKeys(
  layout: StorageLayout,
  mappings: ReadonlyMap<StoragePlace, Found>,
  rows: readonly KeyRow[],
) {
  const search: Search = { layout, steps: MAX_STEPS }
  const share = Math.floor(MAX_PLACES / mappings.size)
  const values = new Map<StoragePlace, readonly (readonly StoragePlace[])[]>()
  let isCut = false
  for (const [place, mapping] of mappings) {
    const known = new Set<bigint>()
    const found: (readonly StoragePlace[])[] = []
    let left = share
    for (const value of valuesIn(search, mapping, rows)) {
      if (known.has(value.slot)) continue
      known.add(value.slot)
      const { places, visits } = placesIn(layout, [value])
      search.steps -= visits
      left -= places.length
      if (left < 0) break
      found.push(places)
    }
    isCut ||= left < 0
    values.set(place, found)
  }
  return { values, isCut: isCut || search.steps <= 0 }
}

function* valuesIn(search: Search, mapping: Found, rows: readonly KeyRow[], depth = 0): Generator<Found> {
  const { layout } = search
  const { key: keyId, value } = layout.type(mapping.type) ?? {}
  const keyType = keyId == null ? undefined : layout.type(keyId)
  if (!keyType || value == null || depth > MAX_NESTED) return
  const isNested = layout.type(value)?.encoding === 'mapping'
  for (const row of rows)
    for (const key of keyType.encoding === 'bytes' ? row.texts : row.words) {
      if (search.steps <= 0) return
      search.steps -= 1
      const text = keyType.bytes === 20n && NO_ADDRESS.test(key) ? undefined : keyText(keyType, key)
      if (text === undefined) continue
      const found = valueOfKey(mapping, value, key, text)
      if (isNested) yield* valuesIn(search, found, [row], depth + 1)
      else yield found
    }
}
