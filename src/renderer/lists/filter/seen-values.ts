/** Values in the loaded rows, which complete a filter. */
import { namesOnChain } from '#shared/chain/address-names.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { printValue } from '#shared/query/print-query.ts'
import type { NameWord } from '#shared/query/query.ts'
import { rowFields, type Queried, type RowContext, type TokenName } from '#shared/query/row-fields.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

export interface SeenValue {
  readonly label: string
  readonly detail: string
  /** The value as a person types it after its word. */
  readonly text: string
  /** Rows with this value; 0 where rows are not counted. */
  readonly count: number
}

/** Values by the word that they complete, the most frequent first. */
export type SeenValues = Readonly<Partial<Record<NameWord, readonly SeenValue[]>>>

/** Words whose values come from rows. The names of chains come from the sources. */
type RowWord = Exclude<NameWord, 'chain'>

/** Limits: rows that are scanned, and values that are kept for one word. */
const MAX_SCANNED = 2_000
const MAX_VALUES = 500

interface Found {
  readonly label: string
  readonly detail: string
  count: number
}
/** Values by the key that tells one from another. */
type Tally = Map<string, Found>

export function seenValues(
  rows: Iterable<GridRow>,
  kind: Queried | ((item: object) => Queried),
  context: RowContext,
): SeenValues {
  const fieldsOf = (item: object) => rowFields(typeof kind === 'string' ? kind : kind(item))
  const tallies: Record<RowWord, Tally> = {
    from: new Map(),
    to: new Map(),
    with: new Map(),
    token: new Map(),
    method: new Map(),
    type: new Map(),
  }
  const countParty = (word: RowWord, address: AddressRef | null | undefined) => {
    if (!address) return
    const key = address.hash.toLowerCase()
    const name = context.labels.get(key) ?? namesOnChain(address)[0]
    const short = shortenAddress(address.hash)
    count(tallies[word], key, plainName(name ?? '') || short, short)
  }
  const countToken = (token: TokenName | null | undefined) => {
    if (!token) return
    const name = plainName(token.symbol ?? '') || plainName(token.name ?? '')
    const detail = plainName(token.name ?? '')
    count(tallies.token, token.address_hash.toLowerCase(), name || shortenAddress(token.address_hash), detail)
  }
  const countText = (word: RowWord, text: string | null | undefined) => {
    const name = plainName(text ?? '')
    if (name !== '') count(tallies[word], name, name, '')
  }
  let scanned = 0
  for (const row of rows) {
    if ((scanned += 1) > MAX_SCANNED) break
    if (row.kind !== 'item') continue
    const item = row.item as object
    const fields = fieldsOf(item)
    countParty('from', fields.from?.(item))
    countParty('to', fields.to?.(item))
    fields.parties?.(item).forEach((party) => {
      countParty('with', party)
    })
    fields.tokens?.(item, context).forEach(countToken)
    countText('method', fields.method?.(item, context))
    fields.types?.(item).forEach((type) => {
      countText('type', type)
    })
  }
  return Object.fromEntries(
    Object.entries(tallies).flatMap(([word, tally]) => (tally.size === 0 ? [] : [[word, valuesOf(tally)]])),
  )
}

function count(tally: Tally, key: string, label: string, detail: string): void {
  const known = tally.get(key)
  if (known) known.count += 1
  else if (tally.size < MAX_VALUES) tally.set(key, { label, detail, count: 1 })
}

/** The values of a word. A name that several addresses share completes to the address, which tells them apart. */
function valuesOf(tally: Tally): readonly SeenValue[] {
  const timesNamed = new Map<string, number>()
  for (const { label } of tally.values()) timesNamed.set(label, (timesNamed.get(label) ?? 0) + 1)
  return [...tally]
    .map(([key, { label, detail, count: times }]) => {
      const isAlone = timesNamed.get(label) === 1 && !label.startsWith('0x')
      return {
        label,
        detail: detail === label ? '' : detail,
        text: printValue(isAlone ? label : key),
        count: times,
      }
    })
    .sort((one, other) => other.count - one.count || one.label.localeCompare(other.label))
}
